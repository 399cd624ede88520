"""How hard a puzzle is: the lowest level of the computer that solves it reliably."""

from __future__ import annotations

from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.search import LEVELS, player
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
    start = puzzle.start()
    solved = start.copy()
    for token in puzzle.solution:
        solved.play(token)
    for level in LEVELS:
        seeds = range(_TIMES.get(level.number, 1))
        if all(_finds(puzzle, start, solved, level.number, seed) for seed in seeds):
            return level.number
    return len(LEVELS) + 1


def _finds(puzzle: Puzzle, start: Position, solved: Position, level: int, seed: int) -> bool:
    computer = player(start.rules, level, seed=seed, timed=False)
    line = Line(start)
    while line.position.turn == start.turn:
        line.push(computer.choose(line))
    return has_all_moves(line.tokens, puzzle.key) or same_key(line.position, solved)
