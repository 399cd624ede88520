"""The position that stands for a game on the home pages, and moves that go on from there."""

from __future__ import annotations

import json
from typing import Any

from quatrefoil.core.game import Game


def showcase_of(game: Game) -> tuple[dict[str, Any], list[str]]:
    """Return the position of the game's lessons as JSON, with its moves; else the first one."""
    if not game.has("learn.json"):
        return game.rules().start().to_json(), []
    data = json.loads(game.resource("learn.json").read_text(encoding="utf-8"))
    return data["showcase"], data.get("line", [])
