"""`quatrefoil` alone, on a terminal: asks what one would like to do."""

from __future__ import annotations

import importlib.util
import sys

import quatrefoil

_CHOICES = (
    "Play in the browser: the computer, a friend by link, or on one screen",
    "Play here, on the terminal",
    "Study in the browser: lessons, puzzles, analysis",
    "See all commands",
)


def can_ask() -> bool:
    """Whether somebody sits at a terminal who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask() -> list[str] | None:
    """Return the command that somebody chose, or None if they would rather not."""
    print("Quatrefoil: four small abstract strategy games.\n")
    chosen = _choose("What would you like to do?", _CHOICES)
    if chosen is None:
        return None
    if chosen == 0:
        return ["serve", "--open"]
    if chosen == 1:
        # Without the extra `terminal` one plays line by line.
        return ["terminal" if importlib.util.find_spec("textual") else "play"]
    if chosen == 2:
        games = quatrefoil.all_games()
        which = _choose("Which game?", [game.title for game in games])
        return None if which is None else ["serve", "--open", f"/study/{games[which].name}"]
    return ["--help"]


def _choose(question: str, choices: list[str] | tuple[str, ...]) -> int | None:
    """Return the number of a choice, from 0 on, or None."""
    for number, words in enumerate(choices, 1):
        print(f"  {number}  {words}")
    while True:
        try:
            answer = input(f"\n{question} 1 to {len(choices)}, or q to leave: ").strip().lower()
        except EOFError:
            print()
            return None
        if answer in ("q", "quit", "exit"):
            return None
        if answer in [str(number) for number in range(1, len(choices) + 1)]:
            print()
            return int(answer) - 1
        print(f"Please type a number from 1 to {len(choices)}.")
