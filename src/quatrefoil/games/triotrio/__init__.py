"""TrioTrio by Sean Hyde-Moyer: rock, paper, scissors on a board, with one die."""

from quatrefoil.core.game import Game, Preset
from quatrefoil.games.triotrio.rules import OPTIONS, TrioTrioRules

GAME = Game(
    name="triotrio",
    title="TrioTrio",
    authors="Sean Hyde-Moyer",
    summary="Rock, Paper and Scissors hunt each other by the roll of a die; like pieces repel.",
    rules_version=1,
    rules_type=TrioTrioRules,
    options=OPTIONS,
    presets=(
        Preset("standard", {}, "The game as it is: 9×9 squares, a roll decides who begins."),
        Preset("small", {"size": 7}, "7×7 squares: the pieces meet at once."),
        Preset("large", {"size": 11}, "11×11 squares: more room to run."),
        Preset("open", {"restrictors": "off"}, "No permanent Paper and Scissors in the middle."),
        Preset("yellow-first", {"first": "yellow"}, "The standard game; Yellow begins."),
        Preset("blue-first", {"first": "blue"}, "The standard game; Blue begins."),
        Preset("endless", {"quiet_turns": 0}, "No draw after many quiet turns."),
    ),
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
