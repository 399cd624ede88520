"""Trifoil on paper: the designers' five boards, links to lay on them, and Blinks to spin.

A board is a mat. To spin a triangle by hand, lay cut-out Blinks on the mat and carry three of them
round with what lies on them; or just move the links.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from quatrefoil.draw.print.nets import cut
from quatrefoil.draw.print.sheet import Cutout, Figure, Leaf, PieceSet, Side
from quatrefoil.games.trifoil import GAME, art, view
from quatrefoil.games.trifoil.layouts import BOARDS
from quatrefoil.view.data import Phrase

#: A unit of the view in millimetres: a Blink is 46 mm high, and the largest board fits a page.
UNIT = 0.46

_MARGIN = 20  # of the view's margin that paper has no need of
#: A link is drawn a little smaller than its socket, on a card; two cards on neighbouring faces of a
#: Blink do not overlap.
_LINK_UNIT = 0.4
_CARD = 36, 20
_COLUMNS = 10
_BLINK = 49.5  # half of a cut-out Blink's height, a hair less than its place on the mat


def boards() -> tuple[Leaf, ...]:
    """Return the five boards (TF-3), a page each."""
    return tuple(Leaf((_side(name),)) for name in BOARDS)


def pieces() -> tuple[PieceSet, ...]:
    """Return links and Blinks for the board that needs most of them."""
    links = max(_rules(name).options["links"] for name in BOARDS)
    blinks = max(len(_rules(name).board.names) for name in BOARDS)
    cards = tuple(Cutout(symbol, _link(symbol), links) for symbol in view.SYMBOLS)
    return (
        PieceSet(
            Phrase("print.links"),
            cards,
            (Phrase("print.links.note", {"count": links}),),
            columns=_COLUMNS,
        ),
        PieceSet(
            Phrase("print.blinks"),
            (Cutout("blink", _blink(), blinks),),
            (Phrase("print.blinks.note"),),
            gap=1,
        ),
    )


def _rules(name: str) -> Any:
    return GAME.rules({"board": name})


def _side(name: str) -> Side:
    rules = _rules(name)
    options = rules.options
    figure = Figure.of_board(view.board(rules), UNIT, _MARGIN)
    notes = (
        Phrase("print.board.chain", {"count": options["chain"]}),
        Phrase("print.board.links", {"count": options["links"]}),
        Phrase("print.board.spin"),
    )
    return Side(Phrase("print.board", {"count": len(rules.board.names)}), figure, notes)


def _link(symbol: str) -> Figure:
    player = view.SYMBOLS.index(symbol)
    return Figure.centred(art.links()[symbol], *_CARD, _LINK_UNIT, f"piece sym-{symbol} p{player}")


def _blink() -> Figure:
    """Return a Blink with a socket on each of its faces."""
    corner = 2 * _BLINK / sqrt(3)
    outline = cut(art.hexagon_corners((0, 0), corner), closed=True)
    sockets = tuple(art.socket((0, 0), face) for face in range(6))
    return Figure.centred((*sockets, outline), 2 * corner, 2 * _BLINK, UNIT)
