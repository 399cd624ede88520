"""Who can play in an arena, by name.

random                    any legal move
greedy                    the move after which the evaluation is best
level3                    the computer player of a level, by its nodes alone
best:0.25s                the game's best search, with a quarter of a second a move, counted in
                          time of the processor, so that a busy machine does no one wrong
uct:1000n                 plain UCT with random playouts, 1000 of them a move
best:0.25s,rave=0         … with parts of the game's advice replaced
ugi:0.25s ./program -x    another program that speaks UGI; its seconds are those on the wall
"""

from __future__ import annotations

import dataclasses
import json
import re
from typing import Any, Protocol

from quatrefoil.arena.ugi import UgiPlayer
from quatrefoil.core.errors import QuatrefoilError, shortened
from quatrefoil.core.evaluate import Advice, evaluator_of
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.rng import Rng
from quatrefoil.core.ruletext import JSON_WORDS
from quatrefoil.search import Config, Limit, Player, level, searcher

_NAMED = re.compile(
    r"(?P<kind>random|greedy|level(?P<level>[1-8])|best|uct|ugi)"
    r"(:(?P<amount>[0-9]+(\.[0-9]+)?)(?P<unit>[sn]))?"
    r"(?P<changes>(,[a-z_]+=[^,\s]+)*)"
    r"( (?P<command>.+))?"
)


class ArenaPlayer(Protocol):
    """Whoever plays in an arena: asked for a move, it gives one."""

    def choose(self, line: Line) -> int:
        """Return a legal move for the player whose turn it is."""

    def close(self) -> None:
        """Let go of whatever is held."""


def arena_player(text: str, rules: Rules, seed: int, most_nodes: int | None = None) -> ArenaPlayer:
    """Return the player that a text names, new for one game.

    With `most_nodes` a search has at most that many nodes a move and no time limit, whatever the
    text says: enough to see how it chooses.
    """
    match = _NAMED.fullmatch(text)
    if match is None:
        raise _refusal(text)
    kind, changes = match["kind"], _changes(match["changes"], text)
    plain = kind in ("random", "greedy") or match["level"] is not None
    if (plain and (match["amount"] or changes)) or (kind == "ugi") != bool(match["command"]):
        raise _refusal(text)
    if kind == "random":
        return RandomPlayer(seed)
    if kind == "greedy":
        return GreedyPlayer(rules, seed)
    if match["level"]:
        return LevelPlayer(rules, int(match["level"]), seed, most_nodes)
    limit = _limit(match["amount"], match["unit"], text)
    if most_nodes is not None:
        limit = Limit(nodes=min(most_nodes, limit.nodes or most_nodes))
    if kind == "ugi":
        return UgiPlayer(match["command"], rules, limit)
    config = Config.best(rules, seed=seed) if kind == "best" else Config.uct(seed=seed)
    try:
        return SearchPlayer(rules, _changed(config, changes), limit)
    except (TypeError, ValueError):
        raise _refusal(text) from None


def _limit(amount: str | None, unit: str | None, text: str) -> Limit:
    if amount is None:
        raise QuatrefoilError(f"{shortened(text)} needs a budget, such as :0.25s or :1000n")
    if unit == "s":
        return Limit(time=float(amount), processor=True)
    return Limit(nodes=max(1, int(float(amount))))


def _changes(text: str, whole: str) -> dict[str, Any]:
    try:
        return {
            name: value if value.isalpha() and value not in JSON_WORDS else json.loads(value)
            for name, _, value in (part.partition("=") for part in text.split(",")[1:])
        }
    except ValueError:
        raise _refusal(whole) from None


def _changed(config: Config, changes: dict[str, Any]) -> Config:
    """Return the configuration with some fields, or fields of its advice, replaced."""
    of_advice = {field.name for field in dataclasses.fields(Advice)}
    advice = {name: value for name, value in changes.items() if name in of_advice}
    rest = {name: value for name, value in changes.items() if name not in of_advice}
    return dataclasses.replace(config, advice=dataclasses.replace(config.advice, **advice), **rest)


def _refusal(text: str) -> QuatrefoilError:
    return QuatrefoilError(
        "a player is random, greedy, level1 to level8, best:0.25s, uct:1000n"
        f" or 'ugi:0.25s PROGRAM', not {shortened(text)}"
    )


class RandomPlayer:
    """Plays any legal move."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def choose(self, line: Line) -> int:
        return line.position.random_move(self._rng)

    def close(self) -> None:
        """Nothing is held."""


class GreedyPlayer:
    """Plays the move after which the game's own evaluation is best for it; a win before all."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self._evaluator = evaluator_of(rules)
        self._rng = Rng(seed)

    def choose(self, line: Line) -> int:
        mover = line.position.turn
        best, best_value = [], -1.0
        for move in line.position.legal_moves():
            after = line.position.copy()
            after.push_unchecked(move)
            outcome = after.outcome()
            value = outcome.shares[mover] if outcome else self._evaluator.values(after)[mover]
            if value > best_value:
                best, best_value = [move], value
            elif value == best_value:
                best.append(move)
        return best[self._rng.draw(len(best))]

    def close(self) -> None:
        """Nothing is held."""


class LevelPlayer:
    """The computer player as people meet it, but for the clock: it has all its nodes."""

    def __init__(self, rules: Rules, number: int, seed: int, most_nodes: int | None = None) -> None:
        self._player = Player(rules, level(number), seed, timed=False, most_nodes=most_nodes)

    def choose(self, line: Line) -> int:
        return self._player.choose(line)

    def close(self) -> None:
        """Nothing is held."""


class SearchPlayer:
    """A search with a budget for each move."""

    def __init__(self, rules: Rules, config: Config, limit: Limit) -> None:
        self._search = searcher(rules, config)
        self._limit = limit

    def choose(self, line: Line) -> int:
        return self._search.search(line, self._limit).best

    def close(self) -> None:
        """Nothing is held."""
