"""When somebody is told that it is their turn: not while they look at the match on any device.

It is a courtesy: what could not be delivered is counted, and forgotten. Devices that are gone for
good (404 or 410) are told nothing more.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from quatrefoil.match import Match, RefusedError
from quatrefoil.server.limits import Gate
from quatrefoil.server.previews import game_title, own_words, seat_name
from quatrefoil.server.push.delivery import check_endpoint, is_known, networks, post
from quatrefoil.server.push.keys import PushError, PushKeys
from quatrefoil.server.settings import Settings
from quatrefoil.server.store.contract import Subscription, UnavailableError

if TYPE_CHECKING:
    from quatrefoil.server.lobby import Lobby
    from quatrefoil.server.room import Room

log = logging.getLogger(__name__)

#: Seconds that a turn waits for its player: many are back by then, or have moved on another device.
GRACE = 5.0
#: How many messages are on their way at once, and how many wait for that; past it none is sent.
_AT_ONCE, _MOST_WAITING = 8, 1_000
#: How many go to one push service that nobody knows: a second, and at once.
_A_SECOND, _TOGETHER = 5.0, 60
#: Seconds between two looks for devices of matches that are over, and how many matches at a time.
_SWEEP_SECONDS, _PIECE = 60.0, 100
#: A push service answers so when a device wants no messages any more.
_GONE = (404, 410)


def check_push(settings: Settings) -> None:
    """Refuse to start with keys or networks that are none."""
    networks(settings.push_networks)
    if settings.push_keys:
        PushKeys(settings.push_keys, settings.push_contact)


class Pusher:
    """Tells people, if the server has keys. All methods run on the event loop."""

    def __init__(self, lobby: Lobby) -> None:
        settings = lobby.settings
        self._lobby = lobby
        self._allowed = networks(settings.push_networks)
        self._keys = (
            PushKeys(settings.push_keys, settings.push_contact) if settings.push_keys else None
        )
        #: Whether anybody is told at all.
        self.is_on = self._keys is not None
        #: Matches, and who will be told there, unless they look in time.
        self._waiting: set[tuple[str, str]] = set()
        #: Those to the push services of browsers wait for none that a stranger might run.
        self._lanes = {True: _Lane(), False: _Lane(Gate("messages", _A_SECOND, _TOGETHER))}
        self.sent = self.failed = 0

    @property
    def public_key(self) -> str | None:
        """The key that browsers subscribe with; nothing where push is off."""
        return self._keys.public if self._keys else None

    def turn_came(self, room: Room) -> None:
        """Tell whoever is to move now, if they do not look."""
        match = room.match
        holder = match.seats[match.turn].holder if match.turn is not None else ""
        if self._keys and holder and (match.id, holder) not in self._waiting:
            self._waiting.add((match.id, holder))
            self._lobby.start(self._tell(room, holder))

    async def keep(self) -> None:
        """Forget the devices of matches that are over, again and again."""
        store = self._lobby.store
        while True:
            try:
                while found := await store.subscribed_in_vain(_PIECE):
                    for match in found:
                        await store.unsubscribe(match=match)
            except UnavailableError as problem:
                log.warning("devices were not forgotten", extra={"data": {"why": problem.message}})
            await asyncio.sleep(_SWEEP_SECONDS)

    async def _tell(self, room: Room, holder: str) -> None:
        try:
            await asyncio.sleep(GRACE)
        finally:
            self._waiting.discard((room.match.id, holder))
        match = room.match
        if match.turn is None or match.seats[match.turn].holder != holder or room.looks(holder):
            return
        try:
            devices = await self._lobby.store.subscriptions(match.id, holder)
            await asyncio.gather(*(self._send(device, match) for device in devices))
        except UnavailableError as problem:
            log.warning("nobody was told", extra={"data": {"why": problem.message}})

    async def _send(self, device: Subscription, match: Match) -> None:
        assert self._keys
        message = _message(match, device.language)
        topic = hashlib.sha256(match.id.encode()).hexdigest()[:32]
        try:
            async with self._lanes[is_known(device.endpoint)].to(device.endpoint):
                headers, body = await asyncio.to_thread(
                    self._keys.request, device, message, topic, time.time()
                )
                status = await post(device.endpoint, headers, body, self._allowed)
        except (PushError, RefusedError) as problem:
            self.failed += 1
            log.debug("not told", extra={"data": {"why": str(problem)}})
            return
        if status in _GONE:
            await self._lobby.store.unsubscribe(endpoint=device.endpoint)
        self.sent += status < 300
        self.failed += status >= 300


class _Lane:
    """Messages that are on their way side by side, and those that wait for them.

    A stranger's push service may take all the time that there is, and could be anybody else's
    server: `hosts` says how often one is written to.
    """

    def __init__(self, hosts: Gate | None = None) -> None:
        self._hosts = hosts
        self._sending = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0

    @asynccontextmanager
    async def to(self, endpoint: str) -> AsyncIterator[None]:
        """Wait until a message may be sent, or refuse it."""
        if self._waiting >= _MOST_WAITING:
            raise PushError("too many messages wait")
        if self._hosts:
            self._hosts.enter(check_endpoint(endpoint)[0])
        self._waiting += 1
        try:
            await self._sending.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._sending.release()


def _message(match: Match, language: str) -> dict[str, Any]:
    """Return what a device shows. It knows the match by its id, and needs no secret."""
    words, seats = own_words(language), list(match.seats)
    title = words("your-turn", game=game_title(match.rules.game, language))
    past = [turn for turn in match.history if turn.seat is not None and turn.seat != match.turn]
    other = past[-1].seat if past else next(n for n in range(len(seats)) if n != match.turn)
    assert other is not None
    name = seat_name(match.rules, seats, other, language)
    body = words("your-turn.after" if past else "your-turn.begun", player=name)
    return {"match": match.id, "title": title, "body": body}
