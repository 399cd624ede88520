"""Looking back: help, keys and numbers follow the move that is shown, and one can play on."""

from __future__ import annotations

import random
import re

import pytest
from driver import CAN_ACT, make_match, moves_made, play_one_move, play_to_the_end

import quatrefoil

COMPUTER = [{"kind": "me"}, {"kind": "computer", "level": 1}]
ALONE = [{"kind": "me"}, {"kind": "me"}]
MADE = "() => document.querySelectorAll('.moves button.move').length === {}"


def _type(page, token: str) -> None:
    field = page.get_by_role("combobox", name="Type a move")
    field.fill(token)
    field.press("Enter")


def _blinq(visit, server, *tokens: str, **more):
    """A match on one screen, after some moves."""
    wish = {"game": "blinq", "seats": ALONE, "moves": list(tokens)}
    page = visit(make_match(server.url, wish)["take_along"], **more)
    page.wait_for_selector(".board.active")
    return page


def _shown(page) -> str | None:
    return page.locator(".moves .move[aria-current=true]").first.get_attribute("data-move")


# ---- hints and words ---------------------------------------------------------------


def test_a_hint_is_on_the_board_said_once_and_covers_nothing(visit, server):
    page = visit(make_match(server.url, {"game": "trickle", "seats": COMPUTER})["take_along"])
    page.wait_for_selector(".board.active")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".targets .hint")
    page.wait_for_selector(".arrow.hint-arrow")
    page.locator(".status", has_text="A good move").wait_for()
    assert page.locator(".toast").count() == 0
    assert "A good move" not in page.locator("#live").inner_text()  # the status says it
    play_one_move(page, random.Random(1))
    page.wait_for_function(CAN_ACT)
    assert page.locator(".hint, .hint-arrow").count() == 0
    assert "A good move" not in page.locator(".status").inner_text()


#: Clicks "Hint" and returns how many milliseconds passed before it was on the board.
HINTED = """() => new Promise((done) => {
  const started = performance.now();
  const seen = new MutationObserver(() => {
    if (!document.querySelector('.targets .hint')) return;
    seen.disconnect();
    done(performance.now() - started);
  });
  seen.observe(document.body, { subtree: true, childList: true, attributes: true });
  [...document.querySelectorAll('.actions button')]
    .find((one) => one.textContent.includes('Hint')).click();
})"""


@pytest.mark.parametrize("game", quatrefoil.names())
def test_a_hint_comes_soon(visit, server, game):
    page = visit(make_match(server.url, {"game": game, "seats": COMPUTER})["take_along"])
    page.wait_for_function(CAN_ACT)
    assert page.evaluate(HINTED) < 1_500


def test_a_hint_is_not_kept_for_another_turn(visit, server):
    wish = {"game": "blinq", "options": {"size": 4}, "seats": COMPUTER}
    page = visit(make_match(server.url, wish)["take_along"])
    for token in ("1a1N", "1d4N"):
        page.wait_for_selector(".board.active")
        field = page.get_by_role("combobox", name="Type a move")
        field.fill(token)
        field.press("Enter")
        page.wait_for_function(MADE.format(2))
        page.wait_for_selector(".board.active")
        if token == "1d4N":
            break
        page.get_by_role("button", name="Hint").click()
        page.locator(".status", has_text="A good move").wait_for()
        page.get_by_role("button", name="Take back").click()
        page.wait_for_function(MADE.format(0))
    assert "A good move" not in page.locator(".status").inner_text()


def test_hint_and_words_are_about_the_position_that_is_shown(visit, server):
    page = visit(make_match(server.url, {"game": "trickle", "seats": COMPUTER})["take_along"])
    page.wait_for_selector(".board.active")
    asked = []
    page.on(
        "websocket", lambda socket: socket.on("framesent", lambda text: asked.append(str(text)))
    )
    page.reload()
    page.wait_for_selector(".board.active")
    play_one_move(page, random.Random(1))
    page.wait_for_function(MADE.format(2))
    page.wait_for_selector(".board.active")
    now = _words(page)
    page.get_by_role("button", name="To the start").click()
    page.get_by_text("You are looking at the start.").wait_for()
    assert _words(page) != now
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".targets .hint")
    hints = [text for text in asked if '"hint"' in text]
    assert hints
    assert all('"moves":0' in text for text in hints)


