"""The requests of devices that want to be told of their turn, or no longer."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from quatrefoil.match import RefusedError
from quatrefoil.server.answers import Json
from quatrefoil.server.api import Api, counted, secret_of
from quatrefoil.server.forms import SUBSCRIBE, UNSUBSCRIBE
from quatrefoil.server.limits import Gate
from quatrefoil.server.lobby import holder_of
from quatrefoil.server.push.delivery import check_endpoint
from quatrefoil.server.push.keys import PushError, check_device
from quatrefoil.server.room import Room
from quatrefoil.server.store.contract import Subscription


class PushApi:
    """The requests."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.lobby = api.lobby
        limits = api.lobby.settings.limits
        self._asking = Gate("devices", limits.pushes_a_minute / 60, limits.pushes_at_once)

    async def subscribe(self, request: Request) -> Response:
        """Tell a device when it is the turn of the seats that a secret holds."""
        room, holder = await self._seated(request)
        given = SUBSCRIBE.read(await self.api.message(request))
        if self.lobby.pusher.public_key is None:
            raise RefusedError("not-allowed", "this server sends no messages: its host chose so")
        if room.match.over:
            raise RefusedError("over", "the match is over")
        try:
            check_endpoint(given["endpoint"])
            check_device(given["p256dh"], given["auth"])
        except PushError as problem:
            raise RefusedError("bad-request", str(problem)) from None
        device = Subscription(room.match.id, holder, created=self.lobby.now(), **given)
        most = self.lobby.settings.limits.devices_per_holder
        await self.lobby.store.subscribe(device, most)
        return Json({"ok": True})

    async def unsubscribe(self, request: Request) -> Response:
        """Tell a device nothing more of a match."""
        room, holder = await self._seated(request)
        endpoint = UNSUBSCRIBE.read(await self.api.message(request))["endpoint"]
        store = self.lobby.store
        await store.unsubscribe(match=room.match.id, holder=holder, endpoint=endpoint)
        return Json({"ok": True})

    async def _seated(self, request: Request) -> tuple[Room, str]:
        self._asking.enter(counted(request))
        room = await self.lobby.find(request.path_params["match"])
        holder = holder_of(secret_of(request))
        if not room.holds(holder):
            raise RefusedError("not-your-seat", "only who holds a seat is told of its turn")
        return room, holder
