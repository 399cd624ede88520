"""Reviews: what a move gave away, from searches that think too well of whoever is to move."""

from __future__ import annotations

import pytest

import quatrefoil
from quatrefoil.core.line import Line
from quatrefoil.core.record import Record
from quatrefoil.search import Limit, MoveReport, SearchResult
from quatrefoil.search.review import review

MOVES = ("1a1N", "1e5N", "1a3N", "1e2N", "1b4N")
LIMIT = Limit(nodes=1)


class Optimist:
    """Finds every position even, but a tenth better for whoever is to move.

    Of the moves it likes the first best; `blunder` leads to a position that is lost.
    """

    def __init__(self, blunder: str = "") -> None:
        self.blunder = blunder

    def search(self, line: Line, limit: Limit, listener=None, halt=None) -> SearchResult:
        player = line.position.turn
        mine = 0.9 if list(line.tokens[-1:]) == [self.blunder] else 0.5
        values = [1 - mine - 0.1] * 2
        values[player] = mine + 0.1
        best = line.position.legal_moves()[0]
        reports = (MoveReport(best, 1, values[player], False),)
        return SearchResult(best, tuple(values), reports, (best,), False, 1, 0.0)


@pytest.fixture
def record():
    line = Line(quatrefoil.rules("blinq", {"size": 5}).start())
    for token in MOVES:
        line.play(token)
    return Record.of(line)


def test_a_search_that_favours_the_mover_sees_no_turning_points(record):
    found = list(review(record, Optimist(), LIMIT))
    assert [each.token for each in found] == list(MOVES)
    assert all(each.swing == pytest.approx(0) for each in found)
    assert all(each.mark == "" for each in found)


def test_what_a_position_is_worth_does_not_zigzag(record):
    found = list(review(record, Optimist(), LIMIT))
    assert all(each.after == pytest.approx((0.5, 0.5)) for each in found)


def test_a_move_that_loses_is_marked(record):
    found = list(review(record, Optimist(blunder="1b4N"), LIMIT))
    marks = {each.token: each.mark for each in found}
    assert marks == dict.fromkeys(MOVES, "") | {"1b4N": "??"}
    (blunder,) = (each for each in found if each.mark)
    assert blunder.swing == pytest.approx(0.4)
    assert blunder.best != blunder.token
