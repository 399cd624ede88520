"""What puzzles of Trifoil are about: which actions the turn is made of."""

from __future__ import annotations

from collections.abc import Sequence

from quatrefoil.games.trifoil.position import TrifoilPosition

#: Every theme, in the order in which they are offered; their names are in the texts.
THEMES = ("spin", "push", "links-only")


def themes(
    before: TrifoilPosition, solution: Sequence[str], after: TrifoilPosition
) -> tuple[str, ...]:
    """Return the themes of a turn: it spins, it pushes, or it does nothing but place links."""
    acts = [token for token in solution if token != "end"]
    found = []
    if any(">" not in token and "-" not in token[:-1] for token in acts):
        found.append("spin")
    if any(">" in token for token in acts):
        found.append("push")
    return tuple(found) or ("links-only",)
