"""What the server refuses is said in the reader's language, and says what to do instead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from driver import make_match

import quatrefoil
from quatrefoil.match.errors import CODES

ROOT = Path(quatrefoil.__file__).parent
ALONE = [{"kind": "me"}, {"kind": "me"}]

#: Options that exclude each other: the game, the options, how the explanation begins in Finnish.
BAD = [
    ("trickle", {"rings": 4, "bead_rings": 3}, "Kun kehiä on 4"),
    ("trickle", {"rings": 8, "bead_rings": 6}, "Helmiä olisi 127"),
    ("trickle", {"bear_off": True, "corner_moves": True}, "Nämä eivät sovi yhteen"),
    ("trickle", {"rings": 7, "bead_rings": 3, "chain_jumps": True}, "Ketjuhypyt"),
    ("trickle", {"bead_values": "random", "bead_rings": 1}, "Eriarvoiset"),
    ("blinq", {"size": 4, "neutral": "centre"}, "Puolueeton palikka: tämä ei käy"),
    ("blinq", {"size": 99}, "Koko: tämä ei käy"),
    ("trifoil", {"board": "7"}, "Lauta: tämä ei käy"),
]

#: Boards that somebody made up, and how the explanation of what is wrong begins in Finnish.
BAD_BOARDS = [
    ({}, "Oma lauta on JSON-olio"),
    ({"blinks": [[0, 0]]}, "Omassa laudassa on 2–37 Blinkiä"),
    ({"blinks": [[0, 0], [0, 0]]}, "Kohdassa [0, 0] on kaksi"),
    ({"blinks": [[0, 0], [0, 1]]}, "Blinkit eivät voi olla kohdissa [0, 0] ja [0, 1]"),
    ({"blinks": [[0, 0], [0, 4]]}, "Laudan Blinkien pitää olla"),
    ({"blinks": [[0, 0], "b1"]}, "Blink on [sarake, y]"),
    ({"spins": {f"s{number}": [] for number in range(61)}}, "Laudalla voi olla enintään 60"),
    ({"spins": {"1": ["a1", "a2", "b1"]}}, "Kuvio '1' tarvitsee toisen nimen"),
    ({"spins": {"delta": "a1"}}, "Kuvio 'delta' on lista"),
    ({"spins": {"delta": ["a1"]}}, "Kuvio 'delta' on lista"),
    ({"spins": {"delta": ["a1", "z9"]}}, "Kuviossa 'delta' on Blink 'z9'"),
    ({"spins": {"delta": ["a1", "a2", "b1", "c1"]}}, "Kuviota 'delta' ei voi kiertää"),
]
FINE_BOARD = {"blinks": [[0, 0], [0, 2], [1, 1], [2, 0]], "chain": 3, "links": 4}

_EXPLAIN = """async ([game, options]) => {
  const [api, { refusalText }, { loadGameTexts }] = await Promise.all(
    ['api', 'refusal', 'texts'].map((name) => import(`/static/js/${name}.js`)));
  await loadGameTexts(game);
  return api.rules(game, options).then(() => '', (problem) => refusalText(problem, game));
}"""


@pytest.mark.parametrize("language", ["en", "fi"])
def test_every_code_has_words(language):
    path = ROOT / "web" / "texts" / f"{language}.json"
    texts = json.loads(path.read_text(encoding="utf-8"))
    assert {f"refusal.{code}" for code in CODES} <= set(texts)


def test_options_that_do_not_go_together_are_explained_in_finnish(visit):
    page = visit("/", locale="fi")
    page.wait_for_selector(".card")
    for game, options, beginning in BAD:
        said = page.evaluate(_EXPLAIN, [game, options])
        assert said.startswith(beginning), (options, said)
        assert "{" not in said


def test_boards_of_ones_own_are_explained_in_finnish(visit):
    page = visit("/", locale="fi")
    page.wait_for_selector(".card")
    assert page.evaluate(_EXPLAIN, ["trifoil", {"board": FINE_BOARD}]) == ""
    for board, beginning in BAD_BOARDS:
        wrong = {**FINE_BOARD, **board} if board else board
        said = page.evaluate(_EXPLAIN, ["trifoil", {"board": wrong}])
        assert said.startswith(beginning), (board, said)
        assert "{" not in said


@pytest.mark.parametrize("language", ["en", "fi"])
def test_defaults_that_depend_on_other_options_are_in_words(language):
    for game in quatrefoil.all_games():
        path = ROOT / "games" / game.name / "texts" / f"{language}.json"
        texts = json.loads(path.read_text(encoding="utf-8"))
        for option in game.options:
            told = option.describe_default()
            assert " " not in told or f"option.{option.name}.{told}" in texts


def test_what_a_match_does_not_allow_is_said_in_finnish(visit, server):
    wish = {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "open"}]}
    made = make_match(server.url, wish)
    mine, theirs = (visit(made[link], locale="fi") for link in ("take_along", "link"))
    theirs.get_by_role("button", name="Liity peliin").click()
    mine.wait_for_selector(".board.active")
    offer = mine.get_by_role("button", name="Tarjoa tasapeliä")
    offer.click()
    mine.locator("[aria-disabled]", has_text="Tarjoa tasapeliä").wait_for()
    offer.click(force=True)
    mine.locator(".toast", has_text="Tätä on jo ehdotettu").wait_for()
