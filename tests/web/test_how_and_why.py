"""How to play stays beside the board, a tap says why, and boards are large and clear enough."""

from __future__ import annotations

import random

import pytest
from driver import boxes, make_match, play_one_move

import quatrefoil
from quatrefoil.view.data import view_of

ALONE = [{"kind": "me"}, {"kind": "me"}]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
ON_ITS_SIDE = {"viewport": {"width": 844, "height": 390}, "has_touch": True}

SPIN = {
    "game": "trifoil",
    "red": ["c1.SW"],
    "blue": ["a1.S", "b1.S", "b2.N"],
    "turn": "red",
    "actions_left": 1,
    "acted": True,
}
WALK = {
    "game": "triotrio",
    "yellow": {"c1": "rock", "e1": "paper"},
    "blue": {"c9": "rock"},
    "turn": "yellow",
    "phase": "move",
    "roll": 4,
}


BLOCK = {"game": "blinq", "options": {"size": 4}, "blocks": ["1a1N"], "turn": "black"}

#: Where a point of the board is on the screen.
_ON_SCREEN = """([x, y]) => {
  const svg = document.querySelector('.frame .board > svg');
  const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  return [at.x, at.y];
}"""


def _open(visit, server, game: str, browser: dict | None = None, **wish):
    made = make_match(server.url, {"game": game, "seats": ALONE, **wish})
    page = visit(made["take_along"], **(browser or {}))
    page.wait_for_selector(".board.active")
    return page


def test_how_to_play_stays_and_can_be_folded(visit, server):
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    made = make_match(
        server.url, {"game": "triotrio", "options": {"first": "blue"}, "seats": seats}
    )
    page = visit(made["take_along"])
    page.get_by_text("How to play").wait_for()
    page.wait_for_selector(".board.active", timeout=30_000)
    play_one_move(page, random.Random(3))
    assert "roll" in page.locator(".howto .text").inner_text()
    page.wait_for_selector(".howto .view .piece")
    page.wait_for_function("() => document.querySelector('.howto .caption').textContent !== ''")
    page.get_by_text("How to play").click()
    page.wait_for_selector(".howto:not([open])")
    page.reload()
    page.wait_for_selector(".howto:not([open])")


def test_the_example_rests_where_motion_is_unwanted(visit, server):
    page = _open(visit, server, "trickle", {"reduced_motion": "reduce"})
    page.wait_for_selector(".howto .view .piece")
    assert page.locator(".howto .caption").inner_text() == ""
    page.get_by_role("button", name="Show the example again").click()
    page.wait_for_function("() => document.querySelector('.howto .caption').textContent !== ''")


def test_a_tap_says_who_may_spin(visit, server):
    page = _open(visit, server, "trifoil", position=SPIN)
    page.locator('.target[data-click="spin:theta"] .knob').click()
    page.wait_for_selector(".why:not([hidden])")
    assert "Red 1, Blue 2" in page.locator(".why").inner_text()
    assert "Red 1, Blue 2" in page.locator("#live").inner_text()
    # Where nothing can be done a tap says why not.
    x, y = page.evaluate("""() => {
      const spot = document.querySelectorAll('.frame .backdrop .handle')[0];
      const { x, y, width, height } = spot.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }""")
    page.mouse.click(x, y)
    page.wait_for_function("() => /Blue 1|Blue 2/.test(document.querySelector('.why').textContent)")


