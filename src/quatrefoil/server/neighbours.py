"""The other processes that share the database: what is heard of them, and what they are told.

Each process knows of every match that it has open which others have it open, too, and tells only
them what happens there. Whoever opens a match asks all others, and those who have it open answer:

    A opens X ─▶ all: "X is open here" ─▶ B has X open, notes A ─▶ A: "here too", X's last event
    A notes B ─▶ B: X's last event                   (what was stored before each knew the other)

With the last event goes who is in the match there, and that there is a draft. It is the same after
a connection was lost: whoever may have missed something asks for all that is open.

Nothing depends on news. What was missed is found by a look at all live matches, once a second; and
who finds something by looking asks again, since somebody does not know that they have it open.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from quatrefoil.server.news import Here, News

if TYPE_CHECKING:
    from quatrefoil.server.lobby import Lobby

log = logging.getLogger(__name__)

#: Seconds between two looks at all live matches.
LOOK_SECONDS = 1.0
#: Seconds without a sign of life after which those who are at another process are gone.
_GONE_SECONDS = 5.0


class Neighbours:
    """What one process knows of the others. All methods run on the event loop."""

    def __init__(self, lobby: Lobby, connect: Callable[[], Awaitable[Any]]) -> None:
        self._lobby = lobby
        self.news = News(connect, self)
        #: When each of them was last heard of, by the monotonic clock.
        self._alive: dict[str, float] = {}
        #: The processes that have a match open which is open here.
        self._open_at: dict[str, set[str]] = {}

    def start(self) -> None:
        """Begin to listen and to look."""
        self._lobby.start(self.news.run())
        self._lobby.start(self._look())

    async def _look(self) -> None:
        """Look once a second for what no news have told, and who does not answer any more."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.news.tell("alive")
            now = time.monotonic()
            for process, heard in list(self._alive.items()):
                if now - heard > _GONE_SECONDS:
                    self.hear_gone(process)
            try:
                await self.look_at_all()
            except Exception as problem:
                log.warning("no match was looked at", extra={"data": {"why": str(problem)}})

    async def look_at_all(self) -> None:
        """Look where the logs of all matches end that somebody listens to or whose clock runs."""
        rooms = {match: room for match, room in self._lobby.rooms.items() if not room.idle}
        if rooms:
            for match, last in (await self._lobby.store.lasts(rooms)).items():
                if last > rooms[match].match.last:
                    self.news.ask_who_else(match)
                self.hear_event(match, last)
        for room in rooms.values():
            room.think_of_watchers()
        await self._lobby.shelf.look_at_all()

    # ---- what is told -------------------------------------------------------------------------

    def opened(self, match: str) -> None:
        """Note that a match is open here, and ask who else has it open."""
        self._open_at[match] = set()
        self.news.ask_who_else(match)

    def closed(self, match: str) -> None:
        """Note that a match is no longer open here."""
        self.news.tell_closed(self._open_at.pop(match, ()), match)

    def tell_event(self, match: str, last: int) -> None:
        """Tell those who have a match open that it has an event."""
        self.news.tell_event(self._open_at.get(match, ()), match, last)

    def tell_draft(self, match: str) -> None:
        """Tell those who have a match open that it has another draft."""
        self.news.tell_draft(self._open_at.get(match, ()), match)

    def tell_here(self, match: str, here: Here) -> None:
        """Tell those who have a match open who is in it at this process."""
        self.news.tell_here(self._open_at.get(match, ()), match, here)

    # ---- what is heard ------------------------------------------------------------------------

    def hear_alive(self, process: str) -> None:
        """Hear that another process runs; one that comes, or comes back, is asked what is open."""
        if process not in self._alive:
            for match in self._open_at:
                self.news.ask_who_else(match, of=process)
        self._alive[process] = time.monotonic()

    def hear_gone(self, process: str) -> None:
        """Let those go who were at another process."""
        self._alive.pop(process, None)
        for match in self._open_at:
            self.hear_closed(process, match)

    def hear_open(self, process: str, match: str, asks: bool) -> None:
        """Hear that another process has a match open; tell it what it may have missed."""
        room, others = self._lobby.rooms.get(match), self._open_at.get(match)
        if room is None or others is None:
            if not asks:  # the answer came when the match was closed again
                self.news.tell_closed((process,), match)
            return
        others.add(process)
        if asks:
            self.news.tell_open_too(process, match)
        if not room.host.storing:  # else it will be told of what is stored: it is no news before
            self.news.tell_event((process,), match, room.match.last)
        self.news.tell_here((process,), match, room.here())
        if room.match.draft:
            self.news.tell_draft((process,), match)

    def hear_closed(self, process: str, match: str) -> None:
        """Hear that another process has closed a match: nobody is there any more."""
        self._open_at.get(match, set()).discard(process)
        if room := self._lobby.rooms.get(match):
            room.hear_here(process, Here())

    def hear_event(self, match: str, last: int) -> None:
        """Hear that a match has an event."""
        if room := self._lobby.rooms.get(match):
            room.read_on(room.match, last)

    def hear_draft(self, match: str) -> None:
        """Hear that the player to move has drafted something elsewhere."""
        room = self._lobby.rooms.get(match)
        if room and (mover := room.mover):
            self._lobby.start(room.read_draft(mover))

    def hear_here(self, process: str, match: str, here: Here) -> None:
        """Hear who is in a match at another process."""
        if room := self._lobby.rooms.get(match):
            room.hear_here(process, here)

    def hear_study(self, study: str, version: int) -> None:
        """Hear that a study has another version; 0 is gone."""
        self._lobby.shelf.hear(study, version)

    def missed(self) -> None:
        """Look at everything soon, and ask for what is open: news may have been lost, both ways."""
        self._lobby.start(self._catch_up())

    async def _catch_up(self) -> None:
        try:
            await self.look_at_all()
        except Exception as problem:  # a second later it is tried again
            log.warning("no match was looked at", extra={"data": {"why": str(problem)}})
        for match in self._open_at:
            self.news.ask_who_else(match)
