"""How far a long command is: one line on a terminal that is written over, and nothing elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType

#: Seconds before anything is shown, and between two showings.
_PAUSE = 1.0


class Progress:
    """Shows now and then how far things are. Used with `with`, it leaves the line clean."""

    def __init__(self, pause: float = _PAUSE) -> None:
        self._pause = pause
        self._next = time.monotonic() + pause
        self._width = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()

    def show(self, text: str) -> None:
        """Show how far things are, unless that was done a moment ago."""
        if time.monotonic() >= self._next and sys.stderr.isatty():
            self._next = time.monotonic() + self._pause
            print(f"\r{text:{self._width}}", end="", file=sys.stderr, flush=True)
            self._width = len(text)

    def show_share(self, what: str, share: float) -> None:
        """Show what is being done, with a bar for how much of it is."""
        self.show(f"{what} [{'#' * round(30 * share):30}]")

    def clear(self) -> None:
        """Take the line away, so that what follows begins on a clean one."""
        if self._width:
            print(f"\r{'':{self._width}}\r", end="", file=sys.stderr, flush=True)
            self._width = 0
