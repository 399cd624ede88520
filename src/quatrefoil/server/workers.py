"""What takes longer than a turn of the event loop may: done in a thread, fairly for all clients.

Rules of large boards, long records, logs and pictures take milliseconds to seconds of Python. In
one thread beside the event loop they share the interpreter with it, which meanwhile changes hands
every millisecond: a player's move waits for that, and not for the end of the work.
One thread is enough: a second one would only compete for the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from quatrefoil.play.crew import Crew, Job
from quatrefoil.play.switching import quick_switches

T = TypeVar("T")

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
            with quick_switches():
                return (work(*given),)

        (result,) = await self._crew.run(kind, client, piece)
        return result

    async def in_pieces(self, client: str, work: Callable[[], Iterator[T | None]]) -> T:
        """Do what a client asked for piece by piece; between them others have their turn.

        `work` yields None after every piece, and at the end what it found.
        """
        begun: list[Iterator[T | None]] = []

        def piece(job: Job[tuple[T]]) -> tuple[T] | None:
            with quick_switches():
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
