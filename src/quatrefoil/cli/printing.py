"""`quatrefoil print`: a game to cut out, fold and play, as a PDF to scale."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

import quatrefoil
from quatrefoil.cli.common import RULES_HELP, Commands, write_file
from quatrefoil.draw.print.paper import PAPERS, PARTS
from quatrefoil.view.data import Phrase
from quatrefoil.view.words import LANGUAGES, Words

if TYPE_CHECKING:
    from quatrefoil.draw.print.document import Part, Printed


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    parser = commands.add(
        "print",
        _print,
        "Make a PDF to scale: boards, pieces with cutting lines, the rules on one page.",
        """
        quatrefoil print trickle
        quatrefoil print blinq --paper letter --only pieces
        quatrefoil print "trickle(rings=7)" --only boards
        quatrefoil print triotrio --language fi --output triotrio.pdf
        """,
    )
    parser.add_argument("rules", metavar="RULES", help=f"{RULES_HELP}; a variant has its own board")
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="default a4")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="default en")
    parser.add_argument("--only", choices=PARTS, help="one part; by default all three")
    parser.add_argument(
        "--output", metavar="FILE", help="default GAME-PAPER-LANGUAGE.pdf; - is standard output"
    )


def _print(arguments: argparse.Namespace) -> int:
    rules = quatrefoil.rules(arguments.rules)
    parts = (arguments.only,) if arguments.only else PARTS
    printed = _make(rules, arguments.paper, arguments.language, parts)
    name = f"{rules.game.name}-{arguments.paper}-{arguments.language}.pdf"
    output = arguments.output or name
    if output == "-":
        sys.stdout.buffer.write(printed.pdf)
        return 0
    write_file(output, printed.pdf)
    words = Words("quatrefoil.draw.print", arguments.language)
    print(words.say(Phrase("made", {"file": output, "count": printed.pages})))
    for part in printed.parts:
        print(f"  {_advice(part, words)}")
    print(words("scale.advice"))
    return 0


def _make(rules: quatrefoil.Rules, paper: str, language: str, parts: tuple[str, ...]) -> Printed:
    from quatrefoil.draw.print.document import print_game

    return print_game(rules.game, paper, language, parts, rules if rules.changed else None)


def _advice(part: Part, words: Words) -> str:
    """Return which pages a part is, and what to print them on."""
    pages = {"first": part.first, "last": part.last}
    where = words.say(Phrase("pages.one" if part.first == part.last else "pages.more", pages))
    what = f"advice.{part.name}{'.both' if part.two_sided else ''}"
    return words.say(
        Phrase("advice", {"part": f"@part.{part.name}", "pages": where, "paper": f"@{what}"})
    )
