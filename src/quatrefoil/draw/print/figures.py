"""Figures as SVG to scale: boards as they are, and things to cut out in rows.

    ✂┄┬─────┬─────┬─────┬┄
      │  ●  │  ●  │  ●  │
    ✂┄┼─────┼─────┼─────┼┄
      │  ●  │  ●  │
    ✂┄┴─────┴─────┴┄

Things that lie edge to edge share their cuts: one runs along each row, with scissors at its
beginning, and one down each column. Nets have outlines of their own and a gap between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from xml.sax.saxutils import quoteattr

from quatrefoil.core.game import Game
from quatrefoil.draw.elements import Writer, element, group
from quatrefoil.draw.look import PRINT
from quatrefoil.draw.print.sheet import Figure, PieceSet
from quatrefoil.draw.styles import styler_of, written

#: How far cuts reach beyond what they part, in millimetres; their scissors stand there.
REACH = 5.0
#: How far tiles of a board lie over each other, in millimetres.
OVERLAP = 8.0

_SCISSORS = (
    '<circle cx="-1.4" cy="-0.9" r="0.65"/><circle cx="-1.4" cy="0.9" r="0.65"/>'
    '<path d="M-0.85,-0.55L2,0.8M-0.85,0.55L2,-0.8"/>'
)


@dataclass(frozen=True)
class Drawn:
    """A drawing as SVG, with its size on paper in millimetres."""

    svg: str
    width: float
    height: float

    @classmethod
    def around(cls, inside: str, width: float, height: float) -> Drawn:
        """Return a document whose unit is a millimetre."""
        size = f"{written(width)} {written(height)}"
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">{inside}</svg>'
        return cls(svg, width, height)


def draw_figure(game: Game, figure: Figure, look: str = "") -> Drawn:
    """Return a figure by itself; `look` is a class for the style sheets, such as `contrast`."""
    return Drawn.around(_drawn(game, figure, look), *figure.size)


@dataclass(frozen=True)
class Tile:
    """A piece of a board, and whether another one is glued over its right and its lower edge."""

    drawn: Drawn
    right: bool
    below: bool


def draw_tiles(game: Game, figure: Figure, room: tuple[float, float], look: str = "") -> list[Tile]:
    """Return a figure in tiles that fit a room, row by row, to be glued together.

    Each has a strip at its right and its lower edge that the next one covers, up to a dashed line.
    """
    inside = _drawn(game, figure, look)
    columns, rows = (
        max(1, ceil((whole - OVERLAP) / (space - OVERLAP)))
        for whole, space in zip(figure.size, room, strict=True)
    )
    width, height = (
        (whole + (count - 1) * OVERLAP) / count
        for whole, count in zip(figure.size, (columns, rows), strict=True)
    )
    tiles = []
    for row in range(rows):
        for column in range(columns):
            x, y = column * (width - OVERLAP), row * (height - OVERLAP)
            moved = f'<g transform="translate({written(-x)} {written(-y)})">{inside}</g>'
            seams = ""
            right, below = column < columns - 1, row < rows - 1
            if right:
                seams += _seam(width - OVERLAP, 0, width - OVERLAP, height)
            if below:
                seams += _seam(0, height - OVERLAP, width, height - OVERLAP)
            tiles.append(Tile(Drawn.around(moved + seams, width, height), right, below))
    return tiles


def _seam(x1: float, y1: float, x2: float, y2: float) -> str:
    return _cut(x1, y1, x2, y2).replace("/>", ' stroke-dasharray="2 1.5"/>')


def draw_rows(game: Game, pieces: PieceSet, width: float, look: str = "") -> list[Drawn]:
    """Return all things of a set in rows; set below each other without a gap, they are whole."""
    drawn: list[str] = []
    for cutout in pieces.cutouts:
        drawn += [_drawn(game, cutout.figure, look)] * cutout.count
    columns = _columns(pieces, width)
    rows = [drawn[at : at + columns] for at in range(0, len(drawn), columns)]
    grid = _Grid(pieces.cutouts[0].figure.size, pieces.gap, len(rows[0]), width)
    return [
        grid.draw(row, is_first=number == 0, is_last=number == len(rows) - 1)
        for number, row in enumerate(rows)
    ]


def _columns(pieces: PieceSet, width: float) -> int:
    """Return how many things stand in a row."""
    each = pieces.cutouts[0].figure.size[0] + pieces.gap
    fit = int((width - 2 * REACH + pieces.gap) / each)
    return min(fit, pieces.columns or fit)


@dataclass(frozen=True)
class _Grid:
    """Where things of one size stand in rows, in the middle of a width."""

    cell: tuple[float, float]
    gap: float
    columns: int
    width: float

    @property
    def left(self) -> float:
        taken = self.columns * (self.cell[0] + self.gap) - self.gap
        return (self.width - taken) / 2

    def draw(self, row: list[str], is_first: bool, is_last: bool) -> Drawn:
        """Return a row; the first and the last one have room for the ends of the cuts."""
        edge_to_edge = self.gap == 0
        above = REACH if is_first and edge_to_edge else self.gap / 2
        below = REACH if is_last and edge_to_edge else self.gap / 2
        height = above + self.cell[1] + below
        inside = "".join(
            f'<g transform="translate({written(self.x(column))} {written(above)})">{each}</g>'
            for column, each in enumerate(row)
        )
        if edge_to_edge:
            inside += "".join(self._cuts(len(row), above, height))
        return Drawn.around(inside, self.width, height)

    def x(self, column: int) -> float:
        """Return where a column begins."""
        return self.left + column * (self.cell[0] + self.gap)

    def _cuts(self, count: int, above: float, height: float) -> Iterator[str]:
        """Yield the cuts; each half of one between two rows is drawn with its own row."""
        for y in (above, above + self.cell[1]):
            yield _cut(self.left - REACH + 2, y, self.x(count) + REACH, y)
            yield (
                f'<g transform="translate({written(self.left - REACH)} {written(y)})" fill="none"'
                f' stroke="#333" stroke-width="0.3">{_SCISSORS}</g>'
            )
        for column in range(count + 1):
            yield _cut(self.x(column), 0, self.x(column), height)


def _cut(x1: float, y1: float, x2: float, y2: float) -> str:
    ends = zip(("x1", "y1", "x2", "y2"), (x1, y1, x2, y2), strict=True)
    where = " ".join(f'{name}="{written(value)}"' for name, value in ends)
    return f'<line {where} stroke="#444" stroke-width="0.2"/>'


def _drawn(game: Game, figure: Figure, look: str) -> str:
    """Return a figure as the game's style sheets for print want it, its corner at (0, 0)."""
    styler = styler_of(game.name, PRINT)
    frame = styler.frame(f"board game-{game.name} {look}".strip())
    said = {name: frame.attributes[name] for name in ("font-family", "text-anchor")}
    scaled = (
        f"scale({written(figure.unit)}) translate({written(-figure.left)} {written(-figure.top)})"
    )
    opening = "".join(
        f" {name}={quoteattr(value)}" for name, value in {**said, "transform": scaled}.items()
    )
    middle = figure.left + figure.width / 2, figure.top + figure.height / 2
    shapes = group(figure.classes, group("body", *map(element, figure.shapes)))
    writer = Writer(styler, middle)
    inside = writer.write(shapes, frame, said)
    return f"<g{opening}>{writer.definitions()}{inside}</g>"
