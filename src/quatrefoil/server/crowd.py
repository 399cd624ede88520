"""Everybody who is connected: guests leave room for those who hold seats.

A client is a newcomer until it has said hello. Then it is a guest, or it holds a seat of the match;
guests are refused long before holders are. Where too many newcomers are silent, the one who has
been so for longest goes, so that nobody can fill the doorway by saying nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

from quatrefoil.match import RefusedError
from quatrefoil.server.settings import Limits


class Visit:
    """One connection, from its opening to its end."""

    __slots__ = ("address", "counted", "patience")

    def __init__(self, address: str) -> None:
        self.address = address
        #: What it is counted under.
        self.counted: list[Hashable] = []
        #: Until when its hello is waited for.
        self.patience: asyncio.Timeout | None = None


class Crowd:
    """Counts connections: in all, by address, by match, by holder."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._counts: dict[Hashable, int] = {}
        #: Newcomers, the one who came first is first.
        self._silent: dict[Visit, None] = {}

    @property
    def total(self) -> int:
        """How many are connected."""
        return self._counts.get(_ALL, 0)

    def enter(self, address: str) -> Visit:
        """Let somebody come in, or refuse them where even those with seats find no room."""
        limits, visit = self._limits, Visit(address)
        self._count(visit, _ALL, limits.sockets)
        self._count(visit, ("address", address), limits.sockets_per_address)
        return visit

    def wait_for(self, visit: Visit, patience: asyncio.Timeout) -> None:
        """Take in a newcomer whose hello is waited for; if there are too many, one must go."""
        visit.patience = patience
        self._silent[visit] = None
        of_address = [other for other in self._silent if other.address == visit.address]
        if len(of_address) > self._limits.newcomers_per_address:
            self._dismiss(of_address[0])
        elif len(self._silent) > self._limits.newcomers:
            self._dismiss(next(iter(self._silent)))

    def heard(self, visit: Visit) -> None:
        """Note that somebody said something: they are not silent any more."""
        self._silent.pop(visit, None)

    def stay(self, visit: Visit, match: str, holder: str, holds_seat: bool) -> None:
        """Let somebody who said hello stay, or refuse them."""
        self._silent.pop(visit, None)
        limits = self._limits
        if holds_seat:
            self._count(visit, (match, holder), limits.sockets_per_holder)
        else:
            self._count(visit, ("guests", match), limits.guests_per_match)
            self._count(visit, ("guests of", visit.address), limits.guests_per_address)
            self._count(visit, _GUESTS, limits.guests)

    def analyse(self, visit: Visit) -> None:
        """Let somebody stay for live analysis, or refuse them."""
        self._silent.pop(visit, None)
        limits = self._limits
        self._count(visit, ("analysts of", visit.address), limits.analysts_per_address)
        self._count(visit, _ANALYSTS, limits.analysts)

    def leave(self, visit: Visit) -> None:
        """Let somebody go."""
        self._silent.pop(visit, None)
        for what in visit.counted:
            left = self._counts[what] - 1
            if left:
                self._counts[what] = left
            else:
                del self._counts[what]
        visit.counted.clear()

    def _count(self, visit: Visit, what: Hashable, most: int) -> None:
        count = self._counts.get(what, 0)
        if count >= most:
            self.leave(visit)
            raise RefusedError("too-many", "too many people are connected: try again later", 30)
        self._counts[what] = count + 1
        visit.counted.append(what)

    def _dismiss(self, visit: Visit) -> None:
        self._silent.pop(visit)
        if visit.patience:
            visit.patience.reschedule(asyncio.get_running_loop().time())


_ALL, _GUESTS, _ANALYSTS = "all", "guests", "analysts"
