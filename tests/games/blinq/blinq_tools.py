"""What the tests of Blinq share: positions by hand, and the option sets that they run over."""

from __future__ import annotations

import random
from typing import Any

from tests.games.game_tools import any_token

import quatrefoil

#: Option sets that together show every kind of board.
OPTION_SETS: list[dict[str, Any]] = [
    {"size": 3},
    {"size": 3, "neutral": "none"},
    {"size": 3, "neutral": "a3"},
    {"size": 4},
    {"size": 4, "neutral": "b2"},
    {},
    {"neutral": "none"},
    {"neutral": "e1"},
    {"size": 6},
    {"size": 6, "neutral": "f6"},
    {"size": 7},
    {"size": 8},
]
REFERENCE_SETS = OPTION_SETS


def begin(options: dict[str, Any], rng: random.Random) -> quatrefoil.Position:
    """Return the first position: from there random games see everything."""
    return quatrefoil.rules("blinq", options).start()


choose = any_token


def at(blocks: str, turn: str = "red", **options: object) -> quatrefoil.Position:
    """A position by the names of its blocks, in one string; size 3 without a neutral block."""
    return quatrefoil.position(
        {
            "game": "blinq",
            "options": {"size": 3, "neutral": "none"} | options,
            "blocks": blocks.split(),
            "turn": turn,
        }
    )
