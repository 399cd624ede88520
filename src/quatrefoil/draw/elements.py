"""A picture as a tree of elements, shaped as the page shapes its own, and written as SVG.

The tree has the classes that the style sheets speak of; what is written has none, only the
attributes that they come to. So a picture needs nothing from outside, and pictures in one document
(a notebook, say) do not disturb each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from quatrefoil.draw.bounds import Box, box_of
from quatrefoil.draw.styles import Styled, blur_of, difference, written
from quatrefoil.view.data import Shape

if TYPE_CHECKING:
    from quatrefoil.draw.cascade import Styler

#: From the baseline to the middle of letters, as a share of their size: `dominant-baseline:
#: central` for programs that do not know it.
_HALF_LETTER = 0.35

#: Attributes of SVG as they are written.
Attributes = Mapping[str, str]


@dataclass(frozen=True)
class Element:
    """One element: geometry and `class` in its attributes, as in a `Shape`, and what is in it."""

    tag: str
    attributes: Mapping[str, str | float]
    children: Sequence[Element] = ()
    text: str = ""
    #: Its place in the drawing order of its layer; for elements that may come and go in a film.
    order: tuple[float, ...] = ()


def group(class_text: str, *children: Element, transform: str = "") -> Element:
    """Return elements as a group with classes."""
    attributes: dict[str, str | float] = {"class": class_text}
    if transform:
        attributes["transform"] = transform
    return Element("g", attributes, children)


def element(shape: Shape) -> Element:
    """Return a shape as an element."""
    return Element(shape.tag, shape.attributes, text=shape.text)


def spelt(attributes: Attributes) -> str:
    """Return attributes as they stand in a tag."""
    return "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items())


class Blur(NamedTuple):
    """A filter: its spread, and the room that it needs around a shape, as a share of the shape."""

    spread: float
    room: float

    @classmethod
    def around(cls, box: Box, spread: float) -> Blur:
        """Return a blur with the least room that shows all of it: more room takes more time."""
        share = 3 * spread / max(1, min(box.width, box.height))
        return cls(spread, ceil(10 * share) / 10)

    @property
    def id(self) -> str:
        """The filter's name. Equal filters have equal names: one may stand twice in a document."""
        return f"quatrefoil-blur-{self.spread:g}-{self.room:g}".replace(".", "_")

    def definition(self) -> str:
        """Return the filter as SVG."""
        corner, side = f"{-self.room:g}", f"{1 + 2 * self.room:g}"
        return (
            f'<filter id="{self.id}" x="{corner}" y="{corner}" width="{side}" height="{side}">'
            f'<feGaussianBlur stdDeviation="{self.spread:g}"/></filter>'
        )


class Writer:
    """Writes elements as SVG, and collects the filters that they refer to."""

    def __init__(self, styler: Styler, middle: tuple[float, float]) -> None:
        self._styler = styler
        self._middle = middle
        self._blurs: set[Blur] = set()

    def write(self, drawn: Element, around: Styled, known: Attributes) -> str:
        """Return an element as SVG, or nothing where nothing of it shows.

        `around` is what it stands in, and `known` are the attributes that it inherits as written.
        """
        styled = self.style(drawn, around)
        if styled.get("display") == "none":
            return ""
        if drawn.tag == "g":
            inside = "".join(
                self.write(child, styled, {**known, **styled.attributes})
                for child in drawn.children
            )
            return self.enclose(drawn, styled, known, inside)
        if not styled.is_seen():
            return ""
        attributes = self._attributes(drawn, styled, known)
        text = escape(drawn.text)
        return f"<{drawn.tag}{attributes}" + (f">{text}</{drawn.tag}>" if text else "/>")

    def enclose(self, drawn: Element, styled: Styled, known: Attributes, inside: str) -> str:
        """Return a group around what is in it, or that alone where the group says nothing."""
        attributes = self._attributes(drawn, styled, known)
        return f"<g{attributes}>{inside}</g>" if inside and attributes else inside

    def style(self, drawn: Element, around: Styled) -> Styled:
        """Return the look of an element that stands in another."""
        return self._styler.style(around, drawn.tag, str(drawn.attributes.get("class", "")))

    def definitions(self) -> str:
        """Return what the elements written so far refer to."""
        inside = "".join(blur.definition() for blur in sorted(self._blurs))
        return f"<defs>{inside}</defs>" if inside else ""

    def _attributes(self, drawn: Element, styled: Styled, known: Attributes) -> str:
        values = {
            name: value if isinstance(value, str) else written(value)
            for name, value in drawn.attributes.items()
            if name not in ("class", "transform") and not name.startswith("data-")
        }
        values |= difference(styled.attributes, known)
        if drawn.tag == "text" and styled.get("dominant-baseline") == "central":
            values["dy"] = written(_HALF_LETTER * float(styled.attributes["font-size"]))
        if spread := blur_of(styled):
            blur = Blur.around(box_of(drawn), spread)
            self._blurs.add(blur)
            values["filter"] = f"url(#{blur.id})"
        if transform := self._transform(drawn, styled):
            values["transform"] = transform
        return spelt(values)

    def _transform(self, drawn: Element, styled: Styled) -> str:
        """Return how an element is moved: by its geometry, and by half a turn of its style."""
        own = str(drawn.attributes.get("transform", ""))
        if "180deg" not in styled.get("rotate") + styled.get("transform"):
            return own
        x, y = {"fill-box": box_of(drawn).middle, "view-box": self._middle}.get(
            styled.get("transform-box"), (0, 0)
        )
        return f"{own} rotate(180 {written(x)} {written(y)})".lstrip()
