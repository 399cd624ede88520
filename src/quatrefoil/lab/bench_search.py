"""How fast the search simulates, compared with OpenSpiel's C++ search on games like ours."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.registry import rules
from quatrefoil.search import Config, Limit, Mcts

#: Simulations of one search that is measured with OpenSpiel, which knows no time limit.
_SIMULATIONS = 2_000
_MEGABYTES = 1_000


def search_speed(rules: Rules, seconds: float) -> float:
    """Return the simulations per second from the start: one thread, random playouts to the end."""
    searcher = Mcts(rules, Config.uct(memory=_MEGABYTES))
    begin = time.process_time()
    result = searcher.search(Line(rules.start()), Limit(time=seconds, processor=True))
    return result.nodes / (time.process_time() - begin)


def open_spiel_search_speed(name: str, seconds: float) -> float:
    """Return the same for OpenSpiel's search of one of its games, with one rollout a simulation."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = _first_decision(game)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2**0.5, _SIMULATIONS, _MEGABYTES, False, 1, False)
    done = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        bot.mcts_search(state)
        done += _SIMULATIONS
    return done / (time.process_time() - begin)


def _first_decision(game: Any) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def comparisons(targets: dict[str, Any], seconds: float) -> dict[str, list[tuple[str, Any]]]:
    """Return, for every game of OpenSpiel, our games that are measured against it."""
    found: dict[str, list[tuple[str, Any]]] = {}
    for name, target in targets.items():
        speed = partial(search_speed, rules(name), seconds)
        found.setdefault(target["against"], []).append((name, speed))
    return found
