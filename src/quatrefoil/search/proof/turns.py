"""Whole turns: every position that the player to move can leave to the next, each once.

A turn may be several moves, and many orders of them come to the same. What is listed here are the
ends of turns, without duplicates: neither the same position twice, nor two that are images of one
another under a symmetry of the rules.
"""

from __future__ import annotations

import cython

from quatrefoil.core.game import Rules
from quatrefoil.core.position import Position

if cython.compiled:
    from cython.cimports.libc.stdlib import free
    from cython.cimports.libc.string import memcpy, memset
    from cython.cimports.quatrefoil.search.memory import resized

_NO_LIMIT = cython.declare(cython.int, 2_000_000_000)
_FIRST_ROOM = cython.declare(cython.int, 256)
#: Any odd number with scattered bits.
_SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def canonical_key(position: Position, symmetries: cython.int) -> cython.ulonglong:
    """Return a key that a position shares with its images, and with nothing else."""
    best: cython.ulonglong = position.hash_key()
    key: cython.ulonglong
    symmetry: cython.int
    for symmetry in range(1, symmetries):
        key = position.image_key(symmetry)
        if key < best:
            best = key
    return best


def canonical(position: Position) -> tuple[int, int]:
    """Return the canonical key of a position and the symmetry whose image has it."""
    best: cython.ulonglong = position.hash_key()
    key: cython.ulonglong
    found = 0
    for symmetry in range(1, len(position.rules.symmetries)):
        key = position.image_key(symmetry)
        if key < best:
            best = key
            found = symmetry
    return best, found


