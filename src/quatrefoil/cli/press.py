"""`quatrefoil print`: a game to cut out, fold and play, as a PDF to scale."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import quatrefoil
from quatrefoil.cli.common import add_command
from quatrefoil.core.errors import MissingExtraError
from quatrefoil.core.view import Phrase
from quatrefoil.core.words import LANGUAGES, Words

if TYPE_CHECKING:
    from quatrefoil.cli.common import Commands
    from quatrefoil.press import Part, Printed

_PAPERS = ("a4", "letter")
_PARTS = ("boards", "pieces", "rules")


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    command = add_command(
        commands,
        "print",
        _print,
        "Make a PDF to scale: boards, pieces with cutting lines, the rules on one page.",
        """
        quatrefoil print trickle
        quatrefoil print blinq --paper letter --only pieces
        quatrefoil print triotrio --language fi --output noppapeli.pdf
        """,
    )
    command.add_argument("game", metavar="GAME", help=", ".join(quatrefoil.names()))
    command.add_argument("--paper", choices=_PAPERS, default="a4", help="default a4")
    command.add_argument("--language", choices=LANGUAGES, default="en", help="default en")
    command.add_argument("--only", choices=_PARTS, help="default: everything")
    command.add_argument("--output", type=Path, metavar="FILE", help="default GAME-PAPER-LANGUAGE.pdf")
