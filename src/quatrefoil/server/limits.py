"""Rate limits: token buckets, one for each address."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from quatrefoil.match import RefusedError


class Bucket:
    """Lets `burst` through at once and `rate` a second in the long run."""

    __slots__ = ("_at", "_left")

    def __init__(self, burst: float, now: float) -> None:
        self._left = burst
        self._at = now

    def take(self, rate: float, burst: float, now: float) -> float:
        """Take one; return 0, or how many seconds to wait for one."""
        self._left = min(burst, self._left + (now - self._at) * rate)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / rate

    def is_full(self, rate: float, burst: float, now: float) -> bool:
        """Whether the bucket is full, and a new one would be the same."""
        return self._left + (now - self._at) * rate >= burst


class Gate:
    """One rate limit, for each address apart."""

    #: How many addresses are remembered before full buckets are swept out.
    SWEEP = 10_000

    def __init__(
        self, what: str, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.what = what
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def enter(self, address: str) -> None:
        """Let one request of an address through, or refuse it."""
        now = self._clock()
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self.SWEEP:
                self._sweep(now)
            bucket = self._buckets[address] = Bucket(self.burst, now)
        wait = bucket.take(self.rate, self.burst, now)
        if wait:
            raise RefusedError("too-many", f"too many {self.what}: wait a little", math.ceil(wait))

    def _sweep(self, now: float) -> None:
        self._buckets = {
            address: bucket
            for address, bucket in self._buckets.items()
            if not bucket.is_full(self.rate, self.burst, now)
        }
