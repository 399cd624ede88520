"""What puzzles of Blinq are about: on the ground, or on top of other blocks."""

from __future__ import annotations

from collections.abc import Sequence

from quatrefoil.games.blinq.position import BlinqPosition

#: Every theme, in the order in which they are offered; their names are in the texts.
THEMES = ("bridge", "ground")


def themes(before: BlinqPosition, solution: Sequence[str], after: BlinqPosition) -> tuple[str, ...]:
    """Return the theme of a turn: a block on four others is a bridge."""
    return ("ground",) if solution[0].startswith("1") else ("bridge",)
