"""Trickle, by Jaakko Kemppainen: beads that belong to nobody trickle outwards to the rim.

         k · · · · · ·          The game starts with 19 beads in the middle. A bead steps to a
        j · · · · · · ·         neighbouring cell or jumps over a bead, never inwards, until it
       i · · · · · · · ·        lies on the rim. Then it counts for the owner of its edge. The
      h · · · ● ● ● · · ·       rule ids (TK-1 …) are those of `rules.md` in this folder.
     g · · · ● ● ● ● · · ·
    f · · · ● ● ● ● ● · · ·     A move is a whole number: the bead's cell in the low 8 bits,
     e · · · ● ● ● ● · · ·      then for each hop its direction + 1 in 3 bits, up to a 0. What
      d · · · ● ● ● · · ·       lies there says whether a hop is a step or a jump. Directions
       c · · · · · · · ·        are those of `core.grids.hex`.
        b · · · · · · ·
         a · · · · · ·

Nobody is ever without a move, so the `pass` and the stuck game of TK-9 need no code. With
`bear_off` a bead on the rim may always leave. Otherwise take the innermost ring that holds a bead;
if it is the rim, the game is over.

- If that ring has an empty cell, the beads at both ends of the gap may step into it; a bead alone
  on its ring may step both ways. TK-8 forbids at most one of these two moves.
- If it is full and the next ring has an empty cell, a bead may step outwards into that, which
  TK-8 does not forbid: by TK-6 no bead came from there.
- If the next ring is full as well, the same holds for that one, and so on. Only a full rim would
  stop this, and with a bead inside that is more beads than rim cells: TK-2 rules it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import cython

from quatrefoil.core.errors import IllegalMoveError
from quatrefoil.core.position import Position
from quatrefoil.core.rng import Rng

if not cython.compiled:  # else they are constants of position.pxd
    from quatrefoil.core.constants import OVER
    from quatrefoil.games.trickle.tables import BEYOND, CELLS, NOWHERE

    ALL_ON_RIM, ALL_OFF, REPETITION = range(3)

_MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

#: How many candidates `sample_move` draws before it lists all moves.
_PATIENCE = cython.declare(cython.int, 32)

#: The most hops of a move. Every landing of a bead is an even number of cells away from its start
#: along both axes, and of all pairs of such cells that are a jump apart a given bead lies between
#: exactly one: it is jumped once at most, or a cell would be landed on twice. Chains are allowed
#: with 19 beads at most (TK-15), so there are 18 others.
MOST_HOPS = 18


def encode_move(cell: int, directions: Iterable[int]) -> int:
    """Return the move of the bead on a cell that hops in these directions."""
    move, shift = cell, 8
    for direction in directions:
        move |= (direction + 1) << shift
        shift += 3
    return move


def decode_move(move: int) -> tuple[int, list[int]]:
    """Return the bead's cell and the directions of its hops."""
    cell, path = move & 255, move >> 8
    directions = []
    while path:
        directions.append((path & 7) - 1)
        path >>= 3
    return cell, directions


