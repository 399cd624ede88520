"""`quatrefoil strength`: measures how strong the computer is, and writes docs/strength.md."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from quatrefoil.cli.arguments import count
from quatrefoil.cli.common import add_command

if TYPE_CHECKING:
    from quatrefoil.cli.common import Commands


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
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
    strength.add_argument("--games", type=count, default=200, metavar="N", help="default 200")
    strength.add_argument(
        "--only",
        type=_pattern,
        default="",
        metavar="WORD",
        help="those named so, such as trickle-best",
    )
    strength.add_argument("--cores", type=count, metavar="N", help="default: all")
    strength.add_argument(
        "--folder", type=Path, default=Path("build/strength"), help="where results are kept"
    )
    strength.add_argument(
        "--document", type=Path, default=Path("docs/strength.md"), help="what gets the table"
    )


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


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as problem:
        raise argparse.ArgumentTypeError(f"a regular expression, not {text!r}: {problem}") from None
    return text
