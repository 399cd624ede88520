"""The writer's thread: commits to the SQLite file, by compare-and-set, as often as it takes.

    entries ─▶ BEGIN IMMEDIATE ─▶ last: old → new ─▶ events ─▶ COMMIT ─▶ stored or overtaken, each
                 ▲ locked, disk full: wait a little     │
                 └──────────────────────────────────────┘ any other fault: halve, find whose it is

`matches.last` decides. It goes from `old` to `new` only where the log still ends at `old`, and only
then are the events inserted: there can be no gap, whatever failed before. A commit whose answer was
lost is tried again like any other; where the log has its last event already, it is stored.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import orjson

from quatrefoil.play.contracts import OvertakenError
from quatrefoil.server.schema import drafts, events, heartbeat, outages
from quatrefoil.server.writes import Beat, Entry, Row

log = logging.getLogger(__name__)

#: How many pages (of 4 KB) the write-ahead log has before it is copied into the file. A checkpoint
#: takes some milliseconds, in which all wait; with few of them a page that changes often is copied
#: once instead of many times.
_CHECKPOINT_PAGES = 8000
#: Milliseconds for which SQLite itself waits for a lock; the rest of the waiting is ours.
_BUSY_MS = 100
#: Seconds before a commit is tried again: at first, and at most.
_SOON, _SELDOM = 0.02, 0.5
#: A commit that takes this many seconds was an outage, even if it went well in the end.
_OUTAGE_SECONDS = 1.0
#: Seconds for which a server that stops still tries to store.
_LAST_SECONDS = 3.0
#: Milliseconds for which outages are kept: longer than any clock runs.
_OUTAGES_KEPT = 180 * 86_400_000

#: Faults that pass by themselves: locked by others, no space left, a disk that did not obey. After
#: the last of these nobody knows what is on the disk; the next attempt looks.
_TRANSIENT = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    }
)

#: What became of the writes of each match: nothing went wrong, or what did.
Outcomes = dict[str, Exception | None]


class Result(NamedTuple):
    """What became of a batch; `outage` is an outage that it ended, in monotonic seconds."""

    outcomes: Outcomes
    #: What went wrong with the heartbeat.
    beat: Exception | None = None
    outage: tuple[float, float] | None = None


class Writer:
    """One connection, used by one thread, and what it counts."""

    def __init__(self, database: Path, patience: float) -> None:
        self._connection = sqlite3.connect(
            database, isolation_level=None, check_same_thread=False, cached_statements=32
        )
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            f"busy_timeout = {_BUSY_MS}",
            f"wal_autocheckpoint = {_CHECKPOINT_PAGES}",
        ):
            self._connection.execute(f"PRAGMA {pragma}")
        #: Seconds for which a fault that may pass is waited out.
        self._patience = patience
        self._stopping = threading.Event()
        #: Since when nothing could be stored, in monotonic seconds.
        self._outage: float | None = None
        self.events = 0
        self.commits = 0
        self.commit_seconds = 0.0
        self.retries = 0
        self.failures = 0
        self.overtaken = 0

    def hurry(self) -> None:
        """Wait for nothing much longer: the server stops. Any thread may say so."""
        self._stopping.set()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def store(self, entries: Mapping[str, Entry], beat: Beat | None, since: float) -> Result:
        """Store what has waited since a (monotonic) time; return what became of each match."""
        outcomes: Outcomes = {}
        problem = self._store(list(entries.values()), beat, since, outcomes)
        outage = None
        if self._outage is not None and not problem:
            outage, self._outage = (self._outage, time.monotonic()), None
            log.warning("storing again", extra={"data": {"seconds": outage[1] - outage[0]}})
        return Result(outcomes, problem, outage)

    def _store(
        self, entries: Sequence[Entry], beat: Beat | None, since: float, outcomes: Outcomes
    ) -> Exception | None:
        """Store in one commit, or in several if a fault has to be found; return the last fault."""
        try:
            self._try_for_long(entries, beat, since, outcomes)
        except Exception as problem:
            if len(entries) + (beat is not None) > 1 and not _is_transient(problem):
                half = (len(entries) + 1) // 2
                self._store(entries[:half], None, since, outcomes)
                return self._store(entries[half:], beat, since, outcomes)
            self.failures += 1
            data = {"matches": [entry.match for entry in entries], "why": str(problem)}
            known = isinstance(problem, sqlite3.Error)
            log.error("not stored", extra={"data": data}, exc_info=None if known else problem)
            outcomes |= dict.fromkeys([entry.match for entry in entries], problem)
            return problem
        return None

    def _try_for_long(
        self, entries: Sequence[Entry], beat: Beat | None, since: float, outcomes: Outcomes
    ) -> None:
        """Commit, as often as it takes while the fault may pass."""
        started, wait = time.monotonic(), _SOON
        while True:
            try:
                found = self._commit(entries, beat)
            except Exception as problem:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                if not _is_transient(problem) or self._patience_is_over(since, started):
                    raise
                if self._outage is None:
                    self._outage = started
                    log.warning("cannot store: trying again", extra={"data": {"why": str(problem)}})
                self.retries += 1
                time.sleep(wait)
                wait = min(2 * wait, _SELDOM)
            else:
                if self._outage is None and time.monotonic() - started > _OUTAGE_SECONDS:
                    self._outage = started
                outcomes |= found
                return

    def _patience_is_over(self, since: float, started: float) -> bool:
        now = time.monotonic()
        stopping = self._stopping.is_set() and now - started > _LAST_SECONDS
        return stopping or now - since > self._patience

    # ---- one commit ---------------------------------------------------------------------------

    def _commit(self, entries: Sequence[Entry], beat: Beat | None) -> Outcomes:
        """Store all that is not overtaken, in one transaction; return what became of each."""
        started = time.perf_counter()
        run = self._connection.execute
        run("BEGIN IMMEDIATE")
        behind: Outcomes = {}
        if not self._put(entries):
            # Rarely: some matches are not where they should be. Look which, and leave them out.
            run("ROLLBACK")
            run("BEGIN IMMEDIATE")
            behind = self._behind(entries)
            if not self._put([entry for entry in entries if entry.match not in behind]):
                raise ValueError("a match that has no row yet needs one")
        if beat is not None:
            run(_BEAT, (beat.time,))
            if beat.outages:
                self._all(_OUTAGES, beat.outages)
                run(_OLD_OUTAGES, (beat.time - _OUTAGES_KEPT,))
        run("COMMIT")
        self.commits += 1
        self.commit_seconds += time.perf_counter() - started
        self.events += sum(e.new - e.old for e in entries if e.match not in behind)
        self.overtaken += sum(problem is not None for problem in behind.values())
        return {entry.match: None for entry in entries} | behind

    def _put(self, entries: Sequence[Entry]) -> bool:
        """Move every match on and insert its events; return whether each was where it should be."""
        new, moved, changed, rows, noted = [], [], [], [], []
        for entry in entries:
            if entry.events:
                rows += entry.events
                if not entry.old and entry.about:
                    new.append((entry.match, *entry.about, entry.new))
                elif entry.about:
                    _, _, phase, deadline = entry.about
                    changed.append((entry.match, entry.old, entry.new, phase, deadline))
                else:
                    moved.append((entry.match, entry.old, entry.new))
            if entry.draft is not None:
                noted.append((entry.match, *entry.draft, entry.new))
        return (
            self._all(_NEW_MATCHES, new)
            and self._all(_MOVED_MATCHES, moved)
            and self._all(_CHANGED_MATCHES, changed)
            and self._all_events(rows)
            and self._all(_NEW_DRAFTS, noted)
        )

    def _all(self, statement: str, rows: Sequence[Row]) -> bool:
        """Run a statement for all rows; return whether it did something for each of them."""
        if not rows:
            return True
        found = self._connection.execute(statement, (orjson.dumps(rows).decode(),))
        return found.rowcount == len(rows)

    def _all_events(self, rows: Iterable[str]) -> bool:
        """Insert events that are encoded already."""
        if text := ",".join(rows):
            self._connection.execute(_NEW_EVENTS, (f"[{text}]",))
        return True

    def _behind(self, entries: Sequence[Entry]) -> Outcomes:
        """Return the matches that are not where a write begins: overtaken, or stored before."""
        ids = orjson.dumps([entry.match for entry in entries]).decode()
        (text,) = self._connection.execute(_LASTS, (ids,)).fetchone()
        lasts = orjson.loads(text)
        found: Outcomes = {}
        for entry in entries:
            last = lasts.get(entry.match, 0)
            if last != entry.old:
                stored = last == entry.new and self._has(entry)
                found[entry.match] = None if stored else _overtaken(entry, last)
        return found

    def _has(self, entry: Entry) -> bool:
        """Whether the log has the last event of an entry, to the letter."""
        if not entry.events:
            return True
        rows = self._connection.execute(_EVENT, (entry.match, entry.new)).fetchall()
        return rows == [entry.last_event]


def _overtaken(entry: Entry, last: int) -> OvertakenError:
    return OvertakenError(f"the log of {entry.match} ends at event {last}, not at {entry.old}")


def _is_transient(problem: Exception) -> bool:
    """Whether a fault may pass by itself. The low byte of SQLite's codes says of which kind."""
    code = getattr(problem, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _TRANSIENT


def _columns(*names: str) -> str:
    """Return a table of rows that come as one JSON text.

    With a statement for each row, the thread would release the GIL and wait for it at every row.
    The event loop is busy: a commit of 100 rows would take as long as 100 turns of the loop.
    """
    values = ", ".join(f"json_extract(value, '$[{i}]') AS {name}" for i, name in enumerate(names))
    return f"(SELECT {values} FROM json_each(?)) AS given"


_NEW_MATCHES = (
    "INSERT INTO matches (id, game, created, phase, deadline, last)"
    f" SELECT * FROM {_columns('id', 'game', 'created', 'phase', 'deadline', 'last')}"
    " WHERE true ON CONFLICT DO NOTHING"
)
_MOVED_MATCHES = (
    f"UPDATE matches SET last = given.new FROM {_columns('id', 'old', 'new')}"
    " WHERE matches.id = given.id AND matches.last = given.old"
)
#: Apart, as it costs more: phase and deadline have indexes.
_CHANGED_MATCHES = (
    "UPDATE matches SET last = given.new, phase = given.phase, deadline = given.deadline"
    f" FROM {_columns('id', 'old', 'new', 'phase', 'deadline')}"
    " WHERE matches.id = given.id AND matches.last = given.old"
)
_EVENT_COLUMNS = [f'"{column.name}"' for column in events.columns]
_NEW_EVENTS = (
    f"INSERT INTO events ({', '.join(_EVENT_COLUMNS)}) SELECT * FROM {_columns(*_EVENT_COLUMNS)}"
)
#: A draft is stored only if its position is still the current one.
_NEW_DRAFTS = (
    f"INSERT OR REPLACE INTO {drafts.name} (match, number, tokens)"
    f" SELECT given.match, number, tokens FROM {_columns('match', 'number', 'tokens', 'last')}"
    " JOIN matches ON matches.id = given.match AND matches.last = given.last"
)
_BEAT = f"INSERT OR REPLACE INTO {heartbeat.name} (id, time) VALUES (1, ?)"
_OUTAGES = (
    f'INSERT OR REPLACE INTO {outages.name} (number, begin, "end")'
    f" SELECT * FROM {_columns('number', 'begin', 'until')}"
)
_OLD_OUTAGES = f'DELETE FROM {outages.name} WHERE "end" < ?'
_LASTS = (
    "SELECT json_group_object(id, last) FROM matches WHERE id IN (SELECT value FROM json_each(?))"
)
_EVENT = f"SELECT {', '.join(_EVENT_COLUMNS)} FROM events WHERE match = ? AND number = ?"
