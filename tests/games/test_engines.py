"""The engines of all games: against their slow references, and with every kind of rules."""

import importlib
import sys
from pathlib import Path

import pytest
from tests.games.game_tools import (
    assert_agrees,
    assert_uniform,
    random_line,
    random_positions,
    scaled,
)

import quatrefoil

FOLDER = Path(__file__).parent


def tools_of(game):
    return importlib.import_module(f"tests.games.{game}.{game}_tools")


def reference_of(game):
    return importlib.import_module(f"tests.games.{game}.{game}_reference").Reference


GAMES = sorted(path.parent.name for path in FOLDER.glob("*/*_reference.py"))
SETS = [(game, options) for game in GAMES for options in tools_of(game).OPTION_SETS]
REFERENCE_SETS = [(game, options) for game in GAMES for options in tools_of(game).REFERENCE_SETS]


def short(value):
    return str(value)[:60]


def test_every_game_has_a_reference():
    assert set(GAMES) >= {path.name for path in FOLDER.iterdir() if list(path.glob("test_*.py"))}


@pytest.mark.parametrize(("game", "options"), REFERENCE_SETS, ids=short)
def test_the_engine_plays_like_its_reference(game, options):
    moves = 0
    for seed in range(scaled(12, 2)):
        reference = None
        for line in random_line(tools_of(game), options, seed):
            if reference is None:
                reference = reference_of(game)(options, line.position.to_json())
            else:
                reference.play(line.tokens[-1])
            assert_agrees(line.position, reference)
            moves += 1
            if reference.is_slow():
                break
        if moves > scaled(1500, 60):
            break


@pytest.mark.parametrize(("game", "options"), SETS, ids=short)
def test_a_position_read_again_is_the_same(game, options):
    for seed in range(scaled(3, 1)):
        for position in random_positions(tools_of(game), options, seed, scaled(150, 25)):
            again = quatrefoil.position(position.to_json())
            assert again == position
            assert again.key == position.key
            if not position.is_over:  # a position read has no history that could have ended it
                assert again.legal_tokens() == position.legal_tokens()


@pytest.mark.parametrize(("game", "options"), SETS, ids=short)
def test_moves_are_distinct_and_no_more_than_the_bound(game, options):
    most = quatrefoil.rules(game, options).max_moves
    for seed in range(scaled(5, 1)):
        for position in random_positions(tools_of(game), options, seed, scaled(150, 25)):
            moves = position.legal_moves()
            assert len(moves) == len(set(moves)) <= most


@pytest.mark.parametrize(("game", "options"), SETS, ids=short)
def test_a_position_is_small(game, options):
    assert sys.getsizeof(quatrefoil.rules(game, options).start()) < 1024


@pytest.mark.parametrize(("game", "options"), SETS, ids=short)
def test_samples_are_uniform_over_the_legal_moves(game, options):
    for most in (1, 9, 24):
        *_, line = random_line(tools_of(game), options, seed=11, most=most)
        if line.position.is_over:
            line.pop()
        assert_uniform(line.position, seed=7, draws=scaled(200, 30))


@pytest.mark.parametrize(("game", "options"), SETS, ids=short)
def test_images_have_corresponding_futures(game, options):
    rules = quatrefoil.rules(game, options)
    for count, position in enumerate(random_positions(tools_of(game), options, 2, scaled(120, 20))):
        if count % scaled(3, 9):
            continue
        assert position.image(0) == position
        for number, symmetry in enumerate(rules.symmetries):
            assert_corresponds(position, position.image(number), number, symmetry.players)


def assert_corresponds(position, image, number, players):
    assert image.is_over == position.is_over
    assert image.turn == (players[position.turn] if position.turn >= 0 else position.turn)
    assert [image.scores()[player] for player in players] == list(position.scores())
    if players == tuple(range(len(players))):  # else a reason that names a player changes
        assert image.reason == position.reason
    if position.is_over:
        return
    moves = [position.image_move(move, number) for move in position.legal_moves()]
    assert sorted(image.legal_moves()) == sorted(moves)
    for move in position.legal_moves()[:3]:
        ahead, image_ahead = position.copy(), image.copy()
        ahead.push(move)
        image_ahead.push(position.image_move(move, number))
        assert image_ahead == ahead.image(number)
        assert image_ahead.key == ahead.image(number).key
