"""`quatrefoil explore`: what was played in a position, how it went, and what is proven about it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import quatrefoil
from quatrefoil.cli.arguments import count
from quatrefoil.cli.common import SUBJECT_HELP, Commands, add_moves, mover, read_line
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.report import add_json, print_report, whose_turn

if TYPE_CHECKING:
    from quatrefoil.study.books import Book
    from quatrefoil.study.openings import Found
    from quatrefoil.study.tablebase import Tablebase

#: How wide a bar of shares is, in characters.
_BAR = 20


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    explore = commands.add(
        "explore",
        _explore,
        "Show what the computer plays in a position and how it goes, from the game's book of"
        " openings; where the game is solved, what every turn is worth.",
        """
        quatrefoil explore trifoil
        quatrefoil explore trifoil --moves b1-a1 --prove 5
        quatrefoil explore "blinq(size=4)" --moves 1a1N --json
        quatrefoil explore position.json
        """,
    )
    explore.add_argument("subject", metavar="INPUT", help=SUBJECT_HELP)
    add_moves(explore)
    explore.add_argument("--most", type=count, default=12, metavar="N", help="turns (default 12)")
    explore.add_argument(
        "--level",
        type=int,
        choices=range(1, 9),
        default=0,
        help="the book of this level (default: that with most games)",
    )
    explore.add_argument(
        "--prove",
        type=float,
        default=0.0,
        metavar="S",
        help="seconds to prove what the game's own proof leaves open (default 0)",
    )
    add_json(explore)


def _explore(arguments: argparse.Namespace) -> int:
    from quatrefoil.study.books import book_of
    from quatrefoil.study.explorer import agreed, describe, names_of
    from quatrefoil.study.openings import look_up
    from quatrefoil.study.tablebase import tablebase

    line = read_line(arguments.subject, arguments.moves)
    rules = line.position.rules
    with Progress("proving" if arguments.prove else "looking it up"):
        book = book_of(rules, arguments.level)
        solved = tablebase(line, arguments.prove)
        found = agreed(line, look_up(line, book or {}), names_of(line, solved))
    if arguments.json:
        known = describe(line, book, found, solved)
        print_report("explore", rules=str(rules), **known | whose_turn(line.position))
        return 0
    if line.position.is_over:
        print("The game is over: nothing follows.")
        return 0
    print(f"{rules}, {mover(line.position)} to move.")
    _show_book(rules, book, found, arguments.most)
    _show_solved(rules, solved, arguments.most)
    return 0


def _show_book(rules: quatrefoil.Rules, book: Book | None, found: Found, most: int) -> None:
    if book is None:
        print(f"There is no book of openings for {rules}.")
        return
    made = book.made
    print(f"The book has {made['games']} games of level {made['level']} against itself.")
    if not found.entries:
        print("None of them came to this position.")
        return
    names = rules.player_names
    print(f"{'games':>6} {'chosen':>6}  {' : '.join(names)}")
    for entry in found.entries[:most]:
        shares = [entry.share(player) for player in range(rules.players)]
        told = " : ".join(f"{share:.0%}" for share in shares)
        bar = _bar(shares) if rules.players == 2 else ""
        print(f"{entry.games:6} {entry.chosen:6}  {bar} {told:<14}  {' '.join(entry.tokens)}")
    if len(found.entries) > most:
        print(f"… and {len(found.entries) - most} more (--most)")


def _show_solved(rules: quatrefoil.Rules, solved: Tablebase | None, most: int) -> None:
    if solved is None:
        return
    name = rules.player_names[solved.player]
    counts = solved.counts
    words = {"win": "win", "draw": "draw", "lose": "lose", "between": "are known", "open": "open"}
    told = ", ".join(f"{counts[key]} {word}" for key, word in words.items() if counts[key])
    print(f"Proven: of {len(solved.turns)} turns of {name}, {told}.")
    for turn in solved.turns[:most]:
        print(f"  {_worth(turn.low, turn.high):<12} {' '.join(turn.tokens)}")
    if len(solved.turns) > most:
        print(f"  … and {len(solved.turns) - most} more (--most)")


def _worth(low: float, high: float) -> str:
    exact = {0.0: "loses", 0.5: "draws", 1.0: "wins"}
    if low == high:
        return exact.get(low, f"{low:.1%}")
    if (low, high) == (0.0, 1.0):
        return "open"
    return f"{low:.0%} to {high:.0%}"


def _bar(shares: list[float]) -> str:
    filled = round(_BAR * shares[0])
    return "█" * filled + "░" * (_BAR - filled)
