"""A match on a server, by its link: a WebSocket that comes back, and requests that go once.

A request keeps its id until it is answered, and is sent again after every loss of the connection:
the server answers the same id the same way and does nothing twice (docs/protocol.md).
"""

from __future__ import annotations

import asyncio
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from http.client import HTTPException, HTTPResponse
from itertools import count
from typing import Any, TypeGuard, TypeVar

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from quatrefoil.core.game import Rules
from quatrefoil.core.record import Record
from quatrefoil.core.text import on_one_line, shown
from quatrefoil.match import RefusedError, phases
from quatrefoil.match.clock import TimeControl
from quatrefoil.match.errors import CODES
from quatrefoil.play.sharing import Share
from quatrefoil.terminal.client import MatchClient
from quatrefoil.terminal.links import Link
from quatrefoil.terminal.state import MatchState, Message
from quatrefoil.terminal.understood import (
    look_through,
    look_through_answer,
    look_through_review,
    look_through_step,
    text_of,
    understood,
)

T = TypeVar("T")

#: Seconds between attempts to come back: the first, and the longest.
_SOON, _SELDOM = 0.2, 5.0
_TIMEOUT = 15.0

#: How a connection can be: keys of our texts.
CONNECTING, CONNECTED, AWAY = "online.connecting", "online.here", "online.away"
#: The server is there, and waits for its disk.
STORING = "online.storing"
#: The server is there, and nobody knows what it means.
STRANGE = "online.strange"


