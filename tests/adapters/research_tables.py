"""The tables of docs/research.md, made from the encoders.

python -m tests.adapters.research_tables        writes them anew, after an intended change
"""

from pathlib import Path

from tests.page_tables import fill_tables

import quatrefoil
from quatrefoil.core.encode import encoder_of

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def plane_table(rules):
    """Return what each plane of some rules shows."""
    rows = enumerate(encoder_of(rules).planes)
    return "\n".join(["| plane | |", "|---|---|", *(f"| {n} | {text} |" for n, text in rows)])


def size_table():
    """Return how large observations and action spaces are, for every preset."""
    rows = [
        "| game | preset | players | planes × rows × columns | actions |",
        "|---|---|---|---|---|",
    ]
    for game in quatrefoil.all_games():
        for preset in game.presets:
            encoder = encoder_of(game.preset(preset.name))
            shape = " × ".join(map(str, encoder.shape))
            players = encoder.rules.players
            rows.append(
                f"| {game.name} | {preset.name} | {players} | {shape} | {encoder.actions} |"
            )
    return "\n".join(rows)


def tables():
    """Return every table by the name that marks it in the page."""
    return {name: plane_table(quatrefoil.rules(name)) for name in quatrefoil.names()} | {
        "sizes": size_table()
    }


def filled(text):
    """Return the page with its tables as they should be."""
    return fill_tables(PAGE, tables(), text)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
