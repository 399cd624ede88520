"""When somebody is told that it is their turn: not while they look at the match on any device.

It is a courtesy: what could not be delivered is counted, and forgotten. Devices that are gone for
good (404 or 410) are told nothing more.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from typing import TYPE_CHECKING, Any

from quatrefoil.match import Match
from quatrefoil.server.previews import game_title, own_words, seat_name
from quatrefoil.server.push.delivery import networks, post
from quatrefoil.server.push.keys import PushError, PushKeys
from quatrefoil.server.settings import Settings
from quatrefoil.server.store.contract import Subscription

if TYPE_CHECKING:
    from quatrefoil.server.lobby import Lobby
    from quatrefoil.server.room import Room

log = logging.getLogger(__name__)

#: Seconds that a turn waits for its player: many are back by then, or have moved on another device.
GRACE = 5.0
#: How many messages are on their way at once, and how many matches wait; past that none is sent.
_AT_ONCE, _MOST_WAITING = 8, 1_000
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
        #: Matches in which somebody will be told, unless they look in time.
        self._waiting: set[str] = set()
        self._sending = asyncio.Semaphore(_AT_ONCE)
        self.sent = self.failed = 0

    @property
    def public_key(self) -> str | None:
        """The key that browsers subscribe with; nothing where push is off."""
        return self._keys.public if self._keys else None

    def turn_came(self, room: Room) -> None:
        """Tell whoever is to move now, if they do not look."""
        match = room.match
        if not self._keys or match.id in self._waiting or len(self._waiting) >= _MOST_WAITING:
            return
        if match.turn is None or not match.seats[match.turn].holder:
            return
        self._waiting.add(match.id)
        self._lobby.start(self._tell(room, match.seats[match.turn].holder))

    async def forget_match(self, match: str) -> None:
        """Forget the devices that were told of a match: it is over."""
        if self._keys:
            await self._lobby.store.unsubscribe(match=match)

    async def _tell(self, room: Room, holder: str) -> None:
        try:
            await asyncio.sleep(GRACE)
        finally:
            self._waiting.discard(room.match.id)
        match = room.match
        if match.turn is None or match.seats[match.turn].holder != holder or room.looks(holder):
            return
        devices = await self._lobby.store.subscriptions(match.id, holder)
        await asyncio.gather(*(self._send(device, match) for device in devices))

    async def _send(self, device: Subscription, match: Match) -> None:
        assert self._keys
        message = _message(match, device.language)
        topic = hashlib.sha256(match.id.encode()).hexdigest()[:32]
        async with self._sending:
            try:
                headers, body = await asyncio.to_thread(
                    self._keys.request, device, message, topic, time.time()
                )
                status = await post(device.endpoint, headers, body, self._allowed)
            except PushError as problem:
                self.failed += 1
                log.debug("not told", extra={"data": {"why": str(problem)}})
                return
        if status in _GONE:
            await self._lobby.store.unsubscribe(endpoint=device.endpoint)
        self.sent += status < 300
        self.failed += status >= 300


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
