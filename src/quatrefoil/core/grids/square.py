"""The square grid: (x, y) from the bottom left, and its eight symmetries."""

from __future__ import annotations

from dataclasses import dataclass

from quatrefoil.core.grids.names import symmetry_name

Cell = tuple[int, int]

#: North, east, south, west; then the diagonals, clockwise from north-east.
ORTHOGONAL: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Cell, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))


@dataclass(frozen=True)
class SquareSymmetry:
    """A turn by a number of quarters clockwise, after a mirroring that swaps east and west."""

    quarters: int
    mirrored: bool = False

    @property
    def name(self) -> str:
        """What it does, in words."""
        return symmetry_name(self.mirrored, 90 * self.quarters)

    def direction(self, direction: int) -> int:
        """Return what N, E, S or W (0 to 3) becomes."""
        return ((-direction if self.mirrored else direction) + self.quarters) % 4

    def cell(self, cell: Cell, size: int) -> Cell:
        """Return the cell that a cell of a board of that size becomes."""
        x, y = cell
        if self.mirrored:
            x = size - 1 - x
        for _ in range(self.quarters % 4):
            x, y = y, size - 1 - x
        return x, y


#: The identity first, then the turns, then the mirror images.
SYMMETRIES: tuple[SquareSymmetry, ...] = tuple(
    SquareSymmetry(quarters, mirrored) for mirrored in (False, True) for quarters in range(4)
)
