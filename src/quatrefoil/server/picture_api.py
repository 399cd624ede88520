"""The requests for pictures: each is drawn once, in a thread, and seldom by one client.

Pictures show what a guest of the match sees. They are kept by the number of the last event: what
happened since makes another picture.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from starlette.requests import Request
from starlette.responses import Response

from quatrefoil.core.game import Rules
from quatrefoil.core.record import Record
from quatrefoil.core.registry import game as game_of
from quatrefoil.match import RefusedError
from quatrefoil.play import present
from quatrefoil.server import pictures
from quatrefoil.server.api import counted, read_query, while_wanted
from quatrefoil.server.forms import CARD, FILM, GAME_CARD, MAX_FRAMES, PICTURE, SHEET
from quatrefoil.server.limits import Gate
from quatrefoil.server.lobby import Lobby
from quatrefoil.server.previews import match_about, match_title, variant_name

#: Previews are looked at by many within a moment; after that they may show something new.
_FRESH = "max-age=60"


class PictureApi:
    """The requests."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        limits = lobby.settings.limits
        self.drawing = Gate("pictures", limits.pictures_a_minute / 60, limits.pictures_at_once)
        self._gallery = pictures.Gallery()

    async def picture(self, request: Request) -> Response:
        """Draw a match after some moves."""
        self.drawing.enter(counted(request))
        room = await self.lobby.find(request.path_params["match"])
        asked = read_query(request, PICTURE)

        def show() -> tuple[int, int, present.Moment]:
            at = min(asked["at"], len(room.match.line))
            (moment,) = present.moments(room.match, at, at)
            return room.match.last, at, moment

        last, at, moment = await room.shown(show)
        dark, flipped = bool(asked["dark"]), bool(asked["flipped"])
        what = ("svg", room.match.id, last, at, dark, flipped)
        make = lambda: pictures.board(moment, dark, flipped).encode()
        return await self.answer(request, what, make, "image/svg+xml")

    async def card(self, request: Request) -> Response:
        """Draw a match as a card for link previews."""
        pictures.must_draw()
        self.drawing.enter(counted(request))
        room = await self.lobby.find(request.path_params["match"])
        asked = read_query(request, CARD)
        language = asked["language"]
        variant = await variant_of(self.lobby, room.match.rules, language)

        def show() -> tuple[Hashable, present.Moment, str, str]:
            match = room.match
            at = min(asked["at"], len(match.line))
            (moment,) = present.moments(match, at, at)
            what = ("card", match.id, match.last, at, language)
            about = match_about(match, variant, language, at)
            return what, moment, match_title(match, language), about

        what, moment, heading, words = await room.shown(show)
        make = lambda: pictures.match_card(moment, heading, words)
        return await self.answer(request, what, make, "image/png")

    async def film(self, request: Request) -> Response:
        """Draw a match as a picture that moves."""
        pictures.must_draw()
        self.drawing.enter(counted(request))
        room = await self.lobby.find(request.path_params["match"])
        asked = read_query(request, FILM)
        first, dark, language = asked["from"], bool(asked["dark"]), asked["language"]

        def show() -> tuple[Hashable, Record, int]:
            match = room.match
            last = min(asked["to"], len(match.line))
            if not 0 <= last - first < MAX_FRAMES:
                raise RefusedError(
                    "not-allowed",
                    f"a moving picture has 1 to {MAX_FRAMES} positions, not {last - first + 1}",
                )
            what = ("film", match.id, match.last, first, last, dark, language)
            return what, present.record(match), last

        what, record, last = await room.shown(show)
        make = lambda: pictures.film(record, first, last, dark, language)
        return await self.answer_in_pieces(request, what, make, "image/gif")

    async def game_card(self, request: Request) -> Response:
        """Draw a game as a card for link previews."""
        pictures.must_draw()
        self.drawing.enter(counted(request))
        game, language = game_of(request.path_params["game"]), _language(request)
        make = lambda: pictures.game_card(game, language)
        return await self.answer(request, ("game", game.name, language), make, "image/png")

    async def sheet(self, request: Request) -> Response:
        """Print a game: boards, pieces and rules to cut out."""
        pictures.must_draw()
        self.drawing.enter(counted(request))
        game, asked = game_of(request.path_params["game"]), read_query(request, SHEET)
        if not game.has("sheet"):
            raise RefusedError("not-found", f"{game.name} has no print sheet")
        paper, language = asked["paper"], asked["language"]
        options = asked["options"]
        make = lambda: pictures.sheet(game, paper, language, options)
        what = ("sheet", game.name, paper, language, options)
        answer = await self.answer(request, what, make, "application/pdf")
        name = f"{game.name}-{paper}-{language}.pdf"
        answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
        return answer

    async def answer(
        self, request: Request, what: Hashable, make: Callable[[], bytes], kind: str
    ) -> Response:
        """Answer with a picture: one that is here, or one that is drawn now."""
        return await self.answer_in_pieces(request, what, lambda: iter([make()]), kind)

    async def answer_in_pieces(
        self,
        request: Request,
        what: Hashable,
        make: Callable[[], Iterator[bytes | None]],
        kind: str,
    ) -> Response:
        """Answer with what takes long to draw: others have their turn after every piece of it."""
        found = self._gallery.get(what)
        if found is None:
            drawing = self.lobby.artists.in_pieces(counted(request), make)
            found = await while_wanted(request, drawing)
            self._gallery.keep(what, found)
        return Response(found, headers={"Cache-Control": _FRESH}, media_type=kind)


async def variant_of(lobby: Lobby, rules: Rules, language: str) -> str:
    """Return what rules are called; to make all presets of a game takes a while, once."""
    return await lobby.workers.load(rules.game.name, variant_name, rules, language)


def _language(request: Request) -> str:
    language: str = read_query(request, GAME_CARD)["language"]
    return language
