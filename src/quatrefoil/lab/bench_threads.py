"""What a second thread brings to the search: the same work, by the clock and by the processor."""

from __future__ import annotations

import time
from dataclasses import dataclass

from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.rng import Rng
from quatrefoil.search import Config, Limit, searcher

#: Random moves before the position that is searched: the first ones have few to choose from.
_OPENING = 8


@dataclass(frozen=True)
class Work:
    """What a search of given depth or size took."""

    nodes: int
    seconds: float
    processor: float


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
        """How many times sooner they would be, had each thread a core of its own."""
        return 2 * self.one.processor / self.two.processor

    @property
    def speed(self) -> float:
        """How many times as many nodes two threads look at, had each a core of its own."""
        one, two = (work.nodes / work.processor for work in (self.one, self.two))
        return 2 * two / one


def thread_gain(rules: Rules, seconds: float) -> Gain:
    """Let two threads do what one does in so many seconds."""
    line = _opened(rules)
    found = searcher(rules, Config.best(rules)).search(line, Limit(time=seconds))
    if Config.best(rules).advice.method == "alphabeta":
        # The last depth may not have been finished.
        depth = max(1, found.moves[0].visits - 1)
        limit, goal = Limit(depth=depth), f"depth {depth}"
    else:
        limit, goal = Limit(nodes=found.nodes), f"{found.nodes} nodes"
    return Gain(goal, *(_work(rules, line, limit, threads) for threads in (1, 2)))


def _work(rules: Rules, line: Line, limit: Limit, threads: int) -> Work:
    new = searcher(rules, Config.best(rules, threads=threads))
    seconds, processor = time.perf_counter(), time.process_time()
    nodes = new.search(line, limit).nodes
    return Work(nodes, time.perf_counter() - seconds, time.process_time() - processor)


def _opened(rules: Rules) -> Line:
    line, rng = Line(rules.start()), Rng(0)
    while len(line.moves) < _OPENING or line.position.turn < 0:
        line.push(line.position.random_move(rng))
    return line
