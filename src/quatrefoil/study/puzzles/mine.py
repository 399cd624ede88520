"""Puzzles from games of the computer with itself: played, searched, proven, graded.

The work is divided by games: what game number N gives depends on the rules and N alone, so any
number of workers find the same, and a run that was broken off goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from quatrefoil.arena.pool import Pool
from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.core.registry import rules as rules_named
from quatrefoil.core.rng import Rng
from quatrefoil.search import player
from quatrefoil.study.puzzles.check import FalsePuzzleError, check
from quatrefoil.study.puzzles.find import Effort, Finder
from quatrefoil.study.puzzles.grade import grade
from quatrefoil.study.puzzles.prover import decided_by
from quatrefoil.study.puzzles.puzzle import Puzzle, puzzle_from_json
from quatrefoil.study.puzzles.themes import themes_of

#: Who plays: quick levels, which see something and overlook more.
_LEVELS = (1, 2, 3)
#: The most moves at the beginning that are drawn at random; later one of this many is.
_OPENING, _BLUNDERS = 8, 9
#: A game that has gone on for this many choices says nothing new.
_LONGEST_GAME = 160
#: How many positions of a game are looked at: the last turns, as there things are forced, and some
#: of those before; with dice some of all.
_NEAR_END, _EARLIER, _LOOKED_AT = 12, 10, 26
#: One game of this many is also searched for obvious choices.
_OBVIOUS = 12
#: What the independent solver may look at, so that everybody can prove a puzzle within a second.
CHECK_POSITIONS = 250_000
#: The share of a collection that the easiest two grades have at most.
_EASY = {1: 0.10, 2: 0.25}


@dataclass(frozen=True)
class Job:
    """One game to be played and searched."""

    rules: str
    number: int


def mined(job: Job) -> list[dict[str, Any]]:
    """Return the puzzles of one game, as JSON."""
    rules = rules_named(job.rules)
    # Some obvious choices are wanted too, as the easiest.
    finder = Finder(rules, Effort(skips_obvious=job.number % _OBVIOUS != 0))
    found: dict[tuple[str, ...], Puzzle] = {}
    for position, near_end in _positions(rules, job.number):
        puzzle = finder.find(position, near_end)
        # The same idea is often there for several turns: once is enough.
        if puzzle and puzzle.key not in found and is_proven(puzzle):
            found[puzzle.key] = puzzle
    return [finished(puzzle).to_json() for puzzle in found.values()]


def is_proven(puzzle: Puzzle) -> bool:
    """Whether the independent solver agrees, with no more effort than everybody can make."""
    try:
        return check(puzzle, CHECK_POSITIONS) <= CHECK_POSITIONS
    except FalsePuzzleError:
        return False


def finished(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its grade and its themes."""
    return replace(puzzle, grade=grade(puzzle), themes=themes_of(puzzle))


def _positions(rules: Rules, number: int) -> list[tuple[Position, bool]]:
    """Return positions of one game where somebody has a choice, and whether its end is near."""
    rng = Rng(number)
    line = Line(rules.start())
    players = [
        player(rules, _LEVELS[rng.draw(len(_LEVELS))], seed=2 * number + seat, timed=False)
        for seat in range(rules.players)
    ]
    opening = rng.draw(_OPENING + 1)
    decided = decided_by(rules)
    found: list[Position] = []
    mover, choices = -1, 0
    while not decided(line.position) and choices < _LONGEST_GAME:
        turn = line.position.turn
        if turn < 0:
            line.push(line.position.random_move(rng))
        else:
            choices += 1
            if turn != mover:
                found.append(line.position.copy())
            if choices <= opening or rng.draw(_BLUNDERS) == 0:
                line.push(line.position.random_move(rng))
            else:
                line.push(players[turn].choose(line))
        mover = turn
        line.forget()
    if rules.has_dice:
        return [(position, True) for position in found[:: max(1, len(found) // _LOOKED_AT)]]
    last = len(found) - _NEAR_END
    earlier = found[len(found) // 3 : max(0, last)]
    return [(position, True) for position in found[max(0, last) :]] + [
        (position, False) for position in earlier[:: max(1, len(earlier) // _EARLIER)]
    ]


# ---- a collection -----------------------------------------------------------------------------


def gathered(
    rules: Sequence[Rules],
    wanted: int,
    seed: int,
    journal: Path,
    pool: Pool,
    tell: Callable[[int, int], None],
) -> list[Puzzle]:
    """Return the puzzles wanted, from games that begin at number `seed`; they share out the rules.

    Each game is noted in the journal when it is done, and is not played again by a run that finds
    it there.
    """
    games = _Journal(journal, [str(each) for each in rules], seed)
    jobs = (
        Job(str(rules[number % len(rules)]), seed + number) for number in count(len(games.found))
    )
    collection = _Collection(wanted)
    for puzzles in games.found:
        collection.add(puzzles)
    tell(len(games.found), len(collection))
    if not collection.is_full:
        for data in pool.run(mined, jobs):
            puzzles = games.note(data)
            collection.add(puzzles)
            tell(len(games.found), len(collection))
            if collection.is_full:
                break
    return collection.chosen()


class _Journal:
    """What the games of a run gave, a line each."""

    def __init__(self, path: Path, rules: list[str], seed: int) -> None:
        self._path = path
        self._game = rules_named(rules[0]).game.name
        head = {"rules": rules, "seed": seed}
        self.found: list[list[Puzzle]] = []
        if not path.exists():
            path.write_text(json.dumps(head) + "\n", encoding="utf-8")
        lines = path.read_text(encoding="utf-8").splitlines()
        if not lines or json.loads(lines[0]) != head:
            raise QuatrefoilError(
                f"{path} is of a run with other rules or another seed: go on with those, or"
                " delete it"
            )
        for line in lines[1:]:
            self.found.append(self._read(json.loads(line)))

    def note(self, data: list[dict[str, Any]]) -> list[Puzzle]:
        """Write down what one more game gave."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
        puzzles = self._read(data)
        self.found.append(puzzles)
        return puzzles

    def _read(self, data: Iterable[Any]) -> list[Puzzle]:
        return [puzzle_from_json(self._game, each) for each in data]


class _Collection:
    """Puzzles without duplicates, and not too many easy ones."""

    def __init__(self, wanted: int) -> None:
        self._wanted = wanted
        self._by_id: dict[str, Puzzle] = {}
        self._easy = dict.fromkeys(_EASY, 0)

    def add(self, puzzles: Iterable[Puzzle]) -> None:
        """Add those that are new and wanted."""
        for puzzle in puzzles:
            most = _EASY.get(puzzle.grade)
            if puzzle.id in self._by_id or self.is_full:
                continue
            if most is not None:
                if self._easy[puzzle.grade] >= most * self._wanted:
                    continue
                self._easy[puzzle.grade] += 1
            self._by_id[puzzle.id] = puzzle

    def __len__(self) -> int:
        return len(self._by_id)

    @property
    def is_full(self) -> bool:
        """Whether there are as many as wanted."""
        return len(self._by_id) >= self._wanted

    def chosen(self) -> list[Puzzle]:
        """Return them, the easiest first."""
        return sorted(
            (replace(puzzle, themes=themes_of(puzzle)) for puzzle in self._by_id.values()),
            key=lambda puzzle: (puzzle.grade, puzzle.id),
        )
