"""Reviews, line by line as they are found out, and verdicts on single turns.

A review takes seconds: whoever asks sees the first lines at once. It is thought about in slices
that are fair to others (play/thinkers.py), and no longer than somebody reads it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from quatrefoil.core.record import Record
from quatrefoil.match import RefusedError
from quatrefoil.play.present import encode
from quatrefoil.play.reviews import verdict
from quatrefoil.server import blocking
from quatrefoil.server.answers import Json
from quatrefoil.server.api import Api, client_gone, counted, while_wanted

log = logging.getLogger(__name__)

#: How many moves a review looks at.
MAX_REVIEWED = 600


class ReviewApi:
    """The requests."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._lobby = api.lobby

    async def review(self, request: Request) -> Response:
        """Say what every turn of a finished match was worth."""
        room = await self._lobby.find(request.path_params["match"])

        def show() -> Record:
            if not room.match.over:
                raise RefusedError("not-allowed", "a review comes after the match")
            if len(room.match.line) > MAX_REVIEWED:
                raise RefusedError("not-allowed", f"reviews are of at most {MAX_REVIEWED} moves")
            return room.match.record()

        record = await room.shown(show)
        self._api.analysing.enter(counted(request))
        lines: asyncio.Queue[bytes] = asyncio.Queue()
        thinkers = self._lobby.thinkers
        thinking = asyncio.ensure_future(
            thinkers.review(record, counted(request), lines.put_nowait)
        )
        streaming = _stream(request, lines, thinking)
        # Refusals come before the first line, and with a status of their own.
        first = await anext(streaming, None)
        if first is None:
            raise RefusedError("unavailable", "nobody waits for this any more")
        return StreamingResponse(
            _all_of(first, streaming),
            media_type="application/x-ndjson",
            # Compressing would hold lines back.
            headers={"Cache-Control": "no-store", "Content-Encoding": "identity"},
        )

    async def judge(self, request: Request) -> Response:
        """Say what a turn gives away in a position."""
        client = counted(request)
        self._api.analysing.enter(client)
        body = await self._api.body(request)
        reading = self._lobby.workers.run(client, blocking.read_turn, body)
        line, tokens = await while_wanted(request, reading)
        thinking = self._lobby.thinkers.judge(line, tokens, client)
        found = await while_wanted(request, thinking)
        return Json(verdict(line, found))


async def _all_of(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for line in rest:
        yield line


async def _stream(
    request: Request, lines: asyncio.Queue[bytes], thinking: asyncio.Future[None]
) -> AsyncIterator[bytes]:
    """Yield lines for as long as the client reads them; then nobody thinks about them any more."""
    gone = asyncio.ensure_future(client_gone(request))
    begun = False
    try:
        while not gone.done():
            reading = asyncio.ensure_future(lines.get())
            await asyncio.wait((reading, thinking, gone), return_when=asyncio.FIRST_COMPLETED)
            if reading.done():
                yield reading.result()
                begun = True
                continue
            reading.cancel()
            if thinking.done() and lines.empty():
                problem = thinking.exception()
                if problem and not begun:
                    raise problem
                if problem:
                    log.error("a review broke off", exc_info=problem)
                    words = "the review broke off: try again"
                    yield encode({"type": "refused", "message": words}) + b"\n"
                return
    finally:
        gone.cancel()
        thinking.cancel()
