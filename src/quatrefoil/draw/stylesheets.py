"""Style sheets: the rules in them that a picture can follow, and which of them meet an element.

tinycss2 reads the sheets, cssselect2 matches their selectors. What depends on the reader's screen
or moves (`@media`, `@keyframes`) is left out, and so is every property that is neither a variable
nor one of `PROPERTIES`. `:hover` and the like never match, nor do selectors that cssselect2 does
not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement

import cssselect2
import tinycss2

from quatrefoil.draw.styles import PROPERTIES

#: Where an element stands: tag and classes of all elements around it and, last, its own.
Branch = tuple[tuple[str, str], ...]


class Declaration(NamedTuple):
    """One property with its value, as a rule says it."""

    name: str
    value: str
    important: bool


class Stylesheets:
    """Style sheets in their order: among rules of the same weight the latest one wins."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._matcher = cssselect2.Matcher()
        for text in texts:
            for selector, declarations in _rules(text):
                self._matcher.add_selector(selector, declarations)

    def declared(self, branch: Branch) -> dict[str, str]:
        """Return what the rules that meet an element say of it: for each property what wins."""
        found = [
            declaration
            for _, _, pseudo_element, declarations in self._matcher.match(_wrapped(branch))
            if pseudo_element is None
            for declaration in declarations
        ]
        found.sort(key=lambda declaration: declaration.important)
        return {declaration.name: declaration.value for declaration in found}


def _wrapped(branch: Branch) -> Any:
    """Return an element as cssselect2 wants it, in a tree where it has no siblings."""
    (tag, class_text), *inner = branch
    root = element = Element(tag, {"class": class_text})
    for tag, class_text in inner:
        element = SubElement(element, tag, {"class": class_text})
    wrapped = cssselect2.ElementWrapper.from_html_root(root)
    for _ in inner:
        (wrapped,) = wrapped.iter_children()
    return wrapped


@lru_cache(maxsize=32)
def _rules(text: str) -> Sequence[tuple[Any, Sequence[Declaration]]]:
    """Return the selectors of a style sheet, each with what its rule declares."""
    found: list[tuple[Any, Sequence[Declaration]]] = []
    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        declarations = list(_declarations(rule.content)) if rule.type == "qualified-rule" else []
        if declarations:
            found += ((selector, declarations) for selector in _selectors(rule.prelude))
    return found


def _selectors(prelude: Sequence[Any]) -> list[Any]:
    """Return compiled selectors; none where one of them is not known, as in browsers."""
    try:
        return list(cssselect2.compile_selector_list(prelude))
    except cssselect2.SelectorError:
        return []


def _declarations(content: Sequence[Any]) -> Iterator[Declaration]:
    for item in tinycss2.parse_blocks_contents(content):
        if item.type == "declaration" and (
            item.lower_name in PROPERTIES or item.name.startswith("--")
        ):
            value = " ".join(tinycss2.serialize(item.value).split())
            yield Declaration(item.name, value, item.important)