def _words(page) -> str:
    page.get_by_role("button", name="Position in words").click()
    words = page.locator("dialog .stack").inner_text()
    page.get_by_role("button", name="Close").click()
    return words


# ---- numbers and keys ---------------------------------------------------------------


def test_the_list_the_status_and_the_review_count_alike(visit, server):
    wish = {"game": "blinq", "options": {"size": 3}, "seats": ALONE}
    page = visit(make_match(server.url, wish)["take_along"])
    page.wait_for_selector(".board.active")
    play_to_the_end(page, random.Random(8))
    page.get_by_role("button", name="Review").click()
    page.wait_for_selector(".graph .values")
    rounds = page.evaluate(
        """() => {
          let round = '';
          return Object.fromEntries([...document.querySelectorAll('.moves li')].flatMap((row) => {
            round = row.querySelector('.round')?.textContent.replace('.', '') ?? round;
            return [...row.querySelectorAll('.move')].map((one) => [one.dataset.move, round]);
          }));
        }"""
    )
    page.locator(".progress", has_text="How the match went").wait_for(timeout=60_000)
    points = page.locator(".point")
    assert points.count() > 0
    for index in range(points.count()):
        words = points.nth(index).inner_text()
        points.nth(index).click()
        title = page.locator(".turning h2").inner_text()
        (number,) = re.findall(r"Move (\d+)", title)
        assert f"Move {number}:" in words
        assert number in rounds.values()


def test_a_turning_point_brings_the_board_into_sight_on_a_phone(visit, server):
    wish = {"game": "blinq", "options": {"size": 3}, "seats": ALONE}
    phone = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}
    page = visit(make_match(server.url, wish)["take_along"], **phone)
    page.wait_for_selector(".board.active")
    play_to_the_end(page, random.Random(8))
    page.get_by_role("button", name="Review").click()
    page.wait_for_selector(".point")
    page.evaluate("document.querySelector('.point').scrollIntoView({ block: 'start' })")
    assert page.evaluate("document.querySelector('.board').getBoundingClientRect().top") < 0
    page.locator(".point").first.click()
    page.wait_for_function(
        "() => document.querySelector('.board').getBoundingClientRect().top >= -1"
    )


def test_after_a_takeback_the_move_before_is_marked(visit, server):
    page = _blinq(visit, server)
    marked = "[...document.querySelectorAll('.frame .last')].map((one) => one.dataset.click)"
    _type(page, "1e5N")
    page.wait_for_function(f"() => {marked}.length === 1")
    first = page.evaluate(marked)
    for made, token in ((2, "1a1N"), (3, "1a5E")):
        _type(page, token)
        page.wait_for_function(MADE.format(made))
    assert page.evaluate(marked) != first
    page.get_by_role("button", name="Take back").click()
    page.wait_for_function(MADE.format(1))
    page.wait_for_function(f"(first) => {marked}.join() === first.join()", arg=first)


def test_who_comes_back_to_the_latest_move_sees_it_marked(visit, server):
    page = _blinq(visit, server, "1e5N", "1a1N", "1a5E")
    marked = "[...document.querySelectorAll('.frame .last')].map((one) => one.dataset.click).join()"
    latest = page.wait_for_function(f"() => {marked}").json_value()
    for came_back in ("To the latest move", "One move forward"):
        page.get_by_role("button", name="One move back").click()
        page.wait_for_function(f"(latest) => {marked} !== latest", arg=latest)
        page.get_by_role("button", name=came_back).click()
        page.wait_for_selector(".board.active")
        page.wait_for_function(f"(latest) => {marked} === latest", arg=latest)


