"""Buttons stay where they are, and a double click never does two different things."""

from __future__ import annotations

import random

import pytest
from driver import CAN_ACT, make_match, moves_made, play_one_move, wait_for_board
from phases import Duel

import quatrefoil

ALONE = [{"kind": "me"}, {"kind": "me"}]
COMPUTER = [{"kind": "me"}, {"kind": "computer", "level": 1}]
SIZES = [(1440, 900), (390, 844), (844, 390)]

#: Every button of the match page by its words, and where it is; the list of moves scrolls.
PLACES = """() => {
  const found = document.querySelectorAll('.bars button, .tools button, .actions :is(button, a)');
  const shown = [...found].filter((one) => getComputedStyle(one).visibility === 'visible');
  const root = document.scrollingElement;
  return Object.fromEntries(shown.filter((one) => one.offsetParent).map((one) => {
    const { x, y, width } = one.getBoundingClientRect();
    return [one.textContent, [x, y + root.scrollTop, width].map(Math.round)];
  }));
}"""


def _open(visit, server, game: str, **wish):
    page = visit(make_match(server.url, {"game": game, "seats": ALONE, **wish})["take_along"])
    page.wait_for_selector(".board.active")
    return page


def test_a_double_click_hits_nothing_that_has_come_under_the_pointer(visit, server):
    page = _open(visit, server, "blinq")
    page.get_by_role("button", name="Resign").dblclick()
    page.get_by_role("dialog").get_by_role("button", name="Resign").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    # A button that comes under the pointer with the first click is not hit by the second.
    page.evaluate("""() => {
      const flip = document.querySelector('.tools button');
      const { x, y, width, height } = flip.getBoundingClientRect();
      const trap = Object.assign(document.createElement('button'), { textContent: 'Trap' });
      const at = { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
      Object.assign(trap.style, { position: 'fixed', zIndex: 99, ...at });
      trap.onclick = () => { trap.textContent = 'Sprung'; };
      flip.addEventListener('click', () => document.body.append(trap));
    }""")
    page.get_by_role("button", name="Flip the board").dblclick()
    page.wait_for_selector(".board.flipped")
    assert page.get_by_role("button", name="Trap").count() == 1
    page.get_by_role("button", name="Trap").click()
    page.get_by_role("button", name="Sprung").wait_for()


def test_a_double_click_on_the_board_makes_one_move(visit, server):
    """The second click is not meant for what the next player finds there."""
    position = {
        "yellow": {"c1": "rock", "e1": "paper"},
        "blue": {"e4": "rock"},
        "turn": "yellow",
        "phase": "move",
        "roll": 2,
    }
    page = _open(visit, server, "triotrio", position={"game": "triotrio", **position})
    page.locator('.target[data-click="e1"]').click()
    page.locator('.target.goal[data-click="e3"]').dblclick()
    page.wait_for_function("() => document.querySelectorAll('.moves .move').length === 1")
    page.get_by_role("button", name="Position in words").click()
    page.wait_for_selector("dialog[open] p")
    assert page.locator(".board .picked").count() == 0


@pytest.mark.parametrize("game", quatrefoil.names())
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_buttons_do_not_move(game, width, height, visit, server):
    """In no phase of a match against the computer, from the first move to a hint."""
    wish = {"game": game, "seats": COMPUTER}
    page = visit(
        make_match(server.url, wish)["take_along"], viewport={"width": width, "height": height}
    )
    rng = random.Random(5)
    known: dict[str, list[int]] = {}
    for _ in range(6):
        page.wait_for_function(CAN_ACT)
        for words, place in page.evaluate(PLACES).items():
            before = known.setdefault(words, place)
            # Letters of another line may be a pixel higher.
            assert _apart(place, before) <= 2, (words, before, place)
        if page.locator(".board.over").count():
            break
        play_one_move(page, rng)
    assert moves_made(page) > 0


#: In how many lines the name of the computer's level stands.
NAME_LINES = """() => {
  const name = document.createRange();
  name.selectNode(document.querySelector('.player:has(> .portrait) strong').firstChild);
  return name.getClientRects().length;
}"""


