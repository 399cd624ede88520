"""Eight levels of computer players, from a beginner to the strongest.

A level is a number of nodes a move, at least four times that of the one below: what tells them
apart is how far they see, never a die rolled over the best move. From the second on none misses
a win within the turn, and from the third on all try promising moves first.

A game says how many nodes they are, for it knows how long a node takes. Low levels count up from
the lowest, high ones down from the highest; what lies between is the step from 5 to 6:

    level   1      2     3     4     5          6      7     8
    nodes   first  × 4   × 16  × 64  × 256      ÷ 16   ÷ 4   top

A level keeps nothing between turns: what it plays depends on its seed and on the moves of this
turn alone. So an opponent that is made anew for every turn, as a server does, plays like one that
plays a whole game, as in an arena. Dice divide a turn into parts. A part is the moves that one
player makes without a roll between them: these share one search, its nodes and its time.

    turn     keep roll !5 e1-e4        a turn of two parts
    part     ├───────┤    ├───┤
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace

from quatrefoil.core.evaluate import Advice
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.search.config import MEMORY, Config
from quatrefoil.search.knowledge import Knowledge
from quatrefoil.search.limits import Limit
from quatrefoil.search.proof.wins import WinFinder
from quatrefoil.search.results import Listener, SearchResult
from quatrefoil.search.searcher import memory_for, searcher
from quatrefoil.search.usage import OneThread

#: How many times more nodes a level has than the one below.
_STEP = 4
#: What every move after the first in a part gets of the level's time and nodes, however little is
#: left: the search has looked at these moves already, and kept what it found.
_LEAST_SHARE = 1 / 20
#: Levels from this one on count down from the highest.
_HIGH = 6
#: Positions of a turn that are looked at for a win. Four actions on twelve Blinks have some hundred
#: thousand. On 37 Blinks they have more than can be tried: this many take 0.2 seconds there.
_WIN_POSITIONS = 1_000_000


@dataclass(frozen=True)
class Level:
    """An opponent: its share of a game's nodes, fewer if a turn takes longer than `seconds`."""

    number: int
    name: str
    seconds: float
    #: How many moves ahead it looks at most.
    depth: int | None = None
    #: Whether it looks through its turn for a win before anything else.
    finds_wins: bool = True
    #: Whether it tries promising moves first, where the game's evaluator knows them: who sees
    #: hardly further than that would play by priors alone, and better than the level above.
    uses_priors: bool = True
    #: Whether it plays what is proven about the game where it can.
    knows: bool = False

    def nodes(self, advice: Advice) -> int:
        """Return how many nodes a move it has in a game."""
        if self.number >= _HIGH:
            return advice.top_nodes // _STEP ** (len(LEVELS) - self.number)
        return advice.first_nodes * _STEP ** (self.number - 1)

    def part_seconds(self, advice: Advice) -> float:
        """Return how long the moves of one part of a turn may take, so that all parts fit in."""
        return self.seconds / advice.turn_parts

    def part_nodes(self, advice: Advice) -> int:
        """Return how many nodes the moves of one part of a turn have.

        That is what fits in the level's time where the highest level's nodes fit in its own, so
        that on an idle machine nobody is cut short by the clock.
        """
        return int(advice.top_nodes * self.seconds / LEVELS[-1].seconds)


LEVELS = (
    Level(1, "Seedling", 0.15, depth=1, finds_wins=False, uses_priors=False),
    Level(2, "Sprout", 0.15, uses_priors=False),
    Level(3, "Clover", 0.15),
    Level(4, "Daisy", 0.15),
    Level(5, "Fern", 0.15),
    Level(6, "Ivy", 0.18),
    Level(7, "Rowan", 0.9),
    Level(8, "Oak", 1.8, knows=True),
)


