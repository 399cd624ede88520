"""TrioTrio's view: all that it names exists, and what it shows is what the rules say."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from itertools import pairwise

import pytest
from triotrio_tools import OPTION_SETS, at

import quatrefoil
from quatrefoil.core.rng import Rng
from quatrefoil.games.triotrio import GAME, view
from quatrefoil.games.triotrio.position import decode
from quatrefoil.view.data import Phrase, json_text, plain_data, view_of

FOLDER = resources.files("quatrefoil.games.triotrio")
LANGUAGES = ("en", "fi")


def _read(name: str) -> str:
    return FOLDER.joinpath(name).read_text(encoding="utf-8")


TEXTS = {language: json.loads(_read(f"texts/{language}.json")) for language in LANGUAGES}
LEARN = json.loads(_read("learn.json"))
FENCE = re.compile(r"^```position\n(\{.*\})\n(.+)\n```$", re.MULTILINE)


def _matches(seeds: int = 6):
    """Yield every position of random matches, and a move made in it (None at the end)."""
    for options in OPTION_SETS:
        for seed in range(seeds):
            position, rng = quatrefoil.rules("triotrio", options).start(), Rng(seed)
            for _ in range(400):
                if position.is_over:
                    break
                move = position.random_move(rng)
                yield position, move
                position.push(move)
            yield position, None


# Positions that random play seldom meets: each has marks or facts of its own.
RARE = [
    at("Re5 Pb3", "Pd8 Rg7", cow=[2, 0], cow_at_start=True),
    at("Re5 Pb3", "Pd8 Rg7", cow=[3, 0], cow_at_start=True, phase="reclaim"),
    at("Re5 Pb3 Se1", "Pd8 Rg7", must_leave=[True, False], phase="decide"),
    at("Re5 Pb3 Sc1", "Pd8 Rg7"),
    at("Sd2 Pe3", "Si1 Pe9", turn="blue", phase="move", roll=4),
    at("Rh7 Re3", "Ph8 Sg6"),
    at("Ra1", "Pa2", quiet=150),
    at("Ra1", "Pb1 Pb2 Pa2", phase="move", roll=1),
    at("Sd2", "", {}),
    at("Sd2", "Pa9", quiet=200),
]


@cache
def _places(rules) -> set[str]:
    return {place.id for place in view.board(rules).places}


def _moves():
    """Yield positions with a legal move: those of random matches, and all of the rare positions."""
    yield from ((position, move) for position, move in _matches() if move is not None)
    for position in RARE:
        yield from ((position, move) for move in position.legal_moves())


# ---- clicks -------------------------------------------------------------------------------------


def test_every_legal_move_has_one_path_that_can_be_walked():
    for position, _ in _matches():
        found = view.paths(position)
        if position.turn < 0:
            assert not found
            continue
        assert sorted(path.token for path in found) == position.legal_tokens()
        clicks = {path.clicks for path in found}
        assert len(clicks) == len(found)
        # No path is the beginning of another: the last click makes the move.
        assert not any(path[:n] in clicks for path in clicks for n in range(1, len(path)))


def test_clicks_are_places_or_buttons():
    for position, _ in _matches(seeds=2):
        known = _places(position.rules) | set(view.BUTTONS)
        assert all(set(path.clicks) <= known for path in view.paths(position))


def test_a_change_asks_for_a_second_click():
    paths = {path.token: path.clicks for path in view.paths(at("Re5", "Pd8"))}
    assert paths == {"keep": ("keep",), "change:e5": ("e5", "change")}


# ---- the board and what is on it ----------------------------------------------------------------


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.name)
def test_the_board_has_every_square_inside(preset):
    rules = GAME.preset(preset.name)
    board = view.board(rules)
    assert [place.id for place in board.places] == [
        rules.square_name(square) for square in range(rules.size**2)
    ]
    assert all(0 < place.x < board.width and 0 < place.y < board.height for place in board.places)
    assert view_of(rules) is view
    assert json.loads(json_text(board)) == plain_data(board)


def test_all_that_a_scene_names_exists():
    symbols = view.board(GAME.rules()).symbols
    for position, _ in [*_matches(), *((rare, None) for rare in RARE)]:
        places = _places(position.rules)
        scene = view.scene(position)
        taken = [piece.place for piece in scene.pieces]
        assert len(set(taken)) == len(taken)
        assert set(taken) <= places
        assert all(piece.symbol in symbols for piece in scene.pieces)
        for mark in scene.marks:
            assert set(mark.places) <= places
            assert not mark.piece or mark.piece in taken
        _check_words(scene.facts, scene.marks, view.describe(position))


def _check_words(facts, marks, described):
    words = [fact.words for fact in facts] + [mark.words for mark in marks if mark.words]
    for phrase in words + described:
        _check_phrase(phrase)


def _check_phrase(phrase: Phrase):
    """Every language has the words, and every value that they ask for is given."""
    for texts in TEXTS.values():
        text = texts[phrase.key]
        for form in [text] if isinstance(text, str) else text.values():
            assert set(re.findall(r"\{(\w+)\}", form)) <= set(phrase.values)
        if not isinstance(text, str):
            assert isinstance(phrase.values["count"], int)
        for value in phrase.values.values():
            if isinstance(value, str) and value.startswith("@"):
                assert value[1:] in texts


def test_moves_in_words():
    keys = set()
    for position, move in _moves():
        phrase = view.say(position, move)
        _check_phrase(phrase)
        keys.add(phrase.key)
    assert keys == {key for key in TEXTS["en"] if key.startswith("say.")}


def test_repelled_squares_are_those_that_a_piece_cannot_enter():
    """TT-9: shown for each piece of the mover, on demand."""
    position = at("Ra1", "Rd4", phase="decide")
    [mark] = [mark for mark in view.scene(position).marks if mark.kind == "repelled"]
    assert mark.on_demand
    assert mark.piece == "a1"
    assert mark.shapes[0].attributes["d"].count("M") == 8  # around d4, where a piece stands
    names = {position.rules.square_name(square) for square in position.repelled_from(0)}
    assert names == {f"{column}{row}" for column in "cde" for row in (3, 4, 5)}


def test_the_cow_says_what_it_means():
    """TT-12 to TT-14."""
    counting, asked, leaving, full = (view.scene(position) for position in RARE[:4])
    assert ("fact.cow", {"turns": 2, "count": 1}) in _facts(counting, 0)
    assert "fact.cow.ready" in dict(_facts(asked, 0))
    assert "fact.cow.leave" in dict(_facts(leaving, 0))
    assert "fact.cow.full" in dict(_facts(full, 0))
    [ring] = [mark for mark in counting.marks if mark.kind == "cow"]
    assert [shape.attributes["class"] for shape in ring.shapes] == ["arc full", "arc full", "arc"]
    assert any(mark.kind == "must-leave" and mark.words for mark in leaving.marks)


def _facts(scene, player):
    return [(fact.words.key, fact.words.values) for fact in scene.facts if fact.player == player]


def test_a_capture_that_costs_the_captor_is_pointed_out():
    """TT-10: Blue's Scissors would be lost beside Yellow's."""
    marks = [mark for mark in view.scene(RARE[4]).marks if mark.kind == "sacrifice"]
    assert [(mark.piece, mark.places) for mark in marks] == [("i1", ("e3",))]


def test_what_a_piece_must_not_become_is_pointed_out():
    """TT-7: beside Blue's Paper; beside Blue's Scissors, and the permanent ones far enough."""
    risks = {mark.piece: mark.words for mark in view.scene(RARE[5]).marks if mark.kind == "risk"}
    assert set(risks) == {"h7"}
    assert risks["h7"].key == "mark.risk.2"


# ---- what moves do ------------------------------------------------------------------------------


def test_changes_lead_from_scene_to_scene():
    seen = set()
    for position, move in _moves():
        before = {piece.place: piece for piece in view.scene(position).pieces}
        after = position.copy()
        after.push(move)
        wanted = {piece.place: piece for piece in view.scene(after).pieces}
        for change in view.changes(position, move):
            seen.add(change.how)
            if change.how == "vanishes":
                del before[change.start]
            elif change.how == "slides":
                before[change.end] = _moved(before.pop(change.start), change.end)
            elif change.end in wanted:  # appears, or becomes what it stays
                before[change.end] = wanted[change.end]
        assert before == wanted
    assert seen == {"appears", "vanishes", "slides", "becomes"}


def _moved(piece, place):
    return type(piece)(piece.symbol, place, piece.player)


def test_a_reclaimed_piece_appears():
    position = RARE[1]
    [change] = view.changes(position, position.parse("reclaim:scissors"))
    assert (change.how, change.end) == ("appears", "e1")


def test_a_route_has_as_many_steps_as_the_die_shows_and_obeys_the_rules():
    """TT-9: one way of stepping, never straight back, not onto pieces, nowhere repelled."""
    for position, _ in _matches(seeds=3):
        if position.roll == 0:
            continue
        size = position.rules.size
        taken = position.pieces(0) | position.pieces(1)
        for move in position.legal_moves():
            kind, start, end = decode(move)
            if kind == "stay":
                continue
            route = [start, *position.route(start, end)]
            assert len(route) == position.roll + 1
            assert route[-1] == end
            closed = set(position.repelled_from(start)) | (taken.keys() - {start})
            assert not closed & set(route[1:-1])
            assert all(a != b for a, b in zip(route, route[2:], strict=False))
            steps = {_step(a, b, size) for a, b in pairwise(route)}
            assert steps in _WAYS[taken[start]]


#: By kind, which lengths of steps a move can have: 1 is straight, 2 diagonal.
_WAYS = [[{1}, {2}], [{1}], [{2}]]


def _step(a: int, b: int, size: int) -> int:
    (row, column), (next_row, next_column) = divmod(a, size), divmod(b, size)
    assert max(abs(row - next_row), abs(column - next_column)) == 1
    return abs(row - next_row) + abs(column - next_column)


# ---- words --------------------------------------------------------------------------------------


def test_both_languages_say_the_same_things():
    english, finnish = TEXTS["en"], TEXTS["fi"]
    assert list(english) == list(finnish)
    for key, text in english.items():
        assert isinstance(text, str) == isinstance(finnish[key], str)
        forms = [text] if isinstance(text, str) else [*text.values()]
        others = [finnish[key]] if isinstance(text, str) else [*finnish[key].values()]
        values = {value for form in forms for value in re.findall(r"\{(\w+)\}", form)}
        assert values == {value for form in others for value in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_name(language):
    texts = TEXTS[language]
    rules = GAME.rules()
    board = view.board(rules)
    wanted = {"title", "summary", "goal", "player.0", "player.1"}
    wanted |= {f"symbol.{name}" for name in board.symbols}
    wanted |= {f"button.{name}" for name in board.buttons}
    wanted |= {f"reason.{re.sub('[^a-z0-9]+', '-', reason)}" for reason in rules.reasons}
    for option in GAME.options:
        wanted |= {f"option.{option.name}", f"option.{option.name}.help"}
        words = [choice for choice in getattr(option, "choices", ()) if isinstance(choice, str)]
        wanted |= {f"option.{option.name}.{word}" for word in words}
    for preset in GAME.presets:
        wanted |= {f"preset.{preset.name}", f"preset.{preset.name}.help"}
    assert wanted <= texts.keys()


# ---- lessons and rules --------------------------------------------------------------------------


def test_the_showcase_is_a_position():
    assert len(view.scene(quatrefoil.position(LEARN["showcase"])).pieces) == 6


def test_lesson_1_paper_takes_rock():
    after, change = _solve(0)
    assert "e4" in after["yellow"]
    assert "e4" not in after["blue"]
    assert change[-1].via == ("d3", "e3")


def test_lesson_2_in_the_shadow_a_capture_costs_the_captor():
    after, _ = _solve(1)
    for square, roll, lost in (("g3", 2, False), ("e3", 4, True)):
        yellow = {"d2": "scissors", square: "paper"}
        position = quatrefoil.position(after | {"yellow": yellow, "phase": "move", "roll": roll})
        position.play(f"i1-{square}")
        blue = position.to_json()["blue"]
        assert "i1" not in blue
        assert (square not in blue) is lost


def test_lesson_3_one_piece_changes_safely_the_other_does_not():
    position = quatrefoil.position(LEARN["lessons"][2]["position"])
    fatal = {
        position.rules.square_name(square): position.fatal_kinds(square)
        for square in position.pieces(0)
    }
    assert fatal == {"e3": [], "h7": [1]}
    after, _ = _solve(2)  # changed by one roll, it takes its hunter with the next
    assert after["yellow"]["e6"] == "paper"
    assert "e6" not in after["blue"]


def test_lesson_4_the_cow_gives_back():
    after, change = _solve(3)
    assert after["yellow"]["e1"] == "scissors"
    assert after["must_leave"] == [True, False]
    assert change[0].how == "appears"


def test_lesson_5_the_last_capture_wins_though_the_captor_is_lost():
    lesson = LEARN["lessons"][4]
    assert lesson["accept"] == "win"
    winning = []
    for token in quatrefoil.position(lesson["position"]).legal_tokens():
        position = quatrefoil.position(lesson["position"])
        position.play(token)
        if position.is_over:
            assert position.outcome().winners == (0,)
            assert not position.pieces(0)
            winning.append(token)
    assert winning == ["d2-f4"]


def _solve(number: int):
    """Play the only solution of a lesson; return the JSON after it, and what its last move did."""
    lesson = LEARN["lessons"][number]
    [tokens] = lesson["accept"]
    position = quatrefoil.position(lesson["position"])
    for token in tokens:
        move = position.parse(token)
        changes = view.changes(position, move)
        position.push(move)
    return position.to_json(), changes


@pytest.mark.parametrize("name", ["rules.md", "rules.fi.md"])
def test_drawn_examples_are_real_positions(name):
    found = FENCE.findall(_read(name))
    assert len(found) == _read(name).count("```position") >= 6
    for data, caption in found:
        assert view.scene(quatrefoil.position(data)).pieces
        assert caption


def test_the_rules_are_alike_in_both_languages():
    english, finnish = _read("rules.md"), _read("rules.fi.md")
    assert [found[0] for found in FENCE.findall(english)] == [
        found[0] for found in FENCE.findall(finnish)
    ]
    assert re.findall(r"^#+", english, re.MULTILINE) == re.findall(r"^#+", finnish, re.MULTILINE)
    assert english.count("**Our reading:**") == finnish.count("**Tulkintamme:**")
    assert re.findall(r"TT-\d+", english) == re.findall(r"TT-\d+", finnish)
