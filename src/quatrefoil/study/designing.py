"""Designing variants: options of a game, one of which may be drawn by hand.

Which option that is and how it is drawn is known to the game's part `design` (`view/editing.py`
says how). The drawing is a draft: it can be wrong, and then all the reasons are said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from quatrefoil.core.errors import ReasonedError
from quatrefoil.core.game import Game, Rules
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.view.editing import Canvas, Design, Draft


@dataclass(frozen=True)
class Designed:
    """A drawing, the value of the option that it stands for, and the rules with that value."""

    option: str
    draft: Draft
    value: Any
    canvas: Canvas
    faults: tuple[ReasonedError, ...]
    rules: Rules | None


def design_of(game: Game) -> Design:
    """Return the design module of a game, or raise a MissingPartError."""
    return cast(Design, game.part("design"))


def open_design(rules: Rules) -> Designed:
    """Return the value that rules have, as a drawing."""
    part = design_of(rules.game)
    return judge(rules.game, rules.changed, part.read(rules.options[part.OPTION]))


def judge(game: Game, options: Mapping[str, Any], draft: Draft) -> Designed:
    """Say what is wrong with a drawing, or return the rules that it makes of some options."""
    part = design_of(game)
    canvas = part.canvas(draft)
    faults: list[ReasonedError] = list(part.faults(draft))
    value, rules = part.write(draft), None
    if not faults:
        try:
            rules = rules_of(game.name, {**options, part.OPTION: value})
        except ReasonedError as problem:
            faults.append(problem)
    return Designed(part.OPTION, draft, value, canvas, tuple(faults), rules)


def read_drawing(game: Game, data: Any) -> Draft:
    """Read a drawing that a designer made; refuse what none can make."""
    return Draft.from_json(design_of(game).TOOLS, data)
