"""Writes for the tests of stores, and stores whose commits can be held up or spoilt."""

import asyncio
import sqlite3

from quatrefoil.match import Event
from quatrefoil.server.store.opening import open_store
from quatrefoil.server.store.writes import events_write

ABOUT = ("trickle", 1000, "playing", None, None)
#: Seconds after which a test gives up waiting.
PATIENCE = 60


def event(number, **more):
    return Event(number, 1000, "turn", {"tokens": ["x"]}, {"sign": "rock"}, **more)


def write_of(match, *numbers, about=None, **more):
    about = about or (ABOUT if numbers[0] == 1 else None)
    return events_write(match, [event(number, **more) for number in numbers], about)


def spoilt(write):
    """Return a write that no database takes: its first event has no type."""
    return write._replace(events=write.events.replace('"turn"', "null", 1))


def with_store(test):
    """Run a coroutine on an empty store, of SQLite and of PostgreSQL."""

    def wrapped(database):
        async def main():
            store = await open_store(database, patience=0.5)
            if store.shared:
                await empty(store)
            await test(store)
            await store.close()

        asyncio.run(main())

    wrapped.__name__ = test.__name__
    return wrapped


async def empty(store):
    connection = await store.connect()
    await connection.execute("TRUNCATE matches, events, drafts, heartbeat, outages, studies")
    await connection.close()


async def stored(store, *writes):
    """Write, and return what became of each."""
    done = [None] * len(writes)
    for index, write in enumerate(writes):
        store.write(write, lambda problem, index=index: done.__setitem__(index, problem))
    await store.flush()
    return done


async def numbers(store, *matches):
    """Return the numbers of the events of each match; of a single one without a list around."""
    found = [[event.number for event in (await store.log(match)).events] for match in matches]
    return found[0] if len(matches) == 1 else found


class Gate:
    """Holds commits up until it is opened; notes how many events each was of."""

    def __init__(self, store):
        self.sizes = []
        self._held = []
        self._is_open = False
        self._commit, store.writer.commit = store.writer.commit, self._hold

    def open(self):
        self._is_open = True
        for given in self._held:
            self._commit(*given)

    def _hold(self, entries, beat, ended):
        self.sizes.append(sum(entry.new - entry.old for entry in entries))
        if self._is_open:
            self._commit(entries, beat, ended)
        else:
            self._held.append((entries, beat, ended))


def fail_once(store, problem, after_commit=False):
    """Let the next commit fail: before anything is stored, or when everything is."""
    commit = store.writer.commit
    loop = asyncio.get_running_loop()

    def failing(entries, beat, ended):
        store.writer.commit = commit
        if after_commit:
            commit(entries, beat, lambda found: ended(problem))
        else:
            loop.call_soon(ended, problem)

    store.writer.commit = failing


def passing_fault(store):
    """Return a fault after which nobody knows whether a commit took place."""
    if store.shared:
        return ConnectionResetError("the connection was cut")
    problem = sqlite3.OperationalError("disk I/O error")
    problem.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
    return problem


async def until(condition):
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)