@cython.final
@cython.cclass
class TricklePosition(Position):
    """Beads on cells, who moves next, the latest move, and what was borne off.

    `beads` holds a bead's value, or 0; `active` lists the cells of the beads that somebody may
    move, and `slot` is a cell's place in that list. `first` and `last` are the cells of the latest
    move; `left` counts the beads that are not done; `to_move` outlives the end of the game.
    """

    def __init__(self, rules: Any) -> None:
        Position.__init__(self, rules)
        self.tables = rules.tables
        if not cython.compiled:
            self.off = [0] * 6
            self.beads, self.slot = [0] * CELLS, [0] * CELLS
            self.active = [0] * 128

    # ---- setting up and looking at it, from Python --------------------------------------------

    def set_up(
        self,
        beads: Mapping[int, int],
        to_move: int,
        latest: tuple[int, int] | None = None,
        off: Iterable[int] = (),
    ) -> None:
        """Put beads of these values on cells; everything else follows, the end as well."""
        self.bead_key = 0
        self.left = 0
        self.active_count = 0
        for cell in range(CELLS):
            self.beads[cell] = 0
        self.beads[NOWHERE] = 1
        for cell, value in beads.items():
            self.put(cell, value)
        for player in range(6):
            self.off[player] = 0
        for player, points in enumerate(off):
            self.off[player] = points
        self.first = NOWHERE if latest is None else latest[0]
        self.last = NOWHERE if latest is None else latest[1]
        self.to_move = to_move
        self.fresh = True
        self.reason = 0
        self.set_turn()

    def beads_by_cell(self) -> dict[int, int]:
        """Return the value of the bead on every cell that has one."""
        cells = range(len(self.rules.board.places))
        return {cell: self.beads[cell] for cell in cells if self.beads[cell]}

    def latest_move(self) -> tuple[int, int] | None:
        """Return the first and last cell of the latest move; None if it left the board."""
        return None if self.first == NOWHERE else (self.first, self.last)

    def borne_off(self) -> list[int]:
        """Return the points that each player has for beads that left the board (TK-14)."""
        return [self.off[player] for player in range(self.tables.players)]

    def route(self, move: cython.longlong) -> tuple[int, ...]:
        """Return the bead's cell and where each hop ends; no cell of the board is beyond it."""
        at: cython.int = move & 255
        path: cython.longlong = move >> 8
        if path < 0 or at >= CELLS:
            raise IllegalMoveError(f"{move} is no move: it names no cell and ways to hop from it")
        if 0 < path < 8:  # one hop, as nearly always
            return (at, self.hop(at, cython.cast(cython.int, path) - 1))
        places = [at]
        while path:
            if path & 7 == 0:
                raise IllegalMoveError(f"{move} is no move: a hop has a direction from 1 to 7")
            at = self.hop(at, cython.cast(cython.int, path & 7) - 1)
            places.append(at)
            path >>= 3
        return tuple(places)

    def is_jump(self, move: cython.longlong) -> bool:
        """Whether the bead of a move jumps over others (TK-5): once, or in a chain (TK-15)."""
        cell: cython.int = move & 255
        direction: cython.int = cython.cast(cython.int, (move >> 8) & 7) - 1
        return cell < self.tables.cells and 0 <= direction < 6 and self.jumps(cell, direction)

    def legal_routes(self) -> list[tuple[int, ...]]:
        """Return the route of every legal move."""
        return [self.route(move) for move in self.legal_moves()]

    def edge_beyond(self, landing: int) -> int | None:
        """Return the edge over which a bead left if that is where it landed."""
        return landing - BEYOND if landing >= BEYOND else None

    # ---- the rules ----------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hop(self, at: cython.uint, direction: cython.uint) -> cython.uint:
        """Return where a hop ends, be that empty or not (TK-5, TK-6; TK-12 to TK-14).

        It is a step if the next cell is empty, or else a jump over the bead there. In a chain that
        bead is never the one that jumps: its start is an even number of cells away.
        """
        return self.tables.landing[2 * (8 * at + direction) + self.jumps(at, direction)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def jumps(self, at: cython.uint, direction: cython.uint) -> cython.bint:
        """Whether a hop is a jump: the next cell is taken."""
        return self.beads[self.tables.near[8 * at + direction]] != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def end_of(self, move: cython.longlong) -> cython.int:
        """Return where the last hop of a move ends."""
        at: cython.int = move & 255
        path: cython.longlong = move >> 8
        while path:
            at = self.hop(at, cython.cast(cython.int, path & 7) - 1)
            path >>= 3
        return at

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def goes_back(self, first: cython.int, last: cython.int) -> cython.bint:
        """Whether a move would take the latest one back (TK-8)."""
        return first == self.last and last == self.first

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def may_move(self, cell: cython.int) -> cython.bint:
        """Whether the player to move may move a bead from a cell (TK-7, TK-12 to TK-14)."""
        return (self.tables.movers[cell] >> self.turn) & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_moves(self, out: cython.p_longlong) -> cython.int:
        count: cython.int = 0
        if self.turn == OVER:
            return count
        i: cython.int
        direction: cython.int
        for i in range(self.active_count):
            cell: cython.int = self.active[i]
            if not self.may_move(cell):
                continue
            for direction in range(6):
                to: cython.int = self.hop(cell, direction)
                if self.beads[to] != 0:
                    continue
                move: cython.longlong = cell | (direction + 1) << 8
                if not self.goes_back(cell, to):
                    out[count] = move
                    count += 1
                if self.tables.chain_jumps and self.jumps(cell, direction):
                    count = self.fill_chains(out, count, move, to, 1)
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_chains(
        self,
        out: cython.p_longlong,
        count: cython.int,
        move: cython.longlong,
        at: cython.int,
        hops: cython.int,
    ) -> cython.int:
        """Write the moves that go on jumping from a landing (TK-15); return the new count."""
        if self.tables.ring[at] >= self.tables.goal_ring:
            return count
        start: cython.int = move & 255
        direction: cython.int
        for direction in range(6):
            to: cython.int = self.hop(at, direction)
            if not self.jumps(at, direction) or self.beads[to] != 0 or self.landed(move, to):
                continue
            longer: cython.longlong = move | cython.cast(cython.longlong, direction + 1) << (
                8 + 3 * hops
            )
            if not self.goes_back(start, to):
                out[count] = longer
                count += 1
            count = self.fill_chains(out, count, longer, to, hops + 1)
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def landed(self, move: cython.longlong, cell: cython.int) -> cython.bint:
        """Whether a chain has already landed on an empty cell."""
        at: cython.int = move & 255
        path: cython.longlong = move >> 8
        while path:
            at = self.hop(at, cython.cast(cython.int, path & 7) - 1)
            if at == cell:
                return True
            path >>= 3
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sample_move(self, rng: Rng) -> cython.longlong:
        """Draw beads and directions until one is legal; chains have to be listed."""
        attempts: cython.int = 0 if self.tables.chain_jumps else _PATIENCE
        _: cython.int
        for _ in range(attempts):
            draw: cython.uint = rng.below(6 * self.active_count)
            cell: cython.uint = self.active[draw // 6]
            direction: cython.uint = draw % 6
            to: cython.int = self.hop(cell, direction)
            if self.beads[to] == 0 and self.may_move(cell) and not self.goes_back(cell, to):
                return cell | (direction + 1) << 8
        return Position.sample_move(self, rng)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, move: cython.longlong) -> cython.void:
        first: cython.int = move & 255
        last: cython.int = self.end_of(move)
        self.fresh = self.tables.ring[last] > self.tables.ring[first]
        value: cython.int = self.take(first)
        if last >= BEYOND:
            self.bear_off(first, value, self.tables.owner[last])
        else:
            self.put(last, value)
            self.first = first
            self.last = last
        self.to_move += 1
        if self.to_move == self.tables.players:
            self.to_move = 0
        self.set_turn()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, cell: cython.int, value: cython.int) -> cython.void:
        """Put a bead on an empty cell."""
        self.beads[cell] = value
        self.bead_key ^= self.tables.bead_keys[value * CELLS + cell]
        self.left += self.tables.ring[cell] < self.tables.goal_ring
        if self.tables.movers[cell]:
            self.slot[cell] = self.active_count
            self.active[self.active_count] = cell
            self.active_count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take(self, cell: cython.int) -> cython.int:
        """Take an active bead from its cell; return its value."""
        value: cython.int = self.beads[cell]
        self.beads[cell] = 0
        self.bead_key ^= self.tables.bead_keys[value * CELLS + cell]
        self.left -= self.tables.ring[cell] < self.tables.goal_ring
        self.active_count -= 1
        moved: cython.int = self.active[self.active_count]
        self.active[self.slot[cell]] = moved
        self.slot[moved] = self.slot[cell]
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bear_off(self, cell: cython.int, value: cython.int, owner: cython.int) -> cython.void:
        """Score a bead that left the board from a cell (TK-14); there is no way back."""
        if owner >= 0:
            self.off[owner] += value * self.tables.worth[cell]
        self.first = NOWHERE
        self.last = NOWHERE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def set_turn(self) -> cython.void:
        """Let the next player move, or end the game if every bead is done (TK-10, TK-14)."""
        self.turn = self.to_move
        if self.left == 0:
            self.turn = OVER
            self.reason = ALL_OFF if self.tables.bear_off else ALL_ON_RIM

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_scores(self, out: cython.p_double) -> cython.void:
        """Count what was borne off, or else what lies on the edges (TK-10, TK-14, TK-17)."""
        player: cython.int
        i: cython.int
        for player in range(self.tables.players):
            out[player] = self.off[player]
        for i in range(self.tables.rim_size):
            cell: cython.int = self.tables.rim[i]
            if self.tables.owner[cell] >= 0:
                out[self.tables.owner[cell]] += self.beads[cell] * self.tables.worth[cell]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def repetition_key(self) -> cython.ulonglong:
        """Beads with their values, player to move and the latest move (TK-11)."""
        return (
            self.bead_key
            ^ self.tables.turn_keys[self.to_move]
            ^ self.tables.first_keys[self.first]
            ^ self.tables.last_keys[self.last]
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def end_by_repetition(self) -> cython.void:
        self.turn = OVER
        self.reason = REPETITION

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hash_key(self) -> cython.ulonglong:
        """Beads, player to move and points borne off; the latest move only where TK-8 matters.

        It does if the bead stayed on its ring and is not done: it could go back the way it came.
        A move along the rim by TK-12 or TK-13 could not: no corner is entered from its edge, and
        the next player does not own the edge.
        """
        key: cython.ulonglong = self.bead_key ^ self.tables.turn_keys[self.to_move]
        ring: cython.int = self.tables.ring[self.last]
        if ring < self.tables.goal_ring and ring == self.tables.ring[self.first]:
            key ^= self.tables.first_keys[self.first] ^ self.tables.last_keys[self.last]
        player: cython.int
        for player in range(self.tables.players):
            key ^= (self.off[player] * self.tables.off_keys[player]) & _MASK64
        return key

    # ---- symmetries ---------------------------------------------------------------------------

    def make_image(self, symmetry: int) -> TricklePosition:
        way = self.rules.symmetries[symmetry]
        latest = self.latest_move()
        off = [0] * len(way.players)
        for player, points in enumerate(self.borne_off()):
            off[way.players[player]] = points
        twin = TricklePosition(self.rules)
        twin.set_up(
            {way.cells[cell]: value for cell, value in self.beads_by_cell().items()},
            way.players[self.to_move],
            latest and (way.cells[latest[0]], way.cells[latest[1]]),
            off,
        )
        if self.turn == OVER:
            twin.turn, twin.reason = self.turn, self.reason
        return twin

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def image_key(self, symmetry: cython.int) -> cython.ulonglong:
        """Return what `hash_key` says of the image."""
        cells: cython.int = symmetry * CELLS
        players: cython.int = symmetry * 6
        twin: cython.int = self.tables.player_images[players + self.to_move]
        key: cython.ulonglong = self.tables.turn_keys[twin]
        i: cython.int
        for i in range(self.tables.cells):
            if self.beads[i]:
                key ^= self.tables.bead_keys[
                    self.beads[i] * CELLS + self.tables.cell_images[cells + i]
                ]
        ring: cython.int = self.tables.ring[self.last]
        if ring < self.tables.goal_ring and ring == self.tables.ring[self.first]:
            key ^= self.tables.first_keys[self.tables.cell_images[cells + self.first]]
            key ^= self.tables.last_keys[self.tables.cell_images[cells + self.last]]
        for i in range(self.tables.players):
            twin = self.tables.player_images[players + i]
            key ^= (self.off[i] * self.tables.off_keys[twin]) & _MASK64
        return key

    def map_move(self, move: int, symmetry: int) -> int:
        way = self.rules.symmetries[symmetry]
        cell, directions = decode_move(move)
        image = way.cells[cell]
        edge = self.edge_beyond(self.route(move)[1])
        if edge is not None:
            return encode_move(image, [self.rules.board.direction_over(image, way.edges[edge])])
        return encode_move(image, [way.directions[direction] for direction in directions])
