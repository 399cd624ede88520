"""What a game gives to be printed on paper: its boards, and its pieces to cut out.

A game's `sheet.py` answers two questions with the types below, and the press does the rest:

    boards()    leaves of paper, each with a board on one side or on both
    pieces()    sets of things to cut out, each as often as the rules need it

Shapes are as in `view.py`: geometry and classes, never a colour; `print.css` beside `sheet.py` says
how they look on white paper with little ink. The rules on one page are `sheet.md` and
`sheet.fi.md`. Words are phrases, whose keys begin with `print.`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, cast

from quatrefoil.core.game import Game
from quatrefoil.view.data import Board, Phrase, Shape


@dataclass(frozen=True)
class Figure:
    """Shapes in a frame, and how many millimetres their unit is on paper.

    `classes` are those of the element that the shapes stand in, for the style sheet.
    """

    shapes: tuple[Shape, ...]
    left: float
    top: float
    width: float
    height: float
    unit: float
    classes: str = ""

    @classmethod
    def of_board(cls, board: Board, unit: float, margin: float = 0) -> Figure:
        """Return an empty board, less so much of the margin around it."""
        return cls(
            (*board.backdrop, *board.labels),
            margin,
            margin,
            board.width - 2 * margin,
            board.height - 2 * margin,
            unit,
            "backdrop",
        )

    @classmethod
    def centred(
        cls,
        shapes: tuple[Shape, ...],
        width: float,
        height: float,
        unit: float,
        classes: str = "",
    ) -> Figure:
        """Return shapes that are drawn about (0, 0)."""
        return cls(shapes, -width / 2, -height / 2, width, height, unit, classes)

    @property
    def size(self) -> tuple[float, float]:
        """How wide and how high it is on paper, in millimetres."""
        return self.width * self.unit, self.height * self.unit


@dataclass(frozen=True)
class Side:
    """One side of a leaf: a board with its title and a few words for the table."""

    title: Phrase
    figure: Figure
    notes: tuple[Phrase, ...] = ()


@dataclass(frozen=True)
class Leaf:
    """A sheet of paper with a board on its front, and perhaps another one on its back."""

    sides: tuple[Side, ...]


@dataclass(frozen=True)
class Cutout:
    """Something to cut out, and how often."""

    name: str
    figure: Figure
    count: int


@dataclass(frozen=True)
class PieceSet:
    """Things of one size to cut out.

    With `gap` 0 they lie edge to edge, and straight cuts through the whole sheet part them. With a
    gap, in millimetres, each has an outline of its own: a net to fold, say.
    """

    title: Phrase
    cutouts: tuple[Cutout, ...]
    notes: tuple[Phrase, ...] = ()
    gap: float = 0
    #: How many stand in a row at most; 0 is as many as fit.
    columns: int = 0

    @property
    def has_folds(self) -> bool:
        """Whether something of it is to be folded and glued."""
        shapes = (shape for cutout in self.cutouts for shape in cutout.figure.shapes)
        return any(shape.attributes.get("class") == "fold" for shape in shapes)


class Sheet(Protocol):
    """What a game's `sheet` module offers."""

    def boards(self) -> tuple[Leaf, ...]:
        """Return the boards; two-sided leaves first, so that they meet on one sheet of paper."""

    def pieces(self) -> tuple[PieceSet, ...]:
        """Return everything to be cut out."""


def sheet_of(game: Game) -> Sheet:
    """Return the sheet module of a game, or raise a MissingPartError; only printing asks."""
    return cast(Sheet, game.part("sheet"))
