"""The contract between the games and everything that plays them.

A `Position` is what is on the board and whose turn it is: no history, no Python objects that
change, so that copying one is copying memory. A game subclasses it and writes the methods of the
first part; they run without the GIL when compiled, and trust their callers. The second part is the
same for every game, and checks what it is given. (Its numbers are `SupportsIndex`, because compiled
code would turn a fraction into an `int` that is asked for.)
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, SupportsIndex

import cython

from quatrefoil.core.arguments import integer, whole
from quatrefoil.core.errors import IllegalMoveError, shortened
from quatrefoil.core.outcome import Outcome
from quatrefoil.core.pictures import position_to_svg
from quatrefoil.core.rng import Rng

if cython.compiled:
    from cython.cimports.cpython.list import PyList_New, PyList_SET_ITEM
    from cython.cimports.cpython.ref import Py_INCREF
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.libc.string import memcpy
else:
    from quatrefoil.core.constants import CHANCE, MAX_PLAYERS, OVER, UNSURE


#: Whether this is the compiled form of the hot core.
COMPILED: bool = cython.compiled

#: Moves are integers from 0 up to this one: C keeps them in 64 bits.
_HIGHEST_MOVE = 0x7FFFFFFFFFFFFFFF
_OF_SOME_GAME = "a position is of some game: `rules.start()` returns one"
#: How many legal moves are named where a move is refused.
_SHOWN = 8


@cython.cclass
class Position:
    """A position of some game. `turn` says who moves; `rules` never changes.

    `fresh` says that no position from before the latest move can ever come back (a `Line` may
    forget them); `reason` is an index into the rules' `reasons` once `turn` is OVER. Until a game
    has set a new position up, it is over: nobody can play on an empty board.
    """

    def __cinit__(self) -> None:
        # Also one that `__new__` made, and `__init__` never saw.
        self.turn = OVER

    def __init__(self, rules: Any) -> None:
        if type(self) is Position:
            raise TypeError(_OF_SOME_GAME)
        if cython.compiled and self.rules is not None:
            # Whoever holds it trusts that its rules, and with them its memory, stay the same.
            raise TypeError("a position is made once: `copy_from` changes it")
        self.rules: Any = rules
        self.max_moves = rules.max_moves
        self.repetition = rules.repetition
        self.span = _span(self) if cython.compiled else 0
        self.turn = OVER
        self.fresh = True
        self.reason = 0

    # ---- what a game writes -------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_moves(self, out: cython.p_longlong) -> cython.int:
        """Write every legal move (chance's too) to `out`, return how many; none when OVER.

        This is the one source of legality. At most `rules.max_moves` are written.
        """
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sample_move(self, rng: Rng) -> cython.longlong:
        """Return a legal move drawn uniformly (for CHANCE: by its odds). Not called when OVER.

        This one lists all moves; a game overrides it where it can draw without listing.
        """
        if cython.compiled:
            moves: cython.p_longlong = cython.cast(
                cython.p_longlong, malloc(self.max_moves * cython.sizeof(cython.longlong))
            )
        else:
            moves = [0] * self.max_moves
        count: cython.int = self.fill_moves(moves)
        drawn: cython.int = (
            self._draw_outcome(moves, count, rng) if self.turn == CHANCE else rng.below(count)
        )
        move: cython.longlong = moves[drawn]
        if cython.compiled:
            free(moves)
        return move

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, move: cython.longlong) -> cython.void:
        """Make a legal move, and set `turn`, `fresh` and, at the end, `reason`."""

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def winning_move(self) -> cython.longlong:
        """Return a legal move that wins at once for the player on turn, or NO_MOVE.

        A quick look for those who prove things; UNSURE where it may have overlooked one.
        """
        return UNSURE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def chance_weight(self, move: cython.longlong) -> cython.int:
        """Return the weight of one of chance's moves: its odds are its share of all weights.

        This is the one source of odds. A game with uneven dice overrides it: whole numbers from 1,
        whose sum fits in 31 bits.
        """
        return 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hash_key(self) -> cython.ulonglong:
        """Return the 64-bit key: equal for positions with the same future."""
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def repetition_key(self) -> cython.ulonglong:
        """Return what must recur for a repetition, or 0 where the rules do not count one."""
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def end_by_repetition(self) -> cython.void:
        """End the game as the rules say when a position occurred once too often."""

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_scores(self, out: cython.p_double) -> cython.void:
        """Write the score of each player: the current one, or when OVER the final one."""

    def make_image(self, symmetry: int) -> Position:
        """Return what `image` returns, trusting the caller."""
        return self.copy()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def image_key(self, symmetry: cython.int) -> cython.ulonglong:
        """Return the key of `image(symmetry)`: overridden where that can be had without it."""
        with cython.gil:
            return _key_of(self.make_image(symmetry))

    def map_move(self, move: int, symmetry: int) -> int:
        """Return what `image_move` returns, trusting the caller."""
        return move

    # ---- what every game gets -----------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def total_weight(self, moves: cython.p_longlong, count: cython.int) -> cython.int:
        """Return the sum of the weights of chance's moves."""
        total: cython.int = 0
        i: cython.int
        for i in range(count):
            total += self.chance_weight(moves[i])
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_odds(
        self, moves: cython.p_longlong, count: cython.int, out: cython.p_double
    ) -> cython.void:
        """Write the odds of each of chance's moves."""
        total: cython.double = self.total_weight(moves, count)
        i: cython.int
        for i in range(count):
            out[i] = self.chance_weight(moves[i]) / total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw_outcome(self, moves: cython.p_longlong, count: cython.int, rng: Rng) -> cython.int:
        """Return the index of one of chance's moves, drawn by its odds."""
        left: cython.int = rng.below(self.total_weight(moves, count))
        i: cython.int
        for i in range(count - 1):
            left -= self.chance_weight(moves[i])
            if left < 0:
                return i
        return count - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def assign(self, other: Position) -> cython.void:
        """Become equal to `other`, which has the same rules object: one copy of memory."""
        if cython.compiled:
            memcpy(cython.address(self.turn), cython.address(other.turn), self.span)
        else:
            for name, value in other.__dict__.items():
                self.__dict__[name] = list(value) if isinstance(value, list) else value

    def copy_from(self, other: Position) -> None:
        """Become equal to `other`, which has the same rules object."""
        if self.rules is not other.rules or type(self) is not type(other):
            raise ValueError("positions can be copied only between equal rules objects")
        self.assign(other)

    def copy(self) -> Position:
        """Return an independent position equal to this one."""
        twin: Position = type(self)(self.rules)
        twin.assign(self)
        return twin

    @property
    def key(self) -> int:
        """The 64-bit key of this position."""
        if self.rules is None:
            raise TypeError(_OF_SOME_GAME)
        return self.hash_key()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.turn == OVER

    def legal_moves(self) -> list[int]:
        """Return every legal move; chance's when `turn` is CHANCE, none when it is OVER."""
        if not cython.compiled:
            listed = [0] * self.max_moves
            return listed[: self.fill_moves(listed)]
        buffer: cython.p_longlong = cython.cast(
            cython.p_longlong, malloc(self.max_moves * cython.sizeof(cython.longlong))
        )
        if buffer == cython.NULL:
            raise MemoryError
        try:
            count: cython.int = self.fill_moves(buffer)
            # A list of known length, filled in place: a tenth faster than one that grows.
            listed = PyList_New(count)
            i: cython.int
            for i in range(count):
                move: object = buffer[i]
                Py_INCREF(move)
                PyList_SET_ITEM(listed, i, move)
            return listed
        finally:
            free(buffer)

    def random_move(self, rng: Rng) -> int:
        """Return a legal move drawn at random (chance's by its odds)."""
        if self.turn == OVER:
            raise IllegalMoveError("the game is over: there is no move to draw")
        return self.sample_move(rng)

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        """Return chance's moves with their exact odds; none where a player moves."""
        if self.turn != CHANCE:
            return []
        moves = self.legal_moves()
        weights = [self.chance_weight(move) for move in moves]
        total = sum(weights)
        return [
            (move, Fraction(weight, total)) for move, weight in zip(moves, weights, strict=True)
        ]

    def is_legal(self, move: SupportsIndex) -> bool:
        """Whether `legal_moves` has a move, without making that list."""
        number = move if type(move) is int else integer(move, "a move")
        return 0 <= number <= _HIGHEST_MOVE and self.allows(number)

    def push(self, move: SupportsIndex) -> None:
        """Make a legal move; raise an IllegalMoveError for any other, and change nothing."""
        self.apply(self.checked(move))

    def push_unchecked(self, move: cython.longlong) -> None:
        """Make a move of `legal_moves` or `random_move` without checking it, for hot loops.

        Anything else leaves a position that is none, or ends the process.
        """
        self.apply(move)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def allows(self, move: cython.longlong) -> cython.bint:
        """Whether a move is legal here: `fill_moves` lists it."""
        if not cython.compiled:
            return move in self.legal_moves()
        moves: cython.p_longlong = cython.cast(
            cython.p_longlong, malloc(self.max_moves * cython.sizeof(cython.longlong))
        )
        if moves == cython.NULL:
            return False
        left: cython.int = self.fill_moves(moves)
        while left > 0 and moves[left - 1] != move:
            left -= 1
        free(moves)
        return left > 0

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def checked(self, move: object) -> cython.longlong:
        """Return a legal move as a number of C, or raise an IllegalMoveError."""
        number = move if type(move) is int else integer(move, "a move")
        if not (0 <= number <= _HIGHEST_MOVE and self.allows(number)):
            some = [f"{each} ({self._token(each)})" for each in self.legal_moves()]
            raise self._refusal(f"move {shortened(number)}", "moves", some)
        return number

    def _refusal(self, what: str, kind: str, legal: list[str]) -> IllegalMoveError:
        """Return the error for a move or token that is not one of the legal ones."""
        if self.turn == OVER:
            return IllegalMoveError(f"{what} cannot be played: the game is over")
        shown = " ".join(legal[:_SHOWN]) + (" …" if len(legal) > _SHOWN else "")
        return IllegalMoveError(f"{what} is not legal here; {len(legal)} {kind} are: {shown}")

    def image(self, symmetry: SupportsIndex) -> Position:
        """Return this position seen through `rules.symmetries[symmetry]`; 0 changes nothing."""
        return self.make_image(self._symmetry(symmetry))

    def image_move(self, move: SupportsIndex, symmetry: SupportsIndex) -> int:
        """Return the move of `image(symmetry)` that corresponds to a legal move here."""
        return self.map_move(self.checked(move), self._symmetry(symmetry))

    def _symmetry(self, symmetry: object) -> int:
        return whole(symmetry, "a symmetry", 0, len(self.rules.symmetries) - 1)

    def scores(self) -> tuple[float, ...]:
        """Return the score of each player: the current one, or the final one."""
        values: cython.double[MAX_PLAYERS]
        if not cython.compiled:
            values = [0.0] * MAX_PLAYERS
        players = self.rules.players
        self.fill_scores(values)
        return tuple([float(values[i]) for i in range(players)])

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        if self.turn != OVER:
            return None
        return Outcome(self.scores(), self.rules.reasons[self.reason])

    # ---- tokens, JSON and drawings: at the edge, by the game's own notation -------------------

    def token(self, move: SupportsIndex) -> str:
        """Return the token of a legal move, or raise an IllegalMoveError."""
        return self._token(self.checked(move))

    def _token(self, move: int) -> str:
        return self.rules.notation.format_move(self, move)

    def legal_tokens(self) -> list[str]:
        """Return the tokens of all legal moves in ASCII order."""
        return sorted([self._token(move) for move in self.legal_moves()])

    def parse(self, token: str) -> int:
        """Return the legal move that a token names, or raise a MoveError."""
        if not isinstance(token, str):
            raise TypeError(f"a token is text, not {shortened(token)}; `push` takes integers")
        move = self.rules.notation.parse_move(self, token)
        if self.is_legal(move):
            return move
        raise self._refusal(shortened(token), "tokens", self.legal_tokens())

    def play(self, token: str) -> None:
        """Make the move that a token names, or raise a MoveError and change nothing."""
        self.apply(self.parse(token))

    def to_json(self) -> dict[str, Any]:
        """Return the position as plain data; `quatrefoil.position` reads it."""
        rules = self.rules
        head = {"game": rules.game.name, "options": dict(rules.changed)}
        return head | rules.notation.to_json(self)

    #: Return a picture; `draw.look.Look` says what can be chosen, such as theme="dark".
    to_svg = position_to_svg

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        return self.rules.notation.draw(self)

    def __repr__(self) -> str:
        return f"quatrefoil.position({self.to_json()!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.key)

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the JSON, and whether the game is over: JSON does not tell a repetition."""
        return (_restored, (self.to_json(), self.turn == OVER))


@cython.cfunc
@cython.exceptval(check=False)
def _key_of(position: Position) -> cython.ulonglong:
    return position.hash_key()


@cython.cfunc
def _span(position: Position) -> cython.Py_ssize_t:
    """Return how many bytes of an object are position: from `turn` to its end."""
    start: cython.p_char = cython.cast(cython.p_char, cython.cast(cython.p_void, position))
    skipped = cython.cast(cython.p_char, cython.address(position.turn)) - start
    return type(position).__basicsize__ - skipped


def _restored(data: dict[str, Any], is_over: bool) -> Position:
    """Return the position that was pickled."""
    from quatrefoil.core.registry import position_from_json

    position: Position = position_from_json(data)
    if is_over and position.turn != OVER:
        position.end_by_repetition()
    return position
