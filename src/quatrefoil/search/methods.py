"""Which search suits which game: what its evaluator advises."""

from __future__ import annotations

from quatrefoil.core.game import Rules
from quatrefoil.search.alphabeta import AlphaBeta
from quatrefoil.search.config import Config
from quatrefoil.search.limits import Searcher
from quatrefoil.search.mcts import Mcts

_METHODS: dict[str, type[AlphaBeta] | type[Mcts]] = {"mcts": Mcts, "alphabeta": AlphaBeta}


def searcher(rules: Rules, config: Config | None = None) -> Searcher:
    """Return a searcher of the kind that the configuration names, or the game's best."""
    config = config or Config.best(rules)
    method = _METHODS.get(config.advice.method)
    if method is None:
        raise ValueError(f"method is one of {', '.join(_METHODS)}, not {config.advice.method!r}")
    return method(rules, config)
