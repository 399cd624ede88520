"""For everybody: keyboard alone, a phone, both languages, a screen reader, light and dark."""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path

import pytest
from driver import boxes, make_match, play_one_move, play_to_the_end, wait_for_board
from tests.conformance.variants import walk

import quatrefoil
from quatrefoil.core.registry import BUILT_IN

ROOT = Path(quatrefoil.__file__).parent
GAMES = quatrefoil.names()
THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
#: The pages of a game, and the resource without which it has none.
PAGES = {
    "/new/{}?with=friend": "texts/en.json",
    "/learn/{}": "learn.json",
    "/rules/{}": "rules.md",
    "/study/{}": "texts/en.json",
    "/analysis/{}": "texts/en.json",
    "/puzzles/{}": "puzzles.json",
}


def _phone() -> dict[str, object]:
    return {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def _addresses(games: tuple[str, ...] = GAMES) -> list[str]:
    return [
        "/",
        *(
            page.format(game)
            for page, resource in PAGES.items()
            for game in games
            if quatrefoil.game(game).has(resource)
        ),
    ]


def test_keyboard_alone(visit, server):
    seats = [{"kind": "me"}, {"kind": "me"}]
    made = make_match(server.url, {"game": "blinq", "options": {"size": 4}, "seats": seats})
    page = visit(made["take_along"])
    page.wait_for_selector(".board.active")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.matches('.board svg')"):
            break
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("ArrowRight")
    page.locator("#live").get_by_text(re.compile(r"\w\d: empty")).wait_for(state="attached")
    page.keyboard.press("Enter")  # pick the place
    page.keyboard.press("Escape")  # … and think again
    assert page.locator(".picked").count() == 0
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 1")
    page.locator("#live").get_by_text("red to the east").first.wait_for(state="attached")
    field = page.get_by_role("combobox", name="Type a move")
    field.focus()
    page.keyboard.type("1a1w")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 2")
    page.get_by_role("button", name="Position in words").press("Enter")
    assert "Level 1" in page.get_by_role("dialog").inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_a_phone(game, visit, server):
    seats = [{"kind": "me"}, {"kind": "me"}]
    made = make_match(server.url, {"game": game, "seats": seats})
    page = visit(made["take_along"], **_phone())
    page.wait_for_selector(".board.active")
    assert boxes(page, ".board")[0]["width"] >= 388
    play_one_move(page, random.Random(game), tap=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_phone_on_its_side(visit, server):
    made = make_match(server.url, {"game": "trifoil", "seats": [{"kind": "me"}, {"kind": "me"}]})
    page = visit(made["take_along"], **{**_phone(), "viewport": {"width": 844, "height": 390}})
    page.wait_for_selector(".board.active")
    assert boxes(page, ".board")[0]["height"] >= 0.65 * 390
    play_one_move(page, random.Random(5), tap=True)
    (status,) = boxes(page, ".status")
    assert status["y"] + status["height"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 844


def test_a_whole_match_on_a_phone(visit, server):
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    made = make_match(server.url, {"game": "trifoil", "seats": seats})
    page = visit(made["take_along"], **_phone())
    assert play_to_the_end(page, random.Random(7), tap=True)


def test_a_phone_shows_no_empty_page_below_a_long_match(visit):
    *_, line = walk(quatrefoil.rules("trickle"), seed=6, moves=400)
    page = visit("/", **_phone())
    page.get_by_role("button", name="Open a record").click()
    page.get_by_role("textbox", name="Record").fill(quatrefoil.Record.of(line).dumps())
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    page.wait_for_selector(".moves .move")
    below = "document.documentElement.scrollHeight - document.querySelector('main').offsetHeight"
    assert page.evaluate(below) < 100


def test_opening_a_record_fits_a_phone(visit):
    page = visit("/", **_phone())
    page.get_by_role("button", name="Open a record").click()
    dialog = page.get_by_role("dialog")
    assert dialog.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    page.get_by_role("textbox", name="Record").fill("{}")
    dialog.get_by_role("button", name="Open").click()
    page.get_by_role("alert").get_by_text("This record can't be opened").wait_for()


def test_an_invitation_fits_a_phone(visit, server):
    made = make_match(server.url, {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "open"}]})
    page = visit(made["take_along"], **_phone())
    page.wait_for_selector(".curtain .qr img")
    title, code, top = boxes(page, ".curtain h2", ".qr img", "#top")
    assert top["y"] + top["height"] <= title["y"]
    assert code["y"] + code["height"] <= 844
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_nothing_sticks_out_of_a_phone(visit, server):
    page = visit("/", **_phone())
    for address in _addresses():
        page.goto(server.url + address)
        page.wait_for_selector("h1")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, address


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_the_hero(game, visit, server):
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    made = make_match(server.url, {"game": game, "seats": seats})
    page = visit(made["take_along"])
    wait_for_board(page)
    assert boxes(page, ".board")[0]["height"] >= 0.7 * 900


@pytest.mark.parametrize("language", ["en", "fi"])
def test_no_words_are_missing_on_any_page(language, visit, server):
    page = visit("/", locale=language)
    for address in _addresses():
        page.goto(server.url + address)
        page.wait_for_selector("h1")
        _check_words(page, language, address)


@pytest.mark.parametrize("game", GAMES)
def test_no_words_are_missing_in_a_finnish_match(game, visit, server):
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    made = make_match(server.url, {"game": game, "seats": seats})
    page = visit(made["take_along"], locale="fi")
    page.wait_for_selector(".board.active")
    _check_words(page, "fi", "before the first move")
    play_one_move(page, random.Random(game))
    page.get_by_role("button", name="Sanoina", exact=True).click()
    page.get_by_role("button", name="Luovuta").click()
    page.get_by_role("dialog").get_by_role("button", name="Luovuta").click()
    page.wait_for_selector(".board.over")
    _check_words(page, "fi", "after the match")


def _check_words(page, language: str, where: str) -> None:
    assert page.evaluate("document.documentElement.lang") == language
    words = page.locator("body").inner_text()
    kinds = (
        "home|new|learn|match|board|frame|option|preset|say|fact|mark|reason|refusal|button"
        "|study|analysis|review|puzzle|explore|measure|edit"
    )
    assert not re.findall(rf"\b(?:{kinds})\.[a-z]\S+", words), where


def test_switching_the_language(visit):
    page = visit("/")
    page.get_by_role("combobox", name="Language").select_option("fi")
    page.get_by_role("button", name="Pelaa konetta vastaan: Blinq").wait_for()
    page.reload()
    page.get_by_role("button", name="Pelaa konetta vastaan: Blinq").wait_for()


@pytest.mark.parametrize("folder", ["web", *(f"games/{game}" for game in BUILT_IN)])
def test_both_languages_say_the_same_things(folder):
    english, finnish = (_texts(folder, language) for language in ("en", "fi"))
    assert set(english) == set(finnish)
    for key, text in english.items():
        assert _values(text) == _values(finnish[key]), key
        assert isinstance(text, dict) == isinstance(finnish[key], dict), key


def test_every_text_that_is_asked_for_exists():
    texts = _texts("web", "en")
    for path in (ROOT / "web").rglob("*.js"):
        for key in re.findall(r"\bt\(\s*\"([\w.-]+)\"", path.read_text(encoding="utf-8")):
            assert key in texts, f"{path.name} asks for {key}"


def test_the_page_asks_for_files_that_exist():
    page = (ROOT / "web" / "index.html").read_text(encoding="utf-8")
    folders = {"static": ROOT / "web", "style": ROOT / "view" / "css"}
    asked = re.findall(r'(?:href|src)="/(\w+)/([^"]+)"', page)
    for folder, name in asked:
        assert (folders[folder] / name).is_file(), name
    assert {folder for folder, _ in asked} == set(folders)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_barrier(scheme, axe, visit, server):
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    for game in GAMES:
        made = make_match(server.url, {"game": game, "seats": seats})
        page = visit(made["take_along"], color_scheme=scheme)
        wait_for_board(page)
        _check(axe, page, game, scheme)
    page = visit("/", color_scheme=scheme)
    # Half of the games in each theme will do, unless there is time.
    games = GAMES if THOROUGH else GAMES[:2] if scheme == "dark" else GAMES[2:]
    for address in _addresses(games):
        page.goto(server.url + address)
        page.wait_for_selector("h1")
        page.wait_for_load_state("networkidle")  # pictures are there
        for more in page.locator("main summary").all():
            more.click()
        _check(axe, page, address, scheme)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_barrier_before_and_after_a_match(scheme, axe, visit, server):
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = make_match(server.url, {"game": "blinq", "seats": seats, "first": "rps"})
    mine = visit(made["take_along"], color_scheme=scheme)
    mine.wait_for_selector(".qr img")
    _check(axe, mine, "invitation", scheme)
    theirs = visit(made["link"], color_scheme=scheme, **_phone())
    theirs.get_by_role("textbox", name="Your name").fill("Ada")
    _check(axe, theirs, "free seat", scheme)
    theirs.get_by_role("button", name="Sit down and play").click()
    theirs.get_by_role("button", name="Paper").click()
    mine.wait_for_selector(".signs")
    _check(axe, mine, "who begins", scheme)
    mine.get_by_role("button", name="Rock").click()
    theirs.wait_for_selector(".board.active")
    play_one_move(theirs, random.Random(scheme), tap=True)
    theirs.get_by_role("button", name="Resign").click()
    _check(axe, theirs, "dialog", scheme)
    theirs.get_by_role("dialog").get_by_role("button", name="Resign").click()
    theirs.get_by_role("button", name="Review").click()
    theirs.wait_for_selector(".graph .values")
    _check(axe, theirs, "review", scheme)


def test_no_serious_barrier_in_rules_on_a_phone(axe, visit, server):
    page = visit("/", **_phone())
    for game in GAMES if THOROUGH else ("trifoil",):  # it has what is too wide for a phone
        page.goto(f"{server.url}/rules/{game}")
        page.wait_for_selector("h1")
        page.wait_for_load_state("networkidle")
        _check(axe, page, game)


#: Notes when the first button of the first page can be pressed.
_NOTE_USABLE = """new MutationObserver((_, observer) => {
  if (!document.querySelector('.card button.primary')) return;
  observer.disconnect();
  window.usable = performance.now();
}).observe(document, { subtree: true, childList: true })"""

#: The bytes of everything that was loaded, as they came over the line.
_BYTES = """() => ['navigation', 'resource']
  .flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""


#: How well the words on the players' colours stand out, the worst first: 1 is not at all, 21 is
#: black on white.
ON_COLOURS = """() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
      .map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05;
  };
  return [...document.querySelectorAll('.share-bar .part[data-player]:not([data-player=shared])')]
    .map((part) => getComputedStyle(part))
    .map(({ color, backgroundColor }) => light(color) / light(backgroundColor))
    .map((ratio) => Math.max(ratio, 1 / ratio)).sort((one, other) => one - other);
}"""


@pytest.mark.parametrize("game", BUILT_IN)
def test_words_on_a_players_colour_stand_out(game, visit):
    page = visit(f"/explore/{game}")
    page.locator(".share-bar").first.wait_for()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(ON_COLOURS)[0] > 3.7, scheme


def test_the_first_page_is_light_and_quick(browser, server):
    times = []
    for _ in range(3):  # the quickest counts: other programs may keep the machine busy
        context = browser.new_context()
        page = context.new_page()
        page.add_init_script(_NOTE_USABLE)
        page.goto(server.url)
        page.wait_for_selector(".card .board")
        page.wait_for_load_state("networkidle")
        times.append(page.evaluate("window.usable"))
        loaded = page.evaluate(_BYTES)
        context.close()
        assert loaded < 150_000
    # Half a second where nothing else runs.
    assert min(times) < 3000, times


def _check(axe, page, where: str, scheme: str = "light") -> None:
    # Dark pages differ in colours alone.
    only = {"runOnly": ["color-contrast"]} if scheme == "dark" and not THOROUGH else {}
    found = axe.run(page, options={"resultTypes": ["violations"], **only}).response["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    told = {one["id"]: [node["html"][:120] for node in one["nodes"][:3]] for one in serious}
    assert not told, f"{where}: {told}"


def _texts(folder: str, language: str) -> dict[str, object]:
    """All texts of a folder: those of every page, and those of some (`study.en.json`)."""
    found: dict[str, object] = {}
    for path in sorted((ROOT / folder / "texts").glob(f"*{language}.json")):
        texts = json.loads(path.read_text(encoding="utf-8"))
        assert not found.keys() & texts.keys(), path
        found |= texts
    return found


def _values(text: object) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", json.dumps(text)))
