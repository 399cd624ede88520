"""How hard a puzzle is: the lowest level of the computer that solves it reliably."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from quatrefoil.core.line import Line
from quatrefoil.search import LEVELS, player
from quatrefoil.search.levels import Player
from quatrefoil.study.puzzles.claim import has_all_moves
from quatrefoil.study.puzzles.prover import same_key
from quatrefoil.study.puzzles.puzzle import Puzzle

#: How often a level has to find it, each time with another seed. High levels hardly differ from
#: seed to seed, and take long.
_TIMES = {1: 4, 2: 4, 3: 3, 4: 3, 5: 2, 6: 2}


def grade(puzzle: Puzzle) -> int:
    """Return the lowest level that always finds the key moves; one above the highest if none does.

    Levels count nodes here, and no seconds: a puzzle gets the same grade on every machine.
    """
    return next(number for number in Grading(puzzle).steps() if number)


class Grading:
    """Has one level after the other try a puzzle. `stop` ends a search from another thread."""

    def __init__(self, puzzle: Puzzle, halt: threading.Event | None = None) -> None:
        self._puzzle = puzzle
        self._halt = halt
        self._start = puzzle.start()
        self._solved = self._start.copy()
        for token in puzzle.solution:
            self._solved.play(token)
        self._computer: Player | None = None

    def stop(self) -> None:
        """End a search that runs."""
        if computer := self._computer:
            computer.stop()

    def steps(self) -> Iterator[int | None]:
        """Yield None after every try, and at the end the grade."""
        for level in LEVELS:
            for seed in range(_TIMES.get(level.number, 1)):
                found = self._finds(level.number, seed)
                if not found:
                    break
                yield None
            else:
                yield level.number
                return
            yield None
        yield len(LEVELS) + 1

    def _finds(self, level: int, seed: int) -> bool:
        start = self._start
        self._computer = computer = player(start.rules, level, seed=seed, timed=False)
        line = Line(start)
        while line.position.turn == start.turn:
            line.push(computer.choose(line, self._halt))
        return has_all_moves(line.tokens, self._puzzle.key) or same_key(line.position, self._solved)
