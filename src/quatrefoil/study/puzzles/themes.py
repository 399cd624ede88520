"""What a puzzle is about: what any game can tell, and what its own `themes` see."""

from __future__ import annotations

from quatrefoil.study.puzzles.claim import WIN
from quatrefoil.study.puzzles.prover import Prover, TooLongError
from quatrefoil.study.puzzles.puzzle import Puzzle


def themes_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the names of a puzzle's themes: common ones first."""
    found = [_by_goal(puzzle)]
    if puzzle.goal == WIN and puzzle.turns == 3 and not puzzle.settled:
        found.append("double-threat" if _threatens_twice(puzzle) else "quiet")
    start = puzzle.start()
    game = start.rules.game
    if game.has("themes") and hasattr(game.part("themes"), "themes"):
        after = start.copy()
        for token in puzzle.solution:
            after.play(token)
        found += game.part("themes").themes(start, puzzle.solution, after)
    return tuple(found)


def _by_goal(puzzle: Puzzle) -> str:
    if puzzle.goal != WIN:
        return puzzle.goal
    return "win-now" if puzzle.turns == 1 else "win-soon"


def _threatens_twice(puzzle: Puzzle) -> bool:
    """Whether no single turn wins against every defence: two threats, and one can be met."""
    start = puzzle.start()
    prover = Prover(start.rules)
    after = start.copy()
    for token in puzzle.solution:
        after.play(token)
    if after.is_over:
        return False
    try:
        answers = [
            set(prover.winning_turn(defence.position))
            for defence in prover.ends(after)
            if not defence.position.is_over
        ]
    except TooLongError:
        return False
    return bool(answers) and not set.intersection(*answers)
