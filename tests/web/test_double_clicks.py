"""Every button of the match page in every phase, double clicked: it does one thing, and stays."""

from __future__ import annotations

import json
import os

import pytest
from driver import wait_for_board
from phases import PHASES

#: What can be clicked on the page of a match, by the part of the page and its words. A list of
#: moves has many that do the same: its first stands for all.
CONTROLS = """() => {
  const parts = ['bars', 'tools', 'walk', 'onward', 'head', 'moves', 'phrases', 'talk', 'plan',
    'notes', 'curtain', 'how-to', 'actions', 'typed', 'board'];
  const found = [...document.querySelectorAll('main.match :is(button, summary)')];
  const named = new Map();
  for (const one of found) {
    const rests = one.disabled || one.hasAttribute('aria-disabled');
    const shown = one.checkVisibility({ visibilityProperty: true });
    if (rests || !shown || one.closest('.moves') && named.has('moves')) continue;
    const part = parts.find((name) => one.closest(`.${name}`)) ?? '';
    const words = one.getAttribute('aria-label') ?? one.textContent;
    named.set(part === 'moves' ? part : `${part}: ${words}`, one);
  }
  return named;
}"""

#: Puts a control where it can be seen; returns its middle, and whether it is pressed.
FIND = f"""(name) => {{
  const one = ({CONTROLS})().get(name);
  if (!one) return null;
  one.scrollIntoView({{ block: 'center', behavior: 'instant' }});
  const {{ x, y, width, height }} = one.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  const pressed = one.getAttribute('aria-pressed');
  return {{ x: x + width / 2, y: y + height / 2, hit: one.contains(top), pressed }};
}}"""

#: What is under a point now, whether it works or rests; places are shared by what is never
#: offered at the same time, and what covers the page is no button that slid there.
UNDER = """({ x, y, name }) => {
  const one = document.elementFromPoint(x, y)?.closest('button, summary, a');
  if (!one || one.closest('dialog, .drawer, .toast, #top')) return '';
  const words = one.getAttribute('aria-label') ?? one.textContent;
  return name.endsWith(`: ${words}`) || name === 'moves' && one.closest('.moves') ? '' : words;
}"""

#: What the page asks by itself.
UNASKED = {"hello", "looking", "ping", "plans", "reveal", "commit", "snapshot"}
#: What buttons ask of the server, by their words; all others ask nothing. Stepping may be repeated.
ASKED = {
    "Confirm turn": (["play"],),
    "Undo": (["draft"], ["draft", "draft"]),
    "Undo my turn": (["draft"],),
    "Take back": (["ask-takeback"],),
    "Ask to take back": (["ask-takeback"],),
    "Undo to here": (["ask-takeback"],),
    "Offer a draw": (["offer-draw"],),
    "Take it back": (["withdraw"],),
    "Accept": (["accept-draw"], ["accept-takeback"], ["rematch"]),
    "Decline": (["decline-draw"], ["decline-takeback"]),
    "Leave": (["leave"],),
    "Hint": (["hint"], ["hint", "hint"]),  # at once, and then a better one
    "Position in words": (["describe"],),
    "Rematch": (["rematch"],),
    "Keep": (["plan"],),
}
#: A move by a button, and what the game has made of it before it is sent.
MOVES = (["play"], ["draft"], ["draft", "play"])
SIGNS = (["throw"],)
PHRASES = (["say"],)

THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
#: Where buttons are the same in every phase, each is walked once, unless thoroughly.
STEADY = ("tools", "walk", "head", "moves", "how-to", "talk")


def allowed(name: str, phase: str):
    """Return what a button may ask of the server."""
    part, _, words = name.partition(": ")
    if part == "phrases":
        return PHRASES
    if part == "curtain" and phase == "throwing":
        return SIGNS
    if part == "bars" and words not in ASKED:
        return MOVES
    return ASKED.get(words, ([],))


