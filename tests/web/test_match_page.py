"""Everything round the board: who begins, clocks, hints, takebacks, records, reviews."""

from __future__ import annotations

import json
import random
import urllib.request

from driver import (
    CAN_ACT,
    boxes,
    make_match,
    moves_made,
    play_one_move,
    play_to_the_end,
    wait_for_board,
)

ALONE = [{"kind": "me"}, {"kind": "me"}]
COMPUTER = [{"kind": "me"}, {"kind": "computer", "level": 1}]


def _type(page, token: str) -> None:
    field = page.get_by_role("combobox", name="Type a move")
    field.fill(token)
    field.press("Enter")


def test_rock_paper_scissors_in_secret(visit, server):
    wish = {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "open"}], "first": "rps"}
    made = make_match(server.url, wish)
    mine, theirs = visit(made["take_along"]), visit(made["link"])
    theirs.get_by_role("button", name="Sit down and play").click()
    for page in (mine, theirs):
        page.get_by_role("button", name="Rock").click()
    theirs.locator(".toast", has_text="Both chose Rock").wait_for()
    mine.get_by_role("button", name="Paper").click()
    mine.get_by_text("Waiting for the other").wait_for()
    theirs.get_by_role("button", name="Scissors").click()
    for page in (mine, theirs):
        page.locator(".toast", has_text="Scissors against Paper: Red begins.").wait_for()
    theirs.wait_for_selector(".board.active")
    assert mine.locator(".board.active").count() == 0


def test_clocks_run(visit, server):
    clock = {"kind": "realtime", "base": 60, "increment": 0}
    made = make_match(server.url, {"game": "blinq", "seats": ALONE, "clock": clock})
    page = visit(made["take_along"])
    page.wait_for_selector(".clock")
    _type(page, "1a1N")
    page.wait_for_function("() => document.querySelectorAll('.clock')[1].textContent === '0:59'")


def test_a_hint_points_at_a_move(visit, server):
    page = visit(make_match(server.url, {"game": "blinq", "seats": COMPUTER})["take_along"])
    page.wait_for_selector(".board.active")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".targets .hint")
    page.get_by_text("A good move").wait_for()


def test_a_turn_is_taken_back(visit, server):
    page = visit(make_match(server.url, {"game": "blinq", "seats": COMPUTER})["take_along"])
    page.wait_for_selector(".board.active")
    play_one_move(page, random.Random(1))
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 2")
    page.get_by_role("button", name="Take back").click()
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 0")
    page.wait_for_selector(".board.active")


def test_where_nothing_can_be_taken_back_the_button_says_why(visit, server):
    wish = {"game": "triotrio", "options": {"first": "roll"}, "seats": ALONE}
    page = visit(make_match(server.url, wish)["take_along"])
    page.wait_for_selector(".board.active")
    back = page.get_by_role("button", name="Take back")
    why = "(button) => button.ariaDisabled === 'true' ? button.title : ''"
    assert back.evaluate(why) == "You haven't made a move to take back yet."
    page.get_by_role("button", name="Keep all pieces").click()
    page.get_by_role("button", name="Roll to move").click()
    page.locator(".status", has_text="Rolled").wait_for()
    assert back.evaluate(why) == "Moves made before a roll can't be taken back."
    play_one_move(page, random.Random(1))
    page.locator(".status", has_text="Step 1 of 2").wait_for()
    assert back.evaluate(why) == ""


def test_resigning_asks_twice(visit, server):
    page = visit(make_match(server.url, {"game": "blinq", "seats": COMPUTER})["take_along"])
    page.wait_for_selector(".board.active")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.wait_for_selector(".board.over")
    assert "you resigned" in page.locator(".status").inner_text()


