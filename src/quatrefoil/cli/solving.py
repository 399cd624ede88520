"""A puzzle at the keyboard: it is shown, a turn is asked for, and answered or accepted."""

from __future__ import annotations

from quatrefoil.cli.common import mover, wrapped
from quatrefoil.cli.console import ask
from quatrefoil.cli.puzzles import print_puzzle
from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.position import Position
from quatrefoil.study.puzzles.puzzle import Puzzle
from quatrefoil.study.puzzles.tries import RIGHT, SOLVED, Verdict, judge
from quatrefoil.view.words import words_of

_HELP = """\
Type your turn, its moves with spaces between; or one of these:
  ?          the legal moves, and this
  hint       how the solution begins
  solution   give up
  quit       leave"""


def solve(puzzle: Puzzle) -> int:
    """Ask until the puzzle is solved or given up."""
    print_puzzle(puzzle, themes=False)  # they say what to look for
    print("Type ? for help.")
    try:
        _Solving(puzzle).ask()
    except (EOFError, KeyboardInterrupt):
        print()
    return 0


class _Solving:
    """One puzzle, as far as it is solved."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        #: The moves of turns that were right, with the answers to them.
        self._played: list[str] = []
        self._done = False

    def ask(self) -> None:
        while not self._done:
            text = ask(f"{mover(self._position())}> ").strip()
            try:
                self._obey(text)
            except QuatrefoilError as problem:
                print(wrapped(str(problem)))

    def _position(self) -> Position:
        return _after(self._puzzle.start(), self._played)

    def _obey(self, text: str) -> None:
        if text in ("?", "help"):
            tokens = self._position().legal_tokens()
            print(_HELP)
            print(wrapped(f"{len(tokens)} legal moves: {' '.join(tokens)}"))
        elif text == "hint":
            print(f"A key move: {self._puzzle.key[0]}" if not self._played else "Go on winning.")
        elif text == "solution":
            print(f"Solution: {' '.join(self._puzzle.solution)}")
            self._done = True
        elif text in ("quit", "exit"):
            self._done = True
        elif text:
            self._try(text.split())

    def _worth(self, verdict: Verdict) -> str:
        """Return how far a turn is from the best, where the puzzle is about that."""
        return words_of(self._puzzle.game, "en").say(verdict.worth) if verdict.worth else ""

    def _try(self, turn: list[str]) -> None:
        verdict = judge(self._puzzle, [*self._played, *turn])
        if verdict.verdict == SOLVED:
            self._done = True
            print(f"Solved! It is about: {', '.join(self._puzzle.themes)}.")
        elif verdict.verdict == RIGHT:
            self._played += [*turn, *verdict.answer]
            print(f"Right. The answer: {' '.join(verdict.answer)}\n\n{self._position()}\n")
        else:
            print(wrapped(f"Not quite. {self._worth(verdict)}".strip()))
            if verdict.answer:
                refuted = _after(self._position(), [*turn, *verdict.answer])
                print(f"The answer to it: {' '.join(verdict.answer)}\n\n{refuted}\n\nTry again.")


def _after(position: Position, tokens: list[str]) -> Position:
    after = position.copy()
    for token in tokens:
        after.play(token)
    return after
