"""Long work in chunks: one contract for this machine's cores and for a cluster of Ray.

What is done must depend on its piece alone (a number, a seed): then results are the same on any
number of workers, and a chunk whose worker was lost is simply done again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Protocol, TypeVar

from quatrefoil.core.errors import QuatrefoilError

Piece = TypeVar("Piece")
Result = TypeVar("Result")

#: How many chunks for each worker run or wait for an earlier one: a long one must not make the
#: other workers idle.
_AHEAD = 3
#: How often a chunk is done again after its worker was lost. A chunk that loses every worker is
#: itself the reason.
_MOST_LOSSES = 5


class LostWorkerError(QuatrefoilError):
    """A worker ended before it had done its chunk: it was killed, or its machine is gone."""


class Task(Protocol):
    """A chunk that was given to a worker."""

    def done(self) -> bool:
        """Whether the result can be had without waiting."""

    def result(self) -> list[Any]:
        """Return the result of each piece, or raise what the work raised, or LostWorkerError."""


class Pool(ABC):
    """Workers that do chunks of work."""

    #: How many short pieces a worker is given at once.
    chunk = 1
    #: How many chunks had to be done again, as their workers were lost.
    losses = 0

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many chunks can be done at once."""

    @abstractmethod
    def submit(self, work: Callable[[Any], Any], pieces: Sequence[Any]) -> Task:
        """Give a chunk to a worker."""

    @abstractmethod
    def wait(self, tasks: Sequence[Any]) -> None:
        """Wait until at least one of the tasks is done."""

    @abstractmethod
    def drop(self, tasks: Sequence[Any]) -> None:
        """End tasks whose results nobody wants any more, also those that are running."""

    def run(
        self, work: Callable[[Piece], Result], pieces: Iterable[Piece], chunk: int = 0
    ) -> Iterator[Result]:
        """Yield the result of each piece, in the order of the pieces.

        The order does not depend on how long pieces take: a test that ends as soon as it is
        decided ends after the same piece again. No more is begun than can be done at once, so a
        caller that stops early wastes little; and a piece is taken only when it is begun.
        """
        left = iter(pieces)
        begun: deque[_Chunk] = deque()
        taken = tuple(islice(left, chunk or self.chunk))
        try:
            while taken or begun:
                running = [each.task for each in begun if not each.task.done()]
                if taken and len(running) < self.workers and len(begun) < _AHEAD * self.workers:
                    begun.append(_Chunk(self, work, taken))
                    taken = tuple(islice(left, chunk or self.chunk))
                elif begun[0].task.done():
                    if begun[0].is_there():
                        yield from begun.popleft().results
                else:
                    self.wait(running)
        finally:
            self.drop([each.task for each in begun])


class _Chunk:
    """Pieces that a worker has, to be given to another one if it is lost."""

    def __init__(self, pool: Pool, work: Callable[[Any], Any], pieces: Sequence[Any]) -> None:
        self._pool, self._work, self._pieces = pool, work, pieces
        self._losses = 0
        self.results: list[Any] = []
        self.task = pool.submit(work, pieces)

    def is_there(self) -> bool:
        """Take the results of a task that is done; if its worker was lost, begin it again."""
        try:
            self.results = self.task.result()
        except LostWorkerError:
            self._losses += 1
            if self._losses > _MOST_LOSSES:
                raise
            self._pool.losses += 1
            self.task = self._pool.submit(self._work, self._pieces)
            return False
        return True
