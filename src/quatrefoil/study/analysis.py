"""What an analyst says of a position: plain data, for every front end.

Values are expected shares of the point, from 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from quatrefoil.search.proof.claims import Bounds
from quatrefoil.study.turns import Turn


@dataclass(frozen=True)
class TurnReport:
    """A whole turn, or its part up to a roll. `value` is the mover's share of the point."""

    tokens: tuple[str, ...]
    value: float
    #: How much less that is than the best turn brings.
    loss: float
    proven: bool
    #: Playouts, or moves ahead: how well it was looked at.
    visits: int | None
    depth: int | None
    #: What is expected to follow, up to a roll.
    then: tuple[Turn, ...] = ()


@dataclass(frozen=True)
class MoveHeat:
    """A legal move: its value for the mover and what it loses; None where nothing is known yet."""

    token: str
    value: float | None
    loss: float | None
    proven: bool
    #: Whether the move is worth no more than `value`, and loses no less than `loss`.
    at_most: bool
    visits: int | None


@dataclass(frozen=True)
class OutcomeReport:
    """What may be rolled; `values` are everybody's after it, where they are known."""

    token: str
    odds: float
    values: tuple[float, ...] | None
    proven: bool


@dataclass(frozen=True)
class Analysis:
    """What is known of a position so far."""

    #: Who is to move: a player, CHANCE or OVER.
    turn: int
    values: tuple[float, ...]
    proven: bool
    #: What is proven of the mover's share, where that is not one number.
    bounds: Bounds | None
    #: The best whole turns, the best first.
    turns: tuple[TurnReport, ...]
    #: Every legal move, the best first.
    moves: tuple[MoveHeat, ...]
    outcomes: tuple[OutcomeReport, ...]
    depth: int | None
    visits: int | None
    nodes: int
    seconds: float
    #: Whether searching on would find nothing more.
    finished: bool

    @property
    def nodes_per_second(self) -> float:
        """How fast the search was."""
        return self.nodes / max(self.seconds, 1e-9)
