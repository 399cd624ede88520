"""`quatrefoil bench`: speeds, sizes and import time, measured here and now."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from quatrefoil.cli.common import Commands
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.report import add_json, print_report

if TYPE_CHECKING:
    from quatrefoil.lab.bench import Measurement


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    bench = commands.add(
        "bench",
        _bench,
        "Measure speeds, sizes and import time; exit with 1 if one misses its target.",
        """
        make bench                    installs what is compared with, then runs this
        quatrefoil bench --quick      a rough look in a few seconds
        """,
    )
    bench.add_argument("--quick", action="store_true", help="measure shortly and roughly")
    add_json(bench)
    bench.add_argument(
        "--folder",
        type=Path,
        default=Path("bench"),
        help="where yardstick.cpp and targets.json are (default: bench)",
    )
    bench.add_argument(
        "--build",
        type=Path,
        default=Path("build"),
        help="where the yardstick is compiled to (default: build)",
    )


def _bench(arguments: argparse.Namespace) -> int:
    from quatrefoil.lab.bench import QUICK, THOROUGH, Tell, run

    effort = QUICK if arguments.quick else THOROUGH
    left_out: list[str] = []
    with Progress("compiling the yardstick") as progress:
        tell = Tell(doing=progress.show, left_out=left_out.append)
        found = run(arguments.folder, arguments.build, effort, tell)
    for text in left_out:
        print(f"quatrefoil: {text}", file=sys.stderr)
    fine = all(each.fine for each in found)
    if arguments.json:
        measured = [dataclasses.asdict(each) | {"fine": each.fine} for each in found]
        print_report("bench", fine=fine, measured=measured)
    else:
        print(table(found))
    return 0 if fine else 1


def table(found: list[Measurement]) -> str:
    """Return the measurements as aligned lines."""
    rows = [("measured", "game", "value", "target", "", "")]
    for each in found:
        least, most = each.at_least, each.at_most
        target = f"≥ {least:g}" if least is not None else f"≤ {most:g}" if most is not None else ""
        verdict = ("fine" if each.fine else "MISSED") if target else ""
        value = f"{each.value:.4g} {each.unit}"
        rows.append((each.what, each.game, value, target, verdict, each.note))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
