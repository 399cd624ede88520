"""TrioTrio by Sean Hyde-Moyer: what is on the board, and what may happen to it.

The rules are TT-1 to TT-17 of `rules.md` beside this file; their ids stand where they are obeyed.

    9  .  .  s  .  p  .  r  .  .     Blue: Rock, Paper, Scissors, left to right as Blue sees them
    8  .  .  .  .  .  .  .  .  .
    7  .  .  .  .  .  .  .  .  .
    6  .  .  .  .  .  .  .  .  .
    5  .  . [P] . (*) . [S] .  .     the permanent Paper, the Golden Cow, the permanent Scissors
    4  .  .  .  .  .  .  .  .  .
    3  .  .  .  .  .  .  .  .  .
    2  .  .  .  .  .  .  .  .  .
    1  .  .  R  .  P  .  S  .  .     Yellow
       a  b  c  d  e  f  g  h  i

Squares are numbered row by row from a1; `Squares` are sets of them, and a piece is a set of one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cython

from quatrefoil.core.position import Position
from quatrefoil.core.rng import Rng

if not cython.compiled:  # else they are constants and functions of position.pxd
    from quatrefoil.core.constants import CHANCE, OVER
    from quatrefoil.games.triotrio.tables import Squares, count, lowest

    FIRST, CHANGE, CHANGE_ROLL, DECIDE, MOVE_ROLL, MOVE, RECLAIM = range(7)
    KEEP, HOLD, ROLL, STAY, DECLINE, CHOOSE, TRAVEL, RETAKE, DIE, BEGIN = range(10)
    LOST, QUIET = 0, 1
    FULL, COW_TURNS, NO_SQUARE = 3, 3, -1

# Kinds of pieces, in the order of the die: 1–2, 3–4, 5–6 (TT-7). Each is beaten by the next.
PIECES = ("rock", "paper", "scissors")

# Phases of a turn, and before the first one, in the order of FIRST to RECLAIM.
PHASES = ("first", "change", "change-roll", "decide", "move-roll", "move", "reclaim")

# Kinds of moves, from KEEP to BEGIN; from `choose` on they have a square, piece, face or player.
KINDS = ("keep", "hold", "roll", "stay", "decline", "choose", "travel", "retake", "die", "begin")

NOTHING = cython.declare(Squares, 0)
ONE = cython.declare(Squares, 1)
MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def encode(kind: cython.int, first: cython.int = 0, second: cython.int = 0) -> cython.longlong:
    """Return the number of a move: its kind, and two numbers of seven bits."""
    return (kind << 14) | (first << 7) | second


def decode(move: int) -> tuple[str, int, int]:
    """Return the kind of a move by its name, and the two numbers that go with it."""
    return KINDS[move >> 14], (move >> 7) & 127, move & 127


@cython.final
@cython.cclass
class TrioTrioPosition(Position):
    """A position, blank until `set_up`. `mover` has the turn, also while `turn` says CHANCE."""

    def __init__(self, rules: Any) -> None:
        Position.__init__(self, rules)
        self.tables = rules.tables
        if not cython.compiled:
            self.owned = [0, 0]
            self.typed = [0, 0, 0]
            self.cow = [0, 0]
            self.must_leave = [False, False]

    def set_up(
        self,
        pieces: Sequence[Mapping[int, int]],
        *,
        mover: int = 0,
        phase: str = "change",
        square: int | None = None,
        roll: int | None = None,
        cow: Sequence[int] = (0, 0),
        must_leave: Sequence[bool] = (False, False),
        cow_at_start: bool = False,
        quiet: int = 0,
    ) -> None:
        """Become the position with these pieces (kind by square, for each player).

        If the game is over there, whatever was to come is forgotten. With no piece left on
        either side it was the mover who captured last, and won (TT-15).
        """
        self.owned[0] = self.owned[1] = 0
        self.typed[0] = self.typed[1] = self.typed[2] = 0
        self.piece_key = 0
        self.mover = mover if phase != "first" else 0
        for player in range(2):
            for place, kind in pieces[player].items():
                self.toggle(player, kind, ONE << cython.cast(cython.int, place))
            self.cow[player] = cow[player]
            # It ends when the piece has left the Cow or the board (TT-14).
            self.must_leave[player] = must_leave[player] and self.on_cow(player)
        self.cow_at_start = cow_at_start and self.on_cow(self.mover)
        self.quiet = quiet
        self.square = NO_SQUARE if square is None else square
        self.roll = roll or 0
        self.reason = 0
        self.fresh = True
        self.phase = PHASES.index(phase)
        at_dice = self.phase == FIRST or self.phase == CHANGE_ROLL or self.phase == MOVE_ROLL
        self.turn = CHANCE if at_dice else self.mover
        if not self.end_if_lost() and 0 < self.tables.quiet_turns <= quiet:
            self.finish(QUIET)

    # ---- for notation, drawings and symmetries ------------------------------------------------

    def pieces(self, player: cython.int) -> dict[int, int]:
        """Return a player's pieces: kind by square, in the order of the squares."""
        if not 0 <= player < 2:
            raise ValueError(f"players are 0 and 1, and not {player}")
        found = {}
        left: Squares = self.owned[player]
        while left:
            found[lowest(left)] = self.kind_at(left & -left)
            left &= left - 1
        return found

    def on_cow(self, player: cython.int) -> bool:
        """Return whether a piece of this player is on the Golden Cow."""
        return 0 <= player < 2 and self.owned[player] & self.tables.cow != 0

    def is_reclaiming(self) -> bool:
        """Return whether the end of the mover's turn can have led to phase `reclaim` (TT-13)."""
        return self.counts_on_cow(self.mover) and self.may_reclaim()

    def repelled_from(self, square: cython.int) -> list[int]:
        """Return which squares like pieces, or the like permanent, keep this piece from (TT-9)."""
        self._require_piece(square)
        piece: Squares = ONE << square
        left: Squares = self.repelled(self.kind_at(piece), piece)
        found = []
        while left:
            found.append(lowest(left))
            left &= left - 1
        return found

    def is_sacrifice(self, start: cython.int, end: cython.int) -> bool:
        """Return whether a capture costs the piece that makes it too (TT-10)."""
        self._require_piece(start)
        if not 0 <= end < 128:
            raise ValueError(f"there is no square {end}")
        piece: Squares = ONE << start
        captures: cython.bint = self.owned[1 - self.mover] & (ONE << end) != 0
        return captures and self.is_repelled(self.kind_at(piece), piece, ONE << end)

    def counts_on_cow(self, player: cython.int) -> bool:
        """Return whether turns on the Cow count for a player: she is there, and lacks a piece."""
        if not self.on_cow(player):
            return False
        return count(self.owned[player]) < FULL and not self.must_leave[player]

    def fatal_kinds(self, square: cython.int) -> list[int]:
        """Return which kinds the piece on a square cannot become and live (TT-7)."""
        self._require_piece(square)
        piece: Squares = ONE << square
        old: cython.int = self.kind_at(piece)
        return [kind for kind in range(3) if kind != old and self.is_fatal(kind, piece)]

    def is_out_of_place(self, square: cython.int) -> bool:
        """Whether the piece on a square could not live there, had it come or changed (TT-7)."""
        self._require_piece(square)
        piece: Squares = ONE << square
        return bool(self.is_fatal(self.kind_at(piece), piece))

    def route(self, start: cython.int, end: cython.int) -> list[int]:
        """Return the squares of a move by the number rolled, one way to make it (TT-9)."""
        self._require_piece(start)
        if not (0 <= end < 128 and self.allows(encode(TRAVEL, start, end))):
            raise ValueError(f"no piece may go from square {start} to square {end}")
        piece: Squares = ONE << start
        kind: cython.int = self.kind_at(piece)
        return self.tables.route(kind, piece, self.roll, self.free_for(kind, piece), ONE << end)

    def _require_piece(self, square: int) -> None:
        """Refuse a square where no piece stands."""
        if square not in self.pieces(0) and square not in self.pieces(1):
            raise ValueError(f"no piece stands on square {square}")

    def make_image(self, symmetry: int) -> TrioTrioPosition:
        players = self.rules.symmetries[symmetry].players  # a swap is its own inverse
        squares = self.rules.symmetries[symmetry].squares
        twin = TrioTrioPosition(self.rules)
        twin.set_up(
            [{squares[s]: kind for s, kind in self.pieces(p).items()} for p in players],
            mover=players[self.mover],
            phase=PHASES[self.phase],
            square=None if self.square == NO_SQUARE else squares[self.square],
            roll=self.roll,
            cow=[self.cow[p] for p in players],
            must_leave=[self.must_leave[p] for p in players],
            cow_at_start=self.cow_at_start,
            quiet=self.quiet,
        )
        return twin

    def map_move(self, move: int, symmetry: int) -> int:
        kind, first, second = decode(move)
        squares = self.rules.symmetries[symmetry].squares
        if kind == "choose":
            first = squares[first]
        elif kind == "travel":
            first, second = squares[first], squares[second]
        elif kind == "begin":
            first = self.rules.symmetries[symmetry].players[first]
        return encode(KINDS.index(kind), first, second)

    # ---- what may be done ---------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_moves(self, out: cython.p_longlong) -> cython.int:
        found: cython.int = 0
        i: cython.int
        if self.turn == OVER:
            return 0
        if self.phase == MOVE:
            return self.fill_travels(out)
        if self.phase == CHANGE:
            out[0] = encode(KEEP)
            found = 1
            left: Squares = self.owned[self.mover]
            while left:
                out[found] = encode(CHOOSE, lowest(left))
                found += 1
                left &= left - 1
        elif self.phase == DECIDE:
            out[0] = encode(ROLL)
            out[1] = encode(HOLD)
            found = 1 if self.must_leave[self.mover] else 2  # TT-14
        elif self.phase == RECLAIM:
            out[0] = encode(DECLINE)
            found = 1
            for i in range(3):
                if self.can_reclaim(i):
                    out[found] = encode(RETAKE, i)
                    found += 1
        elif self.phase == FIRST:
            out[0] = encode(BEGIN, 0)
            out[1] = encode(BEGIN, 1)
            found = 2
        else:
            for i in range(6):
                out[i] = encode(DIE, i + 1)
            found = 6
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sample_move(self, rng: Rng) -> cython.longlong:
        if self.phase == MOVE:
            return self.sample_travel(rng)
        if self.phase == CHANGE_ROLL or self.phase == MOVE_ROLL:
            return encode(DIE, 1 + rng.below(6))
        moves: cython.longlong[4]
        if not cython.compiled:
            moves = [0] * 4
        return moves[rng.below(self.fill_moves(moves))]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_travels(self, out: cython.p_longlong) -> cython.int:
        found: cython.int = 0
        kind: cython.int
        for kind in range(3):
            pieces: Squares = self.movers() & self.typed[kind]
            while pieces:
                ends: Squares = self.destinations(pieces & -pieces, kind)
                while ends:
                    out[found] = encode(TRAVEL, lowest(pieces), lowest(ends))
                    found += 1
                    ends &= ends - 1
                pieces &= pieces - 1
        if found == 0:
            out[0] = encode(STAY)
            return 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sample_travel(self, rng: Rng) -> cython.longlong:
        """Draw one of `fill_travels`: a piece by how far it can go, then where it goes."""
        total: cython.int = 0
        start: Squares = NOTHING
        ends: Squares = NOTHING
        kind: cython.int
        for kind in range(3):
            pieces: Squares = self.movers() & self.typed[kind]
            while pieces:
                others: Squares = self.destinations(pieces & -pieces, kind)
                number: cython.int = count(others)
                total += number
                # Each piece takes over with odds of its share so far: in the end all are even.
                if number > 0 and cython.cast(cython.int, rng.below(total)) < number:
                    start = pieces
                    ends = others
                pieces &= pieces - 1
        if total == 0:
            return encode(STAY)
        skipped: cython.int = rng.below(count(ends))
        while skipped > 0:
            ends &= ends - 1
            skipped -= 1
        return encode(TRAVEL, lowest(start), lowest(ends))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def movers(self) -> Squares:
        """Return which pieces may move: one that must leave the Cow goes first (TT-14)."""
        return self.tables.cow if self.must_leave[self.mover] else self.owned[self.mover]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def destinations(self, piece: Squares, kind: cython.int) -> Squares:
        """Return where a piece can end its move by the number rolled (TT-9)."""
        prey: Squares = self.owned[1 - self.mover] & self.typed[(kind + 2) % 3]  # TT-5
        free: Squares = self.free_for(kind, piece)
        # A capture is exempt from repelling; a permanent that beats the piece is always out.
        landing: Squares = (free | prey) & ~(self.tables.deadly[kind] | piece)
        return self.tables.reach(kind, piece, self.roll, free, landing)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def free_for(self, kind: cython.int, piece: Squares) -> Squares:
        """Return where a piece may step without capturing (TT-9)."""
        others: Squares = (self.owned[0] | self.owned[1]) ^ piece
        return self.tables.board & ~(others | self.repelled(kind, piece))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def repelled(self, kind: cython.int, but: Squares) -> Squares:
        """Return where like pieces and the like permanent repel a kind, not counting one piece."""
        return self.tables.around(self.typed[kind] & ~but) | self.tables.zone[kind]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_repelled(self, kind: cython.int, but: Squares, end: Squares) -> cython.bint:
        """Whether a piece that captures on a square is removed too (TT-10); `but` is itself."""
        return end & self.repelled(kind, but) != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_fatal(self, kind: cython.int, piece: Squares) -> cython.bint:
        """Whether a piece that becomes this kind is removed (TT-7)."""
        return piece & (self.repelled(kind, piece) | self.tables.deadly[kind]) != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def can_reclaim(self, kind: cython.int) -> cython.bint:
        """Whether this kind could stand on the mover's centre start (TT-13)."""
        return self.repelled(kind, NOTHING) & self.tables.centre[self.mover] == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def may_reclaim(self) -> cython.bint:
        """Whether the mover is to be asked for a piece at the end of her turn (TT-13)."""
        occupied: Squares = self.owned[0] | self.owned[1]
        return (
            self.cow[self.mover] == COW_TURNS
            and occupied & self.tables.centre[self.mover] == 0
            and (self.can_reclaim(0) or self.can_reclaim(1) or self.can_reclaim(2))
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def kind_at(self, piece: Squares) -> cython.int:
        if self.typed[0] & piece:
            return 0
        return 1 if self.typed[1] & piece else 2

    # ---- what happens then --------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, move: cython.longlong) -> cython.void:
        kind: cython.int = move >> 14
        first: cython.int = (move >> 7) & 127
        self.fresh = False
        if kind == DIE:
            if self.phase == CHANGE_ROLL:
                self.change(first)
            else:
                self.roll = first
                self.enter(MOVE, self.mover)
        elif kind == CHOOSE:
            self.square = first
            self.enter(CHANGE_ROLL, CHANCE)
        elif kind == KEEP:
            self.enter(DECIDE, self.mover)
        elif kind == ROLL:
            self.enter(MOVE_ROLL, CHANCE)
        elif kind == TRAVEL:
            self.travel(first, move & 127)
        elif kind in (HOLD, STAY):
            self.count_cow()
        elif kind == RETAKE:
            self.reclaim(first)
        elif kind == DECLINE:
            self.end_turn()
        else:
            self.begin_turn(first)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def change(self, face: cython.int) -> cython.void:
        """Give the chosen piece the kind that the die shows (TT-7)."""
        piece: Squares = ONE << self.square
        old: cython.int = self.kind_at(piece)
        new: cython.int = (face - 1) // 2
        self.square = NO_SQUARE
        if new != old:
            self.toggle(self.mover, old, piece)
            self.toggle(self.mover, new, piece)
            if self.is_fatal(new, piece):
                self.remove(self.mover, new, piece)
                if self.end_if_lost():
                    return
        self.enter(DECIDE, self.mover)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def travel(self, start: cython.int, end: cython.int) -> cython.void:
        """Move a piece, capture, perhaps sacrifice it (TT-10), and end the turn."""
        left: Squares = ONE << start
        piece: Squares = ONE << end
        kind: cython.int = self.kind_at(left)
        enemy: cython.int = 1 - self.mover
        captured: cython.bint = self.owned[enemy] & piece != 0
        if captured:
            self.remove(enemy, (kind + 2) % 3, piece)  # TT-5
        self.toggle(self.mover, kind, left)
        self.toggle(self.mover, kind, piece)
        if left == self.tables.cow:
            self.cow_at_start = False
            self.must_leave[self.mover] = False
        if captured:
            if self.is_repelled(kind, piece, piece):
                self.remove(self.mover, kind, piece)
            if self.end_if_lost():
                return
        self.count_cow()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reclaim(self, kind: cython.int) -> cython.void:
        """Put a piece on the mover's centre start; the one on the Cow must leave (TT-14)."""
        self.toggle(self.mover, kind, self.tables.centre[self.mover])
        self.cow[self.mover] = 0
        self.must_leave[self.mover] = True
        self.quiet = 0
        self.end_turn()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def toggle(self, player: cython.int, kind: cython.int, piece: Squares) -> cython.void:
        """Put a piece on an empty square, or take it up."""
        self.owned[player] ^= piece
        self.typed[kind] ^= piece
        self.piece_key ^= self.tables.keys[player][kind][lowest(piece)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def remove(self, player: cython.int, kind: cython.int, piece: Squares) -> cython.void:
        """Take a piece from the board for good."""
        self.toggle(player, kind, piece)
        self.quiet = 0
        if piece == self.tables.cow:
            self.must_leave[player] = False
            if player == self.mover:
                self.cow_at_start = False

    # ---- turns and the end --------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, phase: cython.int, turn: cython.int) -> cython.void:
        self.phase = phase
        self.turn = turn

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin_turn(self, player: cython.int) -> cython.void:
        self.mover = player
        self.cow_at_start = self.owned[player] & self.tables.cow != 0
        self.enter(CHANGE, player)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_cow(self) -> cython.void:
        """After the moving: count a turn on the Cow (TT-12), and perhaps offer a piece (TT-13)."""
        me: cython.int = self.mover
        self.roll = 0
        if self.cow_at_start and not self.must_leave[me] and count(self.owned[me]) < FULL:
            if self.cow[me] < COW_TURNS:
                self.cow[me] += 1
        else:
            self.cow[me] = 0
        if self.may_reclaim():
            self.enter(RECLAIM, me)
        else:
            self.end_turn()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def end_turn(self) -> cython.void:
        """Count the quiet turn (TT-16) and pass to the other player."""
        self.quiet += 1
        if self.quiet == self.tables.quiet_turns:
            self.finish(QUIET)
        else:
            self.begin_turn(1 - self.mover)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def end_if_lost(self) -> cython.bint:
        """End the game if a player has no piece left (TT-15), and say so."""
        if self.owned[0] and self.owned[1]:
            return False
        self.finish(LOST)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def finish(self, reason: cython.int) -> cython.void:
        self.reason = reason
        self.square = NO_SQUARE
        self.roll = 0
        self.cow_at_start = False
        self.enter(CHANGE, OVER)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_scores(self, out: cython.p_double) -> cython.void:
        out[0] = out[1] = 0.5
        if self.turn == OVER and self.reason == LOST:
            # With no piece left on either side the mover has won: she captured (TT-15).
            enemy: cython.int = 1 - self.mover
            winner: cython.int = enemy if self.owned[enemy] else self.mover
            out[winner] = 1.0
            out[1 - winner] = 0.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hash_key(self) -> cython.ulonglong:
        """Return the key of the pieces, mixed with all else that matters from here on."""
        player: cython.int
        rest: cython.ulonglong = self.quiet if self.tables.quiet_turns else 0
        rest = rest << 7 | self.phase << 4 | self.roll << 1 | self.mover
        rest = rest << 8 | (self.square + 1) << 1 | self.cow_at_start
        for player in range(2):
            # A count without a piece on the Cow is lost, whatever it was (TT-12).
            rest <<= 3
            if self.owned[player] & self.tables.cow:
                rest |= self.cow[player] << 1 | self.must_leave[player]
        # The product spreads all bits upwards, and the shift brings them down again.
        rest = (rest * SPREAD) & MASK64
        return self.piece_key ^ rest ^ (rest >> 32)
