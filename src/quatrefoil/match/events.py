"""What happened in a match: numbered events, the truth that is stored."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Event(NamedTuple):
    """One thing that happened. `data` is for everybody; `hidden` never leaves the server.

    `request` names the request that caused it (see `request_key`), so that the same request can be
    answered again.
    """

    number: int
    time: int
    type: str
    data: Mapping[str, Any] = _NOTHING
    hidden: Mapping[str, Any] = _NOTHING
    request: str = ""

    def public(self) -> dict[str, Any]:
        """Return what everybody may know of it, as plain JSON."""
        return {"event": self.number, "type": self.type, "time": self.time, **self.data}


def request_key(holder: str, request: str) -> str:
    """Return the name of a request: clients choose their ids apart from each other."""
    return f"{holder[:12]}:{request}"
