"""How Blinq is searched: by playouts, by what the same move did later in them, and by looks.

A block that helps to join two sides does so whenever it is laid, so the statistics of a move
played later (RAVE) say much about playing it now. What to try first is told by the quarters
around a block and under it. `docs/strength.md` has the figures.
"""

from __future__ import annotations

from functools import cache
from math import exp

import cython

from quatrefoil.core.evaluate import Advice, Evaluator
from quatrefoil.core.position import Position
from quatrefoil.games.blinq.position import ALONG, Blinq

if not cython.compiled:
    from quatrefoil.core.bits import popcount64

_RINGS = cython.declare(cython.int, 8192)
_PATTERNS = cython.declare(cython.int, 64)

# How much more often a strong search looks into a move, in hundredths of the logarithm: fitted to
# the visits of 8 000 playouts in 13 231 positions of 478 games that it played with itself.
#
# Along a half lie six quarters in a row (`position.ALONG`): the first is the lowest bit of a
# pattern. There is a pattern of the mover's quarters and one of the other's, along the half in
# the mover's colour and along the one in the other's.
_MINE_ALONG_MINE = (
    (0, 61, 15, 44, 5, 6, -37, -26, 5, 90, 16, 156, -49, -7, -28, -6),
    (15, 71, 14, 57, 16, -1, 2, -36, -37, 54, 2, 99, -28, -8, 12, -7),
    (61, 50, 71, 115, 90, 31, 54, -8, 6, 31, -1, 60, -7, -40, -8, -39),
    (44, 115, 57, 69, 156, 60, 99, -6, -26, -8, -36, -6, -6, -39, -7, -58),
)
_THEIRS_ALONG_MINE = (
    (0, 1, 35, -33, 82, 53, 56, 30, 82, 37, 41, -53, -3, 28, 12, 2),
    (35, 43, 44, 33, 41, 67, 64, 20, 56, 76, 64, 44, 12, 50, 115, 34),
    (1, 28, 43, 65, 37, 103, 76, 103, 53, 103, 67, 91, 28, 34, 50, 43),
    (-33, 65, 33, 76, -53, 91, 44, 73, 30, 103, 20, 73, 2, 43, 34, 52),
)
_MINE_ALONG_THEIRS = (
    (0, -14, -13, 19, 1, -30, 14, -1, 1, -6, 1, 26, 25, 12, 26, 38),
    (-13, -40, -18, -4, 1, -29, -11, -17, 14, 21, -11, 22, 26, 3, -74, -15),
    (-14, 60, -40, 0, -6, -8, 21, 4, -30, -8, -29, 30, 12, 13, 3, 13),
    (19, 0, -4, 21, 26, 30, 22, 29, -1, 4, -17, 29, 38, 13, -15, 24),
)
_THEIRS_ALONG_THEIRS = (
    (0, 35, 19, 31, 12, 45, 82, 102, 12, 35, 27, 81, 74, 81, 115, 111),
    (19, 29, 44, 50, 27, 60, 78, 110, 82, 54, 78, 94, 115, 118, 41, 113),
    (35, 72, 29, 16, 35, 46, 54, 47, 45, 46, 60, 47, 81, 29, 118, 84),
    (31, 16, 50, 66, 81, 47, 94, 73, 102, 47, 110, 73, 111, 84, 113, 119),
)
#: By how many of the mover's quarters the mover's half hides (rows), and the other half.
_HIDDEN = ((64, 49, 15), (52, 27, 7), (18, 9, -33))
#: A block on the ground hides nothing.
_ON_THE_GROUND = -53
#: A half that lies along the way between the mover's sides, not across it.
_LENGTHWISE = 60


@cython.final
@cython.cclass
class Looks:
    """How promising a block looks, as factors: the same for boards of all sizes."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.patterns = bytearray(4 * _RINGS)
            self.around, self.hidden = [0.0] * (4 * _PATTERNS), [0.0] * 9
        ring: cython.int
        for side, along in ALONG.items():
            for ring in range(_RINGS):
                self.patterns[side * _RINGS + ring] = sum(
                    (ring >> bit & 1) << number for number, bit in enumerate(along)
                )
        tables = (_MINE_ALONG_MINE, _THEIRS_ALONG_MINE, _MINE_ALONG_THEIRS, _THEIRS_ALONG_THEIRS)
        for table, rows in enumerate(tables):
            for number, hundredths in enumerate(sum(rows, ())):
                self.around[table * _PATTERNS + number] = exp(hundredths / 100)
        for number, hundredths in enumerate(sum(_HIDDEN, ())):
            self.hidden[number] = exp(hundredths / 100)
        self.ground = exp(_ON_THE_GROUND / 100)
        self.lengthwise = exp(_LENGTHWISE / 100)


@cache
def _looks() -> Looks:
    return Looks()


@cython.final
@cython.cclass
class Evaluation(Evaluator):
    """Which moves to try first; playouts to the end are short, and say more than a formula."""

    def __init__(self, rules: object) -> None:
        Evaluator.__init__(self, rules)
        self.looks = _looks()

    def advice(self) -> Advice:
        return Advice(first_nodes=8, top_nodes=160_000, rave=2000.0, priors=True, exploration=0.4)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_priors(
        self, position: Position, moves: cython.p_longlong, count: cython.int, out: cython.p_double
    ) -> cython.void:
        i: cython.int
        for i in range(count):
            out[i] = self.promise(cython.cast(Blinq, position), moves[i])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def promise(self, blinq: Blinq, move: cython.longlong) -> cython.double:
        """Return how promising a block looks to who is to move."""
        place: cython.int = cython.cast(cython.int, move >> 2)
        mover: cython.int = blinq.player
        side: cython.int = cython.cast(cython.int, move & 3) ^ 2 * mover
        mine: cython.int = side * _RINGS
        theirs: cython.int = (side ^ 2) * _RINGS
        ring: cython.uint = blinq.ring(mover, place)
        found: cython.double = self.looks.around[self.looks.patterns[mine + ring]]
        found *= self.looks.around[2 * _PATTERNS + self.looks.patterns[theirs + ring]]
        ring = blinq.ring(1 - mover, place)
        found *= self.looks.around[_PATTERNS + self.looks.patterns[mine + ring]]
        found *= self.looks.around[3 * _PATTERNS + self.looks.patterns[theirs + ring]]
        # Red's way leads north, so its halves lie along it in the east and in the west.
        if (side & 1) != mover:
            found *= self.looks.lengthwise
        if blinq.tables.level[place] == 1:
            return found * self.looks.ground
        half: cython.uint = blinq.tables.red_quarters[side]
        hidden: cython.uint = blinq.beneath(mover, place)
        return found * self.looks.hidden[3 * popcount64(hidden & half) + popcount64(hidden & ~half)]
