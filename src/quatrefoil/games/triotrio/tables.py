"""The board of TrioTrio as sets of squares, and where a number of steps can lead.

A set of squares is one number with a bit for each square, row by row from a1, so that all paths
of a piece are followed at once by a few shifts. Compiled, such a number has 128 bits (an 11×11
board needs 121).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cython

from quatrefoil.core.rng import zobrist

if not cython.compiled:  # else they are constants and functions of tables.pxd
    ROCK, PAPER, SCISSORS = range(3)
    ORTHOGONAL, DIAGONAL = 0, 1

    Squares = int

    def count(squares: Squares) -> int:
        """Return how many squares there are in a set."""
        return squares.bit_count()

    def lowest(squares: Squares) -> int:
        """Return the number of the first square of a set that is not empty."""
        return (squares & -squares).bit_length() - 1


ONE = cython.declare(Squares, 1)


def prey_of(kind: int) -> int:
    """Return which kind a kind takes (TT-5)."""
    return (kind + 2) % 3


def hunter_of(kind: int) -> int:
    """Return which kind takes a kind (TT-5)."""
    return (kind + 1) % 3


@cython.final
@cython.cclass
class Tables:
    """What all positions of the same rules share: the board as sets of squares.

    `permanent` maps kinds of pieces to the squares of the permanent ones; `centre` are the
    players' centre starts.
    """

    def __init__(
        self,
        size: int,
        quiet_turns: int,
        cow: int,
        centre: Sequence[int],
        permanent: Mapping[int, int],
    ) -> None:
        if not cython.compiled:
            self.centre = [0, 0]
            self.zone = [0, 0, 0]
            self.deadly = [0, 0, 0]
            self.open = [[0] * 4, [0] * 4]
            self.shift = [[0, 0], [0, 0]]
            self.keys = [[[0] * 121 for _ in range(3)] for _ in range(2)]
        self.size = size
        self.quiet_turns = quiet_turns
        self._shape(size)
        self.cow = ONE << cython.cast(cython.int, cow)
        for player in range(2):
            self.centre[player] = ONE << cython.cast(cython.int, centre[player])
        for kind, square in permanent.items():
            stone: Squares = ONE << cython.cast(cython.int, square)
            self.zone[kind] = self.around(stone)
            self.deadly[(kind + 2) % 3] = stone  # TT-5: what it beats may not land there
        numbers = iter(zobrist(2 * 3 * 121, salt=0x7107))
        for player in range(2):
            for kind in range(3):
                for square in range(121):
                    self.keys[player][kind][square] = next(numbers)

    def _shape(self, size: cython.int) -> None:
        """Say which shift is a step, and on which squares a step in each direction can end.

        Directions of `open`: ahead, back, right, left, which are north, south, east, west, or
        the same turned by 45° to the left. `shift` has the pairs: ahead/back, right/left.
        """
        square: cython.int
        self.board = self.eastward = self.westward = 0
        for square in range(size * size):
            self.board |= ONE << square
            if square % size > 0:
                self.eastward |= ONE << square
            if square % size < size - 1:
                self.westward |= ONE << square
        self.shift[ORTHOGONAL][0] = size
        self.shift[ORTHOGONAL][1] = 1
        self.shift[DIAGONAL][0] = size - 1
        self.shift[DIAGONAL][1] = size + 1
        self.open[ORTHOGONAL][0] = self.open[ORTHOGONAL][1] = self.board
        self.open[ORTHOGONAL][2] = self.open[DIAGONAL][1] = self.open[DIAGONAL][2] = self.eastward
        self.open[ORTHOGONAL][3] = self.open[DIAGONAL][0] = self.open[DIAGONAL][3] = self.westward

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def around(self, squares: Squares) -> Squares:
        """Return all squares within one square of these (TT-4)."""
        rows: Squares = squares
        rows |= ((squares << 1) & self.eastward) | ((squares >> 1) & self.westward)
        return (rows | (rows << self.size) | (rows >> self.size)) & self.board

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reach(
        self,
        kind: cython.int,
        start: Squares,
        steps: cython.int,
        free: Squares,
        landing: Squares,
    ) -> Squares:
        """Return where a piece can end (TT-9): Rock goes either way, but one way all along."""
        if kind == PAPER:
            return self.walk(ORTHOGONAL, start, steps, free, landing)
        if kind == SCISSORS:
            return self.walk(DIAGONAL, start, steps, free, landing)
        return self.walk(ORTHOGONAL, start, steps, free, landing) | self.walk(
            DIAGONAL, start, steps, free, landing
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def walk(
        self,
        way: cython.int,
        start: Squares,
        steps: cython.int,
        free: Squares,
        landing: Squares,
    ) -> Squares:
        """Return where steps one way, on `free` squares, can end on `landing` (TT-9).

        Four sets are followed, one for each direction of the latest step: not straight back
        means that what went ahead does not go back, and so on. The first step may go anywhere.
        """
        up: cython.int = self.shift[way][0]
        across: cython.int = self.shift[way][1]
        ahead: Squares = start
        back: Squares = start
        right: Squares = start
        left: Squares = start
        along: Squares
        aside: Squares
        while steps > 0:
            if steps == 1:
                free = landing
            along = ahead | back
            aside = right | left
            ahead = ((ahead | aside) << up) & free & self.open[way][0]
            back = ((back | aside) >> up) & free & self.open[way][1]
            right = ((right | along) << across) & free & self.open[way][2]
            left = ((left | along) >> across) & free & self.open[way][3]
            steps -= 1
        return ahead | back | right | left

    # ---- one way to go, for those who watch ---------------------------------------------------

    @cython.cfunc
    def route(
        self, kind: cython.int, start: Squares, steps: cython.int, free: Squares, end: Squares
    ) -> list:  # type: ignore[type-arg]  # as in the .pxd
        """Return the squares of some way to an end that `reach` allows, the last one included."""
        found: list[int] = []
        if kind == SCISSORS or not self.trace(ORTHOGONAL, start, steps, -1, free, end, found):
            self.trace(DIAGONAL, start, steps, -1, free, end, found)
        found.reverse()
        return found

    @cython.cfunc
    def trace(
        self,
        way: cython.int,
        here: Squares,
        steps: cython.int,
        latest: cython.int,
        free: Squares,
        end: Squares,
        found: list,  # type: ignore[type-arg]
    ) -> cython.bint:
        """Go on from here, straight ahead if possible, and note the way back from the end.

        Directions are those of `open`, so that the opposite of each is its neighbour.
        """
        turn: cython.int
        for turn in range(4):
            direction: cython.int = turn if latest < 0 else latest ^ turn
            if latest >= 0 and turn == 1:
                continue  # straight back
            shift: cython.int = self.shift[way][direction >> 1]
            there: Squares = here >> shift if direction & 1 else here << shift
            there &= self.open[way][direction] & (end if steps == 1 else free)
            if there == 0:
                continue
            if steps == 1 or self.trace(way, there, steps - 1, direction, free, end, found):
                found.append(lowest(there))
                return True
        return False
