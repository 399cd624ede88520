"""Every button of the match page in every phase, double clicked: it does one thing, and stays."""

from __future__ import annotations

import os

import pytest
from driver import wait_for_answer, wait_for_board
from phases import PHASES

#: What can be clicked on the page of a match, by the part of the page and its words. A list of
#: moves has many that do the same: its first stands for all.
CONTROLS = """() => {
  const parts = ['bars', 'tools', 'walk', 'onward', 'head', 'moves', 'phrases', 'talk', 'plan',
    'notes', 'curtain', 'howto', 'actions', 'typed', 'board'];
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
  const {{ scrollTop }} = document.scrollingElement;
  return {{ x: x + width / 2, y: y + height / 2, scrollTop, hit: one.contains(top), pressed }};
}}"""

#: What is at a place of the page now, whether it works or rests. What covers the page is no button
#: that slid there; and where a phone scrolls back to its board, the place has gone along.
UNDER = """({ x, y, scrollTop, name }) => {
  const gone = document.scrollingElement.scrollTop - scrollTop;
  const one = document.elementFromPoint(x, y - gone)?.closest('button, summary, a');
  if (!one || one.closest('dialog, .drawer, .toast, #top')) return '';
  const words = one.getAttribute('aria-label') ?? one.textContent;
  return name.endsWith(`: ${words}`) || name === 'moves' && one.closest('.moves') ? '' : words;
}"""

#: Notes in the page what it asks of the server and what it makes there, as it happens.
LISTEN = """() => {
  const heard = { asked: [], refused: [], made: 0, waiting: new Set() };
  window.heard = heard;
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    const message = JSON.parse(text);
    heard.asked.push(message.do);
    if (message.id) heard.waiting.add(message.id);
    if (!this.heard) this.addEventListener('message', (event) => {
      const answer = JSON.parse(event.data);
      heard.waiting.delete(answer.re);
      if (answer.ok === false) heard.refused.push(event.data);
    });
    this.heard = true;
    return send.call(this, text);
  };
  const { fetch } = window;
  window.fetch = (address, options) => {
    if (options?.method === 'POST' && /(matches|join)$/.test(address)) heard.made += 1;
    return fetch(address, options);
  };
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
#: What asks nothing of the server and looks the same in every phase is walked once, unless
#: thoroughly.
STEADY = ("tools", "walk", "onward", "head", "moves", "howto", "talk", "phrases", "actions")
#: Phases that have buttons of their own, and those that look different on a phone: all phases are
#: walked when it is done thoroughly.
WALKED = {
    "wide": (
        *("waiting", "trickle, own turn", "trifoil, ready", "triotrio, keep", "triotrio, decide"),
        *("planning", "draw got", "looking back", "rematch got"),
    ),
    "phone": ("trifoil, ready", "triotrio, decide", "talking", "over"),
}
#: What leads to another page.
LEADS_AWAY = "onward: Analyse"
#: What goes on growing afterwards.
GROWS = "actions: Review"
#: What stays as it was where the browser does not allow it.
NOT_PRESSED = "actions: Notify me"


def allowed(name: str, phase: str):
    """Return what a button may ask of the server."""
    part, _, words = name.partition(": ")
    if part == "phrases":
        return PHRASES
    if part == "curtain" and phase == "throwing":
        return SIGNS
    if part in ("bars", "board") and words not in ASKED:
        return MOVES
    return ASKED.get(words, ([],))


class Walker:
    """Somebody who double clicks everything, and listens to what the page asks of the server."""

    def __init__(self, page, server, touch: bool) -> None:
        self.page = page
        self.server = server
        self.touch = touch
        self.walked: set[str] = set()
        page.add_init_script(f"({LISTEN})()")

    def begin(self) -> None:
        """Forget what was heard."""
        self.page.evaluate("() => Object.assign(heard, { asked: [], refused: [], made: 0 })")

    def settle(self) -> dict:
        """Wait until everything that was asked is answered, and drawn; return what was heard."""
        quiet = """() => new Promise((done) => {
          setTimeout(() => requestAnimationFrame(() => done(!heard.waiting.size)), 20);
        })"""
        wait_for_answer(self.page, quiet)
        heard = self.page.evaluate("() => ({ ...heard, waiting: 0 })")
        heard["asked"] = [verb for verb in heard["asked"] if verb not in UNASKED]
        return heard

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
            names = [name for name in names if not self._is_known(name, phase)]
        for name in names:
            self._try(phase, name)
        self.walked |= set(names)
        return len(names)

    def _is_known(self, name: str, phase: str) -> bool:
        """Whether a button was walked that does the same in every phase."""
        asks = allowed(name, phase) not in (([],), PHRASES)
        return name in self.walked and name.startswith(STEADY) and not asks

    def _try(self, phase: str, name: str) -> None:
        spot = self.page.evaluate(FIND, name)
        if not spot:
            self.arrive(phase)
            spot = self.page.evaluate(FIND, name)
        assert spot, f"{name} is gone in phase {phase}"
        if not spot["hit"]:
            return  # something lies over it, as the curtain does before the match
        self.begin()
        self._double(spot["x"], spot["y"])
        if name == LEADS_AWAY:
            self.page.wait_for_url("**/analysis/**")
        heard = self.settle()
        about = f"{name} in phase {phase}"
        assert heard["asked"] in allowed(name, phase), about
        assert heard["made"] <= 1, about
        assert not heard["refused"], about
        assert self.page.locator("dialog[open]").count() <= 1, about
        if name == LEADS_AWAY:
            self.arrive(phase)
            return
        slid = self.page.evaluate(UNDER, {**spot, "name": name})
        assert not slid, f"{slid} slid under the pointer: {about}"
        after = self.page.evaluate(FIND, name) if spot["pressed"] else None
        if after and name != NOT_PRESSED:
            assert after["pressed"] != spot["pressed"], f"{about} was pressed twice"
        changed = heard["asked"] or heard["made"] or spot["pressed"] is not None or name == GROWS
        self._restore(phase, bool(changed))

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
            """() => {
              const away = { clientX: -99, clientY: -99, bubbles: true };
              document.body.dispatchEvent(new PointerEvent('pointerdown', away));
              for (const one of document.querySelectorAll('main.match details')) one.open = true;
            }"""
        )
        if changed or self.page.locator("dialog[open], .drawer").count():
            self.arrive(phase)


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_a_double_click_at_every_button_in_every_phase(size, visit, server):
    touch = size == "phone"
    width, height = (390, 844) if touch else (1440, 900)
    page = visit(
        "/",
        viewport={"width": width, "height": height},
        has_touch=touch,
        is_mobile=touch,
        reduced_motion="reduce",
    )
    walker = Walker(page, server, touch)
    phases = PHASES if THOROUGH else WALKED[size]
    walked = {phase: walker.walk(phase) for phase in phases}
    assert sum(walked.values()) > 5 * len(phases), walked