def test_a_seat_goes_along_to_another_device(visit, server):
    made = make_match(server.url, {"game": "blinq", "seats": COMPUTER})
    first = visit(made["take_along"])
    second = visit(made["take_along"])
    for page in (first, second):
        page.wait_for_selector(".board.active")
        assert "#" not in page.url
    first.get_by_role("button", name="Link").click()
    first.get_by_text("Continue on another device").click()
    first.wait_for_selector("details .qr img")
    first.get_by_role("button", name="Close").click()
    _type(first, "1a1N")
    second.wait_for_function("() => document.querySelectorAll('.moves .move').length >= 1")
    guest = visit(made["link"])
    wait_for_board(guest)
    assert guest.locator(".board.active").count() == 0
    guest.get_by_text("You are watching.").wait_for()
    first.get_by_text("1 guest is watching").wait_for()


def test_a_record_is_copied_opened_and_reviewed(visit, server):
    wish = {"game": "blinq", "options": {"size": 3}, "seats": COMPUTER}
    made = make_match(server.url, wish)
    page = visit(made["take_along"])
    play_to_the_end(page, random.Random(8))
    page.get_by_role("button", name="Record").click()
    record = page.get_by_role("textbox", name="Record").input_value()
    with urllib.request.urlopen(f"{server.url}/api/matches/{made['id']}/record") as answer:
        assert json.loads(record)["moves"] == json.load(answer)["moves"]
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Review").click()
    page.wait_for_selector(".graph .values")

    page.goto(server.url)
    page.get_by_role("button", name="Open a record").click()
    page.get_by_role("textbox", name="Record").fill("nonsense")
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text("This isn't a record").wait_for()
    page.get_by_role("textbox", name="Record").fill(record)
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_selector(".board.over")
    assert moves_made(page) == len(json.loads(record)["moves"])


def test_dragging_a_piece(visit, server):
    position = {
        "game": "triotrio",
        "yellow": {"c1": "rock", "e1": "paper"},
        "blue": {"c9": "rock"},
        "turn": "yellow",
        "phase": "move",
        "roll": 2,
    }
    made = make_match(server.url, {"game": "triotrio", "position": position, "seats": ALONE})
    page = visit(made["take_along"])
    page.wait_for_selector(".board.active")
    (start,) = boxes(page, '.target[data-click="e1"]')
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(start["x"] + 30, start["y"] - 30)
    (goal,) = boxes(page, '.target.goal[data-click="e3"]')
    page.mouse.move(goal["x"] + 10, goal["y"] + 10, steps=4)
    page.mouse.up()
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 1")
    assert "e1-e3" in page.locator(".moves").inner_text()


def test_dragging_a_handle_turns_its_shape(visit, server):
    position = {
        "game": "trifoil",
        "red": ["c1.SW"],
        "blue": ["a1.S", "b1.S", "b2.N"],
        "turn": "red",
        "actions_left": 1,
        "acted": True,
    }
    made = make_match(server.url, {"game": "trifoil", "position": position, "seats": ALONE})
    page = visit(made["take_along"])
    page.wait_for_selector(".board.active")
    page.mouse.move(*_middle(page, '.target[data-click="spin:theta"]'))
    page.mouse.down()
    page.mouse.move(*_middle(page, '.target.goal[data-click="theta+"]'), steps=4)
    page.mouse.up()
    page.wait_for_selector(".draft button:enabled")
    assert page.locator(".frame .piece").count() == 4
    page.get_by_role("button", name="Confirm turn").click()
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 1")
    assert "theta+" in page.locator(".moves").inner_text()


def _middle(page, selector: str) -> tuple[float, float]:
    (box,) = boxes(page, selector)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_draft_is_undone_and_confirmed(visit, server):
    page = visit(make_match(server.url, {"game": "trifoil", "seats": ALONE})["take_along"])
    page.wait_for_selector(".board.active")
    pieces = "document.querySelectorAll('.frame .pieces .piece').length"
    _type(page, "a1-b1")
    page.wait_for_function(f"() => {pieces} === 1")
    assert moves_made(page) == 0  # nothing is final yet
    page.get_by_role("button", name="Undo", exact=True).click()
    page.wait_for_function(f"() => {pieces} === 0")
    _type(page, "a2-b1")
    page.reload()  # a draft outlives the page
    page.get_by_role("button", name="Confirm turn").click()
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 1")
    _type(page, "a1-b1")
    page.get_by_role("button", name="End the turn").click()  # as clear as a confirmation
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 3")


