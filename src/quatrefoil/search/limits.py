"""When a search ends."""

from __future__ import annotations

import math
from dataclasses import dataclass

#: More nodes, moves or seconds than any search ever comes to.
MOST = 2**62


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
        if self.time is not None and not (0 <= self.time <= MOST or self.time == math.inf):
            raise ValueError(f"time is a number of seconds from 0, not {self.time!r}")
        for name in ("nodes", "depth"):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, int) and 1 <= value <= MOST):
                raise ValueError(f"{name} is a whole number from 1, not {value!r}")
