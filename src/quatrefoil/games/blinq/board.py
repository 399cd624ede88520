"""Blinq's board: the places of a pyramid (BQ-1, BQ-7).

level 1          level 2         level 3
3  ·  ·  ·
2  ·  ·  ·       2  ·  ·
1  ·  ·  ·       1  ·  ·         1  ·
a  b  c          a  b            a
"""

from __future__ import annotations

from typing import NamedTuple

from quatrefoil.core.grids.names import cell_name


class Place(NamedTuple):
    """Somewhere a block can lie: x and y count from 0 within the level."""

    level: int
    x: int
    y: int

    @property
    def name(self) -> str:
        """What the place is called (BQ-8): `1a1` is the first."""
        return f"{self.level}{cell_name(self.x, self.y)}"

    def supports(self) -> tuple[Place, ...]:
        """Return the four places under this one (BQ-7); none for the first level."""
        if self.level == 1:
            return ()
        return tuple(
            Place(self.level - 1, self.x + right, self.y + up) for up in (0, 1) for right in (0, 1)
        )


def pyramid(size: int) -> tuple[Place, ...]:
    """Return all places, level by level, each row by row from the south-west."""
    return tuple(
        Place(level, x, y)
        for level in range(1, size + 1)
        for y in range(size - level + 1)
        for x in range(size - level + 1)
    )
