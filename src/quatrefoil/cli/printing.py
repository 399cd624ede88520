"""`quatrefoil print`: a game to cut out, fold and play, as a PDF to scale."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

import quatrefoil
from quatrefoil.cli.common import SUBJECT_HELP, Commands, read_subject, write_file
from quatrefoil.cli.progress import Progress
from quatrefoil.draw.print.paper import PAPERS, PARTS
from quatrefoil.draw.print.sheet import EDITIONS, STANDARD
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
        quatrefoil print trifoil --board 8 --edition large
        quatrefoil print blinq:basic --edition economy
        quatrefoil print trickle --edition touch
        quatrefoil print triotrio --language fi --output triotrio.pdf
        """,
    )
    parser.add_argument("subject", metavar="INPUT", help=f"{SUBJECT_HELP}; a variant has its board")
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="default a4")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="default en")
    parser.add_argument("--only", choices=PARTS, help="one part; by default all three")
    parser.add_argument(
        "--board",
        action="append",
        default=[],
        metavar="BOARD",
        help="one of the game's own boards, with its pieces; may be given several times",
    )
    parser.add_argument(
        "--edition",
        choices=tuple(EDITIONS),
        default=STANDARD.name,
        help="large for small hands, economy on one page, touch for low vision (default standard)",
    )
    parser.add_argument(
        "--output", metavar="FILE", help="default GAME-PAPER-LANGUAGE.pdf; - is standard output"
    )


def _print(arguments: argparse.Namespace) -> int:
    rules = _rules(arguments.subject)
    printed = _make(rules, arguments)
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


def _rules(subject: str) -> quatrefoil.Rules:
    """Return the rules of what was given: a file has those of its position, record or tree."""
    rules: quatrefoil.Rules = read_subject(subject).rules
    return rules


def _make(rules: quatrefoil.Rules, arguments: argparse.Namespace) -> Printed:
    from quatrefoil.draw.print.document import print_game

    if rules.changed and arguments.board:
        raise quatrefoil.OptionError("--board chooses of a game's own boards: a variant has one")
    with Progress("drawing"):
        return print_game(
            rules.game,
            arguments.paper,
            arguments.language,
            (arguments.only,) if arguments.only else PARTS,
            rules if rules.changed else None,
            arguments.edition,
            arguments.board,
        )


def _advice(part: Part, words: Words) -> str:
    """Return which pages a part is, and what to print them on."""
    pages = {"first": part.first, "last": part.last}
    where = words.say(Phrase("pages.one" if part.first == part.last else "pages.more", pages))
    what = f"advice.{part.name}{'.both' if part.two_sided else ''}"
    return words.say(
        Phrase("advice", {"part": f"@part.{part.name}", "pages": where, "paper": f"@{what}"})
    )