class Player:
    """Plays one seat: asked for a move, it gives one. A second thread that asks has to wait.

    A person is not kept waiting: it answers in the level's time, however busy the machine is.
    Where it is to play the same again (`timed=False`) nodes alone count. `most_nodes` is a bound
    of its nodes a move, for those who only want to know how it chooses. `memory` is the most that
    it takes, in megabytes.
    """

    def __init__(
        self,
        rules: Rules,
        level: Level,
        seed: int = 0,
        threads: int = 1,
        timed: bool = True,
        lines: int = 1,
        most_nodes: int | None = None,
        memory: float = MEMORY,
    ) -> None:
        self.rules = rules
        self.level = level
        config = Config.best(
            rules, seed=seed, threads=threads, memory=memory, knows=level.knows, lines=lines
        )
        if not level.uses_priors:
            config = replace(config, advice=replace(config.advice, priors=False))
        nodes = level.nodes(config.advice)
        if most_nodes is not None:
            nodes = min(nodes, most_nodes)
        self._config = replace(config, memory=memory_for(config, nodes))
        self._nodes = nodes
        self._timed = timed
        self._wins = WinFinder(rules)
        self._knowledge = Knowledge(rules) if level.knows else None
        self._searcher = searcher(rules, self._config)
        self._budget = _PartBudget(level, config.advice)
        #: The key of the position after the latest choice, if the same player goes on there.
        self._next_key: int | None = None
        #: The moves that win within this part, as far as they are left; None before it was looked.
        self._winning: list[int] | None = None
        self._is_new = True
        self._one_thread = OneThread("player")
        #: What the latest choice rests on; None where no search was needed for it.
        self.latest: SearchResult | None = None

    def choose(self, line: Line, halt: threading.Event | None = None) -> int:
        """Return the move for the player whose turn it is; `halt` as for `Searcher.search`."""
        with self._one_thread:
            started = time.monotonic()
            self._begin_part(line)
            self.latest = None
            move = self._choose(line, halt, started)
            self._expect(line, move)
            return move

    def search(
        self,
        line: Line,
        listener: Listener | None = None,
        halt: threading.Event | None = None,
    ) -> SearchResult:
        """Return what the level finds out about a line, by search alone."""
        with self._one_thread:
            started = time.monotonic()
            self._begin_part(line)
            result = self._search(line, listener, halt, started)
            self._expect(line, result.best)
            return result

    def stop(self) -> None:
        """Make a `choose` in another thread answer at once."""
        self._searcher.stop()

    def _choose(self, line: Line, halt: threading.Event | None, started: float) -> int:
        if self.level.finds_wins:
            if self._winning is None:
                self._winning = self._wins.winning_moves(line, _WIN_POSITIONS)
            if self._winning:
                return self._winning.pop(0)
        known = self._knowledge.move(line.position) if self._knowledge else None
        if known and known.is_best:
            return known.move
        result = self._search(line, None, halt, started)
        if known and not (result.proven and result.values[line.position.turn] == 1):
            return known.move
        return result.best

    def _search(
        self,
        line: Line,
        listener: Listener | None,
        halt: threading.Event | None,
        started: float,
    ) -> SearchResult:
        """Search as long as the level allows, less what this move took since it `started`."""
        seconds = self._budget.seconds_left(time.monotonic() - started) if self._timed else None
        limit = Limit(seconds, self._budget.nodes_left(self._nodes), self.level.depth)
        result = self._searcher.search(line, limit, listener, halt)
        self._budget.spend(time.monotonic() - started, result.nodes)
        self.latest = result
        return result

    def _begin_part(self, line: Line) -> None:
        """Forget everything, unless the line goes on where the latest choice led."""
        if line.position.key == self._next_key:
            return
        if not self._is_new:
            self._searcher.forget()
        self._is_new = False
        self._winning = None
        self._budget = _PartBudget(self.level, self._config.advice)

    def _expect(self, line: Line, move: int) -> None:
        """Remember where a choice leads to, if that is still the same part of the turn."""
        after = line.position.copy()
        after.push(move)
        self._next_key = after.key if after.turn == line.position.turn else None


class _PartBudget:
    """What the moves of one part of a turn may take: nobody waits for a single move."""

    def __init__(self, level: Level, advice: Advice) -> None:
        self._seconds = level.part_seconds(advice)
        self._nodes = level.part_nodes(advice)
        self._spent_seconds = 0.0
        self._spent_nodes = 0

    def seconds_left(self, spent: float) -> float:
        """Return what a search may take, where its move has `spent` some seconds already."""
        return max(self._seconds - self._spent_seconds - spent, self._seconds * _LEAST_SHARE)

    def nodes_left(self, nodes: int) -> int:
        """Return how many of a move's nodes are left to it."""
        return min(nodes, max(self._nodes - self._spent_nodes, int(nodes * _LEAST_SHARE), 1))

    def spend(self, seconds: float, nodes: int) -> None:
        """Note what a move took."""
        self._spent_seconds += seconds
        self._spent_nodes += nodes


def level(number: int) -> Level:
    """Return the level of a number from 1 to 8."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"a level is a whole number from 1 to {len(LEVELS)}, not {number!r}")
    return LEVELS[number - 1]


def player(
    rules: Rules,
    number: int,
    seed: int = 0,
    threads: int = 1,
    timed: bool = True,
    memory: float = MEMORY,
) -> Player:
    """Return a computer player of a level from 1 to 8; `memory` as in `Config`."""
    return Player(rules, level(number), seed, threads, timed, memory=memory)
