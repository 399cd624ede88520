"""The thread that commits to the SQLite file, by compare-and-set.

    entries ─▶ BEGIN IMMEDIATE ─▶ last: old → new ─▶ events ─▶ COMMIT ─▶ stored or overtaken, each

`matches.last` decides. It goes from `old` to `new` only where the log still ends at `old`, and only
then are the events inserted: there can be no gap, whatever failed before. A commit whose answer was
lost is tried again like any other; where the log has its last event already, it is stored.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import orjson

from quatrefoil.server.store.contract import Counters
from quatrefoil.server.store.group_commit import Ended, Outcomes
from quatrefoil.server.store.schema import drafts, events, heartbeat, outages
from quatrefoil.server.store.writes import Beat, Entry, Row, overtaken

#: How many pages (of 4 KB) the write-ahead log has before it is copied into the file. A checkpoint
#: takes some milliseconds, in which all wait; with few of them a page that changes often is copied
#: once instead of many times.
_CHECKPOINT_PAGES = 8000
#: Milliseconds for which SQLite itself waits for a lock; the rest of the waiting is ours.
_BUSY_MS = 100
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


class SqliteWriter:
    """One connection, used by one thread."""

    def __init__(self, database: Path, counters: Counters) -> None:
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
        self._counters = counters
        self._loop = asyncio.get_running_loop()
        self._given: SimpleQueue[tuple[Sequence[Entry], Beat | None, Ended] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._keep_committing, name="commit", daemon=True)
        self._thread.start()

    def commit(self, entries: Sequence[Entry], beat: Beat | None, ended: Ended) -> None:
        """Have the thread try to store; `ended` is called on the event loop."""
        self._given.put((entries, beat, ended))

    def is_transient(self, problem: Exception) -> bool:
        """Whether a fault may pass by itself. The low byte of SQLite's codes says of which kind."""
        code = getattr(problem, "sqlite_errorcode", None)
        return code is not None and code & 0xFF in _TRANSIENT

    def is_known(self, problem: Exception) -> bool:
        """Whether a fault is SQLite's."""
        return isinstance(problem, sqlite3.Error)

    def close(self) -> None:
        """End the thread, when it has done what it was given, and close the file."""
        self._given.put(None)
        self._thread.join()
        self._connection.close()

    def _keep_committing(self) -> None:
        """Commit one batch after the other."""
        while (given := self._given.get()) is not None:
            entries, beat, ended = given
            found: Outcomes | Exception
            try:
                found = self._commit(entries, beat)
            except Exception as problem:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                found = problem
            self._loop.call_soon_threadsafe(ended, found)

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
                run(_OLD_OUTAGES, (beat.forget,))
        run("COMMIT")
        self._counters.commits += 1
        self._counters.commit_seconds += time.perf_counter() - started
        return {entry.match: None for entry in entries} | behind

    def _put(self, entries: Sequence[Entry]) -> bool:
        """Move every match on and insert its events; return whether each was where it should be."""
        new, moved, changed, rows, noted = [], [], [], [], []
        #: Where logs end that go on by one event, as nearly all do.
        by_one: dict[str, int] = {}
        for entry in entries:
            if entry.events:
                rows += entry.events
                if not entry.old and entry.about:
                    new.append((entry.match, *entry.about, entry.new))
                elif entry.about:
                    _, _, phase, deadline, due = entry.about
                    changed.append((entry.match, entry.old, entry.new, phase, deadline, due))
                elif entry.new == entry.old + 1:
                    by_one[entry.match] = entry.old
                else:
                    moved.append((entry.match, entry.old, entry.new))
            if entry.draft is not None:
                noted.append((entry.match, *entry.draft, entry.new))
        return (
            self._all(_NEW_MATCHES, new)
            and self._all(_MOVED_BY_ONE, by_one)
            and self._all(_MOVED_MATCHES, moved)
            and self._all(_CHANGED_MATCHES, changed)
            and self._all_events(rows)
            and self._all(_NEW_DRAFTS, noted)
        )

    def _all(self, statement: str, rows: Sequence[Row] | dict[str, int]) -> bool:
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
                stored = last >= entry.new and self._has(entry)
                found[entry.match] = None if stored else overtaken(entry, last)
        return found

    def _has(self, entry: Entry) -> bool:
        """Whether the log has the last event of an entry, to the letter."""
        if not entry.events:
            return False
        rows = self._connection.execute(_EVENT, (entry.match, entry.new)).fetchall()
        return rows == [entry.last_event]


def _columns(*names: str) -> str:
    """Return a table of rows that come as one JSON text.

    With a statement for each row, the thread would release the GIL and wait for it at every row.
    The event loop is busy: a commit of 100 rows would take as long as 100 turns of the loop.
    """
    values = ", ".join(f"json_extract(value, '$[{i}]') AS {name}" for i, name in enumerate(names))
    return f"(SELECT {values} FROM json_each(?)) AS given"


_NEW_MATCHES = (
    "INSERT INTO matches (id, game, created, phase, deadline, due, last)"
    f" SELECT * FROM {_columns('id', 'game', 'created', 'phase', 'deadline', 'due', 'last')}"
    " WHERE true ON CONFLICT DO NOTHING"
)
#: Apart, as it costs less: an object of numbers need not be taken apart.
_MOVED_BY_ONE = (
    "UPDATE matches SET last = last + 1 FROM json_each(?) AS given"
    " WHERE matches.id = given.key AND matches.last = given.value"
)
_MOVED_MATCHES = (
    f"UPDATE matches SET last = given.new FROM {_columns('id', 'old', 'new')}"
    " WHERE matches.id = given.id AND matches.last = given.old"
)
#: Apart, as it costs more: phase and due have indexes.
_CHANGED_MATCHES = (
    "UPDATE matches SET last = given.new, phase = given.phase, deadline = given.deadline,"
    " due = given.due"
    f" FROM {_columns('id', 'old', 'new', 'phase', 'deadline', 'due')}"
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
