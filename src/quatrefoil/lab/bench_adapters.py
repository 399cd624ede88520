"""How fast the adapters step, compared with what their users would do without them."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

from quatrefoil.core.registry import built_in_games
from quatrefoil.lab.speed import moves_per_second
from quatrefoil.lab.yardstick import open_spiel_speed

Speed = Callable[[], float]

#: Games that are stepped at once.
_GAMES = 4096


@dataclass(frozen=True)
class Comparison:
    """What is measured between runs of which yardstick: a speed for each game."""

    what: str
    #: Where its target stands.
    key: str
    unit: str
    yardstick: Speed
    speeds: list[Speed]


def comparisons(
    program: Speed, seconds: float, tell: Callable[[str], None]
) -> Iterator[Comparison]:
    """Yield what can be compared with what is installed, and tell of the rest.

    `program` is the speed of the yardstick that playouts are compared with.
    """
    for found, extra in (
        (partial(_vector, program), "research"),
        (_pettingzoo, "pettingzoo"),
        (_openspiel, "openspiel"),
    ):
        try:
            yield found(seconds)
        except ImportError:
            tell(f"not compared: what pip install 'quatrefoil[{extra}]' brings is not installed")


# ---- thousands of games at once ---------------------------------------------------------------


def _vector(program: Speed, seconds: float) -> Comparison:
    from quatrefoil.adapters.vector import Batch

    return Comparison(
        f"{_GAMES} games in arrays",
        "vector",
        "× yardstick",
        program,
        [
            partial(batch_speed, Batch(game.name, _GAMES, seed=1), seconds)
            for game in built_in_games()
        ],
    )


def batch_speed(batch: Any, seconds: float) -> float:
    """Return the moves per second of random games, with planes and masks for each move."""

    def play() -> int:
        batch.step(batch.random_actions())
        return int(batch.size)

    return moves_per_second(play, seconds)


# ---- PettingZoo -------------------------------------------------------------------------------


def _pettingzoo(seconds: float) -> Comparison:
    from quatrefoil.adapters import pettingzoo

    names = [game.name for game in built_in_games()]
    return Comparison(
        "steps of an environment",
        "pettingzoo",
        "× connect_four",
        partial(environment_speed, connect_four(), seconds),
        [partial(environment_speed, pettingzoo.env(name), seconds) for name in names],
    )


def connect_four() -> Any:
    """Return PettingZoo's connect_four, with the guards that it comes with.

    It imports pygame, to draw with. Nothing is drawn here, so an empty module will do.
    """
    stand_in = importlib.util.find_spec("pygame") is None
    if stand_in:
        sys.modules["pygame"] = ModuleType("pygame")
    try:
        from pettingzoo.classic.connect_four.connect_four import env
    finally:
        if stand_in:
            del sys.modules["pygame"]
    return env()


def environment_speed(env: Any, seconds: float) -> float:
    """Return the moves per second of random games in an environment of PettingZoo."""
    choose = random.Random(1).random

    def play() -> int:
        played = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                legal = observation["action_mask"].nonzero()[0]
                env.step(legal[int(choose() * len(legal))])
                played += 1
        return played

    return moves_per_second(play, seconds)


# ---- OpenSpiel --------------------------------------------------------------------------------


def _openspiel(seconds: float) -> Comparison:
    import pyspiel
    from open_spiel.python.games import tic_tac_toe  # noqa: F401  # registers itself

    from quatrefoil.adapters import openspiel

    names = [game.name for game in built_in_games()]
    theirs = pyspiel.load_game("python_tic_tac_toe")
    return Comparison(
        "moves of a Python game",
        "openspiel",
        "× tic_tac_toe",
        partial(open_spiel_speed, theirs, seconds),
        [partial(open_spiel_speed, openspiel.load(name), seconds) for name in names],
    )
