"""The computer in one match: it plays its seats' turns, and thinks of hints for people.

It is asked about stored positions alone, and stops thinking about what is past or what nobody waits
for any more.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, NamedTuple

from quatrefoil.core.fields import Fields
from quatrefoil.core.line import Line
from quatrefoil.match import RefusedError
from quatrefoil.match.messages import MESSAGES, Verb
from quatrefoil.match.requests import Session
from quatrefoil.match.seats import COMPUTER, seats_of
from quatrefoil.play import present
from quatrefoil.play.answers import refusal
from quatrefoil.play.contracts import Reply

if TYPE_CHECKING:
    from quatrefoil.play.host import Host

log = logging.getLogger(__name__)

#: Seconds before the computer is asked again after a fault: at first, and at most.
_SOON, _SELDOM = 0.5, 30.0

#: The key of a position, and how many moves led to it.
_Moment = tuple[int, int]


class _Hint(NamedTuple):
    """A hint that is thought about: who waits for it, and what it is about."""

    task: asyncio.Task[None]
    reply: Reply
    about: _Moment | None


class Computer:
    """The computer's part in a match. All methods run on the event loop."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._thinking: asyncio.Task[None] | None = None
        self._thinking_about: _Moment | None = None
        #: Hints that are thought about, one for each holder.
        self._hints: dict[str, _Hint] = {}
        #: From where the people of this match speak: the computer is fair to each of them.
        self._clients: dict[str, str] = {}

    @property
    def busy(self) -> bool:
        """Whether it thinks."""
        return bool(self._thinking or self._hints)

    def stop(self) -> None:
        """Stop all thinking."""
        self._stop_turn()
        for holder in list(self._hints):
            self._drop_hint(holder)

    def meet(self, holder: str, client: str) -> None:
        """Remember from where the holder of a seat speaks."""
        if client and seats_of(self._host.match.seats, holder):
            self._clients[holder] = client

    def miss(self, holder: str) -> None:
        """Hear that a holder or the last guest is gone: nobody waits for these thoughts."""
        self._drop_hint(holder)
        if not self._host.match.persons and not self._host.audience.attended():
            self._stop_turn()

    # ---- hints --------------------------------------------------------------------------------

    def hint(self, holder: str, fields: Fields, reply: Reply) -> None:
        """Think of a good move for somebody who plays against the computer alone."""
        match, services = self._host.match, self._host.services
        session = Session(match, services.now(), holder)
        seat = session.seat(fields)
        given = MESSAGES[Verb.HINT].take(fields)
        others = [other for other in match.persons if other not in session.held]
        if others and not match.over:
            raise RefusedError("not-allowed", "hints are for matches against the computer alone")
        line = self._line_for_hint(session, seat, given["moves"])
        # One at a time: a new one takes the place of the one before.
        self._drop_hint(holder)
        task = services.start(self._think_of_hint(holder, line, given["level"], reply))
        self._hints[holder] = _Hint(task, reply, self._now)

    def _line_for_hint(self, session: Session, seat: int, moves: int | None) -> Line:
        """Return what a hint is about: the turn of now with its draft, or an earlier position."""
        match = self._host.match
        if moves is not None:
            line = match.line_after(moves)
            if line.position.turn < 0:
                raise RefusedError("not-allowed", "nobody is to move there")
            return line
        session.must_be_turn_of(seat)
        line = match.line_with_draft(match.draft)
        if line.position.turn != match.position.turn:
            raise RefusedError("not-allowed", "the turn is complete: confirm it")
        return line

    async def _think_of_hint(self, holder: str, line: Line, level: int, reply: Reply) -> None:
        thinkers = self._host.services.thinkers
        try:
            client = self._clients.get(holder, self._host.match.id)
            move = await thinkers.hint(line, level, client)
            answer = {"ok": True, **present.hint(line.position, move)}
        except RefusedError as problem:
            answer = refusal(problem)
        except Exception:
            thinkers.failures += 1
            log.exception("no hint", extra={"data": {"match": self._host.match.id}})
            answer = refusal(RefusedError("unavailable", "no hint could be found: try again", 1))
        del self._hints[holder]  # who gives a hint up cancels this before
        reply(answer)

    def _drop_hint(self, holder: str) -> None:
        """Give a hint up that is thought about, and say so."""
        if hint := self._hints.pop(holder, None):
            hint.task.cancel()
            hint.reply(refusal(RefusedError("out-of-date", "this hint is not wanted any more")))

    # ---- turns --------------------------------------------------------------------------------

    def think(self) -> None:
        """Let the computer think if it is to move, does not think yet, and all is stored."""
        host = self._host
        match = host.match
        if self._thinking or self._hints:
            self.stop_thinking_of_the_past()
        turn = match.turn
        if turn is None or match.seats[turn].kind != COMPUTER or self._thinking:
            return
        # Where no person sits, the match goes on while somebody watches.
        wanted = match.persons or host.audience.attended()
        if wanted and not (host.broken or host.behind or host.fault or host.storing):
            self._thinking_about = self._now
            self._thinking = host.services.start(self._think(turn))

    @property
    def _now(self) -> _Moment | None:
        """What there is to think about: the position, and where in the match it stands."""
        match = self._host.match
        return None if match.turn is None else (match.position.key, len(match.line))

    def stop_thinking_of_the_past(self) -> None:
        """Drop all thoughts about positions that are not there any more."""
        now = self._now
        # It may be the thinking itself that has just led to another position.
        if self._thinking_about != now and self._thinking is not asyncio.current_task():
            self._stop_turn()
        for holder, hint in list(self._hints.items()):
            if hint.about != now:
                self._drop_hint(holder)

    def _stop_turn(self) -> None:
        if self._thinking:
            self._thinking.cancel()
            self._thinking = None

    async def _think(self, seat: int) -> None:
        """Play the computer's turn; a fault of ours must not leave its seat silent for ever."""
        wait = _SOON
        try:
            if not self._host.match.persons:
                await asyncio.sleep(self._host.services.pause)
            while not await self._played_by_computer(seat):
                await asyncio.sleep(wait)
                wait = min(2 * wait, _SELDOM)
        finally:
            if self._thinking is asyncio.current_task():
                self._thinking = None
        # The next seat may be the computer's too, or a turn was taken back meanwhile.
        self.think()

    async def _played_by_computer(self, seat: int) -> bool:
        """Think and play, if the position is still that one; return whether there was no fault."""
        host = self._host
        match, thinkers, asked = host.match, host.services.thinkers, self._now
        level, attended = match.seats[seat].level or 1, bool(match.persons)
        try:
            tokens = await thinkers.turn(match.line, level, self._client(), attended)
            await host.caught_up()
            if host.match is match and match.turn == seat and self._now == asked:
                host.act(lambda session: session.play(seat, tokens))
        except Exception:
            thinkers.failures += 1
            log.exception("the computer played no turn", extra={"data": {"match": match.id}})
            return host.broken or host.match is not match
        return True

    def _client(self) -> str:
        """Return for whom the computer thinks: the first of the people here, or the match."""
        match = self._host.match
        holders = [match.seats[seat].holder for seat in match.persons]
        known = [self._clients[holder] for holder in holders if holder in self._clients]
        return known[0] if known else match.id

    async def moved(self) -> None:
        """Wait until the computer is not to move any more."""
        while thinking := self._thinking:
            await asyncio.wait([thinking])
