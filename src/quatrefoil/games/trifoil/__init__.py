"""Trifoil: links on hexagonal Blinks, pushed and spun into the longest chain."""

from quatrefoil.core.game import Game
from quatrefoil.games.trifoil.rules import OPTIONS, PRESETS, TrifoilRules

GAME = Game(
    name="trifoil",
    title="Trifoil",
    authors="Spencer Kee and Aaron Santiago",
    summary="Place, push and spin links on hexagonal Blinks; the first chain of five wins.",
    rules_version=1,
    rules_type=TrifoilRules,
    options=OPTIONS,
    presets=PRESETS,
    package=__name__,
    parts=("view", "evaluate", "encode", "sheet", "passing", "edit", "design", "facts", "themes"),
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
        "web/trifoil.css",
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
