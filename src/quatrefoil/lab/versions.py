"""Another version of the server under the same load: what a move costs before and after a change.

Both are measured in turns, by the same clients: a machine that is busy for a while is so for both.
Of each figure the median of the rounds counts. The other version is named by its command:

    git worktree add ../before REVISION
    make -C ../before install
    python -m quatrefoil.lab.versions ../before/.venv/bin/quatrefoil --games trickle trifoil
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from statistics import median

from quatrefoil.lab.load import Plan, Result, measure
from quatrefoil.lab.scaling import Ratio, told

BEFORE, AFTER = "the other version", "this version"

#: What is compared: its name, and how it is got from a result.
_FIGURES: Mapping[str, Callable[[Result], float]] = {
    "µs a move": lambda result: result.us_a_move,
    "moves a second": lambda result: result.moves_a_second,
    "p99 in ms": lambda result: result.p99,
}
#: How much dearer a move may be, and how much longer the slowest may take: machines are never calm.
_MOST_COST, _MOST_WAITING = 1.05, 1.15


def ratios(results: Mapping[str, Sequence[Result]]) -> list[Ratio]:
    """Compare what was measured in all rounds."""
    before, after = results[BEFORE], results[AFTER]

    def ratio(figure: Callable[[Result], float]) -> float:
        return median(map(figure, after)) / median(map(figure, before))

    return [
        Ratio("processor time a move, after : before", ratio(_FIGURES["µs a move"]), _MOST_COST),
        Ratio("p99, after : before", ratio(_FIGURES["p99 in ms"]), _MOST_WAITING),
    ]


def summary(results: Mapping[str, Sequence[Result]]) -> list[str]:
    """Return the median of every figure, and its least and most."""
    lines = []
    for name, found in results.items():
        parts = []
        for what, figure in _FIGURES.items():
            values = sorted(map(figure, found))
            parts.append(f"{what} {median(values):.0f} ({values[0]:.0f} to {values[-1]:.0f})")
        lines.append(f"{name}: {', '.join(parts)}")
    return lines


def main() -> int:
    """Measure what the arguments say; return whether this version is worse."""
    parser = argparse.ArgumentParser(
        prog="quatrefoil.lab.versions", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("other", help="the `quatrefoil` of the other version")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second; 0: no limit")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", nargs="+", default=(), help="default: without dice")
    given = parser.parse_args()
    load = {name: getattr(given, name) for name in ("matches", "rate", "seconds")}
    plans = {
        name: Plan(**load, games=tuple(given.games), server=server)
        for name, server in ((BEFORE, given.other), (AFTER, ""))
    }
    results: dict[str, list[Result]] = {name: [] for name in plans}
    for number in range(1, given.rounds + 1):
        for name, plan in plans.items():
            found = measure(plan)
            results[name].append(found)
            print(f"round {number}, {name}: {told(found)}", flush=True)
    judged = ratios(results)
    print(*summary(results), *judged, sep="\n")
    return int(any(each.found > each.most for each in judged))


if __name__ == "__main__":
    sys.exit(main())
