"""Two people edit one tree: what both did is put together, by nodes, and nobody's work is lost.

        base ──▶ mine       what I made of the tree that I had
          └────▶ theirs ──▶ merged: theirs, and what I did to it

A node is known by the moves that lead to it, so that the same move played twice is one node. There
are four rules:

1. A move that either side added is there. One that a side deleted is gone, unless the other wrote
   something about it or about what follows it, or played on from there: then what leads to that
   stays.
2. Of a note, marks and shapes are kept and taken away one by one; a comment that both changed in
   different places has both changes, in the same place both texts, one after the other.
3. Moves after a node stand in the order that one side gave them; if both did, in theirs. What was
   added comes last.
4. Of a tag that both changed, mine counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from quatrefoil.core.errors import RecordError
from quatrefoil.core.tree import MOST_NODES, ROOT, Node, Note, Tree, too_large

T = TypeVar("T")

_NOTHING = Note()
#: What stands between two texts where both sides changed the same place.
_BETWEEN = "\n\n"


def merge(base: Tree, mine: Tree, theirs: Tree) -> Tree:
    """Return their tree with what I did to the one that I had; nodes of theirs keep their numbers.

    All three have the same rules and start. It takes as long as the trees have nodes.
    """
    for tree in (base, mine):
        if tree.rules != theirs.rules or tree.start != theirs.start:
            raise RecordError("trees can be merged if they have the same rules and the same start")
    return _Merging(base, mine, theirs).run()


@dataclass(slots=True)
class _Step:
    """A node of the merged tree: its numbers in the three trees, as far as it is there."""

    token: str
    base: int | None
    mine: int | None
    theirs: int | None
    parent: _Step | None = None
    #: In the order of rule 3.
    children: list[_Step] = field(default_factory=list)
    stays: bool = True
    number: int = ROOT


class _Merging:
    def __init__(self, base: Tree, mine: Tree, theirs: Tree) -> None:
        self.base, self.mine, self.theirs = base, mine, theirs

    def run(self) -> Tree:
        steps = self._steps()
        for step in reversed(steps):  # what follows a node is decided before it
            step.stays = step.stays or any(child.stays for child in step.children)
        steps = [step for step in steps if step.stays]
        if len(steps) > MOST_NODES + 1:
            raise too_large()
        fresh = self.theirs.fresh
        for step in steps:
            if step.theirs is None:
                step.number, fresh = fresh, fresh + 1
            else:
                step.number = step.theirs
        nodes = {step.number: self._node(step) for step in steps}
        tags = _merged_tags(self.base.tags, self.mine.tags, self.theirs.tags)
        return replace(self.theirs, nodes=nodes, tags=tags, fresh=fresh)

    def _steps(self) -> list[_Step]:
        """Return every node that either side has, each after the one that it follows."""
        found = [_Step("", ROOT, ROOT, ROOT)]
        for step in found:
            base = _children(self.base, step.base)
            mine = _children(self.mine, step.mine)
            theirs = _children(self.theirs, step.theirs)
            for token in _ordered(list(base), list(mine), list(theirs)):
                child = _Step(
                    token, base.get(token), mine.get(token), theirs.get(token), parent=step
                )
                child.stays = self._is_wanted(child)
                step.children.append(child)
                found.append(child)
        return found

    def _is_wanted(self, step: _Step) -> bool:
        """Whether a node stays for its own sake, whatever follows it."""
        if step.base is None or (step.mine is not None and step.theirs is not None):
            return True
        mine, theirs = self._note(self.mine, step.mine), self._note(self.theirs, step.theirs)
        kept = mine if step.theirs is None else theirs
        return kept != self._note(self.base, step.base)

    def _node(self, step: _Step) -> Node:
        children = tuple(child.number for child in step.children if child.stays)
        parent = step.parent.number if step.parent else None
        return Node(parent, step.token, children, self._merged_note(step))

    def _merged_note(self, step: _Step) -> Note:
        if step.theirs is None:
            return self._note(self.mine, step.mine)
        theirs = self._note(self.theirs, step.theirs)
        if step.mine is None:
            return theirs
        base, mine = self._note(self.base, step.base), self._note(self.mine, step.mine)
        if mine in (base, theirs):
            return theirs
        if theirs == base:
            return mine
        return Note(
            merged_text(base.comment, mine.comment, theirs.comment),
            tuple(_merged_items(base.marks, mine.marks, theirs.marks)),
            tuple(_merged_items(base.shapes, mine.shapes, theirs.shapes)),
        )

    @staticmethod
    def _note(tree: Tree, number: int | None) -> Note:
        return _NOTHING if number is None else tree.nodes[number].note


def _children(tree: Tree, number: int | None) -> dict[str, int]:
    if number is None:
        return {}
    return {tree.nodes[child].token: child for child in tree.nodes[number].children}


def _ordered(base: list[str], mine: list[str], theirs: list[str]) -> list[str]:
    """Return the moves of both sides by rule 3."""
    follow_me = _is_rearranged(base, mine) and not _is_rearranged(base, theirs)
    first, second = (mine, theirs) if follow_me else (theirs, mine)
    return list(dict.fromkeys(first + second))


def _is_rearranged(base: list[str], found: list[str]) -> bool:
    """Whether a side did more than take moves away and add others at the end."""
    here, known = set(found), set(base)
    usual = [token for token in base if token in here]
    return found != usual + [token for token in found if token not in known]


def merged_text(base: str, mine: str, theirs: str) -> str:
    """Return a text that two sides changed. To merge mine once more changes nothing.

    >>> merged_text("one two", "ONE two", "one two three")
    'ONE two three'
    """
    if mine in (base, theirs) or not mine:
        return theirs
    if theirs == base or not theirs:
        return mine
    was, here, there = _words(base), _words(mine), _words(theirs)
    if _has(there, was, here):
        return theirs
    if _has(here, was, there):
        return mine
    first, last = sorted([_change(was, here), _change(was, there)])
    if first.goes_before(last):
        between = was[first.end : last.start]
        return "".join((*was[: first.start], *first.words, *between, *last.words, *was[last.end :]))
    return theirs + _BETWEEN + mine


#: A text in words and signs, each with the space before it. By letters, words that are alike would
#: be mingled.
_Words = tuple[str, ...]


def _words(text: str) -> _Words:
    return tuple(re.findall(r"\s*(?:\w+|[^\w\s])|\s+\Z", text))


@dataclass(frozen=True, order=True, slots=True)
class _Change:
    """What stands in a text in place of a part of it."""

    start: int
    end: int
    words: _Words

    @property
    def size(self) -> int:
        """How many words were taken away and put there."""
        return self.end - self.start + len(self.words)

    def goes_before(self, other: _Change) -> bool:
        """Whether the other one is in a later place: not two insertions in the same."""
        return self.end <= other.start and self.start < other.end


def _change(base: _Words, changed: _Words) -> _Change:
    """Return the one part that differs, as far to the right as it can be said to be.

    Which of two words that are the same was put there cannot be told.
    """
    most = min(len(base), len(changed))
    start = _alike(base, changed, most)
    same = _alike(base[::-1], changed[::-1], most - start)
    return _Change(start, len(base) - same, changed[start : len(changed) - same])


def _leftmost(base: _Words, changed: _Words) -> _Change:
    """Return the one part that differs, as far to the left as it can be said to be."""
    most = min(len(base), len(changed))
    same = _alike(base[::-1], changed[::-1], most)
    start = _alike(base, changed, most - same)
    return _Change(start, len(base) - same, changed[start : len(changed) - same])


def _alike(one: _Words, other: _Words, most: int) -> int:
    """Return with how many words both begin, up to `most`."""
    return next((n for n in range(most) if one[n] != other[n]), most)


def _has(text: _Words, base: _Words, changed: _Words) -> bool:
    """Whether a text has a change already, beside others around it, before it or after it.

    It has if that is no longer a story: no more was changed besides than if it were not there.
    """
    if _is_paragraph(changed, text) and not _is_paragraph(changed, base):
        return True  # both texts stand there, one after the other
    without = _change(base, text).size
    if _marked(changed) in _marked(text) and len(text) - len(changed) <= without:
        return True
    change = _change(base, changed)
    before = base[: change.start] + change.words
    if text[: len(before)] == before:
        other = _change(base, base[: change.end] + text[len(before) :])
        if change.goes_before(other) and other.size <= without:
            return True
    if change.words:  # all that may be said to have been put there has to be there
        change = _leftmost(base, changed)
    after = change.words + base[change.end :]
    if text[len(text) - len(after) :] == after:
        other = _change(base, text[: len(text) - len(after)] + base[change.start :])
        if other.goes_before(change) and other.size <= without:
            return True
    return False


def _is_paragraph(part: _Words, text: _Words) -> bool:
    between, whole = tuple(_BETWEEN), "".join(text)
    return whole.startswith("".join(part + between)) or whole.endswith("".join(between + part))


def _marked(words: _Words) -> str:
    """Return words with a mark around each, which no text has: so whole words are looked for."""
    return "\0" + "\0".join(words) + "\0"


def _merged_items(base: Sequence[T], mine: Sequence[T], theirs: Sequence[T]) -> list[T]:
    """Return their items without those that I took away, and with those that I added."""
    kept = [item for item in theirs if item in mine or item not in base]
    return kept + [item for item in mine if item not in base and item not in kept]


def _merged_tags(
    base: Mapping[str, str], mine: Mapping[str, str], theirs: Mapping[str, str]
) -> dict[str, str]:
    changed = {name for name in {*base, *mine} if base.get(name) != mine.get(name)}
    wanted = {**theirs, **{name: mine.get(name, "") for name in changed}}
    return {name: text for name, text in wanted.items() if text}
