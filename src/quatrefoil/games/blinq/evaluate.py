"""How Blinq is searched: by playouts, RAVE, and priors from the patterns around a block.

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
from quatrefoil.games.blinq.position import BlinqPosition
from quatrefoil.games.blinq.tables import ALONG

if not cython.compiled:
    from quatrefoil.core.bits import popcount64

_RINGS = cython.declare(cython.int, 8192)
_PATTERNS = cython.declare(cython.int, 64)
#: Features of a block by number: four tables of patterns, then these.
_HIDING = cython.declare(cython.int, 4 * 64)
_GROUND = cython.declare(cython.int, 4 * 64 + 9)
_LYING = cython.declare(cython.int, 4 * 64 + 10)
_FEATURES = cython.declare(cython.int, 6)

# How much more often a strong search looks into a move, in hundredths of the logarithm: fitted as
# `lab.fitting` does it, to the visits of a search without priors in 13 231 positions of 478 games.
#
# Along a half lie six quarters in a row (`tables.ALONG`): the first is the lowest bit of a
# pattern, and of a pattern and its mirror image the lower number stands for both. There is one of
# the mover's quarters and one of the other's, along the half in the mover's colour and along the
# one in the other's.
_MINE_ALONG_MINE = (
    (0, 61, 15, 44, 5, 6, -37, -26, 0, 90, 16, 156, -49, -7, -28, -6),
    (0, 71, 14, 57, 0, -1, 2, -36, 0, 54, 0, 99, 0, -8, 12, -7),
    (0, 50, 0, 115, 0, 31, 0, -8, 0, 0, 0, 60, 0, -40, 0, -39),
    (0, 0, 0, 69, 0, 0, 0, -6, 0, 0, 0, 0, 0, 0, 0, -58),
)
_THEIRS_ALONG_MINE = (
    (0, 1, 35, -33, 82, 53, 56, 30, 0, 37, 41, -53, -3, 28, 12, 2),
    (0, 43, 44, 33, 0, 67, 64, 20, 0, 76, 0, 44, 0, 50, 115, 34),
    (0, 28, 0, 65, 0, 103, 0, 103, 0, 0, 0, 91, 0, 34, 0, 43),
    (0, 0, 0, 76, 0, 0, 0, 73, 0, 0, 0, 0, 0, 0, 0, 52),
)
_MINE_ALONG_THEIRS = (
    (0, -14, -13, 19, 1, -30, 14, -1, 0, -6, 1, 26, 25, 12, 26, 38),
    (0, -40, -18, -4, 0, -29, -11, -17, 0, 21, 0, 22, 0, 3, -74, -15),
    (0, 60, 0, 0, 0, -8, 0, 4, 0, 0, 0, 30, 0, 13, 0, 13),
    (0, 0, 0, 21, 0, 0, 0, 29, 0, 0, 0, 0, 0, 0, 0, 24),
)
_THEIRS_ALONG_THEIRS = (
    (0, 35, 19, 31, 12, 45, 82, 102, 0, 35, 27, 81, 74, 81, 115, 111),
    (0, 29, 44, 50, 0, 60, 78, 110, 0, 54, 0, 94, 0, 118, 41, 113),
    (0, 72, 0, 16, 0, 46, 0, 47, 0, 0, 0, 47, 0, 29, 0, 84),
    (0, 0, 0, 66, 0, 0, 0, 73, 0, 0, 0, 0, 0, 0, 0, 119),
)
#: By how many of the mover's quarters the mover's half hides (rows), and the other half.
_HIDDEN = ((64, 49, 15), (52, 27, 7), (18, 9, -33))
#: A block on the ground hides nothing.
_ON_THE_GROUND = -53
#: A half that lies across the way between the mover's sides, and one that lies along it.
_LIES = (0, 60)

_WEIGHTS = (
    *sum(_MINE_ALONG_MINE + _THEIRS_ALONG_MINE, ()),
    *sum(_MINE_ALONG_THEIRS + _THEIRS_ALONG_THEIRS, ()),
    *sum(_HIDDEN, ()),
    _ON_THE_GROUND,
    *_LIES,
)


@cython.final
@cython.cclass
class Patterns:
    """The patterns along the sides of rings, and how promising features are, as factors."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.patterns, self.factors = bytearray(4 * _RINGS), [0.0] * len(_WEIGHTS)
        mirrored = [min(pattern, _mirror(pattern)) for pattern in range(_PATTERNS)]
        for side, along in ALONG.items():
            value = {1 << bit: 1 << number for number, bit in enumerate(along)}
            found = [0] * _RINGS
            for ring in range(1, _RINGS):
                lowest = ring & -ring
                found[ring] = found[ring ^ lowest] | value.get(lowest, 0)
                self.patterns[side * _RINGS + ring] = mirrored[found[ring]]
        for number, hundredths in enumerate(_WEIGHTS):
            self.factors[number] = exp(hundredths / 100)


def _mirror(pattern: int) -> int:
    """Return the six bits of a pattern from the other end."""
    return sum((pattern >> bit & 1) << (5 - bit) for bit in range(6))


@cache
def _tables() -> Patterns:
    return Patterns()


@cython.final
@cython.cclass
class Evaluation(Evaluator):
    """Which moves to try first; playouts to the end are short, and say more than a formula."""

    def __init__(self, rules: object) -> None:
        Evaluator.__init__(self, rules)
        self.tables = _tables()
        if not cython.compiled:
            self.found = [0] * _FEATURES

    def advice(self) -> Advice:
        return Advice(first_nodes=8, top_nodes=160_000, rave=2000.0, priors=True, exploration=0.4)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_priors(
        self, position: Position, moves: cython.p_longlong, count: cython.int, out: cython.p_double
    ) -> cython.void:
        i: cython.int
        feature: cython.int
        for i in range(count):
            self.note_features(cython.cast(BlinqPosition, position), moves[i])
            out[i] = 1.0
            for feature in range(_FEATURES):
                out[i] *= self.tables.factors[self.found[feature]]

    def find_features(self, position: Position, move: int) -> tuple[int, ...]:
        self.note_features(position, move)
        return tuple([self.found[feature] for feature in range(_FEATURES)])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_features(self, blinq: BlinqPosition, move: cython.longlong) -> cython.void:
        """Write the features of a move to `found`, as the player to move sees them."""
        place: cython.int = cython.cast(cython.int, move >> 2)
        mover: cython.int = blinq.player
        side: cython.int = cython.cast(cython.int, move & 3) ^ 2 * mover
        mine: cython.int = side * _RINGS
        theirs: cython.int = (side ^ 2) * _RINGS
        ring: cython.uint = blinq.ring(mover, place)
        self.found[0] = self.tables.patterns[mine + ring]
        self.found[2] = self.tables.patterns[theirs + ring] + 2 * _PATTERNS
        ring = blinq.ring(1 - mover, place)
        self.found[1] = self.tables.patterns[mine + ring] + _PATTERNS
        self.found[3] = self.tables.patterns[theirs + ring] + 3 * _PATTERNS
        half: cython.uint = blinq.tables.red_quarters[side]
        hidden: cython.uint = blinq.beneath(mover, place)
        if blinq.tables.level[place] == 1:
            self.found[4] = _GROUND
        else:
            self.found[4] = _HIDING + 3 * popcount64(hidden & half) + popcount64(hidden & ~half)
        # Red's way leads north, so its halves lie along it in the east and in the west.
        self.found[5] = _LYING + ((side & 1) != mover)
