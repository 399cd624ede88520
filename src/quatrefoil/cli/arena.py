"""`quatrefoil arena`: two players, many games, and what their results say."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import quatrefoil
from quatrefoil.cli.arguments import count, whole
from quatrefoil.cli.common import RULES_HELP, Commands
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.report import add_json, print_report
from quatrefoil.cli.workers import add_workers, say_losses, workers

if TYPE_CHECKING:
    from quatrefoil.arena.contest import Pairing, Standing


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    arena = commands.add(
        "arena",
        _arena,
        "Let two players play many games: random, greedy, level1 to level8, best:0.25s,"
        " uct:1000n, or 'ugi:0.25s PROGRAM'.",
        """
        quatrefoil arena level3 level2 blinq --games 200 --test 0.5 0.6
        quatrefoil arena best:0.25s uct:0.25s "trifoil(board=6)" --games 100 --records out
        quatrefoil arena level5 "ugi:0.1s ./my-engine" trickle --games 20
        quatrefoil arena level8 level7 trickle --games 400 --ray auto
        """,
    )
    arena.add_argument("first", metavar="A", help="the player whose score is shown")
    arena.add_argument("second", metavar="B", help="the other one")
    arena.add_argument("rules", metavar="RULES", help=RULES_HELP)
    arena.add_argument("--games", type=count, default=100, metavar="N", help="default 100")
    arena.add_argument(
        "--test",
        nargs=2,
        type=float,
        metavar=("LOW", "HIGH"),
        help="end as soon as it is decided which of two scores fits A better",
    )
    arena.add_argument("--opening", type=_moves, default=0, metavar="N", help="random moves first")
    arena.add_argument("--seed", type=int, default=0, metavar="N", help="default 0")
    add_workers(arena)
    arena.add_argument("--records", type=Path, metavar="FOLDER", help="where to write records")
    add_json(arena)


def _arena(arguments: argparse.Namespace) -> int:
    from quatrefoil.arena.contest import Pairing, contest
    from quatrefoil.arena.players import arena_player
    from quatrefoil.arena.statistics import Sprt

    rules = quatrefoil.rules(arguments.rules)
    for text in (arguments.first, arguments.second):
        arena_player(text, rules, 0).close()
    sprt = None
    if arguments.test:
        low, high = arguments.test
        if not 0 <= low < high <= 1:
            raise quatrefoil.QuatrefoilError(
                f"--test takes two scores from 0 to 1, the lower first, not {low} and {high}"
            )
        sprt = Sprt(low, high)
    pairing = Pairing(
        arguments.first, arguments.second, str(rules), arguments.seed, arguments.opening
    )
    pool = workers(arguments)
    played: list[Standing] = []

    def tell(standing: Standing) -> None:
        played[:] = [standing]
        progress.show(str(standing))

    try:
        with Progress("0 games") as progress:
            standing = contest(
                pairing,
                arguments.games,
                sprt=sprt,
                pool=pool,
                records=arguments.records,
                tell=tell,
            )
    except KeyboardInterrupt:
        # A report for a program would pass for a whole one.
        if played and not arguments.json:
            print(f"{arguments.first} against {arguments.second} in {rules}, so far: {played[0]}")
        raise
    say_losses(pool)
    if arguments.json:
        _report(pairing, standing)
        return 0
    print(f"{arguments.first} against {arguments.second} in {rules}: {standing}")
    if sprt:
        decided = standing.verdict
        print("not decided" if decided is None else f"decided: a score of {decided:.0%} fits")
    return 0


def _report(pairing: Pairing, standing: Standing) -> None:
    tally = standing.tally
    print_report(
        "arena",
        first=pairing.first,
        second=pairing.second,
        rules=pairing.rules,
        seed=pairing.seed,
        games=tally.games,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        score=tally.mean,
        interval=list(tally.interval),
        decided=standing.verdict,
        forfeits=standing.forfeits,
    )


def _moves(text: str) -> int:
    return whole(text, 0, 1000)
