"""Trifoil's fast core: bounds, keys, draws and symmetries."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.games.game_tools import scaled
from trifoil_tools import LARGEST, OPTION_SETS, hexagon

import quatrefoil


def random_line(options, seed: int, moves: int) -> quatrefoil.Line:
    """Return a line of random moves, at most this many."""
    line = quatrefoil.Line(quatrefoil.rules("trifoil", options).start())
    rng = quatrefoil.Rng(seed)
    while moves and not line.position.is_over:
        line.push(line.position.random_move(rng))
        moves -= 1
    return line


# ---- bounds -----------------------------------------------------------------------------------


def test_no_position_has_more_moves_than_the_bound():
    shapes = {f"s{number}": ["d3", "d5"] for number in range(60)}
    largest = {"board": {**LARGEST, "spins": shapes}}
    for options in [*OPTION_SETS, largest]:
        rules = quatrefoil.rules("trifoil", options)
        for seed in range(scaled(10, 1)):
            line = random_line(options, seed, 60)
            while line.moves:
                moves = line.position.legal_moves()
                assert moves == sorted(moves)
                assert len(moves) <= rules.max_moves
                line.pop()


def test_the_bound_is_reached():
    rules = quatrefoil.rules("trifoil", {"board": {**LARGEST, "spins": {"core": ["d3", "d5"]}}})
    names = rules.face_bits
    # Blue has an outward link on every Blink of the shape, Red nothing: all is legal.
    play = rules.start()
    play.arrange((1 << names["a1.N"], 1 << names["d3.N"]), None, 0, 1, True)
    assert len(play.legal_moves()) == rules.max_moves - 1  # one inner face is Blue's


# ---- keys and copies --------------------------------------------------------------------------


def test_keys_differ_where_the_future_does():
    keys = {}
    for options in OPTION_SETS[:6]:
        for seed in range(4):
            line = random_line(options, seed, scaled(50, 10))
            while line.moves:
                data = line.position.to_json()
                counts = [len(data[c]) for c in ("red", "blue")]
                before = data["previous"]
                if counts != [len(before[c]) for c in ("red", "blue")]:
                    data["previous"] = None  # no return is possible
                known = keys.setdefault((str(line.position.rules), line.position.key), data)
                assert known == data
                line.pop()


def test_an_undone_move_leaves_no_trace():
    line = random_line({"board": "8"}, 3, 20)
    before = line.position.to_json()
    for move in line.position.legal_moves():
        line.push(move)
        line.pop()
        assert line.position.to_json() == before


# ---- sampling ---------------------------------------------------------------------------------


def test_a_rare_move_is_found_by_listing():
    # A board full of Blue's links, one face free: a draw of the 180 inner faces mostly fails.
    rules = quatrefoil.rules("trifoil", {"board": {**LARGEST, "spins": {}}, "chain": 222})
    play = rules.start()
    full = (1 << 222) - 1
    play.arrange((0, full ^ 0b10000), None, 0, 2, False)
    rng = quatrefoil.Rng(1)
    assert {play.random_move(rng) for _ in range(50)} == {4}


def test_there_is_nothing_to_draw_when_the_game_is_over():
    line = random_line({}, 1, 1000)
    with pytest.raises(quatrefoil.IllegalMoveError):
        line.position.random_move(quatrefoil.Rng(1))


# ---- symmetries -------------------------------------------------------------------------------


def custom(blinks, **spins):
    return {"blinks": blinks, "chain": 9, "links": 9, "spins": spins}


@pytest.mark.parametrize(
    ("board", "count"),
    [
        ("6", 12),
        ("8", 8),
        ("9", 4),
        ("10", 12),
        ("12", 12),
        (custom(hexagon(1)), 24),
        (custom(hexagon(1), x=["a1", "c2"]), 8),
        (custom(hexagon(1), x=["a1", "c2"], y=["a1", "c2"], z=["b1", "b3"]), 4),
        (custom([[0, 0], [0, 2], [1, 3]]), 4),
    ],
)
def test_symmetries_are_those_of_board_and_shapes(board, count):
    symmetries = quatrefoil.rules("trifoil", {"board": board}).symmetries
    assert len(symmetries) == count
    assert symmetries[0].name == "as it is"
    assert symmetries[0].players == (0, 1)
    assert len({symmetry.name for symmetry in symmetries}) == count
    assert sum(symmetry.players == (1, 0) for symmetry in symmetries) == count // 2


def test_sixths_of_a_turn_add_up():
    options = {"board": custom(hexagon(1))}
    rules = quatrefoil.rules("trifoil", options)
    names = [symmetry.name for symmetry in rules.symmetries[:6]]
    assert names == ["as it is", *(f"turned {60 * sixths}°" for sixths in range(1, 6))]
    play = random_line(options, 1, 9).position
    turned = [play.image(sixths) for sixths in range(6)]
    for one, other in pairwise(turned):
        assert one.image(1) == other
