"""The look of each element, from the same style sheets that the page uses.

There is one source for how a game looks: `web/style/` and the game's own `web/<game>.css`. A
browser works them out itself; for a picture this module does, and gives plain attributes that
every program understands. An element says only what differs from what it inherits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

from quatrefoil.core.registry import game
from quatrefoil.draw.selectors import Node
from quatrefoil.draw.sheets import INHERITED, Declaration, read_sheets
from quatrefoil.draw.values import Colour, parse_colour, parse_share, substitute
from quatrefoil.view.style import style_of

#: What can be chosen; print is the light theme on white paper, with little ink.
PRINT = "print"
THEMES = ("light", "dark", PRINT)

_BLACK = Colour(0, 0, 0)
#: What SVG takes for granted where nothing is said.
_INITIAL = {
    "fill": "#000000",
    "fill-opacity": "1",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
}
#: Properties that are attributes of the same name, once they have no units.
_PLAIN = frozenset(
    {
        "stroke-width",
        "stroke-dasharray",
        "stroke-linecap",
        "stroke-linejoin",
        "font-family",
        "font-size",
        "font-weight",
        "text-anchor",
        "paint-order",
    }
)
_OPACITY = {"fill": "fill-opacity", "stroke": "stroke-opacity"}


@dataclass(frozen=True, eq=False)
class Styled:
    """An element with its look worked out."""

    node: Node
    #: What variables stand for here.
    variables: Mapping[str, str]
    #: Properties as the sheets say them, without variables: those of its own and those inherited.
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
            values[paint] != "none" and values[opacity] != "0"
            for paint, opacity in _OPACITY.items()
        )


class Styler:
    """Works out looks for one game in one theme, and remembers them."""

    def __init__(self, declarations: list[Declaration], theme: str) -> None:
        self._declarations = declarations
        self._theme = theme
        self.root = self._style(Node("html"), None)

    def frame(self, classes: str) -> Styled:
        """Return the look of what stands around a drawing: an `svg` in an element with classes."""
        styled = self.root
        for tag, class_text in (("body", ""), ("div", classes), ("svg", "")):
            styled = self.style(styled, tag, class_text)
        return styled

    def style(self, around: Styled, tag: str, class_text: str) -> Styled:
        """Return the look of an element that stands in another."""
        known = around.inside.get((tag, class_text))
        if known is None:
            known = self._style(Node(tag, class_text, around.node), around)
            around.inside[tag, class_text] = known
        return known

    def _style(self, node: Node, around: Styled | None) -> Styled:
        given = {
            declaration.name: declaration.value
            for declaration in self._declarations
            if declaration.selector.matches(node)
        }
        variables = dict(around.variables) if around else {}
        own = {name: value for name, value in given.items() if name.startswith("--")}
        for name, value in own.items():
            variables[name] = substitute(value, {**variables, **own} | {name: ""})
        said = {k: v for k, v in (around.said if around else {}).items() if k in INHERITED}
        for name, value in given.items():
            if name not in own and value != "inherit":
                said[name] = substitute(value, variables)
        return Styled(node, variables, said, self._attributes(said))

    def _attributes(self, said: Mapping[str, str]) -> dict[str, str]:
        colour = parse_colour(said.get("color", "#000"), self._theme, _BLACK) or _BLACK
        attributes: dict[str, str] = {}
        for name, value in said.items():
            if name in _OPACITY:
                attributes |= self._paint(name, value, said, colour)
            elif name == "opacity":
                attributes[name] = written(parse_share(value))
            elif name in _PLAIN:
                attributes[name] = value.replace("px", "")
        return attributes

    def _paint(
        self, name: str, value: str, said: Mapping[str, str], current: Colour
    ) -> dict[str, str]:
        """Return a colour and its opacity: what it has of its own, and what is said beside it."""
        paint = parse_colour(value, self._theme, current)
        if paint is None or paint.alpha == 0:
            return {name: "none", _OPACITY[name]: "1"}
        alpha = paint.alpha * parse_share(said.get(_OPACITY[name], "1"))
        return {name: paint.hex, _OPACITY[name]: written(alpha)}


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


@lru_cache(maxsize=64)
def styler_of(game_name: str, theme: str) -> Styler:
    """Return what works out looks for a game in a theme; always the same one."""
    return Styler(_declarations(game_name, for_print=theme == PRINT), theme)


@lru_cache(maxsize=32)
def _declarations(game_name: str, for_print: bool) -> list[Declaration]:
    shared = resources.files("quatrefoil").joinpath("web", "style")
    here = resources.files("quatrefoil.draw")
    found = game(game_name)
    common = [
        shared.joinpath("base.css"),
        shared.joinpath("board.css"),
        here.joinpath("picture.css"),
    ]
    on_paper = [here.joinpath("print.css")] if for_print else []
    if for_print and found.has("print.css"):
        on_paper.append(found.resource("print.css"))
    return read_sheets([*_texts(common), style_of(found), *_texts(on_paper)])


def _texts(files: list[Traversable]) -> list[str]:
    return [file.read_text(encoding="utf-8") for file in files]
