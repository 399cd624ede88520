"""Positions with what is said about them, as a PDF: made in pieces, as each picture takes a while.

How many there may be is the caller's to decide, before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from quatrefoil.core.errors import PictureError
from quatrefoil.core.position import Position
from quatrefoil.core.text import STAND_IN
from quatrefoil.draw import Look, describe, draw
from quatrefoil.draw.look import PRINT
from quatrefoil.draw.print.figures import Drawn
from quatrefoil.draw.print.paper import PAPERS
from quatrefoil.draw.print.typeset import Document, typeset
from quatrefoil.view.data import view_of

#: How wide and how high a picture is at most, in millimetres.
_WIDTH, _HEIGHT = 72.0, 84.0


@dataclass(frozen=True)
class Said:
    """A position, and what is said about it."""

    position: Position
    heading: str
    #: The moves that led there, where they are not of the main line.
    line: str = ""
    comment: str = ""
    #: The places of the latest move, and what is drawn on the board.
    last: tuple[str, ...] = ()
    rings: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Cover:
    """What stands above the positions, and below them if there are more."""

    title: str
    game: str
    about: str
    more: str = ""


def printing(
    cover: Cover, positions: Iterable[Said], paper: str = "a4", language: str = "en"
) -> Iterator[bytes | None]:
    """Make the PDF: yields None after every picture, and at the end the file."""
    data: dict[str, Any] = {
        "paper": PAPERS[paper].typst,
        "language": language,
        "title": cover.title,
        "game": cover.game,
        "about": cover.about,
        "more": cover.more,
        "positions": [],
    }
    document = Document(data, layout="study.typ")
    for said in positions:
        board = view_of(said.position.rules).board(said.position.rules)
        scale = min(_WIDTH / board.width, _HEIGHT / board.height)
        drawn = Drawn(_drawn(said, language), board.width * scale, board.height * scale)
        picture = document.add(drawn, describe(said.position, language))
        paragraphs = [_shown(text) for text in said.comment.splitlines() if text.strip()]
        heading, line = _shown(said.heading), _shown(said.line)
        data["positions"].append(
            {"picture": picture, "heading": heading, "line": line, "paragraphs": paragraphs}
        )
        yield None
    yield typeset(document)


def _drawn(said: Said, language: str) -> str:
    look = Look(
        theme=PRINT, last=said.last, highlights=said.rings, arrows=said.arrows, language=language
    )
    try:
        return draw(said.position, look)
    except PictureError:  # something is drawn on a place that this board does not have
        return draw(said.position, Look(theme=PRINT, last=said.last, language=language))


def _shown(text: str) -> str:
    """Return a text without what no font can set: control characters, above all."""
    return "".join(char if char.isprintable() or char == " " else STAND_IN for char in text)
