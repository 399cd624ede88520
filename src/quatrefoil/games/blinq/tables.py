"""Blinq's board as numbers: what positions of one board size share.

Places, stacks, levels and quarters are explained in `position.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import cython

from quatrefoil.core.rng import zobrist

if not cython.compiled:  # else they are constants of tables.pxd
    RED, BLACK = 0, 1
    NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
    NEUTRAL, EMPTY = 4, 5
    ROWS, MOST_PLACES, NOWHERE = 18, 204, 255

#: Which quarters of a block are red, by kind (BQ-4, BQ-5): 1 south-west, 2 south-east,
#: 4 north-west, 8 north-east.
RED_QUARTERS = (4 | 8, 2 | 8, 1 | 2, 1 | 4, 4 | 2)

# The ring of twelve quarters around a block, as bits (10 is not used):
#
#      4  5  6  7
#      9  NW NE 12
#      8  SW SE 11
#      0  1  2  3
#
# Along each half of the block lie six of them in a row: the first and the last at its ends, two
# corners, and two beside it. (The rest of its neighbourhood is the other half.)
ALONG = {
    NORTH: (9, 4, 5, 6, 7, 12),
    EAST: (2, 3, 11, 12, 7, 6),
    SOUTH: (8, 0, 1, 2, 3, 11),
    WEST: (1, 0, 8, 9, 4, 5),
}
_SOUTHERN, _NORTHERN, _WESTERN, _EASTERN = (
    sum(1 << bit for bit in bits)
    for bits in ((0, 1, 2, 3), (4, 5, 6, 7), (0, 8, 9, 4), (3, 11, 12, 7))
)


@cache
def _bridges() -> bytes:
    """Return for every ring of quarters in one colour which halves of that colour would bridge it.

    Bit `side` is set where a half on that side touches two groups of quarters that do not touch
    each other along it. Where it is clear, whatever the half joins was joined before.
    """
    return bytes(
        sum(1 << side for side, along in ALONG.items() if _groups(ring, along) > 1)
        for ring in range(1 << 13)
    )


def _groups(ring: int, along: tuple[int, ...]) -> int:
    start, corner, beside, beside_too, corner_too, end = (ring >> bit & 1 for bit in along)
    touching = start + beside + beside_too + end
    links = (start & corner & beside) + (beside & beside_too) + (beside_too & corner_too & end)
    return touching - links


@cython.final
@cython.cclass
class Tables:
    """The geometry of one board size, shared by all positions of one rules object."""

    def __init__(
        self, size: int, places: Sequence[tuple[int, int, int]], views: Sequence[Any]
    ) -> None:
        if not cython.compiled:
            self.level, self.stack, self.above = ([0] * len(places) for _ in range(3))
            self.column, self.row = ([0] * len(places) for _ in range(2))
            self.room, self.red_quarters, self.bridges = [0] * 10, [0] * 5, [0] * 8192
            self.sides, self.keys = [0] * (2 * MOST_PLACES), [0] * (16 * len(places))
        self.size = size
        self.edge = 2 * size
        self.places = len(places)
        for kind, red in enumerate(RED_QUARTERS):
            self.red_quarters[kind] = red
        for ring, halves in enumerate(_bridges()):
            self.bridges[ring] = halves
        self._lay_out(places)
        self._number(places)
        self._number_images(views)

    def _lay_out(self, places: Sequence[tuple[int, int, int]]) -> None:
        """BQ-7: where places are, what they cover, and which sides of the board they are at."""
        index = {place: number for number, place in enumerate(places)}
        for number, (level, x, y) in enumerate(places):
            self.level[number] = level
            self.stack[number] = y * self.size + x
            self.above[number] = index.get((level + 1, x, y), NOWHERE)
            # Place (L, x, y) covers quarters 2x + L − 1 and 2x + L across; the margin adds one.
            self.column[number] = left = 2 * x + level
            self.row[number] = bottom = 2 * y + level
            self.room[level] |= 1 << (y * self.size + x)
            # BQ-2: beyond red's sides all counts as red, beyond black's as black.
            last = self.edge - 1
            self.sides[number] = _SOUTHERN * (bottom == 1) | _NORTHERN * (bottom == last)
            self.sides[MOST_PLACES + number] = _WESTERN * (left == 1) | _EASTERN * (left == last)

    def _number(self, places: Sequence[tuple[int, int, int]]) -> None:
        """Make the numbers of the key, by place and by which of its quarters change their red.

        The key knows the places that are filled and what is seen from above, not what is hidden.
        """
        filled, quarters = _numbers()
        for number in range(len(places)):
            corner = self.row[number] * ROWS + self.column[number]
            under = [quarters[corner + step] for step in (0, 1, ROWS, ROWS + 1)]
            for changes in range(16):
                value = filled[number]
                for bit in range(4):
                    value ^= under[bit] if changes >> bit & 1 else 0
                self.keys[number * 16 + changes] = value

    def _number_images(self, views: Sequence[Any]) -> None:
        """Make the same numbers as each symmetry shows places and quarters."""
        filled, quarters = _numbers()
        if not cython.compiled:
            self.swaps, self.image_filled = [0] * 8, [0] * (8 * MOST_PLACES)
            self.image_quarters = [0] * (8 * ROWS * ROWS)
        for symmetry, view in enumerate(views):
            self.swaps[symmetry] = view.players[RED] == BLACK
            for place, to in enumerate(view.places):
                self.image_filled[symmetry * MOST_PLACES + place] = filled[to]
            for quarter, (x, y) in enumerate(view.quarters):
                row, column = divmod(quarter, self.edge)
                at = (symmetry * ROWS + row + 1) * ROWS + column + 1
                self.image_quarters[at] = quarters[(y + 1) * ROWS + x + 1]


@cache
def _numbers() -> tuple[list[int], list[int]]:
    """Return the key's numbers for places that are filled and for quarters that show red."""
    return zobrist(MOST_PLACES, salt=20), zobrist(ROWS * ROWS, salt=21)
