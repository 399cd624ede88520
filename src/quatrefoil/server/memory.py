"""Memory that is free within the process, given back to the system."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache


def give_memory_back() -> None:
    """Give back what is free.

    The C library of Linux keeps what lies between pieces that are still in use: 150 clients who did
    not read left 160 MB behind.
    """
    _trim()(0)


@cache
def _trim() -> Callable[[int], int]:
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library
        return lambda _: 0
    return found
