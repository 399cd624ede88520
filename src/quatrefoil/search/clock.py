"""The time, without the GIL: wall-clock time, or the processor time of the calling thread."""

import time

import cython

if cython.compiled:
    from cython.cimports.posix.time import (
        CLOCK_MONOTONIC,
        CLOCK_THREAD_CPUTIME_ID,
        clock_gettime,
        timespec,
    )


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def now(processor: cython.bint) -> cython.double:
    """Return seconds on the clock of `time.thread_time`, or else of `time.monotonic`."""
    if cython.compiled:
        stamp = cython.declare(timespec)
        clock_gettime(
            CLOCK_THREAD_CPUTIME_ID if processor else CLOCK_MONOTONIC, cython.address(stamp)
        )
        return stamp.tv_sec + stamp.tv_nsec * 1e-9
    else:  # noqa: RET505 - only one of the branches is compiled
        return time.thread_time() if processor else time.monotonic()
