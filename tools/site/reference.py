"""The reference of the Python interface: what is public, in pages, from docstrings.

It is made of the uncompiled form, whose functions know their types; what only that form offers is
the inside of the core, and left out.
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path

#: Pages: file, title, what it is about, and the names on it.
PAGES: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    (
        "games",
        "Games, rules and options",
        "A game is one of those that are installed; rules are a game with its options, frozen.",
        (
            *("quatrefoil.names", "quatrefoil.all_games", "quatrefoil.game", "quatrefoil.rules"),
            *("quatrefoil.Game", "quatrefoil.Preset", "quatrefoil.Rules", "quatrefoil.Symmetry"),
        ),
    ),
    (
        "positions",
        "Positions and lines",
        "What is on the board, and how it came about.",
        (
            *("quatrefoil.position", "quatrefoil.Position", "quatrefoil.Line", "quatrefoil.perft"),
            *("quatrefoil.Outcome", "quatrefoil.Rng"),
            *("quatrefoil.compiled", "quatrefoil.require_compiled"),
        ),
    ),
    (
        "records",
        "Records and trees",
        "Whole matches and their variations: they save, load and replay.",
        (
            *("quatrefoil.Record", "quatrefoil.Ending", "quatrefoil.Tree"),
            "quatrefoil.core.documents.read_document",
        ),
    ),
    (
        "search",
        "The computer player",
        "Levels to play against, and the search behind them.",
        tuple(
            f"quatrefoil.search.{name}"
            for name in (
                *("player", "Player", "level", "Level", "searcher", "Searcher", "Limit"),
                *("Config", "SearchResult", "MoveReport", "Mcts", "AlphaBeta"),
            )
        ),
    ),
    (
        "pictures",
        "Pictures and print",
        "Positions and records as SVG, PNG, GIF and PDF; [pictures](../pictures.md) tells what"
        " the methods `to_svg` and `to_animated_svg` take.",
        (
            *("quatrefoil.draw.Look", "quatrefoil.draw.draw", "quatrefoil.draw.draw_line"),
            *("quatrefoil.draw.describe", "quatrefoil.draw.film.Reel", "quatrefoil.draw.film.film"),
            *("quatrefoil.draw.png.render", "quatrefoil.draw.gif.animate"),
            "quatrefoil.draw.print.document.print_game",
        ),
    ),
    (
        "study",
        "Study",
        "Whole turns, analysis, reviews, and how good a variant is.",
        (
            *("quatrefoil.study.turns.Turn", "quatrefoil.study.turns.turns_of_record"),
            *("quatrefoil.study.analyst.Analyst", "quatrefoil.study.review.review"),
            *("quatrefoil.study.review.Review", "quatrefoil.study.review.ReviewedTurn"),
            "quatrefoil.study.measure.measure",
        ),
    ),
    (
        "arena",
        "The arena",
        "Players by name, games between them, and how sure one can be of the result.",
        (
            *("quatrefoil.arena.players.arena_player", "quatrefoil.arena.players.ArenaPlayer"),
            *("quatrefoil.arena.contest.contest", "quatrefoil.arena.contest.Pairing"),
            *("quatrefoil.arena.contest.Standing", "quatrefoil.arena.statistics.Tally"),
            *("quatrefoil.arena.statistics.Sprt", "quatrefoil.arena.statistics.elo"),
        ),
    ),
    (
        "adapters",
        "Adapters for programs that learn",
        "Arrays, PettingZoo and OpenSpiel; each needs its extra.",
        (
            *("quatrefoil.adapters.vector.Batch", "quatrefoil.adapters.pettingzoo.env"),
            *("quatrefoil.adapters.openspiel.load", "quatrefoil.adapters.openspiel.register"),
            *("quatrefoil.core.encode.Encoder", "quatrefoil.core.encode.encoder_of"),
        ),
    ),
    (
        "errors",
        "Errors",
        "One tree: catch `QuatrefoilError` to catch everything that bad input can cause.",
        tuple(
            f"quatrefoil.{name}"
            for name in (
                *("QuatrefoilError", "UnknownGameError", "MissingPartError", "ReasonedError"),
                *("OptionError", "FormatError", "RecordError", "MoveError", "TokenError"),
                *("IllegalMoveError", "PictureError", "MissingExtraError", "NotCompiledError"),
            )
        ),
    ),
)

#: Methods that `draw` registers: they borrow their parameters from `Look`, which has its own entry.
DRAWN = ("to_svg", "to_animated_svg")
#: Methods that a game writes for the core, and nobody else calls.
WRITTEN_BY_GAMES = ("make_image", "map_move", "set_up")


def write(folder: Path) -> None:
    """Write the pages of the reference."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, title, about, names in PAGES:
        directives = "\n".join(map(_directive, names))
        text = f"# {title}\n\n{about}\n\n```{{eval-rst}}\n{directives}```\n"
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    entries = "\n".join(f"| [{title}]({name}.md) | {about} |" for name, title, about, _ in PAGES)
    tree = "\n".join(name for name, *_ in PAGES)
    (folder / "index.md").write_text(
        "# Reference\n\nWhat programs may count on, from the docstrings. [The engine from"
        " Python](../api.md) is the guide to it.\n\n| | |\n|---|---|\n"
        f"{entries}\n\n```{{toctree}}\n:hidden:\n\n{tree}\n```\n",
        encoding="utf-8",
    )


def _directive(name: str) -> str:
    """Return what documents a name: a class with its public members, or a function."""
    module, _, attribute = name.rpartition(".")
    found = getattr(importlib.import_module(module), attribute)
    if not isinstance(found, type):
        return f".. autofunction:: {name}\n"
    if issubclass(found, Exception):
        return f".. autoexception:: {name}\n   :show-inheritance:\n"
    without = f"   :exclude-members: {', '.join((*DRAWN, *WRITTEN_BY_GAMES))}\n"
    return f".. autoclass:: {name}\n   :members:\n{without}"


def public_members() -> str:
    """Return what each class on the pages offers in the form that people use, as JSON."""
    offered = {}
    for _, _, _, names in PAGES:
        for name in names:
            module, _, attribute = name.rpartition(".")
            found = getattr(importlib.import_module(module), attribute)
            if isinstance(found, type):
                offered[attribute] = sorted(dir(found))
    return json.dumps(offered)
