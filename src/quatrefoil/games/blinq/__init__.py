"""Blinq, a connection game by Néstor Romeral Andrés: two-coloured blocks build a pyramid."""

from quatrefoil.core.game import Game
from quatrefoil.games.blinq.rules import OPTIONS, PRESETS, BlinqRules

GAME = Game(
    name="blinq",
    title="Blinq",
    authors="Néstor Romeral Andrés",
    summary="Join your two sides with blocks that show both colours, as a pyramid grows.",
    rules_version=1,
    rules_type=BlinqRules,
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
        "web/blinq.css",
        "terminal.json",
        "print.css",
        "sheet.md",
        "sheet.fi.md",
        "strength.json",
        "openings.json",
        "measured.json",
        "puzzles.json",
        "solved",
    ),
)
