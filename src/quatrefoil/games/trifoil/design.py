"""Boards of Trifoil that somebody makes up (TF-4): Blinks to put down, shapes to spin.

A draft has Blinks at places of the lattice, written `column:y` as in `board.py`, and a layer with
the Blinks of each shape. Whatever is drawn stays where it is; the board that is made of it begins
at the top left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import Any

from quatrefoil.core.errors import FormatError, OptionError
from quatrefoil.games.trifoil import art
from quatrefoil.games.trifoil.board import Board as Blinks
from quatrefoil.games.trifoil.board import Place as Where
from quatrefoil.games.trifoil.layouts import (
    BOARDS,
    MOST_BLINKS,
    MOST_LINKS,
    MOST_SHAPES,
    SHORTEST_CHAIN,
    layout_of,
    read_places,
    read_shape,
)
from quatrefoil.view.data import Board, Mark, Phrase, Piece, Place, Scene, Shape
from quatrefoil.view.editing import Brush, Canvas, Control, Draft, Tools

OPTION = "board"

BLINK = "blink"
#: How many columns and rows of Blinks there is room for, before the canvas grows.
_COLUMNS, _ROWS = 7, 6
#: How far from the middle of a Blink the spokes of a shape end: its name stays free.
_CLEAR = 26
#: Where Blinks can be: as many columns to either side as a board can have Blinks.
_FAR = MOST_BLINKS + 3


def _name(where: Where) -> str:
    return f"{where[0]}:{where[1]}"


def _where(name: str) -> Where:
    column, _, y = name.partition(":")
    return int(column), int(y)


def _lattice(left: int, right: int, top: int, bottom: int) -> list[Where]:
    """Return the places between two columns and two heights, column by column."""
    columns, heights = range(left, right + 1), range(top, bottom + 1)
    return [(column, y) for column in columns for y in heights if (column + y) % 2 == 0]


TOOLS = Tools(
    brushes=(Brush(BLINK, BLINK),),
    places=tuple(map(_name, _lattice(-_FAR, _COLUMNS + _FAR, -2 * _FAR, 2 * (_ROWS + _FAR)))),
    controls=(
        Control("chain", "whole", low=SHORTEST_CHAIN, high=MOST_LINKS),
        Control("links", "whole", low=0, high=MOST_LINKS),
    ),
    shapes=MOST_SHAPES,
    names=("delta", "omega", "theta", "beta", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
)


# ---- boards and drafts --------------------------------------------------------------------------


def read(value: Any) -> Draft:
    """Return a board in the middle of the canvas."""
    layout = layout_of(value)
    columns = max(column for column, _ in layout.places) + 1
    rows = max(y for _, y in layout.places) // 2 + 1
    left = max(0, (_COLUMNS - columns) // 2)
    top = 2 * max(0, (_ROWS - rows) // 2)
    top += (left + top + sum(layout.places[0])) % 2
    moved = [_name((column + left, y + top)) for column, y in layout.places]
    names = dict(zip(layout.board().names, moved, strict=True))
    return Draft(
        dict.fromkeys(moved, BLINK),
        {"chain": layout.chain, "links": layout.links},
        {
            name: dict.fromkeys([names[blink] for blink in blinks], BLINK)
            for name, blinks in layout.spins.items()
        },
    )


def write(draft: Draft) -> str | dict[str, Any]:
    """Return the board that a draft stands for: one of the designers' by its name."""
    value = _written(draft)
    known = {name: layout.to_json() for name, layout in BOARDS.items()}
    return next((name for name, layout in known.items() if layout == value), value)


def _written(draft: Draft) -> dict[str, Any]:
    """Return a draft as a board, with the Blinks of each shape by their names."""
    places = sorted(map(_where, draft.pieces))
    left, top = (places[0][0], min(y for _, y in places)) if places else (0, 0)
    names = _names(places)
    return {
        "blinks": [[column - left, y - top] for column, y in places],
        **{name: draft.values[name] for name in ("chain", "links")},
        "spins": {
            name: [names.get(where, _name(where)) for where in sorted(map(_where, members or ()))]
            for name, members in draft.layers.items()
        },
    }


def _names(places: Sequence[Where]) -> dict[Where, str]:
    """Return what the Blinks are called."""
    return dict(zip(places, Blinks(places, {}).names, strict=True)) if places else {}


def faults(draft: Draft) -> Iterator[OptionError]:
    """Yield what is wrong with the Blinks, and with each of the shapes."""
    value = _written(draft)
    try:
        board = Blinks(read_places(value["blinks"]), {})
    except OptionError as problem:
        yield problem
        return
    for name, blinks in value["spins"].items():
        try:
            read_shape(name, blinks, board)
        except OptionError as problem:
            yield problem


# ---- the canvas ---------------------------------------------------------------------------------


