"""Eight opponents, from a child's first game to the strongest play there is.

A level is a number of nodes a move, at least four times that of the one below: what tells them
apart is how far they see, never a die rolled over the best move. From the second on none misses
a win within the turn, and from the third on all have an eye for promising moves.

How many nodes they are is a game's own matter, for it says how long a node takes. Low levels count
up from the lowest, high ones down from the highest; what lies between is the step from 5 to 6:

    level   1      2     3     4     5          6      7     8
    nodes   first  × 4   × 16  × 64  × 256      ÷ 16   ÷ 4   top
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace

from quatrefoil.core.evaluate import Advice
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.search.config import Config
from quatrefoil.search.knowledge import Knowledge
from quatrefoil.search.limits import Limit
from quatrefoil.search.proof.wins import WinFinder
from quatrefoil.search.results import Listener, SearchResult
from quatrefoil.search.searcher import memory_for, searcher

#: How many times more nodes a level has than the one below.
_STEP = 4
#: What every move after the first in a turn gets of the level's time, however little is left.
_LEAST_SHARE = 1 / 20
#: Levels from this one on count down from the highest.
_HIGH = 6


@dataclass(frozen=True)
class Level:
    """An opponent: its share of a game's nodes, fewer if a turn takes longer than `seconds`."""

    number: int
    name: str
    seconds: float
    #: How many moves ahead it looks at most.
    depth: int | None = None
    #: Whether it looks through its turn for a win before anything else.
    scouts: bool = True
    #: Whether it has an eye for promising moves, where the game's evaluator has: who sees hardly
    #: further than that would play by it alone, and better than the level above.
    has_eye: bool = True
    #: Whether it plays what is proven about the game where it can.
    knows: bool = False

    def nodes(self, advice: Advice) -> int:
        """Return how many nodes a move it has in a game."""
        if self.number >= _HIGH:
            return advice.top_nodes // _STEP ** (len(LEVELS) - self.number)
        return advice.first_nodes * _STEP ** (self.number - 1)


LEVELS = (
    Level(1, "Seedling", 0.15, depth=1, scouts=False, has_eye=False),
    Level(2, "Sprout", 0.15, has_eye=False),
    Level(3, "Clover", 0.15),
    Level(4, "Daisy", 0.15),
    Level(5, "Fern", 0.15),
    Level(6, "Ivy", 0.18),
    Level(7, "Rowan", 0.9),
    Level(8, "Oak", 1.8, knows=True),
)


class Player:
    """Plays one seat: asked for a move, it gives one. Make one for each match.

    A person is not kept waiting: it answers in the level's time, however busy the machine is.
    Where it is to play the same again (`timed=False`) nodes alone count.
    """

    def __init__(
        self,
        rules: Rules,
        level: Level,
        seed: int = 0,
        threads: int = 1,
        timed: bool = True,
        lines: int = 1,
    ) -> None:
        self.rules = rules
        self.level = level
        config = Config.best(rules, seed=seed, threads=threads, knows=level.knows, lines=lines)
        if not level.has_eye:
            config = replace(config, advice=replace(config.advice, priors=False))
        nodes = level.nodes(config.advice)
        self._searcher = searcher(rules, replace(config, memory=memory_for(config, nodes)))
        self._limit = Limit(None, nodes, level.depth)
        self._patience = _Patience(level.seconds) if timed else None
        self._wins = WinFinder(rules)
        self._knowledge = Knowledge(rules) if level.knows else None

    def choose(self, line: Line, halt: threading.Event | None = None) -> int:
        """Return the move for the player whose turn it is; `halt` as for `Mcts.search`."""
        started = time.monotonic()
        if self.level.scouts:
            winning = self._wins.winning_moves(line)
            if winning:
                return winning[0]
        known = self._knowledge.move(line.position) if self._knowledge else None
        if known and known.is_best:
            return known.move
        result = self.search(line, halt=halt, spent=time.monotonic() - started)
        if known and not (result.proven and result.values[line.position.turn] == 1):
            return known.move
        return result.best

    def search(
        self,
        line: Line,
        listener: Listener | None = None,
        halt: threading.Event | None = None,
        spent: float = 0.0,
    ) -> SearchResult:
        """Search as long as the level allows, less what was spent on this move already."""
        if self._patience is None:
            return self._searcher.search(line, self._limit, listener, halt)
        limit = replace(self._limit, time=self._patience.left(line, spent))
        result = self._searcher.search(line, limit, listener, halt)
        self._patience.spend(line, spent + result.seconds)
        return result

    def stop(self) -> None:
        """Make a `choose` in another thread answer at once."""
        self._searcher.stop()


class _Patience:
    """The time that a turn may take, however many moves it has: nobody waits for a single move."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._spent = 0.0
        #: Whose move was searched last, and how many had been made.
        self._latest = (-1, -1)

    def left(self, line: Line, spent: float) -> float:
        """Return what a search may take."""
        if self._latest != (line.position.turn, len(line.moves) - 1):
            self._spent = 0.0
        return max(self._seconds - self._spent - spent, self._seconds * _LEAST_SHARE)

    def spend(self, line: Line, seconds: float) -> None:
        """Note what a search took."""
        self._spent += seconds
        self._latest = (line.position.turn, len(line.moves))


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
    lines: int = 1,
) -> Player:
    """Return a computer player of a level from 1 to 8; `lines` as in `Config`."""
    return Player(rules, level(number), seed, threads, timed, lines)
