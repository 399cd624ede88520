"""Views and texts: every game tells every front end a true and complete story."""

import itertools
import json
import re
import string
from functools import cache

import pytest
from tests.conformance.variants import walk

import quatrefoil
from quatrefoil import CHANCE, Line
from quatrefoil.view.data import Phrase, json_text, plain_data, view_of

#: What a change may be, and which of its ends it has.
CHANGES = {
    "appears": {"end"},
    "vanishes": {"start"},
    "slides": {"start", "end"},
    "hops": {"start", "end"},
    "turns": {"start", "end"},
    "becomes": {"start", "end"},
}


@cache
def read(game_name, resource):
    game = quatrefoil.game(game_name)
    if not game.has(resource):
        pytest.skip(f"it has no {resource}")
    return game.resource(resource).read_text(encoding="utf-8")


def texts(game, language):
    return json.loads(read(game.name, f"texts/{language}.json"))


def forms(text):
    return list(text.values()) if isinstance(text, dict) else [text]


def placeholders(text):
    return {
        name for form in forms(text) for _, name, _, _ in string.Formatter().parse(form) if name
    }


def phrases(value):
    """Yield every phrase in some view data."""
    if isinstance(value, Phrase):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from phrases(item)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from phrases(getattr(value, name))


def check_words(value, game):
    for language in game.manifest.languages:
        known = texts(game, language)
        for phrase in phrases(value):
            assert phrase.key in known, (language, phrase)
            assert placeholders(known[phrase.key]) <= set(phrase.values), (language, phrase)
            for item in phrase.values.values():
                assert set(re.findall(r"@([\w.]+)", str(item))) <= set(known), (language, phrase)


@pytest.fixture(params=quatrefoil.all_games(), ids=lambda game: game.name)
def game(request):
    return request.param


# ---- boards, scenes and clicks -----------------------------------------------------------------


def test_board_names_its_places_once(rules):
    board = view_of(rules).board(rules)
    ids = [place.id for place in board.places] + list(board.buttons)
    assert len(set(ids)) == len(ids)
    for place in board.places:
        assert not place.parent or place.parent in ids
        assert 0 <= place.x <= board.width
        assert 0 <= place.y <= board.height
    assert json.loads(json_text(board)) == plain_data(board)


def test_scenes_stand_on_the_board(rules):
    view = view_of(rules)
    board = view.board(rules)
    ids = {place.id for place in board.places}
    for line in walk(rules, seed=11):
        scene = view.scene(line.position)
        places = [piece.place for piece in scene.pieces]
        assert len(set(places)) == len(places)
        assert set(places) <= ids
        assert {piece.symbol for piece in scene.pieces} <= set(board.symbols)
        for mark in scene.marks:
            assert set(mark.places) <= ids
        assert json.loads(json_text(scene)) == plain_data(scene)
        check_words(scene, rules.game)
        check_words(view.describe(line.position), rules.game)


def test_paths_are_the_legal_moves(rules):
    view = view_of(rules)
    board = view.board(rules)
    clickable = {place.id for place in board.places} | set(board.buttons)
    for line in walk(rules, seed=12):
        paths = view.paths(line.position)
        legal = [] if line.position.turn == CHANCE else line.position.legal_tokens()
        assert sorted(path.token for path in paths) == legal
        clicks = [path.clicks for path in paths]
        assert len(set(clicks)) == len(clicks)
        assert all(way and set(way) <= clickable for way in clicks)
        # A button that can be a first click has its place below the board.
        barred = {button for place in board.bar for button in place}
        assert {way[0] for way in clicks} & set(board.buttons) <= barred


def test_changes_lead_to_the_next_scene(rules):
    view = view_of(rules)
    line = Line(rules.start())
    rng = quatrefoil.Rng(13)
    while not line.position.is_over and len(line.moves) < 300:
        move = line.position.random_move(rng)
        occupied = {piece.place for piece in view.scene(line.position).pieces}
        check_words(view.say(line.position, move), rules.game)
        changes = view.changes(line.position, move)
        for change in changes:
            ends = {name for name in ("start", "end") if getattr(change, name)}
            assert ends == CHANGES[change.how], change
        line.push(move)
        after = {piece.place for piece in view.scene(line.position).pieces}
        assert replayed(occupied, changes) == after, changes


def replayed(occupied, changes):
    """Return the places that are taken after changes: those of one kind in a row are at once."""
    for vanishing, several in itertools.groupby(changes, lambda change: change.how == "vanishes"):
        together = list(several)
        left = {change.start for change in together if change.start}
        assert left <= occupied, changes
        occupied = occupied - left
        if not vanishing:
            occupied = occupied | {change.end for change in together}
    return occupied


# ---- words -------------------------------------------------------------------------------------


def test_both_languages_say_the_same(game):
    english, finnish = texts(game, "en"), texts(game, "fi")
    assert list(english) == list(finnish)
    for key, text in english.items():
        assert placeholders(text) == placeholders(finnish[key]), key


def slug(reason):
    return re.sub(r"[^a-z0-9]+", "-", reason.lower()).strip("-")


def test_everything_has_words(game):
    wanted = {"title", "summary", "goal"}
    for option in game.options:
        wanted |= {f"option.{option.name}", f"option.{option.name}.help"}
    for preset in game.presets:
        wanted |= {f"preset.{preset.name}", f"preset.{preset.name}.help"}
        rules = game.preset(preset.name)
        board = view_of(rules).board(rules)
        wanted |= {f"player.{player}" for player in range(rules.players)}
        wanted |= {f"button.{button}" for button in board.buttons}
    wanted |= {f"reason.{slug(reason)}" for reason in game.rules_type.reasons}
    assert wanted <= set(texts(game, "en")), wanted - set(texts(game, "en"))


# ---- rules pages -------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["glance.md", "glance.fi.md", "rules.md", "rules.fi.md"])
def test_rules_pages_show_real_positions(game, page):
    text = read(game.name, page)
    blocks = re.findall(r"```position\n(.*?)\n(.*?)```", text, re.DOTALL)
    assert blocks, f"{page} of {game.name} draws no position"
    for data, caption in blocks:
        position = json.loads(data)
        position.pop("arrows", None)
        assert quatrefoil.position(json.dumps(position)).rules.game is game
        assert caption.strip()
