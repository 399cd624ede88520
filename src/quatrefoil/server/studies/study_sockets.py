"""WebSockets of those who look at a study: they hear of every version, and have nothing to say."""

from __future__ import annotations

import re

from quatrefoil.play.present import encode
from quatrefoil.server.crowd import Visit
from quatrefoil.server.lobby import holder_of
from quatrefoil.server.sockets import Door, Socket, Talk, read_hello
from quatrefoil.server.store.studies import StudyRow
from quatrefoil.server.studies.desk import Desk, told_of
from quatrefoil.server.studies.shelf import Shelf, not_found
from quatrefoil.server.studies.study_api import holds
from quatrefoil.server.studies.study_forms import LOOK_AT_STUDY

#: Where the sockets of studies are.
PATH = re.compile("/api/studies/([^/]+)/socket")


class StudySockets(Door):
    """Serves the sockets of all studies, as far as the limits of guests allow."""

    def find(self, path: str) -> str:
        """Return the study whose socket is at a path."""
        found = PATH.fullmatch(path)
        if not found:
            raise not_found()
        return found[1]

    async def meet(self, about: str, visit: Visit, first: str | bytes) -> Talk:
        """Find the study, and what is new to who looks at it."""
        hello = read_hello(first, "look", LOOK_AT_STUDY)
        shelf = self.lobby.shelf
        row = await shelf.find(about)
        secret = hello["secret"] or ""
        self.lobby.crowd.stay(visit, f"study {about}", holder_of(secret), holds(secret, row))
        movers = await shelf.movers(row, visit.address)
        if hello["version"] < row.version:
            return _Viewing(shelf, row, told_of(row, movers))
        current = encode({"type": "study", "version": row.version, "title": row.title})
        return _Viewing(shelf, row, current)


class _Viewing(Talk):
    """Somebody looks at a study; `news` is what they are told first."""

    _socket: Socket
    _desk: Desk

    def __init__(self, shelf: Shelf, row: StudyRow, news: bytes) -> None:
        self._shelf = shelf
        self._row = row
        self._news = news

    def begin(self, socket: Socket) -> None:
        """Tell what is new; they are told of every version from now on."""
        self._socket = socket
        self._desk = self._shelf.desk(self._row)
        self._desk.viewers.add(socket)
        socket.send(self._news)

    def hear(self, text: str | bytes, arrived: float) -> None:
        """Take what a client says after its hello: nothing is done about it."""

    def end(self) -> None:
        """Leave the study."""
        self._desk.viewers.discard(self._socket)
        self._shelf.leave(self._desk)
