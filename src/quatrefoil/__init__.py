"""Quatrefoil: play, study and research Trifoil, Trickle, Blinq and TrioTrio.

>>> import quatrefoil
>>> line = quatrefoil.Line(quatrefoil.rules("trickle(players=3)").start())
>>> line.play("f8-f9")
>>> len(line.position.legal_tokens())
65
"""

from quatrefoil import interrupts as interrupts  # before what takes a while to load
from quatrefoil.core import compiled, pictures, require_compiled
from quatrefoil.core.constants import CHANCE, OVER
from quatrefoil.core.errors import (
    FormatError,
    IllegalMoveError,
    MissingExtraError,
    MissingPartError,
    MoveError,
    NotCompiledError,
    OptionError,
    PictureError,
    QuatrefoilError,
    ReasonedError,
    RecordError,
    TokenError,
    UnknownGameError,
)
from quatrefoil.core.game import Game, Preset, Rules, Symmetry
from quatrefoil.core.line import Line, perft
from quatrefoil.core.outcome import Outcome
from quatrefoil.core.position import Position
from quatrefoil.core.record import Ending, Record
from quatrefoil.core.registry import all_games, game, names, rules
from quatrefoil.core.registry import position_from_json as position
from quatrefoil.core.rng import Rng
from quatrefoil.core.tree import Tree

__version__ = "0.1.0"


def _drawing() -> pictures.Functions:
    """Return what draws, loaded when the first picture is wanted: it is slow to import."""
    from quatrefoil.draw.methods import FUNCTIONS

    return FUNCTIONS


pictures.register(_drawing)

__all__ = [
    "CHANCE",
    "OVER",
    "Ending",
    "FormatError",
    "Game",
    "IllegalMoveError",
    "Line",
    "MissingExtraError",
    "MissingPartError",
    "MoveError",
    "NotCompiledError",
    "OptionError",
    "Outcome",
    "PictureError",
    "Position",
    "Preset",
    "QuatrefoilError",
    "ReasonedError",
    "Record",
    "RecordError",
    "Rng",
    "Rules",
    "Symmetry",
    "TokenError",
    "Tree",
    "UnknownGameError",
    "all_games",
    "compiled",
    "game",
    "names",
    "perft",
    "position",
    "require_compiled",
    "rules",
]
