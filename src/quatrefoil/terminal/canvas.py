"""A board painted with characters: colours in half characters, and text on top.

Nothing here knows Textual: a canvas returns rows of cells, and a widget shows them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quatrefoil.terminal.colours import ON_DARK, ON_LIGHT, Colours, ink_on, is_dark, lighter
from quatrefoil.terminal.layout import Layout, Spot, start_of, texts
from quatrefoil.terminal.shapes import middle, moved, outlines
from quatrefoil.terminal.words import lettered
from quatrefoil.view.data import Mark, Piece, Scene, Shape
from quatrefoil.view.words import Words

#: What stands on both sides of a place that is pointed out.
_OFFERED, _CURSOR, _PICKED = "‹›", "▸◂", "«»"
#: What an empty place shows while it can be picked.
_OFFER = "○"


@dataclass(frozen=True, slots=True)
class Cell:
    """One character: its text, and the colours of its upper half, its lower half and its ink.

    Colours are hexadecimal, or nothing where the screen shows through.
    """

    text: str = " "
    upper: str = ""
    lower: str = ""
    ink: str = ""
    bold: bool = False
    underlined: bool = False

    @property
    def paper(self) -> str:
        """The colour behind text: none where only half of the character is painted."""
        return self.lower if self.upper else ""


@dataclass(frozen=True)
class Pointing:
    """What is pointed out on a board."""

    offered: frozenset[str] = frozenset()
    picked: tuple[str, ...] = ()
    latest: frozenset[str] = frozenset()
    cursor: str = ""
    #: The piece that would stand somewhere if the choice at hand were made.
    ghost: Piece | None = None


class Canvas:
    """Paints one board at one size in one set of colours."""

    def __init__(self, layout: Layout, words: Words, colours: Colours) -> None:
        self.layout = layout
        self.words = words
        self.colours = colours
        self._cells = [[Cell()] * layout.columns for _ in range(layout.rows)]
        for shape in layout.board.backdrop:
            self._paint(shape)
        for shape in texts(layout.board):
            if ink := layout.style.ink_of(shape):
                self._write(shape.text, layout.spot_of_text(shape), self.colour(ink))
        self._empty = self._cells

    def colour(self, name: str, level: int = 0) -> str:
        """Return a colour of the game by its name, lighter for every level."""
        style = self.layout.style
        return lighter(style.colours[name][self.colours.dark], level * style.lift)

    def draw(self, scene: Scene, pointing: Pointing) -> list[list[Cell]]:
        """Return the board with what is on it and what is pointed out."""
        self._cells = [list(row) for row in self._empty]
        for place in pointing.latest:
            self._tint(place, self.colours.latest)
        for place in pointing.picked:
            self._tint(place, self.colours.picked)
        ghost = (pointing.ghost,) if pointing.ghost else ()
        pieces = sorted((*scene.pieces, *ghost), key=self._level)
        for piece in pieces:
            self._put(piece)
        for place in pointing.latest & {piece.place for piece in pieces}:
            self._underline(place)
        for mark in scene.marks:
            if not mark.on_demand:
                self._mark(mark)
        self._point_out(pointing, {piece.place for piece in pieces})
        return self._cells

    def _level(self, piece: Piece) -> int:
        return self.layout.places[piece.place].level

    # ---- pieces and marks ---------------------------------------------------------------------

    def _put(self, piece: Piece) -> None:
        """Paint a piece and write on it: its own text, or what the style says."""
        place = self.layout.places[piece.place]
        for shape in self.layout.board.symbols[piece.symbol]:
            self._paint(shape, (place.x, place.y, place.turn), place.level)
        for writing in self.layout.style.symbols[piece.symbol]:
            text = lettered(writing.text, self.words).replace("#", str(place.level + 1))
            if piece.text:
                text = piece.text.center(len(text))
            paper = self.colour(writing.paper) if writing.paper else ""
            spot = self.layout.spot(place.x + writing.x, place.y + writing.y)
            self._write(text, spot, "", paper, bold=True)

    def _mark(self, mark: Mark) -> None:
        """Underline what is on the places of a mark, and write the signs of its lines' ends."""
        for place in mark.places:
            self._underline(place)
        for shape in mark.shapes:
            sign = self.layout.style.sign_of(shape) if shape.tag == "line" else ""
            for end in "12" if sign else "":
                x, y = (float(shape.attributes[axis + end]) for axis in "xy")
                self._write(sign, self.layout.spot(x, y), "", bold=True)

    def _underline(self, place: str) -> None:
        column, row = self.layout.spot_of(place)
        cell = self._cells[row][column]
        self._cells[row][column] = replace(cell, bold=True, underlined=True)

    def _tint(self, place: str, colour: str) -> None:
        """Colour the ground of a place, below what is written there."""
        for shape in self.layout.places[place].shapes:
            for polygon in outlines(shape):
                for column, half in self.layout.halves(polygon):
                    text = self._cells[half // 2][column].text
                    self._fill(column, half, colour)
                    if text != " ":
                        self._change((column, half // 2), text, ink_on(colour))

    def _point_out(self, pointing: Pointing, occupied: set[str]) -> None:
        for place in sorted(pointing.offered):
            self._offer(place, place in occupied)
        for place in pointing.picked:
            self._bracket(place, _PICKED, "offered")
        if pointing.cursor:
            self._bracket(pointing.cursor, _CURSOR, "cursor")

    def _offer(self, place: str, occupied: bool) -> None:
        """Show that a place can be picked: brackets around its text, or a sign if it is empty."""
        column, row = self.layout.spot_of(place)
        if occupied or self._cells[row][column].text != " ":
            self._bracket(place, _OFFERED, "offered")
        else:
            sign = self.layout.style.offered.get(place, _OFFER)
            self._change((column, row), sign, self._ink(column, row, "offered"), bold=True)

    def _ink(self, column: int, row: int, role: str) -> str:
        """Return the front end's colour for a role, dark or light, to contrast with the cell."""
        paper = self._cells[row][column].paper
        dark = is_dark(paper) if paper else self.colours.dark
        return str(getattr(ON_DARK if dark else ON_LIGHT, role))

    def _bracket(self, place: str, pair: str, role: str) -> None:
        """Write brackets around the text of a place."""
        column, row = self.layout.spot_of(place)
        cells = self._cells[row]
        left = right = column
        while right + 2 < len(cells) and cells[right + 1].text.isalnum():
            right += 1
        while left > 1 and cells[left - 1].text.isalnum():
            left -= 1
        for spot, sign in ((left - 1, pair[0]), (right + 1, pair[1])):
            self._change((spot, row), sign, self._ink(spot, row, role), bold=True)

    # ---- paint and ink ------------------------------------------------------------------------

    def _paint(
        self, shape: Shape, about: tuple[float, float, float] = (0, 0, 0), level: int = 0
    ) -> None:
        """Fill a shape and write its sign; `about` is where its (0, 0) is, and its turn."""
        style = self.layout.style
        if name := style.colour_of(shape):
            colour = self.colour(name, level)
            for polygon in outlines(shape):
                for column, half in self.layout.halves(moved(polygon, *about)):
                    self._fill(column, half, colour)
        if (sign := style.sign_of(shape)) and shape.tag != "line":
            x, y = moved([middle(shape)], *about)[0]
            self._write(lettered(sign, self.words), self.layout.spot(x, y), "")

    def _fill(self, column: int, half: int, colour: str) -> None:
        row = self._cells[half // 2]
        cell = replace(row[column], text=" ", bold=False)
        row[column] = replace(cell, lower=colour) if half % 2 else replace(cell, upper=colour)

    def _write(self, text: str, spot: Spot, ink: str, paper: str = "", bold: bool = False) -> None:
        """Write text with its middle at a character."""
        column, row = start_of(text, spot)
        for offset, letter in enumerate(text):
            self._change((column + offset, row), letter, ink, paper, bold)

    def _change(
        self, spot: Spot, letter: str, ink: str, paper: str = "", bold: bool = False
    ) -> None:
        """Write one character, as far as there is room; no ink is what can be read there."""
        column, row = spot
        if not (0 <= column < self.layout.columns and 0 <= row < self.layout.rows):
            return
        cell = self._cells[row][column]
        if paper:
            cell = replace(cell, upper=paper, lower=paper)
        if not ink and cell.paper:
            ink = ink_on(cell.paper)
        self._cells[row][column] = replace(cell, text=letter, ink=ink, bold=bold)
