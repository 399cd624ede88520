"""The alarm of one match: it rings when a clock may have run out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

#: The longest time to sleep before a clock is looked at again, in seconds.
_LONGEST_SLEEP = 86_400


class Alarm:
    """Rings once, unless it is set anew or stopped before."""

    __slots__ = ("_ring", "_timer")

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        """Whether it will ring."""
        return self._timer is not None

    def set(self, milliseconds: int) -> None:
        """Ring after some milliseconds; a day at most, as clocks are looked at again then."""
        self.stop()
        seconds = min(max(0, milliseconds) / 1000, _LONGEST_SLEEP)
        self._timer = asyncio.get_running_loop().call_later(seconds, self._rings)

    def stop(self) -> None:
        """Do not ring."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _rings(self) -> None:
        self._timer = None
        self._ring()
