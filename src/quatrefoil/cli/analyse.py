"""`quatrefoil analyse`: what is best in a position, and what each turn of a record was worth."""

from __future__ import annotations

import argparse
import json
import time
from typing import TYPE_CHECKING

import quatrefoil
from quatrefoil.cli.arguments import count, seconds, whole
from quatrefoil.cli.common import (
    SUBJECT_HELP,
    Commands,
    add_moves,
    line_after,
    mover,
    read_subject,
    record_or_position,
    shares,
)
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.report import add_json, plain, print_report, whose_turn
from quatrefoil.search.config import MEMORY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quatrefoil.search import Limit
    from quatrefoil.study.analysis import Analysis, TurnReport
    from quatrefoil.study.threats import ThreatAnalyst

#: What the search of a position takes, unless told otherwise.
_SECONDS = 1.0
#: Seconds of a long search between two looks at how far it is.
_SLICE = 2.0


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    analyse = commands.add(
        "analyse",
        _analyse,
        "Say what is best in a position, or what each turn of a record was worth.",
        """
        quatrefoil analyse position.json --time 5 --threats
        quatrefoil analyse blinq:tiny --moves 1a1N    any position that moves lead to
        quatrefoil analyse game.json                  as the page reviews it
        quatrefoil analyse game.json --nodes 20000    for each search of a turn
        """,
    )
    analyse.add_argument("subject", metavar="INPUT", help=SUBJECT_HELP)
    add_moves(analyse)
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
        "--best",
        type=_best,
        default=5,
        metavar="N",
        help="whole turns to show for a position (default 5)",
    )
    analyse.add_argument(
        "--threats",
        action="store_true",
        help="also say what the others would do if the player to move passed",
    )
    add_json(analyse)


def _analyse(arguments: argparse.Namespace) -> int:
    found = record_or_position(read_subject(arguments.subject))
    if not isinstance(found, quatrefoil.Record):
        _analyse_position(line_after(found, arguments.moves), arguments)
    elif arguments.moves:
        raise quatrefoil.QuatrefoilError("a record has its own moves: --moves is for positions")
    else:
        _analyse_record(found, arguments)
    return 0


def _analyse_record(record: quatrefoil.Record, arguments: argparse.Namespace) -> None:
    from quatrefoil.cli.reviewing import report_review, show_review

    tell = report_review if arguments.json else show_review
    tell(record, _limit(arguments), arguments.threads, arguments.memory)


def _analyse_position(line: quatrefoil.Line, arguments: argparse.Namespace) -> None:
    from quatrefoil.search import Limit
    from quatrefoil.study.threats import ThreatAnalyst

    if line.position.is_over:
        if arguments.json:
            whose = whose_turn(line.position)
            print_report("analyse", rules=str(line.position.rules), turns=[], **whose)
        else:
            print("The game is over.")
        return
    analyst = ThreatAnalyst(
        line,
        arguments.best,
        arguments.memory or MEMORY,
        arguments.threads,
        passing=arguments.threats,
    )
    found = _searched(analyst, _limit(arguments) or Limit(time=_SECONDS))
    if arguments.json:
        _report_position(line.position, found, analyst)
        return
    _show_position(line, found)
    if arguments.threats:
        _show_threats(line.position, analyst)


def _searched(analyst: ThreatAnalyst, limit: Limit) -> Analysis:
    """Search as long as somebody allows, and show how far it is now and then."""
    from quatrefoil.search import Limit

    with Progress("searching") as progress:
        if limit.time is None or limit.time < 2 * _SLICE:
            return analyst.go_on(limit)
        begun = time.monotonic()
        found = analyst.go_on(Limit(time=_SLICE))
        while not found.proven and (left := begun + limit.time - time.monotonic()) > 0:
            found = analyst.go_on(Limit(time=min(_SLICE, left)))
            values = shares(analyst.line.position.rules, found.values)
            progress.show(f"{values}, {found.nodes} nodes")
    return found


def _report_position(
    position: quatrefoil.Position, found: Analysis, analyst: ThreatAnalyst
) -> None:
    """Print what the server would answer, without what is for boards."""
    from quatrefoil.play.analyses import presented, presented_threats
    from quatrefoil.play.present import encode

    data = {**presented(position, found), "threats": presented_threats(analyst)}
    told = plain(json.loads(encode(data))) | whose_turn(position)
    print_report("analyse", rules=str(position.rules), **told)


def _limit(arguments: argparse.Namespace) -> Limit | None:
    """Return what somebody allows a search, if they said."""
    from quatrefoil.search import Limit

    if arguments.nodes:
        return Limit(nodes=arguments.nodes)
    return Limit(time=arguments.time) if arguments.time else None


def _show_position(line: quatrefoil.Line, found: Analysis) -> None:
    """Print what an analyst says: the best whole turns, or what may be rolled."""
    rules = line.position.rules
    print(f"{mover(line.position)} to move. {shares(rules, found.values, found.proven)}")
    _show_turns(found.turns)
    for outcome in found.outcomes:
        odds = f"{outcome.odds:.1%}"
        values = shares(rules, outcome.values, outcome.proven) if outcome.values else ""
        print(f"  {outcome.token:12} {odds:>8}  {values}")
    if found.bounds:
        low, high = found.bounds
        print(f"Proven: {mover(line.position)} gets {low:.1%} to {high:.1%}.")
    if found.turns and found.turns[0].then:
        print(f"Then: {_following(found.turns[0])}")
    print(f"{found.nodes} nodes in {found.seconds:.2f} s")


def _show_turns(turns: Sequence[TurnReport]) -> None:
    width = max((len(" ".join(turn.tokens)) for turn in turns), default=0)
    for turn in turns:
        looked = f"depth {turn.depth}" if turn.visits is None else f"playouts {turn.visits}"
        certain = "proven" if turn.proven else looked
        print(f"  {' '.join(turn.tokens):{max(width, 12)}} {turn.value:>8.1%}  {certain}")


def _following(turn: TurnReport) -> str:
    """Return what is expected after a turn, the turns apart."""
    return ", ".join(" ".join(later.tokens) for later in turn.then)


def _show_threats(position: quatrefoil.Position, analyst: ThreatAnalyst) -> None:
    """Print what the others would do if the player to move passed."""
    threats = analyst.threats
    if threats is None:
        reasons = {
            "game": f"{position.rules.game.title} does not tell what a pass would lead to.",
            "position": "Nobody can pass here.",
        }
        print(f"No threats to show: {reasons[analyst.why_not or 'position']}")
        return
    values = shares(position.rules, threats.values, threats.proven)
    print(f"After a pass: {values}. It would cost {threats.loss:.1%}.")
    _show_turns(threats.turns)


def _threads(text: str) -> int:
    return whole(text, 1, 256)


def _megabytes(text: str) -> int:
    return whole(text, 1, 1_000_000)


def _best(text: str) -> int:
    return whole(text, 1, 100)
