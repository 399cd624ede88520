"""`quatrefoil terminal`: play on the whole screen of a terminal, here or on a server."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import quatrefoil
from quatrefoil.cli.common import RULES_HELP, Commands
from quatrefoil.view.words import LANGUAGES

if TYPE_CHECKING:
    from quatrefoil.match.clock import TimeControl
    from quatrefoil.terminal.client import MatchClient

_THEMES = {"light": "paper", "dark": "night"}


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    terminal = commands.add(
        "terminal",
        _terminal,
        "Play on the whole terminal, with keys and mouse: the computer, on one screen, or online.",
        """
        quatrefoil terminal                                        choose there
        quatrefoil terminal trickle --level 5
        quatrefoil terminal "trickle(players=3)" --same-screen
        quatrefoil terminal http://127.0.0.1:8080/m/MATCH --name Ada
        quatrefoil terminal blinq --invite http://127.0.0.1:8080
        """,
    )
    terminal.add_argument(
        "what",
        nargs="?",
        metavar="RULES|LINK",
        help=f"{RULES_HELP}; or the link of a match on a server; else you choose",
    )
    terminal.add_argument("--level", type=_level, default=3, metavar="L", help="1 to 8, default 3")
    terminal.add_argument("--seat", type=int, default=1, metavar="N", help="yours: 1 is the first")
    terminal.add_argument(
        "--clock",
        type=_clock,
        metavar="CLOCK",
        help="5+3 (minutes, and seconds more for each turn), 30s or 3d (for each turn)",
    )
    terminal.add_argument("--same-screen", action="store_true", help="people play all seats")
    terminal.add_argument(
        "--invite", metavar="SERVER", help="make the match on a server, and show the link to it"
    )
    terminal.add_argument("--watch", action="store_true", help="take no seat of a match online")
    terminal.add_argument("--name", default="", help="what the others in a match online see")
    terminal.add_argument("--language", choices=LANGUAGES, help="default: your environment's")
    terminal.add_argument("--theme", choices=sorted(_THEMES), help="default: as the terminal says")


def _terminal(arguments: argparse.Namespace) -> int:
    from quatrefoil.terminal.app import TerminalApp
    from quatrefoil.terminal.words import language_of

    match = _match(arguments) if arguments.what else None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise quatrefoil.QuatrefoilError(
            "this needs a terminal to draw on, not a pipe or a file; 'quatrefoil play' reads and"
            " writes lines"
        )
    language = arguments.language or language_of()
    app = TerminalApp(language, _THEMES.get(arguments.theme, ""), match)
    app.run()
    if app.problem:
        raise quatrefoil.QuatrefoilError(app.problem)
    return 0


def _match(arguments: argparse.Namespace) -> MatchClient:
    from quatrefoil.terminal.links import Link, server_of
    from quatrefoil.terminal.local import LocalMatch, setup_of
    from quatrefoil.terminal.remote import Inviting, RemoteMatch

    if "://" in arguments.what:
        return RemoteMatch(Link.parse(arguments.what), arguments.name, arguments.watch)
    rules = quatrefoil.rules(arguments.what)
    if not 1 <= arguments.seat <= rules.players:
        raise quatrefoil.OptionError(
            f"--seat takes a number from 1 to {rules.players}, not {arguments.seat}"
        )
    if arguments.invite:
        server = server_of(arguments.invite)
        return Inviting(server, rules, arguments.seat - 1, arguments.name, arguments.clock)
    level = None if arguments.same_screen else arguments.level
    setup = setup_of(rules, level, arguments.seat - 1, arguments.name)
    return LocalMatch(replace(setup, control=arguments.clock))


def _clock(text: str) -> TimeControl | None:
    from quatrefoil.match.clock import TimeControl

    try:
        return TimeControl.parse(text)
    except quatrefoil.QuatrefoilError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def _level(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 8:
        raise argparse.ArgumentTypeError(f"a level is a number from 1 to 8, not {text!r}")
    return int(text)
