"""How a game looks: its own style sheet, or the plain one under its name.

The page and the pictures read the same sheet.
"""

from __future__ import annotations

from importlib import resources

from quatrefoil.core.game import Game


def style_of(game: Game) -> str:
    """Return the style sheet of a game."""
    if game.has(game.manifest.style):
        return game.resource(game.manifest.style).read_text(encoding="utf-8")
    plain = resources.files("quatrefoil.view").joinpath("plain.css").read_text(encoding="utf-8")
    return plain.replace(".game-plain", f".game-{game.name}")
