"""When things break: the server dies between two moves, and both pages go on."""

from __future__ import annotations

import sqlite3

import pytest
from driver import make_match
from running import Server


@pytest.fixture
def mortal(tmp_path):
    server = Server(tmp_path)
    server.start()
    yield server
    server.kill()


def type_move(page, token):
    field = page.get_by_role("combobox", name="Type a move")
    field.fill(token)
    field.press("Enter")


def test_a_server_killed_between_two_moves(visit, mortal):
    wish = {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "open"}]}
    made = make_match(mortal.url, wish)
    mine = visit(made["take_along"])
    theirs = visit(made["link"])
    theirs.get_by_role("button", name="Sit down and play").click()
    mine.wait_for_selector(".board.active")
    type_move(mine, "1a1N")
    theirs.wait_for_selector(".board.active")

    mortal.kill()
    for page in (mine, theirs):
        page.wait_for_selector(".connection[data-state=offline]")
    # A move made while the server is away waits, and is made once when it is back.
    type_move(theirs, "2a1N")
    theirs.locator(".toast", has_text="a legal move").wait_for()
    type_move(theirs, "1e5N")
    mortal.start()

    for page in (mine, theirs):
        page.wait_for_selector(".connection[data-state=connected]")
        page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 2")
    mine.wait_for_selector(".board.active")
    type_move(mine, "1a5N")
    theirs.wait_for_function("() => document.querySelectorAll('.moves .move').length === 3")


def test_a_database_that_another_program_holds(visit, mortal):
    made = make_match(mortal.url, {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "me"}]})
    page = visit(made["take_along"])
    page.wait_for_selector(".board.active")
    other = sqlite3.connect(mortal.database, isolation_level=None, timeout=10)
    other.execute("BEGIN IMMEDIATE")
    type_move(page, "1e5N")
    page.wait_for_selector(".connection[data-state=storing]")
    assert "Saving" in page.locator(".connection").inner_text()
    other.execute("ROLLBACK")
    other.close()
    page.wait_for_selector(".connection[data-state=connected]")
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 1")


@pytest.mark.parametrize(
    "address", ["match/page.js", "match/turn.js", "texts/en.json", "api/matches/*", "api/rules"]
)
@pytest.mark.parametrize("game", ["blinq", "triotrio"])
def test_what_fails_in_passing_is_tried_again(game, address, visit, server):
    """One request comes to nothing while a match is opened: it opens, and the seat is ours."""
    made = make_match(server.url, {"game": game, "seats": [{"kind": "me"}, {"kind": "me"}]})
    page = visit("/robots.txt")
    failed = []

    def fail_once(route):
        if failed:
            return route.fallback()
        failed.append(route.request.url)
        if "/api/" in route.request.url:
            refused = {"ok": False, "code": "unavailable", "message": "try again", "retry_after": 1}
            return route.fulfill(status=503, json=refused)
        return route.abort()

    page.route(f"**/{address}", fail_once)
    page.goto(made["take_along"])
    page.wait_for_selector(".board.active")
    assert failed
    assert "#" not in page.url
    assert not page.get_by_text("refusal.").count()


def test_a_page_opened_while_the_server_is_away_comes_once_it_is_back(visit, mortal):
    made = make_match(mortal.url, {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "me"}]})
    page = visit(mortal.url)
    page.wait_for_selector(".card")
    mortal.kill()
    page.evaluate(
        "(to) => dispatchEvent(new CustomEvent('quatrefoil:go', { detail: to }))", link(made)
    )
    page.get_by_role("heading", name="The server can't be reached").wait_for()
    mortal.start()
    page.wait_for_selector(".board.active")


def link(made):
    """The address of a match with the seat, without the server."""
    return "/m/" + made["take_along"].partition("/m/")[2]


def test_who_hurries_from_page_to_page_sees_the_last_one(visit, server):
    seats = [{"kind": "me"}, {"kind": "me"}]
    made = make_match(server.url, {"game": "blinq", "seats": seats})
    page = visit(made["take_along"])
    page.wait_for_selector(".board.active")
    page.get_by_role("link", name="Quatrefoil").click()
    page.wait_for_selector(".card")
    for _ in range(5):
        page.evaluate("history.back()")
        page.evaluate("history.forward()")
    page.wait_for_selector(".card")
    page.wait_for_timeout(500)  # whatever comes too late has come
    assert page.locator(".card").count() > 0
    assert page.locator(".match").count() == 0
    assert page.title() == "Quatrefoil"


def test_a_match_that_does_not_exist(visit):
    page = visit("/m/nothing-like-this")
    page.get_by_role("heading", name="There is nothing here").wait_for()
    page.get_by_role("link", name="Back to the games").click()
    page.wait_for_selector(".card")
