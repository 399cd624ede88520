"""The pictures that positions, lines and records offer as methods: `FUNCTIONS` is registered."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Unpack

from quatrefoil.core.line import Line
from quatrefoil.core.pictures import LookOptions
from quatrefoil.core.position import Position
from quatrefoil.core.record import Record
from quatrefoil.draw.film import Reel, film
from quatrefoil.draw.look import Look
from quatrefoil.draw.picture import draw, draw_line


def position_to_svg(self: Position, **look: Unpack[LookOptions]) -> str:
    """Return a picture of the position as SVG."""
    return draw(self, Look(**look))


def line_to_svg(self: Line, **look: Unpack[LookOptions]) -> str:
    """Return a picture of the position with its latest move marked, as SVG."""
    return draw_line(self, Look(**look))


def record_to_svg(self: Record, at: int | None = None, **look: Unpack[LookOptions]) -> str:
    """Return a picture of how it ended, or `at` a number of moves, as SVG."""
    return draw_line(self.line_at(at), Look(**look))


def record_to_animated_svg(
    self: Record,
    start: int = 0,
    stop: int | None = None,
    seconds: float = 1.0,
    **look: Unpack[LookOptions],
) -> str:
    """Return a picture that shows the positions after `start` to `stop` moves in turn, as SVG."""
    return film(Reel(self, start, stop, seconds), Look(**look))


def _shown_as_method(function: Callable[..., str], name: str) -> Callable[..., str]:
    """Give a function the name of its method, and each choice of a `Look` as a parameter.

    `Look` alone has the defaults; `help` and editors show them.
    """
    written = inspect.signature(function)
    own = [each for each in written.parameters.values() if each.kind is not each.VAR_KEYWORD]
    chosen = [
        inspect.Parameter(
            each.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=each.default if each.default_factory is MISSING else each.default_factory(),
            annotation=each.type,
        )
        for each in fields(Look)
    ]
    function.__signature__ = written.replace(parameters=[*own, *chosen])  # type: ignore[attr-defined]
    function.__name__ = function.__qualname__ = name
    return function


#: By the names that `core.pictures` asks for.
FUNCTIONS = {
    "position_to_svg": _shown_as_method(position_to_svg, "to_svg"),
    "line_to_svg": _shown_as_method(line_to_svg, "to_svg"),
    "record_to_svg": _shown_as_method(record_to_svg, "to_svg"),
    "record_to_animated_svg": _shown_as_method(record_to_animated_svg, "to_animated_svg"),
}
