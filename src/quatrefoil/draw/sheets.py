"""Reading the page's style sheets: the rules in them that a picture can follow.

What depends on the reader's screen or moves (`@media`, `@keyframes`) is left out, and so is every
property that is neither a variable nor one of `PROPERTIES`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from quatrefoil.draw.selectors import Selector, Weight, parse_selectors

#: What is looked for, besides variables; those that an element hands on to what is inside it, …
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
#: … and those that it keeps for itself.
OWN = ("display", "opacity", "filter", "rotate", "transform", "transform-box")

PROPERTIES = frozenset(INHERITED + OWN)


@dataclass(frozen=True)
class Declaration:
    """One property of one rule, with all that decides whether it wins: the greatest does."""

    selector: Selector
    name: str
    value: str
    rank: tuple[bool, Weight, int]


def read_sheets(texts: list[str]) -> list[Declaration]:
    """Return the declarations of style sheets in the order in which they win."""
    found: list[Declaration] = []
    for text in texts:
        for selectors, name, value in _declarations(text):
            important = value.endswith("!important")
            value = value.removesuffix("!important").strip()
            for selector in parse_selectors(selectors):
                rank = (important, selector.weight, len(found))
                found.append(Declaration(selector, name, value, rank))
    return sorted(found, key=lambda declaration: declaration.rank)


def _declarations(text: str) -> Iterator[tuple[str, str, str]]:
    for selectors, body in _blocks(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
        if selectors.startswith("@"):
            continue
        for declaration in body.split(";"):
            name, _, value = declaration.partition(":")
            name = name.strip()
            if name in PROPERTIES or name.startswith("--"):
                yield selectors, name, " ".join(value.split())


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield what stands before each outermost pair of braces, and what is in it."""
    start = depth = opened = 0
    for at, char in enumerate(text):
        if char == "{":
            if depth == 0:
                opened = at
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                yield text[start:opened].strip(), text[opened + 1 : at]
                start = at + 1
