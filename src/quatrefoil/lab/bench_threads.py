"""What a second thread brings to the search: the same work, by the clock and by the processor."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice

from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.rng import Rng
from quatrefoil.search import Config, Limit, SearchResult, searcher

#: Random moves before the position that is searched: the first ones have few to choose from.
_OPENING = 8
#: Lines that are searched: what a second thread brings differs much from one to the next.
_LINES = 4
#: Megabytes: little enough to be cleared at once.
_MEMORY = 64


@dataclass(frozen=True)
class Work:
    """What a search of given depth or size took."""

    nodes: int = 0
    seconds: float = 0.0
    processor: float = 0.0

    def __add__(self, other: Work) -> Work:
        return Work(
            self.nodes + other.nodes,
            self.seconds + other.seconds,
            self.processor + other.processor,
        )


@dataclass(frozen=True)
class Gain:
    """The same work by one thread and by two."""

    goal: str
    one: Work
    two: Work

    @property
    def by_clock(self) -> float:
        """How many times sooner two threads were done: little, where cores are busy."""
        return self.one.seconds / self.two.seconds

    @property
    def on_free_cores(self) -> float:
        """How many times sooner they would be done if each thread had a free core."""
        return 2 * self.one.processor / self.two.processor

    @property
    def speed(self) -> float:
        """How many times as many nodes two threads visit if each has a free core."""
        one, two = (work.nodes / work.processor for work in (self.one, self.two))
        return 2 * two / one


def thread_gain(rules: Rules, seconds: float) -> Gain:
    """Let two threads do what one does in this number of seconds, shared by several lines."""
    one, two, goals = Work(), Work(), []
    for line, found in islice(_unsettled(rules, seconds / _LINES), _LINES):
        limit, goal = _goal(rules, found)
        goals.append(goal)
        one += _work(rules, line, limit, 1)
        two += _work(rules, line, limit, 2)
    kind = "depths" if _deepens(rules) else "nodes"
    return Gain(f"{kind} {', '.join(map(str, goals))}", one, two)


def _deepens(rules: Rules) -> bool:
    return Config.best(rules).advice.method == "alphabeta"


def _goal(rules: Rules, found: SearchResult) -> tuple[Limit, int]:
    if _deepens(rules):
        # The last depth may not have been finished.
        depth = max(1, found.moves[0].visits - 1)
        return Limit(depth=depth), depth
    return Limit(nodes=found.nodes), found.nodes


def _work(rules: Rules, line: Line, limit: Limit, threads: int) -> Work:
    new = searcher(rules, Config.best(rules, threads=threads, memory=_MEMORY, reuse=False))
    new.search(line, Limit(nodes=1))  # whatever is done once is done then
    seconds, processor = time.perf_counter(), time.process_time()
    nodes = new.search(line, limit).nodes
    return Work(nodes, time.perf_counter() - seconds, time.process_time() - processor)


def _unsettled(rules: Rules, seconds: float) -> Iterator[tuple[Line, SearchResult]]:
    """Yield lines that a search does not prove in this number of seconds, with its result."""
    for seed in count():
        line, rng = Line(rules.start()), Rng(seed)
        while not line.position.is_over and (len(line) < _OPENING or line.position.turn < 0):
            line.push_unchecked(line.position.random_move(rng))
        if not line.position.is_over:
            found = searcher(rules, Config.best(rules)).search(line, Limit(time=seconds))
            if not found.proven:
                yield line, found
