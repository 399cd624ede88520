"""News between the processes that share a database, by PostgreSQL's LISTEN and NOTIFY.

    this process ─▶ "match X has event 7" ─▶ PostgreSQL ─▶ every other process reads event 7

News are hints: they say what to read, and whoever misses one finds out by looking, a second later.
They are sent after the commit that they speak of, on a connection of their own (inside of it they
would take a lock that all commits wait for), many in one message, of which PostgreSQL takes some
8,000 bytes.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_urlsafe
from typing import Any, NamedTuple, Protocol

import orjson

log = logging.getLogger(__name__)

_CHANNEL = "quatrefoil"
#: Bytes of one message.
_MOST_BYTES = 7_900
#: Seconds before a lost connection is made again.
_PAUSE = 0.5
#: Seconds for one message to be sent.
_SEND_SECONDS = 5.0

#: Where this is set, the signal SIGUSR2 stops all news and starts them again: for tests of faults.
FAULTS = "QUATREFOIL_FAULTS"


class Here(NamedTuple):
    """Who is in one match at one process: the holders of seats, and how many guests."""

    #: The beginnings of what stands for their secrets.
    holders: tuple[str, ...] = ()
    guests: int = 0

    def __bool__(self) -> bool:
        return bool(self.holders or self.guests)


class Hearer(Protocol):
    """Who is told of news."""

    def hear_alive(self, process: str) -> None:
        """Hear that another process runs."""

    def hear_gone(self, process: str) -> None:
        """Hear that another process says good-bye."""

    def hear_hello(self) -> None:
        """Hear that somebody wants to know who is where."""

    def hear_event(self, match: str, last: int) -> None:
        """Hear that a match has an event."""

    def hear_draft(self, match: str) -> None:
        """Hear that a match has another draft."""

    def hear_here(self, process: str, match: str, here: Here) -> None:
        """Hear who is in a match at another process."""

    def hear_study(self, study: str, version: int) -> None:
        """Hear that a study has another version; 0 is gone."""

    def missed(self) -> None:
        """Hear that there may have been news which nobody heard."""


class News:
    """Sends and hears news; `connect` returns a connection that nobody else uses."""

    def __init__(self, connect: Callable[[], Awaitable[Any]], hearer: Hearer) -> None:
        #: The name of this process among the others.
        self.process = token_urlsafe(6)
        self._connect = connect
        self._hearer = hearer
        self._connection: Any = None
        self._events: dict[str, int] = {}
        self._drafts: dict[str, None] = {}
        self._here: dict[str, Here] = {}
        self._studies: dict[str, int] = {}
        #: Said as they are: `alive`, `hello`, `gone`.
        self._words: dict[str, None] = {}
        self._wake = asyncio.Event()
        #: Whether a fault is tried: nothing is said or heard.
        self.suppressed = False
        if os.environ.get(FAULTS) and sys.platform != "win32":
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR2, self._toggle)

    # ---- what is told -------------------------------------------------------------------------

    def tell_event(self, match: str, last: int) -> None:
        """Tell that a match has an event."""
        self._events[match] = last
        self._wake.set()

    def tell_draft(self, match: str) -> None:
        """Tell that a match has another draft."""
        self._drafts[match] = None
        self._wake.set()

    def tell_here(self, match: str, here: Here) -> None:
        """Tell who is in a match at this process."""
        self._here[match] = here
        self._wake.set()

    def tell_study(self, study: str, version: int) -> None:
        """Tell that a study has another version; 0 is gone."""
        self._studies[study] = version
        self._wake.set()

    def tell(self, word: str) -> None:
        """Tell something about this process: `alive`, `hello` or `gone`."""
        self._words[word] = None
        self._wake.set()

    async def run(self) -> None:
        """Hear and send, again and again, whatever becomes of the connection."""
        while True:
            try:
                await self._open()
                await self._send_on()
            except Exception as problem:
                log.warning("no news", extra={"data": {"why": str(problem)}})
            finally:
                self.close()
            await asyncio.sleep(_PAUSE)

    async def say_goodbye(self) -> None:
        """Send the last news: this process stops."""
        self.tell("gone")
        with suppress(Exception):
            if self._connection and not self.suppressed:
                for message in self._messages():
                    await self._send(message)
        self.close()

    def close(self) -> None:
        """Close the connection."""
        if self._connection:
            self._connection.terminate()
            self._connection = None

    async def _open(self) -> None:
        connection = await self._connect()
        connection.add_termination_listener(lambda _: self._wake.set())
        try:
            await connection.add_listener(_CHANNEL, self._hear)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        # First one listens, then one reads: what was stored in between is in neither else.
        self._hearer.missed()
        self.tell("hello")

    async def _send_on(self) -> None:
        """Send what there is to tell, while the connection lasts."""
        while not self._connection.is_closed():
            await self._wake.wait()
            self._wake.clear()
            for message in self._messages():
                if not self.suppressed:
                    await self._send(message)

    async def _send(self, message: str) -> None:
        notify = "SELECT pg_notify($1, $2)"
        await self._connection.execute(notify, _CHANNEL, message, timeout=_SEND_SECONDS)

    def _messages(self) -> list[str]:
        """Return all that is to be told, packed; nothing is left."""
        items = [
            *([0, word] for word in self._words),
            *([1, match, last] for match, last in self._events.items()),
            *([2, match] for match in self._drafts),
            *([3, match, here.holders, here.guests] for match, here in self._here.items()),
            *([4, study, version] for study, version in self._studies.items()),
        ]
        for told in (self._words, self._events, self._drafts, self._here, self._studies):
            told.clear()  # type: ignore[attr-defined]
        return pack(self.process, items)

    # ---- what is heard ------------------------------------------------------------------------

    def _hear(self, connection: Any, pid: int, channel: str, message: str) -> None:
        process, _, items = message.partition(" ")
        if process == self.process or self.suppressed:
            return
        try:
            heard = orjson.loads(items)
            self._hearer.hear_alive(process)
            for item in heard:
                self._take(process, *item)
        except Exception:  # somebody else may use this channel, or another version of us
            log.exception("news that make no sense")

    def _take(self, process: str, kind: int, what: str, *more: Any) -> None:
        hearer = self._hearer
        if kind == 1:
            hearer.hear_event(what, *more)
        elif kind == 2:
            hearer.hear_draft(what)
        elif kind == 3:
            holders, guests = more
            hearer.hear_here(process, what, Here(tuple(holders), guests))
        elif kind == 4:
            hearer.hear_study(what, *more)
        elif what == "hello":
            hearer.hear_hello()
        elif what == "gone":
            hearer.hear_gone(process)

    def _toggle(self) -> None:
        self.suppressed = not self.suppressed
        log.warning("news are %s", "suppressed" if self.suppressed else "heard again")


def pack(process: str, items: list[Any]) -> list[str]:
    """Return messages with all items in their order, each short enough for PostgreSQL."""
    messages: list[str] = []
    texts: list[str] = []
    size = head = len(process) + 3
    for item in items:
        text = orjson.dumps(item).decode()
        if texts and size + len(text) + 1 > _MOST_BYTES:
            messages.append(f"{process} [{','.join(texts)}]")
            texts, size = [], head
        texts.append(text)
        size += len(text) + 1
    if texts:
        messages.append(f"{process} [{','.join(texts)}]")
    return messages
