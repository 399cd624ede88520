"""What a value of a style sheet comes to: variables, colours of a theme, and mixtures of colours.

A picture has to look the same in programs that know no more than SVG 1.1, so that everything is
worked out here: `var()`, `light-dark()`, `color-mix(in srgb, …)`, `rgb(1 2 3 / 40%)`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from quatrefoil.draw.selectors import split_outside_brackets

_CALL = re.compile(r"([a-z-]+)\((.*)\)$")


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


_NAMED = {
    "transparent": Colour(0, 0, 0, 0),
    "black": Colour(0, 0, 0),
    "white": Colour(255, 255, 255),
}


def substitute(value: str, variables: Mapping[str, str]) -> str:
    """Put in what variables stand for; one that is not known gives what it says itself, or ""."""
    while (at := value.find("var(")) >= 0:
        end = _closing(value, at + 3)
        name, _, otherwise = value[at + 4 : end].partition(",")
        value = value[:at] + variables.get(name.strip(), otherwise.strip()) + value[end + 1 :]
    return value


def _closing(text: str, opening: int) -> int:
    """Return where the bracket is closed that opens there."""
    depth = 0
    for at in range(opening, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at
    return len(text)


def parse_colour(value: str, theme: str, current: Colour) -> Colour | None:
    """Return a colour, without variables, as it is in a theme; None for `none`."""
    value = value.strip().lower()
    if value == "none":
        return None
    if value == "currentcolor":
        return current
    if value in _NAMED:
        return _NAMED[value]
    if value.startswith("#"):
        return _parse_hex(value[1:])
    call = _CALL.match(value)
    if call is None:
        raise ValueError(f"{value!r} is not a colour that pictures know")
    name, inside = call.groups()
    if name == "light-dark":
        light, dark = split_outside_brackets(inside, ",")
        return parse_colour(dark if theme == "dark" else light, theme, current)
    if name in ("rgb", "rgba"):
        return _parse_rgb(inside)
    if name == "color-mix":
        return _mix(inside, theme, current)
    raise ValueError(f"{name}() is not a colour that pictures know")


def _parse_hex(digits: str) -> Colour:
    if len(digits) in (3, 4):
        digits = "".join(2 * digit for digit in digits)
    red, green, blue, *rest = bytes.fromhex(digits)
    return Colour(red, green, blue, rest[0] / 255 if rest else 1)


def _parse_rgb(inside: str) -> Colour:
    red, green, blue, *rest = re.split(r"[\s,/]+", inside.strip())
    return Colour(float(red), float(green), float(blue), parse_share(rest[0]) if rest else 1)


def _mix(inside: str, theme: str, current: Colour) -> Colour:
    """Mix two colours as browsers do: each counts as much as it is opaque."""
    space, *parts = split_outside_brackets(inside, ",")
    if space != "in srgb" or len(parts) != 2:
        raise ValueError(f"color-mix({inside}) is not 'in srgb' with two colours")
    (one, share), (other, _) = (_parse_part(part, theme, current) for part in parts)
    alpha = share * one.alpha + (1 - share) * other.alpha
    if alpha == 0:
        return _NAMED["transparent"]
    weight = share * one.alpha / alpha
    red, green, blue = (
        weight * a + (1 - weight) * b
        for a, b in (
            (one.red, other.red),
            (one.green, other.green),
            (one.blue, other.blue),
        )
    )
    return Colour(red, green, blue, alpha)


def _parse_part(part: str, theme: str, current: Colour) -> tuple[Colour, float]:
    """Read `#fff 24%`; without a share it is half."""
    colour, *share = split_outside_brackets(part, " ")
    found = parse_colour(colour, theme, current)
    if found is None:
        raise ValueError("color-mix() takes colours, not none")
    return found, parse_share(share[0]) if share else 0.5


def parse_share(value: str) -> float:
    """Return `0.4` or `40%` as a number."""
    return float(value[:-1]) / 100 if value.endswith("%") else float(value)
