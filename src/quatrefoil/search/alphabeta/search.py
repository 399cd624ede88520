"""Alpha-beta for two players: deeper and deeper, until the limit or the end of the game.

Several threads search the same line, each on its own, and share the transposition table: one finds
there what another has searched already (lazy SMP). Threads that begin at another depth keep apart
by themselves.
"""

from __future__ import annotations

import math
import threading
import time
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from operator import neg

from quatrefoil.core.evaluate import evaluator_of
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.search.alphabeta.plies import DEEPEST, STEP, PlyStack
from quatrefoil.search.alphabeta.root import RootMoves
from quatrefoil.search.alphabeta.transpositions import TranspositionTable
from quatrefoil.search.base import Searcher
from quatrefoil.search.clock import now
from quatrefoil.search.config import Config
from quatrefoil.search.endgame.probe import probe_of
from quatrefoil.search.endgame.table import tables_of
from quatrefoil.search.limits import MOST, Limit
from quatrefoil.search.results import Listener, MoveReport, SearchResult

#: Moves of a principal variation after the first.
_LONGEST_VARIATION = 15


class AlphaBeta(Searcher):
    """A searcher of a game with two players. It keeps its table from one search to the next."""

    def __init__(self, rules: Rules, config: Config | None = None) -> None:
        if rules.players != 2:
            raise ValueError(f"alpha-beta is for two players, not {rules.players}")
        super().__init__(rules)
        self.config = config or Config.best(rules)
        self._table = TranspositionTable(int(self.config.memory * 1_000_000))
        self._stacks = [self._new_stack(number % 2 == 1) for number in range(self.config.threads)]
        self._roots: list[RootMoves] = []
        #: Seconds that the latest search took before it was told to go on.
        self._spent = 0.0
        #: For lines that are explored beside the latest search.
        self._aside: PlyStack | None = None
        if self.config.threads > 1 or not self.config.reuse:
            # Memory that is first read and then written is mapped twice, and all threads have to
            # be told. That made each of their nodes take twice as long. Searchers without reuse
            # are those that get measured, and the first search shall not pay for the memory.
            self._table.touch()

    def _new_stack(self, backwards: bool = False) -> PlyStack:
        tables = tables_of(self.rules) if self.config.knows else ()
        evaluator, probe = evaluator_of(self.rules), probe_of(tables)
        return PlyStack(self.rules, evaluator, self._table, probe, backwards)

    def _forget(self) -> None:
        # The table and the plies stay: making them takes as long as a search of a low level.
        self._table.clear()
        self._roots, self._spent = [], 0.0

    def stop(self) -> None:
        """End a search that runs in another thread."""
        for stack in self._stacks:
            stack.stop()
        if self._aside:
            self._aside.stop()

    def _search(
        self, line: Line, limit: Limit, listener: Listener | None, halt: threading.Event | None
    ) -> SearchResult:
        self._spent = 0.0
        if not self.config.reuse:
            self._table.clear()
        for stack in self._stacks:
            stack.begin(line, 0, 0.0)
        self._roots = [RootMoves(line, self.config.seed) for _ in self._stacks]
        return self._search_on(line, limit, listener, halt)

    def _search_on(
        self, line: Line, limit: Limit, listener: Listener | None, halt: threading.Event | None
    ) -> SearchResult:
        started, roots = time.monotonic() - self._spent, self._roots
        self._limit(limit)
        deepest = min(limit.depth or DEEPEST, DEEPEST)

        def tell() -> None:
            if listener:
                listener(self._result(roots, started))

        helpers = [
            threading.Thread(target=self._deepen, args=(number, root, deepest))
            for number, root in enumerate(roots)
            if number
        ]
        if not (halt and halt.is_set()):
            for helper in helpers:
                helper.start()
            try:
                self._deepen(0, roots[0], deepest, tell)
            finally:
                self.stop()
                for helper in helpers:
                    helper.join()
        found = self._result(roots, started)
        self._spent = found.seconds
        return found

    def _limit(self, limit: Limit) -> None:
        """Give every thread its share of the nodes, and the first one the time: it stops all."""
        share = -(-(limit.nodes or MOST) // len(self._stacks))
        for number, stack in enumerate(self._stacks):
            stack.go_on(share, math.inf if number else _deadline(limit), limit.processor)

    def _deepen(
        self, number: int, root: RootMoves, deepest: int, tell: Callable[[], None] | None = None
    ) -> None:
        """Search deeper and deeper with one of the stacks, until its limits or a proof."""
        first = root.depth + 1 if root.depth else min(1 + number % 2, deepest)
        for depth in range(first, deepest + 1):
            if not root.is_finished and not _search_root(
                self._stacks[number], root, depth, self.config.lines
            ):
                return
            if root.is_finished:
                # The others have nothing left to do.
                self.stop()
                return
            if tell:
                tell()

    def _result(self, roots: list[RootMoves], started: float) -> SearchResult:
        """Return what the thread that got furthest found; the first one, if several did."""
        root = max(roots, key=lambda each: (each.is_proven, each.depth))
        best, value = root.best(), root.value()
        first = (value, 1 - value)
        return SearchResult(
            best=best,
            values=first if root.line.position.turn <= 0 else first[::-1],
            moves=tuple(
                MoveReport(
                    move,
                    root.depths[move],
                    root.values[move],
                    root.is_settled(move),
                    at_most=not root.is_known(move),
                )
                for move in root.ranked()
            ),
            principal_variation=self._variation(root.line, best),
            proven=root.is_proven,
            nodes=sum(stack.nodes for stack in self._stacks),
            seconds=time.monotonic() - started,
            depth=root.depth,
        )

    def _explore(self, line: Line, limit: Limit, halt: threading.Event | None) -> SearchResult:
        started, root = time.monotonic(), RootMoves(line, self.config.seed)
        stack = self._aside = self._aside or self._new_stack()
        stack.begin(line, limit.nodes or MOST, _deadline(limit), limit.processor)
        depth = max(each.depth for each in self._roots) - len(line)
        for reached in range(1, max(1, depth) + 1):
            halted = halt and halt.is_set()
            if halted or not _search_root(stack, root, reached, self.config.lines):
                break
            if root.is_finished:
                break
        return replace(self._result([root], started), nodes=stack.nodes)

    def _expect(self, line: Line) -> tuple[int, ...]:
        return self._stored(line)

    def _variation(self, line: Line, best: int) -> tuple[int, ...]:
        """Return the best move and the stored best moves after it."""
        ahead = line.copy()
        ahead.push(best)
        return (best, *self._stored(ahead))

    def _stored(self, line: Line) -> tuple[int, ...]:
        """Return the stored best moves from a line on."""
        found: list[int] = []
        ahead = line.copy()
        while len(found) < _LONGEST_VARIATION and not ahead.position.is_over:
            move = self._table.best_move(ahead)
            if move not in ahead.position.legal_moves():
                break
            found.append(move)
            ahead.push(move)
        return tuple(found)


def _deadline(limit: Limit) -> float:
    return math.inf if limit.time is None else now(limit.processor) + limit.time


def _search_root(stack: PlyStack, root: RootMoves, depth: int, lines: int) -> bool:
    """Search all root moves to a depth, with exact values of the best `lines` of them.

    Return False if time ran out: called again, it goes on with the moves that are left.
    """
    # Moves below these scores need no exact value.
    scores = root.scores
    for move in [move for move in root.moves if move not in root.searched]:
        # Where chance moves every value is needed; else only those of better moves.
        is_open = root.is_chance or len(scores) < lines
        low, high = -1.0, 1.0
        if root.is_settled(move):
            found, proven = root.values[move], True
        else:
            if not is_open:
                # A window that begins below 0 would turn round further down.
                low = min(max(scores[-1] - root.bonus[move], 0.0), 1 - STEP)
                high = low + STEP
            value = stack.value(move, depth, low, high)
            if value is not None and value > low and high < 1:
                high = 1.0
                value = stack.value(move, depth, low, high)
            if value is None:
                return False
            found, proven = value, stack.proven
            root.update(move, found, low, high, proven)
        root.searched.add(move)
        score = found if proven else found + root.bonus[move]
        if found > low and (is_open or score > scores[-1]):
            root.depths[move] = depth
            if not root.is_chance:
                rank = bisect_right(scores, -score, key=neg)
                scores.insert(rank, score)
                del scores[lines:]
                root.promote(move, rank)
        if found == 1.0 and proven and not root.is_chance:
            break
    root.finish(depth)
    return True
