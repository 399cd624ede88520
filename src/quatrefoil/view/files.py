"""Files that front ends share: the style of all boards, and what stands in a game's folder."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable

from quatrefoil.core.game import Game


def style_folder() -> Traversable:
    """Return the folder of the style sheets that the page and pictures share."""
    return resources.files("quatrefoil.view").joinpath("style")


def shared_styles() -> tuple[str, str]:
    """Return the colours and fonts of both schemes, and the style that all boards share."""
    theme, board = (style_folder().joinpath(name) for name in ("theme.css", "board.css"))
    return theme.read_text(encoding="utf-8"), board.read_text(encoding="utf-8")


def game_file(game: Game, *path: str) -> Traversable:
    """Return a file in a game's folder; it may not exist."""
    folder = resources.files(game.rules_type.__module__.rpartition(".")[0])
    return folder.joinpath(*path)


def game_text(game: Game, *path: str) -> str:
    """Return the text of a file in a game's folder; "" where a game does not have it."""
    file = game_file(game, *path)
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def game_style(game: Game) -> str:
    """Return the style sheet of a game's own board."""
    return game_text(game, "web", f"{game.name}.css")
