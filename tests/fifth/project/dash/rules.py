"""The rules of Dash with their one option."""

from __future__ import annotations

from typing import ClassVar

from dash import notation
from dash.lanes import ROUNDS
from dash.position import DashPosition
from quatrefoil.core.game import Notation, Preset, Rules, Symmetry
from quatrefoil.core.options import Choice

OPTIONS = (Choice(name="players", default=2, choices=(2, 3), help="How many run."),)

PRESETS = (
    Preset("standard", {}, "Two run."),
    Preset("three", {"players": 3}, "Three run."),
)


class DashRules(Rules):
    """Dash for two or three."""

    notation: ClassVar[Notation] = notation
    reasons = ("a runner reached the end", "all turns are made")
    has_dice = True
    max_moves = 3

    def prepare(self) -> None:
        self.players = self.options["players"]
        self.player_names = ("Red", "Blue", "Green")[: self.players]
        self.longest = 2 * ROUNDS * self.players  # a turn is a walk, or a roll and its outcome
        self.symmetries = (Symmetry("identity", tuple(range(self.players))),)

    def start(self) -> DashPosition:
        return DashPosition(self)
