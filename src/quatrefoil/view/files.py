"""Files in a game's folder that front ends read."""

from __future__ import annotations

from importlib import resources

from quatrefoil.core.game import Game


def game_text(game: Game, *path: str) -> str:
    """Return the text of a file in a game's folder; "" where the game does not have it."""
    file = resources.files(game.rules_type.__module__.rpartition(".")[0]).joinpath(*path)
    return file.read_text(encoding="utf-8") if file.is_file() else ""
