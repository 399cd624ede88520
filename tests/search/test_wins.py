"""The finder of wins within a turn, against trying everything as a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.search.exact import finished_line, random_line

import quatrefoil
from quatrefoil.search.proof.wins import WinFinder

#: Turns of one move and of several, with and without repetition that may decide the game.
SEARCHED = [
    "trifoil",
    "trifoil(links=6,chain=6)",
    "trickle(rings=3,repetition=2)",
    "blinq(size=3)",
    "triotrio",
]
COMPILED = quatrefoil.compiled()


def can_win(line, mover):
    """Say whether a player can win before anybody else moves, with the past that a line has."""
    for move in line.position.legal_moves():
        line.push(move)
        outcome = line.position.outcome()
        wins = outcome.winners == (mover,) if outcome else False
        found = wins or (line.position.turn == mover and can_win(line, mover))
        line.pop()
        if found:
            return True
    return False


@pytest.mark.parametrize("text", SEARCHED)
def test_what_it_finds_wins_and_it_misses_nothing(text):
    finder = WinFinder(quatrefoil.rules(text))

    @given(seed=st.integers(0, 10**6), back=st.integers(1, 4 if COMPILED else 2))
    def check(seed, back):
        line = finished_line(quatrefoil.rules(text), seed)
        for _ in range(min(back, len(line.moves))):
            line.pop()
        mover = line.position.turn
        found = finder.winning_moves(line)
        assert bool(found) == (mover >= 0 and can_win(line, mover))
        for move in found:
            assert line.position.turn == mover
            line.push(move)
        assert not found or line.position.outcome().winners == (mover,)

    check()


def test_a_repetition_that_wins_is_found():
    """The beads stand better for the mover, and a move brings the position back."""
    rules = quatrefoil.rules("trickle(repetition=2)")
    finder = WinFinder(rules)
    for seed in (9, 27, 93):
        line = finished_line(rules, seed)
        outcome, last = line.position.outcome(), line.pop()
        assert "same position" in outcome.reason
        assert outcome.winners == (line.position.turn,)
        assert finder.winning_moves(line) == [last]
        # Without its past the position wins nothing.
        assert finder.winning_moves(quatrefoil.Line(line.position)) == []


def test_a_budget_bounds_the_search_but_wins_at_once_are_seen():
    rules = quatrefoil.rules("trifoil(board=8,actions=3)")
    finder = WinFinder(rules)
    whole, at_once = 0, 0
    for seed in range(12 if COMPILED else 6):
        line = finished_line(rules, seed)
        line.pop()
        while line.position.turn < 0:
            line.pop()
        found = finder.winning_moves(line, positions=0)
        assert len(found) <= 1
        at_once += len(found)
        whole += bool(finder.winning_moves(random_line(rules, seed, 1), positions=200))
    assert at_once > 3
    assert whole == 0


def test_a_line_of_other_rules_is_refused():
    finder = WinFinder(quatrefoil.rules("trifoil"))
    with pytest.raises(quatrefoil.QuatrefoilError, match="this is for trifoil"):
        finder.winning_moves(quatrefoil.Line(quatrefoil.rules("blinq").start()))
