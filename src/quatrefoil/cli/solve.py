"""What is certain: `quatrefoil solve` finds it, shows it and checks it."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

import quatrefoil
from quatrefoil.cli.common import RULES_HELP, Commands, wrapped
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.report import add_json, print_report
from quatrefoil.cli.workers import add_workers, say_losses, workers

if TYPE_CHECKING:
    from quatrefoil.lab.solving import FirstTurn, Reply, Solver

#: How many replies are listed by name, unless all are asked for.
_MOST_LISTED = 8
_WORDS = {0.0: "loses", 0.5: "draws", 1.0: "wins"}
#: The bounds of which nothing is known.
_UNKNOWN = (0.0, 1.0)


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    solve = commands.add(
        "solve",
        _solve,
        "Prove what a game is worth: for each first turn, and which replies hold.",
        """
        quatrefoil solve "blinq(size=3)"
        quatrefoil solve trifoil --time 3600 --memory 4000 --output trifoil.proof
        quatrefoil solve "blinq(size=3)" --cores 2
        quatrefoil solve trifoil --check
        """,
    )
    solve.add_argument("rules", metavar="RULES", help=RULES_HELP)
    solve.add_argument(
        "--time", type=float, default=600.0, metavar="S", help="seconds at most (default 600)"
    )
    solve.add_argument(
        "--memory",
        type=float,
        default=2048.0,
        metavar="MB",
        help="megabytes for each (default 2048)",
    )
    add_workers(solve, cores=1)
    solve.add_argument(
        "--ask",
        choices=("wins", "draws", "both"),
        default="both",
        help="what to look for (default both: draws where nobody seems to win)",
    )
    solve.add_argument(
        "--resume", type=Path, metavar="FILE", help="go on from the proof that an earlier run wrote"
    )
    solve.add_argument("--output", type=Path, metavar="FILE", help="write the proof")
    solve.add_argument(
        "--check", action="store_true", help="check the proof that comes with the game, and end"
    )
    solve.add_argument(
        "--all", action="store_true", help=f"list every reply, not only {_MOST_LISTED}"
    )
    add_json(solve)
    tables = commands.add(
        "tables",
        _tables,
        "Make the tables of a game's endings, and check them.",
        """
        quatrefoil tables "triotrio(quiet_turns=0)" --output endings
        """,
    )
    tables.add_argument("rules", metavar="RULES", help=RULES_HELP)
    tables.add_argument("--output", type=Path, metavar="FOLDER", help="write them")


def _tables(arguments: argparse.Namespace) -> int:
    from quatrefoil.lab.tabling import build, check
    from quatrefoil.search.endgame.domain import domains_of
    from quatrefoil.search.endgame.table import table_name, write_table

    rules = quatrefoil.rules(arguments.rules)
    domains = domains_of(rules)
    if not domains:
        raise quatrefoil.QuatrefoilError(f"there are no endings to make tables of for {rules}")
    for domain in domains:
        with Progress(domain.name) as progress:
            table = build(domain, progress.show_share)
        widths = sorted(table.widths())
        print(f"{domain.name}: {', '.join(f'{name} {n}' for name, n in table.facts.items())}")
        for share in (0.1, 0.25, 0.5, 0.75, 0.9):
            width = widths[int(share * len(widths))]
            print(f"  in {share:.0%} of the positions bounds are at most {width:.4f} apart")
        with Progress("checking") as progress:
            gap = check(table, domain.positions(), progress.show_share)
        print(f"Checked: all equations hold within {max(gap.low, gap.high):.1e}.")
        if arguments.output:
            path = arguments.output / table_name(domain)
            write_table(table, path)
            print(f"Written to {path}, {path.stat().st_size} bytes.")
    return 0


def _solve(arguments: argparse.Namespace) -> int:
    from quatrefoil.lab.solving import Solver, check
    from quatrefoil.search.proof.strategy import read_solution, solution_of, write_solution

    rules = quatrefoil.rules(arguments.rules)
    if arguments.check:
        solution = solution_of(rules)
        if solution is None:
            raise quatrefoil.QuatrefoilError(f"no proof about {rules} comes with the game")
    else:
        solver = Solver(rules, arguments.memory, arguments.ask)
        if arguments.resume:
            solver.resume(read_solution(rules, arguments.resume.read_bytes()))
        pool = workers(arguments) if arguments.ray is not None or arguments.cores > 1 else None
        with Progress("listing the first turns") as progress:
            solver.run(arguments.time, lambda solver: progress.show(_how_far(solver)), pool)
        if pool:
            say_losses(pool)
        if not arguments.json:
            print(report(solver, None if arguments.all else _MOST_LISTED))
        solution = solver.solution(facts(solver))
    started = time.monotonic()
    with Progress("checking") as progress:
        checked = check(
            solution, tell=lambda done, total: progress.show(f"{done} of {total} claims checked")
        )
    if arguments.output:
        write_solution(solution, arguments.output)
    if arguments.json:
        print_report(
            "solve",
            rules=str(rules),
            **{key: value for key, value in solution.facts.items() if key != "claims"},
            proven=[checked.low, checked.high],
            claims=checked.claims,
            checked_positions=checked.positions,
            checked_moves=checked.moves,
        )
        return 0
    # Where nothing is settled there is nothing to see from the start.
    again = f"; {checked.whole} moves from the very start say the same" if checked.whole else ""
    print(
        f"Checked: {checked.claims} claims hold against every reply"
        f" ({checked.positions} positions, {checked.moves} moves,"
        f" {time.monotonic() - started:.0f} s)."
        f" {_conclusion(rules, checked.low, checked.high)}{again}."
    )
    if arguments.output:
        print(f"Written to {arguments.output}, {arguments.output.stat().st_size} bytes.")
    return 0


def _how_far(solver: Solver) -> str:
    total = sum(len(turn.replies) for turn in solver.turns)
    settled = total - len(solver.open_replies())
    return f"{settled} of {total} replies settled, {solver.evaluated} positions"


def facts(solver: Solver) -> dict[str, object]:
    """Return what the file of a proof tells people about it."""
    return {
        "low": solver.low,
        "high": solver.high,
        "positions": solver.evaluated,
        "seconds": round(solver.seconds),
        "turns": [
            {
                "turn": list(turn.tokens),
                "low": turn.low,
                "high": turn.high,
                "replies": len(turn.replies),
                "hold": [list(reply.tokens) for reply in turn.holding()],
                "open": [list(reply.tokens) for reply in turn.replies if not reply.is_settled],
            }
            for turn in solver.turns
        ],
    }


def report(solver: Solver, most: int | None = None) -> str:
    """Return what was proven, in words, with up to `most` replies of each kind by name."""
    names = solver.rules.player_names
    first = names[solver.first]
    lines = [
        f"{solver.rules}: {_worth(first, solver.low, solver.high)}."
        f" {solver.evaluated} positions, {solver.seconds:.0f} s.",
        f"First turns, up to symmetry, and replies by {names[solver.second]} that hold:",
    ]
    for turn in sorted(solver.turns, key=lambda each: (-each.low, -each.high)):
        lines.append(f"  {' '.join(turn.tokens)}: {first} {_verdict(turn.low, turn.high)}")
        lines += _details(turn, most)
    return "\n".join(lines)


def _details(turn: FirstTurn, most: int | None) -> list[str]:
    """Return which of the replies to a turn hold, and which are not settled."""
    holding = turn.holding()
    unsettled = [reply for reply in turn.replies if not reply.is_settled and reply not in holding]
    lines = []
    if holding:
        lines.append(
            wrapped(f"{len(holding)} of {len(turn.replies)} hold: {listed(holding, most)}", "    ")
        )
    if unsettled:
        lines.append(wrapped(f"{len(unsettled)} are open: {listed(unsettled, most)}", "    "))
    return lines


def listed(replies: list[Reply], most: int | None) -> str:
    """Return replies by name, up to `most` of them, and how many more there are."""
    named = [" ".join(reply.tokens) for reply in replies[:most]]
    more = len(replies) - len(named)
    return ", ".join([*named, f"and {more} more"] if more else named)


def _worth(first: str, low: float, high: float) -> str:
    if (low, high) == _UNKNOWN:
        return "who wins with best play is not proven yet"
    return f"{first} {_verdict(low, high)} with best play"


def _conclusion(rules: quatrefoil.Rules, low: float, high: float) -> str:
    if (low, high) == _UNKNOWN:
        return "They do not settle the game yet"
    return f"It follows that {rules.player_names[rules.start().turn]} {_verdict(low, high)}"


def _verdict(low: float, high: float) -> str:
    if low == high:
        return _WORDS[low]
    words = {
        _UNKNOWN: "has no result yet",
        (0.0, 0.5): "does not win",
        (0.5, 1.0): "does not lose",
    }
    return words[low, high]
