"""What positions of a record are worth, and what would have been best there.

A turn is judged in *parts*: what one player chooses before somebody else moves or something is
rolled. Without dice a part is the whole turn.

    turn     keep roll !5 e1-e4        a turn of two parts
    part     ├───────┤    ├───┤

A search rates the player to move a little too high. So parts are compared by searches of the
positions that they lead to, where the same player is to move after either; and a position is worth
the mean of what its own search says and what a search after its best part says. Before a roll a
position is worth the mean of what all outcomes are worth, by their exact odds.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from quatrefoil.core.constants import CHANCE, OVER
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line, tokens_of
from quatrefoil.search.base import Searcher
from quatrefoil.search.config import Config
from quatrefoil.search.knowledge import Informed
from quatrefoil.search.limits import Limit
from quatrefoil.search.results import SearchResult
from quatrefoil.search.searcher import memory_for, searcher
from quatrefoil.study.luck import Values

#: How many moves of a principal variation are kept.
_LONGEST_LINE = 12
#: How many of the best first moves are tried as alternatives to a turn.
_ALTERNATIVES = 4


@dataclass(frozen=True)
class Worth:
    """What a position is worth: by its own search, and by one after the best part."""

    #: Who is to move: a player, CHANCE or OVER.
    mover: int
    #: What the search of this very position says; before a roll the mean over all outcomes.
    own: Values
    after_best: Values
    proven: bool
    #: The key of the position.
    key: int
    #: The best part, and the position that it leads to; nothing where no player moves.
    best: tuple[str, ...] = ()
    best_key: int | None = None
    #: The principal variation, which begins with the best part.
    line: tuple[str, ...] = ()

    @property
    def values(self) -> Values:
        """Each player's expected share of the point."""
        if self.proven:
            return self.own
        pairs = zip(self.own, self.after_best, strict=True)
        return tuple((one + other) / 2 for one, other in pairs)


class Appraiser:
    """Says what positions are worth. It keeps what it finds out, so it is for one record."""

    def __init__(self, search: Searcher, halt: threading.Event | None = None) -> None:
        self._searcher = search
        self._halt = halt

    def stop(self) -> None:
        """End a search that runs in another thread."""
        self._searcher.stop()

    def worth(self, line: Line, limit: Limit) -> Worth:
        """Return what a position is worth, with two searches or one for every roll."""
        mover = line.position.turn
        if mover in (OVER, CHANCE):
            values, proven = self._look(line, limit)
            return Worth(mover, values, values, proven, line.position.key)
        found = self.search(line, limit)
        variation = _variation(found)
        after = line.copy()
        best = self.play_part(after, variation, limit)
        values, _ = self._look(after, limit)
        after_best = found.values if found.proven else values
        rest = tokens_of(after.position, variation)
        return Worth(
            mover,
            found.values,
            after_best,
            found.proven,
            line.position.key,
            best,
            after.position.key,
            (*best, *rest)[: max(_LONGEST_LINE, len(best))],
        )

    def after(self, line: Line, limit: Limit) -> Values:
        """Return what a position is worth after somebody's part: by its own search alone."""
        return self._look(line, limit)[0]

    def search(self, line: Line, limit: Limit) -> SearchResult:
        """Search a position as this appraiser does."""
        return self._searcher.search(line, limit, halt=self._halt)

    def margin(self, line: Line, key: int, limit: Limit) -> float:
        """Return how much less than the part that leads to `key` any other is worth to its player.

        Nothing where there is no choice, or where no other part is found. Alpha-beta has to be
        one that looks for several best moves.
        """
        position = line.position
        if len(position.legal_moves()) < 2:
            return 0.0
        mover, others, this = position.turn, [], None
        for report in self.search(line, limit).moves[:_ALTERNATIVES]:
            after = line.copy()
            after.push(report.move)
            if after.position.turn == mover:
                self.play_part(after, [], limit)
            value = self.after(after, limit)[mover]
            if after.position.key == key:
                this = value
            else:
                others.append(value)
        return this - max(others) if others and this is not None else 0.0

    def play_part(self, line: Line, variation: list[int], limit: Limit) -> tuple[str, ...]:
        """Play a part to its end; return its tokens, and take its moves out of the variation.

        Where the variation is shorter than the part, what is left is searched.
        """
        mover = line.position.turn
        while line.position.turn == mover:
            if not variation:
                variation.extend(_variation(self.search(line, limit)))
            line.push(variation.pop(0))
        return tuple(line.tokens)

    def _look(self, line: Line, limit: Limit) -> tuple[Values, bool]:
        """Return the values of a position by its own search, and whether they are certain."""
        position = line.position
        if position.is_over:
            return shares_of(line), True
        if position.turn != CHANCE:
            found = self.search(line, limit)
            return found.values, found.proven
        return self._mean(line, limit)

    def _mean(self, line: Line, limit: Limit) -> tuple[Values, bool]:
        """Return the mean over what can be rolled; what leads to the same is searched once."""
        seen: dict[int, tuple[Values, bool]] = {}
        total, certain = [0.0] * line.position.rules.players, True
        for move, odds in line.position.chance_outcomes():
            after = line.copy()
            after.push(move)
            key = after.position.key
            if key not in seen:
                seen[key] = self._look(after, limit)
            values, proven = seen[key]
            certain = certain and proven
            for player, value in enumerate(values):
                total[player] += float(odds) * value
        return tuple(total), certain


def best_searcher(
    rules: Rules,
    limit: Limit,
    threads: int = 1,
    memory: float | None = None,
    alternatives: bool = False,
) -> Informed:
    """Return the game's best searcher, corrected by what is proven.

    One thread gives the same values again; `memory` is in megabytes, by default enough for the
    limit. For `alternatives` it finds the values of several best moves.
    """
    lines = _ALTERNATIVES if alternatives else 1
    config = Config.best(rules, threads=threads, lines=lines)
    if memory is None:
        memory = memory_for(config, limit.nodes) if limit.nodes else config.memory
    return Informed(rules, searcher(rules, replace(config, memory=memory)))


def _variation(found: SearchResult) -> list[int]:
    """Return the principal variation; the best move at least, where a search was cut short."""
    return list(found.principal_variation or (found.best,))


def shares_of(line: Line) -> Values:
    """Return what each player got of a game that is over."""
    outcome = line.position.outcome()
    assert outcome is not None
    return outcome.shares
