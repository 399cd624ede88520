"""Dash: a race with a loaded die, and the smallest game that fulfils the contract."""

from dash.rules import OPTIONS, PRESETS, DashRules
from quatrefoil.core.game import Game

GAME = Game(
    name="dash",
    title="Dash",
    authors="The Quatrefoil founders",
    summary="Walk or roll a loaded die; who is farthest in the end wins.",
    rules_version=1,
    rules_type=DashRules,
    options=OPTIONS,
    presets=PRESETS,
    package=__name__,
    parts=("view",),
    resources=("texts/en.json",),
)
