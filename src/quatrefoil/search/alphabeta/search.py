"""Alpha-beta for two players: deeper and deeper, until the limit or the end of the game.

Several threads search the same line, each on its own, and share what they have seen: one finds
in the table what another has searched already (lazy SMP). Threads that begin at another depth
keep apart by themselves.
"""

from __future__ import annotations

import math
import threading
import time
from bisect import bisect_right
from collections.abc import Callable
from operator import neg

from quatrefoil.core.errors import IllegalMoveError
from quatrefoil.core.evaluate import evaluator_of
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.search.alphabeta.plies import DEEPEST, NARROW, PlyStack
from quatrefoil.search.alphabeta.root import RootMoves
from quatrefoil.search.alphabeta.transpositions import TranspositionTable
from quatrefoil.search.clock import now
from quatrefoil.search.config import Config
from quatrefoil.search.endgame.probe import bounds_of
from quatrefoil.search.endgame.table import tables_of
from quatrefoil.search.limits import MOST, Limit
from quatrefoil.search.results import Listener, MoveReport, SearchResult
from quatrefoil.search.usage import OneThread, check_rules


class AlphaBeta:
    """A searcher of one game with two players. It keeps its table from one search to the next.

    One thread searches at a time, a second one gets a QuatrefoilError; any thread may `stop` it.
    """

    def __init__(self, rules: Rules, config: Config | None = None) -> None:
        if rules.players != 2:
            raise ValueError(f"alpha-beta is for two players, not {rules.players}")
        self.rules = rules
        self.config = config or Config.best(rules)
        self._one_thread = OneThread("searcher")
        self._seen = TranspositionTable(int(self.config.memory * 1_000_000))
        tables = tables_of(rules) if self.config.knows else ()
        self._stacks = [
            PlyStack(rules, evaluator_of(rules), self._seen, bounds_of(tables), number % 2 == 1)
            for number in range(self.config.threads)
        ]
        if self.config.threads > 1 or not self.config.reuse:
            # Memory that is first read and then written is mapped twice, and all threads have to
            # be told. That made each of their nodes take twice as long. Who forgets each search
            # is measured, and shall not pay for the memory in the first one.
            self._seen.touch()

    def search(
        self,
        line: Line,
        limit: Limit,
        listener: Listener | None = None,
        halt: threading.Event | None = None,
    ) -> SearchResult:
        """Search a line that is not over."""
        check_rules(self.rules, line.position)
        if line.position.is_over:
            raise IllegalMoveError("the game is over: there is nothing to search")
        with self._one_thread:
            # A copy: the caller may go on with the line while this runs.
            return self._search(line.copy(), limit, listener, halt)

    def stop(self) -> None:
        """End a search that runs in another thread."""
        for stack in self._stacks:
            stack.stop()

    def _search(
        self,
        line: Line,
        limit: Limit,
        listener: Listener | None,
        halt: threading.Event | None,
    ) -> SearchResult:
        started = time.monotonic()
        self._begin(line, limit)
        tops = [RootMoves(line, self.config.seed) for _ in self._stacks]
        deepest = min(limit.depth or DEEPEST, DEEPEST)

        def tell() -> None:
            if listener:
                listener(self._result(tops, started))

        helpers = [
            threading.Thread(target=self._deepen, args=(number, top, deepest))
            for number, top in enumerate(tops)
            if number
        ]
        if not (halt and halt.is_set()):
            for helper in helpers:
                helper.start()
            try:
                self._deepen(0, tops[0], deepest, tell)
            finally:
                self.stop()
                for helper in helpers:
                    helper.join()
        return self._result(tops, started)

    def _begin(self, line: Line, limit: Limit) -> None:
        """Give every thread its share of the nodes, and the first one the time: it stops all."""
        deadline = math.inf if limit.time is None else now(limit.processor) + limit.time
        share = -(-(limit.nodes or MOST) // len(self._stacks))
        if not self.config.reuse:
            self._seen.clear()
        for number, stack in enumerate(self._stacks):
            stack.begin(line, share, math.inf if number else deadline, limit.processor)

    def _deepen(
        self, number: int, top: RootMoves, deepest: int, tell: Callable[[], None] | None = None
    ) -> None:
        """Search deeper and deeper with one of the stacks, until its limits or a proof."""
        for depth in range(min(1 + number % 2, deepest), deepest + 1):
            if not _search_moves(self._stacks[number], top, depth, self.config.lines):
                return
            if top.is_proven or len(top.moves) == 1:
                # The others have nothing left to do.
                self.stop()
                return
            if tell:
                tell()

    def _result(self, tops: list[RootMoves], started: float) -> SearchResult:
        """Return what the thread that got furthest found; the first one, if several did."""
        top = max(tops, key=lambda each: (each.is_proven, each.depth))
        best, value = top.best(), top.value()
        first = (value, 1 - value)
        return SearchResult(
            best=best,
            values=first if top.line.position.turn <= 0 else first[::-1],
            moves=tuple(
                MoveReport(
                    move,
                    top.depths[move],
                    top.values[move],
                    top.is_settled(move),
                    at_most=not top.is_known(move),
                )
                for move in top.ranked()
            ),
            principal_variation=self._variation(top.line, best),
            proven=top.is_proven,
            nodes=sum(stack.nodes for stack in self._stacks),
            seconds=time.monotonic() - started,
        )

    def _variation(self, line: Line, best: int) -> tuple[int, ...]:
        """Return the best move and what the table expects after it."""
        found = [best]
        ahead = line.copy()
        ahead.push(best)
        while len(found) < 16 and not ahead.position.is_over:
            move = self._seen.best_of(ahead)
            if move not in ahead.position.legal_moves():
                break
            found.append(move)
            ahead.push(move)
        return tuple(found)


def _search_moves(stack: PlyStack, top: RootMoves, depth: int, lines: int) -> bool:
    """Search every move so deep; keep so many of the best in front. False if time ran out."""
    #: What the best moves so far are liked for, the best first: those behind need no exact value.
    liked: list[float] = []
    for move in list(top.moves):
        # Where chance moves every value is needed; else only those of better moves.
        is_open = top.is_chance or len(liked) < lines
        low, high = -1.0, 1.0
        if top.is_settled(move):
            found, sure = top.values[move], True
        else:
            if not is_open:
                # A window that begins below 0 would turn round further down.
                low = min(max(liked[-1] - top.taste[move], 0.0), 1 - NARROW)
                high = low + NARROW
            value = stack.value(move, depth, low, high)
            if value is not None and value > low and high < 1:
                high = 1.0
                value = stack.value(move, depth, low, high)
            if value is None:
                return False
            found, sure = value, stack.sure
            top.note(move, found, low, high, sure)
        liking = found if sure else found + top.taste[move]
        if found > low and (is_open or liking > liked[-1]):
            top.depths[move] = depth
            if not top.is_chance:
                place = bisect_right(liked, -liking, key=neg)
                liked.insert(place, liking)
                del liked[lines:]
                top.put(move, place)
        if found == 1.0 and sure and not top.is_chance:
            break
    top.depth = depth
    return True
