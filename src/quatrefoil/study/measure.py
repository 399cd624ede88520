"""Is a variant any good? The computer plays it with itself, and what happens is counted.

Some games are played by one level against itself, the others by a stronger level against a weaker
one. What each player thought of their chances is remembered turn by turn. So the games say

    first       what the player who begins gets of the point
    draws       how many games nobody wins alone
    length      how many turns a game has
    choices     how many moves there are to choose from
    decided     after which part of a game its winner is sure to win, as far as they can see
    comebacks   how many winners were far behind at some time
    skill       what the stronger level gets against the weaker one

each with its 95% interval. The next game is always of the kind that is less certain so far: in one
variant the stronger level wins nearly always, and a few games show it; in another one that is what
takes most games. A game depends on its kind, its number and the seed alone, so the same games come
out anywhere, and sums over them can be carried on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from quatrefoil.arena.statistics import Average, Tally
from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import FormatError, shortened
from quatrefoil.core.fields import is_whole
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.rng import Rng
from quatrefoil.search import Player, level
from quatrefoil.study.openings import start_of_part
from quatrefoil.study.turns import turns_of_line

#: Who plays itself. It sees a turn or two ahead, and nearly every preset has a thousand games in a
#: minute on two cores: enough to know a share within three points. The level above has a quarter.
LEVEL = 3
#: Who shows whether skill tells.
STRONGER, WEAKER = 5, 3
#: From which share of the point on a game counts as decided, and below which part of a fair share
#: a player counts as far behind.
DECIDED, BEHIND = 0.9, 0.5
#: A game that goes on and on is broken off, and counts as shared.
LONGEST_GAME = 1_000
#: The most games that are summed up.
MOST_GAMES = 10_000_000
#: The highest seed.
MOST_SEED = 1_000_000_000

#: The figures in the order in which they are told, and which of them are shares of something.
FIGURES = ("first", "draws", "length", "choices", "decided", "comebacks", "skill")
SHARES = ("first", "draws", "decided", "comebacks", "skill")
#: The shares that every game of a kind says something about, by whether it is about skill: how
#: certain these are is how certain a measurement is.
CERTAINTY = {False: ("first", "draws"), True: ("skill",)}


class Planned(NamedTuple):
    """A game to be played: what it is about, and its number among those of its kind."""

    is_about_skill: bool
    number: int


@dataclass(frozen=True)
class Measured:
    """What one game adds: a number for each figure that it says something about."""

    values: Mapping[str, float]


class MeasuredGame:
    """A game that is played move by move, so that others have their turn in between."""

    def __init__(self, rules: Rules, planned: Planned, seed: int = 0) -> None:
        self._rules = rules
        self._planned = planned
        mixed = seed * 2_000_003 + 2 * planned.number + planned.is_about_skill
        self._dice = Rng(mixed)
        self._line = Line(rules.start())
        # Both sides in turn, whatever the number of seats.
        self._strong = tuple(
            seat for seat in range(rules.players) if (seat + planned.number) % 2 == 0
        )
        numbers = (STRONGER, WEAKER) if planned.is_about_skill else (LEVEL, LEVEL)
        self._players = [
            Player(rules, level(each), 2 * mixed + side, timed=False)
            for side, each in enumerate(numbers)
        ]
        self._choices = Average()
        #: Who was to move, and what they thought everybody would get, at the start of each part.
        self._chances: list[tuple[float, ...]] = []

    def step(self) -> Measured | None:
        """Make one move; return what the game says once it is over."""
        position = self._line.position
        if position.is_over or len(self._line) >= LONGEST_GAME:
            return self._measured()
        if position.turn == CHANCE:
            self._line.push(position.random_move(self._dice))
            return None
        player = self._players[0 if position.turn in self._strong else 1]
        self._choices.add(len(position.legal_moves()))
        is_new_part = start_of_part(self._line) == len(self._line)
        move = player.choose(self._line)
        if is_new_part:
            self._note_chances(player, position.turn)
        self._line.push(move)
        return None

    def stop(self) -> None:
        """End a search that runs in another thread."""
        for player in self._players:
            player.stop()

    def _note_chances(self, player: Player, mover: int) -> None:
        """Remember what a player thinks; one who did not have to search has a win."""
        if player.latest:
            self._chances.append(player.latest.values)
        else:
            self._chances.append(tuple(float(each == mover) for each in range(self._rules.players)))

    def _measured(self) -> Measured:
        outcome = self._line.position.outcome()
        players = self._rules.players
        shares = outcome.shares if outcome else (1 / players,) * players
        if self._planned.is_about_skill:
            # Of an odd number of seats the stronger has one more in every second game.
            fair = len(self._strong) / players
            got = sum(shares[seat] for seat in self._strong)
            even = 0.5 + (got - fair) / (2 * max(fair, 1 - fair))
            return Measured({"skill": even})
        turns = [turn for turn in turns_of_line(self._line) if turn.player != CHANCE]
        values = {
            "first": shares[turns[0].player] if turns else 1 / players,
            "draws": float(max(shares) < 1),
            "length": float(len(turns)),
            "choices": self._choices.mean,
        }
        if max(shares) == 1:
            winner = shares.index(1.0)
            seen = [chances[winner] for chances in self._chances]
            values["decided"] = _decided(seen)
            values["comebacks"] = float(min(seen, default=1.0) < BEHIND / players)
        return Measured(values)


def _decided(seen: list[float]) -> float:
    """Return after which part of a game the chances of its winner stay high."""
    undecided = [number for number, share in enumerate(seen, start=1) if share < DECIDED]
    return undecided[-1] / len(seen) if undecided else 0.0


def play_measured(rules: Rules, seed: int, planned: Planned) -> Measured:
    """Play one game to its end."""
    game = MeasuredGame(rules, planned, seed)
    while (found := game.step()) is None:
        pass
    return found


@dataclass(frozen=True)
class Figure:
    """A number about a variant, and where it lies with 95% certainty."""

    name: str
    value: float
    low: float
    high: float
    games: int

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data; a bound that is none is null."""
        low, high = (None if abs(each) == float("inf") else each for each in (self.low, self.high))
        return {
            "name": self.name,
            "value": self.value,
            "low": low,
            "high": high,
            "games": self.games,
            "share": self.name in SHARES,
        }


