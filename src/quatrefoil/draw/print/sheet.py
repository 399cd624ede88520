"""What a game gives to be printed on paper: its boards, and its pieces to cut out.

A game's `sheet.py` says to which scale its boards are (`UNIT`), and answers three questions with
the types below:

    boards()        the boards that were published: leaves, with a board on one side or on both
    board(rules)    the board of any rules
    pieces(rules)   sets of things to cut out, each as often as the rules need it

The last two are told the edition, for which they may choose other things or add to them.

Shapes are as in `view.py`: geometry and classes, never a colour; `print.css` beside `sheet.py` says
how they look on white paper with little ink. The rules on one page are `sheet.md` and
`sheet.fi.md`. Words are phrases, whose keys begin with `print.`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol, cast

from quatrefoil.core.game import Game, Rules
from quatrefoil.view.data import Board, Phrase, Shape


@dataclass(frozen=True)
class Edition:
    """A way to print a game. The words for it are `edition.NAME` of this package's texts."""

    name: str
    #: How much larger everything is.
    scale: float = 1.0
    #: Whether all is flat and on one page, as large as that allows.
    one_page: bool = False
    #: Whether it is for who sees little or nothing: black on white or yellow, and marks to raise.
    raised: bool = False


STANDARD = Edition("standard")
EDITIONS = {
    edition.name: edition
    for edition in (
        STANDARD,
        Edition("large", scale=1.5),
        Edition("economy", one_page=True),
        Edition("touch", scale=1.25, raised=True),
    )
}


def dots(places: Iterable[tuple[float, float]], radius: float) -> tuple[Shape, ...]:
    """Return marks to raise by a drop of glue or paint, for fingers."""
    return tuple(
        Shape("circle", {"class": "raised", "cx": x, "cy": y, "r": radius}) for x, y in places
    )


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
        """Return an empty board; `margin` is how much is cut off on every side."""
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

    def scaled(self, factor: float) -> Figure:
        """Return the same figure, larger or smaller."""
        return replace(self, unit=self.unit * factor)

    @property
    def size(self) -> tuple[float, float]:
        """How wide and how high it is on paper, in millimetres."""
        return self.width * self.unit, self.height * self.unit


@dataclass(frozen=True)
class Side:
    """One side of a leaf: a board with its title and a few notes.

    `name` is how it is asked for where a game has several, and `rules` are those it is for.
    """

    title: Phrase
    figure: Figure
    notes: tuple[Phrase, ...] = ()
    name: str = ""
    rules: Rules | None = None


@dataclass(frozen=True)
class Leaf:
    """A leaf of paper with a board on its front, and perhaps another one on its back."""

    sides: tuple[Side, ...]


@dataclass(frozen=True)
class Cutout:
    """Something to cut out, and how many of it."""

    name: str
    figure: Figure
    count: int


@dataclass(frozen=True)
class PieceSet:
    """Things of one size to cut out.

    With `gap` 0 they lie edge to edge, and straight cuts across the page part them. With a gap, in
    millimetres, each has its own outline, such as a net to fold.
    """

    title: Phrase
    cutouts: tuple[Cutout, ...]
    notes: tuple[Phrase, ...] = ()
    gap: float = 0
    #: The most that stand in a row; 0 means as many as fit.
    columns: int = 0

    def scaled(self, factor: float) -> PieceSet:
        """Return the same things, larger or smaller."""
        cutouts = (replace(each, figure=each.figure.scaled(factor)) for each in self.cutouts)
        return replace(self, cutouts=tuple(cutouts))

    @property
    def has_folds(self) -> bool:
        """Whether something of it is to be folded and glued."""
        shapes = (shape for cutout in self.cutouts for shape in cutout.figure.shapes)
        return any(shape.attributes.get("class") == "fold" for shape in shapes)


class Sheet(Protocol):
    """The print sheet of a game: what its `sheet` module offers."""

    #: A unit of the view in millimetres, on the boards.
    UNIT: float

    def boards(self, edition: Edition = STANDARD) -> tuple[Leaf, ...]:
        """Return the boards; two-sided leaves first, so that they meet on one sheet of paper."""

    def board(self, rules: Rules, edition: Edition = STANDARD) -> Side:
        """Return the board of some rules."""

    def pieces(
        self, rules: Rules | None = None, edition: Edition = STANDARD
    ) -> tuple[PieceSet, ...]:
        """Return everything to be cut out, for these rules or for all boards of `boards`."""


def sheet_of(game: Game) -> Sheet:
    """Return the sheet module of a game, or raise a MissingPartError; only printing asks."""
    return cast(Sheet, game.part("sheet"))
