"""What one client of the analysis asks, and what it is told.

    analyse   read beside the event loop ─▶ thought about in slices ─▶ updates
    deeper    the same position again, from where it stopped
    stop      no more slices; what was found is kept for a while

A client that reads slowly is told less often: an update waits until the one before has been sent,
and only the newest one waits. Who does not read at all is cut off, and nobody thinks for them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from time import monotonic
from typing import Any

from quatrefoil.core.errors import MoveError, QuatrefoilError, UnknownGameError
from quatrefoil.core.fields import Fields
from quatrefoil.core.line import Line
from quatrefoil.core.registry import game as game_of
from quatrefoil.core.registry import position_from_json
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.match import RefusedError
from quatrefoil.match.messages import ID
from quatrefoil.play.answers import refusal
from quatrefoil.play.live import RESTING, THINKING, LiveAnalysis
from quatrefoil.play.present import encode
from quatrefoil.server.analysis.messages import DO, MESSAGES, Ask
from quatrefoil.server.limits import Bucket, Gate
from quatrefoil.server.lobby import Lobby
from quatrefoil.server.sockets import Socket, Talk, parsed, too_fast

log = logging.getLogger(__name__)

#: What becomes of an analysis for which there is no room, or that fails.
REFUSED = "refused"
#: Seconds between two looks whether a slow client has read on.
_LOOK = 0.1
#: How long a client may read nothing before it is cut off.
_PATIENCE = 15.0
#: How long an analysis that rests is kept: it has its search's memory.
_KEPT = 120.0


class AnalysisTalk(Talk):
    """One client, and its `first` message. All methods run on the event loop."""

    _socket: Socket

    def __init__(
        self, lobby: Lobby, first: str | bytes, address: str, bucket: Bucket, positions: Gate
    ) -> None:
        self._lobby = lobby
        self._limits = lobby.settings.limits
        self._first = first
        self._address = address
        self._bucket = bucket
        self._positions = positions
        self._live: LiveAnalysis | None = None
        #: What is read or thought about just now.
        self._task: asyncio.Task[None] | None = None
        #: An update that waits until the client has read what was sent before.
        self._held: bytes | None = None
        self._waiting_since = 0.0
        self._looking: asyncio.TimerHandle | None = None
        self._forgetting: asyncio.TimerHandle | None = None

    # ---- from the client ----------------------------------------------------------------------

    def begin(self, socket: Socket) -> None:
        """Do what the first message asks for."""
        self._socket = socket
        self.hear(self._first, monotonic())

    def hear(self, text: str | bytes, arrived: float) -> None:
        """Do what a message asks for, or say why not."""
        message = parsed(text)
        if wait := self._bucket.take(self._limits.rate, self._limits.burst, arrived):
            self._socket.send(encode(too_fast(message, wait)))
            return
        name = None
        try:
            fields = Fields(message, "a message")
            name = ID.take(fields)
            ask = Ask(DO.take(fields))
            if ask is Ask.ANALYSE:
                self._positions.enter(self._address)
                self._give_up()
                self._live = None
                self._start(self._analyse(fields, name))
                return
            given = MESSAGES[ask].take(fields)
            if ask is Ask.STOP:
                self._stop()
            else:
                self._deepen(given["seconds"])
            self._answer(name, {"ok": True})
        except QuatrefoilError as problem:
            self._refuse(name, problem)

    def end(self) -> None:
        """Forget everything: the client is gone."""
        self._give_up()
        self._live = None
        for timer in (self._looking, self._forgetting):
            if timer:
                timer.cancel()

    def _stop(self) -> None:
        """Stop thinking; say that it rests, with what was found."""
        was_thinking = self._task is not None
        self._give_up()
        if was_thinking and self._live:
            if latest := self._live.again(RESTING):
                self._offer(latest)
            self._keep_for_a_while()

    def _deepen(self, seconds: int) -> None:
        if self._live is None:
            raise RefusedError("not-allowed", "there is nothing to think on about: send a position")
        self._give_up()
        self._start(self._think(self._live, seconds))

    # ---- thinking -----------------------------------------------------------------------------

    async def _analyse(self, fields: Fields, name: str | None) -> None:
        """Read what is to be analysed beside the event loop, then think about it."""
        try:
            line, given = await self._lobby.workers.run(self._address, read_request, fields)
        except QuatrefoilError as problem:
            self._refuse(name, problem)
            return
        self._answer(name, {"ok": True})
        memory = self._lobby.settings.search_memory
        live = LiveAnalysis(line, given["lines"], bool(given["threats"]), name, memory)
        self._live = live
        await self._think(live, given["seconds"])

    async def _think(self, live: LiveAnalysis, seconds: int) -> None:
        def tell(update: bytes, state: str) -> None:
            if self._live is live and (self._task is not None or state != THINKING):
                self._offer(update)

        try:
            await live.think(self._lobby.thinkers, seconds, tell, self._address)
        except RefusedError as problem:
            self._break_off(live, problem)
        except Exception:
            self._lobby.thinkers.failures += 1
            log.exception("no analysis", extra={"data": {"rules": str(live.rules)}})
            self._break_off(live, RefusedError("unavailable", "the analysis failed: try again", 1))
        self._keep_for_a_while()

    def _break_off(self, live: LiveAnalysis, problem: RefusedError) -> None:
        """Say why there are no more updates."""
        update = {"type": "analysis", "re": live.name, "state": REFUSED}
        self._socket.send(encode(update | refusal(problem)))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        if self._forgetting:
            self._forgetting.cancel()
        task = asyncio.get_running_loop().create_task(work)
        self._task = task

        def ended(_: asyncio.Task[None]) -> None:
            if self._task is task:
                self._task = None

        task.add_done_callback(ended)

    def _give_up(self) -> None:
        """Stop what is read or thought about."""
        self._held = None
        if self._task:
            self._task.cancel()
            self._task = None

    def _keep_for_a_while(self) -> None:
        def forget() -> None:
            if self._task is None:
                self._live = None

        if self._forgetting:
            self._forgetting.cancel()
        self._forgetting = asyncio.get_running_loop().call_later(_KEPT, forget)

    # ---- to the client ------------------------------------------------------------------------

    def _answer(self, name: str | None, answer: dict[str, Any]) -> None:
        self._lobby.metrics.refusals += answer["ok"] is False
        self._socket.send(encode({"re": name, **answer}))

    def _refuse(self, name: str | None, problem: QuatrefoilError) -> None:
        if isinstance(problem, MoveError):
            problem = RefusedError("illegal-move", str(problem))
        elif isinstance(problem, UnknownGameError):
            problem = RefusedError("not-found", str(problem))
        self._answer(name, refusal(problem))

    def _offer(self, update: bytes) -> None:
        """Send an update, or keep it until the client has read what was sent before."""
        if not self._socket.pending:
            self._held = None
            self._socket.send(update)
            return
        if self._held is None and self._looking is None:
            self._waiting_since = monotonic()
            self._look_later()
        self._held = update

    def _look_later(self) -> None:
        self._looking = asyncio.get_running_loop().call_later(_LOOK, self._look)

    def _look(self) -> None:
        """Send what was kept, once the client has read on; let it go if it never does."""
        self._looking = None
        if not self._socket.pending:
            if self._held is not None:
                self._socket.send(self._held)
                self._held = None
        elif monotonic() - self._waiting_since > _PATIENCE:
            self._give_up()
            self._socket.cut_off()
        else:
            self._look_later()


def read_request(fields: Fields) -> tuple[Line, dict[str, Any]]:
    """Return the line that is to be analysed, and all that was given; for a worker's thread."""
    given = MESSAGES[Ask.ANALYSE].take(fields)
    rules = rules_of(game_of(given["game"]).name, given["options"])
    if given["start"] is None:
        line = Line(rules.start())
    else:
        line = Line(position_from_json(given["start"]))
        if line.position.rules is not rules:
            raise RefusedError("bad-request", "the first position is of other rules than 'options'")
    for token in given["moves"]:
        line.play(token)
    return line, given
