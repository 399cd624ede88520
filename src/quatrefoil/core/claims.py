"""What a game's `facts` part offers: why a turn was bad, as claims that can be checked.

A game proposes; it never judges. Its function

    claims(case: Case) -> Iterable[Claim]

gets the position before a turn, the turn that was played, a better one, and what follows each as
far as a search saw. It returns claims, the most telling first: a text of the game (a key with
values, as in its view), and the *statements* that make it true. `study.sentences` checks every
statement by playing and searching, and shows no claim of which one fails. Statements are few, and
know no game:

    Reaches    after these moves a measure of the game has a value
    Nowhere    after these moves no turn of the player to move brings a measure up to a value
    Wins       after these moves a player has won, or wins whatever the others do
    Sound      after these moves, a turn is as good as the best one

A *measure* is a function of the game that counts something in a position: `measure(position, …)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from quatrefoil.core.line import Line
from quatrefoil.core.position import Position

Tokens = tuple[str, ...]
#: Counts something in a position.
Measure = Callable[[Position], float]


@dataclass(frozen=True)
class Case:
    """A turn that gave something away, and a better one. Tokens are of moves."""

    #: Where the turn was played; its own.
    before: Line
    played: Tokens
    better: Tokens
    #: The answer that a search expects: the next player's whole turn, or nothing.
    reply: Tokens

    @property
    def mover(self) -> int:
        """Who played the turn."""
        return self.before.position.turn

    def after(self, *parts: Tokens) -> Position:
        """Return the position after some parts, one after the other."""
        line = self.before.copy()
        for token in (token for part in parts for token in part):
            line.play(token)
        return line.position


@dataclass(frozen=True)
class Reaches:
    """After `moves`, `measure` has exactly this value."""

    moves: Tokens
    measure: Measure
    value: float


@dataclass(frozen=True)
class Nowhere:
    """After `moves`, no turn of the player to move brings `measure` to `value` or above."""

    moves: Tokens
    measure: Measure
    value: float


@dataclass(frozen=True)
class Wins:
    """After `moves`, `player` has won alone, or does so whatever the others play."""

    moves: Tokens
    player: int


@dataclass(frozen=True)
class Sound:
    """After `moves`, the turn `reply` is as good as the best."""

    moves: Tokens
    reply: Tokens


Statement = Reaches | Nowhere | Wins | Sound


@dataclass(frozen=True)
class Claim:
    """Something to say about a turn: true if all statements are."""

    key: str
    statements: tuple[Statement, ...]
    values: Mapping[str, str | int | float] = field(default_factory=dict)
    #: Whether it says less than that somebody can force a win, where that can be shown.
    minor: bool = False


def spelled(tokens: Tokens) -> str:
    """Return a turn as a text names it."""
    return " ".join(tokens)


def won_by(player: int) -> Measure:
    """Return the measure that is 1 where a player has won alone."""

    def won(position: Position) -> float:
        outcome = position.outcome()
        return float(outcome is not None and outcome.winners == (player,))

    return won


def can_play(token: str) -> Measure:
    """Return the measure that is 1 where a token is legal."""

    def can(position: Position) -> float:
        return float(token in position.legal_tokens())

    return can
