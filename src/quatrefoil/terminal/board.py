"""The board as a widget: it shows, points, and hears the mouse; it knows nothing of a match."""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.containers import Container
from textual.events import Click, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from quatrefoil.terminal.board_style import BoardStyle
from quatrefoil.terminal.canvas import Canvas, Cell, Pointing
from quatrefoil.terminal.colours import ON_DARK, ON_LIGHT
from quatrefoil.terminal.layout import Layout, fitting
from quatrefoil.view.data import Board, Scene
from quatrefoil.view.words import Words

_UPPER_HALF = "▀"
_NOTHING = Scene(())


class BoardWidget(Widget):
    """One board of any game, drawn as large as there is room for."""

    class Picked(Message):
        """A click went to a place that is offered."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    class Fitted(Message):
        """The board has a new size."""

    def __init__(
        self, board: Board, style: BoardStyle, words: Words, scene: Scene = _NOTHING
    ) -> None:
        super().__init__()
        self._board = board
        self._board_style = style
        self._words = words
        self._canvas: Canvas | None = None
        self._lines: list[list[Cell]] = []
        self.scene = scene
        self.pointing = Pointing()
        #: How many columns and rows the room lacks to show all of the board.
        self.lacking = (0, 0)

    @property
    def layout_now(self) -> Layout:
        """Where everything is at the present size."""
        assert self._canvas
        return self._canvas.layout

    def change_game(self, board: Board, style: BoardStyle, words: Words, scene: Scene) -> None:
        """Show another game in the same room."""
        self._board, self._board_style, self._words = board, style, words
        self.scene, self.pointing = scene, Pointing()
        if isinstance(self.parent, Stage) and self.parent.size:
            self.fit(*self.parent.size)

    def fit(self, columns: int, rows: int) -> None:
        """Take the largest size that fits into some room."""
        layout = fitting(self._board, self._board_style, columns, rows)
        self._prepare(layout)
        self.styles.width, self.styles.height = layout.columns, layout.rows
        self.lacking = max(0, layout.columns - columns), max(0, layout.rows - rows)

    def on_mount(self) -> None:
        """Take the colours of the theme, whenever that changes."""
        self.watch(self.app, "theme", self._recolour, init=False)

    def _recolour(self) -> None:
        if self._canvas:
            self._prepare(self._canvas.layout)

    def _prepare(self, layout: Layout) -> None:
        colours = ON_DARK if self.app.current_theme.dark else ON_LIGHT
        self._canvas = Canvas(layout, self._words, colours)
        self.show(self.scene, self.pointing)

    def show(self, scene: Scene, pointing: Pointing) -> None:
        """Draw what is on the board and what is pointed out."""
        self.scene, self.pointing = scene, pointing
        if self._canvas:
            self._lines = self._canvas.draw(scene, pointing)
            self.refresh()
            self._keep_cursor_in_sight()

    def _keep_cursor_in_sight(self) -> None:
        """Scroll to the cursor where even the smallest board is larger than its room."""
        stage = self.parent
        if self.pointing.cursor and isinstance(stage, Stage):
            column, row = self.layout_now.spot_of(self.pointing.cursor)
            stage.scroll_to_region(Region(column - 2, row, 5, 1), animate=False)

    def render_line(self, y: int) -> Strip:
        """Return one row, as Textual asks for it."""
        screen = self.rich_style
        cells = self._lines[y] if y < len(self._lines) else []
        return Strip([_segment(cell, screen) for cell in cells])

    def on_click(self, event: Click) -> None:
        """Find the place that was meant."""
        meant = {*self.pointing.offered, *self.pointing.picked[-1:]}
        meant &= self.layout_now.places.keys()
        place = self.layout_now.nearest(event.x, event.y, meant)
        if place:
            self.post_message(self.Picked(place))


class Stage(Container):
    """The room that a board has. A line more or less around it does not change the board's size."""

    _fitted_for: tuple[Size, int] | None = None

    def on_resize(self, event: Resize) -> None:
        """Fit the board into the room when the terminal or the width of the room changes.

        The panel beside the board becomes wider after the first layout of a wide terminal.
        """
        fitted_for = self.app.size, event.size.width
        if self._fitted_for != fitted_for:
            self._fitted_for = fitted_for
            self.query_one(BoardWidget).fit(event.size.width, event.size.height)
            # From here: what a child posts while its parent works stops at the parent.
            self.post_message(BoardWidget.Fitted())


@lru_cache(maxsize=4096)
def _segment(cell: Cell, bare: Style) -> Segment:
    """Return a character in its colours; `bare` is the screen."""
    if cell.text == " " and cell.upper != cell.lower:
        upper = cell.upper or bare.bgcolor
        lower = cell.lower or bare.bgcolor
        return Segment(_UPPER_HALF, Style(color=upper, bgcolor=lower))
    style = Style(
        color=cell.ink or None,
        bgcolor=cell.paper or None,
        bold=cell.bold,
        underline=cell.underlined,
    )
    return Segment(cell.text, bare + style)
