"""The time, without the GIL."""

import time

import cython

if cython.compiled:
    from cython.cimports.posix.time import CLOCK_MONOTONIC, clock_gettime, timespec


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def now() -> cython.double:
    """Return seconds on the clock that `time.monotonic` reads."""
    if cython.compiled:
        stamp = cython.declare(timespec)
        clock_gettime(CLOCK_MONOTONIC, cython.address(stamp))
        return stamp.tv_sec + stamp.tv_nsec * 1e-9
    else:  # noqa: RET505 - only one of the branches is compiled
        return time.monotonic()
