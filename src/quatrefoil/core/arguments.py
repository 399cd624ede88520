"""What callers hand over: a wrong number or another game's position is refused with a sentence."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from quatrefoil.core.errors import shortened

if TYPE_CHECKING:
    from quatrefoil.core.game import Rules
    from quatrefoil.core.position import Position


def integer(value: object, what: str) -> int:
    """Return an argument that is an integer of any kind, or raise a TypeError."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} is an integer, not {shortened(value)}") from None


def whole(value: object, what: str, low: int, high: int) -> int:
    """Return an argument that is an integer in a range, or raise a TypeError or a ValueError."""
    number = value if type(value) is int else integer(value, what)
    if not low <= number <= high:
        raise ValueError(f"{what} is an integer from {low} to {high}, not {shortened(value)}")
    return number


def foreign(position: Position, rules: Rules) -> ValueError:
    """Return the error for a position that was handed to what serves other rules."""
    return ValueError(f"this is made for {rules!r}, and the position is of {position.rules!r}")
