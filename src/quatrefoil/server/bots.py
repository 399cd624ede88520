"""The computer at work: its moves are thought about in threads that leave the others alone.

Search releases the interpreter, and these threads have a lower priority than the one that answers
people, so that a person's move never waits for the computer's.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from quatrefoil.core.line import Line
from quatrefoil.search import SearchResult, player

T = TypeVar("T")

#: How much these threads step back (as `nice` counts).
_NICE = 10


class Thinkers:
    """A few threads that search."""

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count, "think", initializer=_step_back)
        self._halt = threading.Event()
        #: How many requests are waited for.
        self.waiting = 0

    async def turn(self, line: Line, level: int) -> list[str]:
        """Return the tokens of one turn, or of its part up to a roll."""
        return await self._run(self._turn, line.copy(), level)

    async def search(self, line: Line, level: int) -> SearchResult:
        """Return what the computer thinks of a position."""
        return await self._run(self._search, line.copy(), level)

    def close(self) -> None:
        """Stop all thinking."""
        self._halt.set()
        self._threads.shutdown(cancel_futures=True)

    async def _run(self, work: Callable[[Line, int], T], line: Line, level: int) -> T:
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, work, line, level
            )
        finally:
            self.waiting -= 1

    def _turn(self, line: Line, level: int) -> list[str]:
        seat = line.position.turn
        mind = player(line.position.rules, level, secrets.randbits(32))
        while line.position.turn == seat:
            line.push(mind.choose(line, self._halt))
        return list(line.tokens)

    def _search(self, line: Line, level: int) -> SearchResult:
        mind = player(line.position.rules, level, secrets.randbits(32))
        return mind.search(line, halt=self._halt)


def _step_back() -> None:
    """Lower the priority of this thread (on Linux a thread has one of its own)."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
