"""`quatrefoil play`: choose a game, a variant and who plays, then play it line by line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TypeVar

import quatrefoil
from quatrefoil.cli.common import RULES_HELP, Commands, wrapped
from quatrefoil.cli.console import ask
from quatrefoil.core.errors import MissingExtraError
from quatrefoil.search import LEVELS

T = TypeVar("T")


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    play = commands.add(
        "play",
        _play,
        "Play line by line in the terminal: people at one keyboard, or against the computer.",
        """
        quatrefoil play
        quatrefoil play "blinq(size=4)"
        quatrefoil play trickle --computer 2 --level 4
        """,
    )
    play.add_argument("rules", nargs="?", metavar="RULES", help=f"{RULES_HELP}; else you choose")
    play.add_argument(
        "--computer",
        nargs="*",
        type=int,
        metavar="PLAYER",
        help="whom the computer plays: 1 is the first; nobody if empty; else you choose",
    )
    play.add_argument(
        "--level",
        type=int,
        choices=range(1, len(LEVELS) + 1),
        default=3,
        help="how well the computer plays (default 3)",
    )
    play.add_argument(
        "--coach",
        choices=("off", "gentle", "strict"),
        default="off",
        help="who looks at your turns against the computer before they are played (default off)",
    )
    play.add_argument("--seed", type=int, help="repeat the dice and the computer's moves")


def _play(arguments: argparse.Namespace) -> int:
    try:
        from quatrefoil.cli.console_match import ConsoleMatch
        from quatrefoil.play.local import local_setup
    except ModuleNotFoundError as problem:
        raise MissingExtraError(
            f"{problem.name} is not installed: pip install quatrefoil brings it"
        ) from None
    try:
        rules = quatrefoil.rules(arguments.rules) if arguments.rules else _choose_rules()
        if arguments.computer is None:
            computers = _choose_players(rules)
        else:
            computers = _check_players(rules, arguments.computer)
        people = frozenset(range(rules.players)) - computers
        setup = local_setup(rules, people, arguments.level)
        ConsoleMatch(setup, arguments.seed, arguments.coach).play()
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
    for seat, name in enumerate(rules.player_names):
        choices.append((f"You are {name}, against the computer", everybody - {seat}))
    choices.append(("Nobody: watch the computer", everybody))
    return _choose("Who plays?", choices)


def _check_players(rules: quatrefoil.Rules, numbers: Sequence[int]) -> frozenset[int]:
    for number in numbers:
        if not 1 <= number <= rules.players:
            raise quatrefoil.OptionError(
                f"--computer takes players from 1 to {rules.players}, not {number}"
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
