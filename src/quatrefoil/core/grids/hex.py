"""The hexagonal grid in axial coordinates (q, r), and its twelve symmetries.

Directions go clockwise. The same numbers serve both ways to lay hexagons:

    flat-top            0              pointy-top     0   1
                     5     1                        5       2
                     4     2                          4   3
                        3
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from quatrefoil.core.arguments import whole
from quatrefoil.core.grids.names import symmetry_name

Cell = tuple[int, int]

DIRECTIONS: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
#: The largest disc: some 30,000 cells, far more than a board has.
LARGEST_RADIUS = 100


def neighbour(cell: Cell, direction: int) -> Cell:
    """Return the next cell in a direction."""
    step = DIRECTIONS[direction % 6]
    return cell[0] + step[0], cell[1] + step[1]


def distance(cell: Cell, other: Cell = (0, 0)) -> int:
    """Return the number of steps between two cells."""
    q, r = cell[0] - other[0], cell[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def disc(radius: int) -> list[Cell]:
    """Return the cells at most `radius` steps from (0, 0), row by row."""
    whole(radius, "a radius", 0, LARGEST_RADIUS)
    reach = range(-radius, radius + 1)
    return [(q, r) for r, q in product(reach, reach) if distance((q, r)) <= radius]


@dataclass(frozen=True)
class HexSymmetry:
    """A turn by a number of sixths clockwise, after a mirroring that keeps direction 0."""

    sixths: int
    mirrored: bool = False

    @property
    def name(self) -> str:
        """What it does, in words."""
        return symmetry_name(self.mirrored, 60 * self.sixths)

    def direction(self, direction: int) -> int:
        """Return the direction that a direction becomes."""
        return ((-direction if self.mirrored else direction) + self.sixths) % 6

    def cell(self, cell: Cell) -> Cell:
        """Return the cell that a cell becomes, about (0, 0)."""
        q, r = cell
        if self.mirrored:
            q, r = -q, q + r
        for _ in range(self.sixths % 6):
            q, r = -r, q + r
        return q, r


#: The identity first, then the turns, then the mirror images.
SYMMETRIES: tuple[HexSymmetry, ...] = tuple(
    HexSymmetry(sixths, mirrored) for mirrored in (False, True) for sixths in range(6)
)
