"""Pictures as files: boards, cards for link previews, moving pictures, print sheets.

Plain functions for the thread of `Lobby.artists`; SVG can be drawn always, the rest needs the
extra `pictures`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from functools import cache
from importlib.util import find_spec

from quatrefoil.core.fields import Fields, read_json
from quatrefoil.core.game import Game
from quatrefoil.core.registry import position_from_json
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.draw import Look, draw
from quatrefoil.draw.card import card
from quatrefoil.draw.film import Moving, Reel
from quatrefoil.draw.picture import touched
from quatrefoil.match import RefusedError
from quatrefoil.play.present import Moment
from quatrefoil.server.previews import game_title
from quatrefoil.view.data import view_of
from quatrefoil.view.showcase import showcase_of
from quatrefoil.view.words import words_of

#: Pixels of the longer side: of a board by itself, and of a moving one.
_STILL, _MOVING = 1200, 480
#: Seconds for which a moving picture shows each position.
_SECONDS = 0.7
#: Bytes of pictures that are kept: a link in a lively group is asked for by many at once.
_KEPT = 16_000_000


@cache
def can_draw() -> bool:
    """Whether PNG, GIF and PDF can be made here."""
    return find_spec("typst") is not None and find_spec("PIL") is not None


def must_draw() -> None:
    """Refuse what cannot be drawn here."""
    if not can_draw():
        raise RefusedError(
            "unavailable", "this server makes no PNG, GIF or PDF: it lacks the extra 'pictures'"
        )


def board(moment: Moment, dark: bool = False, flipped: bool = False, size: int = _STILL) -> str:
    """Return a match at a moment as SVG, its latest move marked."""
    last: tuple[str, ...] = ()
    if moment.before is not None:
        view = view_of(moment.before.rules)
        last = touched(view.changes(moment.before, moment.before.parse(moment.token)))
    theme = "dark" if dark else "light"
    return draw(moment.position, Look(theme=theme, size=size, last=last, flipped=flipped))


def match_card(moment: Moment, heading: str, words: str) -> bytes:
    """Return a match as a card."""
    return rendered(card(board(moment), moment.position.rules.game.name, heading, words))


def game_card(game: Game, language: str) -> bytes:
    """Return a game as a card, with the position that stands for it on the home page."""
    position, _ = showcase_of(game)
    drawn = draw(position_from_json(position))
    words = words_of(game.name, language)("summary")
    return rendered(card(drawn, game.name, game_title(game, language), words))


def film(
    record: Moving, first: int, last: int, dark: bool, language: str = "en"
) -> Iterator[bytes | None]:
    """Make a GIF of a part of a record, in pieces; that of a match has captions."""
    from quatrefoil.draw.captions import captions_of
    from quatrefoil.draw.gif import animating

    look = Look(theme="dark" if dark else "light", size=_MOVING, language=language)
    return animating(Reel(record, first, last, _SECONDS), look, captions_of(record, look))


def sheet(game: Game, paper: str, language: str, options: str) -> bytes:
    """Return a game to print, or a variant of it whose options are given as JSON."""
    from quatrefoil.draw.print.document import print_game

    rules = None
    if options:
        asked = Fields({"options": read_json(options)}, "the query")
        rules = rules_of(game.name, asked.mapping("options"))
    return print_game(game, paper, language, rules=rules).pdf


def rendered(svg: str) -> bytes:
    """Return a picture as PNG."""
    from quatrefoil.draw.png import render

    return render(svg)


class Gallery:
    """Pictures that were drawn lately, by what they show; the oldest go first. On the loop."""

    def __init__(self, most: int = _KEPT) -> None:
        self._most = most
        self._bytes = 0
        self._pictures: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, what: Hashable) -> bytes | None:
        """Return a picture that is still here."""
        found = self._pictures.get(what)
        if found is not None:
            self._pictures.move_to_end(what)
        return found

    def keep(self, what: Hashable, picture: bytes) -> None:
        """Keep a picture for a while."""
        self._bytes += len(picture) - len(self._pictures.get(what, b""))
        self._pictures[what] = picture
        while self._bytes > self._most:
            _, oldest = self._pictures.popitem(last=False)
            self._bytes -= len(oldest)
