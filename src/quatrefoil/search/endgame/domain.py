"""A set of positions that endgame tables can be made of.

A game's `endings.py` has a function `domains(rules)` that returns what it offers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import cython

from quatrefoil.core.position import Position

if TYPE_CHECKING:
    from quatrefoil.core.game import Rules


@cython.cclass
class EndgameDomain:
    """Positions that are left only by the end of the game or by what cannot be helped."""

    #: What the domain is called, in files and in words.
    name = "nothing"

    def __init__(self, rules: Any, size: int) -> None:
        self.rules = rules
        self.size = size

    def positions(self) -> Iterator[Position]:
        """Yield every position at the start of a turn, images too."""
        return iter(())

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def contains(self, position: Position) -> cython.bint:
        """Whether a position is inside, at the start of a turn or within it."""
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def number(self, position: Position) -> cython.int:
        """Return the number of a position at the start of a turn, from 0 up to `size`.

        Images have the same number; −1 is for any other position.
        """
        return -1

    def holds(self, position: Position) -> bool:
        """Say whether a position is inside: `contains` for Python callers."""
        return position.rules is self.rules and self.contains(position)

    def number_of(self, position: Position) -> int:
        """Return the number of a position: `number` for Python callers."""
        return self.number(position) if position.rules is self.rules else -1


def domains_of(rules: Rules) -> list[EndgameDomain]:
    """Return the domains that a game offers for these rules."""
    if not rules.game.has("endings"):
        return []
    found: list[EndgameDomain] = rules.game.part("endings").domains(rules)
    return found
