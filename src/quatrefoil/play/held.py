"""Who waits until the log of a match was read: requests to be decided, and others."""

from __future__ import annotations

import asyncio
import logging

from quatrefoil.play.answers import refusal, unavailable
from quatrefoil.play.asked import Asked
from quatrefoil.play.commits import MOST_WAITING

log = logging.getLogger(__name__)


class Held:
    """What is held of one match."""

    __slots__ = ("_asked", "_waiters")

    def __init__(self) -> None:
        self._asked: list[Asked] = []
        self._waiters: list[asyncio.Future[None]] = []

    def __bool__(self) -> bool:
        """Whether requests wait."""
        return bool(self._asked)

    def hold(self, asked: Asked) -> None:
        """Keep a request; refuse it where too many wait."""
        if len(self._asked) < MOST_WAITING:
            self._asked.append(asked)
        else:
            asked.reply(refusal(unavailable()))

    def decide(self, match: str) -> None:
        """Let all requests be decided, in the order in which they came."""
        held, self._asked = self._asked, []
        for asked in held:
            try:
                asked.attempt(asked)
            except Exception:  # a fault of ours in one request must not silence the others
                log.exception("not decided", extra={"data": {"match": match}})
                asked.reply(refusal(unavailable()))

    async def change(self) -> None:
        """Wait for the next change: something was read, or stored."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        await waiter

    def changed(self) -> None:
        """Wake those who wait for a change."""
        if self._waiters:
            waiters, self._waiters = self._waiters, []
            for waiter in waiters:
                if not waiter.done():
                    waiter.set_result(None)

    def refuse(self) -> None:
        """Refuse everybody: there is no such match."""
        held, self._asked = self._asked, []
        for asked in held:
            asked.reply(refusal(unavailable()))
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_exception(unavailable())
