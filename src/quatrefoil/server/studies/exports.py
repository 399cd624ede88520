"""A study as something else: a record, a picture, a moving picture, a PDF. For the threads.

What would take too long is refused before anything is played or drawn: by how many positions there
are, and how many places the board has. Only the lines that are shown are played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.record import Record
from quatrefoil.core.tags import read_tags
from quatrefoil.core.tree import Note
from quatrefoil.draw import Look, draw
from quatrefoil.draw.card import card
from quatrefoil.draw.picture import latest_places
from quatrefoil.match import RefusedError
from quatrefoil.server import pictures
from quatrefoil.server.forms import MAX_FRAMES
from quatrefoil.server.previews import game_title, own_words
from quatrefoil.server.store.studies import StudyRow
from quatrefoil.server.studies.outline import Outline, damaged
from quatrefoil.server.studies.study_forms import MAX_POSITIONS
from quatrefoil.view.data import view_of

#: Places that are drawn for one request, over all positions: a board of a hundred places 200 times.
_MOST_PLACES = 20_000
#: The most moves that are played for the picture of a link.
_MOST_CARD_MOVES = 300
#: Pixels of the longer side.
_SIZE = 1200
#: How many moves of a variation are named above its position.
_NAMED = 12


@dataclass(frozen=True)
class LineOfTree:
    """A line of a tree, to be shown move by move; it may begin in mid-game."""

    outline: Outline
    moves: tuple[str, ...]

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self.outline.rules

    def lines(self) -> Iterator[Line]:
        """Yield one line before the first move and again after every move, always the same one."""
        line = Line(self.outline.start or self.rules.start())
        yield line
        for token in self.moves:
            try:
                line.play(token)
            except QuatrefoilError:
                raise damaged() from None
            yield line

    def line_at(self, number: int) -> Line:
        """Return the line after a number of moves."""
        for place, line in enumerate(self.lines()):
            if place == number:
                return line
        raise damaged()


def record(text: str) -> dict[str, Any]:
    """Return the main line as a record."""
    outline = Outline(text)
    if outline.start is not None:
        raise RefusedError("not-allowed", "a study that begins in mid-game has no record")
    moves = tuple(outline.moves(outline.main_end))
    try:
        return Record(outline.rules, moves, tags=read_tags(dict(outline.tags))).to_json()
    except QuatrefoilError:
        raise damaged() from None


def picture(text: str, node: int | None, dark: bool, flipped: bool) -> bytes:
    """Return a position as SVG, with the latest move, rings and arrows."""
    outline = Outline(text)
    node = outline.main_end if node is None else node
    _must_be_drawable(outline, 1)
    line = outline.line(node)
    rings, arrows = _shapes(outline, outline.note(node))
    look = Look(
        theme="dark" if dark else "light",
        size=_SIZE,
        last=latest_places(line),
        highlights=rings,
        arrows=arrows,
        flipped=flipped,
    )
    return draw(line.position, look).encode()


def film(text: str, node: int | None, first: int, dark: bool) -> Iterator[bytes | None]:
    """Make a GIF of a line, in pieces."""
    outline = Outline(text)
    moves = tuple(outline.moves(outline.main_end if node is None else node))
    frames = len(moves) - first + 1
    if not 0 < frames <= MAX_FRAMES:
        raise RefusedError(
            "not-allowed", f"a moving picture has 1 to {MAX_FRAMES} positions, not {frames}"
        )
    _must_be_drawable(outline, frames)
    yield from pictures.film(LineOfTree(outline, moves), first, len(moves), dark)


def study_card(row: StudyRow, language: str) -> bytes:
    """Return a study as a card, with a position of its main line."""
    outline = Outline(row.tree)
    _must_be_drawable(outline, 1)
    line = outline.line(min(outline.main_end, _MOST_CARD_MOVES))
    drawn = draw(line.position, Look(size=_SIZE, last=latest_places(line)))
    heading = row.title or game_title(outline.rules.game, language)
    return pictures.rendered(card(drawn, row.game, heading, about(row, language)))


def about(row: StudyRow, language: str) -> str:
    """Return what a study is, in a line."""
    from quatrefoil.core.registry import game as game_of

    return own_words(language)("study.about", game=game_title(game_of(row.game), language))


def sheet(row: StudyRow, paper: str, language: str) -> Iterator[bytes | None]:
    """Make a PDF of the positions that something is said about, in pieces."""
    from quatrefoil.draw.print.positions import Cover, printing

    outline = Outline(row.tree)
    wanted = sorted({*outline.noted, outline.main_end})
    shown = wanted[:MAX_POSITIONS]
    _must_be_drawable(outline, len(shown))
    words, title = own_words(language), game_title(outline.rules.game, language)
    left = len(wanted) - len(shown)
    more = words("study.more", count=left) if left else ""
    cover = Cover(row.title or title, title, about(row, language), more)
    yield from printing(cover, _said(outline, shown, words("study.start")), paper, language)


def _said(outline: Outline, nodes: list[int], start: str) -> Iterator[Any]:
    from quatrefoil.draw.print.positions import Said

    for node, line in outline.lines(nodes):
        note, path = outline.note(node), outline.path(node)
        rings, arrows = _shapes(outline, note)
        signs = "".join(note.marks)
        yield Said(
            line.position.copy(),
            f"{len(path)}. {outline.tokens[node]} {signs}".strip() if node else start,
            _named(outline, path) if node > outline.main_end else "",
            note.comment,
            latest_places(line),
            rings,
            arrows,
        )


def _named(outline: Outline, path: list[int]) -> str:
    """Return the moves of a variation since it left the main line, the last of them."""
    apart = [place for place, node in enumerate(path) if node > outline.main_end]
    first = max(apart[0], len(path) - _NAMED)
    names = [f"{place + 1}. {outline.tokens[path[place]]}" for place in range(first, len(path))]
    return ("… " if first > apart[0] else "") + " ".join(names)


def _shapes(outline: Outline, note: Note) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return the rings and arrows of a note that the board has places for."""
    known = {place.id for place in view_of(outline.rules).board(outline.rules).places}
    shapes = [shape for shape in note.shapes if set(shape.cells) <= known]
    rings = [shape.cells[0] for shape in shapes if shape.kind == "ring"]
    ends = [(shape.cells[0], shape.cells[-1]) for shape in shapes if shape.kind == "arrow"]
    return tuple(dict.fromkeys(rings)), tuple(end for end in ends if end[0] != end[1])


def _must_be_drawable(outline: Outline, positions: int) -> None:
    """Refuse what would take too long, before anything is drawn."""
    board = view_of(outline.rules).board(outline.rules)
    if positions > 1 and positions * len(board.places) > _MOST_PLACES:
        most = max(1, _MOST_PLACES // len(board.places))
        raise RefusedError(
            "not-allowed", f"of a board this large at most {most} positions are drawn at a time"
        )
