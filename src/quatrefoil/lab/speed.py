"""How fast games are played: in compiled playouts, and move by move from Python."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.rng import Rng

#: How many games are played between two looks at the clock.
_BATCH = 50


def moves_per_second(play: Callable[[], int], seconds: float) -> float:
    """Let `play` play games and count their moves for so long; return how many a second.

    Seconds are of this process's own time: others that use the machine do not count.
    """
    played, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        played += sum(play() for _ in range(_BATCH))
    return played / spent


def playout_speed(rules: Rules, seconds: float) -> float:
    """Return the moves per second of uniformly random games, one thread."""
    start, rng = Line(rules.start()), Rng(1)
    line = start.copy()

    def play() -> int:
        line.copy_from(start)
        return line.random_playout(rng)

    return moves_per_second(play, seconds)


def loop_speed(rules: Rules, seconds: float) -> float:
    """Return the moves per second of random games in Python: `legal_moves`, `push_unchecked`."""
    choose = random.Random(1).random
    first = rules.start()

    def play() -> int:
        position, played = first.copy(), 0
        while not position.is_over:
            moves = position.legal_moves()
            position.push_unchecked(moves[int(choose() * len(moves))])
            played += 1
        return played

    return moves_per_second(play, seconds)


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
