"""Which games there are, and the ways to name a game, its rules or a position.

A game is one line here and one folder in `games/`; it is imported when first asked for.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from quatrefoil.core.errors import OptionError, UnknownGameError, shortened
from quatrefoil.core.fields import Fields, read_json
from quatrefoil.core.game import Game, Rules
from quatrefoil.core.position import Position
from quatrefoil.core.ruletext import parse_rules_text

_MODULES = {
    "trifoil": "quatrefoil.games.trifoil",
    "trickle": "quatrefoil.games.trickle",
    "blinq": "quatrefoil.games.blinq",
    "triotrio": "quatrefoil.games.triotrio",
}


def names() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(_MODULES)


def game(name: str) -> Game:
    """Return the game of that name."""
    module = _MODULES.get(name)
    if module is None:
        raise UnknownGameError(
            f"no game is called {shortened(name)}; there are {', '.join(_MODULES)}"
        )
    found: Game = importlib.import_module(module).GAME
    return found


def all_games() -> tuple[Game, ...]:
    """Return all games."""
    return tuple(game(name) for name in _MODULES)


def rules(text: str, options: Mapping[str, Any] | None = None) -> Rules:
    """Return rules by name and options, or by text such as `trifoil(board=8,actions=3)`."""
    name, written = parse_rules_text(text)
    return _rules(name, _canonical({**written, **(options or {})}))


def position_from_json(data: Mapping[str, Any] | str) -> Position:
    """Read a position from its JSON, as text or as plain data."""
    fields = Fields(read_json(data) if isinstance(data, str) else data, "a position")
    name = fields.string("game")
    found = _rules(game(name).name, _canonical(fields.mapping("options", default={})))
    position = found.notation.from_json(found, fields)
    fields.finish()
    return position


@lru_cache(maxsize=256)
def _rules(name: str, options: str) -> Rules:
    """Make rules once: their tables take time."""
    return game(name).rules(json.loads(options))


def _canonical(options: Mapping[str, Any]) -> str:
    try:
        return json.dumps(options, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise OptionError("options are plain JSON: names with finite values") from None
