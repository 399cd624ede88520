"""What eyes see: nothing is cut, nothing touches what it should not, and boards are large."""

from __future__ import annotations

import pytest
from driver import boxes, overfull_buttons
from phases import Duel

WIDE = {"viewport": {"width": 1440, "height": 900}}
TABLET = {"viewport": {"width": 1024, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ON_ITS_SIDE = {**PHONE, "viewport": {"width": 844, "height": 390}}

#: Names of cells that begin or end on the coloured band of an edge.
ON_A_BAND = """() => {
  const bands = [...document.querySelectorAll('.board .band')];
  const touches = ({ left, right, top, bottom }) =>
    [left, right].some((x) => bands.some((band) => band.isPointInFill(
      new DOMPoint(x, (top + bottom) / 2).matrixTransform(band.getScreenCTM().inverse()))));
  return [...document.querySelectorAll('.board .label')]
    .filter((label) => touches(label.getBoundingClientRect()))
    .map((label) => label.textContent);
}"""

#: How far the centres of the two nearest places are apart.
NEAREST = """() => {
  const centres = [...document.querySelectorAll('.board .target')]
    .map((one) => one.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  return Math.min(...centres.flatMap(([x, y], index) =>
    centres.slice(index + 1).map(([a, b]) => Math.hypot(x - a, y - b))));
}"""


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_names_of_cells_lie_off_the_coloured_edges(size, visit):
    page = visit("/edit/trickle", **size)
    page.wait_for_selector(".verdict strong")
    assert page.locator(".board .label").count() == 22
    assert page.evaluate(ON_A_BAND) == []


def test_buttons_hold_their_words_on_a_finnish_phone(visit, server):
    page = visit("/", locale="fi", **PHONE)
    for address in ("puzzles/triotrio", "edit/blinq", "rules/trickle", "learn/triotrio"):
        page.goto(f"{server.url}/{address}")
        page.wait_for_selector("main .board svg")
        assert overfull_buttons(page) == [], address


@pytest.mark.parametrize("size", [WIDE, TABLET], ids=["wide", "tablet"])
def test_buttons_stay_on_the_screen_whatever_is_beside_the_board(size, visit, server):
    duel = Duel(server.url, "blinq").play(1).theirs(do="offer-draw")
    page = visit(duel.link, **size)
    page.locator(".notes", has_text="offers a draw").wait_for()
    page.locator(".plan:not([hidden])").wait_for()
    actions, moves = boxes(page, ".actions", ".moves")
    assert actions["y"] + actions["height"] <= size["viewport"]["height"]
    assert moves["height"] >= 20


@pytest.mark.parametrize("game", ["trickle", "triotrio"])
def test_a_finger_finds_every_cell_of_a_phone_on_its_side(game, visit, server):
    page = visit("/", **ON_ITS_SIDE)
    for address in ("learn", "puzzles", "analysis", "edit"):
        page.goto(f"{server.url}/{address}/{game}")
        page.wait_for_selector("main .board svg")
        (board,) = boxes(page, "main .board")
        assert board["y"] >= 0, address
        assert 370 <= board["height"] <= 390, address
        assert page.evaluate("document.documentElement.scrollWidth") <= 844, address
    page.wait_for_selector(".board .target")
    assert page.evaluate(NEAREST) >= 36
