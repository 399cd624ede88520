"""Eight opponents, from a child's first game to the strongest play there is.

A level is a number of playouts, at least four times that of the one below: what tells them apart
is how far they see, never a die rolled over the best move. From the second on none misses a win
within the turn.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.search.config import MEMORY, Config
from quatrefoil.search.knowledge import Knowledge
from quatrefoil.search.limits import Limit, Listener, SearchResult
from quatrefoil.search.methods import searcher
from quatrefoil.search.turn import TurnScout


@dataclass(frozen=True)
class Level:
    """An opponent: `nodes` playouts a move, fewer if those take longer than `seconds`.

    Where something else than playouts is counted, as many as take about the same time.
    """

    number: int
    name: str
    nodes: int
    seconds: float
    #: Whether it looks through its turn for a win before anything else.
    scouts: bool = True
    #: Whether it plays what is proven about the game where it can.
    knows: bool = False


LEVELS = (
    Level(1, "Seedling", 1, 0.15, scouts=False),
    Level(2, "Sprout", 40, 0.15),
    Level(3, "Clover", 200, 0.15),
    Level(4, "Daisy", 800, 0.15),
    Level(5, "Fern", 3_200, 0.15),
    Level(6, "Ivy", 12_800, 0.18),
    Level(7, "Rowan", 51_200, 0.9),
    Level(8, "Oak", 204_800, 1.8, knows=True),
)

#: A playout adds one list of moves at most; so much memory holds them in any game.
_BYTES_PER_PLAYOUT = 16_000


class Player:
    """Plays one seat: asked for a move, it gives one. Make one for each match."""

    def __init__(self, rules: Rules, level: Level, seed: int = 0, threads: int = 1) -> None:
        self.rules = rules
        self.level = level
        megabytes = min(MEMORY, max(4, level.nodes * _BYTES_PER_PLAYOUT / 1e6))
        config = Config.best(rules, seed=seed, threads=threads, memory=megabytes, knows=level.knows)
        self._searcher = searcher(rules, config)
        nodes = level.nodes * config.advice.nodes_per_playout
        self._limit = Limit(time=level.seconds, nodes=nodes)
        self._scout = TurnScout(rules)
        self._knowledge = Knowledge(rules) if level.knows else None

    def choose(self, line: Line, halt: threading.Event | None = None) -> int:
        """Return the move for the player whose turn it is; `halt` as for `Mcts.search`."""
        if self.level.scouts:
            winning = self._scout.winning_moves(line)
            if winning:
                return winning[0]
        known = self._knowledge.move(line.position) if self._knowledge else None
        if known is not None:
            return known
        return self.search(line, halt=halt).best

    def search(
        self, line: Line, listener: Listener | None = None, halt: threading.Event | None = None
    ) -> SearchResult:
        """Search as long as the level allows."""
        return self._searcher.search(line, self._limit, listener, halt)

    def stop(self) -> None:
        """Make a `choose` in another thread answer at once."""
        self._searcher.stop()


def level(number: int) -> Level:
    """Return the level of a number from 1 to 8."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"a level is a whole number from 1 to {len(LEVELS)}, not {number!r}")
    return LEVELS[number - 1]


def player(rules: Rules, number: int, seed: int = 0, threads: int = 1) -> Player:
    """Return a computer player of a level from 1 to 8."""
    return Player(rules, level(number), seed, threads)
