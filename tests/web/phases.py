"""Every phase that a match page can be in, each reached over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from driver import make_match
from test_people import ask

import quatrefoil
from quatrefoil.match.dice import hash_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: What a friend shares in the dice.
VALUE = "0b" * 32
ALONE = [{"kind": "me"}, {"kind": "me"}]
COMPUTER = [{"kind": "me"}, {"kind": "computer", "level": 1}]
FRIEND = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
#: A TrioTrio board on which much can be done.
COW = {"yellow": {"b3": "paper", "e5": "rock"}, "blue": {"d8": "paper", "g7": "rock"}}

#: Makes a match; returns the link to open.
Phase = Callable[[str], str]
#: Does something on the page before the phase is reached.
Then = Callable[["Page"], None]


class Duel:
    """A match between the page's reader and a friend, who is asked over HTTP."""

    def __init__(self, url: str, game: str, **more: Any) -> None:
        self.url = url
        self.made = make_match(url, {"game": game, "seats": FRIEND, **more})
        self.path = f"/api/matches/{self.made['id']}"
        joining = {"name": "Bob", "hash": hash_of(VALUE)}
        self.friend = ask(url, f"{self.path}/join", joining)["secret"]

    @property
    def link(self) -> str:
        return str(self.made["take_along"])

    def do(self, secret: str, **message: Any) -> Duel:
        ask(self.url, f"{self.path}/do", message, secret)
        return self

    def mine(self, **message: Any) -> Duel:
        return self.do(self.made["secret"], **message)

    def theirs(self, **message: Any) -> Duel:
        return self.do(self.friend, **message)

    def play(self, turns: int) -> Duel:
        """Play turns, each with the first moves that are legal."""
        for _ in range(turns):
            play_turn(self.url, self.path, (self.made["secret"], self.friend))
        return self


def play_turn(url: str, path: str, secrets: tuple[str, ...]) -> None:
    """Play a whole turn, up to a roll, with the first moves that are legal."""
    snapshot = ask(url, f"{path}/do", {"do": "snapshot"}, secrets[0])["snapshot"]
    position = quatrefoil.position(snapshot["state"]["position"])
    mover, tokens = position.turn, []
    while position.turn == mover:
        tokens.append(position.legal_tokens()[0])
        position.play(tokens[-1])
    message = {"do": "play", "tokens": tokens, "at": snapshot["last"]}
    ask(url, f"{path}/do", message, secrets[mover % len(secrets)])


def against(seats: list[dict[str, Any]], game: str, turns: int = 0, **wish: Any) -> Phase:
    """A match of one's own, after some turns."""

    def make(url: str) -> str:
        made = make_match(url, {"game": game, "seats": seats, **wish})
        for _ in range(turns):
            play_turn(url, f"/api/matches/{made['id']}", (made["secret"],))
        return str(made["take_along"])

    return make


def drafted(game: str, turns: int, moves: int) -> Phase:
    """A turn that has been begun, or that only waits to be confirmed."""

    def make(url: str) -> str:
        duel = Duel(url, game).play(turns)
        snapshot = ask(url, f"{duel.path}/do", {"do": "snapshot"}, duel.made["secret"])["snapshot"]
        position, tokens = quatrefoil.position(snapshot["state"]["position"]), []
        for _ in range(moves):
            tokens.append(position.legal_tokens()[0])
            position.play(tokens[-1])
        return duel.mine(do="draft", tokens=tokens).link

    return make


def between(game: str, turns: int, what: Callable[[Duel], Duel] = lambda duel: duel) -> Phase:
    """A match between two, after some turns, and something that one of them did."""
    return lambda url: what(Duel(url, game).play(turns)).link


def triotrio(**position: Any) -> Phase:
    """A position of TrioTrio, both sides one's own."""
    return against(ALONE, "triotrio", position={"game": "triotrio", **COW, **position})


def nothing(page: Page) -> None:
    """Leave the page as it is."""


def look_back(page: Page) -> None:
    """Look at an earlier position."""
    page.get_by_role("button", name="One move back").click()
    page.locator(".status", has_text="Move 1 of").or_(
        page.locator(".status", has_text="start")
    ).first.wait_for()


def plan(page: Page) -> None:
    """Begin to plan an answer."""
    page.get_by_role("button", name="Plan an answer").click()
    page.locator(".plan .next").wait_for()


def talk(page: Page) -> None:
    """Open what can be said."""
    page.locator(".talk summary").click()


def throwing(url: str) -> str:
    """Who begins is decided by rock, paper, scissors."""
    return Duel(url, "blinq", first="rps").link


def invited(url: str) -> str:
    """Somebody else's match with a free seat."""
    return f"{url}/m/{make_match(url, {'game': 'trickle', 'seats': FRIEND})['id']}"


def watched(url: str) -> str:
    """A match of others."""
    duel = Duel(url, "trifoil").play(1)
    return f"{url}/m/{duel.made['id']}"


PHASES: dict[str, tuple[Phase, Then]] = {
    "waiting": (against(FRIEND, "trickle"), nothing),
    "invited": (invited, nothing),
    "watching": (watched, nothing),
    "throwing": (throwing, nothing),
    "trickle, own turn": (between("trickle", 2), nothing),
    "blinq, own turn": (against(COMPUTER, "blinq", 1), nothing),
    "trifoil, own turn": (against(COMPUTER, "trifoil", 1), nothing),
    "trifoil, begun": (drafted("trifoil", 2, 1), nothing),
    "trifoil, ready": (drafted("trifoil", 2, 2), nothing),
    "trifoil, their turn": (between("trifoil", 1), nothing),
    "triotrio, keep": (against(ALONE, "triotrio", options={"first": "yellow"}), nothing),
    "triotrio, decide": (triotrio(turn="yellow", phase="decide"), nothing),
    "triotrio, rolled": (triotrio(turn="yellow", phase="move", roll=2), nothing),
    "triotrio, reclaim": (
        triotrio(turn="yellow", phase="reclaim", cow=[3, 0], cow_at_start=True),
        nothing,
    ),
    "talking": (between("blinq", 2), talk),
    "planning": (between("trickle", 1), plan),
    "draw got": (between("blinq", 2, lambda duel: duel.theirs(do="offer-draw")), nothing),
    "draw offered": (between("blinq", 2, lambda duel: duel.mine(do="offer-draw")), nothing),
    "takeback got": (between("blinq", 2, lambda duel: duel.theirs(do="ask-takeback")), nothing),
    "looking back": (between("trickle", 3), look_back),
    "looking back alone": (against(ALONE, "blinq", 3), look_back),
    "over": (between("trifoil", 2, lambda duel: duel.theirs(do="resign")), nothing),
    "rematch got": (
        between("blinq", 2, lambda duel: duel.mine(do="resign").theirs(do="rematch")),
        nothing,
    ),
}
