"""The cascade: what style sheets make of each element, given the elements around it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from quatrefoil.core.registry import game
from quatrefoil.draw.look import PRINT
from quatrefoil.draw.styles import INHERITED, OPACITY, UNITLESS, Styled, written
from quatrefoil.draw.stylesheets import Stylesheets
from quatrefoil.draw.values import Colour, parse_colour, parse_share, substitute
from quatrefoil.view.style import shared_styles, style_of

_BLACK = Colour(0, 0, 0)


class Styler:
    """Works out looks for one game in one theme, and remembers them."""

    def __init__(self, sheets: Stylesheets, theme: str) -> None:
        self._sheets = sheets
        self._theme = theme
        self.root = self._style("html", "", None)

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
            known = self._style(tag, class_text, around)
            around.inside[tag, class_text] = known
        return known

    def _style(self, tag: str, class_text: str, around: Styled | None) -> Styled:
        branch = (*(around.branch if around else ()), (tag, class_text))
        given = self._sheets.declared(branch)
        variables = dict(around.variables) if around else {}
        own = {name: value for name, value in given.items() if name.startswith("--")}
        for name, value in own.items():
            variables[name] = substitute(value, {**variables, **own} | {name: ""})
        said = {k: v for k, v in (around.said if around else {}).items() if k in INHERITED}
        for name, value in given.items():
            if name not in own and value != "inherit":
                said[name] = substitute(value, variables)
        return Styled(branch, variables, said, self._attributes(said))

    def _attributes(self, said: Mapping[str, str]) -> dict[str, str]:
        colour = parse_colour(said.get("color", "#000"), self._theme, _BLACK) or _BLACK
        attributes: dict[str, str] = {}
        for name, value in said.items():
            if name in OPACITY:
                attributes |= self._paint(name, value, said, colour)
            elif name == "opacity":
                attributes[name] = written(parse_share(value))
            elif name in UNITLESS:
                attributes[name] = value.replace("px", "")
        return attributes

    def _paint(
        self, name: str, value: str, said: Mapping[str, str], current: Colour
    ) -> dict[str, str]:
        """Return a colour and its opacity: its alpha times what is said beside it."""
        paint = parse_colour(value, self._theme, current)
        if paint is None or paint.alpha == 0:
            return {name: "none", OPACITY[name]: "1"}
        alpha = paint.alpha * parse_share(said.get(OPACITY[name], "1"))
        return {name: paint.hex, OPACITY[name]: written(alpha)}


@lru_cache(maxsize=64)
def styler_of(game_name: str, theme: str) -> Styler:
    """Return what works out looks for a game in a theme; always the same one."""
    return Styler(_stylesheets(game_name, for_print=theme == PRINT), theme)


@lru_cache(maxsize=32)
def _stylesheets(game_name: str, for_print: bool) -> Stylesheets:
    """Return the style sheets for pictures of a game."""
    found = game(game_name)
    here = resources.files("quatrefoil.draw")
    pictures, paper = (
        here.joinpath(name).read_text(encoding="utf-8") for name in ("picture.css", "print.css")
    )
    texts = [*shared_styles(), pictures, style_of(found)]
    if for_print:
        texts.append(paper)
        if found.has("print.css"):
            texts.append(found.resource("print.css").read_text(encoding="utf-8"))
    return Stylesheets(texts)
