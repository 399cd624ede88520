"""Whole turns: every position that the player to move can leave to the next, each once.

A turn may be several moves, and many orders of them come to the same. What is listed here are the
ends of turns, without duplicates: neither the same position twice, nor two that are images of one
another under a symmetry of the rules.
"""

from __future__ import annotations

import cython

from quatrefoil.core.game import Rules
from quatrefoil.core.position import Position
from quatrefoil.search.keys import KeySet
from quatrefoil.search.usage import OneThread, check_rules

if cython.compiled:
    from cython.cimports.libc.stdlib import free
    from cython.cimports.libc.string import memcpy
    from cython.cimports.quatrefoil.search.memory import resized

_NO_LIMIT = cython.declare(cython.int, 2_000_000_000)
_FIRST_CAPACITY = cython.declare(cython.int, 256)


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
            self.end_keys = cython.NULL

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self._legal)
            free(self._states)
            free(self._parents)
            free(self._moves)
            free(self._end_entries)
            free(self.end_keys)

    def __init__(self, rules: Rules) -> None:
        self._scratch = rules.start()
        self._symmetries = len(rules.symmetries)
        self._span = self._scratch.span if cython.compiled else 0
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
        self._visited = KeySet()
        self._one_thread = OneThread("list of turns")
        self.count = self.ends = 0
        self._capacity = 0
        self._reserve(_FIRST_CAPACITY)

    def listed(self, position: Position) -> list[tuple[list[int], Position]]:
        """Return the moves of every turn from a position, with the position at its end."""
        check_rules(self._scratch.rules, position)
        with self._one_thread:
            return self._listed(position)

    def _listed(self, position: Position) -> list[tuple[list[int], Position]]:
        self.fill(position, _NO_LIMIT)
        turns = []
        for end in range(self.ends):
            after: Position = position.copy()
            self.load_end(end, after)
            turns.append((self.moves_of(end), after))
        return turns

    def moves_of(self, end: int) -> list[int]:
        """Return the moves that lead to an end of the turn, of those that were listed last."""
        if not 0 <= end < self.ends:
            raise ValueError(f"ends have numbers from 0 up to {self.ends}, not {end!r}")
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
        self._visited.clear()
        self._scratch.assign(start)
        self._add(-1, 0)
        entry: cython.int = 0
        move: cython.int
        while entry < self.count:
            self._load(entry, self._scratch)
            if self._scratch.turn == mover:
                legal: cython.int = self._scratch.fill_moves(self._legal)
                for move in range(legal):
                    if self.count >= limit:
                        return False
                    self._load(entry, self._scratch)
                    self._scratch.apply(self._legal[move])
                    if self._scratch.turn != mover:
                        self._add_end(entry, self._legal[move])
                    elif self._visited.add(self._scratch.hash_key()):
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
        """Append the scratch position; return the number of its entry."""
        if self.count == self._capacity:
            self._reserve(2 * self._capacity)
        entry: cython.int = self.count
        if cython.compiled:
            memcpy(
                self._states + entry * self._span, cython.address(self._scratch.turn), self._span
            )
        else:
            self._copies[entry] = self._scratch.copy()
        self._parents[entry] = parent
        self._moves[entry] = move
        self.count += 1
        return entry

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _add_end(self, parent: cython.int, move: cython.longlong) -> cython.int:
        key: cython.ulonglong = canonical_key(self._scratch, self._symmetries)
        if self._visited.add(key):
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
    def _reserve(self, capacity: cython.int) -> cython.int:
        if cython.compiled:
            self._states = cython.cast(cython.p_char, resized(self._states, capacity * self._span))
            self._parents = cython.cast(
                cython.p_int, resized(self._parents, capacity * cython.sizeof(cython.int))
            )
            self._moves = cython.cast(
                cython.p_longlong, resized(self._moves, capacity * cython.sizeof(cython.longlong))
            )
            self._end_entries = cython.cast(
                cython.p_int, resized(self._end_entries, capacity * cython.sizeof(cython.int))
            )
            self.end_keys = cython.cast(
                cython.p_ulonglong,
                resized(self.end_keys, capacity * cython.sizeof(cython.ulonglong)),
            )
        else:
            more = [0] * (capacity - self._capacity)
            for column in (self._parents, self._moves, self._end_entries, self.end_keys):
                column.extend(more)
            self._copies.extend([self._scratch] * (capacity - self._capacity))
        self._capacity = capacity
        return 0
