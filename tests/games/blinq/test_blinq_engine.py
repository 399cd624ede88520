"""Blinq's fast core: against the slow model, its keys, its draws, its symmetries, its bounds."""

import math
import sys
from collections import Counter

import pytest
from blinq_model import BOARDS, Model, at, few

import quatrefoil
from quatrefoil import Line, Rng
from quatrefoil.games.blinq.tables import EMPTY


def model_of(rules):
    place = None if rules.neutral is None else rules.places[rules.neutral]
    return Model(rules.size, place and f"{'abcdefgh'[place.x]}{place.y + 1}")


def random_game(rules, seed):
    """Yield the same position before every move of a random game and at its end."""
    position = rules.start()
    rng = Rng(seed)
    yield position
    while not position.is_over:
        position.push(position.random_move(rng))
        yield position


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_random_games_agree_with_the_model(options):
    rules = quatrefoil.rules("blinq", options)
    for seed in range(few(1000, 40) // rules.size**3):
        position, model, rng = rules.start(), model_of(rules), Rng(seed)
        while True:
            assert position.legal_tokens() == model.legal()
            outcome = position.outcome()
            assert (outcome and list(outcome.scores)) == model.result
            if position.is_over:
                break
            token = position.token(position.random_move(rng))
            position.play(token)
            model.play(token)
        assert model.to_json().items() <= position.to_json().items()


def test_every_game_of_full_rows_agrees_with_the_model():
    """Straight and winding paths: many connections, found with the fewest blocks."""
    rules = quatrefoil.rules("blinq(size=3,neutral=none)")
    rng = Rng(3)
    for _ in range(few(3000, 100)):
        position, model = rules.start(), Model(3, neutral=None)
        while not position.is_over:
            ground = [token for token in position.legal_tokens() if token[0] == "1"]
            token = (ground or position.legal_tokens())[rng.draw(len(ground) or 4)]
            position.play(token)
            model.play(token)
            assert position.is_over == (model.result is not None)
        assert list(position.scores()) == model.result


# ---- keys -------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_the_running_key_is_the_key_of_the_position(options):
    rules = quatrefoil.rules("blinq", options)
    for seed in range(few(3, 1)):
        keys = set()
        for position in random_game(rules, seed):
            assert position.key == quatrefoil.position(position.to_json()).key
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


# ---- draws ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "moves"), [({}, 25), ({"size": 3}, 6), ({"size": 8}, 100)])
def test_moves_are_drawn_uniformly(options, moves):
    position = quatrefoil.rules("blinq", options).start()
    rng = Rng(7)
    for _ in range(moves):
        position.push(position.random_move(rng))
    legal = position.legal_moves()
    draws = few(200, 20) * len(legal)
    drawn = Counter(position.random_move(rng) for _ in range(draws))
    assert set(drawn) == set(legal)
    expected = draws / len(legal)
    chi_square = sum((drawn[move] - expected) ** 2 / expected for move in legal)
    freedom = len(legal) - 1
    assert abs(chi_square - freedom) < 4 * math.sqrt(2 * freedom)


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


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_images_play_alike(options):
    rules = quatrefoil.rules("blinq", options)
    for number, symmetry in enumerate(rules.symmetries):
        position, image, rng = rules.start(), rules.start().image(number), Rng(number)
        while True:
            assert_corresponds(position, image, number, symmetry.players)
            if position.is_over:
                break
            move = position.random_move(rng)
            image.push(position.image_move(move, number))
            position.push(move)


def assert_corresponds(position, image, number, players):
    assert image == position.image(number)
    assert image.key == position.image(number).key
    assert image.is_over == position.is_over
    assert position.is_over or image.turn == players[position.turn]
    moves = [position.image_move(move, number) for move in position.legal_moves()]
    assert sorted(image.legal_moves()) == sorted(moves)
    for player in (0, 1):
        assert image.scores()[players[player]] == position.scores()[player]


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


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_no_position_has_more_moves_than_the_rules_say(options):
    rules = quatrefoil.rules("blinq", options)
    for position in random_game(rules, seed=2):
        assert len(position.legal_moves()) <= rules.max_moves == 4 * rules.size**2
    assert len(rules.start().legal_moves()) == rules.max_moves - 4 * (rules.neutral is not None)


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_a_position_is_small(options):
    assert sys.getsizeof(quatrefoil.rules("blinq", options).start()) < 1024


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
