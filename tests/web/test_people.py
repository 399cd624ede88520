"""People by their names, the computer by that of its level, and the page that they come back to."""

from __future__ import annotations

import json
import time
import urllib.request

import pytest
from driver import make_match, wait_for_board

import quatrefoil

TRICKLE = {"game": "trickle", "options": {"rings": 3}}


def ask(url, path, body, secret=None):
    headers = {"Content-Type": "application/json"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def duel(server, first="Ada", second="Bob", **more):
    """Return a match between two people, with the secret of each."""
    seats = [{"kind": "me", "name": first}, {"kind": "open"}]
    made = make_match(server.url, {**TRICKLE, "seats": seats, **more})
    joined = ask(server.url, f"/api/matches/{made['id']}/join", {"name": second})
    return made["id"], made["secret"], joined["secret"]


def sit(visit, server, match, secret, **options):
    page = visit(f"{server.url}/m/{match}#{secret}", **options)
    wait_for_board(page)
    return page


def has_status(page, words):
    page.wait_for_function(
        "(words) => document.querySelector('.status strong')?.textContent.includes(words)",
        arg=words,
    )


# ---- names --------------------------------------------------------------------------------------


def test_whose_turn_it_is_by_name_and_who_one_is_by_colour(visit, server):
    match, ada, bob = duel(server)
    mine, theirs = sit(visit, server, match, ada), sit(visit, server, match, bob)
    has_status(mine, "Your turn: you are Orange")
    has_status(theirs, "Ada to move")
    assert mine.locator(".player").first.inner_text().startswith("1\nAda you are Orange")
    assert theirs.locator(".player").first.inner_text().startswith("1\nAda Orange")
    mine.get_by_role("button", name="Resign").click()
    mine.get_by_role("dialog").get_by_role("button", name="Resign").click()
    has_status(theirs, "You win!")
    has_status(mine, "Bob wins this time")
    theirs.locator(".status").get_by_text("Ada resigned").wait_for()


def test_two_of_the_same_name_are_told_apart_by_colour(visit, server):
    match, _, bob = duel(server, "Kim", "Kim")
    has_status(sit(visit, server, match, bob), "Kim (Orange) to move")


@pytest.mark.parametrize(("locale", "name"), [("en-GB", "Fern"), ("fi", "Saniainen")])
def test_the_computer_has_the_name_and_the_portrait_of_its_level(locale, name, visit, server):
    seats = [{"kind": "computer", "level": 5}, {"kind": "me"}]
    made = make_match(server.url, {"game": "blinq", "options": {"size": 3}, "seats": seats})
    page = visit(made["take_along"], locale=locale)
    player = page.locator(".player").first
    assert name in player.inner_text()
    assert player.locator(".portrait[data-level='5']").is_visible()


# ---- the home page ------------------------------------------------------------------------------

COLUMNS = """() => [...document.querySelectorAll('.cards > .card')].map(
  (card) => Math.round(card.getBoundingClientRect().left))"""


@pytest.mark.parametrize(
    ("width", "columns"), [(1920, 4), (1440, 4), (1280, 4), (1024, 2), (844, 2), (700, 2), (390, 1)]
)
def test_four_games_in_four_or_two_columns(width, columns, visit):
    page = visit("/", viewport={"width": width, "height": 900})
    page.wait_for_selector(".card .board")
    lefts = page.evaluate(COLUMNS)
    assert len(lefts) == len(quatrefoil.names())
    assert len(set(lefts)) == columns
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width


def test_nothing_is_cut_on_a_desktop_even_with_turns_to_play(visit, server):
    page = returning(visit, server)
    bottom = page.evaluate(
        "Math.max(...[...document.querySelectorAll('.cards > .card')]"
        ".map((card) => card.getBoundingClientRect().bottom))"
    )
    assert bottom <= 900


def test_the_button_says_which_level_and_it_can_be_changed(visit):
    page = visit("/")
    page.get_by_role("button", name="Opponent Seedling · 1: choose another: Blinq").click()
    page.get_by_role("dialog").get_by_role("button", name="Clover 3").click()
    assert page.locator(".opponent").all_inner_texts() == ["Clover · 3"] * 4
    page.get_by_role("button", name="Play the computer: Blinq").click()
    page.get_by_text("· level 3").wait_for()


def returning(visit, server, **options):
    """Return the home page of somebody with a turn to play, a turn to wait for and a match lost."""
    due = duel(server, clock={"kind": "correspondence", "days": 3})
    waits = duel(server, "Bob", "Ada")
    lost = duel(server)
    ask(server.url, f"/api/matches/{lost[0]}/do", {"do": "resign"}, lost[1])
    kept = [(due[0], due[1]), (waits[0], waits[2]), (lost[0], lost[1]), ("A" * 16, "gone")]
    now = int(1000 * time.time())
    matches = [
        {"id": match, "game": "trickle", "secret": secret, "seen": now - place}
        for place, (match, secret) in enumerate(kept)
    ]
    page = visit("/learn/blinq", **options)
    page.evaluate("(kept) => localStorage.setItem('quatrefoil.matches', kept)", json.dumps(matches))
    page.goto(server.url)
    page.wait_for_selector(".turns li")
    page.wait_for_selector(".card .board")
    return page


def test_turns_come_first_and_other_matches_after_the_games(visit, server):
    page = returning(visit, server)
    order = page.evaluate(
        "[...document.querySelectorAll('.turns, .cards, .back')].map((one) => one.className)"
    )
    assert order == ["turns", "cards", "back"]
    assert page.locator(".turns h2").inner_text() == "Your turn"
    (due,) = page.locator(".turns li a").all_inner_texts()
    assert due.splitlines()[0] == "Trickle with Bob"
    assert "3 d 00" in due or "2 d 23" in due  # just made, or a moment ago
    waits, lost = page.locator(".back li a").all_inner_texts()
    assert waits.splitlines()[0] == "Trickle with Bob"
    assert "Bob to move" in waits
    assert "you lost" in lost
    kept = page.evaluate("JSON.parse(localStorage.getItem('quatrefoil.matches'))")
    assert [one["id"] for one in kept if one["id"] == "A" * 16] == []
    assert [bool(one.get("end")) for one in kept] == [False, False, True]


def test_without_the_server_the_list_still_leads_to_the_matches(visit, server):
    page = returning(visit, server)
    page.route("**/api/mine", lambda route: route.fulfill(status=503, json={"code": "unavailable"}))
    page.on("console", lambda message: None)
    page.evaluate("history.pushState(null, '', '/'); dispatchEvent(new PopStateEvent('popstate'))")
    page.wait_for_function("() => document.querySelectorAll('.back li').length === 3")
