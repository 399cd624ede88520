"""The selectors of our style sheets: which elements a rule is about.

Known are tags, `*`, classes, `[class^="…"]` and `[class*="…"]`, `:root`, `:is()`, `:not()`, and the
two ways to stand in one another, `a b` and `a > b`. What only somebody who points at the page can
make true (`:hover`, `::backdrop`, …) never matches; neither does what is not known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

#: How much a selector weighs against another: its classes and the like, then its tags.
Weight = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Node:
    """What selectors see of an element: its tag, its classes and what it stands in."""

    tag: str
    class_text: str = ""
    parent: Node | None = None
    classes: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "classes", frozenset(self.class_text.split()))


Test = Callable[[Node], bool]


@dataclass(frozen=True)
class Compound:
    """Tests of one element, such as `.cell.rim`; `child` where its parent comes right before."""

    tests: tuple[Test, ...]
    weight: Weight
    child: bool = False

    def matches(self, node: Node) -> bool:
        """Whether an element passes every test."""
        return all(test(node) for test in self.tests)


@dataclass(frozen=True)
class Selector:
    """Compounds from the outermost to the element itself."""

    compounds: tuple[Compound, ...]
    weight: Weight

    def matches(self, node: Node) -> bool:
        """Whether an element is one that this selector is about."""
        *outer, own = self.compounds
        return own.matches(node) and _stands_in(outer, own.child, node.parent)


def _stands_in(outer: list[Compound], child: bool, around: Node | None) -> bool:
    """Whether what is around an element fits the rest of a selector."""
    if not outer:
        return True
    *rest, nearest = outer
    while around is not None:
        if nearest.matches(around) and _stands_in(rest, nearest.child, around.parent):
            return True
        if child:
            return False
        around = around.parent
    return False


# ---- reading ------------------------------------------------------------------------------------


def parse_selectors(text: str) -> list[Selector]:
    """Read selectors with commas between them."""
    return [_parse_one(part) for part in split_outside_brackets(text, ",")]


def split_outside_brackets(text: str, separators: str) -> list[str]:
    """Split a text at any of some characters, except in brackets; drop what is empty."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "([") - (char in ")]")
        if depth == 0 and char in separators:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]


def _parse_one(text: str) -> Selector:
    spaced = re.sub(r"\s*([>+~])\s*", r" \1 ", text)
    compounds: list[Compound] = []
    child = False
    for part in split_outside_brackets(spaced, " \n\t"):
        if part == ">":
            child = True
        elif part in "+~":
            compounds.append(Compound((_never,), (0, 0)))
        else:
            tests, weights = zip(*_parse_compound(part), strict=True)
            compounds.append(Compound(tests, _total(weights), child))
            child = False
    return Selector(tuple(compounds), _total([part.weight for part in compounds]))


#: One test of a compound: a tag, a class, an attribute, or a pseudo-class with its argument.
_PART = re.compile(
    r"(?P<tag>[\w-]+|\*)|\.(?P<class>[\w-]+)"
    r"|\[class(?P<how>[*^])=\"(?P<text>[^\"]*)\"\]"
    r"|::?(?P<pseudo>[\w-]+)(?P<argument>\((?:[^()]|\([^()]*\))*\))?|(?P<other>.)"
)


def _parse_compound(text: str) -> Iterator[tuple[Test, Weight]]:
    for part in _PART.finditer(text):
        if tag := part["tag"]:
            yield (_always, (0, 0)) if tag == "*" else (_has_tag(tag), (0, 1))
        elif name := part["class"]:
            yield _has_class(name), (1, 0)
        elif part["how"]:
            yield _class_text(part["how"], part["text"]), (1, 0)
        elif part["pseudo"]:
            yield _pseudo(part["pseudo"], (part["argument"] or "()")[1:-1])
        else:
            yield _never, (0, 0)


def _pseudo(name: str, argument: str) -> tuple[Test, Weight]:
    if name == "root":
        return lambda node: node.parent is None, (1, 0)
    if name not in ("is", "not"):
        return _never, (1, 0)
    choices = parse_selectors(argument)
    weight = max(choice.weight for choice in choices)
    wanted = name == "is"
    return lambda node: wanted == any(choice.matches(node) for choice in choices), weight


def _has_tag(tag: str) -> Test:
    return lambda node: node.tag == tag


def _has_class(name: str) -> Test:
    return lambda node: name in node.classes


def _class_text(how: str, text: str) -> Test:
    if how == "^":
        return lambda node: node.class_text.startswith(text)
    return lambda node: text in node.class_text


def _always(node: Node) -> bool:
    return True


def _never(node: Node) -> bool:
    return False


def _total(weights: list[Weight] | tuple[Weight, ...]) -> Weight:
    return sum(weight[0] for weight in weights), sum(weight[1] for weight in weights)
