"""The door of the analysis: lets a client in, and lets it talk."""

from __future__ import annotations

import re

from quatrefoil.server.analysis.talk import AnalysisTalk
from quatrefoil.server.crowd import Visit
from quatrefoil.server.limits import Gate
from quatrefoil.server.lobby import Lobby
from quatrefoil.server.sockets import Door, Talk

PATH = re.compile("/api/analysis/socket")


class AnalysisServer(Door):
    """Serves the sockets of live analysis."""

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby)
        limits = lobby.settings.limits
        self._requests = Gate("requests", limits.rate, limits.burst)
        self._positions = Gate("positions", limits.studied_a_minute / 60, limits.studied_at_once)

    def find(self, path: str) -> str:
        """Return the address: there is one for all."""
        return path

    async def meet(self, about: str, visit: Visit, first: str | bytes) -> Talk:
        """Let them talk: the first message is a request as any other."""
        self.lobby.crowd.analyse(visit)
        bucket = self._requests.bucket(visit.address)
        return AnalysisTalk(self.lobby, first, visit.address, bucket, self._positions)
