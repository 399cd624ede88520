"""The analyst: whole turns, what is proven, and slices that go on where the last one stopped."""

import itertools
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quatrefoil
from quatrefoil.core.constants import CHANCE, OVER
from quatrefoil.core.rng import Rng
from quatrefoil.search import Config, Limit, searcher
from quatrefoil.search.knowledge import Knowledge
from quatrefoil.study.analyst import Analyst

RULES = [
    "trifoil",
    "trifoil(board=8,actions=3,chain=6)",
    "trickle",
    "trickle(players=3)",
    "trickle(players=6)",
    "blinq(size=4)",
    "triotrio",
]


def after(rules, moves, seed):
    line, rng = quatrefoil.Line(rules.start()), Rng(seed)
    while len(line) < moves and not line.position.is_over:
        line.push(line.position.random_move(rng))
    return line


def analysed(line, nodes=2_000, lines=3, **more):
    return Analyst(line, lines, memory=16, **more).go_on(Limit(nodes=nodes))


def check(line, analysis, lines):
    """Assert all that holds for every analysis of a line."""
    position = line.position
    players = position.rules.players
    assert analysis.turn == position.turn
    assert len(analysis.values) == players
    assert sum(analysis.values) == pytest.approx(1)
    assert len(analysis.turns) <= lines
    if position.turn < 0:
        assert not analysis.turns
        assert not analysis.moves
        return
    assert analysis.turns
    ends = set()
    for turn in analysis.turns:
        ahead = line.copy()
        for number, token in enumerate(turn.tokens):
            assert ahead.position.turn == position.turn, f"{turn.tokens} goes past its turn"
            assert not ahead.position.is_over, number
            ahead.play(token)
        assert ahead.position.turn != position.turn, f"{turn.tokens} does not end the turn"
        assert ahead.position.key not in ends, "one turn in two orders"
        ends.add(ahead.position.key)
        assert 0 <= turn.loss <= 1
        if ahead.position.is_over:
            assert not turn.then
        for later in turn.then:
            for token in later.tokens:
                assert ahead.position.turn == later.player
                ahead.play(token)
    heat = {each.token: each for each in analysis.moves}
    assert sorted(heat) == sorted(position.token(move) for move in position.legal_moves())
    assert all(each.loss is None or 0 <= each.loss <= 1 for each in analysis.moves)
    assert heat[analysis.turns[0].tokens[0]].value is not None


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(RULES), st.integers(0, 40), st.integers(0, 1000), st.integers(1, 5))
def test_the_best_turns_are_legal_and_whole(name, moves, seed, lines):
    line = after(quatrefoil.rules(name), moves, seed)
    analyst = Analyst(line, lines, memory=16)
    check(line, analyst.go_on(Limit(nodes=400), sure=False), lines)
    check(line, analyst.go_on(Limit(nodes=400)), lines)


@pytest.mark.parametrize("name", ["trifoil(board=8)", "triotrio", "trickle", "trickle(players=3)"])
def test_slices_go_on_instead_of_starting_anew(name):
    line = after(quatrefoil.rules(name), 6, 1)
    analyst = Analyst(line, 2, memory=16)
    seen = [analyst.go_on(Limit(nodes=3_000)) for _ in range(5)]
    nodes = [each.nodes for each in seen]
    assert all(more >= less + 2_000 for less, more in itertools.pairwise(nodes))
    assert all(later.seconds > earlier.seconds for earlier, later in itertools.pairwise(seen))
    if seen[0].depth:
        assert seen[-1].depth > seen[0].depth
    else:
        assert seen[-1].turns[0].visits > 3 * seen[0].turns[0].visits / 2


def test_in_slices_alphabeta_sees_as_deep_as_at_once():
    line = after(quatrefoil.rules("trifoil(board=8)"), 6, 3)
    rules = line.position.rules
    whole = searcher(rules, Config.best(rules, memory=16)).search(line, Limit(nodes=60_000))
    sliced = searcher(rules, Config.best(rules, memory=16))
    found = sliced.search(line, Limit(nodes=6_000))
    for _ in range(11):
        found = sliced.search_on(Limit(nodes=6_000))
    assert found.depth >= whole.depth > 4


