"""How a game looks to a program that learns: moves as actions, positions as planes of numbers.

An *action* is a whole number from 0 up to `actions`, the same for all positions of one rules
object, so that a network can have an output for each. *Planes* are pictures of the board, one
number from 0 to 1 for each place of a grid, so that it can have an input for each. A game's
`encode.py` has a class `Encoding` that subclasses `Encoder`; legality stays in the position.

Planes show what one player sees, the *viewer*: `my` pieces come first, whoever the viewer is, and
the others in the order of their turns. The board itself is never turned round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import cython

from quatrefoil.core.arguments import foreign, integer, whole
from quatrefoil.core.errors import IllegalMoveError, shortened
from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.core.rng import Rng

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.libc.string import memset
else:
    from quatrefoil.core.constants import CHANCE, MAX_PLAYERS, NO_MOVE

if TYPE_CHECKING:
    from quatrefoil.core.game import Rules

#: The most rows, columns and outcomes of chance.
MOST_SIZE = 1000


@cython.cclass
class Encoder:
    """Actions and planes of one rules object. One thread uses it at a time: it has scratch memory.

    `labels` says what each action is, mostly by a token; `planes` what each plane shows. Where
    chance moves, actions are the numbers of its outcomes in their order, below `chances`.
    """

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self._moves)
            free(self._mask)

    def __init__(
        self,
        rules: Any,
        labels: Sequence[str],
        planes: Sequence[str],
        rows: SupportsIndex,
        columns: SupportsIndex,
        chances: SupportsIndex = 0,
    ) -> None:
        self.rules = rules
        self.players = rules.players
        self.labels = tuple(labels)
        self.actions = len(self.labels)
        if not self.labels:
            raise ValueError("an encoder has a label for each action, and at least one")
        self.chances = whole(chances, "the number of chance's outcomes", 0, MOST_SIZE)
        repeated = ("how often this position occurred before, 1 being once too often",)
        self.planes = (*planes, *(repeated if rules.repetition else ()))
        self.rows = whole(rows, "the number of rows", 1, MOST_SIZE)
        self.columns = whole(columns, "the number of columns", 1, MOST_SIZE)
        self.area = self.rows * self.columns
        self.size = len(self.planes) * self.area
        room = max(self.actions, self.chances)
        if cython.compiled:
            self._moves = cython.cast(
                cython.p_longlong, malloc(rules.max_moves * cython.sizeof(cython.longlong))
            )
            self._mask = cython.cast(cython.p_uchar, malloc(room))
            if self._moves == cython.NULL or self._mask == cython.NULL:
                raise MemoryError
        else:
            self._moves = [0] * rules.max_moves
            self._mask = [0] * room

    @property
    def shape(self) -> tuple[int, int, int]:
        """The planes of a position as an array: how many, and their rows and columns."""
        return (len(self.planes), self.rows, self.columns)

    # ---- what a game writes -------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def action_of(self, position: Position, move: cython.longlong) -> cython.int:
        """Return the action of a player's legal move.

        Two moves may have the same action only if both lead to the same position.
        """
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_board(
        self, position: Position, viewer: cython.int, out: cython.p_float
    ) -> cython.void:
        """Write what is not 0 of the planes, row by row, each `area` numbers."""

    # ---- what every game gets -----------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_planes(self, line: Line, viewer: cython.int, out: cython.p_float) -> cython.void:
        """Write all planes, `size` numbers, as a player sees them."""
        i: cython.int
        if cython.compiled:
            memset(out, 0, self.size * cython.sizeof(cython.float))
        else:
            for i in range(self.size):
                out[i] = 0.0
        self.fill_board(line.position, viewer, out)
        limit: cython.float = line.position.repetition
        if limit > 0:
            before: cython.float = line.recurrences()
            for i in range(self.size - self.area, self.size):
                out[i] = before / (limit - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_mask(self, position: Position, out: cython.p_uchar) -> cython.int:
        """Write 1 for each legal action and 0 for all others; return how many moves there are.

        Of chance's outcomes it shows as many as there are actions.
        """
        i: cython.int
        if cython.compiled:
            memset(out, 0, self.actions)
        else:
            for i in range(self.actions):
                out[i] = 0
        count: cython.int = position.fill_moves(self._moves)
        if position.turn == CHANCE:
            for i in range(min(count, self.actions)):
                out[i] = 1
        else:
            for i in range(count):
                out[self.action_of(position, self._moves[i])] = 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_move(self, position: Position, action: cython.int) -> cython.longlong:
        """Return the legal move of an action, the first if there are two; −1 if it is not legal."""
        i: cython.int
        count: cython.int = position.fill_moves(self._moves)
        if position.turn == CHANCE:
            return self._moves[action] if 0 <= action < count else NO_MOVE
        for i in range(count):
            if self.action_of(position, self._moves[i]) == action:
                return self._moves[i]
        return NO_MOVE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def number(self, position: Position, move: cython.longlong) -> cython.int:
        """Return the action of a legal move, chance's too."""
        if position.turn != CHANCE:
            return self.action_of(position, move)
        action: cython.int = position.fill_moves(self._moves) - 1
        while action > 0 and self._moves[action] != move:
            action -= 1
        return action

    # ---- for the games, to write planes with --------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def seats_after(self, player: cython.int, viewer: cython.int) -> cython.int:
        """Return how many turns after the viewer a player moves; the viewer is 0."""
        return player - viewer if player >= viewer else player - viewer + self.players

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def flood(self, out: cython.p_float, plane: cython.int, value: cython.float) -> cython.void:
        """Fill a plane with one number."""
        i: cython.int
        for i in range(plane * self.area, (plane + 1) * self.area):
            out[i] = value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def show_turn(
        self, out: cython.p_float, plane: cython.int, mover: cython.int, viewer: cython.int
    ) -> cython.void:
        """Fill the one of the planes from `plane` on that says whose turn it is (`turn_planes`)."""
        if mover != viewer:
            self.flood(out, plane + self.seats_after(mover, viewer) - 1, 1.0)

    # ---- for Python callers -------------------------------------------------------------------

    def action(self, position: Position, move: SupportsIndex) -> int:
        """Return the action of a legal move, or raise an IllegalMoveError."""
        if position.rules is not self.rules:
            raise foreign(position, self.rules)
        return self.number(position, position.checked(move))

    def move(self, position: Position, action: SupportsIndex) -> int:
        """Return the move of a legal action, or raise an IllegalMoveError."""
        return self.checked_move(position, action)

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def checked_move(self, position: Position, action: object) -> cython.longlong:
        """Return the move of a legal action, or raise an IllegalMoveError."""
        if position.rules is not self.rules:
            raise foreign(position, self.rules)
        number = action if type(action) is int else integer(action, "an action")
        found: cython.longlong = NO_MOVE
        if 0 <= number < max(self.actions, self.chances):
            found = self.find_move(position, number)
        if found == NO_MOVE:
            raise IllegalMoveError(
                f"action {shortened(number)} is not legal here;"
                f" {len(self.legal_actions(position))} of the actions from 0 to"
                f" {self.actions - 1} are, and a mask shows them"
            )
        return found

    def legal_actions(self, position: Position) -> list[int]:
        """Return the legal actions in ascending order; chance's where chance moves."""
        if position.rules is not self.rules:
            raise foreign(position, self.rules)
        if position.turn == CHANCE:
            return list(range(position.fill_moves(self._moves)))
        self.fill_mask(position, self._mask)
        found: list[int] = []
        i: cython.int
        for i in range(self.actions):
            if self._mask[i]:
                found.append(i)
        return found

    def play(self, line: Line, action: SupportsIndex) -> None:
        """Make the move of a legal action, so that it cannot be taken back."""
        move: cython.longlong = self.checked_move(line.position, action)
        line.forget()
        line.advance(move)

    def roll(self, line: Line, rng: Rng) -> None:
        """Let chance move, by its odds, as long as it is its turn."""
        line.forget()
        while line.position.turn == CHANCE:
            line.advance(line.position.sample_move(rng))

    def write_planes(self, line: Line, viewer: SupportsIndex, out: cython.float[::1]) -> None:
        """Write the planes that a player sees into `size` numbers of 32 bits."""
        if line.position.rules is not self.rules:
            raise foreign(line.position, self.rules)
        seat = viewer if type(viewer) is int else integer(viewer, "a viewer")
        if not 0 <= seat < self.players or len(out) != self.size:
            raise ValueError(
                f"planes take a viewer below {self.players} and room for {self.size} numbers,"
                f" not {shortened(seat)} and {len(out)}"
            )
        self.fill_planes(line, seat, cython.address(out[0]) if cython.compiled else out)

    def write_mask(self, position: Position, out: cython.uchar[::1]) -> None:
        """Write which actions are legal into `actions` bytes."""
        if position.rules is not self.rules:
            raise foreign(position, self.rules)
        if len(out) != self.actions:
            raise ValueError(f"a mask takes room for {self.actions} bytes, not {len(out)}")
        self.fill_mask(position, cython.address(out[0]) if cython.compiled else out)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rules: a game's encoder is made of nothing else."""
        return (type(self), (self.rules,))


def turn_planes(players: SupportsIndex) -> list[str]:
    """Return the names of the planes that `show_turn` fills: none is where the viewer moves."""
    count = whole(players, "the number of players", 2, MAX_PLAYERS)
    if count == 2:
        return ["it is the opponent's turn"]
    return [f"it is the turn of the player {seats} after me" for seats in range(1, count)]


def encoder_of(rules: Rules) -> Encoder:
    """Return a new encoder for these rules, or raise a MissingPartError."""
    found: Encoder = rules.game.part("encode").Encoding(rules)
    return found