class RemoteMatch(MatchClient):
    """A match on a server: one's own seat, an open one, or a place among the guests."""

    def __init__(self, link: Link, name: str = "", watch: bool = False) -> None:
        super().__init__()
        self._link = link
        self._name = name
        self._watch = watch
        self._client = secrets.token_hex(4)
        self._numbers = count(1)
        self._unanswered: dict[str, tuple[Message, asyncio.Future[Message]]] = {}
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None
        self._arrived: asyncio.Future[None] | None = None
        self._news = asyncio.Event()
        #: What we share in the dice of this match, and of the rematch.
        self._share, self._next_share = Share(link.value), Share()
        self._tasks: set[asyncio.Task[None]] = set()
        self.connection = CONNECTING

    @property
    def link(self) -> str:
        """The link to one's own seats; the server does not know the value in it."""
        if not self._link.secret:
            return ""
        waits = self.match.phase in (phases.WAITING, phases.SHARING) and "dice" in self.match.state
        return str(replace(self._link, value=self._share.value if waits else ""))

    @property
    def invitation(self) -> str:
        """The link without a secret, while a seat is free."""
        return str(replace(self._link, secret="")) if self.match.phase == phases.WAITING else ""

    async def open(self) -> None:
        """Take one's own seat, an open one, or watch."""
        if not self._link.secret and not self._watch:
            await self._take_open_seat()
        self._arrived = asyncio.get_running_loop().create_future()
        self._listening = asyncio.create_task(self._listen())
        async with asyncio.timeout(_TIMEOUT):
            await self._arrived

    async def ask(self, do: str, **fields: Any) -> Message:
        """Ask the server, however long the connection is away; raise what it refuses."""
        if do == "rematch":
            fields["hash"] = self._next_share.hash
        number = f"{self._client}-{next(self._numbers)}"
        message = {"id": number, "do": do, **fields}
        answered = asyncio.get_running_loop().create_future()
        self._unanswered[number] = message, answered
        await self._send(message)
        answer: Message = await answered
        if answer.get("ok") is not True:
            raise _refusal(answer)
        with understood():
            assert self.match.rules
            look_through_answer(self.match.rules, do, answer)
        if do == "draft":
            self._tell(lambda match: match.take_draft(answer["state"]))
            self.changed()
        await self._heard_of(answer.get("event") or 0)
        return answer

    async def _heard_of(self, event: int) -> None:
        """Wait until an event was told that was answered already: answers come first."""
        match = self._link.match
        while self._link.match == match and self.match.last < event:
            self._news.clear()
            await self._news.wait()

    async def steps(self, first: int, last: int) -> list[Message]:
        """Fetch the match move by move."""
        answer = await self._request(f"/steps?from={first}&to={last}")
        with understood():
            assert self.match.rules
            found: list[Message] = list(answer["steps"])
            for step in found:
                look_through_step(self.match.rules, step)
            if not set(range(first, last + 1)) <= {step["moves"] for step in found}:
                raise ValueError("some moves are missing")
        return found

    async def record(self) -> Record:
        """Fetch the record."""
        answer = await self._request("/record")
        with understood():
            return Record.from_json(answer)

    async def review(self) -> list[Message]:
        """Let the server look at every turn."""
        lines = await asyncio.to_thread(self._lines_now, f"{self._link.api}/review")
        with understood():
            found = [_read(line) for line in lines]
            for line in found:
                look_through_review(line)
        return found

    async def close(self) -> None:
        """Leave the connection; the seat stays one's own."""
        if self._listening:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        for _, answered in self._unanswered.values():
            answered.cancel()
        for task in self._tasks:
            task.cancel()

    # ---- HTTP ---------------------------------------------------------------------------------

    async def _take_open_seat(self) -> None:
        snapshot = await self._request("")
        with understood():
            state = snapshot["state"]
            free = any(seat["kind"] == "open" for seat in state["seats"])
            waiting = state["phase"] == phases.WAITING
        if waiting and free:
            joining = {"name": self._name, "hash": self._share.hash}
            joined = await self._request("/join", joining)
            with understood():
                self._link = replace(self._link, secret=text_of(joined["secret"]))

    async def _request(self, path: str, data: Message | None = None) -> Message:
        return await asyncio.to_thread(self._request_now, self._link.api + path, data)

    def _request_now(self, address: str, data: Message | None) -> Message:
        return self._fetch(address, data, lambda answer: _read(answer.read()))

    def _lines_now(self, address: str) -> list[bytes]:
        return self._fetch(address, None, lambda answer: answer.read().splitlines())

    def _fetch(self, address: str, data: Message | None, read: Callable[[HTTPResponse], T]) -> T:
        headers = {"Content-Type": "application/json"}
        if self._link.secret:
            headers["Authorization"] = f"Bearer {self._link.secret}"
        body = None if data is None else orjson.dumps(data)
        request = urllib.request.Request(address, body, headers)
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:
                return read(answer)
        except urllib.error.HTTPError as problem:
            with problem:
                raise _refusal(_refused_by(problem)) from None
        except (OSError, ValueError, HTTPException) as problem:
            # The problem may quote what the server said.
            why = getattr(problem, "reason", problem)
            why = getattr(why, "strerror", None) or why
            raise RefusedError(
                "unavailable", on_one_line(f"{self._link.server} does not answer: {why}")
            ) from None

    # ---- the socket ---------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Keep a socket open, however often that takes."""
        wait = _SOON
        while True:
            try:
                async with connect(self._link.socket, max_size=None) as self._socket:
                    await self._greet()
                    async for text in self._socket:
                        with understood():
                            await self._take(_read(text))
                        wait = _SOON
            except RefusedError as problem:
                self._give_up(problem)
                self.connection = STRANGE
            except (OSError, TimeoutError, ValueError, WebSocketException) as problem:
                if isinstance(problem, InvalidStatus) and self._arrived:
                    self._give_up(RefusedError("not-found", "no match has this link"))
            self._socket = None
            self.connection = AWAY if self.connection != STRANGE else STRANGE
            self.changed()
            await asyncio.sleep(wait)
            wait = min(2 * wait, _SELDOM)

    async def _greet(self) -> None:
        hello: Message = {"do": "hello", "secret": self._link.secret or None}
        if self.match.last:
            hello["after"] = self.match.last
        await self._send(hello)

    async def _send(self, message: Message) -> None:
        """Send something, if there is a connection: what has an id goes again once there is."""
        if self._socket:
            with suppress(WebSocketException):
                await self._socket.send(orjson.dumps(message).decode())

    async def _take(self, message: Message) -> None:
        if "re" in message:
            _, answered = self._unanswered.pop(message["re"], (None, None))
            if answered and not answered.done():
                answered.set_result(message)
        elif "welcome" in message:
            await self._take_welcome(message)
        elif message.get("type") == "storing":
            self.connection = STORING if message["waiting"] else CONNECTED
        elif "type" in message:
            self._tell(lambda match: match.take_event(message))
            if message["type"] == "rematch" and self.match.mine:
                await self._follow(text_of(message["match"]))
            else:
                self._share_in_dice()
        elif message.get("ok") is False:
            self._give_up(_refusal(message))
        self._news.set()
        self.changed()

    async def _take_welcome(self, message: Message) -> None:
        def take(match: MatchState) -> None:
            match.take_time(message["welcome"]["now"])
            if "snapshot" in message:
                match.take_snapshot(message["snapshot"])
            for event in message.get("events", ()):
                match.take_event(event)
            match.mine = message["welcome"]["mine"]

        self._tell(take)
        self.connection = CONNECTED
        self._share_in_dice()
        if self._arrived and not self._arrived.done():
            self._arrived.set_result(None)
        for waiting, _ in list(self._unanswered.values()):
            await self._send(waiting)

    def _tell(self, take: Callable[[MatchState], None]) -> None:
        """Take in what is told, if it can be shown; else change nothing and raise."""
        told = self.match.copied()
        with understood():
            take(told)
            look_through(told)
        self.match.become(told)

    async def _follow(self, match: str) -> None:
        """Go on with the rematch, under the same secret."""
        self._link = replace(self._link, match=match)
        self._share, self._next_share = self._next_share, Share()
        self.match.last = 0
        if self._socket:
            await self._socket.close()

    # ---- dice ---------------------------------------------------------------------------------

    def _share_in_dice(self) -> None:
        """Do what the dice wait for; at the end compare what they were with what we saw."""
        state = self.match.state
        if due := self._share.due(state, self.match.mine):
            task = asyncio.create_task(self._send_share(due))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self.dice_hold = self._share.holds(state)

    async def _send_share(self, due: Message) -> None:
        try:
            await self.ask(**due)
        except RefusedError as problem:
            # Another device of ours may have been faster; what is due then, the next news tell.
            if problem.code in ("too-many", "unavailable"):
                await asyncio.sleep(problem.retry_after or 1)
                self._share.again()
                self._share_in_dice()

    def _give_up(self, problem: RefusedError) -> None:
        """Tell those who wait for the first welcome that there will be none."""
        if self._arrived and not self._arrived.done():
            self._arrived.set_exception(problem)