def test_a_search_on_needs_a_search():
    rules = quatrefoil.rules("blinq(size=3)")
    with pytest.raises(quatrefoil.QuatrefoilError, match="nothing was searched"):
        searcher(rules, Config.best(rules, memory=4)).search_on(Limit(nodes=10))


# ---- what is proven ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["trifoil", "blinq(size=3)"])
@pytest.mark.parametrize("seed", range(6))
def test_proven_values_agree_with_what_is_solved(name, seed):
    rules = quatrefoil.rules(name)
    line = after(rules, seed, seed)
    if line.position.turn < 0:
        pytest.skip("nobody is to move")
    found = analysed(line)
    bounds = Knowledge(rules).bounds(line.position) or (0.0, 1.0)
    share = found.values[found.turn]
    assert bounds[0] <= share <= bounds[1]
    if bounds[0] == bounds[1]:
        assert found.proven
        assert found.turns[0].value == bounds[0]
    for turn in found.turns:
        if turn.proven and turn.value == 1:
            assert found.proven


def test_a_known_draw_is_told_at_the_start():
    found = analysed(quatrefoil.Line(quatrefoil.rules("trifoil").start()))
    assert found.proven
    assert found.values == (0.5, 0.5)
    assert found.turns[0].proven


def test_a_win_within_the_turn_is_one_entry_and_proven():
    rules = quatrefoil.rules("trifoil")
    line = quatrefoil.Line(rules.start())
    for token in ["b2-a2", "c1-b2", "b2-a3", "a2-b1", "a2-a3", "b2-c1", "b2>a3"]:
        line.play(token)
    found = Analyst(line, 3, memory=16).go_on(Limit(nodes=3_000_000))
    assert found.proven
    assert found.finished
    best = found.turns[0]
    assert (best.value, best.proven) == (1.0, True)
    assert len(best.tokens) == 2
    ahead = line.copy()
    for token in best.tokens:
        ahead.play(token)
    reply = searcher(rules, Config.best(rules, memory=16)).search(ahead, Limit(nodes=3_000_000))
    assert reply.proven
    assert reply.values[0] == 1


def test_where_only_bounds_are_proven_they_are_told():
    rules = quatrefoil.rules("triotrio(quiet_turns=0)")
    knowledge = Knowledge(rules)
    rng = Rng(5)
    for _ in range(20):
        line = quatrefoil.Line(rules.start())
        while not line.position.is_over:
            bounds = knowledge.bounds(line.position)
            if bounds and bounds[0] < bounds[1]:
                found = analysed(line, 500)
                assert found.bounds == bounds
                return
            line.push(line.position.random_move(rng))
    pytest.fail("no game came to an ending that the table knows")


# ---- where there is no choice -----------------------------------------------------------------


def test_chance_has_expected_values():
    line = quatrefoil.Line(quatrefoil.rules("triotrio").start())
    assert line.position.turn == CHANCE
    found = analysed(line)
    assert found.turn == CHANCE
    assert [each.token for each in found.outcomes] == ["!yellow", "!blue"]
    mean = sum(each.odds * each.values[0] for each in found.outcomes)
    assert mean == pytest.approx(found.values[0])


def test_a_finished_game_is_worth_its_outcome():
    line = after(quatrefoil.rules("blinq(size=3)"), 1_000, 1)
    found = analysed(line)
    assert found.turn == OVER
    assert found.proven
    assert found.finished
    assert found.values == line.position.outcome().shares


def test_a_forced_move_is_looked_through():
    """What follows it says what it is worth, and the turn is told all the same."""
    rules = quatrefoil.rules("triotrio")
    rng = Rng(2)
    line = quatrefoil.Line(rules.start())
    while line.position.turn < 0 or len(line.position.legal_moves()) > 1:
        line.push(line.position.random_move(rng))
    found = analysed(line, 4_000)
    check(line, found, 3)
    assert len(found.moves) == 1
    assert found.nodes > 100, "a search of one move would not have looked further"


def test_it_stops_when_told():
    line = after(quatrefoil.rules("trickle"), 4, 1)
    analyst, halt = Analyst(line, 3, memory=16), threading.Event()
    timer = threading.Timer(0.2, lambda: (halt.set(), analyst.stop()))
    timer.start()
    found = analyst.go_on(Limit(time=60), halt)
    timer.join()
    assert found.seconds < 30
    check(line, found, 3)