@pytest.mark.parametrize(
    ("game", "position", "picked", "place", "words"),
    [
        ("trickle", None, "f8", "b3", "No bead can move to b3 now"),
        ("trickle", None, None, "f6", "The bead on f6 can't move now"),
        ("blinq", BLOCK, None, "1a1", "There is a block on a1 already"),
        ("triotrio", WALK, "e1", "g4", "No piece gets to g4 in exactly 4 steps"),
    ],
)
def test_a_tap_says_why_it_can_not_be_done(game, position, picked, place, words, visit, server):
    """In every game, also about a goal that what was picked can't reach."""
    page = _open(visit, server, game, PHONE, **({"position": position} if position else {}))
    if picked:
        page.locator(f'.target[data-click="{picked}"]').tap()
        page.wait_for_selector(".targets .picked")
    rules = quatrefoil.position(position).rules if position else quatrefoil.rules(game)
    (spot,) = [one for one in view_of(rules).board(rules).places if one.id == place]
    page.touchscreen.tap(*page.evaluate(_ON_SCREEN, [spot.x, spot.y]))
    page.locator(".why", has_text=words).wait_for()
    assert words in page.locator("#live").inner_text()
    assert page.locator(".moves .move").count() == 0


def test_a_click_on_a_slot_places_one_link(visit, server):
    page = _open(visit, server, "trifoil")
    page.locator('.target.short[data-click="a1.S"]').dblclick()
    page.wait_for_selector(".draft .primary:enabled")
    page.get_by_role("button", name="Position in words").click()
    page.wait_for_selector("dialog[open] p")
    assert page.locator(".frame .pieces .piece").count() == 1
    assert "a1.S" in page.locator("dialog").inner_text()


def test_the_way_to_a_goal_is_shown(visit, server):
    page = _open(visit, server, "triotrio", position=WALK)
    page.locator('.target[data-click="e1"]').click()
    page.locator('.target.goal[data-click="e5"]').hover()
    page.wait_for_selector(".targets .way")


#: Arrows between two signs that do not point from the first to the second, as the page shows them.
_ASTRAY = """() => [...document.querySelectorAll('.frame .takes')].filter((one) => {
  const middle = (shape) => {
    const { x, width } = shape.getBoundingClientRect();
    return x + width / 2;
  };
  const tip = one.getPointAtLength(one.getTotalLength() / 3).matrixTransform(one.getScreenCTM());
  const ahead = middle(one.nextElementSibling) - middle(one.previousElementSibling);
  return Math.sign(tip.x - middle(one)) !== Math.sign(ahead);
}).length"""


def test_who_takes_whom_is_true_from_both_sides(visit, server):
    """Each sign points at its prey, also for whoever sees the board flipped."""
    page = _open(visit, server, "triotrio")
    assert page.locator(".frame .takes").count() == 3
    assert page.evaluate(_ASTRAY) == 0
    page.get_by_role("button", name="Flip the board").click()
    page.wait_for_selector(".board.flipped")
    assert page.evaluate(_ASTRAY) == 0


def test_only_who_is_to_move_is_asked_for_something(visit, server):
    options = {"first": "yellow"}
    made = make_match(server.url, {"game": "triotrio", "options": options, "seats": ALONE})
    mine, theirs = visit(made["take_along"]), visit(made["link"])
    mine.locator(".status", has_text="Step 1 of 2: pick a piece to change").wait_for()
    theirs.locator(".status", has_text="Step 1 of 2: a piece may change.").wait_for()


@pytest.mark.parametrize("game", quatrefoil.names())
def test_nothing_is_cut_and_cells_are_large_enough(game, visit, server):
    page = _open(visit, server, game)
    assert page.evaluate("() => document.scrollingElement.scrollHeight") <= 900
    assert boxes(page, ".frame .board")[0]["height"] >= 0.7 * 900
    page.set_viewport_size(ON_ITS_SIDE["viewport"])
    page.wait_for_function(
        """() => {
          const svg = document.querySelector('.frame .board > svg');
          const cell = 100 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
          return cell >= 36 && svg.getBoundingClientRect().bottom <= innerHeight + 1;
        }"""
    )


def test_choices_stay_on_the_screen_of_a_phone(visit, server):
    page = _open(visit, server, "blinq", PHONE)
    for place in ("1a1", "1e1", "1e5"):
        page.locator(f'.target[data-click="{place}"]').click()
        box = boxes(page, ".choices")[0]
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] >= 0
