"""What is certain about a position: from the proof or the tables that come with a game."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.search.base import Searcher
from quatrefoil.search.endgame.table import EndgameTable, tables_of
from quatrefoil.search.limits import Limit
from quatrefoil.search.proof.claims import ANYTHING, Bounds, claimed_bounds
from quatrefoil.search.proof.strategy import solution_of
from quatrefoil.search.proof.wins import WinFinder
from quatrefoil.search.results import Listener, MoveReport, SearchResult

#: Of how many positions it is remembered what their moves are worth.
_REMEMBERED = 256


@dataclass(frozen=True)
class KnownMove:
    """A move that keeps what is proven, and whether no other can be better."""

    move: int
    is_best: bool


class Knowledge:
    """Everything that is proven for some rules; nothing for most."""

    def __init__(self, rules: Rules) -> None:
        self._solution = solution_of(rules)
        self._tables = tables_of(rules)
        self._wins = WinFinder(rules)
        #: What moves are worth in the positions that were asked about lately, by key: analyses ask
        #: about the same ones again and again, and finding out takes up to a quarter of a second.
        self._worths: dict[int, dict[int, Bounds]] = {}

    def move(self, position: Position) -> KnownMove | None:
        """Return a move that keeps what is proven for the player on turn, if one is known."""
        for strategy in self._solution.strategies if self._solution else ():
            if strategy.player == position.turn:
                found = strategy.move(position)
                if found is not None:
                    # A strategy for a draw may have been given more meanwhile.
                    return KnownMove(found, not strategy.draw_suffices)
        for table in self._tables:
            if position.turn >= 0 and table.domain.holds(position):
                best = _certainly_best(table, position)
                return None if best is None else KnownMove(best, True)
        return None

    def bounds(self, position: Position) -> Bounds | None:
        """Return what the player on turn gets at least and at most; None if nothing is known."""
        if position.turn < 0:
            return None
        for table in self._tables:
            if table.domain.holds(position):
                return table.derived_bounds(position, position.turn)
        found = self._by_turn(position, position.turn, {}) if self._solution else ANYTHING
        return None if found == ANYTHING else found

    def corrected(self, line: Line, result: SearchResult) -> SearchResult:
        """Return what a search found, with what is proven in place of what it only estimates."""
        position = line.position
        if not self._solution or position.turn < 0 or result.proven:
            return result
        worth = self._worth(position)
        if set(worth.values()) == {ANYTHING}:
            return result
        low = max(least for least, _ in worth.values())
        high = max(most for _, most in worth.values())
        reports = [_within(report, worth[report.move]) for report in result.moves]
        best = result.best
        if worth[best][0] < low and reports[0].value <= low:
            best = max(reports, key=lambda report: worth[report.move][0]).move
        reports.sort(key=lambda report: (report.move != best, -worth[report.move][1]))
        value = min(max(reports[0].value, low), high)
        first = (value, 1 - value)
        variation = result.principal_variation if best == result.best else (best,)
        return replace(
            result,
            best=best,
            values=first if position.turn == 0 else first[::-1],
            moves=tuple(reports),
            principal_variation=variation,
            proven=low == high,
        )

    def _worth(self, position: Position) -> dict[int, Bounds]:
        """Return what each move is worth, found out once."""
        if position.key not in self._worths:
            while len(self._worths) >= _REMEMBERED:
                del self._worths[next(iter(self._worths))]
            self._worths[position.key] = self._by_move(position)
        return self._worths[position.key]

    def _by_move(self, position: Position) -> dict[int, Bounds]:
        """Return what each move is worth to who makes it, as far as that is proven."""
        memo: dict[int, Bounds] = {}
        worth = {}
        for move in position.legal_moves():
            after = position.copy()
            after.push_unchecked(move)
            worth[move] = self._by_turn(after, position.turn, memo)
        known = self.move(position)
        if known:
            low, high = worth[known.move]
            worth[known.move] = max(low, 1.0 if known.is_best else 0.5), high
        return worth

    def _by_turn(self, position: Position, player: int, memo: dict[int, Bounds]) -> Bounds:
        """Return what a player gets, by all that can be done before somebody else is to move.

        Then the proof may say what it is worth; and what the opponent's strategy guarantees there
        is what the player cannot get.
        """
        if position.is_over:
            outcome = position.outcome()
            assert outcome is not None
            return outcome.shares[player], outcome.shares[player]
        if position.turn != player:
            low, high = claimed_bounds(position, player)
            return low, high if low == high else min(high, 1.0 - self._guaranteed(position))
        if position.key not in memo:
            low, high = self._guaranteed(position), 0.0
            for move in position.legal_moves():
                after = position.copy()
                after.push_unchecked(move)
                least, most = self._by_turn(after, player, memo)
                low, high = max(low, least), max(high, most)
            memo[position.key] = low, high
        return memo[position.key]

    def _guaranteed(self, position: Position) -> float:
        """Return the share that a strategy guarantees the player on turn; 0 where none does."""
        known = self.move(position)
        if known:
            return 1.0 if known.is_best else 0.5
        # A strategy has no entry where a turn wins the game: it always does that.
        return 1.0 if self._wins.winning_moves(Line(position)) else 0.0


class Informed(Searcher):
    """A searcher that knows what is proven: for analysis, where every value should be true."""

    def __init__(self, rules: Rules, searcher: Searcher) -> None:
        super().__init__(rules)
        self.knowledge = Knowledge(rules)
        self._searcher = searcher

    def _search(
        self, line: Line, limit: Limit, listener: Listener | None, halt: threading.Event | None
    ) -> SearchResult:
        return self.knowledge.corrected(line, self._searcher.search(line, limit, listener, halt))

    def _search_on(
        self, line: Line, limit: Limit, listener: Listener | None, halt: threading.Event | None
    ) -> SearchResult:
        return self.knowledge.corrected(line, self._searcher.search_on(limit, listener, halt))

    def _explore(self, line: Line, limit: Limit, halt: threading.Event | None) -> SearchResult:
        return self.knowledge.corrected(line, self._searcher.explore(line.moves, limit, halt))

    def _expect(self, line: Line) -> tuple[int, ...]:
        return self._searcher.expect(line.moves)

    def _forget(self) -> None:
        self._searcher.forget()

    def stop(self) -> None:
        """End a search that runs in another thread."""
        self._searcher.stop()


def _within(report: MoveReport, bounds: Bounds) -> MoveReport:
    """Return a report that says nothing else than what is proven."""
    low, high = bounds
    if low == high:
        return replace(report, value=low, proven=True, at_most=False)
    if report.value > high:
        return replace(report, value=high)
    return replace(report, value=low, at_most=False) if report.value < low else report


def _certainly_best(table: EndgameTable, position: Position) -> int | None:
    """Return the move that is worth at least as much as any other can be, if there is one."""
    worth = []
    for move in position.legal_moves():
        after = position.copy()
        after.push_unchecked(move)
        worth.append((*table.derived_bounds(after, position.turn), move))
    low, _, best = max(worth)
    others = (high for _, high, move in worth if move != best)
    return best if all(high <= low for high in others) else None
