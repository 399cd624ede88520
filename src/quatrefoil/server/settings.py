"""How a server is set up: frozen, with all defaults in one place."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field, fields
from pathlib import Path

from quatrefoil.match.clock import DAY
from quatrefoil.match.messages import MAX_DAYS
from quatrefoil.search.config import MEMORY
from quatrefoil.server.store.contract import Database


@dataclass(frozen=True)
class Limits:
    """What one client, and all of them together, may ask of the server."""

    #: Bytes of one WebSocket frame, of one HTTP body, and of one that holds a record (a long one
    #: has some 100 KB).
    frame: int = 16_384
    body: int = 65_536
    record: int = 1_000_000
    #: Frames of any kind that one socket may send, pings and pieces too: a second and at once.
    frames: float = 400.0
    frames_at_once: int = 2_000
    #: HTTP connections that are no sockets, in all and from one address. One more, and the oldest
    #: goes that has not sent its request or has not read its answer.
    connections: int = 5_000
    connections_per_address: int = 200
    #: Headers of a request, and their bytes.
    headers: int = 100
    head: int = 16_384
    #: Seconds to send the head of a request, to send its body, and to read its answer.
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    answer_seconds: float = 60.0
    #: Requests a second, and at once: by all sockets of one holder in a match, by all guests of
    #: one address, and by HTTP from one address (where a class of a school opens the page at once).
    rate: float = 200.0
    burst: int = 400
    #: What else is asked for over HTTP from one address, the page's files above all: a second, and
    #: at once. The page has some eighty; more of them wait.
    files: float = 500.0
    files_at_once: int = 150
    #: Renames, offers and everything else by which a holder adds to a match's log but no move.
    talk_a_second: float = 1.0
    talk_at_once: int = 20
    #: Matches made, rematches and records loaded, by one address: a minute, at once and a day.
    makes_a_minute: float = 60.0
    makes_at_once: int = 60
    makes_a_day: int = 2_000
    #: Seats taken, by one address: a minute and at once.
    joins_a_minute: float = 60.0
    joins_at_once: int = 60
    #: Lists of how one's matches stand, by one address: a minute and at once.
    lists_a_minute: float = 60.0
    lists_at_once: int = 60
    #: Positions, records and trees that are read, by one address: a minute and at once.
    documents_a_minute: float = 60.0
    documents_at_once: int = 30
    #: Analyses: a minute and at once, by one address.
    analyses_a_minute: float = 30.0
    analyses_at_once: int = 10
    #: Sockets for live analysis, in all and from one address: each keeps its search's memory. And
    #: positions that are asked about there: a minute and at once, by one address.
    analysts: int = 60
    analysts_per_address: int = 12
    studied_a_minute: float = 240.0
    studied_at_once: int = 40
    #: Positions looked up in the openings explorer: a minute and at once, by one address.
    explores_a_minute: float = 240.0
    explores_at_once: int = 60
    #: Seconds of measuring variants and of proving positions: a minute and at once, by one address.
    measures_a_minute: float = 120.0
    measures_at_once: int = 20
    #: Tries in puzzles, and positions that are searched for one: some tenths of a second each.
    tries_a_minute: float = 120.0
    tries_at_once: int = 60
    #: Hints, analyses and reviews that are waited for: by one address, and in all.
    thoughts_per_address: int = 20
    thoughts: int = 200
    #: Other answers that take a while: by one address, and in all.
    works_per_address: int = 100
    works: int = 500
    #: Pictures, previews and print sheets: a minute and at once, by one address; and those that are
    #: waited for, by one address and in all.
    pictures_a_minute: float = 60.0
    pictures_at_once: int = 30
    pictures_per_address: int = 5
    pictures: int = 50
    #: Devices that ask to be told of turns, or no longer: a minute and at once, by one address; and
    #: how many one holder has in a match.
    pushes_a_minute: float = 120.0
    pushes_at_once: int = 120
    devices_per_holder: int = 8
    #: Sockets in all, from one address, and of one holder in a match.
    sockets: int = 20_000
    sockets_per_address: int = 500
    sockets_per_holder: int = 20
    #: How many of them may be guests': in all, from one address, and in one match.
    guests: int = 15_000
    guests_per_address: int = 200
    guests_per_match: int = 500
    #: How many may be silent: in all and from one address. One more, and the oldest goes.
    newcomers: int = 1_000
    newcomers_per_address: int = 50
    #: Matches that are not over, in all.
    open_matches: int = 200_000
    #: Studies that are kept: in all, bytes and moves of one; and how many one address makes, a
    #: minute, at once and a day.
    studies: int = 100_000
    study: int = 250_000
    study_moves: int = 3_000
    studies_a_minute: float = 10.0
    studies_at_once: int = 20
    studies_a_day: int = 300
    #: Edits of studies: a minute and at once, by one address.
    edits_a_minute: float = 120.0
    edits_at_once: int = 60
    #: Bytes waiting to be sent to one slow client before it is cut off.
    backlog: int = 1_000_000


_MANY = 10**9
#: How large something may be, or how long it may take: these hold for everybody.
SIZES_AND_TIMES = frozenset(
    {
        *("head", "headers", "body", "frame", "record", "backlog", "study", "study_moves"),
        *("head_seconds", "body_seconds", "answer_seconds", "guests_per_match"),
    }
)
#: For tests and for measuring: nobody is told to wait.
UNLIMITED = Limits(
    **{each.name: _MANY for each in fields(Limits) if each.name not in SIZES_AND_TIMES}
)


#: Days after which no clock runs: what it gives for a turn at most, and ample room for outages.
_LONGEST_CLOCK = 3 * MAX_DAYS


@dataclass(frozen=True)
class Settings:
    """Everything that `quatrefoil serve` can be told."""

    host: str = "127.0.0.1"
    port: int = 8080
    #: A file, or the address of a PostgreSQL database, which other processes may serve too.
    database: Database = field(default_factory=lambda: data_folder() / "quatrefoil.db")
    #: The address that people see, where a proxy stands in front: https://play.example.org
    public_url: str = ""
    #: Proxies whose X-Forwarded-For and -Proto are believed, as `Proxies` reads them.
    trusted_proxies: str = ""
    log_level: str = "info"
    #: Hours after which a match ends that nobody joined, and days after which one ends in which
    #: nothing happens and no clock runs; 0 is never.
    expire_unjoined: float = 24.0
    expire_unplayed: float = 30.0
    #: Days after which a study is forgotten that nobody looks at; 0 is never.
    expire_studies: float = 365.0
    #: Seconds for which a database that is locked or full is waited for, before requests fail.
    storing_seconds: float = 30.0
    #: How many of the computer's moves are thought about at once.
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)
    #: Megabytes that one search may take. With less, the highest levels play weaker than measured.
    search_memory: float = MEMORY
    #: Keys for Web Push, and whom push services may write to; without keys nothing is sent.
    push_keys: Path | None = None
    push_contact: str = ""
    #: Networks that messages may go to although they are not public: for a push service of one's
    #: own, and for tests.
    push_networks: str = ""
    limits: Limits = Limits()

    @property
    def longest_stay(self) -> int:
        """Milliseconds after which no clock runs any more, and nothing waits to expire."""
        days = (self.expire_unjoined / 24, self.expire_unplayed, self.expire_studies)
        return int(max(_LONGEST_CLOCK, *days) * DAY)


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
