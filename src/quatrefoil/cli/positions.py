"""Looking at positions: `quatrefoil show`, `quatrefoil perft` and `quatrefoil replay`."""

from __future__ import annotations

import argparse
import time

import quatrefoil
from quatrefoil.cli.common import (
    DEEPEST,
    SUBJECT_HELP,
    Commands,
    add_moves,
    last_line,
    mover,
    read_line,
    read_subject,
    result_text,
)
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.report import add_json, print_report, whose_turn
from quatrefoil.core.errors import RecordError
from quatrefoil.core.outcome import plain
from quatrefoil.core.text import on_one_line
from quatrefoil.core.tree import ROOT

#: Seconds that a piece of a count may take to be next to nothing: the next, by one move deeper, is
#: up to a hundred times as long, and still soon over.
_NO_TIME = 0.002


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    show = commands.add(
        "show",
        _show,
        "Draw a position as text.",
        """
        quatrefoil show trickle
        quatrefoil show "trifoil(board=8)" --moves a1-b1 b1-a1
        quatrefoil show match.json
        quatrefoil show blinq:basic --json
        """,
    )
    show.add_argument("subject", metavar="INPUT", help=SUBJECT_HELP)
    add_moves(show)
    add_json(show)

    perft = commands.add(
        "perft",
        _perft,
        "Count the sequences of DEPTH moves, chance's moves included.",
        """
        quatrefoil perft trickle 3
        quatrefoil perft "blinq(size=3)" 2 --divide --moves 1a1N
        quatrefoil perft position.json 2
        """,
    )
    perft.add_argument("subject", metavar="INPUT", help=SUBJECT_HELP)
    perft.add_argument("depth", type=_depth, metavar="DEPTH", help=f"0 to {DEEPEST} moves")
    perft.add_argument("--divide", action="store_true", help="count for each first move")
    add_moves(perft)
    add_json(perft)

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
    add_json(replay)


def _show(arguments: argparse.Namespace) -> int:
    position = read_line(arguments.subject, arguments.moves).position
    if arguments.json:
        outcome = position.outcome()
        print_report(
            "show",
            rules=str(position.rules),
            position=position.to_json(),
            **whose_turn(position),
            legal=[] if outcome else position.legal_tokens(),
            result=plain(outcome.scores) if outcome else None,
        )
    else:
        print(position)
    return 0


def _perft(arguments: argparse.Namespace) -> int:
    line = read_line(arguments.subject, arguments.moves)
    counts: dict[str, int] = {}
    with Progress("counting") as progress:
        tokens = line.position.legal_tokens() if arguments.depth else []
        counter = _Counter(progress)
        for number, token in enumerate(tokens):
            counter.place = f"{number} of {len(tokens)} first moves"
            child = line.copy()
            child.play(token)
            counts[token] = counter.count(child, arguments.depth - 1)
            if arguments.divide and not arguments.json:
                progress.print(f"{token} {counts[token]}")
    total = sum(counts.values()) if arguments.depth else 1
    if arguments.json:
        divided = {"divided": counts} if arguments.divide else {}
        rules = str(line.position.rules)
        print_report("perft", rules=rules, depth=arguments.depth, count=total, **divided)
    else:
        print(total)
    return 0


class _Counter:
    """Counts in pieces, and shows between them how far it is."""

    def __init__(self, progress: Progress) -> None:
        self.place = ""
        self._progress = progress
        self._total = 0
        #: How deep a piece is: it grows while pieces take next to no time.
        self._at_once = 1

    def count(self, line: quatrefoil.Line, depth: int) -> int:
        """Return how many sequences of moves there are from here."""
        if depth > self._at_once:
            found = 0
            for move in line.position.legal_moves():
                line.push(move)
                found += self.count(line, depth - 1)
                line.pop()
            return found
        begun = time.monotonic()
        found = quatrefoil.perft(line, depth)
        if depth == self._at_once and time.monotonic() - begun < _NO_TIME:
            self._at_once += 1
        self._total += found
        self._progress.show(f"{self.place}: {self._total}")
        return found


def _depth(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 3 or int(text) > DEEPEST:
        raise argparse.ArgumentTypeError(f"a whole number from 0 to {DEEPEST}, not {text!r}")
    return int(text)


def _replay(arguments: argparse.Namespace) -> int:
    found = read_subject(arguments.file)
    if isinstance(found, quatrefoil.Position):
        raise RecordError("a position has no moves to replay: `quatrefoil show` draws it")
    tree, outcome = _with_outcome(found)
    if arguments.json:
        _report(tree, outcome)
        return 0
    if not arguments.quiet:
        _print_moves(tree)
    if outcome:
        print(result_text(tree.rules, outcome))
    else:
        print(f"Not finished after {len(tree.main_line())} moves.")
    return 0


def _report(tree: quatrefoil.Tree, outcome: quatrefoil.Outcome | None) -> None:
    """Print the main line for programs: every move with who made it and what followed."""
    line = tree.line_at(ROOT)
    moves = []
    for node in tree.main_line():
        by = mover(line.position)
        line.play(tree.nodes[node].token)
        moves.append({"by": by, "move": tree.nodes[node].token, "key": f"{line.position.key:016x}"})
    print_report(
        "replay",
        rules=str(tree.rules),
        tags=dict(tree.tags),
        moves=moves,
        position=line.position.to_json(),
        result=plain(outcome.scores) if outcome else None,
        reason=str(outcome.reason) if outcome else None,
    )


def _with_outcome(
    found: quatrefoil.Record | quatrefoil.Tree,
) -> tuple[quatrefoil.Tree, quatrefoil.Outcome | None]:
    """Return a record as a tree, and how its main line ended."""
    if isinstance(found, quatrefoil.Record):
        return quatrefoil.Tree.of(found), found.outcome()
    return found, last_line(found).position.outcome()


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
