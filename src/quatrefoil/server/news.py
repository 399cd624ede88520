"""News between the processes that share a database, by PostgreSQL's LISTEN and NOTIFY.

    this process ─▶ "match X has event 7" ─▶ PostgreSQL ─▶ a process that has X open reads event 7

News are hints: they say what to read, and whoever misses one finds out by looking, a second later.
They are sent after the commit that they speak of, on a connection of their own (inside of it they
would take a lock that all commits wait for), many in one message, of which PostgreSQL takes some
8,000 bytes. Each process has a channel of its own, and there is one for all: what concerns a match
goes only to those who have it open, so that a process is not woken for the matches of all others.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from enum import IntEnum
from secrets import token_urlsafe
from typing import Any, NamedTuple, Protocol

import orjson

log = logging.getLogger(__name__)

#: The channel that all processes hear; what follows it and a dot is the name of one of them.
_CHANNEL = "quatrefoil"
#: The addressee that stands for every process.
ALL = ""
#: Bytes of one message.
_MOST_BYTES = 7_900
#: Seconds before a lost connection is made again.
_PAUSE = 0.5
#: Seconds for one message to be sent.
_SEND_SECONDS = 5.0

_NOTIFY = """
    SELECT pg_notify(channel, message)
    FROM unnest($1::text[], $2::text[]) AS told(channel, message)
