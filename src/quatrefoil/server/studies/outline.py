"""A tree as it is stored, as far as it can be known without playing its moves.

To play a large tree takes a while. What looks at one line of it plays that line, and no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import orjson

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.core.registry import position_from_json, rules
from quatrefoil.core.tree import ROOT, Note
from quatrefoil.match import RefusedError

#: How many moves are played at a time.
_PIECE = 200


def damaged() -> RefusedError:
    """Return the refusal of a study that cannot be read."""
    return RefusedError("unreadable", "this study is damaged, and cannot be shown")


class Outline:
    """The nodes of a stored tree, numbered as they come. Refuses a tree that is damaged."""

    def __init__(self, text: str) -> None:
        try:
            data = orjson.loads(text)
            self._data: Mapping[str, Any] = data
            self.parents = [ROOT]
            self.tokens = [""]
            for line in data["lines"]:
                after = line.get("after", ROOT)
                if not 0 <= after < len(self.tokens):
                    raise ValueError("a line begins nowhere")
                for token in line["moves"]:
                    self.parents.append(after)
                    after = len(self.tokens)
                    self.tokens.append(str(token))
            self.noted = sorted(int(number) for number in data["notes"])
            if self.noted and not 0 <= self.noted[0] <= self.noted[-1] < len(self.tokens):
                raise ValueError("a note is on no node")
        except (ValueError, TypeError, KeyError, AttributeError):
            raise damaged() from None

    @cached_property
    def rules(self) -> Rules:
        """The rules of the tree."""
        try:
            return rules(self._data["game"], self._data["options"])
        except (QuatrefoilError, KeyError, TypeError):
            raise damaged() from None

    @cached_property
    def start(self) -> Position | None:
        """Where it begins, if not at the start of the game."""
        try:
            found = self._data["start"]
            return found and position_from_json(found)
        except (QuatrefoilError, KeyError):
            raise damaged() from None

    @property
    def tags(self) -> Mapping[str, str]:
        """Its short texts."""
        found = self._data.get("tags", {})
        return found if isinstance(found, dict) else {}

    @property
    def main_end(self) -> int:
        """The last node of the main line: the first line of a tree."""
        lines = self._data["lines"]
        return len(lines[0]["moves"]) if lines else ROOT

    def note(self, node: int) -> Note:
        """Return what is said about a node."""
        try:
            return Note.from_json(self._data["notes"].get(str(node), {}))
        except QuatrefoilError:
            raise damaged() from None

    def path(self, node: int) -> list[int]:
        """Return the nodes from the first move to a node."""
        if not 0 <= node < len(self.tokens):
            raise RefusedError("not-found", f"the study has no node {node}")
        found = []
        while node != ROOT:
            found.append(node)
            node = self.parents[node]
        return found[::-1]

    def moves(self, node: int) -> list[str]:
        """Return the moves up to a node."""
        return [self.tokens[step] for step in self.path(node)]

    def line(self, node: int) -> Line:
        """Return the line up to a node: its moves are played, and no others."""
        try:
            return Line(self.start or self.rules.start(), self.moves(node))
        except RefusedError:
            raise
        except QuatrefoilError:
            raise damaged() from None

    def finding_movers(self) -> Iterator[list[int | None] | None]:
        """Find who makes each move, None for a roll, in pieces: all moves are played for it.

        Yields None after every piece, and at the end the movers, in the order of the nodes.
        """
        following: list[list[int]] = [[] for _ in self.tokens]
        for node in range(1, len(self.tokens)):
            following[self.parents[node]].append(node)
        found: list[int | None] = [None] * len(self.tokens)
        line = Line(self.start or self.rules.start())
        waiting = [(node, 0) for node in reversed(following[ROOT])]
        played = 0
        while waiting:
            node, depth = waiting.pop()
            while len(line) > depth:
                line.pop()
            found[node] = line.position.turn if line.position.turn >= 0 else None
            try:
                line.play(self.tokens[node])
            except QuatrefoilError:
                raise damaged() from None
            waiting += [(child, depth + 1) for child in reversed(following[node])]
            played += 1
            if played % _PIECE == 0:
                yield None
        yield found[1:]

    def lines(self, nodes: list[int]) -> Iterator[tuple[int, Line]]:
        """Yield the line at each node, always the same one; common moves are played once."""
        line = Line(self.start or self.rules.start())
        before: list[int] = []
        for node in nodes:
            path = self.path(node)
            same = 0
            while same < min(len(path), len(before)) and path[same] == before[same]:
                same += 1
            while len(line) > same:
                line.pop()
            try:
                for step in path[same:]:
                    line.play(self.tokens[step])
            except QuatrefoilError:
                raise damaged() from None
            before = path
            yield node, line
