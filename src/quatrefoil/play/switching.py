"""How long a thread keeps the interpreter while the event loop waits for it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

#: How long a thread keeps the interpreter while others wait for it, as long as there is work.
#: Python's own 5 ms are five times as long a delay at every step of a move: reading, storing,
#: answering. All the time it would cost: the thread that commits takes turns with the event loop.
_SWITCH_SECONDS = 0.001

#: How many threads of all workers work just now, and what the interval is without them.
_busy, _usual, _counting = 0, sys.getswitchinterval(), threading.Lock()


@contextmanager
def quick_switches() -> Iterator[None]:
    """Let threads take turns more often, as long as some thread does much in Python."""
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
