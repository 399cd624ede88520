"""`quatrefoil play`: choose a game, a variant and who plays, then sit down at the table."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

import quatrefoil
from quatrefoil.cli.common import RULES_HELP, add_command, wrapped
from quatrefoil.cli.console import ask
from quatrefoil.cli.table import Table

if TYPE_CHECKING:
    from quatrefoil.cli.common import Commands

T = TypeVar("T")


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    play = add_command(
        commands,
        "play",
        _play,
        "Play line by line: people at one keyboard, or against random movers.",
        """
        quatrefoil play
        quatrefoil play "blinq(size=4)"
        quatrefoil play trickle --random 2
        """,
    )
    play.add_argument("rules", nargs="?", metavar="RULES", help=f"{RULES_HELP}; else you choose")
    play.add_argument(
        "--random",
        nargs="*",
        type=int,
        metavar="PLAYER",
        help="players that move at random: 1 is the first; none if empty; else you choose",
    )
    play.add_argument("--seed", type=int, help="repeat the dice and the random movers")


def _play(arguments: argparse.Namespace) -> int:
    try:
        rules = quatrefoil.rules(arguments.rules) if arguments.rules else _choose_rules()
        if arguments.random is None:
            random_players = _choose_players(rules)
        else:
            random_players = _check_players(rules, arguments.random)
        seed = secrets.randbits(63) if arguments.seed is None else arguments.seed
        Table(rules, random_players, quatrefoil.Rng(seed)).play()
    except (EOFError, KeyboardInterrupt):
        print()
    print("Goodbye.")
    return 0


def _choose_rules() -> quatrefoil.Rules:
    game = _choose("Which game?", [(f"{g.title}: {g.summary}", g) for g in quatrefoil.all_games()])
    print(f"\n{game.title} by {game.authors}. Its rules: quatrefoil rules {game.name}")
    variants = [(f"{preset.name}: {preset.help}", preset.name) for preset in game.presets]
    return game.preset(_choose("Which variant?", variants))


def _choose_players(rules: quatrefoil.Rules) -> frozenset[int]:
    everybody = frozenset(range(rules.players))
    choices = [("People, at this keyboard", frozenset[int]())]
    for player, name in enumerate(rules.player_names):
        others = "a random mover" if rules.players == 2 else "random movers"
        choices.append((f"You are {name}, against {others}", everybody - {player}))
    choices.append(("Nobody: watch random movers", everybody))
    return _choose("Who plays?", choices)


def _check_players(rules: quatrefoil.Rules, numbers: Sequence[int]) -> frozenset[int]:
    for number in numbers:
        if not 1 <= number <= rules.players:
            raise quatrefoil.OptionError(
                f"--random takes players from 1 to {rules.players}, not {number}"
            )
    return frozenset(number - 1 for number in numbers)


def _choose(question: str, choices: Sequence[tuple[str, T]]) -> T:
    """Return what goes with the choice that somebody makes by its number; Enter is the first."""
    print(f"\n{question}")
    for number, (text, _) in enumerate(choices, start=1):
        print(wrapped(f"{number:2}. {text}", "  ", " " * 6))
    while True:
        answer = ask(f"1 to {len(choices)} [1]: ").strip() or "1"
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer[:9]) <= len(choices):
            return choices[int(answer[:9]) - 1][1]
        print(f"Please type a number from 1 to {len(choices)}.")