def test_arrow_keys_step_after_a_click_on_the_board_and_still_go_about_on_it(visit, server):
    page = _blinq(visit, server, "1e5N", "1a1N", "1a5E")
    page.locator(".board .target").first.click()
    page.keyboard.press("Escape")  # nothing is picked any more
    page.keyboard.press("ArrowLeft")
    page.get_by_text("You are looking at move 1 of 2").wait_for()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".board.active")
    # Up and down begin to go about on the board; then so do left and right, until Escape.
    page.keyboard.press("ArrowUp")
    page.wait_for_selector(".board .cursor")
    page.keyboard.press("ArrowLeft")
    assert page.locator(".board.active").count() == 1
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    page.locator(".status", has_text="You are looking at").wait_for()
    page.get_by_role("button", name="To the latest move").click()
    # Who comes by keyboard goes about at once.
    page.locator(".frame .board > svg").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".board .cursor")
    assert page.locator(".board.active").count() == 1


# ---- back and on ---------------------------------------------------------------


def test_undo_to_here_against_the_computer(visit, server):
    page = visit(make_match(server.url, {"game": "blinq", "seats": COMPUTER})["take_along"])
    page.wait_for_selector(".board.active")
    rng = random.Random(2)
    for made in (2, 4, 6):
        play_one_move(page, rng)
        page.wait_for_function(MADE.format(made))
        page.wait_for_selector(".board.active")
    undo = page.get_by_role("button", name="Undo to here")
    assert undo.is_disabled()  # there is nothing after now
    first = page.locator(".moves .move").nth(1)
    kept = first.inner_text()
    first.click()
    page.get_by_text("You are looking at move 1 of 3").wait_for()
    undo.click()
    page.wait_for_function(MADE.format(2))
    page.wait_for_selector(".board.active")
    assert page.locator(".moves .move").nth(1).inner_text() == kept


def test_what_was_rolled_stands_but_one_can_play_on(visit, server):
    wish = {"game": "triotrio", "options": {"first": "yellow"}, "seats": COMPUTER}
    page = visit(make_match(server.url, wish)["take_along"])
    page.wait_for_function(CAN_ACT)
    _type(page, "keep")
    _type(page, "roll")
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length >= 3")
    page.locator(".moves .move").first.click()
    page.locator(".status", has_text="You are looking at").wait_for()
    undo = page.get_by_role("button", name="Undo to here")
    assert undo.is_disabled()
    assert "stands" in (undo.get_attribute("title") or "")
    old = page.url
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.locator("dialog")
    dialog.get_by_role("button", name="Sprout").click()
    assert dialog.get_by_role("button", name="Sprout").get_attribute("aria-pressed") == "true"
    dialog.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(lambda url: url != old)
    page.wait_for_function(CAN_ACT)
    assert moves_made(page) == 1
    assert page.locator(".moves .move").first.inner_text() == "keep"
    _type(page, "roll")  # the dice are new
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length >= 3")


def test_on_from_a_move_of_a_finished_match_by_keyboard(visit, server):
    wish = {"game": "blinq", "options": {"size": 3}, "seats": ALONE}
    page = visit(make_match(server.url, wish)["take_along"])
    page.wait_for_selector(".board.active")
    play_to_the_end(page, random.Random(8))
    onward = page.get_by_role("button", name="Play on from here")
    assert onward.is_disabled()  # the game is over there
    page.locator(".moves .move").nth(2).click()
    page.locator(".status", has_text="You are looking at").wait_for()
    old = page.url
    onward.press("Enter")
    page.get_by_label("You play").select_option(index=1)
    page.locator("dialog").get_by_role("button", name="Play", exact=True).press("Enter")
    page.wait_for_url(lambda url: url != old)
    page.wait_for_function(CAN_ACT)
    assert moves_made(page) >= 3
