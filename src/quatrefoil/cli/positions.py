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
from quatrefoil.core.documents import Document, read_document
from quatrefoil.core.errors import RecordError
from quatrefoil.core.text import on_one_line
from quatrefoil.core.tree import ROOT


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
    start.add_argument(
        "--json", metavar="FILE", help="a position, record or tree as JSON; - is standard input"
    )
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
        "Show every position of a record or a tree, or only how it ended.",
        """
        quatrefoil replay game.json
        quatrefoil replay game.json --quiet
        """,
    )
    replay.add_argument("file", metavar="FILE", help="a record or a tree; - is standard input")
    replay.add_argument("--quiet", action="store_true", help="print the result alone")


def _show(arguments: argparse.Namespace) -> int:
    if arguments.json is not None:
        start = _shown(read_document(read_text(arguments.json)))
    else:
        start = quatrefoil.rules(arguments.rules).start()
    print(line_after(start, arguments.moves).position)
    return 0


def _shown(found: Document) -> quatrefoil.Position:
    """Return a position, or the last one of a record or of a tree's main line."""
    if isinstance(found, quatrefoil.Record):
        return found.replay().position
    if isinstance(found, quatrefoil.Tree):
        return found.line_at([ROOT, *found.main_line()][-1]).position
    return found


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
    found = read_document(read_text(arguments.file))
    if isinstance(found, quatrefoil.Position):
        raise RecordError("this is a position: `quatrefoil show --json FILE` draws it")
    tree, outcome = _with_outcome(found)
    if not arguments.quiet:
        _print_moves(tree)
    if outcome:
        print(result_text(tree.rules, outcome))
    else:
        print(f"Not finished after {len(tree.main_line())} moves.")
    return 0


def _with_outcome(
    found: quatrefoil.Record | quatrefoil.Tree,
) -> tuple[quatrefoil.Tree, quatrefoil.Outcome | None]:
    """Return a record as a tree, and how its main line ended."""
    if isinstance(found, quatrefoil.Record):
        return quatrefoil.Tree.of(found), found.outcome()
    return found, _shown(found).outcome()


def _print_moves(tree: quatrefoil.Tree) -> None:
    """Print the main line with every position, and what is said and tried beside it."""
    moves = tree.main_line()
    print(f"{tree.rules}, {len(moves)} moves")
    for name, value in tree.tags.items():
        print(on_one_line(f"{name}: {value}"))
    print()
    line = tree.line_at(ROOT)
    before, who = ROOT, ""
    for number, node in enumerate([ROOT, *moves]):
        if number:
            who = mover(line.position)
            line.play(tree.nodes[node].token)
            print(f"{number}. {who}: {_told(tree, node)}\n")
            for other in tree.nodes[before].children[1:]:
                print(f"   or {' '.join(_told(tree, each) for each in _variation(tree, other))}\n")
        elif told := _told(tree, node):
            print(f"{told}\n")
        print(f"{line.position}\n")
        before = node


def _variation(tree: quatrefoil.Tree, node: int) -> list[int]:
    return [node, *tree.main_line(node)]


def _told(tree: quatrefoil.Tree, number: int) -> str:
    """Return a move as it is written, with its marks and what is said about it."""
    node = tree.nodes[number]
    comment = f" ({on_one_line(node.note.comment)})" if node.note.comment else ""
    return f"{node.token}{''.join(node.note.marks)}{comment}".strip()
