"""What `/metrics` shows: counted while the server runs, written down when Prometheus asks."""

from __future__ import annotations

import math
import time
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import CONTENT_TYPE_LATEST, ProcessCollector, generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from starlette.responses import Response

from quatrefoil.play.thinkers import Kind

if TYPE_CHECKING:
    from quatrefoil.server.lobby import Lobby

#: Writing takes 2 ms, in which everybody waits.
_FRESH_SECONDS = 0.1
#: The upper ends of the buckets of times.
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Times:
    """How often something took how long. Prometheus' own histogram locks, twice a time."""

    def __init__(self, name: str, words: str) -> None:
        self._name = name
        self._words = words
        #: How many times are in each bucket; the last is for all that took longer.
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one time."""
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Metric:
        """Return all of them as Prometheus wants them."""
        bounds = [*map(str, SECONDS), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(self._name, self._words, buckets, self._sum)


class Metrics:
    """What is counted while the server runs.

    Plain integers cost nothing, and only the thread of the event loop changes them.
    """

    def __init__(self) -> None:
        self.moves = 0
        self.refusals = 0
        self.request_seconds = Times(
            "quatrefoil_request_seconds", "From a message on a socket to its answer."
        )
        self.loop_lag = Times(
            "quatrefoil_loop_lag_seconds",
            "How much later than it should the event loop comes to something.",
        )


class ServerCollector(Collector):
    """The numbers of a server, and of its process: memory, processor time, open files."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._process = ProcessCollector(registry=None)
        #: What was written last, and when.
        self._text, self._written = b"", -math.inf

    def collect(self) -> Iterator[Metric]:
        """Yield every metric as it is now."""
        lobby, metrics, store = self._lobby, self._lobby.metrics, self._lobby.store
        counters, thinkers, outages = store.counters, lobby.thinkers, lobby.timekeeper.outages
        for name, words, value in (
            ("live_matches", "Matches in memory.", len(lobby.rooms)),
            ("open_matches", "Matches that are not over.", lobby.open_matches),
            ("sockets", "Open sockets, and requests that wait.", lobby.crowd.total),
            ("thinking", "Searches that run.", thinkers.running),
            ("working", "Other answers that wait or are made.", lobby.workers.waiting),
            ("storing_seconds", "How long the oldest write waits.", store.waiting_seconds),
            ("unreadable_matches", "Matches found with a damaged log.", len(lobby.unreadable)),
        ):
            yield GaugeMetricFamily(f"quatrefoil_{name}", words, value)
        waiting = GaugeMetricFamily(
            "quatrefoil_thinking_waiting", "Searches that wait for a thread.", labels=("kind",)
        )
        for kind in Kind:
            waiting.add_metric((kind.name.lower(),), thinkers.waiting(kind))
        yield waiting
        for name, words, count in (
            ("events", "Events stored.", counters.events),
            ("moves", "Turns played.", metrics.moves),
            ("refusals", "Requests refused.", metrics.refusals),
            ("commits", "Transactions committed.", counters.commits),
            ("commit_seconds", "Time spent committing.", counters.commit_seconds),
            ("commit_retries", "Transactions tried again.", counters.retries),
            ("commit_failures", "Transactions given up.", counters.failures),
            ("overtaken_writes", "Writes that began where no log ended.", counters.overtaken),
            ("outages", "Times in which nothing was heard or stored.", outages.count),
            ("pushes", "Devices told of a turn.", lobby.pusher.sent),
            ("push_failures", "Devices that could not be told.", lobby.pusher.failed),
            ("thinking_cancelled", "Searches given up.", thinkers.cancelled),
            ("thinking_failures", "Turns that the computer could not play.", thinkers.failures),
        ):
            yield CounterMetricFamily(f"quatrefoil_{name}", words, count)
        yield metrics.request_seconds.collect()
        yield metrics.loop_lag.collect()
        yield from self._process.collect()

    def answer(self) -> Response:
        """Return everything as text for Prometheus, written anew ten times a second at most."""
        now = time.monotonic()
        if now - self._written >= _FRESH_SECONDS:
            self._text, self._written = generate_latest(self), now
        return Response(self._text, media_type=CONTENT_TYPE_LATEST)
