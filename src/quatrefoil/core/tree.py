"""Trees: a record with variations, comments, marks and shapes. What a study holds.

    {"format": "quatrefoil-tree", "version": 1, "game": "blinq", "rules_version": 1,
     "options": {"size": 3}, "start": null,
     "lines": [{"moves": ["1a1W", "1a2N", "1a3W"]}, {"after": 1, "moves": ["1c1N"]}],
     "notes": {"1": {"marks": ["?"], "comment": "East was better."}},
     "tags": {"red": "Ada"}}

Every move is a *node*; node 0 is the start. In JSON nodes are numbered as they come: the first line
is the main line, each further one begins after a node that has come before it. So no tree is ever
nested, however long its lines are.

A tree never changes: an edit returns another one, so undoing is keeping the one before. A node
keeps its number through all edits, and no number is given twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from quatrefoil.core.errors import FormatError, MoveError, RecordError, shortened
from quatrefoil.core.fields import Fields
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.core.record import Record, read_rules
from quatrefoil.core.registry import position_from_json
from quatrefoil.core.tags import read_tags
from quatrefoil.core.written import Written

FORMAT = "quatrefoil-tree"
VERSION = 1

#: What a mark can say of a move, best first; □ is the only move.
MARKS = ("!!", "!", "□", "!?", "?!", "?", "??")
#: What can be drawn on a board: around one cell, or from one to another.
SHAPES = {"ring": 1, "arrow": 2}
COLOURS = ("green", "red", "blue", "yellow")

ROOT = 0

MOST_NODES = 10_000
LONGEST_COMMENT = 4_000
MOST_SHAPES = 64
_LONGEST_CELL = 40
#: How many moves are played at a time while a tree is read.
_PIECE = 200


@dataclass(frozen=True, slots=True)
class Shape:
    """Something that is drawn on the board: a ring around a cell, an arrow between two."""

    kind: str
    #: Cells as the view names them.
    cells: tuple[str, ...]
    colour: str = COLOURS[0]

    def __post_init__(self) -> None:
        if self.kind not in SHAPES or len(self.cells) != SHAPES[self.kind]:
            raise RecordError("a shape is a ring around one cell, or an arrow from one to another")
        if self.colour not in COLOURS:
            raise RecordError(f"a shape is {', '.join(COLOURS)}, not {shortened(self.colour)}")
        if any(len(cell) > _LONGEST_CELL for cell in self.cells):
            raise RecordError(f"the name of a cell has at most {_LONGEST_CELL} characters")

    def to_json(self) -> dict[str, Any]:
        """Return the shape as plain data."""
        return {"kind": self.kind, "cells": list(self.cells), "colour": self.colour}

    @classmethod
    def from_json(cls, data: Any) -> Shape:
        """Read what `to_json` wrote."""
        fields = Fields(data, "a shape", RecordError)
        kind = fields.choice("kind", SHAPES)
        cells = tuple(fields.strings("cells", max(SHAPES.values())))
        colour = fields.choice("colour", COLOURS, default=COLOURS[0])
        fields.finish()
        return cls(kind, cells, colour)


@dataclass(frozen=True, slots=True)
class Note:
    """What somebody has to say about a move, or about the start."""

    comment: str = ""
    marks: tuple[str, ...] = ()
    shapes: tuple[Shape, ...] = ()

    def __post_init__(self) -> None:
        if len(self.comment) > LONGEST_COMMENT:
            raise RecordError(f"a comment has at most {LONGEST_COMMENT} characters")
        if len(set(self.marks)) < len(self.marks) or not set(self.marks) <= set(MARKS):
            raise RecordError(f"marks are some of {' '.join(MARKS)}, each once")
        if len(self.shapes) > MOST_SHAPES:
            raise RecordError(f"a board has at most {MOST_SHAPES} shapes")

    def __bool__(self) -> bool:
        return bool(self.comment or self.marks or self.shapes)

    def to_json(self) -> dict[str, Any]:
        """Return the note as plain data; what is empty is left out."""
        data = {
            "comment": self.comment,
            "marks": list(self.marks),
            "shapes": [shape.to_json() for shape in self.shapes],
        }
        return {name: value for name, value in data.items() if value}

    @classmethod
    def from_json(cls, data: Any) -> Note:
        """Read what `to_json` wrote."""
        fields = Fields(data, "a note", RecordError)
        comment = fields.string("comment", default="")
        marks = tuple(fields.strings("marks", len(MARKS), default=()))
        shapes = tuple(map(Shape.from_json, fields.array("shapes", MOST_SHAPES, default=())))
        fields.finish()
        return cls(comment, marks, shapes)


@dataclass(frozen=True, slots=True)
class Node:
    """A move, what can follow it (the main line first), and what is said about it."""

    parent: int | None = None
    token: str = ""
    children: tuple[int, ...] = ()
    note: Note = Note()


@dataclass(frozen=True)
class Tree(Written):
    """Moves that branch. Every edit returns a new tree; the old one stays as it is."""

    rules: Rules
    #: Where it begins, if not at the start of the game.
    start: Position | None = None
    nodes: Mapping[int, Node] = field(default_factory=lambda: {ROOT: Node()})
    tags: Mapping[str, str] = field(default_factory=dict)
    #: The number of the next node: higher than any that there ever was.
    fresh: int = 1

    @classmethod
    def of(cls, record: Record) -> Tree:
        """Return the tree of a record: one line."""
        return cls(record.rules, tags=dict(record.tags)).add(ROOT, record.moves)[0]

    # ---- reading ------------------------------------------------------------------------------

    def node(self, number: int) -> Node:
        """Return a node by its number."""
        try:
            return self.nodes[number]
        except KeyError:
            raise RecordError(f"the tree has no node {shortened(number)}") from None

    def path(self, number: int) -> list[int]:
        """Return the nodes from the first move to a node."""
        found: list[int] = []
        node = self.node(number)
        while node.parent is not None:
            found.append(number)
            number, node = node.parent, self.nodes[node.parent]
        return found[::-1]

    def line_at(self, number: int) -> Line:
        """Return the line up to a node."""
        tokens = [self.nodes[step].token for step in self.path(number)]
        return Line(self.start or self.rules.start(), tokens)

    def main_line(self, number: int = ROOT) -> list[int]:
        """Return the nodes of the main line after a node."""
        found: list[int] = []
        children = self.node(number).children
        while children:
            found.append(children[0])
            children = self.nodes[children[0]].children
        return found

    def record(self, number: int | None = None) -> Record:
        """Return the record of the main line, or of the line up to a node."""
        if self.start is not None:
            raise RecordError("a tree that begins in mid-game has no record")
        steps = self.main_line() if number is None else self.path(number)
        return Record(self.rules, tuple(self.nodes[step].token for step in steps), tags=self.tags)

    def child(self, number: int, token: str) -> int | None:
        """Return the node that a token leads to, if there is one."""
        for child in self.node(number).children:
            if self.nodes[child].token == token:
                return child
        return None

    # ---- edits --------------------------------------------------------------------------------

    def add(self, number: int, tokens: Sequence[str]) -> tuple[Tree, int]:
        """Play moves after a node; return the tree and the last node. What is there is not doubled.

        The first illegal move is refused, and with it all of them.
        """
        line = self.line_at(number)
        nodes, fresh = dict(self.nodes), self.fresh
        for token in tokens:
            played = _play(line, token)
            known = [c for c in nodes[number].children if nodes[c].token == played]
            if known:
                number = known[0]
                continue
            nodes[number] = replace(nodes[number], children=(*nodes[number].children, fresh))
            nodes[fresh] = Node(number, played)
            number, fresh = fresh, fresh + 1
        if len(nodes) > MOST_NODES + 1:
            raise too_large()
        return replace(self, nodes=nodes, fresh=fresh), number

    def delete(self, number: int) -> Tree:
        """Return the tree without a node and all that follows it."""
        parent = self._parent_of(number)
        nodes, gone = dict(self.nodes), [number]
        while gone:
            gone += nodes.pop(gone.pop()).children
        rest = tuple(child for child in nodes[parent].children if child != number)
        nodes[parent] = replace(nodes[parent], children=rest)
        return replace(self, nodes=nodes)

    def promote(self, number: int, to_main: bool = False) -> Tree:
        """Return the tree with a node one place further up among its siblings.

        `to_main` makes the line up to it the main line.
        """
        self._parent_of(number)
        nodes = dict(self.nodes)
        for step in self.path(number) if to_main else [number]:
            parent = nodes[step].parent
            assert parent is not None
            siblings = list(nodes[parent].children)
            place = siblings.index(step)
            siblings.insert(0 if to_main else max(0, place - 1), siblings.pop(place))
            nodes[parent] = replace(nodes[parent], children=tuple(siblings))
        return replace(self, nodes=nodes)

    def annotate(self, number: int, note: Note) -> Tree:
        """Return the tree with a note in place of what was said about a node."""
        return replace(self, nodes={**self.nodes, number: replace(self.node(number), note=note)})

    def tagged(self, **tags: str) -> Tree:
        """Return the tree with some tags changed; an empty one is taken away."""
        kept = {name: text for name, text in {**self.tags, **tags}.items() if text}
        return replace(self, tags=read_tags(kept))

    def _parent_of(self, number: int) -> int:
        parent = self.node(number).parent
        if parent is None:
            raise RecordError("the start of a tree stays where it is")
        return parent

    # ---- JSON ---------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the tree as plain data. Nodes are numbered anew, in the order of their lines."""
        numbers = self._numbers()
        lines: list[dict[str, Any]] = []
        for after, moves in self._lines():
            begins = {"after": numbers[after]} if lines else {}
            lines.append({**begins, "moves": [self.nodes[move].token for move in moves]})
        noted = sorted((number, self.nodes[node].note) for node, number in numbers.items())
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.rules.game.name,
            "rules_version": self.rules.game.rules_version,
            "options": dict(self.rules.changed),
            "start": self.start and self.start.to_json(),
            "lines": lines,
            "notes": {str(number): note.to_json() for number, note in noted if note},
            "tags": dict(self.tags),
        }

    def movers(self) -> list[int]:
        """Return who makes each move, or CHANCE: in the order in which `to_json` has the moves."""
        found: dict[int, int] = {}
        line = Line(self.start or self.rules.start())
        waiting = [(child, 0) for child in self.nodes[ROOT].children]
        while waiting:
            number, depth = waiting.pop()
            while len(line) > depth:
                line.pop()
            found[number] = line.position.turn
            line.play(self.nodes[number].token)
            waiting += [(child, depth + 1) for child in self.nodes[number].children]
        return [found[number] for number in self._numbers() if number != ROOT]

    def _numbers(self) -> dict[int, int]:
        """Return the numbers that nodes have in JSON, in their order."""
        moves = (move for _, moves in self._lines() for move in moves)
        return {node: number for number, node in enumerate((ROOT, *moves))}

    def _lines(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the main line, then what branches off, each with the node that it begins after."""
        yield ROOT, self.main_line()
        waiting = self._branches([ROOT, *self.main_line()])
        while waiting:
            after, moves = waiting.pop()
            yield after, moves
            waiting += self._branches(moves)

    def _branches(self, nodes: Sequence[int]) -> list[tuple[int, list[int]]]:
        """Return the lines that branch off some nodes of a line, those of the first node last."""
        return [
            (node, [child, *self.main_line(child)])
            for node in reversed(nodes)
            for child in reversed(self.nodes[node].children[1:])
        ]

    @classmethod
    def from_json(cls, data: Any) -> Tree:
        """Read what `to_json` wrote, play every line, and refuse what does not hold."""
        for tree in cls.reading(data):
            if tree is not None:
                return tree
        raise AssertionError("reading ends with the tree")

    @classmethod
    def reading(cls, data: Any) -> Iterator[Tree | None]:
        """Read a tree in pieces, as a long one takes a while: yields None, and at the end the tree.

        Somebody else can have their turn after every piece.
        """
        fields = Fields(data, "a tree", RecordError)
        fields.choice("format", [FORMAT])
        fields.whole("version", VERSION, VERSION)
        found = read_rules(fields)
        start = _read_start(fields.take("start", None), found)
        lines = fields.array("lines", MOST_NODES)
        notes = fields.mapping("notes", default={})
        tree = cls(found, start, tags=read_tags(fields.mapping("tags", default={})))
        fields.finish()
        for whole in tree._with_lines(lines):
            yield whole and whole._with_notes(notes)

    def _with_lines(self, lines: Iterable[Any]) -> Iterator[Tree | None]:
        """Yield, at the end, an empty tree with lines, whose nodes are numbered as they come."""
        parents, tokens = [ROOT], [""]
        children: list[list[int]] = [[]]
        for line in lines:
            fields = Fields(line, "a line of a tree", RecordError)
            after = fields.whole("after", 0, len(tokens) - 1, default=ROOT)
            for token in fields.strings("moves", MOST_NODES):
                children[after].append(len(tokens))
                parents.append(after)
                after = len(tokens)
                tokens.append(token)
                children.append([])
            fields.finish()
            if len(tokens) > MOST_NODES + 1:
                raise too_large()
        played = list(tokens)
        for _ in _playing(Line(self.start or self.rules.start()), played, children):
            yield None
        nodes = {
            number: Node(parents[number] if number else None, token, tuple(children[number]))
            for number, token in enumerate(played)
        }
        yield replace(self, nodes=nodes, fresh=len(nodes))

    def _with_notes(self, notes: Mapping[str, Any]) -> Tree:
        nodes = dict(self.nodes)
        for name, data in notes.items():
            number = int(name) if name.isascii() and name.isdecimal() and len(name) < 9 else -1
            if number not in nodes or str(number) != name:
                raise RecordError(f"there is a note on {shortened(name)}, which is no node")
            nodes[number] = replace(nodes[number], note=Note.from_json(data))
        return replace(self, nodes=nodes)


def _play(line: Line, token: str) -> str:
    """Play a move; return its token as the game writes it."""
    try:
        line.play(token)
    except MoveError as problem:
        raise RecordError(f"after {len(line)} moves: {problem}") from None
    return line.tokens[-1]


def _playing(line: Line, tokens: list[str], children: list[list[int]]) -> Iterator[None]:
    """Play every move once, on one line that goes back where lines branch.

    Tokens become what the game writes; yields after every piece.
    """
    waiting = [(child, 0) for child in reversed(children[ROOT])]
    played = 0
    while waiting:
        number, depth = waiting.pop()
        while len(line) > depth:
            line.pop()
        tokens[number] = _play(line, tokens[number])
        waiting += [(child, depth + 1) for child in reversed(children[number])]
        played += 1
        if played % _PIECE == 0:
            yield
    for siblings in children:
        if len({tokens[number] for number in siblings}) < len(siblings):
            raise RecordError("a line of a tree repeats moves that were there")


def too_large() -> RecordError:
    """Return the refusal of a tree with too many moves."""
    return RecordError(f"a tree has at most {MOST_NODES} moves")


def _read_start(data: Any, rules: Rules) -> Position | None:
    if data is None:
        return None
    try:
        start = position_from_json(data)
    except FormatError as problem:
        raise RecordError(f"the start of the tree: {problem}") from None
    if start.rules != rules:
        raise RecordError(f"the start of the tree is of {start.rules}, the tree of {rules}")
    return start
