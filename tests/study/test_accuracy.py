"""Accuracy: the formula of docs/study.md, by values that were worked out by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quatrefoil.study.accuracy import (
    BLUNDER,
    DOUBTFUL,
    MISTAKE,
    Judged,
    accuracies,
    accuracy_of_turn,
    mark_of_loss,
    weighed,
)


def test_a_turn_by_hand():
    assert accuracy_of_turn(0, 2) == pytest.approx(100, abs=0.001)
    # 103.1668 · e^(−0.4354) − 3.1669, as lichess has it for ten percent.
    assert accuracy_of_turn(0.1, 2) == pytest.approx(63.58, abs=0.01)
    assert accuracy_of_turn(0.5, 2) == pytest.approx(8.53, abs=0.01)
    assert accuracy_of_turn(0.9, 2) == 0
    assert accuracy_of_turn(-0.1, 2) == accuracy_of_turn(0, 2)


def test_an_even_share_counts_alike_for_two_and_for_six():
    assert accuracy_of_turn(1 / 6, 6) == pytest.approx(accuracy_of_turn(1 / 2, 2))
    assert weighed(0.9, 6) == 1
    assert mark_of_loss(0.11, 6) == "??"
    assert mark_of_loss(0.11, 2) == "?!"


def test_marks():
    losses = (0, DOUBTFUL - 1e-9, DOUBTFUL, MISTAKE, BLUNDER, 1)
    assert [mark_of_loss(loss, 2) for loss in losses] == ["", "", "?!", "?", "??", "??"]


def test_players_by_hand():
    """Two turns each. Windows have two values; weights are halves of their distances."""
    shares = [(0.5, 0.5), (0.4, 0.6), (0.4, 0.6), (0.3, 0.7), (0.3, 0.7)]
    turns = [Judged(0, 0.1), Judged(1, 0.0), Judged(0, 0.1), Judged(1, 0.2)]
    first, second = accuracies(turns, shares)
    # Both turns of the first cost 10%: whatever the weights, both means are that of one turn.
    assert first == pytest.approx(accuracy_of_turn(0.1, 2))
    # Of the second both weigh 0.5, the least.
    good, bad = accuracy_of_turn(0, 2), accuracy_of_turn(0.2, 2)
    assert second == pytest.approx(((good + bad) / 2 + 2 / (1 / good + 1 / bad)) / 2)


def test_a_turn_in_a_wild_position_weighs_more():
    calm, wild = [(0.5, 0.5)] * 3, [(0.5, 0.5), (0.1, 0.9), (0.9, 0.1)]
    turns = [Judged(0, 0.0), Judged(1, 0.0), Judged(0, 0.0), Judged(1, 0.0)]
    early = accuracies([Judged(0, 0.3), *turns], [*wild, *calm])[0]
    late = accuracies([*turns, Judged(0, 0.3)], [*wild, *calm])[0]
    assert early < late


def test_who_had_no_turn_has_none():
    assert accuracies([Judged(0, 0.0)], [(0.5, 0.5), (0.5, 0.5)])[1] is None


share = st.floats(0, 1)


@given(st.lists(st.tuples(st.integers(0, 2), share, st.tuples(share, share, share)), min_size=1))
def test_accuracies_are_percentages_and_lie_between_the_turns(turns):
    judged = [Judged(player, loss) for player, loss, _ in turns]
    found = accuracies(judged, [(1 / 3, 1 / 3, 1 / 3), *(values for *_, values in turns)])
    for player, accuracy in enumerate(found):
        own = [accuracy_of_turn(turn.loss, 3) for turn in judged if turn.player == player]
        if own:
            assert min(own) - 1e-9 <= accuracy <= max(*own, 1) + 1e-9
            assert math.isfinite(accuracy)
        else:
            assert accuracy is None
