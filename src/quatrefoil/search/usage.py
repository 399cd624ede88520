"""What a search refuses before it runs, because compiled code would crash on it."""

from __future__ import annotations

import threading

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.game import Rules
from quatrefoil.core.position import Position


class OneThread:
    """Lets one thread in at a time: `with` raises an error where another one is inside.

    Searches release the GIL and work in memory that they keep from one search to the next, so a
    second thread (or a listener that starts another search) would write over the first one's.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise QuatrefoilError(
                f"this {self._what} is at work in another thread or further up in this one:"
                " make another one"
            )

    def __exit__(self, *problem: object) -> None:
        self._lock.release()


def check_rules(rules: Rules, position: Position) -> None:
    """Raise where a position is of other rules: positions are copied as memory."""
    if position.rules is not rules:
        raise QuatrefoilError(f"this is for {rules}, not for a position of {position.rules}")
