"""Blinq's fast core: its connections, its keys, its symmetries, its bounds."""

from collections import Counter
from itertools import pairwise

import pytest
from blinq_reference import Reference
from blinq_tools import OPTION_SETS, at
from tests.games.game_tools import scaled

import quatrefoil
from quatrefoil import Line, Rng
from quatrefoil.games.blinq.position import FULL
from quatrefoil.games.blinq.tables import EMPTY, RED


def random_game(rules, seed):
    """Yield the same position before every move of a random game and at its end."""
    position = rules.start()
    rng = Rng(seed)
    yield position
    while not position.is_over:
        position.push(position.random_move(rng))
        yield position


def test_every_game_of_full_rows_agrees_with_the_reference():
    """Straight and winding paths: many connections, found with the fewest blocks."""
    rules = quatrefoil.rules("blinq(size=3,neutral=none)")
    rng = Rng(3)
    for _ in range(scaled(3000, 100)):
        position = rules.start()
        reference = Reference({"size": 3}, position.to_json())
        while not position.is_over:
            ground = [token for token in position.legal_tokens() if token[0] == "1"]
            token = (ground or position.legal_tokens())[rng.draw(len(ground) or 4)]
            position.play(token)
            reference.play(token)
            assert position.is_over == reference.over()
        assert list(position.scores()) == reference.scores()


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_the_winning_path_joins_the_sides_of_the_winner(options):
    rules = quatrefoil.rules("blinq", options)
    for seed in range(scaled(20, 2)):
        for position in random_game(rules, seed):
            path = position.winning_path()
            assert bool(path) == (position.outcome() is not None and position.reason != FULL)
        reference = Reference(options, position.to_json())
        heights = reference.heights()
        edge = 2 * rules.size
        for x in range(edge):
            for y in range(edge):
                assert position.level_at(x, y) == heights.get((x, y), 0)
        if path:
            winner = position.outcome().winners[0]
            along = 1 if winner == RED else 0
            assert (path[0][along], path[-1][along]) == (0, edge - 1)
            assert {position.quarter(*quarter) for quarter in path} == {winner}
            assert all(abs(x - u) + abs(y - v) == 1 for (x, y), (u, v) in pairwise(path))


# ---- keys -------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_every_move_changes_the_key(options):
    rules = quatrefoil.rules("blinq", options)
    for seed in range(scaled(3, 1)):
        keys = set()
        for position in random_game(rules, seed):
            keys.add(position.key)
        assert len(keys) == len(rules.places) - position.left + (rules.neutral is None)


def test_positions_that_differ_in_hidden_halves_alone_have_one_key():
    level_1 = "1a1N 1b1S 1c1W 1a2S {} 1c2N 1a3W 1b3E 1c3S"
    level_2 = "2a1N 2b1E 2a2W 2b2S"
    hidden = [at(f"{level_1.format(f'1b2{side}')} {level_2}") for side in "NESW"]
    assert len({position.key for position in hidden}) == 1
    assert len({str(position.to_json()) for position in hidden}) == 4
    shown = [at(level_1.format(f"1b2{side}")) for side in "NESW"]
    assert len({position.key for position in shown}) == 4


def test_different_positions_have_different_keys():
    keys = Counter()
    start = quatrefoil.rules("blinq(size=3)").start()
    for first in start.legal_moves():
        child = start.copy()
        child.push(first)
        for second in child.legal_moves():
            grandchild = child.copy()
            grandchild.push(second)
            keys[grandchild.key] += 1
    # Two blocks in either order lead to the same position.
    assert set(keys.values()) == {2}


def test_playouts_end_and_leave_the_line_over():
    line = Line(quatrefoil.rules("blinq").start())
    assert 9 <= line.random_playout(Rng(1)) <= 54
    assert line.position.is_over


# ---- symmetries -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({}, 4),
        ({"size": 3}, 4),
        ({"neutral": "none"}, 8),
        ({"size": 4}, 8),
        ({"neutral": "a1"}, 1),
        ({"neutral": "c1"}, 1),
        ({"size": 4, "neutral": "b2"}, 1),
        ({"size": 8}, 8),
    ],
)
def test_how_many_symmetries_there_are(options, count):
    symmetries = quatrefoil.rules("blinq", options).symmetries
    assert len(symmetries) == count
    assert len({symmetry.name for symmetry in symmetries}) == count
    assert symmetries[0].name == "as it is"
    assert symmetries[0].players == (0, 1)


def test_the_identity_changes_nothing():
    *_, position = random_game(quatrefoil.rules("blinq"), seed=1)
    assert position.image(0) == position


def test_a_quarter_turn_swaps_colours():
    position = at("1a1N 1c1W", turn="red")
    turned = position.image(1)
    # West goes north, south goes west; a red half in the north becomes a black one in the east.
    assert turned.to_json()["blocks"] == ["1a1S", "1a3W"]
    assert turned.to_json()["turn"] == "black"


# ---- bounds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_no_position_has_more_moves_than_the_rules_say(options):
    rules = quatrefoil.rules("blinq", options)
    for position in random_game(rules, seed=2):
        assert len(position.legal_moves()) <= rules.max_moves == 4 * rules.size**2
    assert len(rules.start().legal_moves()) == rules.max_moves - 4 * (rules.neutral is not None)


def test_every_move_is_fresh_and_nothing_repeats():
    rules = quatrefoil.rules("blinq(size=4)")
    assert rules.repetition == 0
    assert all(position.fresh for position in random_game(rules, seed=4))


def test_places_and_quarters_beyond_the_board():
    position = quatrefoil.rules("blinq(size=3)").start()
    assert position.block(13) == EMPTY
    assert position.quarter(-1, 0) is None
    assert position.quarter(6, 3) is None
    with pytest.raises(IndexError, match="places are numbered from 0 to 13, not 14"):
        position.block(14)


def test_copies_are_independent():
    position = quatrefoil.rules("blinq").start()
    twin = position.copy()
    twin.play("1a1N")
    assert position.to_json()["blocks"] == ["1c3*"]
    assert twin.to_json()["blocks"] == ["1a1N", "1c3*"]
