"""Trickle: beads that belong to nobody trickle from the middle of the board to its edges."""

from quatrefoil.core.game import Game
from quatrefoil.games.trickle.rules import OPTIONS, PRESETS, TrickleRules

GAME = Game(
    name="trickle",
    title="Trickle",
    authors="Jaakko Kemppainen (game), Heikki Sillanpää (art)",
    summary="Everybody moves the same beads, outwards; what lies on your edges is yours.",
    rules_version=1,
    rules_type=TrickleRules,
    options=OPTIONS,
    presets=PRESETS,
    package=__name__,
    parts=("view", "evaluate", "encode", "sheet", "passing", "edit", "facts", "themes"),
    resources=(
        "texts/en.json",
        "texts/fi.json",
        "position.schema.json",
        "learn.json",
        "learn.en.json",
        "learn.fi.json",
        "glance.md",
        "glance.fi.md",
        "rules.md",
        "rules.fi.md",
        "web/trickle.css",
        "terminal.json",
        "print.css",
        "sheet.md",
        "sheet.fi.md",
        "strength.json",
        "openings.json",
        "measured.json",
        "puzzles.json",
    ),
)
