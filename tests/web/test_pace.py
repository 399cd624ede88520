"""What others do can be followed: after a moment, one action at a time, at the reader's pace."""

from __future__ import annotations

import random

import pytest
from driver import CAN_ACT, make_match, play_one_move

COMPUTER = [{"kind": "me"}, {"kind": "computer", "level": 1}]

#: Notes when the list of moves grows, by the page's own clock, and what the board marks then.
WATCH = """() => {
  window.seen = [];
  let known = document.querySelectorAll('.moves button.move').length;
  new MutationObserver(() => {
    const moves = document.querySelectorAll('.moves button.move').length;
    if (moves === known) return;
    known = moves;
    window.seen.push({
      at: performance.now(),
      moves,
      pieces: document.querySelectorAll('.frame .pieces .piece').length,
      marked: document.querySelectorAll('.frame .last').length,
    });
  }).observe(document.querySelector('.match'), { childList: true, subtree: true });
}"""


def _type(page, token: str) -> None:
    field = page.get_by_role("combobox", name="Type a move")
    field.fill(token)
    field.press("Enter")


def _trifoil(visit, server, pace: str = "normal", **more):
    """Play a turn of Trifoil, which has several actions, and watch."""
    page = visit(
        make_match(server.url, {"game": "trifoil", "seats": COMPUTER})["take_along"],
        pace=pace,
        **more,
    )
    page.wait_for_selector(".board.active")
    page.evaluate(WATCH)
    _type(page, "a1-b1")
    page.get_by_role("button", name="Confirm turn").click()
    return page


def _seen(page, moves: int) -> list[dict[str, float]]:
    page.wait_for_function(f"() => window.seen.at(-1)?.moves >= {moves}", timeout=30_000)
    return page.evaluate("window.seen")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_computers_turn_comes_after_a_moment_and_one_action_at_a_time(visit, server, motion):
    page = _trifoil(visit, server, reduced_motion=motion)
    page.wait_for_function(CAN_ACT, timeout=30_000)
    seen = _seen(page, 3)
    assert [one["moves"] for one in seen] == [1, 2, 3]  # mine, and two of the computer's
    mine, first, second = seen
    assert first["at"] - mine["at"] >= 500
    assert second["at"] - first["at"] >= 350
    assert [one["pieces"] for one in seen] == [1, 2, 3]  # the board goes along with the list
    assert second["marked"] > 0


def test_a_click_ends_the_show_and_does_nothing_else(visit, server):
    page = visit(
        make_match(server.url, {"game": "trifoil", "seats": COMPUTER})["take_along"], pace="slow"
    )
    page.wait_for_selector(".board.active")
    page.evaluate(WATCH)
    # A busy machine clicks late from outside: this one clicks as soon as there is a show.
    page.evaluate(
        """() => {
          const svg = document.querySelector('.board > svg');
          new MutationObserver((_, watcher) => {
            if (!document.querySelector('.frame.showing')) return;
            watcher.disconnect();
            const { x, y, width, height } = svg.getBoundingClientRect();
            const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true };
            svg.dispatchEvent(new PointerEvent('pointerdown', at));
          }).observe(document.querySelector('.frame'), { attributes: true });
        }"""
    )
    _type(page, "a1-b1")
    page.get_by_role("button", name="Confirm turn").click()
    page.wait_for_selector(".board.active")
    assert [one["moves"] for one in _seen(page, 3)] == [1, 3]  # the rest came at once
    assert page.locator(".targets .picked").count() == 0


def test_whose_turn_is_shown_is_whose_name_is_lit(visit, server):
    page = _trifoil(visit, server, pace="slow")
    lit = """() => document.querySelector('.frame.showing')
      && document.querySelectorAll('.moves .move').length === 2
      && document.querySelector('.player.moving .portrait') !== null"""
    page.wait_for_function(lit)
    page.locator(".player.moving", has_text="You").wait_for()


def test_who_wants_it_at_once_gets_it_and_can_see_it_again(visit, server):
    page = _trifoil(visit, server, pace="at-once")
    page.wait_for_selector(".board.active")
    assert _seen(page, 3)[-1]["pieces"] == 3
    page.evaluate(
        """() => {
          window.counts = [];
          const pieces = document.querySelector('.frame .pieces');
          new MutationObserver(() => {
            if (counts.at(-1)?.pieces !== pieces.childElementCount)
              counts.push({ at: performance.now(), pieces: pieces.childElementCount });
          }).observe(pieces, { childList: true });
        }"""
    )
    page.get_by_role("button", name="See the last turn again").click()
    page.wait_for_function("() => counts.at(-1)?.pieces === 3 && counts.length > 1")
    counts = page.evaluate("counts")
    assert [one["pieces"] for one in counts] == [1, 2, 3]
    assert counts[1]["at"] - counts[0]["at"] >= 500
    assert counts[2]["at"] - counts[1]["at"] >= 350
    page.wait_for_selector(".board.active")  # and it is still the reader's turn


def test_the_pace_is_chosen_and_remembered(visit, server):
    page = _trifoil(visit, server)
    page.wait_for_selector(".board.active", timeout=30_000)
    menu = page.get_by_role("combobox", name="How fast the other players’ turns are shown")
    assert menu.input_value() == "normal"
    menu.select_option("Fast")
    page.reload()
    page.wait_for_selector(".board.active")
    assert menu.input_value() == "fast"


def test_a_friends_turn_of_several_actions_is_shown_one_by_one(visit, server):
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = make_match(server.url, {"game": "trifoil", "seats": seats})
    mine, theirs = visit(made["take_along"], pace="normal"), visit(made["link"])
    theirs.get_by_role("button", name="Sit down and play").click()
    mine.wait_for_selector(".board.active")
    _type(mine, "a1-b1")
    mine.get_by_role("button", name="Confirm turn").click()
    theirs.wait_for_selector(".board.active")
    mine.evaluate(WATCH)
    _type(theirs, "a2-b1")
    _type(theirs, "a2-b2")
    theirs.get_by_role("button", name="Confirm turn").click()
    first, second = _seen(mine, 3)
    assert second["at"] - first["at"] >= 350
    assert (first["pieces"], second["pieces"]) == (2, 3)
    said = mine.locator("#live").inner_text()
    assert said.count("a2") >= 2  # both at once, for those who listen


def test_rolls_are_seen_in_order_and_clocks_stay_true(visit, server):
    clock = {"kind": "realtime", "base": 600, "increment": 0}
    wish = {"game": "triotrio", "options": {"first": "yellow"}, "seats": COMPUTER, "clock": clock}
    page = visit(make_match(server.url, wish)["take_along"], pace="normal")
    page.wait_for_function(CAN_ACT)
    page.evaluate(WATCH)
    rng = random.Random(3)
    before = page.locator(".moves button.move").count()
    play_one_move(page, rng)
    page.wait_for_function(CAN_ACT, timeout=30_000)
    moves = [one["moves"] for one in page.evaluate("window.seen")]
    assert moves == sorted(moves)  # nothing was shown before what came before it
    assert moves[-1] > before
    left = page.locator(".clock").first.inner_text()
    assert left.startswith(("9:", "10:"))
