"""How long the levels let a person wait: whole turns, in wall-clock time."""

from __future__ import annotations

import time
from dataclasses import dataclass

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.rng import Rng
from quatrefoil.search import player


@dataclass(frozen=True)
class Waits:
    """What turns took, in seconds."""

    seconds: tuple[float, ...]

    @property
    def longest(self) -> float:
        """The turn that took longest."""
        return max(self.seconds)

    @property
    def mean(self) -> float:
        """What a turn took on average."""
        return sum(self.seconds) / len(self.seconds)


def waits(rules: Rules, level: int, seconds: float) -> Waits:
    """Let a level play with itself for so long, at least one turn.

    A turn goes on after the player's own dice; what rolling them takes is left out.
    """
    thinker, line, dice = player(rules, level), Line(rules.start()), Rng(level)
    taken: list[float] = []
    latest = CHANCE
    while not line.position.is_over:
        mover = line.position.turn
        if mover == CHANCE:
            line.push_unchecked(line.position.random_move(dice))
            continue
        if mover != latest:
            if sum(taken) >= seconds:
                break
            taken.append(0.0)
            latest = mover
        started = time.perf_counter()
        line.push(thinker.choose(line))
        taken[-1] += time.perf_counter() - started
    return Waits(tuple(taken))