class Walker:
    """Somebody who double clicks everything, and listens to what the page asks of the server."""

    def __init__(self, page, server, touch: bool) -> None:
        self.page = page
        self.server = server
        self.touch = touch
        self.asked: list[str] = []
        self.waiting: set[str] = set()
        self.refused: list[str] = []
        self.made = 0
        self.walked: set[str] = set()
        page.on("websocket", self._listen)
        page.on("request", self._note)

    def _listen(self, socket) -> None:
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, text) -> None:
        message = json.loads(text)
        if message["do"] not in UNASKED:
            self.asked.append(message["do"])
            self.waiting.add(message["id"])

    def _received(self, text) -> None:
        message = json.loads(text)
        self.waiting.discard(message.get("re"))
        if message.get("ok") is False:
            self.refused.append(text)

    def _note(self, request) -> None:
        made = request.url.endswith(("/api/matches", "/join"))
        self.made += request.method == "POST" and made

    def settle(self) -> None:
        """Wait until everything that was asked is answered, and drawn."""
        for _ in range(100):
            self.page.evaluate(
                "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))"
            )
            if not self.waiting:
                return
        raise AssertionError(f"not answered: {self.asked}")

    def arrive(self, phase: str) -> None:
        """Come to a phase in a new match."""
        make, then = PHASES[phase]
        self.page.goto(make(self.server.url))
        wait_for_board(self.page)
        self.page.wait_for_function(
            "() => document.querySelector('.connection')?.dataset.state === 'connected'"
        )
        then(self.page)
        self.settle()

    def walk(self, phase: str) -> int:
        """Double click every button of a phase; return how many there were."""
        self.arrive(phase)
        names = self.page.evaluate(f"() => [...({CONTROLS})().keys()]")
        assert names, phase
        if not THOROUGH:
            names = [n for n in names if not (n in self.walked and n.startswith(STEADY))]
        for name in names:
            self._try(phase, name)
        self.walked |= set(names)
        return len(names)

    def _try(self, phase: str, name: str) -> None:
        spot = self.page.evaluate(FIND, name)
        if not spot:
            self.arrive(phase)
            spot = self.page.evaluate(FIND, name)
        assert spot, f"{name} is gone in phase {phase}"
        if not spot["hit"]:
            return  # something lies over it, as the curtain does before the match
        self.asked, self.refused, self.made = [], [], 0
        self._double(spot["x"], spot["y"])
        self.settle()
        about = f"{name} in phase {phase}"
        assert self.asked in allowed(name, phase), about
        assert self.made <= 1, about
        assert self.page.locator("dialog[open]").count() <= 1, about
        assert not self.refused, about
        slid = self.page.evaluate(UNDER, {**spot, "name": name})
        assert not slid, f"{slid} slid under the pointer: {about}"
        after = self.page.evaluate(FIND, name) if spot["pressed"] else None
        if after:
            assert after["pressed"] != spot["pressed"], f"{about} was pressed twice"
        self._restore(phase, bool(self.asked) or self.made > 0 or spot["pressed"] is not None)

    def _double(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.dblclick(x, y)

    def _restore(self, phase: str, changed: bool) -> None:
        """Close what was opened; come to the phase anew where something has changed."""
        self.page.keyboard.press("Escape")
        # A new tap elsewhere is no third one.
        self.page.evaluate(
            "() => dispatchEvent(new PointerEvent('pointerdown', { clientX: -99, clientY: -99 }))"
        )
        if changed or self.page.locator("dialog[open], .drawer").count():
            self.arrive(phase)


@pytest.mark.parametrize(
    ("width", "height", "touch"),
    [(1440, 900, False), (390, 844, True)],
    ids=["wide", "phone"],
)
def test_a_double_click_at_every_button_in_every_phase(width, height, touch, visit, server):
    page = visit(
        "/",
        viewport={"width": width, "height": height},
        has_touch=touch,
        is_mobile=touch,
        reduced_motion="reduce",
    )
    walker = Walker(page, server, touch)
    walked = {phase: walker.walk(phase) for phase in PHASES}
    assert sum(walked.values()) > 100, walked
