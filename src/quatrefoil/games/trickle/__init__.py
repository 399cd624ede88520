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
)
