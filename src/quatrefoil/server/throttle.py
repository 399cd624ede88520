"""How often one address may ask over HTTP, for files and numbers as for anything else.

Files come in crowds, as the page has many: those that come too fast are sent one after the other.
Requests are refused. Who asks too often waits for the refusal, too: else a crowd of connections
would have the event loop refuse all day, as fast as it can.
"""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Receive, Scope, Send

from quatrefoil.match import RefusedError
from quatrefoil.server.answers import refusal
from quatrefoil.server.limits import Gate
from quatrefoil.server.proxies import counted_as
from quatrefoil.server.settings import Limits

#: What asks about matches: the page of one tells how it stands.
_ASKING = ("/api/", "/m/")
#: Seconds before a refusal is sent, and for which a file is waited for at most.
_REFUSAL_SECONDS, _FILE_SECONDS = 1.0, 5.0


class Throttle:
    """Lets requests through, or refuses them."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self._requests = Gate("requests", limits.rate, limits.burst)
        #: The page comes in many small files, which are in memory.
        self._files = Gate("files", limits.files, limits.files_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        address = counted_as(client[0] if client else "")
        try:
            if scope["path"].startswith(_ASKING):
                self._requests.enter(address)
            elif wait := self._files.wait_for(address, _FILE_SECONDS):
                await asyncio.sleep(wait)
        except RefusedError as problem:
            await asyncio.sleep(_REFUSAL_SECONDS)
            await refusal(problem)(scope, receive, send)
            return
        await self.app(scope, receive, send)
