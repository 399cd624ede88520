"""Links with a secret in them: only a seat is taken along, and none is given up for it."""

from __future__ import annotations

import json
import urllib.request

from driver import make_match, wait_for_board

STORED = "() => JSON.parse(localStorage['quatrefoil.matches'])[0].secret"
AGAINST_COMPUTER = {
    "game": "blinq",
    "seats": [{"kind": "me"}, {"kind": "computer", "level": 1}],
}


def follow(page, link):
    """Open a link as one that somebody sent."""
    page.goto("about:blank")
    page.goto(link)
    wait_for_board(page)


def test_a_made_up_secret_replaces_none(visit, server):
    made = make_match(server.url, AGAINST_COMPUTER)
    page = visit(made["take_along"])
    page.wait_for_selector(".board.active")
    assert page.evaluate(STORED) == made["secret"]
    follow(page, f"{made['link']}#{'made-up-' * 4}")
    page.locator(".toast", has_text="You already have a seat here").wait_for()
    page.wait_for_selector(".board.active")
    assert page.evaluate(STORED) == made["secret"]
    assert page.evaluate("location.hash") == ""


def test_a_made_up_secret_is_not_kept_by_a_guest(visit, server):
    made = make_match(server.url, AGAINST_COMPUTER)
    page = visit(f"{made['link']}#{'made-up-' * 4}")
    page.locator(".toast", has_text="There is no seat in this link").wait_for()
    wait_for_board(page)
    assert page.evaluate(STORED) is None
    follow(page, made["take_along"])
    page.wait_for_selector(".board.active")
    assert page.evaluate(STORED) == made["secret"]


def test_the_seat_of_the_opponent_replaces_none(visit, server):
    """Whoever is sent a link to the other seat plays on at their own."""
    made = make_match(server.url, {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "open"}]})
    request = urllib.request.Request(
        f"{server.url}/api/matches/{made['id']}/join", b"{}", {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        joined = json.load(answer)
    page = visit(made["take_along"])
    page.wait_for_selector(".board.active")
    follow(page, joined["take_along"])
    page.locator(".toast", has_text="You already have a seat here").wait_for()
    assert page.evaluate(STORED) == made["secret"]