@cython.cclass
class Turns:
    """The turns from one position: made once, filled anew for every listing."""

    def __cinit__(self) -> None:
        if cython.compiled:
            self._legal = self._moves = cython.NULL
            self._states = cython.NULL
            self._parents = self._end_entries = cython.NULL
            self.end_keys = self._met = cython.NULL

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self._legal)
            free(self._states)
            free(self._parents)
            free(self._moves)
            free(self._end_entries)
            free(self.end_keys)
            free(self._met)

    def __init__(self, rules: Rules) -> None:
        self._walk = rules.start()
        self._symmetries = len(rules.symmetries)
        self._span = self._walk.span if cython.compiled else 0
        if cython.compiled:
            size = cython.sizeof(cython.longlong)
            self._legal = cython.cast(
                cython.p_longlong, resized(cython.NULL, rules.max_moves * size)
            )
        else:
            self._legal = [0] * rules.max_moves
            self._parents, self._moves = [], []
            self._end_entries, self.end_keys = [], []
        self._copies: list[Position] = []
        self._room = 0
        self._met_room = 0
        self._make_room(_FIRST_ROOM)
        self._make_met(4 * _FIRST_ROOM)

    def listed(self, position: Position) -> list[tuple[list[int], Position]]:
        """Return the moves of every turn from a position, with the position at its end."""
        self.fill(position, _NO_LIMIT)
        turns = []
        for end in range(self.ends):
            after: Position = position.copy()
            self.load_end(end, after)
            turns.append((self.moves_of(end), after))
        return turns

    def moves_of(self, end: int) -> list[int]:
        """Return the moves that lead to an end of the turn."""
        moves: list[int] = []
        entry = self._end_entries[end]
        while entry > 0:
            moves.append(self._moves[entry])
            entry = self._parents[entry]
        return moves[::-1]

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def fill(self, start: Position, limit: cython.int) -> cython.bint:
        """List the turns from a position that is not over; stop at `limit` entries.

        Return whether the list is complete.
        """
        mover: cython.int = start.turn
        self.count = 0
        self.ends = 0
        self._make_met(self._met_room)
        self._walk.assign(start)
        self._add(-1, 0)
        entry: cython.int = 0
        move: cython.int
        while entry < self.count:
            self._load(entry, self._walk)
            if self._walk.turn == mover:
                legal: cython.int = self._walk.fill_moves(self._legal)
                for move in range(legal):
                    if self.count >= limit:
                        return False
                    self._load(entry, self._walk)
                    self._walk.apply(self._legal[move])
                    if self._walk.turn != mover:
                        self._add_end(entry, self._legal[move])
                    elif self._is_new(self._walk.hash_key()):
                        self._add(entry, self._legal[move])
            entry += 1
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def load_end(self, end: cython.int, target: Position) -> cython.void:
        """Set a position to an end of the turn."""
        self._load(self._end_entries[end], target)

    # ---- entries ------------------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _add(self, parent: cython.int, move: cython.longlong) -> cython.int:
        """Append the walk's position; return the number of its entry."""
        if self.count == self._room:
            self._make_room(2 * self._room)
        entry: cython.int = self.count
        if cython.compiled:
            memcpy(self._states + entry * self._span, cython.address(self._walk.turn), self._span)
        else:
            self._copies[entry] = self._walk.copy()
        self._parents[entry] = parent
        self._moves[entry] = move
        self.count += 1
        return entry

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _add_end(self, parent: cython.int, move: cython.longlong) -> cython.int:
        key: cython.ulonglong = canonical_key(self._walk, self._symmetries)
        if self._is_new(key):
            entry: cython.int = self._add(parent, move)
            self._end_entries[self.ends] = entry
            self.end_keys[self.ends] = key
            self.ends += 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _load(self, entry: cython.int, target: Position) -> cython.void:
        if cython.compiled:
            memcpy(cython.address(target.turn), self._states + entry * self._span, self._span)
        else:
            target.assign(self._copies[entry])

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _make_room(self, room: cython.int) -> cython.int:
        if cython.compiled:
            self._states = cython.cast(cython.p_char, resized(self._states, room * self._span))
            self._parents = cython.cast(
                cython.p_int, resized(self._parents, room * cython.sizeof(cython.int))
            )
            self._moves = cython.cast(
                cython.p_longlong, resized(self._moves, room * cython.sizeof(cython.longlong))
            )
            self._end_entries = cython.cast(
                cython.p_int, resized(self._end_entries, room * cython.sizeof(cython.int))
            )
            self.end_keys = cython.cast(
                cython.p_ulonglong,
                resized(self.end_keys, room * cython.sizeof(cython.ulonglong)),
            )
        else:
            more = [0] * (room - self._room)
            for numbers in (self._parents, self._moves, self._end_entries, self.end_keys):
                numbers.extend(more)
            self._copies.extend([self._walk] * (room - self._room))
        self._room = room
        return 0

    # ---- keys that were met -------------------------------------------------------------------

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _is_new(self, key: cython.ulonglong) -> cython.bint:
        """Whether a key was not met before in this listing; it is now."""
        if key == 0:
            key = 1  # 0 marks an empty slot
        if 2 * self._met_count >= self._met_room:
            self._grow_met()
        slot: cython.uint = cython.cast(cython.uint, ((key * _SPREAD) & _MASK64) >> 32) & (
            self._met_room - 1
        )
        while self._met[slot] != 0:
            if self._met[slot] == key:
                return False
            slot = (slot + 1) & (self._met_room - 1)
        self._met[slot] = key
        self._met_count += 1
        return True

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _grow_met(self) -> cython.int:
        met: cython.p_ulonglong = self._met
        room: cython.uint = self._met_room
        if cython.compiled:
            self._met = cython.NULL
        self._make_met(4 * room)
        slot: cython.uint
        for slot in range(room):
            if met[slot] != 0:
                self._is_new(met[slot])
        if cython.compiled:
            free(met)
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _make_met(self, room: cython.uint) -> cython.int:
        """Make an empty table, in the memory of the one there was if it has the right size."""
        if cython.compiled:
            size: cython.Py_ssize_t = room * cython.sizeof(cython.ulonglong)
            if room != self._met_room:
                self._met = cython.cast(cython.p_ulonglong, resized(self._met, size))
            memset(self._met, 0, size)
        else:
            self._met = [0] * room
        self._met_room = room
        self._met_count = 0
        return 0
