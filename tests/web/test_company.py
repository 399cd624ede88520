"""Two people at one board: invitations, offers, phrases, rules beside the match, planned moves."""

from __future__ import annotations

import json
import random
import urllib.request

from driver import OFFERED, boxes, make_match, wait_for_board
from test_people import TRICKLE, ask, duel, has_status, sit


def test_whoever_is_invited_sees_to_what(visit, server):
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    clock = {"kind": "move", "seconds": 45}
    made = make_match(server.url, {**TRICKLE, "seats": seats, "clock": clock})
    page = visit(f"{server.url}/m/{made['id']}")
    curtain = page.locator(".curtain")
    curtain.get_by_role("heading", name="Ada invites you to a game of Trickle").wait_for()
    facts = curtain.locator("dd").all_inner_texts()
    assert facts == ["Small board", "45 seconds a move", "Blue"]
    assert "Nobody owns the beads" in curtain.inner_text()
    curtain.get_by_role("button", name="How it is played").click()
    page.locator(".drawer").get_by_role("heading", name="The rules of Trickle").wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".drawer").count() == 0
    assert page.locator(".about").inner_text() == "Trickle Small board · 45 seconds a move"
    has_status(page, "A seat is free: Blue.")
    assert "watching" not in page.locator(".guests").inner_text()
    curtain.get_by_label("Your name").fill("Bob")
    curtain.get_by_role("button", name="Sit down and play").click()
    has_status(page, "Ada to move")
    assert page.locator(".toast").count() == 0  # who sits down knows it


def test_who_invites_is_asked_for_a_name(visit):
    page = visit("/new/trickle?with=friend")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Get the link").click()
    page.locator(".status", has_text="Waiting for the other player").wait_for()
    guest = visit(page.url)
    guest.get_by_role("heading", name="Ada invites you to a game of Trickle").wait_for()


def test_an_offer_is_in_sight_on_a_phone_until_it_is_answered(visit, server):
    match, ada, bob = duel(server)
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = visit(f"{server.url}/m/{match}#{bob}", reduced_motion="reduce", **phone)
    wait_for_board(page)
    ask(server.url, f"/api/matches/{match}/do", {"do": "offer-draw"}, ada)
    sign = page.get_by_role("button", name="Ada offers a draw.")
    sign.wait_for()
    page.locator(".toast").wait_for(state="detached")
    (box,) = boxes(page, ".answer")
    assert page.evaluate("scrollY") == 0
    assert box["y"] + box["height"] < 844
    sign.tap()
    page.wait_for_function("() => document.activeElement.textContent === 'Accept'")
    (accept,) = boxes(page, ".notes .primary")
    assert 0 < accept["y"] < 844 - accept["height"]
    page.get_by_role("button", name="Decline").tap()
    page.locator(".toast", has_text="You declined.").wait_for()
    sign.wait_for(state="hidden")


def test_a_clock_of_ones_own(visit):
    page = visit("/new/trickle?with=friend")
    page.get_by_text("Seats, clock and who begins").click()
    page.get_by_label("Clock", exact=True).select_option("Something else…")
    page.get_by_label("Minutes for the match").fill("7")
    page.get_by_label("More seconds for each move").fill("2")
    page.get_by_role("button", name="Get the link").click()
    page.locator(".about").get_by_text("7 min + 2 s").wait_for()


def test_a_draw_that_was_offered_is_taken_back(visit, server):
    match, ada, bob = duel(server)
    mine, theirs = sit(visit, server, match, ada), sit(visit, server, match, bob)
    mine.get_by_role("button", name="Offer a draw").click()
    theirs.get_by_role("button", name="Accept").wait_for()
    mine.get_by_role("button", name="Take it back").click()
    theirs.locator(".toast").get_by_text("Ada took the offer back").wait_for()
    mine.locator(".toast").get_by_text("You took your offer back").wait_for()
    theirs.get_by_role("button", name="Accept").wait_for(state="detached")


def test_there_is_one_rematch(visit, server):
    match, ada, bob = duel(server)
    mine, theirs = sit(visit, server, match, ada), sit(visit, server, match, bob)
    ask(server.url, f"/api/matches/{match}/do", {"do": "resign"}, ada)
    theirs.get_by_role("button", name="Rematch", exact=True).click()
    mine.get_by_role("button", name="Accept").wait_for()
    enabled = "[...document.querySelectorAll('button')].filter((one) => !one.ariaDisabled"
    words = ".map((one) => one.textContent).filter((text) => /Rematch|Accept/.test(text))"
    assert mine.evaluate(f"{enabled}){words}") == ["Accept"]
    mine.get_by_role("button", name="Accept").click()
    mine.wait_for_url(lambda url: match not in url)
    theirs.wait_for_url(lambda url: match not in url)


