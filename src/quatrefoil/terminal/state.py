"""A match as the protocol tells it (docs/protocol.md): the snapshot, and what came after."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.game import Rules
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.study.turns import turns
from quatrefoil.view.data import Fact, Mark, Path, Phrase, Piece, Scene, Shape

Message = dict[str, Any]

#: How much of what people said is kept.
REMARKS = 30


@dataclass(frozen=True)
class Said:
    """One move of the history: who made it (nobody rolls), and how it is called."""

    seat: int | None
    token: str
    words: Phrase


@dataclass(frozen=True)
class Remark:
    """Something that somebody said: a phrase by its name, or free text."""

    event: int
    seat: int
    phrase: str
    text: str


class MatchState:
    """What is known of a match from one's own seats."""

    def __init__(self) -> None:
        self.id = ""
        self.rules: Rules | None = None
        self.mine: list[int] = []
        self.last = 0
        self.moves: list[Said] = []
        self._state: Message = {}
        #: Milliseconds by which the server's time is ahead of this machine's steady clock.
        self._ahead = -math.inf
        self.here: list[bool] = []
        self.rematch: str | None = None
        #: Why the server can only show this match, if something is wrong with its log.
        self.fault = ""
        #: Who has just turned an offer down.
        self.declined_by: int | None = None
        #: The places that the latest move touched.
        self.latest: frozenset[str] = frozenset()
        #: What people said, the latest last.
        self.remarks: tuple[Remark, ...] = ()

    @property
    def state(self) -> Message:
        """The latest state, as the protocol has it."""
        return self._state

    @state.setter
    def state(self, state: Message) -> None:
        self._state = state
        if clock := state.get("clock"):
            # What comes late, or is told again, says less than what is known.
            self._ahead = max(self._ahead, clock["now"] - 1000 * time.monotonic())

    def take_time(self, now: int) -> None:
        """Hear what time it is for the server: a new one may count anew."""
        self._ahead = now - 1000 * time.monotonic()

    def time_left(self, seat: int) -> float | None:
        """How many milliseconds a seat has left this moment, if there are clocks."""
        clock = self.state.get("clock")
        if not clock:
            return None
        gone = 1000 * time.monotonic() + self._ahead - clock["now"]
        left: float = clock["left"][seat] - (gone if clock["running"] == seat else 0.0)
        return max(0.0, left)

    @property
    def phase(self) -> str:
        """One of `match.phases`; nothing before the first snapshot."""
        return str(self.state.get("phase", ""))

    @property
    def turn(self) -> int | None:
        """The seat to move."""
        return self.state.get("turn")

    @property
    def my_turn(self) -> bool:
        """Whether one of one's own seats is to move."""
        return self.turn is not None and self.turn in self.mine

    @property
    def draft(self) -> list[str]:
        """The unconfirmed tokens of one's turn."""
        return list(self.state.get("draft", ()))

    @property
    def drafted_all(self) -> bool:
        """Whether the draft is a whole turn."""
        return bool(self.state.get("drafted", {}).get("complete"))

    @property
    def scene(self) -> Scene:
        """What is on the board, with one's draft."""
        drafted = self.state.get("drafted")
        return scene_from(drafted["scene"] if drafted else self.state.get("scene", {}))

    @property
    def paths(self) -> list[Path]:
        """The legal moves as clicks, if it is one's turn."""
        found = self.state.get("paths", ()) if self.my_turn else ()
        return [Path(path["token"], tuple(path["clicks"])) for path in found]

    # ---- what is told -------------------------------------------------------------------------

    def copied(self) -> MatchState:
        """Return a copy to try out what is told."""
        found = copy.copy(self)
        found.moves = list(self.moves)
        return found

    def become(self, other: MatchState) -> None:
        """Be as the copy is: what it was told can be shown."""
        vars(self).update(vars(other))

    def take_snapshot(self, snapshot: Message) -> None:
        """Begin with everything at once."""
        self.id = snapshot["id"]
        self.rules = rules_of(snapshot["rules"])
        self.mine = snapshot["mine"]
        self.last = snapshot["last"]
        self.moves = [said for entry in snapshot["history"] for said in _said(entry)]
        self.state = snapshot["state"]
        self.here = snapshot.get("here", [])
        self.rematch = snapshot["rematch"]
        self.fault = snapshot.get("fault") or ""
        self.remarks = tuple(_remark(said) for said in snapshot.get("said", ()))
        self.latest = frozenset()

    def take_draft(self, state: Message) -> None:
        """See one's own unconfirmed part of a turn."""
        self.state = state

    def take_event(self, event: Message) -> None:
        """Take in what happened; an event that is known already changes nothing."""
        if event["type"] == "presence":
            self.here = event["here"]
            return
        if event["type"] == "draft":
            self.state = event["state"]
            return
        if event["event"] <= self.last:
            return
        self.last = event["event"]
        self.state = event["state"]
        self.declined_by = event["seat"] if event["type"] == "declined" else None
        take = _TAKING.get(event["type"])
        if take:
            take(self, event)

    def _take_moves(self, event: Message) -> None:
        self.moves += _said({"seat": None, **event})
        self.latest = touched(event["changes"][-1] if event["changes"] else ())

    def _take_begun(self, event: Message) -> None:
        self.rules = rules_of(event["rules"])
        if order := event.get("order"):
            self.mine = sorted(order.index(seat) for seat in self.mine)

    def _take_back(self, event: Message) -> None:
        del self.moves[event["moves"] :]
        self.latest = frozenset()

    def _take_rematch(self, event: Message) -> None:
        self.rematch = event["match"]

    def _take_remark(self, event: Message) -> None:
        self.remarks = (*self.remarks, _remark(event))[-REMARKS:]


