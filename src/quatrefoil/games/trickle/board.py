"""Trickle's board: a hexagon of cells, its rim, its edges and who owns them (TK-1 to TK-4).

An edge lies between two corners of the rim. Corners have the numbers of the directions that lead
to them from the centre, and edge e goes clockwise from corner e to corner e + 1:

       0      N      1
          · · · ·           Rows have letters from the bottom, `a` to `g` on this board with
     NW  · · · · ·  NE      three rings; the cells of a row have numbers from the left.
        · · · · · ·
    5  · · · · · · ·  2
        · · · · · ·
     SW  · · · · ·  SE
          · · · ·
       4      S      3
"""

from __future__ import annotations

from quatrefoil.core.grids.hex import DIRECTIONS, Cell, HexSymmetry, disc, distance, neighbour
from quatrefoil.core.grids.names import cell_name

#: The edges clockwise from the top (TK-3).
EDGES = ("N", "NE", "SE", "S", "SW", "NW")

#: Who owns each edge, by the number of players (TK-4).
OWNERS: dict[int, tuple[int | None, ...]] = {
    2: (0, 1, 0, 1, 0, 1),
    3: (0, 1, 2, 0, 1, 2),
    4: (0, 1, None, 2, 3, None),
    6: (0, 1, 2, 3, 4, 5),
}


class Board:
    """The cells of a board with a number of rings, numbered in the order of their names."""

    def __init__(self, rings: int) -> None:
        self.rings = rings
        #: The cells' coordinates, from the bottom row to the top one, each from the left.
        self.places = sorted(disc(rings), key=lambda place: (-place[1], place[0]))
        self.numbers = {place: number for number, place in enumerate(self.places)}
        #: A cell's ring is its distance from the centre.
        self.ring = [distance(place) for place in self.places]
        self.rows = [
            [n for n, place in enumerate(self.places) if place[1] == rings - row]
            for row in range(2 * rings + 1)
        ]
        self.names = [
            cell_name(row, place)
            for row, cells in enumerate(self.rows)
            for place, _ in enumerate(cells)
        ]
        self.cells_by_name = {name: number for number, name in enumerate(self.names)}
        #: The cells of each edge in clockwise order, both corners included.
        self.edge_cells = [self._cells_of_edge(edge) for edge in range(6)]
        #: The edges that each cell belongs to: two for a corner, none inside the rim.
        self.edges_of = [
            tuple(edge for edge in range(6) if cell in self.edge_cells[edge])
            for cell in range(len(self.places))
        ]
        #: The direction of every step and every jump, by its first and last cell.
        self.directions = {
            (start, end): direction
            for start in range(len(self.places))
            for direction in range(6)
            for end in (self.neighbour(start, direction), self.behind(start, direction))
            if end is not None
        }
        #: Tokens of moves of one hop by their routes, as they become known.
        self.tokens: dict[tuple[int, ...], str] = {}

    def _cells_of_edge(self, edge: int) -> list[int]:
        q, r = DIRECTIONS[edge]
        along_q, along_r = DIRECTIONS[(edge + 2) % 6]
        return [
            self.numbers[q * self.rings + along_q * i, r * self.rings + along_r * i]
            for i in range(self.rings + 1)
        ]

    def is_rim(self, cell: int) -> bool:
        """Whether a cell is of the outermost ring (TK-3)."""
        return self.ring[cell] == self.rings

    def is_corner(self, cell: int) -> bool:
        """Whether a cell is one of the six where two edges meet (TK-3)."""
        return len(self.edges_of[cell]) == 2

    def neighbour(self, cell: int, direction: int) -> int | None:
        """Return the next cell in a direction, or None off the board."""
        return self.numbers.get(neighbour(self.places[cell], direction))

    def behind(self, cell: int, direction: int) -> int | None:
        """Return the cell behind the next one: where a jump in a direction lands."""
        (q, r), (step_q, step_r) = self.places[cell], DIRECTIONS[direction]
        return self.numbers.get((q + 2 * step_q, r + 2 * step_r))

    def direction(self, start: int, end: int) -> int | None:
        """Return the direction of a step or a jump from one cell to another, if there is one."""
        return self.directions.get((start, end))

    def direction_over(self, cell: int, edge: int) -> int:
        """Return the one direction in which a bead on a rim cell leaves over an edge (TK-14).

        Two directions lead over an edge. It is the first of them clockwise, but at the edge's
        first corner the second: there the first points between this edge and the one before.
        """
        return edge if cell != self.edge_cells[edge][0] else (edge + 1) % 6

    def is_middle(self, cell: int) -> bool:
        """Whether a cell is one of the two (on odd edges: the) middle ones of an edge (TK-17)."""
        if not self.is_rim(cell) or self.is_corner(cell):
            return False
        (edge,) = self.edges_of[cell]
        return abs(2 * self.edge_cells[edge].index(cell) - self.rings) <= 1

    def image(self, cell: int, symmetry: HexSymmetry) -> int:
        """Return the cell that a cell becomes."""
        return self.numbers[symmetry.cell(self.places[cell])]

    def even_apart(self, start: int, end: int) -> bool:
        """Whether any number of jumps could lead from one cell to another, seen from afar."""
        (q, r), (end_q, end_r) = self.places[start], self.places[end]
        return (end_q - q) % 2 == 0 and (end_r - r) % 2 == 0


def edge_image(edge: int, symmetry: HexSymmetry) -> int:
    """Return the edge that an edge becomes: it stays between the images of its corners."""
    ends = {symmetry.direction(edge), symmetry.direction(edge + 1)}
    return next(e for e in range(6) if ends == {e, (e + 1) % 6})


def player_image(owners: tuple[int | None, ...], symmetry: HexSymmetry) -> tuple[int, ...] | None:
    """Return who takes each player's part in the image of a board, or None if nobody can.

    Owned edges must fall on owned ones, each player's on one player's, and the players must
    still follow each other in turn, so all of them move on by the same number of places.
    """
    count = len({owner for owner in owners if owner is not None})
    for shift in range(count):
        moved = [None if owner is None else (owner + shift) % count for owner in owners]
        if all(owners[edge_image(edge, symmetry)] == moved[edge] for edge in range(6)):
            return tuple((player + shift) % count for player in range(count))
    return None


def spiral(rings: int) -> list[Cell]:
    """Return the centre and the rings round it, each clockwise from its corner up and right."""
    cells = [(0, 0)]
    for ring in range(1, rings + 1):
        for corner in range(1, 7):
            q, r = DIRECTIONS[corner % 6]
            along_q, along_r = DIRECTIONS[(corner + 2) % 6]
            cells += [(q * ring + along_q * i, r * ring + along_r * i) for i in range(ring)]
    return cells
