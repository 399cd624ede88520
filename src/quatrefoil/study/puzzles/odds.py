"""What a choice is worth after a number of turns: exactly, with dice (`Odds`) or without (`Gains`).

`claim.py` says what that is. Nothing is sampled; positions that several choices lead to are looked
at once.
"""

from __future__ import annotations

from collections.abc import Callable

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.game import Rules
from quatrefoil.core.position import Position
from quatrefoil.study.puzzles.prover import End, TooLongError, over_shares

Standing = Callable[[Position], tuple[float, ...]]


def stands(rules: Rules) -> bool:
    """Whether the game says how a position stands."""
    return rules.game.has("themes") and hasattr(rules.game.part("themes"), "standing")


class Odds:
    """Expectations of one player, with at most a number of `positions`."""

    def __init__(self, rules: Rules, me: int, positions: int = 2_000_000) -> None:
        self._standing: Standing = rules.game.part("themes").standing
        self._rules = rules
        self._me = me
        self._left = positions
        self._room: list[Position] = []
        self._known: dict[tuple[int, int], float] = {}

    def expected(self, position: Position, mover: int, turns: int, depth: int = 0) -> float:
        """Return the player's expected share after `turns`, of which `mover` has the first.

        `depth` says how much of the room for positions is taken.
        """
        if position.is_over:
            shares = over_shares(position)
            assert shares
            return shares[self._me]
        if position.turn not in (CHANCE, mover):
            mover = position.turn
            turns -= 1
            if turns <= 0:
                return self._standing(position)[self._me]
        asked = (position.key, turns)
        known = self._known.get(asked)
        if known is None:
            known = self._known[asked] = self._look_ahead(position, mover, turns, depth)
        return known

    def _look_ahead(self, position: Position, mover: int, turns: int, depth: int) -> float:
        while len(self._room) <= depth:
            self._room.append(self._rules.start())
        after = self._room[depth]
        moves = position.legal_moves()
        self._left -= len(moves)
        if self._left < 0:
            raise TooLongError("these odds take too long")
        values = []
        for move in moves:
            after.copy_from(position)
            after.push_unchecked(move)
            values.append(self.expected(after, mover, turns, depth + 1))
        if position.turn == CHANCE:
            odds = dict(position.chance_outcomes())
            return sum(float(odds[move]) * value for move, value in zip(moves, values, strict=True))
        return max(values) if mover == self._me else min(values)


class Gains:
    """What a player can be sure of, by alpha-beta, with at most a number of `positions`."""

    def __init__(self, rules: Rules, me: int, positions: int) -> None:
        self._standing: Standing = rules.game.part("themes").standing
        self._rules = rules
        self._me = me
        self._left = positions
        self._room: list[Position] = []
        #: The move that was best at each depth lately: tried first, it cuts most.
        self._killers: dict[int, int] = {}

    def best_two(self, ends: list[End], turns: int) -> list[tuple[float, End]]:
        """Return turns with their values, the best first; only those of the best two are exact."""
        me = self._me
        ends = sorted(ends, key=lambda end: -self._static(end.position))
        ranked: list[tuple[float, End]] = []
        for end in ends:
            low = ranked[1][0] if len(ranked) > 1 else -1.0
            ranked.append((self._value(end.position, me, turns, low, 2.0, 0), end))
            ranked.sort(key=lambda pair: (-pair[0], pair[1].moves))
        return ranked

    def value(self, position: Position, mover: int, turns: int) -> float:
        """Return what the player can be sure of; `mover` has the first of the turns."""
        return self._value(position, mover, turns, -1.0, 2.0, 0)

    def _static(self, position: Position) -> float:
        shares = over_shares(position)
        return shares[self._me] if shares else self._standing(position)[self._me]

    def _value(
        self, position: Position, mover: int, turns: int, low: float, high: float, depth: int
    ) -> float:
        """Return the value if it is between two bounds; else the one that it is beyond."""
        if position.is_over:
            return self._static(position)
        if position.turn != mover:
            mover = position.turn
            turns -= 1
            if turns <= 0:
                return self._static(position)
        while len(self._room) <= depth:
            self._room.append(self._rules.start())
        after = self._room[depth]
        moves = position.legal_moves()
        self._left -= len(moves)
        if self._left < 0:
            raise TooLongError("this takes too long to compute")
        killer = self._killers.get(depth)
        if killer in moves:
            moves.remove(killer)
            moves.insert(0, killer)
        maximizes = mover == self._me
        best = low if maximizes else high
        for move in moves:
            after.copy_from(position)
            after.push_unchecked(move)
            if maximizes:
                best = max(best, self._value(after, mover, turns, best, high, depth + 1))
            else:
                best = min(best, self._value(after, mover, turns, low, best, depth + 1))
            if best >= high if maximizes else best <= low:
                self._killers[depth] = move
                break
        return best
