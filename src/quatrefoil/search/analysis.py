"""What a search says about the moves of a game: where it stood, what was best, what it cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quatrefoil.core.line import Line
from quatrefoil.core.position import CHANCE
from quatrefoil.core.record import Record
from quatrefoil.search.limits import Limit, Searcher, SearchResult

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

    @property
    def swing(self) -> float:
        """What the move gave away, in shares of the point; nothing where chance moved."""
        if self.mover == CHANCE:
            return 0.0
        return max(0.0, self.before[self.mover] - self.after[self.mover])

    @property
    def mark(self) -> str:
        """`??`, `?`, `?!` or nothing, by what the move gave away; the best move gave nothing."""
        if self.token == self.best:
            return ""
        marks = ((BLUNDER, "??"), (MISTAKE, "?"), (DOUBTFUL, "?!"))
        return next((mark for least, mark in marks if self.swing >= least), "")


def review(record: Record, searcher: Searcher, limit: Limit) -> Iterator[Reviewed]:
    """Yield a verdict on every move, with a search of every position of the record."""
    seen: SearchResult | None = None
    mover = CHANCE
    best = ""
    for number, line in enumerate(record.lines()):
        now = None if line.position.is_over else searcher.search(line, limit)
        if seen:
            yield Reviewed(
                number=number,
                mover=mover,
                token=line.tokens[-1],
                before=seen.values,
                after=now.values if now else _shares(line),
                proven_before=seen.proven,
                proven_after=now.proven if now else True,
                best=best if mover != CHANCE else line.tokens[-1],
            )
        if now:
            seen, mover, best = now, line.position.turn, line.position.token(now.best)


def _shares(line: Line) -> tuple[float, ...]:
    outcome = line.position.outcome()
    assert outcome is not None
    return outcome.shares
