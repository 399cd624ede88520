"""How far a long command is: one line on a terminal that is written over, and nothing elsewhere.

A thread writes it, so that a single step that takes long is seen to go on as well.
"""

from __future__ import annotations

import shutil
import sys
import time
from threading import Event, Lock, Thread
from types import TracebackType

#: Seconds before anything is shown, and between two showings.
_PAUSE = 1.0


class Progress:
    """Shows what is being done, and since when. Used with `with`, it leaves the line clean."""

    def __init__(self, doing: str, pause: float = _PAUSE) -> None:
        self._doing = doing
        self._pause = pause
        self._begun = time.monotonic()
        self._width = 0
        self._writing = Lock()
        self._done = Event()
        self._writer: Thread | None = None

    def __enter__(self) -> Progress:
        if sys.stderr.isatty():
            self._writer = Thread(target=self._write_on, daemon=True)
            self._writer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._done.set()
        if self._writer:
            self._writer.join()
        self._clear()

    def show(self, doing: str) -> None:
        """Say how far things are: what is shown from now on."""
        self._doing = doing

    def show_share(self, what: str, share: float) -> None:
        """Say what is being done, with a bar for how much of it is."""
        self.show(f"{what} [{'#' * round(30 * share):30}]")

    def print(self, line: str) -> None:
        """Print a line of the result, which stays."""
        with self._writing:
            self._clear()
            print(line, flush=True)

    def _write_on(self) -> None:
        while not self._done.wait(self._pause):
            self._write()

    def _write(self) -> None:
        """Write over what is there; a line that is broken in two could not be."""
        most = shutil.get_terminal_size().columns - 1
        text = f"{self._doing}, {time.monotonic() - self._begun:.0f} s"[:most]
        with self._writing:
            print(f"\r{text:{self._width}}", end="", file=sys.stderr, flush=True)
            self._width = len(text)

    def _clear(self) -> None:
        if self._width:
            print(f"\r{'':{self._width}}\r", end="", file=sys.stderr, flush=True)
            self._width = 0
