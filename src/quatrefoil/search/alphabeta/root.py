"""The root moves: what alpha-beta knows of each, the best one first."""

from __future__ import annotations

import math

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.line import Line
from quatrefoil.core.rng import Rng

#: The largest bonus that a seed gives to a root move: so no two seeds play all games alike.
_MOST_BONUS = 0.01
#: Means by the odds that are no further apart than this differ by rounding alone.
_ROUNDING = 1e-9


class RootMoves:
    """What one thread found out. Values are the mover's; where chance moves, player 0's."""

    def __init__(self, line: Line, seed: int) -> None:
        self.line = line
        self.is_chance = line.position.turn == CHANCE
        self.moves = line.position.legal_moves()
        #: How deep all moves were searched.
        self.depth = 0
        #: The moves that were searched a move deeper already, where not all were, and the scores
        #: (value and bonus) of the best of them, the best first.
        self.searched: set[int] = set()
        self.scores: list[float] = []
        #: How deep a move was searched when it was the best, and its value then or at most.
        self.depths = dict.fromkeys(self.moves, 0)
        self.values = dict.fromkeys(self.moves, 0.5)
        #: Moves whose latest value is only an upper bound.
        self.upper_bounded = set(self.moves)
        #: Proven bounds of each move: they hold however deep one searches.
        self.lows = dict.fromkeys(self.moves, 0.0)
        self.highs = dict.fromkeys(self.moves, 1.0)
        rng = Rng(seed ^ line.position.key)
        self.bonus = {move: _MOST_BONUS * rng.draw(1000) / 1000 for move in self.moves}
        # A search that has no time for all moves shall not always see the same ones.
        self.moves.sort(key=lambda move: self.bonus[move], reverse=True)

    def update(self, move: int, value: float, low: float, high: float, proven: bool) -> None:
        """Take a move's value over: exact between `low` and `high`, else a bound."""
        self.values[move] = value
        if value > low:
            self.upper_bounded.discard(move)
        else:
            self.upper_bounded.add(move)
        if proven and value > low:
            self.lows[move] = max(self.lows[move], value)
        if proven and (value < high or value == 1):
            self.highs[move] = min(self.highs[move], value)

    def finish(self, depth: int) -> None:
        """Note that all moves were searched to a depth."""
        self.depth = depth
        self.searched.clear()
        self.scores.clear()

    def promote(self, move: int, rank: int) -> None:
        """Move a move to its rank among the best."""
        self.moves.remove(move)
        self.moves.insert(rank, move)

    def ranked(self) -> list[int]:
        """Return the moves, the best first; others by what they are worth at most."""
        best = self.best()

        def order(move: int) -> tuple[bool, bool, bool, float]:
            is_lost = self.highs[move] == 0
            return move != best, is_lost, not self.is_known(move), -self.values[move]

        return sorted(self.moves, key=order)

    def is_known(self, move: int) -> bool:
        """Say whether a move's value is its own, not only one that it does not exceed."""
        return move not in self.upper_bounded or self.is_settled(move)

    def is_settled(self, move: int) -> bool:
        """Say whether it is certain what a move is worth."""
        return self.highs[move] - self.lows[move] <= _ROUNDING

    @property
    def is_proven(self) -> bool:
        """Whether it is certain what the line is worth."""
        if self.is_chance:
            return all(map(self.is_settled, self.moves))
        return max(self.highs.values()) - max(self.lows.values()) <= _ROUNDING

    @property
    def is_finished(self) -> bool:
        """Whether a deeper search would find nothing more: it is certain, or there is no choice."""
        return self.depth > 0 and (self.is_proven or len(self.moves) == 1)

    def best(self) -> int:
        """Return the move to make: one that is certainly worth most, or the one in front.

        Where that one turned out to be lost just before time was up, it is the next one.
        """
        if self.is_chance:
            return self.moves[0]
        if self.is_proven:
            return max(self.moves, key=lambda move: self.lows[move])
        return next(move for move in self.moves if self.highs[move] > 0)

    def value(self) -> float:
        """Return the value for the mover: of the best move or, for chance, the mean by the odds."""
        if not self.is_chance:
            return self.values[self.best()]
        odds = self.line.position.chance_outcomes()
        return math.fsum(float(chance) * self.values[move] for move, chance in odds)
