"""What a search found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class MoveReport:
    """What a search thinks of one move: `value` is the mover's expected share of the point.

    `visits` says how well the move was looked at: playouts of Monte-Carlo search, for alpha-beta
    the depth when it was last among the best.
    """

    move: int
    visits: int
    value: float
    proven: bool
    #: Whether the move was only found to be worth no more than `value`, and no better than others.
    at_most: bool = False


@dataclass(frozen=True)
class SearchResult:
    """What a search found; `values` are the expected shares of the point by player."""

    best: int
    values: tuple[float, ...]
    #: Every legal move, the best first.
    moves: tuple[MoveReport, ...]
    principal_variation: tuple[int, ...]
    #: Whether `values` are certain, not estimates.
    proven: bool
    nodes: int
    seconds: float
    #: How many moves deep all moves were searched; None where the method counts visits instead.
    depth: int | None = None

    @property
    def nodes_per_second(self) -> float:
        """How fast the search was."""
        return self.nodes / max(self.seconds, 1e-9)


#: Called now and then with what a running search thinks.
Listener = Callable[[SearchResult], None]