_TAKING = {
    "turn": MatchState._take_moves,
    "rolled": MatchState._take_moves,
    "begun": MatchState._take_begun,
    "takenback": MatchState._take_back,
    "rematch": MatchState._take_rematch,
    "said": MatchState._take_remark,
}


def _said(entry: Message) -> list[Said]:
    return [
        Said(entry["seat"], token, phrase_from(say))
        for token, say in zip(entry["tokens"], entry["say"], strict=True)
    ]


def numbers_of(moves: Sequence[Said], seats: int) -> list[int]:
    """Return the number of each move, that of its turn: as reviews count, and the page."""
    movers = ((CHANCE if said.seat is None else said.seat, said.token) for said in moves)
    return [turn.number for turn in turns(movers, seats) for _ in turn.tokens]


def _remark(said: Message) -> Remark:
    return Remark(said["event"], said["seat"], said.get("phrase") or "", said.get("text") or "")


# ---- view data, read from JSON ----------------------------------------------------------------


def phrase_from(data: Mapping[str, Any]) -> Phrase:
    """Read a phrase."""
    return Phrase(data["key"], data.get("values", {}))


def scene_from(data: Mapping[str, Any]) -> Scene:
    """Read a scene."""
    return Scene(
        tuple(Piece(**piece) for piece in data.get("pieces", ())),
        tuple(_mark_from(mark) for mark in data.get("marks", ())),
        tuple(
            Fact(phrase_from(fact["words"]), fact.get("player")) for fact in data.get("facts", ())
        ),
    )


def touched(changes: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """Return the places that the changes of a move touch."""
    ends = (change.get(end) for change in changes for end in ("start", "end"))
    return frozenset(place for place in ends if place)


def _mark_from(data: Mapping[str, Any]) -> Mark:
    words = data.get("words")
    return Mark(
        kind=data["kind"],
        places=tuple(data.get("places", ())),
        player=data.get("player"),
        shapes=tuple(
            Shape(shape["tag"], shape.get("attributes", {})) for shape in data.get("shapes", ())
        ),
        words=phrase_from(words) if words else None,
        on_demand=data.get("on_demand", False),
    )
