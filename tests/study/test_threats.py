"""Threats: what the others would do if the player to move passed, where the game can tell."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quatrefoil
from quatrefoil.core.rng import Rng
from quatrefoil.search import Limit
from quatrefoil.study.threats import ThreatAnalyst, position_after_pass, why_not

RULES = [
    "trifoil",
    "trifoil(actions=3)",
    "trickle",
    "trickle(players=6,bear_off=true)",
    "blinq",
    "blinq(size=4)",
    "triotrio",
    "triotrio(first=blue,size=7)",
]


def after(name, moves, seed):
    line, rng = quatrefoil.Line(quatrefoil.rules(name).start()), Rng(seed)
    while len(line) < moves and not line.position.is_over:
        line.push(line.position.random_move(rng))
    return line


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(RULES), st.integers(0, 80), st.integers(0, 1000))
def test_a_pass_leaves_a_position_that_others_can_play(name, moves, seed):
    position = after(name, moves, seed).position
    passed = position_after_pass(position)
    if position.turn < 0:
        assert passed is None
    if passed is None:
        assert why_not(position) == "position"
        return
    assert why_not(position) is None
    assert passed.rules is position.rules
    assert passed.is_over or passed.turn != position.turn
    assert quatrefoil.position(passed.to_json()) == passed
    if not passed.is_over:
        assert passed.legal_moves()


def test_a_threat_is_seen():
    """One more red block joins north and south: if Black passed, Red would win."""
    rules = quatrefoil.rules("blinq(size=3,neutral=none)")
    line = quatrefoil.Line(rules.start(), ["1a1E", "1c1N", "1a2E"])
    assert line.position.turn == 1
    analyst = ThreatAnalyst(line, memory=16)
    analyst.go_on(Limit(nodes=4_000))
    threats = analyst.threats
    assert threats.turn == 0
    assert threats.values[0] == 1
    assert threats.proven
    winning = line.position.copy()
    won = position_after_pass(winning)
    won.play(threats.turns[0].tokens[0])
    assert won.outcome().winners == (0,)


def test_who_can_hold_can_pass_and_who_has_to_leave_the_cow_cannot():
    rules = quatrefoil.rules("triotrio")
    data = {
        "game": "triotrio",
        "yellow": {"e5": "rock", "c1": "paper"},
        "blue": {"g9": "rock"},
        "turn": "yellow",
        "phase": "change",
    }
    assert position_after_pass(quatrefoil.position(data)).turn == 1
    stuck = quatrefoil.position({**data, "must_leave": [True, False]})
    assert stuck.rules is rules
    assert position_after_pass(stuck) is None
    assert why_not(stuck) == "position"


def test_a_mover_who_has_rolled_is_taken_to_have_held():
    line = quatrefoil.Line(quatrefoil.rules("triotrio").start())
    for token in ("!yellow", "keep", "roll", "!3"):
        line.play(token)
    assert position_after_pass(line.position).to_json()["phase"] == "change"


def test_slices_share_their_nodes_with_threats():
    line = after("trickle", 6, 1)
    alone, both = ThreatAnalyst(line, memory=16), ThreatAnalyst(line, memory=16)
    first = both.go_on(Limit(nodes=1_000))
    assert both.go_on(Limit(nodes=1_000)).nodes > first.nodes
    assert both.threats.loss >= 0
    assert alone.threats is None


@pytest.mark.parametrize("name", ["triotrio"])
def test_chance_cannot_pass(name):
    line = quatrefoil.Line(quatrefoil.rules(name).start())
    analyst = ThreatAnalyst(line, memory=16)
    assert analyst.why_not == "position"
    analyst.go_on(Limit(nodes=200))
    assert analyst.threats is None
