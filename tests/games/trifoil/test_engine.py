"""What search relies on: bounds, keys, copies, sampling, symmetries; and the engine's double."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil.core.outcome import plain

from .helpers import FAST, LARGEST, VARIANTS, hexagon
from .oracle import Oracle

DATA = Path(__file__).parents[2] / "data"


def ident(options) -> str:
    return str(quatrefoil.rules("trifoil", options))[:60]


def random_line(options, seed: int, moves: int) -> quatrefoil.Line:
    """Return a line of up to so many random moves."""
    line = quatrefoil.Line(quatrefoil.rules("trifoil", options).start())
    rng = quatrefoil.Rng(seed)
    while moves and not line.position.is_over:
        line.push(line.position.random_move(rng))
        moves -= 1
    return line


def vectors(name: str) -> list[dict]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [data for data in map(json.loads, lines) if data["game"] == "trifoil"]


# ---- vectors ----------------------------------------------------------------------------------


@pytest.mark.parametrize("data", vectors("perft.jsonl"), ids=lambda data: ident(data["options"]))
def test_perft(data):
    line = quatrefoil.Line(quatrefoil.rules("trifoil", data["options"]).start())
    for depth, count in enumerate(data["perft"], start=1):
        if FAST or count < 3000:
            assert quatrefoil.perft(line, depth) == count


@pytest.mark.parametrize("data", vectors("games.jsonl"), ids=lambda data: ident(data["options"]))
def test_games(data):
    line = quatrefoil.Line(quatrefoil.rules("trifoil", data["options"]).start())
    for token, count in zip(data["tokens"], data["legal"], strict=True):
        assert len(line.position.legal_moves()) == count
        line.play(token)
    assert plain(line.position.scores()) == data["result"]


# ---- the double -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40 if FAST else 8))
def test_the_engine_plays_like_its_literal_double(seed):
    rng = random.Random(seed)
    board = quatrefoil.rules("trifoil", VARIANTS[seed % 10]).board
    spins = {shape.name: [board.names[b] for b in shape.blinks] for shape in board.shapes}
    given = {"blinks": [list(place) for place in board.places], "spins": spins}
    options = {
        "chain": rng.choice([2, 4, 5, 6, 12]),
        "links": rng.choice([0, 3, 7, 9]),
        "actions": rng.randint(1, 4),
        "first_actions": rng.randint(1, 4),
        "per_blink": rng.randint(2, 6),
        "full_blink": rng.choice([0, 5, 6]),
        "repetition": rng.choice([0, 2, 3]),
    }
    custom = {**given, "chain": 5, "links": 9}
    line = quatrefoil.Line(quatrefoil.rules("trifoil", {"board": custom, **options}).start())
    double = Oracle(given, options)
    while line.position.is_over == bool(double.result):
        play = line.position
        assert play.legal_tokens() == double.tokens()
        if double.result:
            assert play.scores() == (double.result["red"], double.result["blue"])
            return
        data = play.to_json()
        assert (data["turn"], data["actions_left"], data["acted"]) == (
            double.turn,
            double.left,
            double.acted,
        )
        if len(double.links) > 20 or len(line.moves) > 60:
            return  # trying all sets of links would take too long
        token = rng.choice(double.tokens())
        line.play(token)
        double.play(token)
    raise AssertionError(f"only one of the two is over after {line.tokens}")


# ---- bounds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=ident)
def test_a_position_is_small(options):
    assert sys.getsizeof(quatrefoil.rules("trifoil", options).start()) < 1024


def test_no_position_has_more_moves_than_the_bound():
    shapes = {f"s{number}": ["d3", "d5"] for number in range(60)}
    for options in [*VARIANTS, {"board": {**LARGEST, "spins": shapes}}]:
        rules = quatrefoil.rules("trifoil", options)
        for seed in range(10 if FAST else 1):
            line = random_line(options, seed, 60)
            while line.moves:
                moves = line.position.legal_moves()
                assert len(moves) == len(set(moves)) <= rules.max_moves
                assert moves == sorted(moves)
                line.pop()


def test_the_bound_is_reached():
    rules = quatrefoil.rules("trifoil", {"board": {**LARGEST, "spins": {"core": ["d3", "d5"]}}})
    names = rules.face_bits
    # Blue has an outward link on every Blink of the shape, Red nothing: all is legal.
    play = rules.start()
    play.arrange((1 << names["a1.N"], 1 << names["d3.N"]), None, 0, 1, True)
    assert len(play.legal_moves()) == rules.max_moves - 1  # one inner face is Blue's


# ---- keys and copies --------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=ident)
def test_a_position_read_again_is_the_same(options):
    for seed in range(6 if FAST else 1):
        line = random_line(options, seed, 80 if FAST else 25)
        while True:
            play = line.position
            again = quatrefoil.position(json.dumps(play.to_json()))
            assert again == play
            assert again.key == play.key
            if play.outcome() != again.outcome():  # a position read has no history
                assert play.outcome().reason == "the same position occurred too often"
            if not line.moves:
                break
            line.pop()


def test_keys_differ_where_the_future_does():
    keys = {}
    for options in VARIANTS[:6]:
        for seed in range(4):
            line = random_line(options, seed, 50 if FAST else 10)
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


@pytest.mark.parametrize("options", VARIANTS, ids=ident)
def test_sampled_moves_are_legal_and_evenly_spread(options):
    rng = quatrefoil.Rng(7)
    for moves in (1, 9, 24):
        line = random_line(options, 11, moves)
        if line.position.is_over:
            line.pop()
        legal = line.position.legal_moves()
        draws = (200 if FAST else 30) * len(legal)
        seen = Counter(line.position.random_move(rng) for _ in range(draws))
        assert set(seen) == set(legal)
        expected = draws / len(legal)
        chi_square = sum((seen[move] - expected) ** 2 / expected for move in legal)
        freedom = len(legal) - 1
        assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 5


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


@pytest.mark.parametrize("options", VARIANTS, ids=ident)
def test_a_symmetry_changes_nothing_in_the_rules(options):
    rules = quatrefoil.rules("trifoil", options)
    for seed in range(3 if FAST else 1):
        play = random_line(options, seed, 40 if FAST else 8).position
        assert play.image(0) == play
        for number, symmetry in enumerate(rules.symmetries):
            image = play.image(number)
            assert image.scores() == tuple(play.scores()[p] for p in symmetry.players)
            assert image.turn == (play.turn if play.is_over else symmetry.players[play.turn])
            assert sorted(image.legal_moves()) == sorted(
                play.image_move(move, number) for move in play.legal_moves()
            )
            assert image.key == quatrefoil.position(image.to_json()).key
            for move in play.legal_moves()[:3]:
                moved, image_moved = play.copy(), image.copy()
                moved.push(move)
                image_moved.push(play.image_move(move, number))
                assert image_moved == moved.image(number)


def test_sixths_of_a_turn_add_up():
    options = {"board": custom(hexagon(1))}
    rules = quatrefoil.rules("trifoil", options)
    names = [symmetry.name for symmetry in rules.symmetries[:6]]
    assert names == ["as it is", *(f"turned {60 * sixths}°" for sixths in range(1, 6))]
    play = random_line(options, 1, 9).position
    turned = [play.image(sixths) for sixths in range(6)]
    for one, other in pairwise(turned):
        assert one.image(1) == other
