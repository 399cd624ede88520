"""Figures of a game's presets, measured before: what those of a new variant are compared with.

    {"format": "quatrefoil-measured", "version": 1, "game": "blinq", "rules_version": 1,
     "made": {"level": 3, "stronger": 5, "weaker": 3},
     "presets": [{"preset": "advanced", "rules": "blinq", "sums": {"seed": 1, "of": {…}}}, …]}

Sums are kept, not figures: a later run goes on with them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from quatrefoil.core.errors import FormatError
from quatrefoil.core.fields import read_json
from quatrefoil.core.game import Game
from quatrefoil.core.registry import game as game_of
from quatrefoil.study.measure import LEVEL, STRONGER, WEAKER, Sums

FORMAT, VERSION = "quatrefoil-measured", 1
RESOURCE = "measured.json"


@dataclass(frozen=True)
class MeasuredPreset:
    """A preset, and what its games add up to."""

    preset: str
    rules: str
    sums: Sums

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data, with the figures that follow."""
        return {
            "preset": self.preset,
            "rules": self.rules,
            "games": self.sums.games,
            "figures": [figure.to_json() for figure in self.sums.figures()],
        }


def write_measured(game: Game, presets: Iterable[MeasuredPreset], path: Path) -> None:
    """Write the file of a game."""
    rows = [
        {"preset": each.preset, "rules": each.rules, "sums": each.sums.to_json()}
        for each in presets
    ]
    data = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "rules_version": game.rules_version,
        "made": {"level": LEVEL, "stronger": STRONGER, "weaker": WEAKER},
        "presets": rows,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read_measured(game: Game, text: str) -> list[MeasuredPreset]:
    """Read the file of a game; what other levels played is not comparable, and is left out."""
    data = read_json(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FormatError("this is no file of measured presets")
    if (data.get("game"), data.get("rules_version")) != (game.name, game.rules_version):
        raise FormatError(f"these figures are not of {game.name} as it is now")
    if data.get("made") != {"level": LEVEL, "stronger": STRONGER, "weaker": WEAKER}:
        return []
    return [
        MeasuredPreset(row["preset"], row["rules"], Sums.from_json(row["sums"]))
        for row in data["presets"]
    ]


def measured_presets(game: Game) -> list[MeasuredPreset]:
    """Return the figures that come with a game; none where it has no such file."""
    return _measured(game.name) if game.has(RESOURCE) else []


@lru_cache(maxsize=8)
def _measured(name: str) -> list[MeasuredPreset]:
    found = game_of(name)
    return read_measured(found, found.resource(RESOURCE).read_text(encoding="utf-8"))
