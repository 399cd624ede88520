"""What puzzles of TrioTrio are about, and how a position stands where their odds end."""

from __future__ import annotations

from collections.abc import Sequence

from quatrefoil.games.triotrio.position import TrioTrioPosition
from quatrefoil.view.data import Phrase

#: A fiftieth of the pieces more than with any other choice.
CLEAR = 0.02


def standing(position: TrioTrioPosition) -> tuple[float, float]:
    """Return each player's share of the pieces on the board: 2 against 1 is ⅔."""
    yellow, blue = (len(position.pieces(player)) for player in (0, 1))
    return yellow / (yellow + blue), blue / (yellow + blue)


def compared(value: float, best: float) -> Phrase:
    """Say what a choice that was tried leaves one on average, and the best one."""
    return Phrase("puzzle.worth", {"value": round(100 * value), "best": round(100 * best)})


#: Every theme, in the order in which they are offered; their names are in the texts.
THEMES = ("capture", "change", "cow", "shadow", "patience")


def themes(
    before: TrioTrioPosition, solution: Sequence[str], after: TrioTrioPosition
) -> tuple[str, ...]:
    """Return the themes of a choice: what it does to pieces, and to the Golden Cow."""
    me = before.mover
    found = []
    if len(after.pieces(1 - me)) < len(before.pieces(1 - me)):
        found.append("capture")
    if any(token.startswith("change:") for token in solution):
        found.append("change")
    if after.on_cow(me) != before.on_cow(me):
        found.append("cow")
    if not found and "hold" in solution:
        found.append("patience")
    if not found and _is_shadow(solution, after, me):
        found.append("shadow")
    return tuple(found)


def _is_shadow(solution: Sequence[str], after: TrioTrioPosition, me: int) -> bool:
    """Whether a piece moved beside one of its hunter's kind: capturing it would be a sacrifice."""
    start, dash, end = solution[-1].partition("-")
    if not dash or after.is_over or not start:
        return False
    size = after.rules.options["size"]
    at = {token: number for number, token in enumerate(_squares(size))}[end]
    mine = after.pieces(me)
    if at not in mine:
        return False
    hunter = (mine[at] + 1) % 3
    near = [
        at + down * size + right
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (down or right) and 0 <= at % size + right < size
    ]
    everybody = {**after.pieces(0), **after.pieces(1)}
    return any(everybody.get(square) == hunter for square in near)


def _squares(size: int) -> list[str]:
    return [f"{'abcdefghijk'[column]}{row + 1}" for row in range(size) for column in range(size)]
