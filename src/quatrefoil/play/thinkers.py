"""The computer at work: its moves are thought about in threads that leave the others alone.

Search releases the interpreter, and these threads have a lower priority than the one that answers
people, so that a person's move never waits for the computer's.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from quatrefoil.core.line import Line
from quatrefoil.core.record import Record
from quatrefoil.search import SearchResult, player
from quatrefoil.search.knowledge import Knowledge
from quatrefoil.search.review import Reviewed, review, review_limit, reviewer

T = TypeVar("T")

#: The level that gives hints.
HINT_LEVEL = 6

#: How much lower the priority of these threads is (as `nice` counts).
_NICE = 10


class Thinkers:
    """A few threads that search. With a seed they play the same in the same position."""

    def __init__(self, count: int, seed: int | None = None) -> None:
        self._seed = seed
        self._players = ThreadPoolExecutor(count, "play", initializer=_lower_priority)
        # A long study must not keep a match waiting.
        self._students = ThreadPoolExecutor(1, "study", initializer=_lower_priority)
        self._halt = threading.Event()
        #: How many requests are waited for.
        self.waiting = 0
        #: How often a turn was asked for and a fault came back.
        self.failures = 0

    async def turn(self, line: Line, level: int) -> list[str]:
        """Return the tokens of one turn, or of its part up to a roll.

        Levels keep nothing from one part to the next, so each part gets a new player.
        """
        return await self._run(self._players, self._turn, line.copy(), level)

    async def hint(self, line: Line, level: int) -> int:
        """Return a good move, soon."""
        return (await self._run(self._players, self._search, line.copy(), level)).best

    async def search(self, line: Line, level: int, lines: int) -> SearchResult:
        """Return what the computer thinks of a position, and of its `lines` best moves."""
        return await self._run(self._students, self._search, line.copy(), level, lines)

    async def review(self, record: Record) -> list[Reviewed]:
        """Return what every move of a record was worth."""
        return await self._run(self._students, self._review, record)

    def close(self) -> None:
        """Stop all thinking."""
        self._halt.set()
        for threads in (self._players, self._students):
            threads.shutdown(cancel_futures=True)

    async def _run(self, threads: ThreadPoolExecutor, work: Callable[..., T], *given: Any) -> T:
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, work, *given)
        finally:
            self.waiting -= 1

    def _turn(self, line: Line, level: int) -> list[str]:
        seat = line.position.turn
        rules, timed = line.position.rules, self._seed is None
        computer = player(rules, level, self._seed_for(line), timed=timed)
        while line.position.turn == seat:
            line.push(computer.choose(line, self._halt))
        return list(line.tokens)

    def _seed_for(self, line: Line) -> int:
        if self._seed is None:
            return secrets.randbits(32)
        return random.Random(f"{self._seed} {line.position.key}").getrandbits(32)

    def _search(self, line: Line, level: int, lines: int = 1) -> SearchResult:
        rules = line.position.rules
        computer = player(rules, level, self._seed_for(line), lines=lines)
        return Knowledge(rules).corrected(line, computer.search(line, halt=self._halt))

    def _review(self, record: Record) -> list[Reviewed]:
        rules = record.rules
        return list(review(record, reviewer(rules), review_limit(rules), self._halt))


def _lower_priority() -> None:
    """Lower the priority of this thread (on Linux each thread has its own)."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
