"""The games that a book of openings is made of: the computer plays itself.

A level would begin every game alike. So the first parts of a game, from none to five, are chosen by
a weaker level, with another seed in each game: sensible moves, as people make them, and many
different ones. Then the level plays on alone. A book says how often it chose something itself, and
how well everything did.

A high level takes minutes for a whole game, and a book is about how games begin. So it may play the
opening alone, and a quicker level finishes the game:

    parts    │ sown, none to five │ the level's own │ by who finishes the game │ result
    counted  ├──────────── the opening ─────────────┤                            └ for all of it

Nothing after the opening is counted: the book has no moves of who finishes, only how they end.

What is played depends on the seed and the number of a game alone: the same games come out on any
number of workers, and a run that was interrupted goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from quatrefoil.arena.players import arena_player
from quatrefoil.arena.pool import Pool
from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import FormatError
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.core.rng import Rng
from quatrefoil.study.books import Book
from quatrefoil.study.openings import Counts, start_of_part, steps

#: The level that chooses how a game begins, and in how many parts at most.
SOWING_LEVEL = 3
MOST_SOWN = 5
#: A game that goes on and on is shared.
LONGEST_GAME = 2_000


@dataclass(frozen=True)
class Finish:
    """Who finishes a game, and after how many parts of its players."""

    level: int
    after: int


@dataclass(frozen=True)
class Plan:
    """What is played for one book."""

    rules: str
    level: int
    seed: int = 0
    #: None where the level plays its games to the end.
    finish: Finish | None = None

    def made(self, games: int) -> dict[str, Any]:
        """Return how a book says that it was made."""
        made = {
            "by": "self-play",
            "level": self.level,
            "sown_by": SOWING_LEVEL,
            "sown_parts": MOST_SOWN,
            "games": games,
            "seed": self.seed,
        }
        if self.finish:
            made |= {"opening_parts": self.finish.after, "finished_by": self.finish.level}
        return made


@dataclass(frozen=True)
class BookGame:
    """One game: its moves, and what each player got."""

    number: int
    #: How many of the moves were sown, and how many are of the opening, with those.
    sown: int
    opening: int
    tokens: tuple[str, ...]
    shares: tuple[float, ...]


def play_game(plan: Plan, number: int) -> BookGame:
    """Play one game."""
    rules = rules_of(plan.rules)
    seed = plan.seed * 1_000_003 + number
    sower = arena_player(f"level{SOWING_LEVEL}", rules, 2 * seed)
    player = arena_player(f"level{plan.level}", rules, 2 * seed + 1)
    finish = plan.finish or Finish(plan.level, LONGEST_GAME)
    finisher = arena_player(f"level{finish.level}", rules, 2 * seed + 1)
    dice = Rng(seed)
    line, parts, sown, opening = Line(rules.start()), 0, 0, 0
    while not line.position.is_over and len(line) < LONGEST_GAME:
        if line.position.turn == CHANCE:
            line.push(line.position.random_move(dice))
            continue
        parts += start_of_part(line) == len(line)
        if parts <= number % (MOST_SOWN + 1):
            line.push(sower.choose(line))
            sown = opening = len(line)
        elif parts <= finish.after:
            line.push(player.choose(line))
            opening = len(line)
        else:
            line.push(finisher.choose(line))
    outcome = line.position.outcome()
    shares = outcome.shares if outcome else (1 / rules.players,) * rules.players
    return BookGame(number, sown, opening, tuple(line.tokens), shares)


def play_games(plan: Plan, numbers: Iterable[int], pool: Pool) -> Iterator[BookGame]:
    """Yield games of these numbers, in this order."""
    return pool.run(partial(play_game, plan), numbers)


def make_book(plan: Plan, games: Iterable[BookGame]) -> Book:
    """Return the book of some games; their order does not matter."""
    rules = rules_of(plan.rules)
    counts, number = Counts(), 0
    for game in games:
        number += 1
        count_game(counts, rules, game)
    return Book.of(rules, counts, plan.made(number))


def count_game(counts: Counts, rules: Rules, game: BookGame) -> None:
    """Count the parts of one game that are of its opening."""
    for step in steps(Line(rules.start(), game.tokens)):
        if step.ply >= game.opening:
            break
        chosen = step.ply >= game.sown and step.player != CHANCE
        counts.add(step.key, step.after, step.entry(game.shares, chosen))


# ---- games that are kept until there are enough -----------------------------------------------


class GameFile:
    """The games of a plan so far, one in a line, so that a run can be interrupted."""

    def __init__(self, plan: Plan, path: Path) -> None:
        self._path = path
        self._head = asdict(plan)

    def games(self) -> dict[int, BookGame]:
        """Return the games that are there, by number; a last line that was cut off is left out."""
        if not self._path.exists():
            return {}
        lines = self._path.read_text(encoding="utf-8").splitlines()
        if lines and json.loads(lines[0]) != self._head:
            raise FormatError(f"{self._path} has games of another plan: {lines[0]}")
        found = {}
        for line in lines[1:]:
            try:
                number, sown, opening, tokens, shares = json.loads(line)
            except ValueError:
                continue
            moves = tuple(tokens.split())
            found[number] = BookGame(number, sown, opening, moves, tuple(shares))
        return found

    def add(self, game: BookGame) -> None:
        """Keep one more game."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not self._path.exists()
        with self._path.open("a", encoding="utf-8") as file:
            if is_new:
                file.write(json.dumps(self._head) + "\n")
            row = (game.number, game.sown, game.opening, " ".join(game.tokens), game.shares)
            file.write(json.dumps(row) + "\n")
