"""How boards look: the style sheets that the page and pictures share.

`css/theme.css` has the colours and fonts of both schemes, light and dark; `css/board.css` is the
style of all boards; and each game has its own.
"""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable

from quatrefoil.core.game import Game


def style_folder() -> Traversable:
    """Return the folder of the style sheets for all boards."""
    return resources.files("quatrefoil.view").joinpath("css")


def shared_styles() -> tuple[str, ...]:
    """Return the style sheets for all boards, in their order."""
    files = (style_folder().joinpath(name) for name in ("theme.css", "board.css"))
    return tuple(file.read_text(encoding="utf-8") for file in files)


def style_of(game: Game) -> str:
    """Return the style sheet of a game."""
    if game.has(game.manifest.style):
        return game.resource(game.manifest.style).read_text(encoding="utf-8")
    plain = style_folder().joinpath("plain.css").read_text(encoding="utf-8")
    return plain.replace(".game-plain", f".game-{game.name}")
