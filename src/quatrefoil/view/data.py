"""The board as data, for every front end: browser, pictures, print, terminal.

A game's `view.py` answers seven questions with the types below; no front end has to know a rule:

    board(rules)             what never changes: the drawing, the places, how each piece looks
    scene(position)          what is on it now: pieces, marks, and the facts beside the board
    paths(position)          the legal moves, each as a path of clicks
    changes(before, move)    what a move does: which piece goes where, and how
    say(position, move)      a move in words
    describe(position)       the position in words, for someone who does not see it
    explain(position, place) why something can or can't be done there, where that needs saying

Words are keys with values (`Phrase`); the texts stand in `games/<game>/texts/<language>.json`.
Everything turns into plain JSON by `plain_data`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, Protocol, cast

import cython

from quatrefoil.core.game import Rules
from quatrefoil.core.registry import game


@cython.cclass
class ViewData:
    """Data that never changes once made; `json_text` keeps its JSON here."""

    if not cython.compiled:  # compiled, data.pxd declares it
        text_kept = ""


@dataclass(frozen=True)
class Shape(ViewData):
    """One SVG element: its tag, its attributes (geometry and `class`, never a colour), its text.

    A class says what a shape is; style sheets say how it looks.
    """

    tag: str
    attributes: Mapping[str, str | float]
    text: str = ""


@dataclass(frozen=True)
class Phrase(ViewData):
    """Something to say: a key into the game's texts, and the values to put in."""

    key: str
    values: Mapping[str, str | int | float] = field(default_factory=dict)


@dataclass(frozen=True)
class Place(ViewData):
    """Where a piece can stand or a click can go. `shapes` are in board coordinates.

    `turn` is the angle, in degrees clockwise, at which pieces stand here; `level` is how high they
    stand (higher ones are drawn over lower ones); `parent` is the place that is clicked for this
    one where it is no target itself (a face of a Blink); `clicks` are those of a whole move that
    one click here makes too, while that move is legal.
    """

    id: str
    x: float
    y: float
    shapes: tuple[Shape, ...] = ()
    turn: float = 0
    level: int = 0
    parent: str = ""
    clicks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Board(ViewData):
    """What never changes during a match. Coordinates grow to the right and down.

    `symbols` are the pieces' looks about (0, 0), by name. `buttons` are clicks that are no place:
    the ids that paths may name, in the order to show them. `bar` are those that can be a first
    click, by where they are shown: each has its own place below the board, and those that share one
    never follow each other within a turn, so that no button comes under a finger that has just
    pressed another ("done" is the one that ends a move which could go on). `turns` says how a turn
    is sent: "" where a turn is one move; "parts" where it is several moves, sent as soon as its
    player has nothing left to choose; "draft" where it is several moves and its player confirms
    them.
    `opposite` says that the two players sit face to face: the second one sees the board flipped.
    """

    width: float
    height: float
    backdrop: tuple[Shape, ...]
    places: tuple[Place, ...]
    labels: tuple[Shape, ...]
    symbols: Mapping[str, tuple[Shape, ...]]
    buttons: tuple[str, ...] = ()
    bar: tuple[tuple[str, ...], ...] = ()
    turns: str = ""
    opposite: bool = False


@dataclass(frozen=True)
class Piece(ViewData):
    """Something that stands on a place. `player` is its owner or None; `text` is written on it."""

    symbol: str
    place: str
    player: int | None = None
    text: str = ""


@dataclass(frozen=True)
class Mark(ViewData):
    """Something to point out: its kind (a style-sheet class), places, shapes, and words for it.

    `on_demand` marks show only when asked for. `piece` is the place of the piece that a mark is
    about, if it is about one: while a piece is picked, only its own marks of that sort show.
    """

    kind: str
    places: tuple[str, ...] = ()
    player: int | None = None
    shapes: tuple[Shape, ...] = ()
    words: Phrase | None = None
    on_demand: bool = False
    piece: str = ""


@dataclass(frozen=True)
class Fact(ViewData):
    """A line beside the board: a player's score or supply, a phase, a count."""

    words: Phrase
    player: int | None = None


