"""Monte-Carlo tree search on any number of threads: each grows its own tree."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from quatrefoil.core.evaluate import evaluator_of
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.search.base import Searcher
from quatrefoil.search.clock import now
from quatrefoil.search.config import Config
from quatrefoil.search.limits import MOST, Limit
from quatrefoil.search.mcts.tree import Tree
from quatrefoil.search.results import Listener, MoveReport, SearchResult

#: Simulations for each move of depth, where a limit of depth is the only one.
_NODES_PER_DEPTH = 5_000
#: Seconds between two checks for listeners and Ctrl-C.
_SLICE = 0.1


class Mcts(Searcher):
    """A searcher by Monte-Carlo tree search. It keeps its trees from one search to the next."""

    def __init__(self, rules: Rules, config: Config | None = None) -> None:
        super().__init__(rules)
        self.config = config or Config.best(rules)
        self._trees = self._new_trees()
        self._stopped = threading.Event()
        #: Seconds that the latest search took before it was told to go on.
        self._spent = 0.0

    def _new_trees(self) -> list[Tree]:
        share = int(self.config.memory * 1_000_000 / self.config.threads)
        return [
            Tree(share, evaluator_of(self.rules), self.config, self.config.seed * 1009 + number)
            for number in range(self.config.threads)
        ]

    def _forget(self) -> None:
        self._trees, self._spent = self._new_trees(), 0.0

    def stop(self) -> None:
        """End a search that runs in another thread: it answers with what it has."""
        self._stopped.set()
        self._stop_trees()

    def _search(
        self, line: Line, limit: Limit, listener: Listener | None, halt: threading.Event | None
    ) -> SearchResult:
        self._spent = 0.0
        for tree in self._trees:
            tree.begin(line, limit.depth or MOST, _seconds(limit))
        return self._search_on(line, limit, listener, halt)

    def _search_on(
        self, line: Line, limit: Limit, listener: Listener | None, halt: threading.Event | None
    ) -> SearchResult:
        started = time.monotonic() - self._spent
        deadline = now(limit.processor) + _seconds(limit)
        self._stopped.clear()
        for tree in self._trees:
            tree.go_on(_seconds(limit))
        if len(line.position.legal_moves()) == 1:
            limit = replace(limit, nodes=1)
        elif limit.time is None and limit.nodes is None and limit.depth:
            limit = Limit(nodes=min(MOST, _NODES_PER_DEPTH * limit.depth))
        if not (halt and halt.is_set()):
            tell = (lambda: listener(self._result(line, started))) if listener else _say_nothing
            self._run(limit, deadline, tell)
        found = self._result(line, started)
        self._spent = found.seconds
        return found

    def _run(self, limit: Limit, deadline: float, tell: Callable[[], None]) -> None:
        share = -(-(limit.nodes or MOST) // len(self._trees))
        shares = [min(MOST, tree.simulations + share) for tree in self._trees]
        helpers = [
            threading.Thread(target=self._help, args=each)
            for each in zip(self._trees[1:], shares[1:], strict=True)
        ]
        for helper in helpers:
            helper.start()
        ended = True
        try:
            ended = self._lead(shares[0], deadline, limit.processor, tell)
        finally:
            if ended:
                self._stop_trees()
            for helper in helpers:
                helper.join()

    def _help(self, tree: Tree, share: int) -> None:
        if tree.run(share, math.inf, False):
            # It proved the root: the others have nothing left to do.
            self._stop_trees()

    def _lead(self, share: int, deadline: float, processor: bool, tell: Callable[[], None]) -> bool:
        """Run the first tree in slices, so that this thread notices `stop` and tells the listener.

        Return whether the others must end too: time is up, all was proven, or it was stopped.
        Where it only has done its share of the nodes, they do theirs.
        """
        tree = self._trees[0]
        while not self._stopped.is_set():
            ended = tree.run(share, min(deadline, now(processor) + _SLICE), processor)
            if ended or tree.simulations >= share:
                return ended
            if now(processor) >= deadline:
                return True
            tell()
        return True

    def _stop_trees(self) -> None:
        for tree in self._trees:
            tree.stop()

    # ---- what was found -----------------------------------------------------------------------

    def _result(self, line: Line, started: float) -> SearchResult:
        moves = self._merged(line)
        best = moves[0]
        proof = next((proof for tree in self._trees if (proof := tree.proof())), None)
        return SearchResult(
            best=best.move,
            values=proof or self._values(line, best),
            moves=moves,
            principal_variation=(best.move, *self._variation([best.move])),
            proven=proof is not None,
            nodes=sum(tree.simulations for tree in self._trees),
            seconds=time.monotonic() - started,
        )

    def _explore(self, line: Line, limit: Limit, halt: threading.Event | None) -> SearchResult:
        moves, mover = self._merged(line), line.position.turn
        best = moves[0]
        return SearchResult(
            best=best.move,
            values=self._values_by(best, mover) or self._even(),
            moves=moves,
            principal_variation=(best.move, *self._variation([*line.moves, best.move])),
            proven=False,
            nodes=0,
            seconds=0.0,
        )

    def _expect(self, line: Line) -> tuple[int, ...]:
        return self._variation(line.moves)

    def _variation(self, path: list[int]) -> tuple[int, ...]:
        """Return what the tree that knows most expects to follow a path."""
        return max((tree.variation(path) for tree in self._trees), key=len)

    def _merged(self, line: Line) -> tuple[MoveReport, ...]:
        """Return the moves with the statistics of all trees, the best first.

        The moves that the line can take back are those since the root.
        """
        merged: dict[int, MoveReport] = {}
        for tree in self._trees:
            for move, visits, value, proven in tree.report(line.moves):
                if not visits and not proven:
                    continue
                report = MoveReport(move, visits, value, proven)
                known = merged.get(move)
                merged[move] = _merge(known, report) if known else report
        legal = line.position.legal_moves()
        reports = [merged.get(move) or MoveReport(move, 0, 0.0, False) for move in legal]
        ranked = sorted(reports, key=_preference, reverse=True)
        # A proven move gets few visits, and is better than an estimate of no more.
        certain = max((each for each in ranked if each.proven), key=_value, default=ranked[0])
        if certain.value >= ranked[0].value:
            ranked.remove(certain)
            ranked.insert(0, certain)
        return tuple(ranked)

    def _values(self, line: Line, best: MoveReport) -> tuple[float, ...]:
        """Return the estimate for each player: by the best move if two play, else by the mean."""
        if found := self._values_by(best, line.position.turn):
            return found
        count = max(1, sum(tree.simulations for tree in self._trees))
        sums = [
            sum(column) for column in zip(*(tree.totals() for tree in self._trees), strict=True)
        ]
        if not any(sums):
            return self._even()
        return tuple(total / count for total in sums)

    def _values_by(self, best: MoveReport, mover: int) -> tuple[float, ...] | None:
        """Return what the best move says of both players, if two play and it was looked at."""
        if self.rules.players != 2 or mover < 0 or not (best.visits or best.proven):
            return None
        return (best.value, 1 - best.value) if mover == 0 else (1 - best.value, best.value)

    def _even(self) -> tuple[float, ...]:
        return (1 / self.rules.players,) * self.rules.players


def _seconds(limit: Limit) -> float:
    return math.inf if limit.time is None else limit.time


def _say_nothing() -> None:
    """Report nothing: there is no listener."""


def _merge(one: MoveReport, other: MoveReport) -> MoveReport:
    visits = one.visits + other.visits
    for report in (one, other):
        if report.proven:
            return MoveReport(report.move, visits, report.value, True)
    mean = (one.value * one.visits + other.value * other.visits) / max(1, visits)
    return MoveReport(one.move, visits, mean, False)


def _value(report: MoveReport) -> float:
    return report.value


def _preference(report: MoveReport) -> tuple[float, float, float]:
    """Order moves for playing: a proven win, then by visits, a proven loss last."""
    if report.proven and report.value == 1:
        return (2, 0, 0)
    if report.proven and report.value == 0:
        return (0, report.visits, 0)
    return (1, report.visits, report.value)
