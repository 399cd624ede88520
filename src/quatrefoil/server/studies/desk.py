"""One study that somebody looks at: all of them are told what has changed, and not too often."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Protocol

import orjson

from quatrefoil.match import RefusedError
from quatrefoil.play.present import encode
from quatrefoil.server.store.studies import StudyRow

log = logging.getLogger(__name__)

#: Bytes of a tree that is sent to everybody at once. Of a larger one they hear the version only,
#: and ask for it, not all in the same moment.
SENT_AT_ONCE = 16_384
#: Seconds from one message to the next, however often somebody edits.
PAUSE = 0.3
#: How many of those who look ask for a large tree within a second.
_ASKING_A_SECOND = 50


#: A study, and who makes each of its moves.
Told = tuple[StudyRow, list[int | None]]


class Viewer(Protocol):
    """Somebody who looks: a socket."""

    def send(self, message: bytes) -> None:
        """Take a message for the client."""

    def let_go(self) -> None:
        """Close after what waits has been sent."""


class Desk:
    """Who looks at one study. All methods run on the event loop."""

    def __init__(self, study: str, version: int, read: Callable[[], Awaitable[Told]]) -> None:
        self.study = study
        #: The version that everybody here has heard of.
        self.told = version
        self.viewers: set[Viewer] = set()
        self._read = read
        self._latest = version
        self._spoke = -PAUSE
        self._speaking: asyncio.Task[None] | None = None

    def hear(self, version: int) -> None:
        """Hear that there is another version; everybody is told of it soon."""
        self._latest = max(self._latest, version)
        if self._latest > self.told and self._speaking is None:
            self._speaking = asyncio.get_running_loop().create_task(self._speak())

    def farewell(self) -> None:
        """Tell everybody that the study is gone."""
        for viewer in list(self.viewers):
            viewer.send(encode({"type": "gone"}))
            viewer.let_go()

    def close(self) -> None:
        """Say nothing more."""
        if self._speaking:
            self._speaking.cancel()

    async def _speak(self) -> None:
        try:
            while self.viewers and self._latest > self.told:
                await asyncio.sleep(self._spoke + PAUSE - monotonic())
                row, movers = await self._read()
                self._spoke = monotonic()
                self.told = max(row.version, self.told)
                self._latest = max(self._latest, row.version)
                message = told_of(row, movers, len(self.viewers))
                for viewer in list(self.viewers):
                    viewer.send(message)
                if row.version < self._latest:
                    break  # the database is behind what was said; the next look finds it
        except RefusedError as problem:
            log.warning("a study was not told of", extra={"data": {"why": problem.message}})
        except Exception:
            log.exception("a study was not told of")
        finally:
            self._speaking = None


def told_of(row: StudyRow, movers: list[int | None], viewers: int = 1) -> bytes:
    """Return the message that tells of a version; of a large one it says when to ask for it."""
    message: dict[str, Any] = {"type": "study", "version": row.version, "title": row.title}
    if len(row.tree) <= SENT_AT_ONCE:
        message |= {"tree": orjson.Fragment(row.tree), "movers": movers}
    else:
        message["within"] = round(viewers / _ASKING_A_SECOND, 1)
    return encode(message)
