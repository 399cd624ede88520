"""A dead line is never green: it is noticed, and all comes back by itself."""

from __future__ import annotations

import json

import pytest
from driver import make_match
from running import Server

import quatrefoil

COMPUTER = [{"kind": "me"}, {"kind": "computer", "level": 1}]
MOVES = "() => document.querySelectorAll('.moves .move').length >= {}"

#: Collects when the line was what, by the clock of the page.
WATCH = """() => {
  const dot = document.querySelector('.connection');
  window.seen = [];
  new MutationObserver(() => window.seen.push([performance.now(), dot.dataset.state]))
    .observe(dot, { attributes: true });
}"""


@pytest.fixture
def mortal(tmp_path):
    server = Server(tmp_path)
    server.start()
    yield server
    server.go_on()
    server.kill()


def _type(page, token: str) -> None:
    field = page.get_by_role("combobox", name="Type a move")
    field.fill(token)
    field.press("Enter")


def _recovery(page) -> float:
    """Return how long it took from when the page said `window.back` until it was connected."""
    page.wait_for_selector(".connection[data-state=connected]", timeout=30_000)
    return page.evaluate("window.seen.findLast(([, state]) => state === 'connected')[0]") - (
        page.evaluate("window.back")
    )


def test_a_server_that_hangs_is_noticed_and_the_own_move_is_shown(visit, mortal):
    page = visit(make_match(mortal.url, {"game": "blinq", "seats": COMPUTER})["take_along"])
    page.wait_for_selector(".board.active")
    page.evaluate(WATCH)
    mortal.pause()
    page.evaluate("window.paused = performance.now()")
    _type(page, "1e5N")
    # The move is there at once, and it is said that it is not yet for good.
    page.wait_for_selector(".targets .ghost.sent")
    page.get_by_text("Sending your move").wait_for()
    assert "1e5N sending" in page.locator(".moves .pending").inner_text()
    assert page.locator(".moves button.move").count() == 0
    page.wait_for_selector(".connection[data-state=offline]", timeout=30_000)
    noticed = page.evaluate(
        "window.seen.find(([, state]) => state === 'offline')[0] - window.paused"
    )
    assert noticed < 9_000  # eight seconds of silence, and what a busy machine adds
    page.evaluate("window.back = performance.now()")
    mortal.go_on()
    assert _recovery(page) < 3_000
    page.wait_for_function(MOVES.format(2))
    page.wait_for_selector(".board.active")
    assert page.locator(".pending, .sent").count() == 0
    tokens = page.locator(".moves .move").all_inner_texts()
    assert tokens[0] == "1e5N"
    assert len(tokens) == 2


def test_a_browser_that_goes_offline_says_so_at_once(visit, server):
    page = visit(make_match(server.url, {"game": "blinq", "seats": COMPUTER})["take_along"])
    page.wait_for_selector(".board.active")
    page.evaluate(WATCH)
    page.context.set_offline(True)
    page.locator(".connection", has_text="You are offline").wait_for()
    _type(page, "1e5N")
    page.wait_for_selector(".targets .ghost.sent")
    page.get_by_text("Sending your move").wait_for()
    # What has not left can be kept.
    page.get_by_role("button", name="Don’t send it").click()
    page.wait_for_selector(".board.active")
    assert page.locator(".pending, .sent").count() == 0
    _type(page, "1a1N")
    page.wait_for_selector(".moves .pending")
    page.evaluate("addEventListener('online', () => (window.back = performance.now()))")
    page.context.set_offline(False)
    assert _recovery(page) < 3_000
    page.wait_for_function(MOVES.format(2))
    assert page.locator(".moves .move").first.inner_text() == "1a1N"


def test_stepping_without_a_line_says_why_it_does_not_work(visit, server):
    made = make_match(server.url, {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "me"}]})
    page = visit(made["take_along"])
    page.wait_for_selector(".board.active")
    _type(page, "1e5N")
    page.wait_for_function(MOVES.format(1))
    page.context.set_offline(True)
    page.wait_for_selector(".connection[data-state=offline]")
    page.get_by_role("button", name="One move back").click()
    page.wait_for_selector(".toast")
    page.wait_for_selector(".board.active")


def test_an_opponent_who_is_away_is_named(visit, server):
    wish = {"game": "blinq", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}]}
    made = make_match(server.url, wish)
    mine, theirs = visit(made["take_along"]), visit(made["link"])
    theirs.get_by_role("button", name="Sit down and play").click()
    mine.wait_for_selector(".board.active")
    _type(mine, "1e5N")
    theirs.wait_for_selector(".board.active")
    assert "away" not in mine.locator(".status").inner_text()
    theirs.close()
    mine.locator(".status", has_text="away right now").wait_for()
    assert mine.locator(".player .away").count() == 1


def test_an_unfinished_record_says_so(visit, server):
    line = quatrefoil.Line(quatrefoil.rules("blinq").start())
    for token in ("1a1N", "1e5N"):
        line.play(token)
    record = quatrefoil.Record.of(line, black="Ada").to_json()
    page = visit("/")
    page.get_by_role("button", name="Open a record").click()
    page.get_by_role("textbox", name="Record").fill(json.dumps(record))
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_selector(".board.over")
    status = page.locator(".status").inner_text()
    assert status.startswith("Not played to the end")
    assert "NaN" not in page.locator("main").inner_text()
    assert "match." not in page.locator("main").inner_text()
    assert "person" not in page.locator(".players").inner_text()
