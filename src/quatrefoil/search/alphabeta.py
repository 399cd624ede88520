"""Alpha-beta for two players: deeper and deeper, until the limit or the end of the game."""

from __future__ import annotations

import math
import threading
import time

from quatrefoil.core.errors import IllegalMoveError
from quatrefoil.core.evaluate import evaluator_of
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.position import CHANCE
from quatrefoil.core.rng import Rng
from quatrefoil.search.clock import now
from quatrefoil.search.config import Config
from quatrefoil.search.limits import Limit, Listener, MoveReport, SearchResult
from quatrefoil.search.plies import DEEPEST, PlyStack

#: How much better a move can look by the seed's own taste: no two seeds play all games alike.
_TASTE = 0.01


class AlphaBeta:
    """A searcher of one game with two players."""

    def __init__(self, rules: Rules, config: Config | None = None) -> None:
        if rules.players != 2:
            raise ValueError(f"alpha-beta is for two players, not {rules.players}")
        self.rules = rules
        self.config = config or Config.best(rules)
        memory = int(self.config.memory * 1_000_000)
        self._stack = PlyStack(rules, evaluator_of(rules), memory)

    def search(
        self,
        line: Line,
        limit: Limit,
        listener: Listener | None = None,
        halt: threading.Event | None = None,
    ) -> SearchResult:
        """Search a line that is not over."""
        started = time.monotonic()
        if line.position.is_over:
            raise IllegalMoveError("the game is over: there is nothing to search")
        deadline = math.inf if limit.time is None else now(limit.processor) + limit.time
        self._stack.begin(line, limit.nodes or 2**62, deadline, limit.processor)
        top = _Top(line, self.config.seed)
        for depth in range(1, min(limit.depth or DEEPEST, DEEPEST) + 1):
            if (halt and halt.is_set()) or not self._deepen(top, depth):
                break
            if len(top.moves) == 1 or top.values[top.moves[0]] in (0.0, 1.0):
                break
            if listener:
                listener(self._result(top, started))
        return self._result(top, started)

    def stop(self) -> None:
        """End a search that runs in another thread."""
        self._stack.stop()

    def _deepen(self, top: _Top, depth: int) -> bool:
        """Search every move so deep; keep the best in front. False if time ran out."""
        floor = -1.0
        for number, move in enumerate(list(top.moves)):
            low = -1.0 if top.is_chance else floor - top.taste[move]
            high = 2.0 if number == 0 or top.is_chance else low + 1e-7
            found = self._stack.value(move, depth, low, high)
            if found is not None and found > low and high < 2:
                found = self._stack.value(move, depth, low, 2.0)
            if found is None:
                return False
            top.values[move] = found
            if found > low:
                top.depths[move] = depth
                floor = found + (top.taste[move] if 0 < found < 1 else 0)
                if not top.is_chance:
                    top.moves.remove(move)
                    top.moves.insert(0, move)
            if found == 1.0 and not top.is_chance:
                break
        return True

    def _result(self, top: _Top, started: float) -> SearchResult:
        best, value = top.moves[0], top.value()
        first = (value, 1 - value)
        return SearchResult(
            best=best,
            values=first if top.line.position.turn <= 0 else first[::-1],
            moves=tuple(
                MoveReport(move, top.depths[move], top.values[move], top.values[move] in (0.0, 1.0))
                for move in top.moves
            ),
            principal_variation=self._variation(top.line, best),
            proven=value in (0.0, 1.0),
            nodes=self._stack.nodes,
            seconds=time.monotonic() - started,
        )

    def _variation(self, line: Line, best: int) -> tuple[int, ...]:
        """Return the best move and what the table expects after it."""
        found = [best]
        ahead = line.copy()
        ahead.push(best)
        while len(found) < 16 and not ahead.position.is_over:
            move = self._stack.best_of(ahead)
            if move not in ahead.position.legal_moves():
                break
            found.append(move)
            ahead.push(move)
        return tuple(found)


class _Top:
    """The line that is searched, and what is known of its moves: the best one first."""

    def __init__(self, line: Line, seed: int) -> None:
        self.line = line
        self.is_chance = line.position.turn == CHANCE
        self.moves = line.position.legal_moves()
        #: How deep a move was searched when it was the best, and its value then or at most.
        self.depths = dict.fromkeys(self.moves, 0)
        self.values = dict.fromkeys(self.moves, 0.5)
        rng = Rng(seed ^ line.position.key)
        self.taste = {move: _TASTE * rng.draw(1000) / 1000 for move in self.moves}
        # Whoever has no time for all moves shall not always see the same ones.
        self.moves.sort(key=lambda move: self.taste[move], reverse=True)

    def value(self) -> float:
        """Return the value for the mover: of the best move or, for chance, the mean by the odds."""
        if not self.is_chance:
            return self.values[self.moves[0]]
        odds = self.line.position.chance_outcomes()
        return math.fsum(float(chance) * self.values[move] for move, chance in odds)
