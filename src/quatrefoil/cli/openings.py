"""`quatrefoil openings`: books of openings, made by letting the computer play itself."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

import quatrefoil
from quatrefoil.cli.arguments import count, whole
from quatrefoil.cli.common import RULES_HELP, Commands
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.workers import add_workers, say_losses, workers

if TYPE_CHECKING:
    from quatrefoil.study.book_games import Plan


#: Parts of turns that a level plays where another one finishes the game.
_OPENING = 8


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    openings = commands.add(
        "openings",
        _openings,
        "Make the book of a game's openings: the computer plays itself. Ctrl-C ends it; the same"
        " command goes on.",
        """
        quatrefoil openings make blinq --games 200
        quatrefoil openings make trifoil "trifoil(board=8)" --level 8 --ray auto
        quatrefoil openings make trickle --presets --level 5 --games 100
        quatrefoil openings make triotrio --finish-level 5 --opening 12
        """,
    )
    openings.add_argument("do", choices=("make",), help="make a book")
    openings.add_argument("rules", metavar="RULES", nargs="+", help=f"{RULES_HELP}; of one game")
    openings.add_argument("--presets", action="store_true", help="of all presets of the game")
    openings.add_argument("--games", type=count, default=200, metavar="N", help="default 200")
    openings.add_argument("--level", type=_level, default=8, metavar="L", help="1 to 8, default 8")
    openings.add_argument(
        "--finish-level",
        type=_level,
        metavar="L",
        help="the level plays the opening alone, and this quicker one finishes each game",
    )
    openings.add_argument(
        "--opening",
        type=count,
        metavar="N",
        help=f"how many parts of turns the opening has, with --finish-level (default {_OPENING})",
    )
    openings.add_argument("--seed", type=int, default=0, metavar="N", help="default 0")
    openings.add_argument(
        "--work",
        type=Path,
        default=Path("openings"),
        metavar="FOLDER",
        help="where games are kept until there are enough (default openings)",
    )
    openings.add_argument(
        "--output", type=Path, metavar="FILE", help="the book (default FOLDER/GAME.json)"
    )
    add_workers(openings)


def _level(text: str) -> int:
    return whole(text, 1, 8)


def _openings(arguments: argparse.Namespace) -> int:
    from quatrefoil.study.book_games import Finish, GameFile, Plan, make_book, play_games
    from quatrefoil.study.books import read_books, write_books

    finish = None
    if arguments.finish_level:
        finish = Finish(arguments.finish_level, arguments.opening or _OPENING)
    elif arguments.opening:
        raise quatrefoil.QuatrefoilError("--opening needs --finish-level: who plays on after it?")
    found = [quatrefoil.rules(text) for text in arguments.rules]
    game = found[0].game
    if any(rules.game is not game for rules in found):
        raise quatrefoil.QuatrefoilError("a book is of one game: name rules of one only")
    if arguments.presets:
        found += [game.preset(preset.name) for preset in game.presets]
    output = arguments.output or arguments.work / f"{game.name}.json"
    books = read_books(game, output.read_text(encoding="utf-8")) if output.exists() else {}
    pool = workers(arguments)
    for text in dict.fromkeys(map(str, found)):
        plan = Plan(text, arguments.level, arguments.seed, finish)
        kept = GameFile(plan, arguments.work / _name(plan))
        games = kept.games()
        missing = [number for number in range(arguments.games) if number not in games]
        with Progress(f"{text}: {len(games)} of {arguments.games} games") as progress:
            for played in play_games(plan, missing, pool):
                kept.add(played)
                games[played.number] = played
                progress.show(f"{text}: {len(games)} of {arguments.games} games")
        book = make_book(plan, games.values())
        books[book.name] = book
        write_books(game, books.values(), output)
        print(f"{text}: {len(games)} games of level {plan.level}, {len(book)} positions")
    say_losses(pool)
    print(f"Written to {output}, {output.stat().st_size} bytes.")
    return 0


def _name(plan: Plan) -> str:
    name = re.sub(r"[^A-Za-z0-9=.-]+", "_", plan.rules).strip("_")[:200]
    finish = f".{plan.finish.after}parts.finish{plan.finish.level}" if plan.finish else ""
    return f"{name}.level{plan.level}{finish}.seed{plan.seed}.games"
