"""The HTTP API: one method a request, listed with its description in `ENDPOINTS`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.registry import all_games
from quatrefoil.match import RefusedError
from quatrefoil.match.messages import MAX_SECRET
from quatrefoil.match.schema import Form
from quatrefoil.match.seats import seats_of
from quatrefoil.play import present
from quatrefoil.server import blocking
from quatrefoil.server.addresses import is_local_url, shared_url
from quatrefoil.server.analysis.messages import MOST_LINES
from quatrefoil.server.answers import Json, answered, pack, refusal
from quatrefoil.server.catalogue import describe_game, describe_levels
from quatrefoil.server.forms import (
    EVENTS,
    MAX_EVENTS,
    MAX_STEPS,
    MINE,
    QR,
    STEPS,
    WAIT_SECONDS,
)
from quatrefoil.server.limits import Gate, too_many
from quatrefoil.server.lobby import Lobby, holder_of, new_secret
from quatrefoil.server.pictures import can_draw
from quatrefoil.server.proxies import counted_as
from quatrefoil.server.room import Room
from quatrefoil.server.security import must_be_json, must_be_own_page

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


class Api:
    """The requests."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        limits = lobby.settings.limits
        self._joining = Gate("seats taken", limits.joins_a_minute / 60, limits.joins_at_once)
        self._listing = Gate("lists", limits.lists_a_minute / 60, limits.lists_at_once)
        self._reading = Gate("documents", limits.documents_a_minute / 60, limits.documents_at_once)
        self.analysing = Gate("analyses", limits.analyses_a_minute / 60, limits.analyses_at_once)

    def guarded(self, handler: Handler, for_anyone: bool = False) -> Handler:
        """Return a handler that turns errors into refusals."""

        async def guard(request: Request) -> Response:
            try:
                settings = self.lobby.settings
                if not for_anyone:
                    must_be_own_page(request.method, request.headers, settings.public_url)
                answer = await handler(request)
                if for_anyone:
                    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
                return answer
            except QuatrefoilError as problem:
                self.lobby.metrics.refusals += 1
                return refusal(problem)

        return guard

    # ---- games --------------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        """List the games."""
        url = self.public_url(request)
        return await self.answer(
            request,
            lambda: {
                "games": [describe_game(game) for game in all_games()],
                "levels": describe_levels(),
                "server": {
                    "public_url": url,
                    "loopback": is_local_url(url),
                    "pictures": can_draw(),
                    "push": self.lobby.pusher.public_key,
                },
            },
        )

    async def rules(self, request: Request) -> Response:
        """Check options, and describe the board."""
        body = await self.body(request)
        return await self.answer(request, lambda: blocking.describe_rules(body))

    # ---- matches ------------------------------------------------------------------------------

    async def make_match(self, request: Request) -> Response:
        """Make a match."""
        client = counted(request)
        self.lobby.admit_match(client)
        body = await self.body(request)
        secret = new_secret()
        setup = await self.work(request, lambda: blocking.read_setup(body, holder_of(secret)))
        room = await self.lobby.make(setup, secret, client)
        room.host.computer.meet(holder_of(secret), client)
        match = room.match
        held = seats_of(match.seats, holder_of(secret))
        link = self._link(request, match.id)
        return Json(
            {
                "id": match.id,
                "secret": secret,
                "seats": held,
                "link": link,
                "take_along": f"{link}#{secret}",
            },
            201,
        )

    async def match(self, request: Request) -> Response:
        """Show a match."""
        room = await self.lobby.find(request.path_params["match"])
        holder = holder_of(secret_of(request))
        await room.read_draft(holder)
        whole = await room.shown(lambda: room.host.snapshot(holder))
        return await self.answer(request, lambda: whole)

    async def mine(self, request: Request) -> Response:
        """Say how matches stand in which somebody has seats: whose turn it is, how they ended."""
        self._listing.enter(counted(request))
        found, missing = [], []
        for asked in MINE.read(await self.message(request))["matches"]:
            try:
                room = await self.lobby.find(asked["id"])
                found.append(await room.shown(partial(self._summary, room, asked["secret"])))
            except RefusedError as problem:
                if problem.code != "not-found":
                    continue  # another time it may be readable
                missing.append(asked["id"])
        return Json({"matches": found, "missing": missing, "now": self.lobby.now()})

    def _summary(self, room: Room, secret: str | None) -> dict[str, Any]:
        return present.summary(room.match, holder_of(secret or ""), self.lobby.now())

    async def join(self, request: Request) -> Response:
        """Take an open seat."""
        self._joining.enter(counted(request))
        room = await self.lobby.find(request.path_params["match"])
        message = await self.message(request)
        secret = secret_of(request) or new_secret()
        held = await room.host.join(holder_of(secret), message)
        room.host.computer.meet(holder_of(secret), counted(request))
        link = self._link(request, room.match.id)
        return Json(
            {
                "id": room.match.id,
                "secret": secret,
                "seats": held,
                "take_along": f"{link}#{secret}",
            }
        )

    async def do(self, request: Request) -> Response:
        """Do what a message of the protocol says."""
        message = await self.message(request)
        arrived = self.lobby.now()  # the match may have to be read first
        room = await self.lobby.find(request.path_params["match"])
        holder, limits = holder_of(secret_of(request)), self.lobby.settings.limits
        if room.holds(holder):
            bucket = room.limits.messages(holder)
            if wait := bucket.take(limits.rate, limits.burst, monotonic()):
                raise too_many("requests", wait)
        client = counted(request)
        room.host.computer.meet(holder, client)
        asking = room.host.ask(holder, message, arrived, partial(room.admit, holder, client))
        return answered(await while_wanted(request, asking))

    async def events(self, request: Request) -> Response:
        """Show the log after an event."""
        room = await self.lobby.find(request.path_params["match"])
        query = read_query(request, EVENTS)
        after = query["after"]
        if query["wait"]:
            await self._wait(request, room, after)
        match, last = room.match.id, await room.shown(lambda: room.match.last)
        log = await self.lobby.store.events(match, after, min(last, after + MAX_EVENTS))
        return await self.answer(request, lambda: blocking.list_events(log, last))

    async def steps(self, request: Request) -> Response:
        """Show a match move by move."""
        room = await self.lobby.find(request.path_params["match"])
        query = read_query(request, STEPS)
        first = query["from"]

        def show() -> tuple[list[present.Moment], int]:
            total = len(room.match.line)
            last = min(query["to"], total, first + MAX_STEPS - 1)
            return present.moments(room.match, first, last), total

        moments, total = await room.shown(show)
        return await self.answer(request, lambda: {"steps": present.steps(moments), "total": total})

    async def record(self, request: Request) -> Response:
        """Show the record of a match."""
        room = await self.lobby.find(request.path_params["match"])
        record = await room.shown(lambda: present.record(room.match))
        return await self.answer(request, record.to_json)

    async def load_record(self, request: Request) -> Response:
        """Make a match to look at from a record."""
        self.lobby.admit_match(counted(request))
        body = await self.body(request, self.lobby.settings.limits.record)
        making = self.lobby.make_from_record(counted(request), lambda: blocking.read_record(body))
        room = await while_wanted(request, making)
        return Json({"id": room.match.id, "link": self._link(request, room.match.id)}, 201)

    # ---- study --------------------------------------------------------------------------------

    async def analyse(self, request: Request) -> Response:
        """Say which moves are good."""
        self.analysing.enter(counted(request))
        body = await self.body(request, self.lobby.settings.limits.record)
        line, level = await self.work(request, lambda: blocking.read_analysis(body))
        thinking = self.lobby.thinkers.analyse(line, level, MOST_LINES, counted(request))
        found = await while_wanted(request, thinking)
        return await self.answer(request, lambda: blocking.show_analysis(line, found))

    async def look(self, request: Request) -> Response:
        """Show a position, and what moves from it lead to."""
        body = await self.body(request)
        return await self.answer(request, lambda: blocking.look(body))

    async def read_document(self, request: Request) -> Response:
        """Read what was saved: a position, a record or a tree."""
        self._reading.enter(counted(request))
        body = await self.body(request, self.lobby.settings.limits.record)
        return await self.answer(request, lambda: blocking.read_document(body))

    async def qr(self, request: Request) -> Response:
        """Draw an address of this server as a QR code."""
        text = QR.read(await self.message(request))["text"]
        if not text.startswith(self.public_url(request)):
            raise RefusedError("not-allowed", "QR codes are for addresses of this server")
        picture = await self.work(request, lambda: blocking.draw_qr(text))
        return Response(picture, media_type="image/svg+xml")

    # ---- helpers ------------------------------------------------------------------------------

    def public_url(self, request: Request) -> str:
        """Return the address of this server as other people see it."""
        asked = str(request.base_url).rstrip("/")
        return shared_url(asked, address(request), self.lobby.settings)

    def _link(self, request: Request, match: str) -> str:
        return f"{self.public_url(request)}/m/{match}"

    async def _wait(self, request: Request, room: Room, after: int) -> None:
        """Wait for an event. Whoever waits takes a connection, as one with a socket does."""
        crowd, holder = self.lobby.crowd, holder_of(secret_of(request))
        visit = crowd.enter(counted(request))
        try:
            crowd.stay(visit, room.match.id, holder, room.holds(holder))
            await room.next_event(after, WAIT_SECONDS)
        finally:
            crowd.leave(visit)

    async def answer(self, request: Request, work: Callable[[], Any]) -> Response:
        """Answer with what takes a while: done, and written as JSON, beside the event loop."""
        accepted = request.headers.get("accept-encoding", "")

        def made() -> Json:
            answer = Json(work())
            pack(answer, accepted)
            return answer

        return await self.work(request, made)

    async def work(self, request: Request, work: Callable[[], T]) -> T:
        """Do what takes a while beside the event loop, as long as the client waits for it."""
        return await while_wanted(request, self.lobby.workers.run(counted(request), work))

    async def message(self, request: Request) -> Any:
        """Return the data of a request that is no longer than a message of a socket."""
        return blocking.read_body(await self.body(request, self.lobby.settings.limits.frame))

    async def body(self, request: Request, most: int | None = None) -> bytes:
        """Return the body of a request, if it is JSON and not too large."""
        most = most or self.lobby.settings.limits.body
        body = bytearray()
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise RefusedError("too-large", f"a request has at most {most} bytes")
        except ClientDisconnect:  # or sent what is no HTTP
            raise RefusedError("bad-request", "the request ended before its body") from None
        must_be_json(request.headers)
        return bytes(body)


async def while_wanted(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Do something for as long as the client waits for it."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(client_gone(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise RefusedError("unavailable", "nobody waits for this any more")
        return task.result()
    finally:
        gone.cancel()
        task.cancel()


async def client_gone(request: Request) -> None:
    """Wait until the client of a request, whose body has been read, closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def address(request: Request) -> str:
    """Return the address that a request comes from."""
    return request.client.host if request.client else ""


def counted(request: Request) -> str:
    """Return what limits count a request by."""
    return counted_as(address(request))


def secret_of(request: Request) -> str:
    """Return the secret that a request carries, or nothing."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if not kind:
        return ""
    if kind.lower() != "bearer" or not 0 < len(secret) <= MAX_SECRET:
        raise RefusedError("bad-request", "a secret is sent as Authorization: Bearer SECRET")
    return secret


def read_query(request: Request, form: Form) -> dict[str, Any]:
    """Return what a query asks for."""
    return form.read({name: _number(text) for name, text in request.query_params.items()})


def _number(text: str) -> int | str:
    """Return a whole number that is written in digits; anything else as it is."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else text
