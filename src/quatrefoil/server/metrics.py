"""What `/metrics` shows, in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quatrefoil.server.lobby import Lobby

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """How often something took how long, in seconds."""

    def __init__(self, buckets: Sequence[float] = _BUCKETS) -> None:
        self.buckets = buckets
        self.counts = [0] * (len(buckets) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count one more."""
        self.counts[bisect_left(self.buckets, seconds)] += 1
        self.total += seconds

    def lines(self, name: str, words: str) -> Iterable[str]:
        """Yield the lines for Prometheus."""
        yield f"# HELP {name} {words}"
        yield f"# TYPE {name} histogram"
        reached = 0
        for limit, count in zip(self.buckets, self.counts, strict=False):
            reached += count
            yield f'{name}_bucket{{le="{limit}"}} {reached}'
        reached += self.counts[-1]
        yield f'{name}_bucket{{le="+Inf"}} {reached}'
        yield f"{name}_sum {self.total:.6f}"
        yield f"{name}_count {reached}"


class Metrics:
    """What is counted while the server runs."""

    def __init__(self) -> None:
        self.events = 0
        self.moves = 0
        self.sockets = 0
        self.refusals = 0
        self.request_seconds = Histogram()


def prometheus(lobby: Lobby) -> str:
    """Return everything as text for Prometheus."""
    metrics, store = lobby.metrics, lobby.store
    numbers = (
        ("live_matches", "Matches in memory.", "gauge", len(lobby.rooms)),
        ("open_matches", "Matches that are not over.", "gauge", lobby.open_matches),
        ("sockets", "Open sockets.", "gauge", metrics.sockets),
        (
            "thinking",
            "Searches waited for.",
            "gauge",
            lobby.thinkers.waiting,
        ),
        ("events_total", "Events stored.", "counter", metrics.events),
        ("moves_total", "Turns played.", "counter", metrics.moves),
        ("refusals_total", "Requests refused.", "counter", metrics.refusals),
        ("commits_total", "Transactions committed.", "counter", store.commits),
        ("commit_seconds_total", "Time spent committing.", "counter", store.commit_seconds),
    )
    lines: list[str] = []
    for name, words, kind, value in numbers:
        lines += [f"# HELP quatrefoil_{name} {words}", f"# TYPE quatrefoil_{name} {kind}"]
        lines.append(f"quatrefoil_{name} {value}")
    words = "From a message on a socket to its answer."
    lines += metrics.request_seconds.lines("quatrefoil_request_seconds", words)
    return "\n".join(lines) + "\n"
