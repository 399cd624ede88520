"""`quatrefoil strength`: measures how strong the computer is, and writes docs/strength.md."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import quatrefoil
from quatrefoil.cli.arguments import count
from quatrefoil.cli.common import Commands
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.workers import add_workers, say_losses, workers
from quatrefoil.core.errors import shortened


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    strength = commands.add(
        "strength",
        _strength,
        "Measure what docs/strength.md does not say of today's players; goes on where it was"
        " interrupted.",
        """
        make strength                       all that is missing or stale: up to hours
        quatrefoil strength --only blinq    one game, or whatever has this in its name
        quatrefoil strength --mark          play nothing, only mark what is stale
        """,
    )
    strength.add_argument("--games", type=count, default=200, metavar="N", help="default 200")
    strength.add_argument(
        "--only",
        type=_pattern,
        default="",
        metavar="WORD",
        help="those named so, such as trickle-best",
    )
    strength.add_argument(
        "--mark", action="store_true", help="play nothing, only mark what is stale"
    )
    add_workers(strength)
    strength.add_argument(
        "--folder", type=Path, default=Path("build/strength"), help="where results are kept"
    )
    strength.add_argument(
        "--document", type=Path, default=Path("docs/strength.md"), help="what gets the table"
    )


def _strength(arguments: argparse.Namespace) -> int:
    from quatrefoil.lab.report import read_report, unpublished, write_report
    from quatrefoil.lab.strength import Results, run_all
    from quatrefoil.lab.studies import studies

    everything, results = studies(arguments.games), Results(arguments.folder)
    named = [study for study in everything if re.search(arguments.only, study.name)]
    if not named:
        raise quatrefoil.QuatrefoilError(
            f"no study has {shortened(arguments.only)} in its name; names are such as"
            f" {everything[0].name} and {everything[-1].name}"
        )
    missing = unpublished(named, read_report(arguments.document))
    if arguments.mark or not missing:
        write_report(arguments.document, results, everything)
        print(f"{len(named) - len(missing)} of {len(named)} results are up to date.")
        return 0
    pool = workers(arguments)
    with Progress("looking for what is stale") as progress:
        run_all(
            missing,
            results,
            pool,
            tell=progress.print,
            keep=lambda: write_report(arguments.document, results, everything),
            show=progress.show,
        )
    say_losses(pool)
    return 0


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as problem:
        raise argparse.ArgumentTypeError(f"a regular expression, not {text!r}: {problem}") from None
    return text
