"""Rate limits: token buckets, one for each address or for each holder of a seat."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from quatrefoil.match import RefusedError
from quatrefoil.server.settings import Limits


class Bucket:
    """Lets `burst` through at once and `rate` a second in the long run."""

    __slots__ = ("_at", "_left")

    def __init__(self, burst: float, now: float) -> None:
        self._left = burst
        self._at = now

    def take(self, rate: float, burst: float, now: float) -> float:
        """Take one; return 0, or how many seconds to wait for one."""
        left = self._left + (now - self._at) * rate
        if left > burst:
            left = burst
        self._at = now
        if left >= 1:
            self._left = left - 1
            return 0.0
        self._left = left
        return (1 - left) / rate

    def reserve(self, rate: float, burst: float, now: float, longest: float) -> float | None:
        """Take one, of those to come if need be; return when it is there, in seconds from now.

        If that is later than `longest`, none is taken.
        """
        left = min(burst, self._left + (now - self._at) * rate) - 1
        wait = max(0.0, -left / rate)
        if wait > longest:
            return None
        self._left, self._at = left, now
        return wait

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
        bucket, now = self.bucket(address), self._clock()
        if wait := bucket.take(self.rate, self.burst, now):
            raise too_many(self.what, wait)

    def wait_for(self, address: str, longest: float) -> float:
        """Return how many seconds a request of an address is to wait, or refuse it."""
        wait = self.bucket(address).reserve(self.rate, self.burst, self._clock(), longest)
        if wait is None:
            raise too_many(self.what, longest)
        return wait

    def bucket(self, address: str) -> Bucket:
        """Return the bucket of an address; it is full if the address is new."""
        bucket = self._buckets.get(address)
        if bucket is None:
            now = self._clock()
            if len(self._buckets) >= self.SWEEP:
                self._sweep(now)
            bucket = self._buckets[address] = Bucket(self.burst, now)
        return bucket

    def _sweep(self, now: float) -> None:
        self._buckets = {
            address: bucket
            for address, bucket in self._buckets.items()
            if not bucket.is_full(self.rate, self.burst, now)
        }


class HolderLimits:
    """What the holders of one match's seats may ask, however many sockets each of them has."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._messages: dict[str, Bucket] = {}
        self._talk: dict[str, Bucket] = {}

    def messages(self, holder: str) -> Bucket:
        """Return the bucket of all that a holder sends."""
        return self._bucket(self._messages, holder, self._limits.burst)

    def let_talk(self, holder: str) -> None:
        """Let a holder add something to the log that is no move, or refuse it."""
        most, rate = self._limits.talk_at_once, self._limits.talk_a_second
        wait = self._bucket(self._talk, holder, most).take(rate, most, self._clock())
        if wait:
            raise too_many("renames and offers", wait)

    def _bucket(self, buckets: dict[str, Bucket], holder: str, burst: int) -> Bucket:
        found = buckets.get(holder)
        if found is None:
            found = buckets[holder] = Bucket(burst, self._clock())
        return found


def too_many(what: str, wait: float) -> RefusedError:
    """Return the refusal of what comes too often; `wait` is in seconds."""
    return RefusedError("too-many", f"too many {what}: wait a little", max(1, math.ceil(wait)))
