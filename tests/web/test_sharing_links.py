"""Following and sharing: links to a move, commands for the terminal, pictures, sheets to print."""

from __future__ import annotations

import re

import pytest
from driver import make_match, wait_for_answer

ALONE = [{"kind": "me"}, {"kind": "me"}]


@pytest.fixture
def played(visit, server):
    """A match of two moves, as its player sees it."""
    made = make_match(server.url, {"game": "blinq", "seats": ALONE})
    page = visit(made["take_along"], permissions=["clipboard-read", "clipboard-write"])
    page.wait_for_selector(".board.active")
    for number, token in enumerate(("1a1N", "1b1N"), 1):
        field = page.get_by_role("combobox", name="Type a move")
        field.fill(token)
        field.press("Enter")
        page.wait_for_function(
            "(n) => document.querySelectorAll('.moves .move').length === n", arg=number
        )
    return made, page


def _open(page, name: str):
    page.get_by_role("button", name=name, exact=True).click()
    return page.get_by_role("dialog")


def _copied(page, start: str) -> str:
    """Return what was copied, once it begins as it should."""
    wait = """async (start) => {
      const text = await navigator.clipboard.readText();
      return text.startsWith(start) && text;
    }"""
    return str(wait_for_answer(page, wait, start))


def test_a_link_to_a_move_opens_there(played, visit):
    made, page = played
    page.locator(".moves [data-move='1']").click()
    page.wait_for_selector(".moves [data-move='1'][aria-current=true]")
    dialog = _open(page, "Link")
    dialog.get_by_text("Link to this move").click()
    dialog.get_by_text("sees the board after move 1, Red.").wait_for()
    dialog.locator("details[open]").get_by_role("button", name="Copy the link").click()
    link = _copied(page, "http")
    assert link == f"{made['link']}/1"
    theirs = visit(link)
    theirs.wait_for_selector(".moves [data-move='1'][aria-current=true]")
    assert theirs.locator(".frame .piece").count() == 1 + _pieces_at(theirs, made["link"] + "/0")


def _pieces_at(page, link: str) -> int:
    page.goto(link)
    page.wait_for_selector(".moves .move")
    page.wait_for_function("() => !document.querySelector('.moves [aria-current=true]')")
    return page.locator(".frame .piece").count()


def test_a_command_opens_the_match_in_a_terminal(played, visit):
    made, page = played
    dialog = _open(page, "Link")
    dialog.get_by_text("Open in a terminal").click()
    dialog.get_by_role("button", name="Copy the command").click()
    # The seat comes along for its player, and for nobody else.
    assert _copied(page, "quatrefoil") == f"quatrefoil terminal '{made['link']}#{made['secret']}'"
    theirs = visit(made["link"])
    theirs.wait_for_selector(".board")
    dialog = _open(theirs, "Link")
    dialog.get_by_text("Open in a terminal").click()
    theirs.wait_for_function("() => document.querySelector('.command')?.textContent")
    assert dialog.locator(".command").inner_text() == f"quatrefoil terminal '{made['link']}'"


def test_pictures_of_a_match_are_saved(played, tmp_path):
    _, page = played
    dialog = _open(page, "Record")
    starts = {"PNG": b"\x89PNG", "SVG": b"<svg", "GIF": b"GIF89a"}
    for kind, start in starts.items():
        with page.expect_download(timeout=30_000) as download:
            dialog.get_by_role("button", name=re.compile(kind)).click()
        assert download.value.suggested_filename.endswith(f".{kind.lower()}")
        assert download.value.path().read_bytes().startswith(start)


def test_where_no_gif_can_be_made_it_says_so(played):
    _, page = played
    page.route("**/api/games", _without_pictures)
    page.reload()
    page.wait_for_selector(".moves .move")
    dialog = _open(page, "Record")
    dialog.get_by_text("This server can't make GIFs").wait_for()
    assert dialog.get_by_role("button", name=re.compile("GIF")).count() == 0
    with page.expect_download() as download:
        dialog.get_by_role("button", name=re.compile("PNG")).click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def _without_pictures(route):
    found = route.fetch().json()
    found["server"]["pictures"] = False
    route.fulfill(json=found)


def test_a_game_is_printed_from_its_rules(visit, server):
    page = visit("/rules/blinq")
    link = page.get_by_role("link", name="Print and play")
    link.wait_for()
    address = link.get_attribute("href")
    assert address == "/api/games/blinq/sheet.pdf?paper=a4&language=en"
    assert page.request.get(server.url + address).body().startswith(b"%PDF-")


def test_an_unknown_address_says_so_kindly(visit, server):
    page = visit("/no/such/page")
    page.get_by_role("heading", name="There is nothing here").wait_for()
    assert page.request.get(f"{server.url}/no/such/page").status == 404
    page.get_by_role("link", name="To the games").click()
    page.wait_for_selector(".card")
