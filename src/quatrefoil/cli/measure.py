"""`quatrefoil measure`: is a variant any good? The computer plays it with itself."""

from __future__ import annotations

import argparse
import time
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import quatrefoil
from quatrefoil.cli.arguments import count, points, seconds
from quatrefoil.cli.common import RULES_HELP, Commands
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.report import add_json, print_report
from quatrefoil.cli.workers import add_workers, say_losses, workers

if TYPE_CHECKING:
    from quatrefoil.arena.pool import Pool
    from quatrefoil.study.measure import Figure, Sums

_WORDS = {
    "first": "who begins gets",
    "draws": "shared games",
    "length": "turns a game",
    "choices": "choices a move",
    "decided": "decided after",
    "comebacks": "comebacks",
    "skill": "skill tells",
}


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    measure = commands.add(
        "measure",
        _measure,
        "Is a variant any good? The computer plays it with itself: how fair it is to who begins,"
        " draws, length, choices, when it is decided, comebacks, how much skill tells; each with"
        " its 95% interval, beside the presets.",
        """
        quatrefoil measure "blinq(size=5,neutral=b2)"
        quatrefoil measure blinq:giant --points 3
        quatrefoil measure "trifoil(board=8,chain=6)" --games 3000 --ray auto
        quatrefoil measure trickle --presets --seconds 600 --output measured.json
        """,
    )
    measure.add_argument("rules", metavar="RULES", help=RULES_HELP)
    until = measure.add_mutually_exclusive_group()
    until.add_argument("--seconds", type=seconds, default=60.0, metavar="S", help="default 60")
    until.add_argument("--games", type=count, metavar="N", help="this many games instead")
    until.add_argument(
        "--points",
        type=points,
        metavar="P",
        help="instead until what who begins gets, draws and skill are each known within P points",
    )
    measure.add_argument("--seed", type=int, default=0, metavar="N", help="default 0")
    add_json(measure)
    measure.add_argument(
        "--presets",
        action="store_true",
        help="measure all presets of the game, and go on with what --output has of them",
    )
    measure.add_argument("--output", type=Path, metavar="FILE", help="where presets are written")
    add_workers(measure)


def _measure(arguments: argparse.Namespace) -> int:
    from quatrefoil.study.measure import Sums

    rules = quatrefoil.rules(arguments.rules)
    pool = workers(arguments)
    if arguments.presets:
        return _measure_presets(arguments, rules.game, pool)
    sums = Sums(arguments.seed)
    try:
        _run(arguments, rules, pool, sums)
    except KeyboardInterrupt:
        # A report for a program would pass for a whole one.
        if sums.games and not arguments.json:
            _show(rules, sums)
        raise
    say_losses(pool)
    if arguments.json:
        print_report("measure", **_described(rules, sums))
        return 0
    _show(rules, sums)
    return 0


def _described(rules: quatrefoil.Rules, sums: Sums) -> dict[str, Any]:
    figures = [figure.to_json() for figure in sums.figures()]
    return {"rules": str(rules), "seed": sums.seed, "games": sums.games, "figures": figures}


def _run(arguments: argparse.Namespace, rules: quatrefoil.Rules, pool: Pool, sums: Sums) -> Sums:
    """Play on until there are enough games, it is certain enough, or time is up."""
    from quatrefoil.study.measure import play_measured

    deadline: float = time.monotonic() + arguments.seconds
    wanted: int | None = arguments.games
    within: float | None = arguments.points

    def is_enough() -> bool:
        if wanted is not None:
            return sums.games >= wanted
        if within is not None:
            return 100 * sums.uncertainty <= within
        return time.monotonic() >= deadline

    missing = max(0, wanted - sums.games) if wanted is not None else None
    play = partial(play_measured, rules, sums.seed)
    with Progress(_progress(rules, sums)) as progress:
        if is_enough():
            return sums
        for game in pool.run(play, islice(sums.planned(), missing)):
            sums.add(game)
            progress.show(_progress(rules, sums))
            if is_enough():
                break
    return sums


def _progress(rules: quatrefoil.Rules, sums: Sums) -> str:
    return f"{rules}: {sums.games} games, within {100 * sums.uncertainty:.1f} points"


def _measure_presets(arguments: argparse.Namespace, game: quatrefoil.Game, pool: Pool) -> int:
    from quatrefoil.study.measure import Sums
    from quatrefoil.study.measured import MeasuredPreset, read_measured, write_measured

    output = arguments.output or Path(f"{game.name}.measured.json")
    kept = read_measured(game, output.read_text(encoding="utf-8")) if output.exists() else []
    found = {each.preset: each for each in kept}
    for preset in game.presets:
        rules = game.preset(preset.name)
        before = found.get(preset.name)
        sums = before.sums if before else Sums(arguments.seed)
        sums = _run(arguments, rules, pool, sums)
        found[preset.name] = MeasuredPreset(preset.name, str(rules), sums)
        write_measured(game, found.values(), output)
        if not arguments.json:
            _show(rules, sums)
    say_losses(pool)
    if arguments.json:
        measured = [_described(game.preset(name), each.sums) for name, each in found.items()]
        print_report("measure", output=str(output), presets=measured)
        return 0
    print(f"Written to {output}.")
    return 0


def _show(rules: quatrefoil.Rules, sums: Sums) -> None:
    from quatrefoil.study.measure import LEVEL, STRONGER, WEAKER
    from quatrefoil.study.measured import measured_presets

    print(
        f"{rules}: {sums.games_of(False)} games of level {LEVEL} against itself,"
        f" {sums.games_of(True)} of level {STRONGER} against level {WEAKER} (skill)"
    )
    presets = [each for each in measured_presets(rules.game) if each.rules != str(rules)]
    for figure in sums.figures():
        others = [
            other.value
            for preset in presets
            for other in preset.sums.figures()
            if other.name == figure.name
        ]
        beside = ""
        if others:
            low, high = _number(figure, min(others)), _number(figure, max(others))
            beside = f"   presets: {low} to {high}"
        print(f"  {_WORDS[figure.name]:<16} {_told(figure):<28}{beside}")


def _told(figure: Figure) -> str:
    value, low, high = (_number(figure, each) for each in (figure.value, figure.low, figure.high))
    return f"{value:>6}  [{low}, {high}]"


def _number(figure: Figure, value: float) -> str:
    from quatrefoil.study.measure import SHARES

    return f"{value:.0%}" if figure.name in SHARES else f"{value:.1f}"
