"""What the server needs of a store to keep studies: SQLite and PostgreSQL offer the same.

    stored      the database has it: answer, and tell
    overtaken   the study has another version by now, or is gone: read it, merge, try again
    skipped     another process writes to it at this moment: with the next commit

Changes that wait share a commit (`StudyCommits`), as those of matches do. They do not go with
those: a tree is a hundred times as large as a move, and nobody who plays waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from quatrefoil.match import RefusedError
from quatrefoil.play.answers import unavailable

log = logging.getLogger(__name__)

#: How many changes one commit takes, and how many may wait.
_TOGETHER, _MOST_WAITING = 50, 1_000
#: Seconds before a commit is tried again: at first, and at most.
_SOON, _SELDOM = 0.05, 1.0


class StudyRow(NamedTuple):
    """A study: a row of its table."""

    id: str
    holder: str
    game: str
    title: str
    tree: str
    version: int
    created: int
    changed: int
    seen: int


class StudyChange(NamedTuple):
    """Another title and tree for a study that has a version; its next one has them."""

    id: str
    version: int
    title: str
    tree: str
    changed: int


class Became(Enum):
    """What became of a change."""

    STORED = "stored"
    OVERTAKEN = "overtaken"
    SKIPPED = "skipped"


class StudyStore(Protocol):
    """The studies of a database, open."""

    async def add(self, row: StudyRow) -> None:
        """Store a new study; one that is there already stays as it is."""

    async def change(self, changes: Sequence[StudyChange]) -> list[Became]:
        """Store changes, each of another study, in one commit; return what became of each."""

    async def find(self, study: str) -> StudyRow | None:
        """Return a study, if there is one."""

    async def versions(self, studies: Iterable[str]) -> dict[str, int]:
        """Return the versions that studies have; those that do not exist are left out."""

    async def count(self) -> int:
        """Return how many there are."""

    async def see(self, studies: Iterable[str], now: int) -> None:
        """Note that somebody looks at studies."""

    async def delete(self, study: str) -> None:
        """Forget a study."""

    async def expire(self, before: int, most: int) -> list[str]:
        """Forget some that nobody has looked at since a time; return which."""


#: Changes, who waits for each, and until when, by the monotonic clock.
_Batch = list[tuple[StudyChange, asyncio.Future[bool], float]]


class StudyCommits:
    """Changes that wait, and the commits that they share. `patience` is in seconds."""

    def __init__(
        self, store: StudyStore, may_pass: Callable[[Exception], bool], patience: float
    ) -> None:
        self._store = store
        #: Whether a fault may pass by itself.
        self._may_pass = may_pass
        self._patience = patience
        self._waiting: _Batch = []
        self._task: asyncio.Task[None] | None = None

    async def change(self, change: StudyChange) -> bool:
        """Store a change; return whether it was, or was overtaken."""
        if len(self._waiting) >= _MOST_WAITING:
            raise unavailable()
        loop = asyncio.get_running_loop()
        stored: asyncio.Future[bool] = loop.create_future()
        self._waiting.append((change, stored, time.monotonic() + self._patience))
        if self._task is None:
            self._task = loop.create_task(self._commit_on())
        return await stored

    async def flush(self) -> None:
        """Wait until nothing waits."""
        while self._task is not None:
            await asyncio.wait([self._task])

    async def _commit_on(self) -> None:
        wait = _SOON
        try:
            while batch := self._next_batch():
                again = await self._commit(batch)
                if again:
                    self._waiting = again + self._waiting
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, _SELDOM)
                else:
                    wait = _SOON
        finally:
            self._task = None

    def _next_batch(self) -> _Batch:
        """Return changes of different studies; a second one of the same waits for the next."""
        batch: _Batch = []
        rest: _Batch = []
        known: set[str] = set()
        for each in self._waiting:
            if each[0].id in known or len(batch) == _TOGETHER:
                rest.append(each)
            else:
                known.add(each[0].id)
                batch.append(each)
        self._waiting = rest
        return batch

    async def _commit(self, batch: _Batch) -> _Batch:
        """Store a batch; return what is to be tried again."""
        try:
            outcomes = await self._store.change([change for change, _, _ in batch])
        except Exception as problem:
            if isinstance(problem, RefusedError):  # it was tried for long
                for _, stored, _ in batch:
                    _refuse(stored)
                return []
            if len(batch) > 1 and not self._may_pass(problem):
                # Whose fault is it? Each by itself.
                return [again for each in batch for again in await self._commit([each])]
            if not self._may_pass(problem):
                log.exception("a study was not stored")
                for _, stored, _ in batch:
                    _refuse(stored)
                return []
            log.warning("studies wait to be stored", extra={"data": {"why": str(problem)}})
            outcomes = [Became.SKIPPED] * len(batch)
        again: _Batch = []
        for each, outcome in zip(batch, outcomes, strict=True):
            _, stored, until = each
            if outcome is not Became.SKIPPED:
                if not stored.done():
                    stored.set_result(outcome is Became.STORED)
            elif time.monotonic() < until:
                again.append(each)
            else:
                _refuse(stored)
        return again


def _refuse(stored: asyncio.Future[bool]) -> None:
    if not stored.done():
        stored.set_exception(unavailable())
