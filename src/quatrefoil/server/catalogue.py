"""The games and their options as plain data, for menus."""

from __future__ import annotations

from typing import Any

from quatrefoil.core.game import Game
from quatrefoil.core.options import Choice, Flag, Option, Whole
from quatrefoil.search import LEVELS
from quatrefoil.view.showcase import showcase_of
from quatrefoil.view.words import LANGUAGES, level_name


def describe_game(game: Game) -> dict[str, Any]:
    """Return what a menu shows of a game."""
    return {
        "name": game.name,
        "rules_version": game.rules_version,
        "title": game.title,
        "summary": game.summary,
        "authors": game.authors,
        "resources": list(game.resources),
        "parts": list(game.parts),
        "showcase": _describe_showcase(game),
        "options": [_describe_option(option) for option in game.options],
        "presets": [
            {"name": preset.name, "options": dict(preset.options), "help": preset.help}
            for preset in game.presets
        ],
    }


def describe_levels() -> list[dict[str, Any]]:
    """Return how well the computer can play, and what it is called then, in every language."""
    return [
        {
            "level": level.number,
            "name": level.name,
            "names": {language: level_name(level.number, language) for language in LANGUAGES},
        }
        for level in LEVELS
    ]


def _describe_showcase(game: Game) -> dict[str, Any]:
    position, line = showcase_of(game)
    return {"position": position, "line": line}


def _describe_option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "allowed": option.allowed,
        "default": None if callable(option.default) else option.default,
        "default_text": option.describe_default(),
        "help": option.help,
    } | _kind(option)


def _kind(option: Option) -> dict[str, Any]:
    match option:
        case Flag():
            return {"kind": "flag"}
        case Whole():
            also = list(option.also)
            return {"kind": "whole", "low": option.low, "high": option.high, "also": also}
        case Choice():
            return {"kind": "choice", "choices": list(option.choices)}
    return {"kind": "other", "suggestions": list(option.suggestions)}