def canvas(draft: Draft) -> Canvas:
    """Return the lattice, the Blinks and shapes on it, and what the board is like."""
    places = sorted(map(_where, draft.pieces))
    window = _window(places)
    drawing = _Lattice(*window)
    names = _names(places)
    pieces = tuple(Piece(BLINK, _name(where), text=names[where]) for where in places)
    marks = tuple(drawing.shape(name, members or ()) for name, members in draft.layers.items())
    return Canvas(_board(*window), Scene(pieces, marks), tuple(_facts(draft)))


def _window(places: Sequence[Where]) -> tuple[int, int, int, int]:
    """Return the first and last column and height that are shown: all Blinks, and room around."""
    columns, heights = [column for column, _ in places], [y for _, y in places]
    left, right = (
        min([0, *(c - 1 for c in columns)]),
        max([_COLUMNS - 1, *(c + 1 for c in columns)]),
    )
    top, bottom = min([0, *(y - 2 for y in heights)]), max([2 * _ROWS, *(y + 2 for y in heights)])
    if right - left > _FAR or bottom - top > 2 * _FAR:
        raise FormatError(f"the Blinks of a draft lie within {_FAR - 2} columns and rows")
    return left, right, top, bottom


@lru_cache(maxsize=32)
def _board(left: int, right: int, top: int, bottom: int) -> Board:
    drawing = _Lattice(left, right, top, bottom)
    return Board(
        width=drawing.width,
        height=drawing.height,
        backdrop=tuple(drawing.backdrop()),
        places=tuple(drawing.places()),
        labels=(),
        symbols={BLINK: tuple(art.blink((0, 0)))},
    )


class _Lattice:
    """A part of the lattice as a drawing."""

    def __init__(self, left: int, right: int, top: int, bottom: int) -> None:
        self._left, self._top = left, top
        self._all = _lattice(left, right, top, bottom)
        corner = self.at((right, bottom))
        self.width = corner[0] + art.MARGIN + art.CORNER
        self.height = corner[1] + art.MARGIN + art.HALF

    def at(self, where: Where) -> art.Point:
        """Return the middle of a place."""
        column, y = where[0] - self._left, where[1] - self._top
        x = art.MARGIN + art.CORNER + column * art.COLUMN
        return round(x, 2), art.MARGIN + art.HALF + y * art.HALF

    def backdrop(self) -> Iterator[Shape]:
        """Yield the ground, and everywhere the outline of a Blink that could be there."""
        yield Shape(
            "rect", {"class": "ground", "width": self.width, "height": self.height, "rx": 10}
        )
        for where in self._all:
            yield art.hexagon("vacant", self.at(where), 50)

    def places(self) -> Iterator[Place]:
        """Yield every place."""
        for where in self._all:
            middle = self.at(where)
            yield Place(_name(where), *middle, (art.hexagon("face", middle, 50.5, soft=0.42),))

    def shape(self, name: str, members: Iterable[str]) -> Mark:
        """Return the Blinks of a shape, joined to its letter in their middle."""
        middles = [self.at(_where(member)) for member in sorted(members)]
        if not middles:
            return Mark("spinning")
        x, y = (round(sum(values) / len(middles), 1) for values in zip(*middles, strict=True))
        spokes = [
            Shape("line", {"class": "spoke", "x1": x, "y1": y, "x2": to_x, "y2": to_y})
            for to_x, to_y in (_spoke((x, y), to) for to in middles)
        ]
        knob = Shape("circle", {"class": "handle", "cx": x, "cy": y, "r": art.HANDLE})
        letter = Shape("text", {"class": "letter", "x": x, "y": y}, art.letter(name)[:2])
        return Mark("spinning", (), None, (*spokes, knob, letter))


def _spoke(middle: art.Point, end: art.Point) -> art.Point:
    """Return where a spoke ends that leads from the middle of a shape towards a Blink."""
    far = hypot(end[0] - middle[0], end[1] - middle[1])
    x, y = art.towards(middle, end, max(far - _CLEAR, far / 3)) if far > 1 else end
    return round(x, 1), round(y, 1)


def _facts(draft: Draft) -> Iterator[Phrase]:
    """Yield how many Blinks there are, and what turning and mirroring leaves as it is."""
    yield Phrase("design.blinks", {"count": len(draft.pieces), "most": MOST_BLINKS})
    if any(faults(draft)):
        return
    value = _written(draft)
    board = Blinks([(column, y) for column, y in value["blinks"]], value["spins"])
    turns = sum("mirrored" not in way.name for way in board.automorphisms)
    mirrors = len(board.automorphisms) - turns
    if turns > 1:
        yield Phrase("design.turns", {"degrees": 360 // turns})
    if mirrors:
        yield Phrase("design.mirrors", {"count": mirrors})
    if turns + mirrors == 1:
        yield Phrase("design.plain")