@pytest.mark.parametrize("locale", ["en-GB", "fi-FI"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_more_words_about_a_player_move_no_button(locale, width, height, visit, server):
    """On a phone the cards of the players stand above the buttons."""
    seats = [{"kind": "me"}, {"kind": "computer", "level": 4}]  # the longest name in Finnish
    turn = {"game": "triotrio", "turn": "yellow", "phase": "change"}
    blue = {"c9": "rock", "e9": "paper", "g9": "scissors"}
    whole = {"c1": "rock", "e1": "paper", "g1": "scissors"}
    places = []
    for yellow in (whole, {"c1": "rock", "e1": "paper"}, {"e5": "rock", "e1": "paper"}):
        position = {**turn, "yellow": yellow, "blue": blue}
        wish = {"game": "triotrio", "seats": seats, "position": position}
        viewport = {"width": width, "height": height}
        page = visit(make_match(server.url, wish)["take_along"], locale=locale, viewport=viewport)
        page.wait_for_selector(".board.active")
        places.append(page.evaluate(PLACES))
        assert page.evaluate(NAME_LINES) == 1
    assert places[0] == places[1] == places[2]


@pytest.mark.parametrize("locale", ["en-GB", "fi-FI"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_moves_when_the_line_breaks(width, height, locale, visit, server):
    link = Duel(server.url, "trifoil").play(2).link
    page = visit(link, locale=locale, viewport={"width": width, "height": height})
    page.wait_for_selector(".board.active")
    before = page.evaluate(PLACES)
    page.context.set_offline(True)
    page.wait_for_selector(".connection[data-state=offline]")
    after = page.evaluate(PLACES)
    assert not [name for name in before if _apart(before[name], after[name]) > 2]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_at_the_end_nothing_moves_and_no_turn_is_offered(width, height, visit, server):
    duel = Duel(server.url, "trifoil").play(2)
    page = visit(duel.link, viewport={"width": width, "height": height})
    page.wait_for_selector(".board.active")
    before = page.evaluate(PLACES)
    assert page.locator(".bars button").first.is_visible()
    duel.theirs(do="resign")
    page.wait_for_selector(".board.over")
    after = page.evaluate(PLACES)
    moved = {name for name in before if name in after and _apart(before[name], after[name]) > 2}
    assert not moved
    assert {"Flip the board", "Resign", "Link", "Rules"} <= set(before) & set(after)
    for button in page.locator(".bars button").all():
        assert not button.is_visible(), button.inner_text()
    # What rests says why, to the eye and to the ear.
    page.get_by_role("button", name="Resign").click(force=True)
    page.locator(".toast", has_text="The match is over").wait_for()
    # Who comes later finds only what can still be done.
    page.reload()
    page.wait_for_selector(".board.over")
    assert "Rematch" in page.evaluate(PLACES)
    for gone in ("Resign", "Offer a draw", "Ask to take back"):
        assert not page.get_by_role("button", name=gone).count(), gone
    resting = page.locator(".actions [aria-disabled], .bars button, .onward [aria-disabled]")
    assert not [one.inner_text() for one in resting.all() if one.is_visible()]


def _apart(one, other):
    return max(abs(now - then) for now, then in zip(one, other, strict=True))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_message_covers_no_button_and_lets_clicks_through(width, height, visit, server):
    made = make_match(server.url, {"game": "trifoil", "seats": ALONE})
    page = visit(made["take_along"], viewport={"width": width, "height": height})
    page.wait_for_selector(".board.active")
    page.get_by_role("button", name="Review").click(force=True)  # it rests, and says why
    page.locator(".toast", has_text="once it is over").wait_for()
    covered = """() => {
      const note = document.querySelector('.toast').getBoundingClientRect();
      const hit = document.elementFromPoint(note.x + note.width / 2, note.y + note.height / 2);
      return [hit.className, ...[...document.querySelectorAll('main button')].filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < note.right && right > note.left && top < note.bottom && bottom > note.top;
      }).map((one) => one.textContent)];
    }"""
    page.evaluate("scrollTo(0, 0)")
    hit, *under = page.evaluate(covered)
    assert "toast" not in str(hit)
    assert under == []


def test_what_is_said_about_a_dialog_is_seen_over_it(visit, server):
    page = _open(visit, server, "blinq")
    page.get_by_role("button", name="Link").click()
    page.get_by_role("dialog").get_by_role("button", name="Copy the link").click()
    page.locator(".toast:popover-open", has_text="Link copied").wait_for()


def test_guests_see_no_buttons_of_a_turn(visit, server):
    duel = Duel(server.url, "trifoil").play(1)
    page = visit(f"/m/{duel.made['id']}")
    wait_for_board(page)
    page.locator(".guests", has_text="watching").wait_for()
    assert not page.locator(".bars button:visible").count()
