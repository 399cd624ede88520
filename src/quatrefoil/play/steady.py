"""A clock that goes on evenly, whatever is done to the clock on the wall."""

from __future__ import annotations

import time
from collections.abc import Callable

#: Returns seconds; only differences mean something. It stands still while the machine sleeps.
Steady = Callable[[], float]
#: Returns seconds since 1970. It may jump, so it is asked once.
Wall = Callable[[], float]


class SteadyClock:
    """Milliseconds since 1970 as the wall had them at the start, and a steady clock from there.

    `not_before` is a time that must not come again.
    """

    __slots__ = ("_origin", "_start", "_steady")

    def __init__(
        self, not_before: int = 0, wall: Wall = time.time, steady: Steady = time.monotonic
    ) -> None:
        self._steady = steady
        self._start = max(int(wall() * 1000), not_before)
        self._origin = steady()

    def now(self) -> int:
        """Return the time in milliseconds."""
        return self._start + int((self._steady() - self._origin) * 1000)

    def at(self, moment: float) -> int:
        """Return the time in milliseconds at a moment of the steady clock."""
        return self._start + int((moment - self._origin) * 1000)

    def nudge(self, milliseconds: int) -> None:
        """Set the clock a little forward or back."""
        self._start += milliseconds
