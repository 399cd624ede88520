"""How an element looks: what style sheets come to, as plain attributes of SVG.

There is one source for how a game looks: `view/css/` and the game's own style sheet. A browser
works them out itself; for a picture `cascade` does, and gives attributes that every program
understands. An element says only what differs from what it inherits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quatrefoil.core.errors import MissingExtraError

if TYPE_CHECKING:
    from quatrefoil.draw.cascade import Styler

#: Properties that an element hands on to what is inside it.
INHERITED = (
    "color",
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "font-family",
    "font-size",
    "font-weight",
    "text-anchor",
    "dominant-baseline",
    "paint-order",
)
#: All properties that pictures know, besides variables.
PROPERTIES = frozenset(
    {*INHERITED, "display", "opacity", "filter", "rotate", "transform", "transform-box"}
)
#: Properties that are attributes of the same name, once they have no units.
UNITLESS = frozenset(INHERITED).difference(
    ("color", "fill", "fill-opacity", "stroke", "stroke-opacity", "dominant-baseline")
)
#: The opacity that belongs to each paint.
OPACITY = {"fill": "fill-opacity", "stroke": "stroke-opacity"}

#: What SVG takes for granted where nothing is said.
_INITIAL = {
    "fill": "#000000",
    "fill-opacity": "1",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
}


@dataclass(frozen=True, eq=False)
class Styled:
    """An element with its look worked out."""

    #: Tag and classes of all elements around it and, last, its own.
    branch: tuple[tuple[str, str], ...]
    #: What variables stand for here.
    variables: Mapping[str, str]
    #: Properties as the style sheets say them, without variables: its own and inherited ones.
    said: Mapping[str, str]
    #: The same as attributes of SVG, inherited ones among them.
    attributes: Mapping[str, str]
    #: What is worked out for elements inside this one, by tag and classes.
    inside: dict[tuple[str, str], Styled] = field(default_factory=dict, repr=False)

    def get(self, name: str, otherwise: str = "") -> str:
        """Return what a property is here."""
        return self.said.get(name, otherwise)

    def is_seen(self) -> bool:
        """Whether a shape that looks like this shows anything."""
        values = {**_INITIAL, **self.attributes}
        return values.get("opacity") != "0" and any(
            values[paint] != "none" and values[opacity] != "0" for paint, opacity in OPACITY.items()
        )


def styler_of(game_name: str, theme: str) -> Styler:
    """Return what works out looks for a game in a theme; always the same one.

    The libraries that read style sheets are imported here, when the first picture is drawn.
    """
    try:
        from quatrefoil.draw import cascade
    except ImportError as problem:
        raise MissingExtraError(
            f"{problem.name} is not installed: pip install quatrefoil brings it"
        ) from problem
    return cascade.styler_of(game_name, theme)


def difference(one: Mapping[str, str], around: Mapping[str, str]) -> dict[str, str]:
    """Return the attributes that an element has to write, given those of the one around it."""
    return {
        name: value
        for name, value in one.items()
        if value != (around.get(name) if name in INHERITED else None)
        and not (name not in around and value == _INITIAL.get(name))
    }


def blur_of(styled: Styled) -> float:
    """Return by how much an element is blurred; the one filter that pictures know."""
    found = re.search(r"blur\(([\d.]+)px\)", styled.get("filter"))
    return float(found[1]) if found else 0


def written(number: float) -> str:
    """Return a number as short as it can be at a thousandth's precision."""
    return f"{round(number, 3):g}" if abs(number) < 1000 else f"{round(number, 2):.8g}"
