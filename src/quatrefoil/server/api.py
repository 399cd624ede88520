"""The HTTP API: one method a request, listed with its description in `ENDPOINTS`."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import Any

import segno
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.fields import Fields, read_json
from quatrefoil.core.line import Line
from quatrefoil.core.record import Record
from quatrefoil.core.registry import all_games, position_from_json
from quatrefoil.core.registry import game as game_of
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.match import RefusedError
from quatrefoil.match.messages import JOIN, MAX_SECRET
from quatrefoil.match.schema import Form
from quatrefoil.match.seats import seats_of
from quatrefoil.match.setup import Setup
from quatrefoil.play import present
from quatrefoil.search import LEVELS
from quatrefoil.server.addresses import is_local_url, shared_url
from quatrefoil.server.answers import Json, answered, refusal
from quatrefoil.server.catalogue import describe_game
from quatrefoil.server.endpoints import (
    ANALYSE,
    EVENTS,
    LEVEL_NUMBERS,
    LOOK,
    MAX_STEPS,
    QR,
    RULES,
    STEPS,
    WAIT_SECONDS,
)
from quatrefoil.server.limits import Gate, too_many
from quatrefoil.server.lobby import Lobby, holder_of, new_secret
from quatrefoil.server.proxies import counted_as
from quatrefoil.server.room import Room
from quatrefoil.server.security import must_be_json, must_be_own_page
from quatrefoil.view.data import view_of

Handler = Callable[[Request], Awaitable[Response]]

#: How many moves a review looks at.
MAX_REVIEWED = 600


class Api:
    """The requests."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        limits = lobby.settings.limits
        self._asking = Gate("requests", limits.rate, limits.burst)
        self._joining = Gate("seats taken", limits.joins_a_minute / 60, limits.joins_at_once)
        self._analysing = Gate("analyses", limits.analyses_a_minute / 60, limits.analyses_at_once)

    def guarded(self, handler: Handler) -> Handler:
        """Return a handler that counts requests and turns errors into refusals."""

        async def guard(request: Request) -> Response:
            try:
                settings = self.lobby.settings
                must_be_own_page(request.method, request.headers, settings.public_url)
                self._asking.enter(counted(request))
                return await handler(request)
            except QuatrefoilError as problem:
                self.lobby.metrics.refusals += 1
                return refusal(problem)

        return guard

    # ---- games --------------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        """List the games."""
        return Json(
            {
                "games": [describe_game(game) for game in all_games()],
                "levels": [{"level": level.number, "name": level.name} for level in LEVELS],
                "server": {
                    "public_url": self.public_url(request),
                    "loopback": is_local_url(self.public_url(request)),
                },
            }
        )

    async def rules(self, request: Request) -> Response:
        """Check options, and describe the board."""
        given = RULES.read(await self._json(request))
        rules = rules_of(game_of(given["game"]).name, given["options"])
        return Json(
            {
                "game": rules.game.name,
                "rules": str(rules),
                "options": dict(rules.options),
                "changed": dict(rules.changed),
                "players": rules.players,
                "player_names": rules.player_names,
                "has_dice": rules.has_dice,
                "board": present.drawn(view_of(rules).board(rules)),
            }
        )

    # ---- matches ------------------------------------------------------------------------------

    async def make_match(self, request: Request) -> Response:
        """Make a match."""
        data = await self._json(request)
        self.lobby.admit_match(counted(request))
        secret = new_secret()
        setup = Setup.from_json(data, LEVEL_NUMBERS, holder_of(secret))
        match = (await self.lobby.make(setup, secret)).match
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
        await room.host.stored()
        return Json(room.host.snapshot(holder_of(secret_of(request))))

    async def join(self, request: Request) -> Response:
        """Take an open seat."""
        self._joining.enter(counted(request))
        room = await self.lobby.find(request.path_params["match"])
        fields = Fields(await self._json(request), JOIN.what)
        secret = secret_of(request) or new_secret()
        held = await room.host.join(holder_of(secret), fields)
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
        message = await self._json(request)
        arrived = self.lobby.now()  # the match may have to be read first
        room = await self.lobby.find(request.path_params["match"])
        holder, limits = holder_of(secret_of(request)), self.lobby.settings.limits
        if room.holds(holder):
            bucket = room.limits.messages(holder)
            if wait := bucket.take(limits.rate, limits.burst, monotonic()):
                raise too_many("requests", wait)
        admit = partial(room.admit, holder, counted(request))
        return answered(await room.host.ask(holder, message, arrived, admit))

    async def events(self, request: Request) -> Response:
        """Show the log after an event."""
        room = await self.lobby.find(request.path_params["match"])
        query = _query(request, EVENTS)
        after = query["after"]
        if query["wait"]:
            await self._wait(request, room, after)
        await room.host.stored()
        last = room.match.last
        log = await asyncio.to_thread(self.lobby.store.events, room.match.id, after, last)
        return Json({"events": [event.public() for event in log], "last": last})

    async def steps(self, request: Request) -> Response:
        """Show a match move by move."""
        room = await self.lobby.find(request.path_params["match"])
        await room.host.stored()
        total = len(room.match.line)
        query = _query(request, STEPS)
        first = query["from"]
        last = min(query["to"], total, first + MAX_STEPS - 1)
        return Json({"steps": present.steps(room.match, first, last), "total": total})

    async def record(self, request: Request) -> Response:
        """Show the record of a match."""
        room = await self.lobby.find(request.path_params["match"])
        await room.host.stored()
        return Json(present.record(room.match).to_json())

    async def load_record(self, request: Request) -> Response:
        """Make a match to look at from a record."""
        data = await self._json(request)
        self.lobby.admit_match(counted(request))
        room = await self.lobby.make_from_record(Record.from_json(data))
        return Json({"id": room.match.id, "link": self._link(request, room.match.id)}, 201)

    # ---- study --------------------------------------------------------------------------------

    async def analyse(self, request: Request) -> Response:
        """Say which moves are good."""
        given = ANALYSE.read(await self._json(request))
        record, position = given["record"], given["position"]
        if (record is None) == (position is None):
            raise RefusedError("bad-request", "an analysis is of a record or of a position")
        line = (
            Record.from_json(record).replay()
            if position is None
            else Line(position_from_json(position))
        )
        if line.position.turn < 0:
            raise RefusedError("not-allowed", "there is nothing to choose: nobody is to move")
        self._analysing.enter(counted(request))
        found = await self.lobby.thinkers.search(line, given["level"], present.BEST)
        return Json(present.analysis(line.position, found))

    async def review(self, request: Request) -> Response:
        """Say what every move of a finished match was worth."""
        room = await self.lobby.find(request.path_params["match"])
        await room.host.stored()
        if not room.match.over:
            raise RefusedError("not-allowed", "a review comes after the match")
        record = room.match.record()
        if len(record.moves) > MAX_REVIEWED:
            raise RefusedError("not-allowed", f"reviews are of at most {MAX_REVIEWED} moves")
        self._analysing.enter(counted(request))
        points = await self.lobby.thinkers.review(record)
        return Json({"points": [present.verdict(point) for point in points]})

    async def look(self, request: Request) -> Response:
        """Show a position, and what moves from it lead to."""
        given = LOOK.read(await self._json(request))
        line = Line(position_from_json(given["position"]))
        return Json(present.look(line, given["tokens"]))

    async def qr(self, request: Request) -> Response:
        """Draw an address of this server as a QR code."""
        text = QR.read(await self._json(request))["text"]
        if not text.startswith(self.public_url(request)):
            raise RefusedError("not-allowed", "QR codes are for addresses of this server")
        picture = io.BytesIO()
        segno.make(text, error="m").save(picture, kind="svg", border=2, xmldecl=False, svgns=True)
        return Response(picture.getvalue(), media_type="image/svg+xml")

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

    async def _json(self, request: Request) -> Any:
        """Return the body of a request, if it is JSON and not too large."""
        most = self.lobby.settings.limits.body
        body = bytearray()
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise RefusedError("too-large", f"a request has at most {most} bytes")
        except ClientDisconnect:  # or sent what is no HTTP
            raise RefusedError("bad-request", "the request ended before its body") from None
        must_be_json(request.headers)
        try:
            return read_json(body.decode())
        except UnicodeDecodeError:
            raise RefusedError("bad-request", "the body is not UTF-8 text") from None


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


def _query(request: Request, form: Form) -> dict[str, int]:
    """Return the whole numbers of a query."""
    return form.read({name: _number(text) for name, text in request.query_params.items()})


def _number(text: str) -> int | str:
    """Return a whole number that is written in digits; anything else as it is."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else text
