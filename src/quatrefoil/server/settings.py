"""How a server is set up: frozen, with all defaults in one place."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from quatrefoil.search.config import MEMORY


@dataclass(frozen=True)
class Limits:
    """What one client, and all of them together, may ask of the server."""

    #: Bytes of one WebSocket frame, of one HTTP body, and of one that holds a record (a long one
    #: has some 100 KB).
    frame: int = 16_384
    body: int = 65_536
    record: int = 1_000_000
    #: Requests a second that one socket or one address may send, and how many at once.
    rate: float = 200.0
    burst: int = 400
    #: Matches made and records loaded: a minute and at once, by one address.
    makes_a_minute: float = 30.0
    makes_at_once: int = 30
    #: Analyses: a minute and at once, by one address.
    analyses_a_minute: float = 30.0
    analyses_at_once: int = 10
    #: Hints, analyses and reviews that are waited for: by one address, and in all.
    thoughts_per_address: int = 4
    thoughts: int = 200
    #: Other answers that take a while: by one address, and in all.
    works_per_address: int = 16
    works: int = 500
    #: Sockets in all, from one address, and in one match.
    sockets: int = 20_000
    sockets_per_address: int = 200
    sockets_per_match: int = 500
    #: Matches that are not over, in all.
    open_matches: int = 200_000
    #: Bytes waiting to be sent to one slow client before it is let go.
    backlog: int = 1_000_000


_MANY = 10**9
#: For tests and for measuring: nobody is told to wait.
UNLIMITED = Limits(
    rate=_MANY,
    burst=_MANY,
    makes_a_minute=_MANY,
    makes_at_once=_MANY,
    analyses_a_minute=_MANY,
    analyses_at_once=_MANY,
    thoughts_per_address=_MANY,
    thoughts=_MANY,
    works_per_address=_MANY,
    works=_MANY,
    sockets=_MANY,
    sockets_per_address=_MANY,
    open_matches=_MANY,
)


@dataclass(frozen=True)
class Settings:
    """Everything that `quatrefoil serve` can be told."""

    host: str = "127.0.0.1"
    port: int = 8080
    database: Path = field(default_factory=lambda: data_folder() / "quatrefoil.db")
    #: The address that people see, where a proxy stands in front: https://play.example.org
    public_url: str = ""
    #: Addresses of proxies whose X-Forwarded-For and -Proto are believed; empty is none.
    trusted_proxies: str = ""
    log_level: str = "info"
    #: Seconds for which a database that is locked or full is waited for, before requests fail.
    storing_seconds: float = 30.0
    #: How many of the computer's moves are thought about at once.
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)
    #: Megabytes that one search may take. With less, the highest levels play weaker than measured.
    search_memory: float = MEMORY
    limits: Limits = Limits()


def data_folder() -> Path:
    """Return the folder for the data of a user's programs, as the system has it."""
    if given := os.environ.get("QUATREFOIL_DATA"):
        return Path(given)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "quatrefoil"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "quatrefoil"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "quatrefoil"
