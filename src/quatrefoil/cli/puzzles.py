"""Puzzles: `quatrefoil puzzles` makes them and proves them again."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

import quatrefoil
from quatrefoil.cli.arguments import count, whole
from quatrefoil.cli.common import GAME_HELP, Commands, wrapped
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.workers import add_workers, say_losses, workers

if TYPE_CHECKING:
    from quatrefoil.study.puzzles.puzzle import Puzzle


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    puzzles = commands.add(
        "puzzles",
        _nothing,
        "Prove the puzzles of a game again, or make new ones.",
        """
        quatrefoil puzzles check
        quatrefoil puzzles make blinq --count 50 --output blinq.json
        """,
    )
    actions = puzzles.add_subparsers(title="actions", metavar="ACTION", required=True)
    make = actions.add_parser("make", help="mine new ones from games of the computer with itself")
    make.set_defaults(run=_make)
    make.add_argument(
        "rules", nargs="+", metavar="RULES", help="a game, or several of its variants"
    )
    make.add_argument(
        "--count", type=count, default=320, metavar="N", help="how many (default 320)"
    )
    make.add_argument(
        "--seed",
        type=_seed,
        default=1,
        metavar="N",
        help="the number of the first game (default 1)",
    )
    make.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="where to write them; beside it stands a journal, from which a later run goes on",
    )
    add_workers(make)
    check = actions.add_parser("check", help="prove every claim again, by an independent solver")
    check.set_defaults(run=_check)
    check.add_argument("game", nargs="?", metavar="GAME", help=GAME_HELP)
    check.add_argument("--file", type=Path, metavar="FILE", help="puzzles that `make` wrote")


def _seed(text: str) -> int:
    return whole(text, 0, 10**9)


def _nothing(arguments: argparse.Namespace) -> int:
    raise quatrefoil.QuatrefoilError("say what to do with puzzles: check or make")


def _make(arguments: argparse.Namespace) -> int:
    from quatrefoil.study.puzzles.mine import gathered
    from quatrefoil.study.puzzles.puzzle import write_puzzles

    rules = [quatrefoil.rules(text) for text in arguments.rules]
    game = rules[0].game
    if any(each.game is not game for each in rules):
        raise quatrefoil.QuatrefoilError("a collection is of one game: give variants of it alone")
    output: Path = arguments.output or Path(f"{game.name}-puzzles.json")
    pool = workers(arguments)
    with Progress() as progress:
        found = gathered(
            rules,
            arguments.count,
            arguments.seed,
            output.with_suffix(".journal"),
            pool,
            lambda games, puzzles: progress.show(
                f"{puzzles} of {arguments.count} puzzles from {games} games"
            ),
        )
    say_losses(pool)
    output.write_text(write_puzzles(found), encoding="utf-8")
    grades = [puzzle.grade for puzzle in found]
    shown = ", ".join(f"{grades.count(grade)} of grade {grade}" for grade in sorted(set(grades)))
    print(wrapped(f"{len(found)} puzzles written to {output}: {shown}."))
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from quatrefoil.study.puzzles.check import check

    slowest, number = 0.0, 0
    for puzzle in _puzzles(arguments):
        started = time.process_time()
        check(puzzle)
        slowest = max(slowest, time.process_time() - started)
        number += 1
    print(f"{number} puzzles hold; the slowest took {slowest:.2f} s.")
    return 0


def _puzzles(arguments: argparse.Namespace) -> list[Puzzle]:
    from quatrefoil.study.puzzles.puzzle import RESOURCE, puzzles_of, read_puzzles

    if arguments.file:
        if not arguments.game:
            raise quatrefoil.QuatrefoilError("say which game the file is of")
        text = arguments.file.read_text(encoding="utf-8")
        return list(read_puzzles(quatrefoil.game(arguments.game).name, text))
    games = [quatrefoil.game(arguments.game)] if arguments.game else list(quatrefoil.all_games())
    if arguments.game:
        games[0].manifest.require(RESOURCE)
    return [puzzle for game in games for puzzle in puzzles_of(game.name)]
