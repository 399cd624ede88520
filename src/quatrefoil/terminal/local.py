"""A match on this machine: `quatrefoil.match` decides, and the computer thinks in a thread."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

import orjson

from quatrefoil.core.fields import Fields
from quatrefoil.core.game import Rules
from quatrefoil.match import Match, RefusedError
from quatrefoil.match.requests import Session, perform, rematch_is_agreed, set_draft
from quatrefoil.match.seats import COMPUTER, PERSON, Seat
from quatrefoil.match.setup import Setup, rematch_of
from quatrefoil.play import present
from quatrefoil.play.thinkers import HINT_LEVEL, Thinkers
from quatrefoil.terminal.seen import Message
from quatrefoil.terminal.table import Table

#: Who holds the seats of everybody at this screen.
_HERE = "here"


def setup_of(rules: Rules, level: int | None, seat: int = 0, name: str = "") -> Setup:
    """Return a match against the computer of a level, or with none, of people at this screen."""
    seats = tuple(
        Seat(PERSON, name if number == seat and level else "", holder=_HERE)
        if level is None or number == seat
        else Seat(COMPUTER, level=level)
        for number in range(rules.players)
    )
    return Setup(rules, seats)


class LocalTable(Table):
    """A match between people at this screen and the computer."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._thinkers = Thinkers(1)
        self._thinking: asyncio.Task[None] | None = None
        self._match = self._new_match(setup)

    async def open(self) -> None:
        """Begin."""
        self._begin()

    async def ask(self, do: str, **fields: Any) -> Message:
        """Do what is asked for, or raise a RefusedError."""
        if do == "hint":
            return await self._hint()
        if do == "describe":
            words: Message = _plain({"words": present.words(self._match, drafted_too=True)})
            return words
        if do == "draft":
            session = self._session()
            set_draft(session, session.seat(Fields({}, "a draft")), fields["tokens"])
            self.seen.state = self._state()
            self.changed()
        else:
            self._perform(do, fields)
        return {"ok": True, "event": self._match.last, "state": self.seen.state}

    async def steps(self, first: int, last: int) -> list[Message]:
        """Return the match move by move."""
        found: list[Message] = _plain(present.steps(self._match, first, last))
        return found

    async def close(self) -> None:
        """Stop thinking."""
        if self._thinking:
            self._thinking.cancel()
        await asyncio.to_thread(self._thinkers.close)

    # ---- the match ----------------------------------------------------------------------------

    def _new_match(self, setup: Setup) -> Match:
        created = setup.created(secrets.token_hex(8), secrets.token_bytes(32), _HERE, _now())
        return Match(created)

    def _begin(self) -> None:
        """Show a new match and let it start."""
        self.seen.take_snapshot(_plain(present.snapshot(self._match, _HERE, _now())))
        session = self._session("")
        session.settle()
        self._tell(session)

    def _session(self, holder: str = _HERE) -> Session:
        """Return a request by somebody here; with no holder, for what happens by itself."""
        return Session(self._match, _now(), holder, witness=present.Narrator(self._match))

    def _perform(self, do: str, fields: Message) -> None:
        session = self._session()
        perform(session, do, Fields(fields, "a request"))
        if do == "rematch" and rematch_is_agreed(self._match):
            self._match = self._new_match(rematch_of(self._match))
            self._begin()
            return
        self._tell(session)

    def _tell(self, session: Session) -> None:
        """Take in what a request made happen, and let the computer think if it is to move."""
        assert isinstance(session.witness, present.Narrator)
        for _, text in session.witness.told:
            self.seen.take_event(orjson.loads(text))
        self.seen.state = self._state()
        self.changed()
        self._think()

    def _state(self) -> Message:
        whole = present.state(self._match, _now())
        if self._match.turn in self.seen.mine:
            whole |= present.own_state(self._match)
        state: Message = _plain(whole)
        return state

    # ---- the computer -------------------------------------------------------------------------

    def _think(self) -> None:
        turn = self._match.turn
        if turn is not None and self._match.seats[turn].kind == COMPUTER and not self._thinking:
            self._thinking = asyncio.get_running_loop().create_task(self._move(turn))

    async def _move(self, seat: int) -> None:
        match = self._match
        before, level = len(match.history), match.seats[seat].level
        try:
            tokens = await self._thinkers.turn(match.line, level or 1)
        finally:
            self._thinking = None
        if match is self._match and match.turn == seat and len(match.history) == before:
            session = self._session("")
            session.play(seat, tokens)
            self._tell(session)
        else:
            self._think()  # the board has changed meanwhile

    async def _hint(self) -> Message:
        match = self._match
        if match.turn not in self.seen.mine:
            raise RefusedError("not-your-turn", "somebody else is to move")
        line = match.line_with_draft(match.draft)
        if line.position.turn != match.position.turn:
            raise RefusedError("not-allowed", "the turn is complete: confirm it")
        move = await self._thinkers.hint(line, HINT_LEVEL)
        say = present.say(line.position, move)
        answer: Message = _plain({"token": line.position.token(move), "say": say})
        return answer


def _now() -> int:
    return int(time.time() * 1000)


def _plain(data: Any) -> Any:
    """Return what the server would send, as its client reads it."""
    return orjson.loads(present.encode(data))
