"""Which searcher suits a game: the one that its evaluator advises."""

from __future__ import annotations

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.game import Rules
from quatrefoil.search.alphabeta.search import AlphaBeta
from quatrefoil.search.base import Searcher
from quatrefoil.search.config import Config
from quatrefoil.search.mcts.search import Mcts

#: What a node takes at most: a playout lists the moves of one position, alpha-beta keeps a slot
#: of its transposition table for each, and another one free.
_BYTES_PER_NODE = {"mcts": 16_000, "alphabeta": 64}

#: Megabytes that are always there.
_LEAST_MEMORY = 4

_METHODS: dict[str, type[AlphaBeta] | type[Mcts]] = {"mcts": Mcts, "alphabeta": AlphaBeta}


def searcher(rules: Rules, config: Config | None = None) -> Searcher:
    """Return a searcher of the kind that the configuration names, or the game's best."""
    config = config or Config.best(rules)
    method = _METHODS.get(config.advice.method)
    if method is None:
        raise ValueError(f"method is one of {', '.join(_METHODS)}, not {config.advice.method!r}")
    try:
        return method(rules, config)
    except (MemoryError, OverflowError):
        raise QuatrefoilError(f"there is no room for {config.memory:g} MB: take less") from None


def memory_for(config: Config, nodes: int) -> float:
    """Return the megabytes that are enough for a number of nodes, and at most `config.memory`."""
    needed = nodes * _BYTES_PER_NODE[config.advice.method] / 1e6
    return min(config.memory, max(_LEAST_MEMORY, needed))