@dataclass
class Sums:
    """What the games so far add up to."""

    seed: int = 0
    of: dict[str, Average] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.games_of(True) + self.games_of(False)

    def games_of(self, is_about_skill: bool) -> int:
        """Return how many games there are of a kind."""
        name = "skill" if is_about_skill else "first"
        return self.of[name].games if name in self.of else 0

    def add(self, game: Measured) -> None:
        """Count one more game."""
        for name, value in game.values.items():
            self.of.setdefault(name, Average()).add(value)

    def figures(self) -> list[Figure]:
        """Return the figures that there are numbers for."""
        return [_figure(name, self.of[name]) for name in FIGURES if name in self.of]

    def planned(self) -> Iterator[Planned]:
        """Yield the games that come next, without end; those that are added meanwhile count.

        Each is of the kind that has the less certain share for its number of games.
        """
        begun = {is_about_skill: self.games_of(is_about_skill) for is_about_skill in (False, True)}
        while True:
            doubts = {kind: self.variance(kind) / (number + 1) for kind, number in begun.items()}
            kind = doubts[True] > doubts[False]
            yield Planned(kind, begun[kind])
            begun[kind] += 1

    def variance(self, is_about_skill: bool) -> float:
        """Return how far single games of a kind lie apart in what all of them say."""
        return max(self._tally(name).variance for name in CERTAINTY[is_about_skill])

    @property
    def uncertainty(self) -> float:
        """How far the least certain share may be off: half of its 95% interval."""
        names = (name for kind in CERTAINTY.values() for name in kind)
        return max(high - low for low, high in (self._tally(name).interval for name in names)) / 2

    def _tally(self, name: str) -> Tally:
        return _tally(self.of.get(name, Average()))

    def to_json(self) -> dict[str, Any]:
        """Return the sums as plain data, to go on with them."""
        of = {name: [each.games, each.total, each.squares] for name, each in self.of.items()}
        return {"seed": self.seed, "of": of}

    @classmethod
    def from_json(cls, data: Any) -> Sums:
        """Read what `to_json` wrote, or raise a FormatError."""
        try:
            of = {name: _sum(name, *row) for name, row in data["of"].items()}
            found = cls(data["seed"], of)
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
            raise _refusal(data) from None
        if not is_whole(found.seed, 0, MOST_SEED):
            raise _refusal(data)
        return found


def _sum(name: str, games: int, total: float, squares: float) -> Average:
    """Return a sum that somebody sent, if there are numbers that add up to it."""
    found = Average(games, float(total), float(squares))
    is_sum = (
        name in FIGURES
        and is_whole(games, 1, MOST_GAMES)
        and 0 <= found.total < 1e12
        # No numbers have squares that add up to less than this; sums are rounded.
        and found.total**2 / games * 0.999999 <= found.squares < 1e15
        # Nor do shares of something to more than they do themselves.
        and (name not in SHARES or found.squares - 1e-6 <= found.total <= games)
    )
    if not is_sum:
        raise ValueError("no sum")
    return found


def _refusal(data: Any) -> FormatError:
    return FormatError(f"these are no sums of a measurement: {shortened(data)}")


def _figure(name: str, numbers: Average) -> Figure:
    """Return a figure; the intervals of shares stay within 0 and 1."""
    if name in SHARES:
        low, high = _tally(numbers).interval
    else:
        low, high = numbers.interval
    return Figure(name, numbers.mean, low, high, numbers.games)


def _tally(numbers: Average) -> Tally:
    return Tally(numbers.games, numbers.total, numbers.squares)


def measure(rules: Rules, games: int, seed: int = 0) -> Sums:
    """Play a number of games here, and return what they add up to."""
    sums = Sums(seed)
    for planned in islice(sums.planned(), games):
        sums.add(play_measured(rules, seed, planned))
    return sums
