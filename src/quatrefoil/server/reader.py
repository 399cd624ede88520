"""Reads of many matches in one query: where their logs end, and what is new in them.

    look ─┐
    look ─┼─▶ wait for the query before ─▶ one query for all ─▶ each hears what it asked
    look ─┘

A look that comes while a query runs goes with the next one: the log must not be looked at before it
was asked for.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from quatrefoil.match import RefusedError
from quatrefoil.play.answers import unavailable
from quatrefoil.play.contracts import Looked
from quatrefoil.server.store.contract import Store

if TYPE_CHECKING:
    from quatrefoil.server.room import Room

T = TypeVar("T")

log = logging.getLogger(__name__)

#: Seconds before a query that failed is tried again: at first, and at most.
_SOON, _SELDOM = 0.05, 1.0


class Starts(Protocol):
    """Runs something beside everything else."""

    def __call__(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run it."""


class Reader:
    """Reads for all rooms of a server. `patience` is how many seconds a look may wait."""

    def __init__(self, store: Store, start: Starts, patience: float) -> None:
        self._store = store
        self._start = start
        self._patience = patience
        #: Who looks at which match, and until when they wait.
        self._looks: dict[str, list[tuple[Looked, float]]] = {}
        self._is_looking = False
        #: The rooms whose logs go on.
        self._behind: dict[str, Room] = {}
        self._is_reading = False

    def look(self, match: str, looked: Looked) -> None:
        """Look where the log of a match ends: 0 if there is none."""
        until = time.monotonic() + self._patience
        self._looks.setdefault(match, []).append((looked, until))
        if not self._is_looking:
            self._is_looking = True
            self._start(self._look())

    async def last(self, match: str) -> int:
        """Return where the log of a match ends, or refuse."""
        found: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self.look(match, lambda last: None if found.done() else found.set_result(last))
        last = await found
        if last is None:
            raise unavailable()
        if not last:
            raise RefusedError("not-found", "there is no match with this id")
        return last

    def read_on(self, room: Room) -> None:
        """Read what is new in a match, and give it to its room."""
        self._behind[room.match.id] = room
        if not self._is_reading:
            self._is_reading = True
            self._start(self._read())

    async def _look(self) -> None:
        wait = _SOON
        try:
            while self._looks:
                looks, self._looks = self._looks, {}
                try:
                    lasts = await self._store.lasts(looks)
                except Exception as problem:
                    log.warning("not looked", extra={"data": {"why": str(problem)}})
                    self._look_later(looks)
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, _SELDOM)
                    continue
                wait = _SOON
                for match, waiting in looks.items():
                    for looked, _ in waiting:
                        _give(looked, lasts.get(match, 0))
        finally:
            self._is_looking = False

    def _look_later(self, looks: dict[str, list[tuple[Looked, float]]]) -> None:
        """Keep those who still wait; the others hear that nobody knows."""
        now = time.monotonic()
        for match, waiting in looks.items():
            for looked, until in waiting:
                if until > now:
                    self._looks.setdefault(match, []).append((looked, until))
                else:
                    looked(None)

    async def _read(self) -> None:
        wait = _SOON
        try:
            while self._behind:
                rooms, self._behind = self._behind, {}
                wanted = {match: room.match.last for match, room in rooms.items()}
                try:
                    found = await self._store.events_after(wanted)
                except Exception as problem:
                    log.warning("not read on", extra={"data": {"why": str(problem)}})
                    self._behind = rooms | self._behind
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, _SELDOM)
                    continue
                wait = _SOON
                for match, room in rooms.items():
                    _give(room.take, found.get(match, []))
        finally:
            self._is_reading = False


def _give(take: Callable[[T], object], found: T) -> None:
    """Give one of those who wait what was found: a fault there must not leave others waiting."""
    try:
        take(found)
    except Exception:
        log.exception("a fault after a look")
