"""The contests that measure the computer player's strength, and the question each answers.

They come cheapest first, so that an interrupted run has answered as many as it could.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from quatrefoil.arena.statistics import Quota, Sprt
from quatrefoil.core.registry import BUILT_IN, all_games, game, rules
from quatrefoil.lab.fingerprint import fingerprint
from quatrefoil.search import LEVELS, Config, level

#: Seconds a move where the best search meets another search.
_FULL_TIME = 0.25
#: What is enough against players that do not search; and what more than two players get, as there
#: are more of them, and more moves, in a game.
_SHORT_TIME = 0.05
#: The time that is doubled, and how often.
_LEAST_TIME, _DOUBLINGS = 0.002, 6
#: Levels up to `_TESTED` must beat the level below; higher ones must be as good, in `_TOP_GAMES`.
_TESTED = 6
_TOP_GAMES = 40
#: About what the highest level takes for a move where nothing ends it sooner, in seconds.
_TOP_LEVEL_SECONDS = 1.5


@dataclass(frozen=True)
class Study:
    """A contest, and the score that is wanted of the first player.

    `kind` is what it is about: `levels`, `contests` with others, `crowds` or `doublings`.
    """

    kind: str
    first: str
    second: str
    rules: str
    games: int
    wanted: float | None = None
    test: Sprt | Quota | None = None
    #: Whether the whole interval must lie above what is wanted.
    surely: bool = False

    @property
    def name(self) -> str:
        """What the study's file is called."""
        return re.sub(r"[^a-z0-9.]+", "-", f"{self.rules} {self.first} {self.second}".lower())

    @property
    def fingerprint(self) -> str:
        """How its players choose today."""
        return fingerprint(self.rules, self.first, self.second)

    @property
    def seconds_a_move(self) -> float:
        """About how long a move takes, of the one or the other."""
        return (_seconds(self.first, self.rules) + _seconds(self.second, self.rules)) / 2


def _seconds(player: str, text: str) -> float:
    """Return how long a player takes for a move; a player that does not search takes no time."""
    kind, _, amount = player.partition(":")
    if amount:
        return float(amount.removesuffix("s"))
    if kind.startswith("level"):
        advice = Config.best(rules(text)).advice
        nodes = level(int(kind.removeprefix("level"))).nodes(advice)
        return _TOP_LEVEL_SECONDS * nodes / advice.top_nodes
    return 0.0


@dataclass(frozen=True)
class Goals:
    """What is wanted of the best search in one game, as scores; and of a level over the next.

    A game says so in its `strength.json`: dice decide more in some games than in others.
    """

    against_uct: float = 0.6
    against_greedy: float = 0.97
    against_random: float = 1.0
    level_step: float = 0.6
    #: How many times more games show what a doubled time is worth: where they are short, or where
    #: dice decide much.
    patience: int = 1


def goals_of(name: str) -> Goals:
    """Return what is wanted of a game's computer player."""
    found = game(name)
    if not found.has("strength.json"):
        return Goals()
    return Goals(**json.loads(found.resource("strength.json").read_text(encoding="utf-8")))


def crowds() -> list[str]:
    """Return the variants with more than two players.

    The best search must have more than its share there. Most games end shared, so that it takes
    many to tell.
    """
    presets = [each.preset(preset.name) for each in all_games() for preset in each.presets]
    return [str(found) for found in dict.fromkeys(presets) if found.players > 2]


#: The score that is wanted there: equals have half of the points, and most games end shared.
_IN_A_CROWD = 0.5


def studies(games: int = 200) -> list[Study]:
    """Return every study, with this number of games where no test ends it earlier."""
    few, some = max(20, games // 5), max(20, games * 3 // 10)
    return [
        *(each for name in BUILT_IN for each in level_steps(name, 2 * games)),
        *(each for name in BUILT_IN for each in against_others(name, games)),
        *(each for text in crowds() for each in in_a_crowd(text, some)),
        *(each for name in BUILT_IN for each in doublings(name, few)),
        *(each for name in BUILT_IN for each in top_steps(name)),
    ]


def level_steps(name: str, games: int) -> Iterator[Study]:
    """Yield the tests whether levels are better than the ones below."""
    test = Sprt(0.5, goals_of(name).level_step)
    for low, high in pairwise(LEVELS[:_TESTED]):
        yield Study("levels", f"level{high.number}", f"level{low.number}", name, games, test=test)


def top_steps(name: str) -> Iterator[Study]:
    """Yield the contests of the highest levels: they must not be weaker than the ones below."""
    test = Quota(_TOP_GAMES)
    for low, high in pairwise(LEVELS[_TESTED - 1 :]):
        players = f"level{high.number}", f"level{low.number}"
        yield Study("levels", *players, name, _TOP_GAMES, test=test)


def against_others(name: str, games: int) -> Iterator[Study]:
    """Yield the contests of the best search with random, greedy and plain players."""
    goals, quick = goals_of(name), f"best:{_SHORT_TIME}s"
    yield Study("contests", quick, "random", name, games, goals.against_random)
    yield Study("contests", quick, "greedy", name, games, goals.against_greedy)
    best, plain = f"best:{_FULL_TIME}s", f"uct:{_FULL_TIME}s"
    yield Study("contests", best, plain, name, games, goals.against_uct)


def in_a_crowd(text: str, games: int) -> Iterator[Study]:
    """Yield contests where every second seat is the best search's, in the next game the others."""
    best = f"best:{_SHORT_TIME}s"
    yield Study("crowds", best, "greedy", text, games, _IN_A_CROWD, surely=True)
    yield Study("crowds", best, f"uct:{_SHORT_TIME}s", text, games, _IN_A_CROWD, surely=True)


def doublings(name: str, games: int) -> Iterator[Study]:
    """Yield contests of the best search with itself at half the time, from little to much."""
    games *= goals_of(name).patience
    for doubling in range(_DOUBLINGS):
        time = _LEAST_TIME * 2**doubling
        yield Study("doublings", f"best:{2 * time:g}s", f"best:{time:g}s", name, games)
