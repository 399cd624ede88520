"""When a search ends, and what it found."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from quatrefoil.core.line import Line

#: More than any search ever comes to.
_MOST = 2**62


@dataclass(frozen=True)
class Limit:
    """When a search ends: whichever of these comes first; None sets no limit.

    `time` is in seconds, `nodes` counts what the method counts (playouts or positions), `depth`
    is in moves from the first position.

    A person waits for the clock on the wall. Contests take the time that the `processor` gave to
    the thread that leads the search: it is fair, and the same again, on a busy machine.
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    processor: bool = False

    def __post_init__(self) -> None:
        if self.time is None and self.nodes is None and self.depth is None:
            raise ValueError("a limit sets at least one of time, nodes and depth")
        if self.time is not None and not self.time >= 0:
            raise ValueError(f"time is a number of seconds from 0, not {self.time!r}")
        for name in ("nodes", "depth"):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, int) and 1 <= value <= _MOST):
                raise ValueError(f"{name} is a whole number from 1, not {value!r}")


@dataclass(frozen=True)
class MoveReport:
    """What a search thinks of one move: `value` is the mover's expected share of the point.

    `visits` says how well the move was looked at: playouts of Monte-Carlo search, for alpha-beta
    the depth when it was last among the best.
    """

    move: int
    visits: int
    value: float
    proven: bool
    #: Whether the move was only found to be worth no more than `value`, and no better than others.
    at_most: bool = False


@dataclass(frozen=True)
class SearchResult:
    """What a search found; `values` are the expected shares of the point by player."""

    best: int
    values: tuple[float, ...]
    #: Every legal move, the best first.
    moves: tuple[MoveReport, ...]
    principal_variation: tuple[int, ...]
    #: Whether `values` are certain, not estimates.
    proven: bool
    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """How fast the search was."""
        return self.nodes / max(self.seconds, 1e-9)


#: Called now and then with what a running search thinks.
Listener = Callable[[SearchResult], None]


class Searcher(Protocol):
    """A way to search one game."""

    def search(
        self,
        line: Line,
        limit: Limit,
        listener: Listener | None = None,
        halt: threading.Event | None = None,
    ) -> SearchResult:
        """Search a line that is not over.

        Where another thread may call `stop` before this has begun, it sets `halt` first.
        """

    def stop(self) -> None:
        """End a search that runs in another thread: it answers with what it has."""
