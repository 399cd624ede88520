"""What a search says about the moves of a game: where it stood, what was best, what it cost.

The page and `quatrefoil analyse` review alike: `reviewer` searches as suits the game, and
`review_limit` counts nodes, so that a record gets the same verdicts on every machine.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.record import Record
from quatrefoil.search.base import Searcher
from quatrefoil.search.config import Config
from quatrefoil.search.knowledge import Informed
from quatrefoil.search.limits import Limit
from quatrefoil.search.searcher import memory_for, searcher

#: What a search of a review has of the highest level's nodes for a move. There are two searches
#: for each position, and somebody waits: a record of 100 moves takes two or three seconds.
_NODES_SHARE = 1 / 64

#: How much of the point a move has to give away to be marked.
DOUBTFUL, MISTAKE, BLUNDER = 0.08, 0.16, 0.32


@dataclass(frozen=True)
class Reviewed:
    """One move of a record. Values are each player's expected share of the point."""

    number: int
    #: Who moved: a player or CHANCE.
    mover: int
    token: str
    before: tuple[float, ...]
    after: tuple[float, ...]
    proven_before: bool
    proven_after: bool
    #: The token that the search would have played; the mover's own where chance moved.
    best: str
    #: What the move gave away, in shares of the point; nothing where chance moved.
    swing: float

    @property
    def mark(self) -> str:
        """`??`, `?`, `?!` or nothing, by what the move gave away."""
        marks = ((BLUNDER, "??"), (MISTAKE, "?"), (DOUBTFUL, "?!"))
        return next((mark for least, mark in marks if self.swing >= least), "")


@dataclass(frozen=True)
class _Seen:
    """A position of the record, as the search sees it.

    A search rates the player to move a little too high. So moves are compared by searches of
    the positions that they lead to, where the same player is to move after either; and a position
    is worth the mean of what its own search says and what a search after its best move says.
    """

    mover: int
    best: str
    own: tuple[float, ...]
    after_best: tuple[float, ...]
    proven: bool

    @property
    def values(self) -> tuple[float, ...]:
        pairs = zip(self.own, self.after_best, strict=True)
        return self.own if self.proven else tuple((one + other) / 2 for one, other in pairs)


def review_limit(rules: Rules) -> Limit:
    """Return what a search of a review may take, unless told otherwise."""
    return Limit(nodes=max(1, int(Config.best(rules).advice.top_nodes * _NODES_SHARE)))


def reviewer(rules: Rules, threads: int = 1, memory: float | None = None) -> Informed:
    """Return the searcher that reviews: the game's best, corrected by what is proven.

    One thread gives the same verdicts again; `memory` is in megabytes, by default enough for
    `review_limit`.
    """
    config = Config.best(rules, threads=threads)
    if memory is None:
        memory = memory_for(config, review_limit(rules).nodes or 0)
    return Informed(rules, searcher(rules, replace(config, memory=memory)))


def review(
    record: Record,
    searcher: Searcher,
    limit: Limit,
    halt: threading.Event | None = None,
) -> Iterator[Reviewed]:
    """Yield a verdict on every move, with two searches for every position of the record.

    Once `halt` is set, searches end at once: what is yielded then is to be thrown away.
    """
    earlier: _Seen | None = None
    for number, line in enumerate(record.lines()):
        now = _see(line, searcher, limit, halt)
        if earlier:
            yield _verdict(number, line.tokens[-1], earlier, now)
        earlier = now


def _see(line: Line, searcher: Searcher, limit: Limit, halt: threading.Event | None) -> _Seen:
    mover = line.position.turn
    if line.position.is_over:
        shares = _shares(line)
        return _Seen(mover, "", shares, shares, True)
    found = searcher.search(line, limit, halt=halt)
    if mover == CHANCE:
        return _Seen(mover, "", found.values, found.values, found.proven)
    best = line.position.token(found.best)
    after = line.copy()
    after.push(found.best)
    if after.position.is_over:
        return _Seen(mover, best, found.values, _shares(after), found.proven)
    answered = searcher.search(after, limit, halt=halt)
    return _Seen(mover, best, found.values, answered.values, found.proven)


def _verdict(number: int, token: str, earlier: _Seen, now: _Seen) -> Reviewed:
    mover = earlier.mover
    chosen = mover != CHANCE and token != earlier.best
    return Reviewed(
        number=number,
        mover=mover,
        token=token,
        before=earlier.values,
        after=now.values,
        proven_before=earlier.proven,
        proven_after=now.proven,
        best=token if mover == CHANCE else earlier.best,
        swing=max(0.0, earlier.after_best[mover] - now.own[mover]) if chosen else 0.0,
    )


def _shares(line: Line) -> tuple[float, ...]:
    outcome = line.position.outcome()
    assert outcome is not None
    return outcome.shares