class Inviting(RemoteMatch):
    """A match that is made on a server: all seats but one's own are for those who open its link."""

    def __init__(
        self,
        server: str,
        rules: Rules,
        seat: int = 0,
        name: str = "",
        clock: TimeControl | None = None,
    ) -> None:
        super().__init__(Link(server, ""), name)
        seats: list[Message] = [{"kind": "open"}] * rules.players
        seats[seat] = {"kind": "me", "name": name}
        self._wish = {
            "game": rules.game.name,
            "options": dict(rules.changed),
            "seats": seats,
            "clock": clock and clock.to_json(),
            "hash": self._share.hash,
        }

    async def open(self) -> None:
        """Make the match, and enter it."""
        address = f"{self._link.server}/api/matches"
        made = await asyncio.to_thread(self._request_now, address, self._wish)
        with understood():
            self._link = Link(self._link.server, text_of(made["id"]), text_of(made["secret"]))
        await super().open()


def _read(text: str | bytes) -> Message:
    """Return what a server said, fit for a terminal: it may be anybody's."""
    try:
        message: Message = shown(orjson.loads(text))
    except RecursionError:
        raise ValueError("the answer is nested too deeply") from None
    return message


def _refused_by(problem: urllib.error.HTTPError) -> Message:
    """Return the refusal in an HTTP answer, or one that fits its status."""
    with suppress(ValueError):
        data = _read(problem.read())
        if isinstance(data, dict) and _is_code(data.get("code")):
            return data
    return {"code": "not-found", "message": f"the server answered {problem.code}"}


def _refusal(answer: Message) -> RefusedError:
    code = answer.get("code")
    message = str(answer.get("message") or "the server refused, and did not say why")
    wait = answer.get("retry_after")
    return RefusedError(
        code if _is_code(code) else "bad-request", message, wait if isinstance(wait, int) else None
    )


def _is_code(code: Any) -> TypeGuard[str]:
    return isinstance(code, str) and code in CODES
