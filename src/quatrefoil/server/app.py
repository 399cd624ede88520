"""The ASGI application: routes, and what lives as long as they do."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import orjson
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from quatrefoil import __version__
from quatrefoil.server.analysis.door import PATH as ANALYSIS_SOCKETS
from quatrefoil.server.analysis.door import AnalysisServer
from quatrefoil.server.answers import PACK_LEVEL, PACKED_FROM
from quatrefoil.server.api import Api, Handler
from quatrefoil.server.editing import EditingApi
from quatrefoil.server.endpoints import ENDPOINTS
from quatrefoil.server.explore_api import ExploreApi
from quatrefoil.server.lobby import Lobby
from quatrefoil.server.metrics import ServerCollector
from quatrefoil.server.openapi import openapi
from quatrefoil.server.pages import Pages
from quatrefoil.server.picture_api import PictureApi
from quatrefoil.server.proxies import Proxies
from quatrefoil.server.push.push_api import PushApi
from quatrefoil.server.puzzle_api import PuzzleApi
from quatrefoil.server.review_api import ReviewApi
from quatrefoil.server.security import SecurityHeaders
from quatrefoil.server.settings import Settings
from quatrefoil.server.sockets import SocketServer
from quatrefoil.server.static import Files
from quatrefoil.server.studies.study_api import StudyApi
from quatrefoil.server.studies.study_sockets import PATH as STUDY_SOCKETS
from quatrefoil.server.studies.study_sockets import StudySockets
from quatrefoil.server.throttle import Throttle


class Entrance:
    """Hands sockets to their own handler, and everything else to Starlette.

    Starlette's layers do nothing for a socket, but each would keep a coroutine while it is open.
    """

    def __init__(self, pages: ASGIApp, proxies: Proxies) -> None:
        self.pages = pages
        self.proxies = proxies
        #: There is one while the application lives.
        self.door: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.proxies and scope["type"] != "lifespan":
            self.proxies.unveil(scope)
        if scope["type"] == "websocket" and self.door:
            await self.door(scope, receive, send)
            return
        # A client that goes away before its request is whole is not worth a line in the log.
        with suppress(ClientDisconnect):
            await self.pages(scope, receive, send)


class Doors:
    """Hands each socket to whom its path belongs to; `usual` takes all others."""

    def __init__(self, usual: ASGIApp, *special: tuple[re.Pattern[str], ASGIApp]) -> None:
        self._usual = usual
        self._special = special

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        fitting = (door for pattern, door in self._special if pattern.fullmatch(path))
        await next(fitting, self._usual)(scope, receive, send)


def make_app(settings: Settings) -> Entrance:
    """Return the application; its lobby opens and closes with it."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        lobby = await Lobby.opened(settings)
        app.router.routes.extend(routes(lobby))
        entrance.door = Doors(
            SocketServer(lobby),
            (STUDY_SOCKETS, StudySockets(lobby)),
            (ANALYSIS_SOCKETS, AnalysisServer(lobby)),
        )
        await lobby.open()
        yield
        await lobby.close()

    # What takes long to compress comes from `Workers` and is compressed there, in one thread.
    packing = Middleware(GZipMiddleware, minimum_size=PACKED_FROM, compresslevel=PACK_LEVEL)
    answers = Starlette(lifespan=life, middleware=[packing])
    pages = SecurityHeaders(Throttle(answers, settings.limits))
    entrance = Entrance(pages, Proxies(settings.trusted_proxies))
    return entrance


def routes(lobby: Lobby) -> list[BaseRoute]:
    """Return the routes; the last one takes every address that no other has."""
    api, drawing, collector = Api(lobby), PictureApi(lobby), ServerCollector(lobby)
    telling, studying = PushApi(api), StudyApi(api, drawing)
    exploring, reviewing, putting = ExploreApi(api), ReviewApi(api), EditingApi(api)
    asking = PuzzleApi(api)
    pages = Pages(api, Files())
    # It takes 2 ms to write, and never changes.
    description = orjson.Fragment(orjson.dumps(openapi(__version__)))

    def handler_of(name: str) -> Handler:
        owners = (api, drawing, telling, studying, exploring, reviewing, putting, asking)
        owner = next(each for each in owners if hasattr(each, name))
        found: Handler = getattr(owner, name)
        return found

    async def describe(request: Request) -> Response:
        return await api.answer(request, lambda: description)

    async def metrics(request: Request) -> Response:
        return collector.answer()

    return [
        *(
            Route(
                endpoint.path,
                api.guarded(handler_of(endpoint.handler), endpoint.for_anyone),
                methods=[endpoint.method],
            )
            for endpoint in ENDPOINTS
        ),
        Route("/api/openapi.json", api.guarded(describe)),
        Route("/livez", lobby.monitor.alive),
        Route("/readyz", lobby.monitor.ready),
        Route("/healthz", lobby.monitor.ready),
        Route("/metrics", metrics),
        Route("/{path:path}", pages.serve, methods=["GET"]),
    ]
