"""What is certain about a position: from the proof or the tables that come with a game."""

from __future__ import annotations

from quatrefoil.core.game import Rules
from quatrefoil.core.position import Position
from quatrefoil.search.endtable import EndTable, tables_of
from quatrefoil.search.strategy import solution_of


class Knowledge:
    """Everything that is proven for some rules; nothing for most."""

    def __init__(self, rules: Rules) -> None:
        self._solution = solution_of(rules)
        self._tables = tables_of(rules)

    def move(self, position: Position) -> int | None:
        """Return a move that is certainly best, or keeps what is proven; None if none is known."""
        if self._solution:
            found = self._solution.move(position)
            if found is not None:
                return found
        for table in self._tables:
            if position.turn >= 0 and table.domain.holds(position):
                return _certainly_best(table, position)
        return None

    def bounds(self, position: Position) -> tuple[float, float] | None:
        """Return what the player on turn gets at least and at most; None if nothing is known."""
        if self._solution:
            for strategy in self._solution.strategies:
                if strategy.player == position.turn and strategy.move(position) is not None:
                    return (0.5 if strategy.draws_do else 1.0), 1.0
        for table in self._tables:
            if position.turn >= 0 and table.domain.holds(position):
                return table.worked_out(position, position.turn)
        return None


def _certainly_best(table: EndTable, position: Position) -> int | None:
    """Return the move that is worth at least as much as any other can be, if there is one."""
    worth = []
    for move in position.legal_moves():
        after = position.copy()
        after.push(move)
        worth.append((*table.worked_out(after, position.turn), move))
    low, _, best = max(worth)
    others = (high for _, high, move in worth if move != best)
    return best if all(high <= low for high in others) else None
