"""Positions with the same key: nobody is told about another position than the one they ask about.

A key is the exclusive or of one number for each piece, so whoever can set up any position finds two
with the same key by solving linear equations, in a fraction of a second. Before, the server
remembered by their keys which positions are puzzles: a stranger could choose what others are told.
"""

from attack_tools import note, serving

from quatrefoil import rules
from quatrefoil.core.registry import position_from_json
from quatrefoil.study.puzzles.here import examine

START = rules("trickle").start().to_json()
ROWS = {"b": 7, "c": 8, "d": 9, "e": 10, "f": 11, "g": 10, "h": 9, "i": 8, "j": 7}
CELLS = [f"{row}{number}" for row, size in ROWS.items() for number in range(1, size + 1)]


def position(cells):
    """Return a position with a bead in each of these cells."""
    return position_from_json({**START, "beads": dict.fromkeys(sorted(cells), 1)})


def cells_that_cancel_out():
    """Yield sets of cells whose numbers have the exclusive or 0, by elimination."""
    none = position([]).key
    basis = {}
    for cell in CELLS:
        number, cells = position([cell]).key ^ none, frozenset([cell])
        while number and number.bit_length() in basis:
            other, others = basis[number.bit_length()]
            number, cells = number ^ other, cells ^ others
        if number:
            basis[number.bit_length()] = number, cells
        else:
            yield cells


def pairs():
    """Yield two positions with the same key: each has half of such cells, and 19 at most."""
    for cells in map(sorted, cells_that_cancel_out()):
        if len(cells) <= 38:
            yield position(cells[: len(cells) // 2]), position(cells[len(cells) // 2 :])


def answer_to(found):
    return next(each for each in examine(found) if each).why


def test_nobody_is_told_about_another_position(tmp_path):
    for one, other in pairs():
        assert one.key == other.key
        if answer_to(one) != answer_to(other):
            break
    with serving(tmp_path) as server:
        told = [
            server.ask("/api/puzzles/trickle/here", {"position": each.to_json()})["why"]
            for each in (one, other)
        ]
    note("told about two positions with the same key", told)
    assert told == [answer_to(one), answer_to(other)]
