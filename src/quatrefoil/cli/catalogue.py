"""What there is: `quatrefoil games`, `quatrefoil rules` and `quatrefoil schema`."""

from __future__ import annotations

import argparse
import re
import sys
from typing import Any

import quatrefoil
from quatrefoil.cli.common import GAME_HELP, Commands, wrapped
from quatrefoil.cli.report import add_json, print_report
from quatrefoil.core.options import Option
from quatrefoil.core.schemas import SCHEMAS, schema_text

_BOLD, _PLAIN = "\033[1m", "\033[0m"


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    games = commands.add(
        "games",
        _games,
        "List the games with their options and presets.",
        """
        quatrefoil games
        quatrefoil games blinq triotrio
        """,
    )
    games.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    add_json(games)
    rules = commands.add(
        "rules",
        _rules,
        "Print the rules of a game in our own words, with the readings that we decided on.",
        """
        quatrefoil rules trickle
        quatrefoil rules trifoil | less
        """,
    )
    rules.add_argument("game", metavar="GAME", help=GAME_HELP)
    schema = commands.add(
        "schema",
        _schema,
        "Print the JSON Schema of records, trees, what --json prints, or a game's positions.",
        """
        quatrefoil schema record
        quatrefoil schema blinq > blinq-position.schema.json
        """,
    )
    schema.add_argument("name", metavar="NAME", help=f"{', '.join(SCHEMAS)}, or a game")


def _games(arguments: argparse.Namespace) -> int:
    chosen = [quatrefoil.game(name) for name in arguments.games] or quatrefoil.all_games()
    if arguments.json:
        print_report("games", games=[_described(game) for game in chosen])
    else:
        print("\n\n".join(describe(game) for game in chosen))
    return 0


def _described(game: quatrefoil.Game) -> dict[str, Any]:
    """Return a game's entry as data."""
    return {
        "name": game.name,
        "title": game.title,
        "authors": game.authors,
        "summary": game.summary,
        "options": [
            {"name": option.name, "allowed": option.allowed, "help": option.help}
            for option in game.options
        ],
        "presets": [
            {"name": preset.name, "rules": str(game.preset(preset.name)), "help": preset.help}
            for preset in game.presets
        ],
        "missing": list(game.manifest.missing),
    }


def describe(game: quatrefoil.Game) -> str:
    """Return a game's entry in the list: what it is, its options, its presets."""
    paragraphs = [f"{game.title} by {game.authors}", wrapped(game.summary, "  ")]
    if missing := game.manifest.missing:
        paragraphs.append(wrapped(f"It has no {', '.join(missing)}.", "  "))
    paragraphs += ["\n  Options:", *map(_describe_option, game.options), "\n  Presets:"]
    for preset in game.presets:
        rules = game.preset(preset.name)
        paragraphs.append(wrapped(f"{preset.name}: {rules}", "    "))
        paragraphs.append(wrapped(preset.help, "      "))
    return "\n".join(paragraphs)


def _describe_option(option: Option) -> str:
    what = wrapped(
        f"{option.name}: {option.allowed}; by default {option.describe_default()}", "    ", "      "
    )
    return f"{what}\n{wrapped(option.help, '      ')}"


def _rules(arguments: argparse.Namespace) -> int:
    print(for_reading(quatrefoil.game(arguments.game).page()))
    return 0


def _schema(arguments: argparse.Namespace) -> int:
    print(schema_text(arguments.name), end="")
    return 0


def for_reading(page: str) -> str:
    """Return a page of Markdown formatted for a terminal, or as it is for another program."""
    return for_terminal(page) if sys.stdout.isatty() else page.rstrip("\n")


def for_terminal(markdown: str) -> str:
    """Return Markdown as a terminal shows it best: wrapped, with bold for headings and stress."""
    lines, in_code = [], False
    for line in markdown.rstrip("\n").split("\n"):
        if line.startswith("```"):
            in_code = not in_code
        elif in_code or line.startswith(("|", "    ")):
            lines.append(line)
        elif line.startswith("#"):
            lines.append(f"{_BOLD}{line.lstrip('# ')}{_PLAIN}")
        else:
            lines.append(_stressed(_wrapped_item(line)))
    return "\n".join(lines)


def _wrapped_item(line: str) -> str:
    """Wrap a line; one of a list goes on under its text, not under its mark."""
    mark = re.match(r"\s*(?:[-*]|\d+\.)?\s*", line)
    return wrapped(line, hanging=" " * len(mark[0]) if mark else "")


def _stressed(line: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", rf"{_BOLD}\1{_PLAIN}", line, flags=re.DOTALL)