def test_phrases_come_in_the_readers_language_and_can_be_muted(visit, server):
    match, ada, bob = duel(server)
    mine = sit(visit, server, match, ada)
    theirs = sit(visit, server, match, bob, locale="fi")
    mine.get_by_text("Say something").click()
    mine.get_by_role("button", name="Well played!").click()
    theirs.locator(".said").get_by_text("Hyvin pelattu!").wait_for()
    theirs.locator("#live").get_by_text("Ada: Hyvin pelattu!").wait_for(state="attached")
    assert mine.locator(".talk form").is_hidden()  # no free text unless both want it
    theirs.get_by_text("Sano jotakin").click()
    theirs.get_by_label("Älä näytä, mitä muut sanovat").check()
    theirs.locator(".said li").wait_for(state="detached")
    mine.get_by_role("button", name="Oops!").click()
    mine.locator(".said").get_by_text("Oops!").wait_for()
    assert theirs.locator(".said li").count() == 0


def test_free_text_once_both_want_it(visit, server):
    match, ada, bob = duel(server)
    mine, theirs = sit(visit, server, match, ada), sit(visit, server, match, bob)
    for page in (mine, theirs):
        page.get_by_text("Say something").click()
        page.get_by_label("Write freely").check()
    mine.get_by_label("Your message").fill("<b>Hi</b> there")
    mine.get_by_role("button", name="Send").click()
    theirs.locator(".said").get_by_text("<b>Hi</b> there").wait_for()
    theirs.get_by_label("Write freely").uncheck()
    mine.locator(".talk form").wait_for(state="hidden")


def test_rules_open_beside_the_match(visit, server):
    match, ada, _ = duel(server)
    page = sit(visit, server, match, ada)
    page.get_by_role("button", name="Rules").click()
    page.locator(".drawer").get_by_role("heading", name="The rules of Trickle").wait_for()
    assert page.url.endswith(f"/m/{match}")
    drawer = page.locator(".drawer").bounding_box()
    board = page.locator(".board").first.bounding_box()
    assert drawer["x"] >= board["x"] + board["width"] - 1
    page.locator(".drawer").get_by_role("button", name="Close").click()
    assert page.locator(".drawer").count() == 0
    has_status(page, "Your turn")


def test_an_answer_is_planned_on_the_board_and_played_at_once(visit, server):
    match, ada, bob = duel(server)
    theirs = sit(visit, server, match, bob)
    theirs.get_by_role("button", name="Plan an answer").click()
    keep = theirs.get_by_role("button", name="Keep")
    rng = random.Random(3)
    for words in ("Play what Ada might play", "Now play your answer"):
        theirs.locator(".plan .next").get_by_text(words).wait_for()
        for _ in range(2):
            theirs.wait_for_function(f"() => ({OFFERED})().some((one) => one.id)")
            offered = [one for one in theirs.evaluate(OFFERED) if one["id"]]
            spot = rng.choice(offered)
            theirs.mouse.click(spot["x"], spot["y"])
    theirs.wait_for_function("() => !document.querySelector('.plan .primary').disabled")
    written = theirs.locator(".plan .token").inner_text()
    keep.click()
    theirs.locator(".plan li").get_by_text("If Ada plays").wait_for()
    seen = ask(server.url, f"/api/matches/{match}/do", {"do": "snapshot"}, ada)
    first, _ = written.split(" → ")
    assert ask(server.url, f"/api/matches/{match}/do", {"do": "plans"}, ada)["lines"] == []
    with urllib.request.urlopen(f"{server.url}/api/matches/{match}/events") as log:
        planned = [one for one in json.load(log)["events"] if one["type"] == "planned"]
    assert [sorted(one) for one in planned] == [["event", "seat", "time", "type"]]
    last = seen["snapshot"]["last"]
    turn = {"do": "play", "tokens": first.split(), "at": last}
    assert ask(server.url, f"/api/matches/{match}/do", turn, ada)["ok"]
    has_status(theirs, "Ada to move")
    theirs.wait_for_function("() => document.querySelectorAll('.moves button.move').length === 2")
    theirs.locator(".plan li").wait_for(state="detached")
