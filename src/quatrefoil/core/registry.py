"""Which games there are, and the ways to name a game, its rules or a position.

A game of ours is one line here and one folder in `games/`. Other packages add games by an entry
point of the group `quatrefoil.games`: the game's name, and the module that has its `GAME`. A game
is imported when first asked for; entry points are looked for when first needed. Whatever is wrong
with a game of another package is one sentence, and all others can be played.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from quatrefoil.core.errors import OptionError, QuatrefoilError, UnknownGameError, shortened
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
    if name in BUILT_IN:
        return _load(name, BUILT_IN[name])
    modules = _added().get(name)
    if modules is None:
        raise UnknownGameError(
            f"no game is called {shortened(name)}; there are {', '.join(names())}"
        )
    if len(modules) > 1:
        raise UnknownGameError(
            f"several packages add a game called {name}: {', '.join(modules)}; keep one of them"
        )
    return _load_added(name, modules[0])


def all_games() -> tuple[Game, ...]:
    """Return all games; one that cannot be loaded is left out, and the log says why."""
    return tuple(found for name in names() if (found := _game_or_none(name)))


def _game_or_none(name: str) -> Game | None:
    try:
        return game(name)
    except UnknownGameError as problem:
        _warn_once(str(problem))
        return None


@cache
def _warn_once(sentence: str) -> None:
    import logging  # slow to load, and seldom needed

    logging.getLogger(__name__).warning("%s", sentence)


def built_in_games() -> tuple[Game, ...]:
    """Return the games that come with this package: those that our own measurements are about."""
    return tuple(game(name) for name in BUILT_IN)


@cache
def _added() -> dict[str, tuple[str, ...]]:
    """Return the modules of each game that other packages add; none replaces one of ours.

    A package that is found twice counts once.
    """
    from importlib.metadata import entry_points  # slow to load, and often not needed

    found = sorted(entry_points(group=_GROUP), key=lambda point: point.name)
    modules: dict[str, tuple[str, ...]] = {}
    for point in found:
        others = modules.get(point.name, ())
        if point.name not in BUILT_IN and point.module not in others:
            modules[point.name] = (*others, point.module)
    return modules


@cache
def _load_added(name: str, module: str) -> Game:
    """Return a game of another package, whose code and files may be wrong in any way."""
    try:
        found = _load(name, module)
        found.manifest.look_for_all()
        found.rules()
    except UnknownGameError:
        raise
    except (Exception, SystemExit) as problem:
        what = str(problem) if isinstance(problem, QuatrefoilError | ImportError) else repr(problem)
        raise UnknownGameError(f"the game {name} cannot be loaded: {what}") from problem
    return found


def _load(name: str, module: str) -> Game:
    found = getattr(importlib.import_module(module), "GAME", None)
    if not isinstance(found, Game) or found.name != name:
        raise UnknownGameError(f"{module} has no GAME of the name {name}")
    return found


def rules(text: str, options: Mapping[str, Any] | None = None) -> Rules:
    """Return rules by name and options, or by text: `trifoil(board=8,actions=3)`, `blinq:basic`."""
    name, preset, written = parse_rules_text(text)
    given = {**preset_options(name, preset), **written, **(options or {})}
    return _rules(name, _canonical(given))


def preset_options(name: str, preset: str) -> Mapping[str, Any]:
    """Return the options of a preset of a game; none where no preset is named."""
    return game(name).preset(preset).changed if preset else {}


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
