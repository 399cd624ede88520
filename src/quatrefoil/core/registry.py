"""Which games there are, and the ways to name a game, its rules or a position.

A game of ours is one line here and one folder in `games/`. Other packages add games by an entry
point of the group `quatrefoil.games`: the game's name, and the module that has its `GAME`. A game
is imported when first asked for; entry points are looked for when first needed.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from quatrefoil.core.errors import OptionError, UnknownGameError, shortened
from quatrefoil.core.fields import Fields, read_json
from quatrefoil.core.game import Game, Rules
from quatrefoil.core.position import Position
from quatrefoil.core.ruletext import parse_rules_text

BUILT_IN = {
    "trifoil": "quatrefoil.games.trifoil",
    "trickle": "quatrefoil.games.trickle",
    "blinq": "quatrefoil.games.blinq",
    "triotrio": "quatrefoil.games.triotrio",
}


_GROUP = "quatrefoil.games"


def names() -> tuple[str, ...]:
    """Return the names of all games: ours, then those of other packages."""
    return (*BUILT_IN, *_added())


def game(name: str) -> Game:
    """Return the game of that name."""
    module = BUILT_IN.get(name) or _added().get(name)
    if module is None:
        raise UnknownGameError(
            f"no game is called {shortened(name)}; there are {', '.join(names())}"
        )
    return _load(name, module)


def all_games() -> tuple[Game, ...]:
    """Return all games."""
    return tuple(game(name) for name in names())


def built_in_games() -> tuple[Game, ...]:
    """Return the games that come with this package: those that our own measurements are about."""
    return tuple(game(name) for name in BUILT_IN)


@cache
def _added() -> dict[str, str]:
    """Return the modules of the games that other packages add; none replaces one of ours."""
    from importlib.metadata import entry_points  # slow to load, and often not needed

    found = sorted(entry_points(group=_GROUP), key=lambda point: point.name)
    return {point.name: point.module for point in found if point.name not in BUILT_IN}


def _load(name: str, module: str) -> Game:
    try:
        found = getattr(importlib.import_module(module), "GAME", None)
    except ImportError as problem:
        raise UnknownGameError(f"the game {name} cannot be loaded: {problem}") from problem
    if not isinstance(found, Game) or found.name != name:
        raise UnknownGameError(f"{module} has no GAME of the name {name}")
    return found


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