@dataclass(frozen=True)
class Scene(ViewData):
    """What is on the board now."""

    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Path(ViewData):
    """A legal move as the clicks that make it: places, or buttons of the board.

    `via` are the places between the last two, where a piece goes step by step.
    """

    token: str
    clicks: tuple[str, ...]
    via: tuple[str, ...] = ()


@dataclass(frozen=True)
class Change(ViewData):
    """What became of one piece: it appears, vanishes, slides, hops, turns or becomes another.

    `start` and `end` are places; `via` are places between them; `about` is the point that a turn
    goes round, and `angle` by how much, in degrees clockwise.
    """

    how: str
    start: str = ""
    end: str = ""
    via: tuple[str, ...] = ()
    about: tuple[float, float] | None = None
    angle: float = 0


class View(Protocol):
    """What a game's `view` module offers."""

    def board(self, rules: Any) -> Board:
        """Return the drawing of the empty board."""

    def scene(self, position: Any) -> Scene:
        """Return what is on the board."""

    def paths(self, position: Any) -> list[Path]:
        """Return every legal move as clicks; none where chance moves or the game is over."""

    def changes(self, before: Any, move: int) -> list[Change]:
        """Return what a legal move does to the pieces."""

    def say(self, position: Any, move: int) -> Phrase:
        """Return a legal move in words."""

    def describe(self, position: Any) -> list[Phrase]:
        """Return the position in words, most important first."""

    def explain(self, position: Any, place: str) -> list[Phrase]:
        """Return what the position's facts allow and forbid at a place; nothing if it is plain."""


def view_of(rules: Rules) -> View:
    """Return the view module of a game; loaded when first asked for, as only front ends ask."""
    return _view_of_game(rules.game.name)


@cache
def _view_of_game(name: str) -> View:
    return cast(View, game(name).part("view"))


def plain_data(value: Any) -> Any:
    """Return view data as plain JSON; what is empty is left out."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, tuple | list):
        return [plain_data(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain_data(item) for key, item in value.items()}
    if hasattr(value, "__dataclass_fields__"):
        items = ((name, getattr(value, name)) for name in value.__dataclass_fields__)
        return {name: plain_data(item) for name, item in items if not _is_empty(item)}
    return value


def json_text(value: Any) -> str:
    """Return what `plain_data` gives as JSON text, fast.

    View objects never change, so each keeps its text: a view that gives the same piece or path
    again and again, from a table, has it written once.
    """
    kind = type(value)
    if kind is str:
        return _quoted(value)
    if kind is int:
        return str(value)
    if kind is tuple or kind is list:
        if value and type(value[0]) in _FIELDS:
            texts = _texts(value)
        else:
            texts = [json_text(item) for item in value]
        return "[" + ",".join(texts) + "]"
    if kind in _FIELDS:
        return value.text_kept or _write(value)
    if kind is dict or isinstance(value, Mapping):
        texts = [f"{_quoted(key)}:{json_text(item)}" for key, item in value.items()]
        return "{" + ",".join(texts) + "}"
    return json.dumps(plain_data(value))


def _texts(values: Sequence[ViewData]) -> list[str]:
    """Return the texts of view objects."""
    texts: list[str] = []
    item: ViewData
    for item in values:
        texts.append(item.text_kept or _write(item))
    return texts


def _write(value: ViewData) -> str:
    """Write a view object as JSON, and keep the text with it."""
    names, all_of = _FIELDS[type(value)]
    parts = [
        name + json_text(item)
        for name, item in zip(names, all_of(value), strict=True)
        if not _is_empty(item)
    ]
    text = "{" + ",".join(parts) + "}"
    object.__setattr__(value, "text_kept", text)
    return text


_quoted = json.encoder.encode_basestring_ascii

#: For every view class its fields' names, as JSON begins an entry, and what gets them all.
_FIELDS: dict[type, tuple[list[str], Callable[[Any], tuple[Any, ...]]]] = {
    kind: (
        [f'"{field.name}":' for field in fields(kind)],
        attrgetter(*[f.name for f in fields(kind)]),
    )
    for kind in (Shape, Phrase, Place, Board, Piece, Mark, Fact, Scene, Path, Change)
}


def _is_empty(item: Any) -> bool:
    return not item and (item is None or item is False or isinstance(item, str | tuple | Mapping))
