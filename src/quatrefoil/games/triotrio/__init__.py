"""TrioTrio by Sean Hyde-Moyer: rock, paper, scissors on a board, with one die."""

from quatrefoil.core.game import Game
from quatrefoil.games.triotrio.rules import OPTIONS, PRESETS, TrioTrioRules

GAME = Game(
    name="triotrio",
    title="TrioTrio",
    authors="Sean Hyde-Moyer",
    summary="Rock, Paper and Scissors hunt each other by the roll of a die; like pieces repel.",
    rules_version=1,
    rules_type=TrioTrioRules,
    options=OPTIONS,
    presets=PRESETS,
    package=__name__,
    parts=("view", "evaluate", "encode", "endings", "sheet", "passing", "edit", "facts", "themes"),
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
        "web/triotrio.css",
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
