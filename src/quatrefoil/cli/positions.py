"""Looking at positions: `quatrefoil show`, `quatrefoil perft` and `quatrefoil replay`."""

from __future__ import annotations

import argparse

import quatrefoil
from quatrefoil.cli.common import (
    DEEPEST,
    RULES_HELP,
    Commands,
    add_moves,
    line_after,
    mover,
    read_text,
    result_text,
)
from quatrefoil.core.text import on_one_line


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    show = commands.add(
        "show",
        _show,
        "Draw a position as text.",
        """
        quatrefoil show trickle
        quatrefoil show "trifoil(board=8)" --moves a1-b1 b1-a1
        quatrefoil show --json position.json
        """,
    )
    start = show.add_mutually_exclusive_group(required=True)
    start.add_argument("rules", nargs="?", metavar="RULES", help=RULES_HELP)
    start.add_argument("--json", metavar="FILE", help="a position as JSON; - is standard input")
    add_moves(show)

    perft = commands.add(
        "perft",
        _perft,
        "Count the sequences of DEPTH moves, chance's moves included.",
        """
        quatrefoil perft trickle 3
        quatrefoil perft "blinq(size=3)" 2 --divide --moves 1a1N
        """,
    )
    perft.add_argument("rules", metavar="RULES", help=RULES_HELP)
    perft.add_argument("depth", type=_depth, metavar="DEPTH", help=f"0 to {DEEPEST} moves")
    perft.add_argument("--divide", action="store_true", help="count for each first move")
    add_moves(perft)

    replay = commands.add(
        "replay",
        _replay,
        "Show every position of a record, or only how it ended.",
        """
        quatrefoil replay game.json
        quatrefoil replay game.json --quiet
        """,
    )
    replay.add_argument("file", metavar="FILE", help="a record; - is standard input")
    replay.add_argument("--quiet", action="store_true", help="print the result alone")


def _show(arguments: argparse.Namespace) -> int:
    if arguments.json is not None:
        start = quatrefoil.position(read_text(arguments.json))
    else:
        start = quatrefoil.rules(arguments.rules).start()
    print(line_after(start, arguments.moves).position)
    return 0


def _perft(arguments: argparse.Namespace) -> int:
    line = line_after(quatrefoil.rules(arguments.rules).start(), arguments.moves)
    if arguments.divide and arguments.depth:
        total = 0
        for token in line.position.legal_tokens():
            child = line.copy()
            child.play(token)
            count = quatrefoil.perft(child, arguments.depth - 1)
            print(token, count, flush=True)
            total += count
    else:
        total = quatrefoil.perft(line, arguments.depth)
    print(total)
    return 0


def _depth(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 3 or int(text) > DEEPEST:
        raise argparse.ArgumentTypeError(f"a whole number from 0 to {DEEPEST}, not {text!r}")
    return int(text)


def _replay(arguments: argparse.Namespace) -> int:
    record = quatrefoil.Record.loads(read_text(arguments.file))
    if not arguments.quiet:
        _print_moves(record)
    outcome = record.outcome()
    if outcome:
        print(result_text(record.rules, outcome))
    else:
        print(f"Not finished after {len(record.moves)} moves.")
    return 0


def _print_moves(record: quatrefoil.Record) -> None:
    print(f"{record.rules}, {len(record.moves)} moves")
    for name, value in record.tags.items():
        print(on_one_line(f"{name}: {value}"))
    print()
    who = ""
    for number, line in enumerate(record.lines()):
        if number:
            print(f"{number}. {who}: {line.tokens[-1]}\n")
        print(f"{line.position}\n")
        if not line.position.is_over:
            who = mover(line.position)
