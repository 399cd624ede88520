"""What a value of a style sheet comes to: variables, colours of a theme, and mixtures of colours.

A picture has to look the same in programs that know no more than SVG 1.1. So `var()`,
`light-dark()` and `color-mix(in srgb, …)` are worked out here; tinycss2 reads all other colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import tinycss2
from tinycss2 import color4


@dataclass(frozen=True)
class Colour:
    """Red, green and blue from 0 to 255, and how opaque it is from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1

    @property
    def hex(self) -> str:
        """The colour as SVG writes it, without its opacity."""
        parts = (self.red, self.green, self.blue)
        return "#" + "".join(f"{min(255, max(0, round(part))):02x}" for part in parts)


_TRANSPARENT = Colour(0, 0, 0, 0)


@lru_cache(maxsize=1024)
def _parsed(value: str) -> Sequence[Any]:
    return tuple(tinycss2.parse_component_value_list(value, skip_comments=True))


def substitute(value: str, variables: Mapping[str, str]) -> str:
    """Put in what variables stand for; an unknown one gives its own default, or nothing."""
    return _substituted(_parsed(value), variables) if "var(" in value else value


def _substituted(tokens: Sequence[Any], variables: Mapping[str, str]) -> str:
    return "".join(
        _substituted_call(token, variables) if token.type == "function" else token.serialize()
        for token in tokens
    )


def _substituted_call(call: Any, variables: Mapping[str, str]) -> str:
    if call.lower_name != "var":
        return f"{call.name}({_substituted(call.arguments, variables)})"
    name, *default = call.arguments
    if name.value not in variables:
        return _substituted(default[1:], variables).strip()
    # Without the variable itself: one that leads back to itself has no value.
    others = {key: value for key, value in variables.items() if key != name.value}
    return substitute(variables[name.value], others)


def parse_colour(value: str, theme: str, current: Colour) -> Colour | None:
    """Return a colour, without variables, as it is in a theme; None for `none`."""
    tokens = _solid(_parsed(value))
    if len(tokens) != 1:
        raise ValueError(f"{value!r} is not a colour that pictures know")
    (token,) = tokens
    if token.type == "ident" and token.lower_value == "none":
        return None
    return _colour(token, theme, current)


def _colour(token: Any, theme: str, current: Colour) -> Colour:
    if token.type == "function" and token.lower_name == "light-dark":
        light, dark = _arguments(token)
        (chosen,) = dark if theme == "dark" else light
        return _colour(chosen, theme, current)
    if token.type == "function" and token.lower_name == "color-mix":
        return _mix(token, theme, current)
    found = color4.parse_color(token)
    if found == "currentcolor":
        return current
    if found is None or found.space not in ("srgb", "hsl", "hwb"):
        raise ValueError(f"{token.serialize()} is not a colour that pictures know")
    # tinycss2 counts from 0 to 1; rounding gives back whole numbers that were written as such.
    red, green, blue = (round(255 * part, 9) for part in found.to("srgb").coordinates)
    return Colour(red, green, blue, found.alpha)


def _mix(call: Any, theme: str, current: Colour) -> Colour:
    """Mix two colours as browsers do: each counts as much as it is opaque."""
    space, *parts = _arguments(call)
    if [token.serialize() for token in space] != ["in", "srgb"] or len(parts) != 2:
        raise ValueError(f"{call.serialize()} is not 'in srgb' with two colours")
    one, other = (_colour(part[0], theme, current) for part in parts)
    share = parts[0][1].value / 100 if len(parts[0]) > 1 else 0.5
    alpha = share * one.alpha + (1 - share) * other.alpha
    if alpha == 0:
        return _TRANSPARENT
    weight = share * one.alpha / alpha
    red, green, blue = (
        weight * a + (1 - weight) * b
        for a, b in ((one.red, other.red), (one.green, other.green), (one.blue, other.blue))
    )
    return Colour(red, green, blue, alpha)


def _arguments(call: Any) -> list[list[Any]]:
    """Return the arguments of a call, which have commas between them."""
    found: list[list[Any]] = [[]]
    for token in _solid(call.arguments):
        if token == ",":
            found.append([])
        else:
            found[-1].append(token)
    return found


def _solid(tokens: Sequence[Any]) -> list[Any]:
    """Return tokens without the spaces between them."""
    return [token for token in tokens if token.type != "whitespace"]


def parse_share(value: str) -> float:
    """Return `0.4` or `40%` as a number."""
    return float(value[:-1]) / 100 if value.endswith("%") else float(value)
