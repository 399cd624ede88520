"""`quatrefoil analyse`: what is best in a position, and what each turn of a record was worth."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import quatrefoil
from quatrefoil.cli.arguments import count, seconds, whole
from quatrefoil.cli.common import Commands, mover, read_text
from quatrefoil.core.documents import read_document
from quatrefoil.search.config import MEMORY

if TYPE_CHECKING:
    from quatrefoil.search import Limit, SearchResult

#: What the search of a position takes, unless told otherwise.
_SECONDS = 1.0


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    analyse = commands.add(
        "analyse",
        _analyse,
        "Say what is best in a position, or what each turn of a record was worth.",
        """
        quatrefoil analyse position.json --time 5
        quatrefoil analyse game.json                  as the page reviews it
        quatrefoil analyse game.json --nodes 20000    so many for a search of every turn
        """,
    )
    analyse.add_argument(
        "file", metavar="FILE", help="a position, a record or a tree; - is standard input"
    )
    budget = analyse.add_mutually_exclusive_group()
    budget.add_argument(
        "--time",
        type=seconds,
        metavar="S",
        help=f"seconds a search (default {_SECONDS:g} for a position)",
    )
    budget.add_argument(
        "--nodes",
        type=count,
        metavar="N",
        help="nodes a search (default for a record, as many as reviews of the page have)",
    )
    analyse.add_argument(
        "--threads", type=_threads, default=1, metavar="N", help="threads (default 1)"
    )
    analyse.add_argument(
        "--memory",
        type=_megabytes,
        metavar="MB",
        help=f"megabytes (default {MEMORY} for a position, enough for a record)",
    )
    analyse.add_argument(
        "--best", type=count, default=5, metavar="N", help="moves to show (default 5)"
    )


def _analyse(arguments: argparse.Namespace) -> int:
    found = read_document(read_text(arguments.file))
    if isinstance(found, quatrefoil.Tree):
        found = found.record()
    if isinstance(found, quatrefoil.Record):
        _analyse_record(found, arguments)
    else:
        _analyse_position(quatrefoil.Line(found), arguments)
    return 0


def _analyse_record(record: quatrefoil.Record, arguments: argparse.Namespace) -> None:
    from quatrefoil.cli.reviewing import show_review

    show_review(record, _limit(arguments), arguments.threads, arguments.memory)


def _analyse_position(line: quatrefoil.Line, arguments: argparse.Namespace) -> None:
    from quatrefoil.search import Config, Limit, searcher
    from quatrefoil.search.knowledge import Informed

    rules = line.position.rules
    config = Config.best(
        rules,
        threads=arguments.threads,
        memory=arguments.memory or MEMORY,
        lines=arguments.best,
    )
    found = Informed(rules, searcher(rules, config))
    if line.position.is_over:
        print("The game is over.")
        return
    seen = "depth" if config.advice.method == "alphabeta" else "playouts"
    limit = _limit(arguments) or Limit(time=_SECONDS)
    _show_position(line, found.search(line, limit), arguments.best, seen)
    bounds = found.knowledge.bounds(line.position)
    if bounds and bounds[0] < bounds[1]:
        print(f"Proven: {mover(line.position)} gets {bounds[0]:.1%} to {bounds[1]:.1%}.")


def _limit(arguments: argparse.Namespace) -> Limit | None:
    """Return what somebody allows a search, if they said."""
    from quatrefoil.search import Limit

    if arguments.nodes:
        return Limit(nodes=arguments.nodes)
    return Limit(time=arguments.time) if arguments.time else None


def _show_position(line: quatrefoil.Line, result: SearchResult, count: int, seen: str) -> None:
    from quatrefoil.cli.reviewing import shares
    from quatrefoil.study.worth import variation_tokens

    rules = line.position.rules
    print(f"{mover(line.position)} to move. {shares(rules, result.values, result.proven)}")
    for report in result.moves[:count]:
        certain = "proven" if report.proven else f"{seen} {report.visits}"
        value = f"{'at most ' if report.at_most else ''}{report.value:.1%}"
        print(f"  {line.position.token(report.move):12} {value:>14}  {certain}")
    print(f"Then: {' '.join(variation_tokens(line, result.principal_variation))}")
    print(f"{result.nodes} nodes in {result.seconds:.2f} s")


def _threads(text: str) -> int:
    return whole(text, 1, 256)


def _megabytes(text: str) -> int:
    return whole(text, 1, 1_000_000)
