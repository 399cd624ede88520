"""Trifoil on paper: the designers' five boards, links to lay on them, and Blinks to spin.

A board is a mat. To spin a triangle by hand, lay cut-out Blinks on the mat and carry three of them
round with what lies on them; or just move the links.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from quatrefoil.draw.print.nets import cut
from quatrefoil.draw.print.sheet import (
    STANDARD,
    Cutout,
    Edition,
    Figure,
    Leaf,
    PieceSet,
    Side,
    dots,
)
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


def boards(edition: Edition = STANDARD) -> tuple[Leaf, ...]:
    """Return the five boards (TF-3), a page each."""
    return tuple(Leaf((board(_rules(name), edition),)) for name in BOARDS)


def pieces(rules: Any = None, edition: Edition = STANDARD) -> tuple[PieceSet, ...]:
    """Return links and Blinks, for the board that needs most of them where none is told.

    Where all is on one page there are no Blinks to spin: one moves the links. Nor are there where
    a board of one's own has nothing that spins.
    """
    every = [rules] if rules else [_rules(name) for name in BOARDS]
    links = max(_links(each) for each in every)
    blinks = max(len(each.board.names) for each in every)
    cards = tuple(Cutout(symbol, _link(symbol, edition), links) for symbol in view.SYMBOLS)
    told = "print.links.note" if rules is None else "print.links.variant"
    notes = [Phrase(told, {"count": links})]
    if edition.raised:
        notes.append(Phrase("print.links.raised"))
    columns = 0 if edition.scale > 1 else _COLUMNS
    linked = PieceSet(Phrase("print.links"), cards, tuple(notes), columns=columns)
    if edition.one_page or not any(each.board.shapes for each in every):
        return (linked,)
    spun = PieceSet(
        Phrase("print.blinks"),
        (Cutout("blink", _blink(), blinks),),
        (Phrase("print.blinks.note"),),
        gap=1,
    )
    return linked, spun


def _links(rules: Any) -> int:
    """Return how many links a player has; without a limit (TF-11), as many as there are faces."""
    return int(rules.options["links"]) or rules.board.inner


def _rules(name: str) -> Any:
    return GAME.rules({"board": name})


def board(rules: Any, edition: Edition = STANDARD) -> Side:
    """Return the board of some rules, whoever drew it."""
    options = rules.options
    figure = Figure.of_board(view.board(rules), UNIT, _MARGIN)
    notes = [
        Phrase("print.board.chain", {"count": options["chain"]}),
        Phrase("print.board.links", {"count": _links(rules)}),
    ]
    if rules.board.shapes:
        notes.append(Phrase("print.board.spin"))
    title = Phrase("print.board", {"count": len(rules.board.names)})
    name = options["board"] if isinstance(options["board"], str) else ""
    return Side(title, figure, tuple(notes), name=name, rules=rules)


def _link(symbol: str, edition: Edition) -> Figure:
    player = view.SYMBOLS.index(symbol)
    shapes = art.links()[symbol]
    if edition.raised:
        # One mark for Red, two for Blue.
        shapes = (*shapes, *dots(((0, 0),) if player == 0 else ((-9, 0), (9, 0)), 2.6))
    return Figure.centred(shapes, *_CARD, _LINK_UNIT, f"piece sym-{symbol} p{player}")


def _blink() -> Figure:
    """Return a Blink with a socket on each of its faces."""
    corner = 2 * _BLINK / sqrt(3)
    outline = cut(art.hexagon_corners((0, 0), corner), closed=True)
    sockets = tuple(art.socket((0, 0), face) for face in range(6))
    return Figure.centred((*sockets, outline), 2 * corner, 2 * _BLINK, UNIT)
