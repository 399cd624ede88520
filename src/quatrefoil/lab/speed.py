"""How fast games go by: in compiled playouts, and move by move from Python."""

from __future__ import annotations

import random
import time

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.rng import Rng


def playout_speed(rules: Rules, seconds: float) -> float:
    """Return the moves per second of uniformly random games, one thread."""
    start, rng = Line(rules.start()), Rng(1)
    line, played = start.copy(), 0
    end = (begin := time.perf_counter()) + seconds
    while time.perf_counter() < end:
        line.copy_from(start)
        played += line.random_playout(rng)
    return played / (time.perf_counter() - begin)


def loop_speed(rules: Rules, seconds: float) -> float:
    """Return the moves per second of random games with `legal_moves` and `push` in Python."""
    choose = random.Random(1).random
    first = rules.start()
    played = 0
    end = (begin := time.perf_counter()) + seconds
    while time.perf_counter() < end:
        position = first.copy()
        while not position.is_over:
            moves = position.legal_moves()
            position.push(moves[int(choose() * len(moves))])
            played += 1
    return played / (time.perf_counter() - begin)


def check_playouts(rules: Rules, count: int) -> int:
    """Play what playouts do token by token, checked; return how many moves agreed.

    The same seed draws the same moves, so a playout can be followed with `play`, which refuses
    what is not legal, and both must end alike.
    """
    checked = 0
    for seed in range(count):
        fast = Line(rules.start())
        length = fast.random_playout(Rng(seed))
        slow, rng = Line(rules.start()), Rng(seed)
        while not slow.position.is_over:
            slow.play(slow.position.token(slow.position.random_move(rng)))
        ends = [(each.position.to_json(), each.position.outcome()) for each in (fast, slow)]
        if length != len(slow.moves) or ends[0] != ends[1]:
            raise QuatrefoilError(
                f"the playout of {rules} with seed {seed} is not the game that play gives"
            )
        checked += length
    return checked
