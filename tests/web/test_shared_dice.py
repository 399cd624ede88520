"""Sharing in the dice on the page: nobody clicks anything, and nobody is fooled."""

from __future__ import annotations

import json
import random
import urllib.request

from driver import make_match, play_one_move

from quatrefoil.match.dice import hash_of

WISH = {"game": "triotrio", "options": {"size": 7}, "seats": [{"kind": "me"}, {"kind": "open"}]}
SIT_DOWN = "Sit down and play"
SHARE = "() => JSON.parse(localStorage.getItem('quatrefoil.matches'))[0].share"


def ask(server, path, data, secret=None):
    headers = {"Content-Type": "application/json"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    request = urllib.request.Request(
        f"{server.url}/api/matches/{path}", json.dumps(data).encode(), headers
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def snapshot(server, match):
    with urllib.request.urlopen(f"{server.url}/api/matches/{match}") as answer:
        return json.load(answer)


def wait_until_played(page):
    """Wait until the dice have been shared and somebody is to move."""
    page.wait_for_function(
        "() => /to move|Your turn/.test(document.querySelector('.status')?.textContent)"
    )


def friends(visit):
    """Let two browsers meet in a match that began on the page; return both and its id."""
    mine = visit("/new/triotrio?with=friend")
    mine.get_by_role("button", name="Get the link").click()
    mine.wait_for_function("() => document.querySelector('.link')?.value")
    theirs = visit(mine.get_by_role("textbox", name="The link").input_value())
    theirs.get_by_role("button", name=SIT_DOWN).click()
    for page in (mine, theirs):
        wait_until_played(page)
    return mine, theirs, mine.url.rpartition("/")[2]


def resign(page):
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.wait_for_selector(".board.over")


def test_two_browsers_share_by_themselves_and_again_in_the_rematch(visit, server):
    mine, theirs, match = friends(visit)
    dice = snapshot(server, match)["dice"]
    assert [hash_of(value) for value in dice["values"]] == dice["hashes"]
    for page in (mine, theirs):
        share = page.evaluate(SHARE)
        assert share["value"] in dice["values"]
        assert share["seen"] == {"commitment": dice["commitment"], "hashes": dice["hashes"]}
    resign(mine)
    assert not mine.locator(".alarm").count()
    mine.get_by_role("button", name="Rematch").click()
    theirs.get_by_role("button", name="Accept").click()
    for page in (mine, theirs):
        page.wait_for_url(lambda url: match not in url)
        page.wait_for_selector(".board:not(.over)")
        wait_until_played(page)
    again = snapshot(server, mine.url.rpartition("/")[2])["dice"]
    assert not set(again["values"]) & set(dice["values"])


def test_other_dice_than_those_that_were_seen_are_told_loudly(visit, server):
    mine, theirs, _ = friends(visit)
    forge = """() => {
      const matches = JSON.parse(localStorage.getItem('quatrefoil.matches'));
      matches[0].share.seen.commitment = '00'.repeat(32);
      localStorage.setItem('quatrefoil.matches', JSON.stringify(matches));
    }"""
    mine.evaluate(forge)  # as if the server had shown another one
    resign(theirs)
    mine.wait_for_selector(".board.over")
    assert "not the ones that everyone agreed on" in mine.get_by_role("alert").inner_text()
    assert not theirs.locator(".alarm").count()


def test_the_page_says_for_whom_the_dice_wait(visit, server):
    made = make_match(server.url, WISH)
    mine = visit(made["take_along"])
    mine.wait_for_selector(".board")
    value = "0b" * 32
    joined = ask(server, f"{made['id']}/join", {"name": "Bob", "hash": hash_of(value)})
    mine.get_by_text("Waiting for Bob’s browser to share its part of the dice").wait_for()
    ask(server, f"{made['id']}/do", {"do": "reveal", "value": value}, joined["secret"])
    wait_until_played(mine)


def test_who_leaves_makes_everybody_commit_anew(visit, server):
    """The maker's browser does it, even if it was closed meanwhile."""
    made = make_match(server.url, WISH)
    mine = visit(made["take_along"])
    mine.wait_for_selector(".board")
    joined = ask(server, f"{made['id']}/join", {"hash": hash_of("0b" * 32)})
    mine.wait_for_function(f"{SHARE}?.seen")
    before = mine.evaluate(SHARE)
    mine.goto("about:blank")
    ask(server, f"{made['id']}/do", {"do": "leave"}, joined["secret"])
    theirs = visit(made["link"])
    theirs.get_by_role("button", name=SIT_DOWN).click()
    theirs.wait_for_selector(".board")
    mine.goto(made["link"])
    for page in (mine, theirs):
        wait_until_played(page)
    assert mine.evaluate(SHARE)["value"] != before["value"]


def test_a_seat_goes_along_with_its_part_of_the_dice(visit, server):
    """A second device reveals what the first one committed to; the server never saw the value."""
    mine = visit("/new/triotrio?with=friend")
    mine.get_by_role("button", name="Get the link").click()
    mine.wait_for_function("() => document.querySelector('.link')?.value")
    link = mine.get_by_role("textbox", name="The link").input_value()
    kept = mine.evaluate("() => JSON.parse(localStorage.getItem('quatrefoil.matches'))[0]")
    mine.goto("about:blank")
    phone = visit(f"{link}#{kept['secret']}.{kept['share']['value']}")
    phone.wait_for_selector(".board")
    assert "#" not in phone.url
    theirs = visit(link)
    theirs.get_by_role("button", name=SIT_DOWN).click()
    for page in (phone, theirs):
        wait_until_played(page)


def test_the_record_comes_with_what_was_seen(visit, server):
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    page = visit(make_match(server.url, {**WISH, "seats": seats})["take_along"])
    page.wait_for_selector(".board.active")
    play_one_move(page, random.Random(1))
    resign(page)
    page.get_by_role("button", name="Record").click()
    assert "before the first roll" in page.get_by_role("dialog").inner_text()
    page.evaluate(
        "() => { navigator.clipboard.writeText = async (text) => (window.copied = text) }"
    )
    page.get_by_role("button", name="Copy the command").click()
    copied = page.wait_for_function("() => window.copied").json_value()
    seen = page.evaluate(SHARE)["seen"]
    assert copied.startswith(f"quatrefoil verify-dice FILE --seen {seen['commitment']}")
