"""Playing on the page as a person does: by clicking what the page offers, knowing no rule."""

from __future__ import annotations

import json
import random
import re
import secrets
import urllib.request
from typing import TYPE_CHECKING, Any

from quatrefoil.match.dice import hash_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: What can be clicked this moment: places, choices beside a place, buttons below the board.
OFFERED = """() => {
  const busy = document.querySelectorAll('.targets .picked').length > 0;
  const goals = ['.target.goal', '.choices:not([hidden]) button', '.bars .primary:enabled'];
  const starts = ['.target', '.bars .bar:not(.draft) button:enabled', '.bars .primary:enabled'];
  const found = [...document.querySelectorAll((busy ? goals : starts).join())].map((element) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y)?.closest('[data-click], button');
    return { id: element.dataset.click ?? '', x, y, hit: hit === element };
  });
  return found.filter((one) => one.hit);
}"""

#: What can be clicked, once something can; `done` when there are more moves, or the match is over.
NEXT = f"""(before) => {{
  const moves = document.querySelectorAll('.moves button.move').length;
  if (moves > before || document.querySelector('.board.over')) return 'done';
  const found = ({OFFERED})();
  return found.length > 0 && found;
}}"""

#: It is this page's turn, or the match is over.
CAN_ACT = (
    "() => document.querySelector('.board.active, .board.over, .draft .primary:enabled') !== null"
)


ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")

#: Whether the keyboard is at something that is so called.
_IS_THERE = """([selector, name]) => {
  const here = document.activeElement;
  const called = here?.getAttribute('aria-label') ?? here?.textContent ?? '';
  return (here?.matches(selector) ?? false) && called.trim().startsWith(name);
}"""

#: Where things are, all seen at once: between two looks the page may draw them anew.
_BOXES = """(selectors) => {
  const found = selectors.map((one) => document.querySelector(one)?.getBoundingClientRect());
  return found.every((box) => box?.width > 0) && found.map(({ x, y, width, height }) => (
    { x, y, width, height }
  ));
}"""


def boxes(page: Page, *selectors: str) -> list[dict[str, float]]:
    """Return where the first of each selector is, once all of them are there."""
    found: list[dict[str, float]] = page.wait_for_function(_BOXES, arg=list(selectors)).json_value()
    return found


#: What can be pressed and has words that stick out of it, or off its middle.
_OVERFULL = """() => {
  const seen = [...document.querySelectorAll('main button, main .button')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.textContent);
  const words = document.createRange();
  return seen.filter((one) => {
    words.selectNodeContents(one);
    const [inner, outer] = [words.getBoundingClientRect(), one.getBoundingClientRect()];
    return inner.left < outer.left - 1 || inner.right > outer.right + 1
      || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1
      || one.matches('.primary:not(.actions *)')
        && Math.abs(inner.top + inner.bottom - outer.top - outer.bottom) > 8;
  }).map((one) => one.textContent);
}"""


def overfull_buttons(page: Page) -> list[str]:
    """Return the words of buttons that do not hold them well."""
    found: list[str] = page.evaluate(_OVERFULL)
    return found


def wait_for_answer(page: Page, question: str, given: Any = None) -> Any:
    """Ask an asynchronous function until it answers with something, for at most a minute.

    (`wait_for_function` takes a promise for an answer.)
    """
    asking = f"""async (given) => {{
      for (let left = 600; left; left--) {{
        const found = await ({question})(given);
        if (found) return found;
        await new Promise((done) => setTimeout(done, 100));
      }}
      return null;
    }}"""
    answer = page.evaluate(asking, given)
    assert answer, f"no answer: {question}"
    return answer


def wait_for_board(page: Page) -> None:
    page.wait_for_selector(".match .board")


def is_over(page: Page) -> bool:
    return page.locator(".board.over").count() > 0


def play_one_move(page: Page, rng: random.Random, tap: bool = False) -> None:
    """Click until a move is in the list, or the match is over."""
    before = moves_made(page)
    for _ in range(60):
        offered = page.wait_for_function(NEXT, arg=before).json_value()
        if offered == "done":
            return
        chosen = rng.choice(offered)
        click = page.touchscreen.tap if tap else page.mouse.click
        click(chosen["x"], chosen["y"])
    raise AssertionError("sixty clicks made no move")


def moves_made(page: Page) -> int:
    return page.locator(".moves button.move").count()


def play_to_the_end(page: Page, rng: random.Random, most: int = 400, tap: bool = False) -> str:
    """Play all of this page's turns; return what the page says at the end."""
    for _ in range(most):
        page.wait_for_function(CAN_ACT, timeout=30_000)
        if is_over(page):
            return page.locator(".status").inner_text()
        play_one_move(page, rng, tap)
    raise AssertionError(f"the match is not over after {most} moves")


def make_match(url: str, wish: dict[str, Any]) -> dict[str, Any]:
    """Make a match over HTTP; for tests that are not about making one.

    The link to take along carries what its maker shares in the dice, as the page's own does.
    """
    value = secrets.token_hex(32)
    wish = {**wish, "hash": hash_of(value)}
    request = urllib.request.Request(
        f"{url}/api/matches", json.dumps(wish).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
        return {**made, "take_along": f"{made['take_along']}.{value}"}


#: Where something that can be clicked is, by its id.
_FIND = """(id) => {
  const name = CSS.escape(id);
  const element = document.querySelector(
    `.choices:not([hidden]) [data-click="${name}"], .target[data-click="${name}"],`
    + ` .picked[data-click="${name}"], .bar [data-click="${name}"]`);
  const box = element?.getBoundingClientRect();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
}"""


def tab_to(page: Page, selector: str, name: str = "") -> bool:
    """Go with Tab to what the selector and the name say; return whether it can be pressed."""
    for _ in range(60):
        if page.evaluate(_IS_THERE, [selector, name]):
            return True
        if page.locator(f"{selector}:disabled").count() and not name:
            return False
        page.keyboard.press("Tab")
    raise AssertionError(f"sixty times Tab did not reach {selector} {name}")


def arrow_to(page: Page, place: str, rng: random.Random) -> None:
    """Go with the arrow keys, any way there is, to a place of the board that is told by voice."""
    for _ in range(400):
        page.keyboard.press(rng.choice(ARROWS))
        if re.search(rf"\b{place}\b", page.locator("#live").text_content() or ""):
            return
    raise AssertionError(f"the arrow keys did not reach {place}")


def click_place(page: Page, click: str) -> None:
    """Click a place or a button by its id, as soon as it is offered."""
    found = page.wait_for_function(_FIND, arg=click).json_value()
    page.mouse.click(*found)
