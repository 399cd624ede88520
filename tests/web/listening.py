"""What somebody hears who uses the page by keyboard and screen reader.

Every step of a journey is written down as it is heard:

    > Enter                                what is pressed
      page: Trickle · Quatrefoil           the tab's title, when it changes
      focus: button "Accept"               role, name and state of what has the keyboard
      says: Ada offers a draw.             what live regions tell, in order

Names, roles and states are those of the browser's own accessibility tree. A live region is heard as
screen readers agree on it: one that is there and changes. One that comes with its words is silent
unless it is an alert, and so is what lies outside an open dialog. Of what changes twice at once the
end is heard.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import quatrefoil

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

#: Is set where what is heard is written down, not compared.
WRITING = "QUATREFOIL_WRITE_HEARD"
TEXTS = Path(quatrefoil.__file__).parent / "web" / "texts"

#: Notes in `window.heard` what live regions say.
_EAR = """(() => {
  const LIVE = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]';
  const WHOLE = '[role=status]:not([aria-atomic=false]), [role=alert], [aria-atomic=true]';
  const known = new WeakSet();
  window.heard = [];
  const isSilent = (element) => {
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
    const { visibility, display } = getComputedStyle(element);
    return (modal && !modal.contains(element)) || visibility === 'hidden' || display === 'none'
      || element.closest('[hidden], [aria-hidden=true], [aria-live=off]') !== null;
  };
  const words = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || isSilent(node)) return '';
    return node.getAttribute('aria-label') ?? [...node.childNodes].map(words).join(' ');
  };
  const say = (text) => {
    const said = text.replace(/\\s+/g, ' ').trim();
    if (said) window.heard.push(said);
  };
  const alertsIn = (node) => [...(node.matches?.('[role=alert]') ? [node] : []),
    ...(node.querySelectorAll?.('[role=alert]') ?? [])];
  new MutationObserver((changes) => {
    const done = new Set();
    for (const { type, target, addedNodes, attributeName } of changes) {
      const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
      const region = element?.closest(LIVE);
      const added = [...addedNodes].filter((node) => node.isConnected);
      const alerts = attributeName ? alertsIn(target) : added.flatMap(alertsIn);
      const whole = region?.matches(WHOLE) ? [region] : [];
      for (const each of region && known.has(region) ? whole : alerts)
        if (!done.has(each)) done.add(each), say(words(each));
      if (!region || attributeName || whole.length || !known.has(region)) continue;
      const news = type === 'characterData' ? [target] : added;
      if (!isSilent(element)) say(news.map(words).join(' '));
    }
    for (const region of document.querySelectorAll(LIVE)) known.add(region);
  }).observe(document, {
    subtree: true, childList: true, characterData: true, attributeFilter: ['hidden'],
  });
})()"""

#: The page has drawn what the key did.
_DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
#: Whether something was said that has some words.
_SAID = "(words) => window.heard.some((said) => said.includes(words))"
_FOCUSED = "(found) => found.includes(document.activeElement)"
#: States as they are told, where they are so and where they are not.
_STATES = {
    "disabled": ("unavailable", ""),
    "checked": ("checked", "not checked"),
    "pressed": ("pressed", "not pressed"),
    "expanded": ("expanded", "collapsed"),
    "invalid": ("invalid", ""),
}
#: Roles that go by other names.
_ROLES = {"DisclosureTriangle": "disclosure", "none": "nothing", "RootWebArea": "nothing"}
#: What is different every time.
_CHANCE = {
    r"http://127\.0\.0\.1:\d+": "http://host",
    r"/(m|s)/[\w-]{16}": r"/\1/ID",
    r"#[\w-]{32}(\.[0-9a-f]{64})?": "#SECRET",
    r"^ +- /url: .*": "",
    r"\d+ ?%": "N%",
}
_MOST_TABS = 90


class Reader:
    """Somebody at the keyboard who hears the page; `lines` has what happened.

    What they look for goes by the keys of the page's texts, or is written out.
    """

    def __init__(self, page: Page, lines: list[str], language: str, name: str = "") -> None:
        self.page = page
        self.language = language
        self._lines = lines
        self._name = f"{name}: " if name else ""
        self._title = ""
        self._focus = ""
        self._tree = page.context.new_cdp_session(page)
        self._texts: dict[str, str] = {}
        for part in ("", "study."):
            path = TEXTS / f"{part}{language}.json"
            self._texts |= json.loads(path.read_text(encoding="utf-8"))
        page.add_init_script(_EAR)

    def text(self, key: str, **values: object) -> str:
        """Return a text of the page, or what is no key as it is."""
        return self._texts[key].format(**values) if key in self._texts else key

    # ---- what they do -------------------------------------------------------------------------

    def opens(self, address: str, ready: str, quiet: bool = False) -> None:
        """Open an address, and wait for something to be there; the rest is as for `listen`."""
        self.page.goto(address)
        self._write(f"opens {address}")
        self.listen(sees=ready, quiet=quiet)

    def press(self, *keys: str, **waiting: Any) -> None:
        """Press keys, one by one, and `listen`."""
        for key in keys:
            self.page.keyboard.press(key)
        self._write(" ".join("Space" if key == " " else key for key in keys))
        self.listen(**waiting)

    def type(self, text: str, **waiting: Any) -> None:
        """Write into what has the keyboard, and `listen`."""
        self.page.keyboard.type(text)
        self._write(f"types {text}")
        self.listen(**waiting)

    def tab_to(self, role: Any, name: str, back: bool = False, **values: object) -> None:
        """Go to something with Tab alone."""
        modal = self.page.locator("dialog:modal")
        room = modal if modal.count() else self.page.locator("body")
        words = self.text(name, **values)
        if role == "summary":
            found = room.locator("summary", has_text=words)
        else:
            found = room.get_by_role(role, name=words, exact=True)
        self._walk(found, "Shift+Tab" if back else "Tab", f"the {role} {words!r}")

    def tab_to_board(self) -> None:
        """Go to the board with Tab alone."""
        self._walk(self.page.locator(".board > svg[tabindex]"), "Tab", "the board")

    def plays(self, token: str, **waiting: str) -> None:
        """Play a move by typing it."""
        self.tab_to("combobox", "match.type")
        self.type(token)
        self.press("Enter", **waiting)

    def _walk(self, found: Locator, key: str, what: str) -> None:
        self._write(f"{key} …")
        for _ in range(_MOST_TABS):
            if found.evaluate_all(_FOCUSED):
                return self.listen()
            self.page.keyboard.press(key)
        raise AssertionError(f"{_MOST_TABS} times {key} did not reach {what}")

    # ---- what they hear -----------------------------------------------------------------------

    def waits(self, **waiting: Any) -> None:
        """Do nothing, and `listen`."""
        self._write("waits")
        self.listen(**waiting)

    def listen(self, hears: str = "", sees: str = "", quiet: bool = False) -> None:
        """Write down what has changed; wait for words, or for something to be there, before.

        `quiet` leaves out what is said: what that is depends on how busy the machine is.
        """
        if hears:
            self.page.wait_for_function(_SAID, arg=self.text(hears))
        if sees:
            self.page.wait_for_selector(sees)
        self.page.evaluate(_DRAWN)
        title, focus = self.page.title(), self._focused()
        if title != self._title:
            self._write(f"page: {title}", 1)
        if focus != self._focus:
            self._write(f"focus: {focus}", 1)
        self._title, self._focus = title, focus
        for said in self.page.evaluate("window.heard.splice(0)"):
            if not quiet and said != self._texts["match.sending"]:
                self._write(f"says: {said}", 1)

    def reads(self, part: str) -> None:
        """Read a part of the page from its beginning to its end."""
        self._write("reads on")
        for line in self.page.locator(part).first.aria_snapshot().splitlines():
            self._write(line, 1)

    def _focused(self) -> str:
        """What has the keyboard, and the dialog that it is in."""
        dialog = self._told("document.querySelector('dialog:modal')")
        return " › ".join(filter(None, [dialog, self._told("document.activeElement")]))

    def _told(self, what: str) -> str:
        """Role, name, states, value and description of an element, if it is there."""
        found = self._tree.send("Runtime.evaluate", {"expression": what})["result"]
        if "objectId" not in found:
            return ""
        wanted = {"objectId": found["objectId"], "fetchRelatives": False}
        (node,) = self._tree.send("Accessibility.getPartialAXTree", wanted)["nodes"]
        known = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
        name, value, more = (
            node.get(one, {}).get("value", "") for one in ("name", "value", "description")
        )
        role = known.get("roledescription") or node["role"]["value"]
        told = [_ROLES.get(role, role)]
        told += [f'"{name}"'] if name else []
        more = more if more != name else ""  # readers do not say it twice either
        states = [_state(each, known[each]) for each in _STATES if each in known]
        return ", ".join([" ".join(told), *filter(None, [*states, value and f"= {value}", more])])

    def _write(self, words: str, depth: int = 0) -> None:
        for pattern, instead in _CHANCE.items():
            words = re.sub(pattern, instead, words)
        if words:
            self._lines.append(f"  {words}" if depth else f"{self._name}> {words}")


def _state(name: str, value: object) -> str:
    return _STATES[name][value in (False, "false")]


if __name__ == "__main__":
    os.environ[WRITING] = "1"
    sys.exit(pytest.main([str(Path(__file__).with_name("test_heard.py"))]))
