"""Where everything of a board is on a grid of characters, at one size.

Places stand on a grid of steps, and a step is a whole number of characters: so all cells look
alike. Half characters count below: a character shows two colours, one above the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, floor, hypot

from quatrefoil.terminal.board_style import BoardStyle, Size
from quatrefoil.terminal.shapes import Polygon, bounds, contains, middle, outlines
from quatrefoil.view.data import Board, Place, Shape

#: A character of the grid: column and row.
Spot = tuple[int, int]

#: Room around a place for the brackets that point it out.
_BRACKETS = 2
#: How much more it counts, for arrow keys, to be off the line than to be far along it.
_SIDEWAYS = 2.0
#: An arrow key reaches a place if (distance ahead) / (distance aside) is at least this.
_LEAST_AHEAD = 0.4
#: Where a text is as near to one character as to the next, it takes the next.
_TIE = 1e-4
#: A terminal's characters are about twice as high as wide.
_TALL = 2.0


class Layout:
    """A board at one size."""

    def __init__(self, board: Board, style: BoardStyle, size: Size) -> None:
        self.board = board
        self.style = style
        self.size = size
        self.places = {place.id: place for place in board.places}
        self._scale = size.columns / style.step[0], size.rows / style.step[1]
        self._shift = (0.0, 0.0)
        first_x, first_y = self.at(board.places[0].x, board.places[0].y)
        # The first place gets its middle where a cell of this size has it; all others follow.
        self._shift = size.width / 2 % 1 - first_x % 1, size.height / 2 % 1 - first_y % 1
        left, top, right, bottom = self._extent()
        self._shift = self._shift[0] - left, self._shift[1] - top
        self.columns, self.rows = right - left, bottom - top

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the board is, in characters from the left and from above."""
        return x * self._scale[0] + self._shift[0], y * self._scale[1] + self._shift[1]

    def spot(self, x: float, y: float) -> Spot:
        """Return the character whose middle is nearest to a point of the board."""
        column, row = self.at(x, y)
        return _nearest(column), _nearest(row)

    def spot_of_text(self, shape: Shape) -> Spot:
        """Return the character in the middle of a printed text; of two in the middle, the first."""
        column, row = self.at(*middle(shape))
        if len(shape.text) % 2 == 0:
            column -= 0.5 - _TIE
        return _nearest(column), _nearest(row)

    def spot_of(self, place: str) -> Spot:
        """Return the character in the middle of a place."""
        found = self.places[place]
        return self.spot(found.x, found.y)

    def halves(self, polygon: Polygon) -> Iterator[Spot]:
        """Yield the half characters (column, and half rows from above) inside a polygon."""
        drawn = [self.at(x, y) for x, y in polygon]
        left, top, right, bottom = bounds([drawn])
        for half in range(max(0, floor(2 * top)), min(2 * self.rows, ceil(2 * bottom))):
            for column in range(max(0, floor(left)), min(self.columns, ceil(right))):
                if contains(drawn, column + 0.5, (half + 0.5) / 2):
                    yield column, half

    def nearest(self, column: int, row: int, among: Iterable[str]) -> str | None:
        """Return which of some places is nearest to a character, if one is within its cell."""
        reach = max(self.size.width, _TALL * self.size.height) / 2 + 1
        found = min(
            ((self._distance(place, column, row), place) for place in among), default=(reach, None)
        )
        return found[1] if found[0] < reach else None

    def _distance(self, place: str, column: int, row: int) -> float:
        across, down = self.at(self.places[place].x, self.places[place].y)
        return hypot(across - column - 0.5, _TALL * (down - row - 0.5))

    def beside(self, place: str, dx: int, dy: int, among: Iterable[str]) -> str:
        """Return which of some places comes next in a direction, or the same one if none does."""
        here = self.places[place]
        best, found = float("inf"), place
        for other in among:
            there = self.places[other]
            x, y = there.x - here.x, there.y - here.y
            ahead, aside = x * dx + y * dy, abs(x * dy) + abs(y * dx)
            if ahead > 0 and ahead >= _LEAST_AHEAD * aside and ahead + _SIDEWAYS * aside < best:
                best, found = ahead + _SIDEWAYS * aside, other
        return found

    def _extent(self) -> tuple[int, int, int, int]:
        """Return the characters that anything at all takes."""
        boxes = [*self._painted(), *self._written(), *self._bracketed(self.board.places)]
        left, top, right, bottom = zip(*boxes, strict=True)
        return floor(min(left)), floor(min(top)), ceil(max(right)), ceil(max(bottom))

    def _painted(self) -> Iterator[tuple[float, float, float, float]]:
        for shape in self.board.backdrop:
            if self.style.colour_of(shape):
                for polygon in outlines(shape):
                    left, top, right, bottom = bounds([[self.at(x, y) for x, y in polygon]])
                    # What does not reach the middle of a (half) character does not show.
                    yield round(left), round(2 * top) / 2, round(right), round(2 * bottom) / 2

    def _written(self) -> Iterator[tuple[float, float, float, float]]:
        for shape in texts(self.board):
            if self.style.ink_of(shape):
                column, row = start_of(shape.text, self.spot_of_text(shape))
                yield column, row, column + len(shape.text), row + 1

    def _bracketed(self, places: Iterable[Place]) -> Iterator[tuple[float, float, float, float]]:
        for place in places:
            if not place.parent:
                column, row = self.spot(place.x, place.y)
                yield column - _BRACKETS, row, column + _BRACKETS + 1, row + 1


def texts(board: Board) -> Iterator[Shape]:
    """Yield all text that is printed on a board."""
    yield from (shape for shape in (*board.backdrop, *board.labels) if shape.tag == "text")


def start_of(text: str, spot: Spot) -> Spot:
    """Return where text begins whose middle is to be at a character."""
    return spot[0] - (len(text) - 1) // 2, spot[1]


def _nearest(at: float) -> int:
    """Return the character whose middle is nearest; between two, the first."""
    return ceil(at - 1 - 1e-6)


def fitting(board: Board, style: BoardStyle, columns: int, rows: int) -> Layout:
    """Return a board at the largest size that fits, or at the smallest."""
    layouts = [Layout(board, style, size) for size in style.sizes]
    for layout in reversed(layouts):
        if layout.columns <= columns and layout.rows <= rows:
            return layout
    return layouts[0]
