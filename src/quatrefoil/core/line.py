"""A position with what came before it, as far as the rules look back.

A `Position` has no history; a `Line` adds the keys since the last irreversible move. It alone
decides repetition (the games say what recurs and what follows), and it alone undoes, by copies:
once, for all games. Search, UGI and matches hold Lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import SupportsIndex

import cython

from quatrefoil.core.arguments import integer, whole
from quatrefoil.core.errors import IllegalMoveError, shortened
from quatrefoil.core.pictures import line_to_svg
from quatrefoil.core.position import Position
from quatrefoil.core.rng import Rng

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals
    from cython.cimports.libc.stdlib import abort, free, malloc, realloc
    from cython.cimports.libc.string import memcpy
else:
    from quatrefoil.core.constants import OVER

#: Any odd number with scattered bits: it spreads keys before they are added up.
_SPREAD = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_ONE = cython.declare(cython.ulonglong, 1)

#: The longest playout: some seconds, which no signal interrupts.
MOST_PLAYOUT_MOVES = 10_000_000
#: The deepest `perft`: far more than anybody can wait for.
MOST_PERFT_DEPTH = 100


@cython.final
@cython.cclass
class Line:
    """Moves from a first position on; that position is its own first occurrence.

    The length of a line is the number of moves that can be taken back, and iterating over it
    gives their tokens: `Line(first, line)` makes the same moves. Two lines are equal if their
    positions are, their moves, and what they remember of positions that may recur. `position` is
    the line's own: `push` and `pop` change it, and whoever wants to change it otherwise copies it.
    """

    def __cinit__(self, position: Position, tokens: object = ()) -> None:
        # Here, and not in `__init__`, which callers may skip or call again.
        self._begin(position)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self._keys)

    def __init__(self, position: Position, tokens: Iterable[str] = ()) -> None:
        if not cython.compiled:
            self._begin(position)
        for token in tokens:
            self.play(token)

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def _begin(self, position: Position) -> cython.int:
        self._room = 64
        if cython.compiled:
            self._keys = cython.cast(
                cython.pointer(cython.ulonglong),
                malloc(self._room * cython.sizeof(cython.ulonglong)),
            )
            if self._keys == cython.NULL:
                raise MemoryError
        else:
            self._keys = [0] * self._room
        self.position = position.copy()
        self._moves: list[int] = []
        self._tokens: list[str] = []
        self._past: list[tuple[Position, int, int, int]] = []
        self._first = 0
        self._count = 0
        self._marks = 0
        self._undoable = 0
        self._spare: Line | None = None
        self._remember()
        return 0

    # ---- for Python callers -------------------------------------------------------------------

    @property
    def moves(self) -> list[int]:
        """The moves that can be taken back: a list of the caller's own."""
        return self._moves[:]

    @property
    def tokens(self) -> list[str]:
        """Their tokens: a list of the caller's own."""
        return self._tokens[:]

    def push(self, move: SupportsIndex) -> None:
        """Make a legal move; raise an IllegalMoveError for any other, and change nothing."""
        self.push_unchecked(self.position.checked(move))

    def push_unchecked(self, move: cython.longlong) -> None:
        """Make a move of `legal_moves` or `random_move` without checking it, for hot loops."""
        token = self.position.rules.notation.format_move(self.position, move)
        self._past.append((self.position.copy(), self._first, self._count, self._marks))
        self._moves.append(move)
        self._tokens.append(token)
        self._undoable += 1
        self.advance(move)

    def play(self, token: str) -> None:
        """Make the move that a token names, or raise a MoveError and change nothing."""
        self.push_unchecked(self.position.parse(token))

    def pop(self) -> int:
        """Take the latest move back and return it."""
        if not self._past:
            raise IllegalMoveError("there is no move to take back")
        before, self._first, self._count, self._marks = self._past.pop()
        self._undoable -= 1
        self.position.copy_from(before)
        self._tokens.pop()
        move: int = self._moves.pop()
        return move

    def before(self, number: SupportsIndex) -> Position:
        """Return the position before a move; the first move is number 0."""
        wanted = integer(number, "the number of a move")
        if not 0 <= wanted < len(self._past):
            raise IllegalMoveError(
                f"there are {len(self._past)} moves, and no number {shortened(wanted)}"
            )
        earlier: Position = self._past[wanted][0]
        return earlier.copy()

    def copy_before(self, number: SupportsIndex) -> Line:
        """Return an independent line at an earlier point, before a move: what `copy` was then."""
        earlier: Line = Line(self.before(number))
        _, first, count, _ = self._past[integer(number, "the number of a move")]
        earlier._recall([self._keys[i] for i in range(first, count)])
        return earlier

    #: Return a picture of the position with its latest move marked.
    to_svg = line_to_svg

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def copy(self) -> Line:
        """Return an independent line at the same point, without the moves that led here.

        `copy.copy` keeps them.
        """
        twin: Line = Line(self.position)
        twin.follow(self)
        return twin

    def copy_from(self, other: Line) -> None:
        """Become what `other.copy()` would be, without the cost of a new line."""
        if other is self:
            self.forget()
            return
        self.position.copy_from(other.position)
        self._moves.clear()
        self._tokens.clear()
        self._past.clear()
        self._undoable = 0
        self.follow(other)

    def forget(self) -> None:
        """Give up taking back, so that moves can be made without remembering them."""
        if self._undoable:
            self._moves.clear()
            self._tokens.clear()
            self._past.clear()
            self._undoable = 0

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[str]:
        return iter(self.tokens)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        return (
            self.tokens == other.tokens
            and self.position.turn == other.position.turn
            and self._recent_keys() == other._recent_keys()
            and self.position == other.position
        )

    def __repr__(self) -> str:
        """Return an expression for this line: it lacks only what cannot be taken back any more."""
        first = self.before(0) if self._past else self.position
        rules = first.rules
        begin = f"{rules!r}.start()" if first == rules.start() else repr(first)
        return f"quatrefoil.Line({begin}{f', {self._tokens}' if self._tokens else ''})"

    def __copy__(self) -> Line:
        """Return an independent line with the same moves to take back."""
        twin: Line = self.copy()
        if not self._past:
            return twin
        twin._moves.extend(self._moves)
        twin._tokens.extend(self._tokens)
        twin._past.extend(self._past)  # nobody changes the positions in it
        twin._undoable = self._undoable
        while twin._room < self._count:
            twin._grow()
        i: cython.int
        for i in range(self._count):
            twin._keys[i] = self._keys[i]
        twin._first = self._first
        twin._count = self._count
        return twin

    def __deepcopy__(self, memo: object) -> Line:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the first position, what repetition remembered there, and the moves since."""
        position, first, count = self.position, self._first, self._count
        if self._past:
            position, first, count, _ = self._past[0]
        keys = [self._keys[i] for i in range(first, count)]
        return (_restored, (position, keys, self.tokens))

    def _recent_keys(self) -> list[int]:
        """Return the keys since the last irreversible move, in an order of their own."""
        return sorted([self._keys[i] for i in range(self._first, self._count)])

    def _recall(self, keys: list[int]) -> None:
        """Remember these keys and no others."""
        self._first = self._count = 0
        self._marks = 0
        key: cython.ulonglong
        for key in keys:
            if self._count == self._room:
                self._grow()
            self._keys[self._count] = key
            self._count += 1
            self._marks |= _ONE << (key & 63)

    def random_playout(self, rng: Rng, limit: SupportsIndex = 1_000_000) -> int:
        """Play random moves to the end (or `limit` moves) without remembering them; count them.

        Other threads go on meanwhile. They may look at this line, so it is another one that plays.
        """
        if self._past:
            raise ValueError("play out a copy of the line: this one has moves to take back")
        most: cython.long = _playout_limit(limit)
        ahead: Line = self.copy() if self._spare is None else self._spare
        self._spare = None
        ahead.follow(self)
        with cython.nogil:
            played: cython.long = ahead.playout(rng, most)
        self.follow(ahead)
        self._spare = ahead
        return played

    # ---- for search, without the GIL ----------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, move: cython.longlong) -> cython.void:
        """Make a legal move and end the game if the position occurred once too often."""
        self.position.apply(move)
        self._remember()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def follow(self, other: Line) -> cython.void:
        """Become equal to `other`, which has the same rules object, but with nothing to undo."""
        self.position.assign(other.position)
        count: cython.int = other._count - other._first
        if cython.compiled:
            while self._room < count:
                self._grow()
            memcpy(self._keys, other._keys + other._first, count * cython.sizeof(cython.ulonglong))
        else:
            self._keys = other._keys[other._first : other._count] + [0] * 64
            self._room = len(self._keys)
        self._first = 0
        self._count = count
        self._marks = other._marks

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def future_key(self) -> cython.ulonglong:
        """Return a key that is equal for lines with the same future, repetitions included.

        That is the position's key, and those of the past that may recur, in whatever order. The
        position's own repetition key is not among them: it follows from the position or, where it
        knows more about the latest move, that was irreversible and will not be made again.
        """
        total: cython.ulonglong = 0
        key: cython.ulonglong
        last: cython.int = self._count
        if last > self._first and self._keys[last - 1] == self.position.repetition_key():
            last -= 1
        i: cython.int
        for i in range(self._first, last):
            key = self._keys[i]
            total = (total + ((key ^ (key >> 29)) * _SPREAD)) & _MASK64
        return self.position.hash_key() ^ total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def recurrences(self) -> cython.int:
        """Return how often the position occurred before, as far as the rules count that."""
        key: cython.ulonglong = self.position.repetition_key()
        if self.position.repetition == 0 or key == 0:
            return 0
        seen: cython.int = self._occurrences(key)
        # The last occurrence of all ended the game and was not noted.
        ended: cython.bint = seen == self.position.repetition - 1
        return seen if ended and self.position.turn == OVER else max(seen - 1, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def playout(self, rng: Rng, limit: cython.long) -> cython.long:
        """Play random moves until the end or the limit; return how many."""
        played: cython.long = 0
        while self.position.turn != OVER and played < limit:
            self.advance(self.position.sample_move(rng))
            played += 1
        return played

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _remember(self) -> cython.void:
        """Note the key of the position, or end the game if it occurred once too often.

        This is as hot as the moves themselves. Whether one is irreversible is a coin toss in some
        games, so that is arithmetic and no branch. `_marks` has a bit for each key since then,
        by its low six bits: without it the key is new, and nothing needs to be searched.
        """
        if self.position.repetition == 0:
            return
        fresh: cython.int = self.position.fresh
        if self._undoable == 0:
            # Nothing from before can recur, and no undo will ask for it.
            self._count *= 1 - fresh
        self._first += (self._count - self._first) * fresh
        marks: cython.ulonglong = self._marks * (1 - fresh)
        key: cython.ulonglong = self.position.repetition_key()
        if key == 0 or self.position.turn == OVER:
            self._marks = marks
            return
        mark: cython.ulonglong = _ONE << (key & 63)
        self._marks = marks | mark
        if marks & mark and self._occurrences(key) + 1 >= self.position.repetition:
            self.position.end_by_repetition()
            return
        if self._count == self._room:
            self._grow()
        self._keys[self._count] = key
        self._count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _occurrences(self, key: cython.ulonglong) -> cython.int:
        """Return how often a key was noted since the last irreversible move."""
        seen: cython.int = 0
        i: cython.int
        for i in range(self._first, self._count):
            seen += self._keys[i] == key
        return seen

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _grow(self) -> cython.void:
        if cython.compiled:
            self._room *= 2
            self._keys = cython.cast(
                cython.pointer(cython.ulonglong),
                realloc(self._keys, self._room * cython.sizeof(cython.ulonglong)),
            )
            if self._keys == cython.NULL:
                abort()  # a few KB were not to be had: no caller could go on
        else:
            self._keys += [0] * self._room
            self._room *= 2


@cython.cfunc
@cython.exceptval(-1, check=True)
def _playout_limit(limit: object) -> cython.long:
    if type(limit) is int and 0 <= limit <= MOST_PLAYOUT_MOVES:
        return limit
    return whole(limit, "the limit of a playout", 0, MOST_PLAYOUT_MOVES)


def _restored(position: Position, keys: list[int], tokens: Iterable[str]) -> Line:
    """Return the line that was pickled."""
    line = Line(position)
    line._recall(keys)
    for token in tokens:
        line.play(token)
    return line


def tokens_of(position: Position, moves: Iterable[SupportsIndex]) -> tuple[str, ...]:
    """Return the tokens of moves that are made from a position on."""
    ahead = position.copy()
    tokens = []
    for move in moves:
        tokens.append(ahead.token(move))
        ahead.push(move)
    return tuple(tokens)


def perft(line: Line, depth: SupportsIndex) -> int:
    """Count the sequences of `depth` moves from here, chance's included.

    A sequence that ends early because the game is over is not counted.
    """
    return _perft(line, whole(depth, "the depth of perft", 0, MOST_PERFT_DEPTH))


def _perft(line: Line, depth: int) -> int:
    if depth == 0:
        return 1
    moves = line.position.legal_moves()
    if depth == 1:
        return len(moves)
    if cython.compiled:
        PyErr_CheckSignals()  # compiled loops do not notice Ctrl-C by themselves
    total = 0
    child: Line = line.copy()
    for move in moves:
        child.follow(line)
        child.advance(move)
        total += _perft(child, depth - 1)
    return total
