"""The ASGI application: routes, and what lives as long as they do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from quatrefoil.server.api import Api
from quatrefoil.server.hall import Hall
from quatrefoil.server.security import SecurityHeaders
from quatrefoil.server.settings import Settings
from quatrefoil.server.sockets import Door
from quatrefoil.server.static import Files


class Server:
    """Everything that answers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.hall: Hall | None = None

    @asynccontextmanager
    async def life(self, app: Starlette) -> AsyncIterator[None]:
        """Open the hall, serve, close it."""
        hall = Hall(self.settings)
        api, door, files = Api(hall), Door(hall), Files()
        app.router.routes.extend(routes(hall, api, door, files))
        await hall.open()
        yield
        await hall.close()


def routes(hall: Hall, api: Api, door: Door, files: Files) -> list[Route | WebSocketRoute]:
    """Return what is answered where."""
    match = "/api/matches/{match}"
    table = [
        ("/api/games", "GET", api.games),
        ("/api/rules", "POST", api.rules),
        ("/api/matches", "POST", api.make_match),
        (match, "GET", api.match),
        (f"{match}/join", "POST", api.join),
        (f"{match}/do", "POST", api.do),
        (f"{match}/events", "GET", api.events),
        (f"{match}/steps", "GET", api.steps),
        (f"{match}/record", "GET", api.record),
        ("/api/records", "POST", api.load_record),
        ("/api/analyse", "POST", api.analyse),
        ("/api/look", "POST", api.look),
        ("/api/qr", "POST", api.qr),
    ]
    found: list[Route | WebSocketRoute] = [
        Route(path, api.guarded(handler), methods=[method]) for path, method, handler in table
    ]

    async def healthz(request: Request) -> Response:
        return PlainTextResponse("ok\n")

    found.append(Route("/healthz", healthz))
    found.append(WebSocketRoute(f"{match}/socket", door.enter))
    found.extend(files.routes())
    return found


def make_app(settings: Settings) -> SecurityHeaders:
    """Return the application."""
    server = Server(settings)
    return SecurityHeaders(Starlette(lifespan=server.life))


__all__ = ["WebSocket", "make_app"]
