"""What puzzles of Trickle are about, and when nothing can change who wins any more."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from quatrefoil.games.trickle.position import TricklePosition
from quatrefoil.view.data import Phrase

#: With these options beads on the rim stay there and bring a point each.
_PLAIN = {
    "players": 2,
    "corner_moves": False,
    "own_edge_moves": False,
    "bear_off": False,
    "bead_values": "plain",
    "goal_values": "flat",
}


def decided(position: TricklePosition) -> tuple[float, ...] | None:
    """Return each player's share of the point once no bead can change it: a lead is out of reach.

    That is more than the beads that are not on the rim yet. None where it is not known.
    """
    if not _is_plain(position.rules):
        return None
    first, second = position.scores()
    left = position.left
    if -left <= first - second <= left:
        return None
    return (1.0, 0.0) if first > second else (0.0, 1.0)


@lru_cache(maxsize=32)
def _is_plain(rules: Any) -> bool:
    return all(rules.options[name] == value for name, value in _PLAIN.items())


#: A bead more than with any other turn is clear: a lead of one is 1/38 of the points above half.
CLEAR = 0.02


def standing(position: TricklePosition) -> tuple[float, ...]:
    """Return each player's share of the point by the beads on the rim: half, and half their lead.

    A lead of all beads would be the whole point.
    """
    first, second = position.scores()
    half_lead = (first - second) / 38
    return 0.5 + half_lead, 0.5 - half_lead


def compared(value: float, best: float) -> Phrase:
    """Say how much better the best turn stands than one that was tried: in points of the lead."""
    return Phrase("puzzle.worth", {"count": round(38 * (best - value))})


#: Every theme, in the order in which they are offered; their names are in the texts.
THEMES = ("jump", "home", "on-the-way")


def themes(
    before: TricklePosition, solution: Sequence[str], after: TricklePosition
) -> tuple[str, ...]:
    """Return the themes of a turn: a jump; a bead that comes to the rim, or is on its way."""
    found = ["jump"] if before.is_jump(before.parse(solution[0])) else []
    return (*found, "home" if after.left < before.left else "on-the-way")
