"""What the evaluation says of a position, and how the game asks to be searched."""

import pytest
from trickle_tools import position, rules, start

from quatrefoil.core.evaluate import evaluator_of


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_scores_settle_as_beads_come_to_rest(players):
    evaluator = evaluator_of(rules(players=players))
    full = evaluator.unsettled(start(players=players))
    few = evaluator.unsettled(position("h9 f8 k2 k3", players=players))
    last = evaluator.unsettled(position("h9 k2 k3 k4", players=players))
    assert full > few > last > 0


def test_the_same_lead_is_worth_more_when_little_is_left():
    evaluator = evaluator_of(rules(players=6))
    early = evaluator.values(position("k2 f6 f7 f5 g6 e6", players=6))
    late = evaluator.values(position("k2 f6", players=6))
    assert late[0] > early[0] > 1 / 6


def test_points_and_evaluation_count_in_a_crowd_only():
    """Where two play, playouts that only ask who won are better (docs/strength.md)."""
    for players in (2, 3, 4, 6):
        advice = evaluator_of(rules(players=players)).advice()
        assert (advice.softness > 0) == (advice.foresight > 0) == (players > 2)
