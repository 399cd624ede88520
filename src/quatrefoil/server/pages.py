"""The page at each of its addresses: one document, whose head says what the address is about.

The page's scripts show the rest (`PAGES` in web/js/main.js has the same addresses). What sites show
of a link, and whether there is anything at all, is told here: an address that leads nowhere answers
404, with the page, which says so in friendly words.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from html import escape

from starlette.requests import Request
from starlette.responses import Response

from quatrefoil.core.errors import UnknownGameError
from quatrefoil.core.game import Game
from quatrefoil.core.registry import game as game_of
from quatrefoil.core.registry import names
from quatrefoil.match import RefusedError
from quatrefoil.server.api import Api
from quatrefoil.server.offline import offline_answers
from quatrefoil.server.picture_api import variant_of
from quatrefoil.server.pictures import can_draw
from quatrefoil.server.previews import (
    game_title,
    match_about,
    match_title,
    own_words,
    spoken_language,
)
from quatrefoil.server.static import OFFLINE, File, Files
from quatrefoil.view.words import words_of

log = logging.getLogger(__name__)

#: Seconds that a page waits for what it tells of to be stored.
_PATIENCE = 1.0
#: Where the head of the document has room for what the address is about.
_TITLE = "<title>Quatrefoil</title>"


@dataclass(frozen=True)
class About:
    """What is at an address."""

    title: str
    words: str
    #: The address of its picture on this server, and what the picture shows; a large one is a card.
    image: str
    alt: str
    is_card: bool = False
    #: Whether search engines may list it.
    listed: bool = True
    status: int = 200


class Pages:
    """Sends files, and the page where there is no file."""

    def __init__(self, api: Api, files: Files) -> None:
        self.lobby = api.lobby
        self.public_url = api.public_url
        self.files = files
        #: Files that are being made.
        self._making: dict[str, asyncio.Task[None]] = {}
        self._document = files.files["static/index.html"].body.decode()
        #: What other sites may show in a frame: a page of its own, from which no other is reached.
        self._embedded = files.files["static/embed.html"].body.decode()
        assert self._document.count(_TITLE) == self._embedded.count(_TITLE) == 1

    async def serve(self, request: Request) -> Response:
        """Send a file, or the page for an address without a file."""
        if found := await self._offline(request) or self.files.answer(request):
            return found
        language = spoken_language(request.headers.get("accept-language", ""))
        try:
            about = await self._about(request, language)
        except Exception as problem:
            # Whatever keeps us from telling of it, the page itself loads, and says what is wrong.
            if not isinstance(problem, RefusedError | TimeoutError):
                log.exception("no preview")
            about = await self._home(request, language)
        is_embedded = request.path_params["path"].startswith("embed/")
        document = self._embedded if is_embedded else self._document
        document = document.replace(_TITLE, self._head(request, about))
        answer = File.of("index.html", document.encode()).answer(request, about.status)
        answer.headers.add_vary_header("Accept-Language")
        if not about.listed:
            answer.headers["X-Robots-Tag"] = "noindex"
        return answer

    async def _offline(self, request: Request) -> Response | None:
        """Return the file of a game for those who are offline; it is made once."""
        path = request.path_params["path"]
        found = re.fullmatch(rf"games/([\w-]+)/{re.escape(OFFLINE)}", path)
        if not found or path in self.files.files or found[1] not in names():
            return None
        if path not in self._making:  # once, however many wait for it
            self._making[path] = self.lobby.start(self._make_offline(path, game_of(found[1])))
        await asyncio.shield(self._making[path])
        return self.files.files[path].answer(request)

    async def _make_offline(self, path: str, game: Game) -> None:
        try:
            make = partial(_offline_file, game)
            self.files.files[path] = await self.lobby.artists.load(path, make)
        finally:
            del self._making[path]

    async def _about(self, request: Request, language: str) -> About:
        path = request.path_params["path"]
        for pattern, tell in (*_ADDRESSES, _EMBEDDED):
            if found := re.fullmatch(pattern, path):
                try:
                    return await tell(self, request, language, *found.groups())
                except (UnknownGameError, RefusedError) as problem:
                    if isinstance(problem, RefusedError) and problem.code != "not-found":
                        raise
                    break
        return _missing(language)

    async def _home(self, request: Request, language: str) -> About:
        words = own_words(language)
        return About(words("site"), words("site.about"), "/static/icon-512.png", "Quatrefoil")

    async def _game(self, request: Request, language: str, page: str, name: str) -> About:
        game = game_of(name)
        if page in _NEEDED and not game.has(_NEEDED[page]):
            return _missing(language)
        title, words = game_title(game, language), own_words(language)
        return About(
            words(page, game=title),
            words_of(game.name, language)("summary"),
            f"/api/games/{game.name}/card.png?language={language}",
            words("picture", game=title),
            is_card=True,
        )

    async def _match(
        self, request: Request, language: str, match: str, at: str | None = None
    ) -> About:
        room = await self.lobby.find(match)
        variant = await variant_of(self.lobby, room.match.rules, language)
        found = await asyncio.wait_for(room.shown(lambda: room.match), _PATIENCE)
        moves = min(int(at), len(found.line)) if at else len(found.line)
        title = game_title(found.rules.game, language)
        return About(
            match_title(found, language),
            match_about(found, variant, language, moves),
            # The number is for those who keep pictures: after the next move it is another one.
            f"/api/matches/{match}/card.png?at={moves}&language={language}",
            own_words(language)("picture", game=title),
            is_card=True,
            listed=False,
        )

    async def _study(self, request: Request, language: str, study: str) -> About:
        row = await asyncio.wait_for(self.lobby.shelf.find(study), _PATIENCE)
        title = game_title(game_of(row.game), language)
        words = own_words(language)
        about = words("study.about", game=title)
        return About(
            words("study.title", title=row.title, game=title) if row.title else about,
            about,
            # The number is for those who keep pictures: the next version has another one.
            f"/api/studies/{row.id}/card.png?version={row.version}&language={language}",
            words("picture", game=title),
            is_card=True,
            listed=False,
        )

    def _head(self, request: Request, about: About) -> str:
        """Return the title and what sites read to preview a link."""
        url = self.public_url(request)
        has_card = about.is_card and can_draw()
        image = about.image if has_card or not about.is_card else "/static/icon-512.png"
        said = {
            "og:site_name": "Quatrefoil",
            "og:type": "website",
            "og:title": about.title,
            "og:description": about.words,
            "og:image": f"{url}{image}",
            "og:image:alt": about.alt,
        }
        if about.status == 200:
            said["og:url"] = f"{url}{request.url.path}"
        if has_card:
            said |= {"og:image:width": "1200", "og:image:height": "630"}
        named = {
            "description": about.words,
            "twitter:card": "summary_large_image" if has_card else "summary",
        }
        return "\n    ".join(
            [
                f"<title>{escape(about.title)}</title>",
                *(
                    f'<meta name="{name}" content="{escape(text)}" />'
                    for name, text in named.items()
                ),
                *(
                    f'<meta property="{name}" content="{escape(text)}" />'
                    for name, text in said.items()
                ),
            ]
        )


def _offline_file(game: Game) -> File:
    """Return the file with its answers, packed: that takes a while, too."""
    made = File.of(OFFLINE, offline_answers(game))
    assert made.packed
    return made


def _missing(language: str) -> About:
    words = own_words(language)
    image = "/static/icon-512.png"
    return About(
        words("missing"), words("missing.about"), image, "Quatrefoil", listed=False, status=404
    )


#: What a game must have for a page about it.
_NEEDED = {"learn": "learn.json", "edit": "edit", "puzzles": "puzzles.json"}

_Teller = Callable[..., Awaitable[About]]
#: The page that other sites may frame; it has a document and a script of its own.
_EMBEDDED = (r"embed/s/([\w-]+)", Pages._study)
#: The page's addresses, and what tells of each: the same as `PAGES` of web/js/main.js.
_ADDRESSES: tuple[tuple[str, _Teller], ...] = (
    (r"", Pages._home),
    (r"(new)/([\w-]+)", Pages._game),
    (r"m/([\w-]+)(?:/(\d{1,6}))?", Pages._match),
    (r"(learn)/([\w-]+)(?:/\d+)?", Pages._game),
    (r"(rules)/([\w-]+)", Pages._game),
    (r"s/([\w-]+)", Pages._study),
    (r"(study)/([\w-]+)", Pages._game),
    (r"(analysis)/([\w-]+)", Pages._game),
    (r"(edit)/([\w-]+)", Pages._game),
    (r"(design)/([\w-]+)", Pages._game),
    (r"(explore)/([\w-]+)", Pages._game),
    (r"(measure)/([\w-]+)", Pages._game),
    (r"(puzzles)/([\w-]+)(?:/[\w-]+)?", Pages._game),
)