"""

#: Where this is set, the signal SIGUSR2 stops all news and starts them again: for tests of faults.
FAULTS = "QUATREFOIL_FAULTS"


class Kind(IntEnum):
    """What an item of a message is about."""

    #: A process: `alive` or `gone`.
    WORD = 0
    EVENT = 1
    DRAFT = 2
    #: Who is in a match.
    HERE = 3
    STUDY = 4
    #: A match is open: who else has it open? The answer of such a one; and that it was closed.
    OPEN = 5
    OPEN_TOO = 6
    CLOSED = 7


#: What need not be told any more once something else is to be told of the same match.
_UNTRUE = {Kind.OPEN: (Kind.CLOSED,), Kind.CLOSED: (Kind.OPEN, Kind.OPEN_TOO)}


class Here(NamedTuple):
    """Who is in one match at one process: the holders of seats, and how many guests."""

    #: The beginnings of what stands for their secrets.
    holders: tuple[str, ...] = ()
    guests: int = 0
    #: Those of the holders who have it in sight, as far as their devices say.
    looking: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.holders or self.guests)


class Hearer(Protocol):
    """Who is told of news."""

    def hear_alive(self, process: str) -> None:
        """Hear that another process runs."""

    def hear_gone(self, process: str) -> None:
        """Hear that another process says good-bye."""

    def hear_event(self, match: str, last: int) -> None:
        """Hear that a match has an event."""

    def hear_draft(self, match: str) -> None:
        """Hear that a match has another draft."""

    def hear_here(self, process: str, match: str, here: Here) -> None:
        """Hear who is in a match at another process."""

    def hear_study(self, study: str, version: int) -> None:
        """Hear that a study has another version; 0 is gone."""

    def hear_open(self, process: str, match: str, asks: bool) -> None:
        """Hear that another process has a match open, and whether it asks who else has."""

    def hear_closed(self, process: str, match: str) -> None:
        """Hear that another process has closed a match."""

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
        #: What is to be told to each channel. Of the same thing only the latest is told.
        self._told: dict[str, dict[tuple[Kind, str], list[Any]]] = {}
        self._wake = asyncio.Event()
        #: Whether a fault is tried: nothing is said or heard.
        self.suppressed = False
        if os.environ.get(FAULTS) and sys.platform != "win32":
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR2, self._toggle)

    # ---- what is told -------------------------------------------------------------------------

    def tell_event(self, to: Iterable[str], match: str, last: int) -> None:
        """Tell some processes that a match has an event."""
        self._tell(to, Kind.EVENT, match, last)

    def tell_draft(self, to: Iterable[str], match: str) -> None:
        """Tell some processes that a match has another draft."""
        self._tell(to, Kind.DRAFT, match)

    def tell_here(self, to: Iterable[str], match: str, here: Here) -> None:
        """Tell some processes who is in a match at this one."""
        self._tell(to, Kind.HERE, match, *here)

    def tell_closed(self, to: Iterable[str], match: str) -> None:
        """Tell some processes that a match is no longer open at this one."""
        self._tell(to, Kind.CLOSED, match)

    def tell_open_too(self, to: str, match: str) -> None:
        """Answer a process that a match is open at this one, too."""
        self._tell((to,), Kind.OPEN_TOO, match)

    def ask_who_else(self, match: str, of: str = ALL) -> None:
        """Tell everybody, or one process, that a match is open here; who has it open answers."""
        self._tell((of,), Kind.OPEN, match)

    def tell_study(self, study: str, version: int) -> None:
        """Tell everybody that a study has another version; 0 is gone."""
        self._tell((ALL,), Kind.STUDY, study, version)

    def tell(self, word: str) -> None:
        """Tell everybody something about this process: `alive` or `gone`."""
        self._tell((ALL,), Kind.WORD, word)

    def _tell(self, to: Iterable[str], kind: Kind, what: str, *more: Any) -> None:
        for process in to:
            self._put(_channel(process), [kind, what, *more])
            self._wake.set()

    def _put(self, channel: str, item: list[Any]) -> None:
        """Have something to be told after all else, and instead of what is not true any more."""
        kind, what, *_ = item
        # One channel may be heard before the other, whatever was told first.
        for untrue in _UNTRUE.get(kind, ()):
            for items in self._told.values():
                items.pop((untrue, what), None)
        items = self._told.setdefault(channel, {})
        items.pop((kind, what), None)
        items[kind, what] = item

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
                await self._send()
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
            for channel in (_channel(ALL), _channel(self.process)):
                await connection.add_listener(channel, self._hear)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        # First one listens, then one reads: what was stored in between is in neither else.
        self._hearer.missed()

    async def _send_on(self) -> None:
        """Send what there is to tell, while the connection lasts."""
        while not self._connection.is_closed():
            await self._wake.wait()
            self._wake.clear()
            if self.suppressed:
                self._told.clear()
            else:
                await self._send()

    async def _send(self) -> None:
        """Send all that is to be told, in one statement."""
        told, self._told = self._told, {}
        messages = [
            (channel, message)
            for channel, items in told.items()
            for message in pack(self.process, list(items.values()))
        ]
        if not messages:
            return
        channels, texts = zip(*messages, strict=True)
        try:
            await self._connection.execute(_NOTIFY, channels, texts, timeout=_SEND_SECONDS)
        except Exception:
            # It is told by the next connection, with what was to be told meanwhile.
            later, self._told = self._told, told
            for channel, items in later.items():
                for item in items.values():
                    self._put(channel, item)
            self._wake.set()
            raise

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
        if kind == Kind.EVENT:
            hearer.hear_event(what, *more)
        elif kind == Kind.DRAFT:
            hearer.hear_draft(what)
        elif kind == Kind.HERE:
            # A process of an older version does not say who looks: perhaps all do.
            holders, guests, looking = more if len(more) == 3 else (*more, more[0])
            hearer.hear_here(process, what, Here(tuple(holders), guests, tuple(looking)))
        elif kind == Kind.STUDY:
            hearer.hear_study(what, *more)
        elif kind in (Kind.OPEN, Kind.OPEN_TOO):
            hearer.hear_open(process, what, asks=kind == Kind.OPEN)
        elif kind == Kind.CLOSED:
            hearer.hear_closed(process, what)
        elif what == "gone":
            hearer.hear_gone(process)

    def _toggle(self) -> None:
        self.suppressed = not self.suppressed
        log.warning("news are %s", "suppressed" if self.suppressed else "heard again")


def _channel(process: str) -> str:
    """Return where a process hears what is meant for it alone, or all of them."""
    return f"{_CHANNEL}.{process}" if process else _CHANNEL


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
