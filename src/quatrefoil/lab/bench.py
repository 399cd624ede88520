"""The benchmark: every promise about speed and size, measured and compared with its target."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from quatrefoil.core import require_compiled
from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.registry import built_in_games
from quatrefoil.lab.bench_adapters import comparisons as adapter_comparisons
from quatrefoil.lab.bench_levels import waits
from quatrefoil.lab.bench_search import comparisons, open_spiel_search_speed
from quatrefoil.lab.bench_threads import thread_gain
from quatrefoil.lab.footprint import import_seconds, page_seconds, position_bytes
from quatrefoil.lab.speed import check_playouts, loop_speed, playout_speed
from quatrefoil.lab.yardstick import (
    compare,
    compile_yardstick,
    load_open_spiel,
    open_spiel_speed,
    run_yardstick,
)


@dataclass(frozen=True)
class Effort:
    """How long to measure."""

    rounds: int
    seconds: float
    checked_playouts: int
    imports: int


THOROUGH = Effort(rounds=5, seconds=1.0, checked_playouts=50, imports=10)
QUICK = Effort(rounds=1, seconds=0.2, checked_playouts=3, imports=3)


@dataclass(frozen=True)
class Measurement:
    """One line of the report: what was measured, in which unit, and what it should be."""

    what: str
    game: str
    value: float
    unit: str
    #: The least value that is good enough, or the most where less is better.
    at_least: float | None = None
    at_most: float | None = None
    note: str = ""

    @property
    def fine(self) -> bool:
        """Whether the target, if there is one, is met."""
        return (self.at_least is None or self.value >= self.at_least) and (
            self.at_most is None or self.value <= self.at_most
        )


@dataclass(frozen=True)
class Tell:
    """Who is told what is being measured, and what cannot be."""

    doing: Callable[[str], None]
    left_out: Callable[[str], None]


def run(folder: Path, build: Path, effort: Effort, tell: Tell) -> list[Measurement]:
    """Measure everything; `folder` has the yardstick and the targets, `tell` hears how it goes."""
    require_compiled()
    targets = _read_targets(folder / "targets.json")
    program = compile_yardstick(folder / "yardstick.cpp", build)
    return [
        *_playouts(program, targets, effort, tell),
        *_python_loops(targets, effort, tell),
        *_searches(targets, effort, tell),
        *_adapters(program, targets, effort, tell),
        *_threads(effort, tell),
        *_answers(targets, effort, tell),
        *_sizes(targets),
        *_starts(targets, effort, tell),
    ]


def _read_targets(path: Path) -> dict[str, Any]:
    try:
        targets: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise QuatrefoilError(
            f"{path} is not here: run this in a clone of the repository, or `make bench`"
        ) from None
    return targets


def _playouts(
    program: Path, targets: dict[str, Any], effort: Effort, tell: Tell
) -> list[Measurement]:
    tell.doing("playouts, checked move by move against play")
    checked = [check_playouts(game.rules(), effort.checked_playouts) for game in built_in_games()]
    tell.doing("playouts, between runs of the C++ yardstick")
    speeds = [partial(playout_speed, game.rules(), effort.seconds) for game in built_in_games()]
    found = compare(partial(run_yardstick, program), speeds, effort.rounds)
    return [
        Measurement(
            "random playouts",
            game.name,
            result.ratio,
            "× yardstick",
            at_least=targets["playouts"].get(game.name),
            note=f"{result.per_second / 1e6:.2f}M moves/s, {moves} moves checked",
        )
        for game, result, moves in zip(built_in_games(), found, checked, strict=True)
    ]


def _python_loops(targets: dict[str, Any], effort: Effort, tell: Tell) -> list[Measurement]:
    havannah = load_open_spiel()
    if havannah is None:
        tell.left_out(
            "Python loops: not compared, OpenSpiel is not installed"
            " (pip install 'quatrefoil[openspiel]')"
        )
        return []
    tell.doing("Python loops, between runs of OpenSpiel's havannah")
    speeds = [partial(loop_speed, game.rules(), effort.seconds) for game in built_in_games()]
    found = compare(partial(open_spiel_speed, havannah, effort.seconds), speeds, effort.rounds)
    return [
        Measurement(
            "legal_moves + push_unchecked",
            game.name,
            result.ratio,
            "× OpenSpiel",
            at_least=targets["python_loop"],
            note=f"{result.per_second / 1e3:.0f}k moves/s",
        )
        for game, result in zip(built_in_games(), found, strict=True)
    ]


def _searches(targets: dict[str, Any], effort: Effort, tell: Tell) -> list[Measurement]:
    if load_open_spiel() is None:
        tell.left_out("searches: not compared, OpenSpiel is not installed")
        return []
    found = []
    for theirs, ours in comparisons(targets["search"], effort.seconds).items():
        tell.doing(f"searches, between runs of OpenSpiel's on {theirs}")
        yardstick = partial(open_spiel_search_speed, theirs, effort.seconds)
        results = compare(yardstick, [speed for _, speed in ours], effort.rounds)
        found += [
            Measurement(
                "simulations of a search",
                name,
                result.ratio,
                "× OpenSpiel",
                at_least=targets["search"][name]["at_least"],
                note=f"{result.per_second / 1e3:.0f}k/s; {theirs} {result.yardstick / 1e3:.1f}k/s",
            )
            for (name, _), result in zip(ours, results, strict=True)
        ]
    return found


def _adapters(
    program: Path, targets: dict[str, Any], effort: Effort, tell: Tell
) -> list[Measurement]:
    found = []
    for each in adapter_comparisons(partial(run_yardstick, program), effort.seconds, tell.left_out):
        tell.doing(f"{each.what}, between runs of what they are compared with")
        results = compare(each.yardstick, each.speeds, effort.rounds)
        found += [
            Measurement(
                each.what,
                game.name,
                result.ratio,
                each.unit,
                at_least=targets[each.key],
                note=f"{_shown(result.per_second)} moves/s",
            )
            for game, result in zip(built_in_games(), results, strict=True)
        ]
    return found


def _shown(speed: float) -> str:
    return f"{speed / 1e6:.2f}M" if speed >= 1e6 else f"{speed / 1e3:.0f}k"


def _threads(effort: Effort, tell: Tell) -> list[Measurement]:
    """Measure what a second thread brings; no target, as other work on the machine decides it."""
    tell.doing("searches by two threads")
    found = []
    for game in built_in_games():
        gain = thread_gain(game.rules(), effort.seconds)
        found.append(
            Measurement(
                "search by two threads",
                game.name,
                gain.by_clock,
                "× one thread",
                note=f"to {gain.goal}; {gain.on_free_cores:.2f} on free cores,"
                f" {gain.speed:.2f} times the nodes/s",
            )
        )
    return found


def _answers(targets: dict[str, Any], effort: Effort, tell: Tell) -> list[Measurement]:
    """Measure the longest turn of the levels; the targets are for an idle machine."""
    found = []
    for game in built_in_games():
        tell.doing(f"answers of every level in {game.name}")
        for promise in targets["answers"]:
            low, high = promise["levels"]
            levels = range(low, high + 1)
            turns = [waits(game.rules(), level, 5 * effort.seconds) for level in levels]
            found.append(
                Measurement(
                    f"longest answer, level {low}" + (f" to {high}" if high > low else ""),
                    game.name,
                    max(each.longest for each in turns),
                    "s",
                    at_most=promise["seconds"],
                    note=f"level {high}: {turns[-1].mean:.2f} s on average",
                )
            )
    return found


def _sizes(targets: dict[str, Any]) -> list[Measurement]:
    return [
        Measurement(
            "size of a position",
            game.name,
            position_bytes(game),
            "bytes",
            at_most=targets["position_bytes"],
            note=f"the largest of {len(game.presets)} presets",
        )
        for game in built_in_games()
    ]


def _starts(targets: dict[str, Any], effort: Effort, tell: Tell) -> list[Measurement]:
    tell.doing("imports and the first page, in new processes")
    return [
        Measurement(
            what,
            "",
            measure(effort.imports),
            "s",
            at_most=targets[target],
            note=f"best of {effort.imports}",
        )
        for what, measure, target in (
            ("import quatrefoil", import_seconds, "import_seconds"),
            ("page of a new server", page_seconds, "page_seconds"),
        )
    ]
