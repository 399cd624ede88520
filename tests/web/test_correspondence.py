"""Days a move: a whole short match, one side of which was planned before the first move."""

from __future__ import annotations

from driver import click_place
from test_people import duel, has_status, sit

#: A short match on 3×3 that Red wins, turn by turn.
RED = ["1a1W", "1a3W", "1c1W", "2a2S", "2b2S", "2a1E"]
BLACK = ["1a2N", "1c2N", "1b3N", "1c3N", "1b1S"]
DAYS = {"kind": "correspondence", "days": 3}


def test_a_match_of_which_one_side_was_planned(visit, server):
    wish = {"game": "blinq", "options": {"size": 3}, "clock": DAYS}
    match, ada, bob = duel(server, **wish)
    theirs = sit(visit, server, match, bob)
    theirs.get_by_role("button", name="Plan an answer").click()
    for red, black in zip(RED, BLACK, strict=False):
        for words, token in (("Play what Ada might play", red), ("Now play your answer", black)):
            theirs.locator(".plan .next", has_text=words).wait_for()
            if token != "1b1S":  # the only free place is picked already
                click_place(theirs, token[:-1])
            click_place(theirs, token[-1])
    theirs.locator(".plan .next", has_text="Play what Ada might play").wait_for()
    theirs.get_by_role("button", name="Keep", exact=True).click()
    theirs.locator(".plan li").get_by_text("If Ada plays").wait_for()
    theirs.close()  # what is planned is the server's business

    mine = visit(f"{server.url}/m/{match}#{ada}")
    for number, token in enumerate(RED):
        has_status(mine, "Your turn: you are Red")
        field = mine.get_by_role("combobox", name="Type a move")
        field.fill(token)
        field.press("Enter")
        made = 2 * (number + 1) - (number == len(BLACK))
        mine.wait_for_selector(f".moves [data-move='{made}']")
        if number == 1:
            # It is Ada's turn again, and her first page says so before anything else.
            mine.goto(server.url)
            mine.locator(".turns li", has_text="Blinq with Bob").get_by_role("link").click()
    has_status(mine, "You win!")
    played = mine.locator(".moves .move").all_inner_texts()
    assert played == [token for pair in zip(RED, [*BLACK, ""], strict=True) for token in pair][:-1]
    # Nothing is anybody's turn any more.
    mine.goto(server.url)
    mine.locator(".back li", has_text="you won").wait_for()
    assert mine.locator(".turns li").count() == 0


def test_a_plan_that_is_not_met_is_not_played(visit, server):
    match, ada, bob = duel(server, game="blinq", options={"size": 3}, clock=DAYS)
    theirs = sit(visit, server, match, bob)
    theirs.get_by_role("button", name="Plan an answer").click()
    for token in ("1a1W", "1a2N"):
        for click in (token[:-1], token[-1]):
            click_place(theirs, click)
    theirs.get_by_role("button", name="Keep", exact=True).click()
    theirs.locator(".plan li").get_by_text("If Ada plays").wait_for()
    mine = sit(visit, server, match, ada)
    assert "If Ada plays" not in mine.locator("main").inner_text()
    field = mine.get_by_role("combobox", name="Type a move")
    field.fill("1a1E")
    field.press("Enter")
    has_status(theirs, "Your turn: you are Black")
    has_status(mine, "Bob to move")
    assert theirs.locator(".moves .move").all_inner_texts() == ["1a1E"]


def test_one_plans_from_where_the_match_is(visit, server):
    match, ada, _ = duel(server, game="blinq", options={"size": 3}, clock=DAYS)
    mine = sit(visit, server, match, ada)
    field = mine.get_by_role("combobox", name="Type a move")
    field.fill("1a1W")
    field.press("Enter")
    has_status(mine, "Bob to move")
    mine.get_by_role("button", name="To the start").click()
    has_status(mine, "You are looking at the start")
    mine.get_by_role("button", name="Plan an answer").click()
    mine.locator(".plan .next", has_text="Play what Bob might play").wait_for()
    has_status(mine, "Bob to move")
    assert mine.locator(".board [data-place='1a1']").count() == 0  # it is taken
    # Who looks back plans no more, and who comes back finds the match as it is.
    mine.get_by_role("button", name="To the start").click()
    mine.get_by_role("button", name="Plan an answer").wait_for()
    mine.get_by_role("button", name="To the latest move").click()
    has_status(mine, "Bob to move")
