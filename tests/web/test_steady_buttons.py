"""Buttons stay where they are, and a double click never does two different things."""

from __future__ import annotations

import random

import pytest
from driver import CAN_ACT, make_match, moves_made, play_one_move

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

#: A position for each phase in which there are buttons, and the tokens that one of them plays.
COW = {"yellow": {"b3": "paper", "e5": "rock"}, "blue": {"d8": "paper", "g7": "rock"}}
PHASES = [
    ("triotrio", {"options": {"first": "yellow"}}, "Keep all pieces", "keep"),
    ("triotrio", {"position": {**COW, "turn": "yellow", "phase": "decide"}}, "Hold", "hold"),
    ("triotrio", {"position": {**COW, "turn": "yellow", "phase": "decide"}}, "Roll", "roll"),
    (
        "triotrio",
        {
            "position": {
                **COW,
                "turn": "yellow",
                "phase": "reclaim",
                "cow": [3, 0],
                "cow_at_start": True,
            }
        },
        "Scissors",
        "reclaim:scissors",
    ),
    ("trifoil", {"draft": "a1-b1"}, "Confirm turn", "a1-b1"),
]


def _open(visit, server, game: str, wish: dict, **options):
    given = {key: value for key, value in wish.items() if key != "draft"}
    if "position" in given:
        given["position"] = {"game": game, **given["position"]}
    page = visit(
        make_match(server.url, {"game": game, "seats": ALONE, **given})["take_along"], **options
    )
    page.wait_for_selector(".board.active")
    if "draft" in wish:
        field = page.get_by_role("combobox", name="Type a move")
        field.fill(wish["draft"])
        field.press("Enter")
        page.wait_for_selector(".draft .primary:enabled")
    return page


@pytest.mark.parametrize(
    ("game", "wish", "words", "token"), PHASES, ids=[phase[3] for phase in PHASES]
)
def test_a_double_click_does_what_one_click_does(game, wish, words, token, visit, server):
    page = _open(visit, server, game, wish)
    button = page.locator(".bars button:enabled, .choices button").filter(has_text=words)
    button.first.dblclick()
    page.wait_for_function(
        "(token) => document.querySelector('.moves')?.textContent.includes(token)"
        " || document.querySelector('.draft button:enabled') !== null",
        arg=token,
    )
    # Whatever the second click did would be asked of the server before this.
    page.get_by_role("button", name="Position in words").click()
    page.wait_for_selector("dialog[open] p")
    tokens = page.locator(".moves button.move").all_inner_texts()
    made = [one for one in tokens if not one.startswith("!")]
    assert made in ([], [token])


def test_a_double_click_hits_nothing_that_has_come_under_the_pointer(visit, server):
    page = _open(visit, server, "blinq", {})
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
    page = _open(visit, server, "triotrio", {"position": position})
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
            apart = [abs(now - then) for now, then in zip(place, before, strict=True)]
            assert max(apart) <= 2, (words, before, place)
        if page.locator(".board.over").count():
            break
        play_one_move(page, rng)
    assert moves_made(page) > 0
