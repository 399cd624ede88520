"""What speeds are compared with: a C++ program for playouts, OpenSpiel for Python loops.

Machines differ, and one machine differs from minute to minute. So a speed counts only as a ratio
to something else that ran right before and right after it, both by the time they had a processor.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.lab.speed import moves_per_second


@dataclass(frozen=True)
class Compared:
    """A speed, and how many times the speed of its yardstick that is."""

    per_second: float
    yardstick: float

    @property
    def ratio(self) -> float:
        """The speed in yardsticks."""
        return self.per_second / self.yardstick


def compare(
    yardstick: Callable[[], float], speeds: Sequence[Callable[[], float]], rounds: int
) -> list[Compared]:
    """Measure every speed between two runs of the yardstick; return the median round of each."""
    found: list[list[Compared]] = [[] for _ in speeds]
    before = yardstick()
    for _ in range(rounds):
        for results, speed in zip(found, speeds, strict=True):
            measured = speed()
            after = yardstick()
            results.append(Compared(measured, (before + after) / 2))
            before = after
    return [sorted(results, key=lambda each: each.ratio)[rounds // 2] for results in found]


def compile_yardstick(source: Path, folder: Path) -> Path:
    """Compile the C++ program for this very machine and return where it is."""
    if not source.exists():
        raise QuatrefoilError(
            f"{source} is not here: run this in a clone of the repository, or `make bench`"
        )
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        raise QuatrefoilError("the yardstick needs g++: install the package g++")
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / source.stem
    command = [compiler, "-O3", "-march=native", str(source), "-o", str(program)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise QuatrefoilError(f"{source} does not compile: {result.stderr.strip()[:500]}")
    return program.resolve()


def run_yardstick(program: Path) -> float:
    """Run the C++ program once and return its moves per second of processor time."""
    used, begin = _children_seconds(), time.perf_counter()
    result = subprocess.run([program], capture_output=True, text=True, check=True)
    passed, used = time.perf_counter() - begin, _children_seconds() - used
    speed = re.search(r"(\d+) moves/s", result.stdout)
    if speed is None:
        raise QuatrefoilError(f"the yardstick said {result.stdout!r} instead of its speed")
    # It goes by the clock on the wall; where others use the machine, less of that was its own.
    return float(speed[1]) * passed / used


def _children_seconds() -> float:
    """Return the processor time of the programs that were run so far; on Windows, the time."""
    if sys.platform == "win32":
        return time.perf_counter()
    import resource

    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def load_open_spiel() -> Any | None:
    """Return OpenSpiel's havannah, or None where OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel.load_game("havannah")


def open_spiel_speed(game: Any, seconds: float) -> float:
    """Return the moves per second of random games that a Python loop plays with OpenSpiel."""
    choose = random.Random(1).random

    def play() -> int:
        state, played = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(choose() * len(actions))])
            played += 1
        return played

    return moves_per_second(play, seconds)
