"""What `/metrics` shows: counted while the server runs, written down when Prometheus asks."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from prometheus_client import CONTENT_TYPE_LATEST, Histogram, ProcessCollector, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.responses import Response

from quatrefoil.play.thinkers import Kind

if TYPE_CHECKING:
    from quatrefoil.server.lobby import Lobby

#: Writing takes 2 ms, in which everybody waits.
_FRESH_SECONDS = 0.1
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """What is counted while the server runs.

    Plain integers cost nothing, and only the thread of the event loop changes them.
    """

    def __init__(self) -> None:
        self.moves = 0
        self.refusals = 0
        self.request_seconds = Histogram(
            "quatrefoil_request_seconds",
            "From a message on a socket to its answer.",
            buckets=_SECONDS,
            registry=None,
        )
        self.loop_lag = Histogram(
            "quatrefoil_loop_lag_seconds",
            "How much later than it should the event loop comes to something.",
            buckets=_SECONDS,
            registry=None,
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
        yield from _without_created(metrics.request_seconds.collect())
        yield from _without_created(metrics.loop_lag.collect())
        yield from self._process.collect()

    def answer(self) -> Response:
        """Return everything as text for Prometheus, written anew ten times a second at most."""
        now = time.monotonic()
        if now - self._written >= _FRESH_SECONDS:
            self._text, self._written = generate_latest(self), now
        return Response(self._text, media_type=CONTENT_TYPE_LATEST)


def _without_created(metrics: Iterable[Metric]) -> Iterator[Metric]:
    """Yield metrics without the time at which each was made, which nobody asked for."""
    for metric in metrics:
        metric.samples = [s for s in metric.samples if not s.name.endswith("_created")]
        yield metric
