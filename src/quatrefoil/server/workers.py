"""What takes longer than a turn of the event loop may: done in a thread, fairly for all clients.

Rules of large boards, long records, logs and pictures take milliseconds to seconds of Python. In
one thread beside the event loop they share the interpreter with it, which meanwhile changes hands
every millisecond: a player's move waits for that, and not for the end of the work.
One thread is enough: a second one would only compete for the interpreter.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from quatrefoil.play.crew import Crew, Job

T = TypeVar("T")

#: How long a thread keeps the interpreter while others wait for it, as long as there is work.
#: Python's own 5 ms are five times as long a delay at every step of a move: reading, storing,
#: answering. All the time it would cost: the thread that commits takes turns with the event loop.
_SWITCH_SECONDS = 0.001

#: How many threads of all workers work just now, and what the interval is without them.
_busy, _usual, _counting = 0, sys.getswitchinterval(), threading.Lock()

#: Matches that are read from the log, and what clients ask for.
_LOADING, _ASKED = 0, 1


class Workers:
    """The thread, and what waits for it. One client may wait for `per_client` answers."""

    def __init__(self, per_client: int, in_all: int, name: str = "work") -> None:
        self._crew = Crew(
            name,
            [(_LOADING, _ASKED)],
            0,
            limited=(_ASKED,),
            per_client=per_client,
            in_all=in_all,
        )

    async def run(self, client: str, work: Callable[..., T], *given: Any) -> T:
        """Do what a client asked for; refuse it if they wait for too much already."""
        return await self._run(_ASKED, client, work, given)

    async def load(self, match: str, work: Callable[..., T], *given: Any) -> T:
        """Read a match, for whoever needs it."""
        return await self._run(_LOADING, match, work, given)

    async def _run(
        self, kind: int, client: str, work: Callable[..., T], given: tuple[Any, ...]
    ) -> T:
        def piece(job: Job[tuple[T]]) -> tuple[T]:
            with _quick_switches():
                return (work(*given),)

        (result,) = await self._crew.run(kind, client, piece)
        return result

    async def in_pieces(self, client: str, work: Callable[[], Iterator[T | None]]) -> T:
        """Do what a client asked for piece by piece; between them others have their turn.

        `work` yields None after every piece, and at the end what it found.
        """
        begun: list[Iterator[T | None]] = []

        def piece(job: Job[tuple[T]]) -> tuple[T] | None:
            with _quick_switches():
                if not begun:
                    begun.append(work())
                found = next(begun[0])
            return None if found is None else (found,)

        (result,) = await self._crew.run(_ASKED, client, piece)
        return result

    @property
    def waiting(self) -> int:
        """How many jobs wait or run."""
        return self._crew.waiting(_LOADING) + self._crew.waiting(_ASKED) + self._crew.running

    def close(self) -> None:
        """End the thread."""
        self._crew.close()


@contextmanager
def _quick_switches() -> Iterator[None]:
    """Let threads take turns more often, as long as any worker works."""
    global _busy
    with _counting:
        _busy += 1
        sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        yield
    finally:
        with _counting:
            _busy -= 1
            if not _busy:
                sys.setswitchinterval(_usual)
