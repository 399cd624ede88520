"""One process or several: what a move costs, and how long it takes, measured in one run.

The same matches are played on SQLite, on PostgreSQL with one process and more, and with the players
of each match at different processes; in rounds, so that a machine that is busy for a while is so
for all of them. Of each figure the median of the rounds counts. Three ratios are printed:

    PostgreSQL : SQLite     processor time a move of one server process
    most : least            the same over 1, 2 and 4 processes that have equally much to do each
    apart : SQLite          p99 until the opponent has a move, two processes against one

Equally much each, because a process takes what waits together: one that is often woken for a single
move pays for each wake-up alone, whether there are others or not.

    python -m quatrefoil.lab.scaling                               some eight minutes, two cores
    python -m quatrefoil.lab.scaling --matches 50 --seconds 5 --rounds 1
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from quatrefoil.lab.load import Plan, Result, measure

SQLITE, POSTGRESQL, APART = "SQLite", "PostgreSQL", "2 processes, players apart"
#: PostgreSQL by the number of processes; the last have all matches, the others their share of them.
SHARES = {1: "1 process, a quarter", 2: "2 processes, a half", 4: "4 processes, all"}


def plans(plan: Plan) -> dict[str, Plan]:
    """Return what is measured, by name."""
    return {
        SQLITE: plan,
        POSTGRESQL: replace(plan, postgresql=True),
        **{
            name: replace(
                plan,
                postgresql=True,
                processes=processes,
                matches=max(1, plan.matches * processes // max(SHARES)),
            )
            for processes, name in SHARES.items()
        },
        APART: replace(plan, postgresql=True, processes=2, apart=True),
    }


@dataclass(frozen=True)
class Ratio:
    """Two figures against each other, and the most that is promised."""

    what: str
    found: float
    most: float

    def __str__(self) -> str:
        verdict = "" if self.found <= self.most else "  MISSED"
        return f"{self.what}: {self.found:.2f} (at most {self.most:g}){verdict}"


def ratios(results: Mapping[str, Sequence[Result]]) -> list[Ratio]:
    """Compare what was measured in all rounds."""
    cost = {name: median([each.us_a_move for each in found]) for name, found in results.items()}
    p99 = {name: median([each.p99 for each in found]) for name, found in results.items()}
    costs = [cost[name] for name in SHARES.values()]
    return [
        Ratio("processor time a move, PostgreSQL : SQLite", cost[POSTGRESQL] / cost[SQLITE], 1.4),
        Ratio("processor time a move, most : least of 1, 2, 4", max(costs) / min(costs), 1.15),
        Ratio("p99, two processes apart : SQLite", p99[APART] / p99[SQLITE], 3),
    ]


def told(found: Result) -> str:
    """Return what was measured, in a few words."""
    wrong = found.errors + found.differences + found.lost
    return (
        f"{found.us_a_move:.0f} µs a move, p99 {found.p99:.1f} ms,"
        f" {found.moves_a_second:.0f} moves a second, {wrong} wrong"
    )


def main() -> int:
    """Measure what the arguments say; return whether a promise is missed."""
    parser = argparse.ArgumentParser(
        prog="quatrefoil.lab.scaling", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1.0, help="moves a second in each match")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    plan = Plan(matches=given.matches, rate=given.rate, seconds=given.seconds)
    results: dict[str, list[Result]] = {name: [] for name in plans(plan)}
    for number in range(1, given.rounds + 1):
        for name, each in plans(plan).items():
            found = measure(each)
            results[name].append(found)
            print(f"round {number}, {name}: {told(found)}", flush=True)
    judged = ratios(results)
    print(*judged, sep="\n")
    return int(any(each.found > each.most for each in judged))


if __name__ == "__main__":
    sys.exit(main())