def test_the_board_is_flipped_and_tilted(visit, server):
    page = visit(make_match(server.url, {"game": "blinq", "seats": ALONE})["take_along"])
    page.wait_for_selector(".board.active")
    page.get_by_role("button", name="Tilted view").click()
    page.get_by_role("button", name="Flip the board").click()
    page.wait_for_selector(".board.tilted.flipped")
    play_one_move(page, random.Random(1))
    page.reload()
    page.wait_for_selector(".board.tilted")  # remembered in this browser


def test_the_second_player_sees_the_board_from_their_side(visit, server):
    seats = [{"kind": "me"}, {"kind": "open"}]
    options = {"first": "yellow"}
    made = make_match(server.url, {"game": "triotrio", "options": options, "seats": seats})
    mine, theirs = visit(made["take_along"]), visit(made["link"])
    theirs.get_by_role("button", name="Sit down and play").click()
    theirs.wait_for_selector(".board.flipped")
    mine.wait_for_selector(".board.active:not(.flipped)")
    theirs.get_by_role("button", name="Flip the board").click()
    theirs.wait_for_selector(".board:not(.flipped)")


def test_rock_paper_scissors_is_offered_to_two_alone(visit):
    page = visit("/new/trickle?with=friend")
    page.get_by_text("Seats, clock and who begins").click()
    menu = page.get_by_role("combobox", name="Who begins")
    menu.select_option("Rock, paper, scissors")
    page.get_by_role("radio", name="Three players").check(force=True)
    page.get_by_text("Seat 3").wait_for()
    assert menu.locator("option").all_inner_texts() == ["As the rules say", "By a roll"]


_PARTS = (".who strong", ".clock")


def test_players_and_their_clocks_do_not_overlap(visit, server):
    clock = {"kind": "realtime", "base": 300, "increment": 5}
    names = [{"kind": "me", "name": "Bartholomew Featherstone"}, *[{"kind": "me"}] * 2]
    wish = {"game": "trickle", "options": {"players": 3}, "seats": names, "clock": clock}
    page = visit(make_match(server.url, wish)["take_along"])
    page.wait_for_function("() => document.querySelectorAll('.player .clock').length === 3")
    parts = [f".player:nth-child({seat}) {part}" for seat in (1, 2, 3) for part in _PARTS]
    places = boxes(page, *parts)
    for name, time in zip(places[::2], places[1::2], strict=True):
        beside = name["x"] + name["width"] <= time["x"]
        assert beside or name["y"] + name["height"] <= time["y"]


def test_wrong_options_are_explained_before_sending(visit):
    page = visit("/new/blinq?with=computer")
    page.get_by_text("All options").click()
    page.get_by_label("Size").fill("4")
    page.get_by_label("Size").press("Tab")
    menu = page.get_by_role("combobox", name="Neutral block")
    menu.select_option("in the centre")
    page.get_by_role("alert").wait_for()
    assert page.get_by_role("button", name="Play", exact=True).is_disabled()
    menu.select_option("Something else…")
    neutral = page.get_by_role("textbox", name="Neutral block")
    neutral.fill("b2")
    neutral.press("Tab")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(CAN_ACT)


def test_matches_to_come_back_to(visit):
    page = visit("/")
    page.get_by_role("button", name="Play the computer: Blinq").click()
    page.wait_for_selector(".board.active")
    page.get_by_role("link", name="Quatrefoil").click()
    page.get_by_role("heading", name="Your turn").wait_for()
    page.locator(".turns a").first.click()
    page.wait_for_selector(".board.active")
