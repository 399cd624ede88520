"""The computer player at work: `quatrefoil analyse`, `arena` and `strength`."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import quatrefoil
from quatrefoil.cli.common import RULES_HELP, add_command, mover, read_text
from quatrefoil.core.fields import read_json
from quatrefoil.search.config import MEMORY

if TYPE_CHECKING:
    from quatrefoil.arena.contest import Standing
    from quatrefoil.cli.common import Commands
    from quatrefoil.search import Limit, Searcher, SearchResult


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    analyse = add_command(
        commands,
        "analyse",
        _analyse,
        "Say what is best in a position, or what each move of a record was worth.",
        """
        quatrefoil analyse position.json --time 5
        quatrefoil analyse game.json --nodes 20000    two searches for each position
        """,
    )
    analyse.add_argument("file", metavar="FILE", help="a position or a record; - is standard input")
    budget = analyse.add_mutually_exclusive_group()
    budget.add_argument(
        "--time", type=_seconds, default=1.0, metavar="S", help="seconds a search (default 1)"
    )
    budget.add_argument("--nodes", type=_count, metavar="N", help="nodes a search")
    analyse.add_argument(
        "--threads", type=_threads, default=1, metavar="N", help="threads (default 1)"
    )
    analyse.add_argument(
        "--memory", type=_megabytes, default=MEMORY, metavar="MB", help=f"default {MEMORY}"
    )
    analyse.add_argument(
        "--best", type=_count, default=5, metavar="N", help="moves to show (default 5)"
    )

    arena = add_command(
        commands,
        "arena",
        _arena,
        "Let two contestants play many games: random, greedy, level1 to level8, best:0.25s,"
        " uct:1000n, or 'ugi:0.25s PROGRAM'.",
        """
        quatrefoil arena level3 level2 blinq --games 200 --test 0.5 0.6
        quatrefoil arena best:0.25s uct:0.25s "trifoil(board=6)" --games 100 --records out
        quatrefoil arena level5 "ugi:0.1s ./my-engine" trickle --games 20
        """,
    )
    arena.add_argument("first", metavar="A", help="the contestant whose score is shown")
    arena.add_argument("second", metavar="B", help="the other one")
    arena.add_argument("rules", metavar="RULES", help=RULES_HELP)
    arena.add_argument("--games", type=_count, default=100, metavar="N", help="default 100")
    arena.add_argument(
        "--test",
        nargs=2,
        type=float,
        metavar=("LOW", "HIGH"),
        help="end as soon as it is decided which of two scores fits A better",
    )
    arena.add_argument("--opening", type=_moves, default=0, metavar="N", help="random moves first")
    arena.add_argument("--seed", type=int, default=0, metavar="N", help="default 0")
    arena.add_argument("--cores", type=_count, metavar="N", help="default: all")
    arena.add_argument("--records", type=Path, metavar="FOLDER", help="where to write records")

    strength = add_command(
        commands,
        "strength",
        _strength,
        "Measure everything that docs/strength.md says; goes on where it was interrupted.",
        """
        make strength                       all of it: hours
        quatrefoil strength --only blinq    one game, or whatever has this in its name
        """,
    )
    strength.add_argument("--games", type=_count, default=200, metavar="N", help="default 200")
    strength.add_argument(
        "--only",
        type=_pattern,
        default="",
        metavar="WORD",
        help="those named so, such as trickle-best",
    )
    strength.add_argument("--cores", type=_count, metavar="N", help="default: all")
    strength.add_argument(
        "--folder", type=Path, default=Path("build/strength"), help="where results are kept"
    )
    strength.add_argument(
        "--document", type=Path, default=Path("docs/strength.md"), help="what gets the table"
    )


# ---- analyse ----------------------------------------------------------------------------------


def _analyse(arguments: argparse.Namespace) -> int:
    from quatrefoil.search import Config, Limit, searcher
    from quatrefoil.search.knowledge import Informed

    data = read_json(read_text(arguments.file))
    is_record = isinstance(data, dict) and "moves" in data
    record = quatrefoil.Record.from_json(data) if is_record else None
    line = quatrefoil.Line(record.rules.start() if record else quatrefoil.position(data))
    rules = line.position.rules
    lines = 1 if record else arguments.best
    config = Config.best(rules, threads=arguments.threads, memory=arguments.memory, lines=lines)
    found = Informed(rules, searcher(rules, config))
    nodes = arguments.nodes
    limit = Limit(nodes=nodes) if nodes else Limit(time=arguments.time)
    if record:
        _show_review(record, found, limit)
    elif line.position.is_over:
        print("The game is over.")
    else:
        seen = "depth" if config.advice.method == "alphabeta" else "playouts"
        _show_position(line, found.search(line, limit), arguments.best, seen)
        bounds = found.knowledge.bounds(line.position)
        if bounds and bounds[0] < bounds[1]:
            print(f"Proven: {mover(line.position)} gets {bounds[0]:.1%} to {bounds[1]:.1%}.")
    return 0


def _show_position(line: quatrefoil.Line, result: SearchResult, count: int, seen: str) -> None:
    from quatrefoil.cli.ugi_go import variation_tokens

    rules = line.position.rules
    print(f"{mover(line.position)} to move. {_values(rules, result.values, result.proven)}")
    for report in result.moves[:count]:
        certain = "proven" if report.proven else f"{seen} {report.visits}"
        value = f"{'at most ' if report.at_most else ''}{report.value:.1%}"
        print(f"  {line.position.token(report.move):12} {value:>14}  {certain}")
    print(f"Then: {' '.join(variation_tokens(line, result.principal_variation))}")
    print(f"{result.nodes} nodes in {result.seconds:.2f} s")


def _show_review(record: quatrefoil.Record, searcher: Searcher, limit: Limit) -> None:
    from quatrefoil.search.review import review

    names = record.rules.player_names
    for each in review(record, searcher, limit):
        if each.number == 1:
            start = _values(record.rules, each.before, each.proven_before)
            print(f"   0  {'':23} {start}")
        name = names[each.mover] if each.mover >= 0 else "Chance"
        other = (
            f"  {'better' if each.mark else 'or'} {each.best}" if each.best != each.token else ""
        )
        print(
            f"{each.number:4}  {name:8} {each.token + each.mark:14}"
            f" {_values(record.rules, each.after, each.proven_after)}{other}",
            flush=True,
        )


def _values(rules: quatrefoil.Rules, values: tuple[float, ...], proven: bool) -> str:
    """Return what each player can expect of the point, in words."""
    named = zip(rules.player_names, values, strict=True)
    text = ", ".join(f"{name} {value:.0%}" for name, value in named)
    return f"{text} (proven)" if proven else text


# ---- arena ------------------------------------------------------------------------------------


def _arena(arguments: argparse.Namespace) -> int:
    from quatrefoil.arena.contest import Pairing, contest
    from quatrefoil.arena.players import contestant
    from quatrefoil.arena.statistics import Sprt

    rules = quatrefoil.rules(arguments.rules)
    for text in (arguments.first, arguments.second):
        contestant(text, rules, 0).close()
    sprt = None
    if arguments.test:
        low, high = arguments.test
        if not 0 <= low < high <= 1:
            raise quatrefoil.QuatrefoilError(
                f"--test takes two scores from 0 to 1, the lower first, not {low} and {high}"
            )
        sprt = Sprt(low, high)
    pairing = Pairing(
        arguments.first, arguments.second, str(rules), arguments.seed, arguments.opening
    )
    standing = contest(
        pairing,
        arguments.games,
        sprt=sprt,
        cores=arguments.cores or 0,
        records=arguments.records,
        tell=_show_progress,
    )
    print(file=sys.stderr)
    print(f"{arguments.first} against {arguments.second} in {rules}: {standing}")
    if sprt:
        decided = standing.verdict
        print("not decided" if decided is None else f"decided: a score of {decided:.0%} fits")
    return 0


def _show_progress(standing: Standing) -> None:
    print(f"\r{standing}  ", end="", file=sys.stderr, flush=True)


# ---- strength ---------------------------------------------------------------------------------


def _strength(arguments: argparse.Namespace) -> int:
    from quatrefoil.lab.report import fill, tables_of
    from quatrefoil.lab.strength import Results, run_all
    from quatrefoil.lab.studies import studies

    chosen, results = studies(arguments.games), Results(arguments.folder)
    run_all(
        [study for study in chosen if re.search(arguments.only, study.name)],
        results,
        arguments.cores or 0,
        tell=lambda text: print(text, flush=True),
        keep=lambda: fill(arguments.document, tables_of(results, chosen)),
    )
    return 0


# ---- arguments --------------------------------------------------------------------------------


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as problem:
        raise argparse.ArgumentTypeError(f"a regular expression, not {text!r}: {problem}") from None
    return text


def _whole(text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdecimal()) or not low <= int(text[:20]) <= high:
        raise argparse.ArgumentTypeError(f"a whole number from {low} to {high}, not {text!r}")
    return int(text)


def _count(text: str) -> int:
    return _whole(text, 1, 10**12)


def _moves(text: str) -> int:
    return _whole(text, 0, 1000)


def _threads(text: str) -> int:
    return _whole(text, 1, 256)


def _megabytes(text: str) -> int:
    return _whole(text, 1, 1_000_000)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"seconds above 0 and up to a day, not {text!r}")
    return value
