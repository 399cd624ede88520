"""What the page does to get noticed, and how to stop it: motion, sound, notifications."""

from __future__ import annotations

import pytest
from driver import make_match

ALONE = [{"kind": "me"}, {"kind": "me"}]


def _type(page, token: str) -> None:
    field = page.get_by_role("combobox", name="Type a move")
    field.fill(token)
    field.press("Enter")


#: Counts the pieces that are set in motion.
_COUNT_MOTION = """
window.motions = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.motions += 1;
  return animate.apply(this, how);
};
"""


@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
def test_pieces_move_only_for_those_who_like_it(wish, visit, server):
    made = make_match(server.url, {"game": "blinq", "seats": ALONE})
    page = visit("/", reduced_motion=wish)
    page.add_init_script(_COUNT_MOTION)
    page.goto(made["take_along"])
    page.wait_for_selector(".board.active")
    _type(page, "1a1N")
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 1")
    assert (page.evaluate("window.motions") > 0) == (wish == "no-preference")
    running = "document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length"
    if wish == "reduce":
        assert page.evaluate(running) == 0


def test_sound_is_turned_off_and_stays_off(visit):
    page = visit("/")
    page.get_by_role("button", name="Sound is on").click()
    page.get_by_role("button", name="Sound is off").wait_for()
    page.reload()
    page.get_by_role("button", name="Sound is off").wait_for()


#: A browser that allows notifications and keeps them, and a page that nobody looks at.
_PRETEND = """
window.told = [];
window.Notification = class {
  static permission = 'granted';
  static requestPermission = async () => 'granted';
  constructor(title, { body }) { window.told.push(body); }
};
Object.defineProperty(document, 'hidden', { get: () => true });
"""


def test_a_turn_is_notified_where_it_is_wanted(visit, server):
    made = make_match(server.url, {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "open"}]})
    theirs = visit(made["link"])
    theirs.get_by_role("button", name="Sit down and play").click()
    mine = visit("/")
    mine.add_init_script(_PRETEND)
    mine.goto(made["take_along"])
    mine.wait_for_selector(".board.active")
    switch = mine.get_by_role("button", name="Notify me")
    switch.click()
    mine.wait_for_selector("button[aria-pressed=true] >> text=Notify me")
    _type(mine, "1a1N")
    theirs.wait_for_selector(".board.active")
    _type(theirs, "1e5N")
    mine.wait_for_function("() => window.told.length === 1")
    assert mine.evaluate("window.told") == ["Your turn: Red"]
    switch.click()
    mine.wait_for_selector("button[aria-pressed=false] >> text=Notify me")


def test_an_invitation_can_be_withdrawn(visit, server):
    made = make_match(server.url, {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "open"}]})
    page = visit(made["take_along"])
    page.get_by_role("button", name="Leave").click()
    page.locator(".status").get_by_text("The match was cancelled before it began").wait_for()


_PICTURES = "[...document.querySelectorAll('.card .pieces')].map((one) => one.innerHTML).join()"


def _watch_pictures(page) -> None:
    page.locator(".card .board .piece").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate(f"window.before = {_PICTURES}")


def test_a_picture_plays_on_while_one_points_at_it(visit):
    page = visit("/")
    _watch_pictures(page)
    page.locator("article.card").last.hover()
    first = "document.querySelectorAll('.card .pieces')[3].innerHTML"
    page.evaluate(f"window.before = {first}")
    page.wait_for_function(f"() => {first} !== window.before")


def test_pictures_in_sight_play_on_without_a_pointer(visit):
    page = visit("/", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    _watch_pictures(page)
    page.wait_for_function(f"() => {_PICTURES} !== window.before")


@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
def test_pictures_can_be_stopped(wish, visit):
    page = visit("/", reduced_motion=wish)
    if wish == "no-preference":
        page.get_by_role("button", name="Stop the pictures").click()
    page.wait_for_timeout(300)  # the last move has been made
    _watch_pictures(page)
    page.wait_for_timeout(2500)
    assert page.evaluate(f"{_PICTURES} === window.before")
    assert page.get_by_role("button", name="Let the pictures play").count() == (wish != "reduce")
