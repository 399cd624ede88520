"""By keyboard alone: every game can be played without a mouse, and without knowing its rules."""

from __future__ import annotations

import random

import pytest
from driver import ARROWS, make_match, moves_made, tab_to

import quatrefoil

GAMES = quatrefoil.names()
ALONE = [{"kind": "me"}, {"kind": "me"}]

#: What waits for the keyboard: a button that ends the turn, the board, or buttons below it.
WAITS_FOR = """(before) => {
  if (document.querySelectorAll('.moves button.move').length > before) return 'done';
  if (document.querySelector('.draft .primary:enabled')) return '.draft .primary';
  if (document.querySelector('.target')) return '.board > svg';
  const first = '.bars .bar:not(.draft) button:enabled';
  return document.querySelector(first) && first;
}"""


def _move(page, rng: random.Random) -> None:
    """Make a move with Tab, arrows and Enter."""
    before = moves_made(page)
    for _ in range(60):
        wanted = page.wait_for_function(WAITS_FOR, arg=before).json_value()
        if wanted == "done":
            return
        if not tab_to(page, wanted):
            continue
        if wanted == ".board > svg":
            page.keyboard.press(rng.choice(ARROWS))
        page.keyboard.press("Enter")
    raise AssertionError("sixty times Enter made no move")


@pytest.mark.parametrize("game", GAMES)
def test_moves_by_keyboard_alone(game, visit, server):
    page = visit(make_match(server.url, {"game": game, "seats": ALONE})["take_along"])
    rng = random.Random(game)
    for _ in range(2):
        page.wait_for_selector(".board.active")
        _move(page, rng)
    assert page.locator("#live").inner_text()  # moves are announced


def test_from_the_door_to_a_match_by_keyboard_alone(visit):
    page = visit("/")
    page.wait_for_selector(".card")
    tab_to(page, ".card button.primary")
    page.keyboard.press("Enter")
    page.wait_for_selector(".match .board")
