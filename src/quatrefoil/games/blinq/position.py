"""Blinq: what lies where, what may be placed, and who is connected.

The rules are by Néstor Romeral Andrés; ids such as BQ-7 refer to them as told in `rules.md`.

Cells hold the blocks of level 1. A block of level 2 lies on four of them, and so on. A *place* is
somewhere a block can lie; a *stack* is all places of one column and row (x, y), one per level, and
each place of a stack rests, among others, on the one before it:

      level 1            level 2         level 3       seen from above: quarters
    3 ┌──┬──┬──┐                                          R R · · · ·     1a3N
      │  │  │  │      2 ┌──┬──┐                           B B · · · ·
    2 ├──┼──┼──┤        │  │  │       1 ┌──┐              · · · · · ·     red has its
      │  │  │  │      1 ├──┼──┤         │  │              · · · · · ·     half in the
    1 ├──┼──┼──┤        │  │  │         └──┘              · · · · B R     north and the
      │  │  │  │        └──┴──┘          a                · · · · B R     east: 1c1E
      └──┴──┴──┘         a  b
       a  b  c

So a stack has at most one place where a block may be put: its lowest empty one. The state is a few
bitboards over stacks (bit y·size + x), one per level, and one bitboard of quarters per colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython

from quatrefoil.core.grids.square import ORTHOGONAL
from quatrefoil.core.position import Position
from quatrefoil.core.rng import Rng

if not cython.compiled:  # else they are constants and functions of position.pxd
    from quatrefoil.core.bits import lowest64, popcount64
    from quatrefoil.core.constants import OVER
    from quatrefoil.games.blinq.tables import BLACK, EAST, EMPTY, MOST_PLACES, NORTH, RED, ROWS

    FULL = 2

_ONE = cython.declare(cython.ulonglong, 1)
#: Changes in the key with every move.
_TURN_KEY = cython.declare(cython.ulonglong, 0x9D39247E33776D41)


@cython.final
@cython.cclass
class BlinqPosition(Position):
    """A position. A move is a place's number times four, plus the side of the red half.

    `player` is to move, or would be if the game were not over; `left` blocks are not yet placed.
    """

    def __init__(self, rules: Any) -> None:
        Position.__init__(self, rules)
        self.tables = rules.tables
        if not cython.compiled:
            self.present = [0] * 10
            self.shown = [0] * (2 * ROWS)
            self.next_place = [0] * 64
            self.blocks = [EMPTY] * self.tables.places

    def set_up(self, blocks: Mapping[int, int], player: int) -> None:
        """Become the position with these blocks (place → kind), all of them supported."""
        self._clear()
        for place in sorted(blocks):
            self.put(place, blocks[place])
        self.left = self.tables.places - len(blocks)
        self.player = self.turn = player
        self.running_key ^= _TURN_KEY if player == BLACK else 0
        latest = 1 - player
        if self._is_connected(latest):
            self.finish(latest)
        elif self._is_connected(player):
            self.finish(player)
        elif self.left == 0:
            self.finish(FULL)

    def _clear(self) -> None:
        i: cython.int
        self.fresh = True
        self.reason = 0
        self.running_key = 0
        self.available = self.tables.room[1]
        for i in range(10):
            self.present[i] = 0
        for i in range(2 * ROWS):
            self.shown[i] = 0
        for i in range(self.tables.size * self.tables.size):
            self.next_place[i] = i
        for i in range(self.tables.places):
            self.blocks[i] = EMPTY

    # ---- moves --------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_moves(self, out: cython.p_longlong) -> cython.int:
        """BQ-6, BQ-7: any available place, any orientation."""
        count: cython.int = 0
        if self.turn == OVER:
            return count
        stacks: cython.ulonglong = self.available
        while stacks:
            first: cython.int = self.next_place[lowest64(stacks)] * 4
            stacks &= stacks - 1
            out[count] = first
            out[count + 1] = first + 1
            out[count + 2] = first + 2
            out[count + 3] = first + 3
            count += 4
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sample_move(self, rng: Rng) -> cython.longlong:
        """Draw one of the available places, and an orientation."""
        stacks: cython.ulonglong = self.available
        drawn: cython.int = rng.below(4 * popcount64(stacks))
        before: cython.int = drawn >> 2
        while before:
            stacks &= stacks - 1
            before -= 1
        return self.next_place[lowest64(stacks)] * 4 + (drawn & 3)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, move: cython.longlong) -> cython.void:
        place: cython.int = cython.cast(cython.int, move >> 2)
        side: cython.int = cython.cast(cython.int, move & 3)
        mover: cython.int = self.player
        self.put(place, side)
        self.left -= 1
        self.player = self.turn = 1 - mover
        self.running_key ^= _TURN_KEY
        # BQ-11, in this order.
        if self.joined_by(mover, place, side):
            self.finish(mover)
        elif self.joined_by(1 - mover, place, side):
            self.finish(1 - mover)
        elif self.left == 0:
            self.finish(FULL)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, place: cython.int, kind: cython.int) -> cython.void:
        """Lay a block: what it hides, what it shows, and what may now be laid upon it."""
        level: cython.int = self.tables.level[place]
        stack: cython.int = self.tables.stack[place]
        self.blocks[place] = kind
        self.next_place[stack] = self.tables.above[place]
        self.present[level] |= _ONE << stack
        self.available &= ~(_ONE << stack)
        # BQ-7: a place of the next level needs all four blocks under it.
        under: cython.ulonglong = self.present[level]
        under &= under >> 1
        under &= under >> self.tables.size
        self.available |= under & self.tables.room[level + 1] & ~self.present[level + 1]

        x: cython.int = self.tables.column[place]
        y: cython.int = self.tables.row[place]
        # BQ-4: the block shows its quarters and hides what was seen there.
        red: cython.uint = self.tables.red_quarters[kind]
        hidden: cython.uint = self.beneath(RED, place)
        self.running_key ^= self.tables.keys[place * 16 + (hidden ^ red)]
        others: cython.uint = ~(cython.cast(cython.uint, 3) << x)
        self.shown[y] = self.shown[y] & others | (red & 3) << x
        self.shown[y + 1] = self.shown[y + 1] & others | (red >> 2) << x
        y += ROWS
        self.shown[y] = self.shown[y] & others | (~red & 3) << x
        self.shown[y + 1] = self.shown[y + 1] & others | (~red >> 2 & 3) << x

    # ---- connection ---------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def joined_by(self, colour: cython.int, place: cython.int, side: cython.int) -> cython.bint:
        """Whether the latest block joins the sides of a colour, which were not joined before.

        A new path leads through the half of that colour. Mostly a look at the ring around the
        block tells that the half joins nothing new.
        """
        # The black half lies opposite to the red one.
        side ^= 2 * colour
        if not self.tables.bridges[self.ring(colour, place)] >> side & 1:
            return False
        x: cython.int = self.tables.column[place]
        y: cython.int = self.tables.row[place]
        return self.component_spans(colour, x + (side == EAST), y + (side == NORTH))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def ring(self, colour: cython.int, place: cython.int) -> cython.uint:
        """Return which quarters around a place show a colour, or are beyond one of its sides."""
        x: cython.int = self.tables.column[place]
        below: cython.int = colour * ROWS + self.tables.row[place] - 1
        return (
            (self.shown[below] >> (x - 1) & 15)
            | (self.shown[below + 3] >> (x - 1) & 15) << 4
            | (self.shown[below + 1] >> (x - 1) & 9) << 8
            | (self.shown[below + 2] >> (x - 1) & 9) << 9
            | self.tables.sides[colour * MOST_PLACES + place]
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def beneath(self, colour: cython.int, place: cython.int) -> cython.uint:
        """Return which quarters a block at a place would hide of a colour, as `RED_QUARTERS`."""
        x: cython.int = self.tables.column[place]
        y: cython.int = colour * ROWS + self.tables.row[place]
        return (self.shown[y] >> x & 3) | (self.shown[y + 1] >> x & 3) << 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def component_spans(self, colour: cython.int, x: cython.int, y: cython.int) -> cython.bint:
        """BQ-10: whether the quarters joined to (x, y), side to side, reach both of its sides.

        Sweeps over the rows of the component, up and down in turn, until a sweep adds nothing.
        """
        reached: cython.uint[18]
        if not cython.compiled:
            reached = [0] * ROWS
        i: cython.int
        for i in range(ROWS):
            reached[i] = 0
        rows: cython.int = colour * ROWS
        reached[y] = whole_runs(self.shown[rows + y], cython.cast(cython.uint, 1) << x)
        step: cython.int = 1
        idle: cython.int = 0
        while idle < 2:
            idle += 1
            # The margin is empty, so a component has a row of nothing at either end.
            while reached[y]:
                y += step
                added: cython.uint = reached[y - step] & self.shown[rows + y] & ~reached[y]
                if added:
                    reached[y] |= whole_runs(self.shown[rows + y], added)
                    idle = 1
            step = -step
            y += step
        if colour == RED:
            return reached[1] != 0 and reached[self.tables.edge] != 0
        columns: cython.uint = 0
        for i in range(ROWS):
            columns |= reached[i]
        return columns >> 1 & columns >> self.tables.edge & 1

    def _is_connected(self, colour: int) -> bool:
        """Whether a colour joins its sides: looks at all that lies along the first of them."""
        for i in range(1, self.tables.edge + 1):
            x, y = (i, 1) if colour == RED else (1, i)
            if self.quarter(x - 1, y - 1) == colour and self.component_spans(colour, x, y):
                return True
        return False

    # ---- the end ------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def finish(self, reason: cython.int) -> cython.void:
        self.turn = OVER
        self.reason = reason

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_scores(self, out: cython.p_double) -> cython.void:
        """One for a win; even shares in a draw and as long as nothing is decided."""
        decided: cython.bint = self.turn == OVER and self.reason != FULL
        out[0] = (self.reason == RED) if decided else 0.5
        out[1] = (self.reason == BLACK) if decided else 0.5

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hash_key(self) -> cython.ulonglong:
        return self.running_key

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def image_key(self, symmetry: cython.int) -> cython.ulonglong:
        swap: cython.int = self.tables.swaps[symmetry]
        # Black is player 1, and takes Red's part where colours are swapped.
        key: cython.ulonglong = _TURN_KEY if self.player != swap else 0
        place: cython.int
        y: cython.int
        bits: cython.uint
        for place in range(self.tables.places):
            if self.present[self.tables.level[place]] >> self.tables.stack[place] & 1:
                key ^= self.tables.image_filled[symmetry * MOST_PLACES + place]
        for y in range(1, self.tables.edge + 1):
            # What shows red in the image shows black here if colours are swapped.
            bits = self.shown[ROWS * swap + y]
            while bits:
                key ^= self.tables.image_quarters[(symmetry * ROWS + y) * ROWS + lowest64(bits)]
                bits &= bits - 1
        return key

    # ---- for Python callers -------------------------------------------------------------------

    def block(self, place: int) -> int:
        """Return the kind of the block at a place, or EMPTY."""
        if not 0 <= place < self.tables.places:
            raise IndexError(f"places are numbered from 0 to {self.tables.places - 1}, not {place}")
        return self.blocks[place]

    def quarter(self, x: int, y: int) -> int | None:
        """Return the colour that is seen on a quarter (0, 0 is in the south-west), or None."""
        if not (0 <= x < self.tables.edge and 0 <= y < self.tables.edge):
            return None
        for colour in (RED, BLACK):
            if self.shown[colour * ROWS + y + 1] >> (x + 1) & 1:
                return colour
        return None

    def blocks_by_place(self) -> dict[int, int]:
        """Return the kind of the block at every place that has one."""
        places = range(self.tables.places)
        return {place: self.blocks[place] for place in places if self.blocks[place] != EMPTY}

    def level_at(self, x: int, y: int) -> int:
        """Return the level of the block that is seen on a quarter, or 0."""
        found: cython.int = 0
        place: cython.int
        for place in range(self.tables.places):
            # Places are in the order of their levels; rows and columns have a margin of one.
            over = 0 <= x + 1 - self.tables.column[place] < 2
            if over and 0 <= y + 1 - self.tables.row[place] < 2 and self.blocks[place] != EMPTY:
                found = self.tables.level[place]
        return found

    def supply(self, player: int) -> int:
        """BQ-9: how many blocks a player has left; the one to move never has fewer."""
        return (self.left + (player == self.player)) // 2

    def winning_path(self) -> list[tuple[int, int]]:
        """Return a shortest path of quarters between the winner's sides; [] without a winner."""
        if self.turn != OVER or self.reason == FULL:
            return []
        winner, last = self.reason, self.tables.edge - 1
        along = 1 if winner == RED else 0
        first_side = [(i, 0) if winner == RED else (0, i) for i in range(last + 1)]
        came_from = {at: at for at in first_side if self.quarter(*at) == winner}
        queue = list(came_from)
        for at in queue:
            if at[along] == last:
                return _walk_back(at, came_from)
            for step in ORTHOGONAL:
                to = (at[0] + step[0], at[1] + step[1])
                if self.quarter(*to) == winner and to not in came_from:
                    came_from[to] = at
                    queue.append(to)
        return []

    def make_image(self, symmetry: int) -> BlinqPosition:
        way = self.rules.symmetries[symmetry]
        twin = BlinqPosition(self.rules)
        twin.set_up(
            {way.places[place]: way.kinds[kind] for place, kind in self.blocks_by_place().items()},
            way.players[self.player],
        )
        return twin

    def map_move(self, move: int, symmetry: int) -> int:
        way = self.rules.symmetries[symmetry]
        return way.places[move >> 2] * 4 + way.kinds[move & 3]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def whole_runs(row: cython.uint, seeds: cython.uint) -> cython.uint:
    """Return the runs of ones in a row that contain at least one of the seeds."""
    # Eastwards: adding a seed carries to the end of its run, and turns ones to zeros on the way.
    seeds |= row & ~(row + seeds)
    # Westwards: steps of 1, 2, 4 and 8, each over ones only. No branches: guesses would be wrong.
    seeds |= row & seeds >> 1
    row &= row >> 1
    seeds |= row & seeds >> 2
    row &= row >> 2
    seeds |= row & seeds >> 4
    row &= row >> 4
    return seeds | (row & seeds >> 8)


def _walk_back(
    at: tuple[int, int], came_from: dict[tuple[int, int], tuple[int, int]]
) -> list[tuple[int, int]]:
    path = [at]
    while came_from[at] != at:
        at = came_from[at]
        path.append(at)
    return path[::-1]
