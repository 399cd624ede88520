"""What the tests of all games share.

Each game has beside its tests two modules of one shape. `<game>_reference.py` has a class
`Reference`: the game once more, slowly and straight from the rules, to compare the engine with.
`<game>_tools.py` has

    OPTION_SETS           options that together show every kind of rules
    REFERENCE_SETS        those with which the engine is compared with the reference
    begin(options, rng)   return a position to begin a random game with
    choose(line, rng)     return the token of a move that leads to interesting positions
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, Protocol

import quatrefoil
from quatrefoil import Line, Position, Rng


class ReferenceGame(Protocol):
    """What a `Reference(options, data)` does; `data` is the JSON of a position."""

    def legal(self) -> list[str]:
        """Return the tokens of all legal moves in ASCII order."""

    def play(self, token: str) -> None:
        """Make a legal move."""

    def over(self) -> bool:
        """Whether the game is over."""

    def scores(self) -> list[float]:
        """Return each player's score so far."""

    def state(self) -> dict[str, Any]:
        """Return what the JSON of the position must say, or a part of it."""

    def is_slow(self) -> bool:
        """Whether going on would take too long."""


def scaled(compiled: int, uncompiled: int) -> int:
    """Return how often to do something: seldom in the slow form."""
    return compiled if quatrefoil.compiled() else uncompiled


def random_line(
    tools: Any, options: dict[str, Any], seed: int, most: int = 10_000
) -> Iterator[Line]:
    """Yield one line before the first move and after each one of a random game, the same line."""
    rng = random.Random(seed)
    line = Line(tools.begin(options, rng))
    yield line
    while not line.position.is_over and len(line.moves) < most:
        line.play(tools.choose(line, rng))
        yield line


def random_positions(
    tools: Any, options: dict[str, Any], seed: int, most: int = 10_000
) -> Iterator[Any]:
    """Yield the one position of a `random_line` again and again."""
    return (line.position for line in random_line(tools, options, seed, most))


def any_token(line: Line, rng: random.Random) -> str:
    """Return any legal token."""
    return rng.choice(line.position.legal_tokens())


def assert_agrees(position: Position, reference: ReferenceGame) -> None:
    """Compare all that both the engine and a reference know."""
    assert position.is_over == reference.over()
    assert position.legal_tokens() == reference.legal()
    assert list(position.scores()) == reference.scores()
    assert reference.state().items() <= position.to_json().items()


def assert_uniform(position: Position, seed: int, draws: int) -> None:
    """Draw a number of moves for each legal one: chi-square; the odds against it are some 10⁻⁶."""
    legal = position.legal_moves()
    rng = Rng(seed)
    drawn = Counter(position.random_move(rng) for _ in range(draws * len(legal)))
    assert drawn.keys() == set(legal)
    distance = sum((count - draws) ** 2 / draws for count in drawn.values())
    freedom = len(legal) - 1
    assert distance <= freedom + 5 * (2 * freedom) ** 0.5 + 10
