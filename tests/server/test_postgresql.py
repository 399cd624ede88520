"""A real PostgreSQL: shared, killed, stopped, locked, cut off; made and brought up to date."""

import asyncio
import random
import signal
from collections import Counter

import pytest
from store_tools import PATIENCE, numbers, stored, until, with_store, write_of
from tests.postgres_tools import name_of, new_database

from quatrefoil.play.contracts import OvertakenError
from quatrefoil.server.store import migrations, postgresql_schema, postgresql_writer, schema
from quatrefoil.server.store.migrations import DatabaseError
from quatrefoil.server.store.opening import database_named, open_store, prepare
from quatrefoil.server.store.postgresql import PostgresqlStore
from quatrefoil.server.store.postgresql_connections import connect, without_password
from quatrefoil.server.store.writes import Beat, Write


@pytest.fixture
def database(shared):
    """For `with_store`: this database alone."""
    return shared


class Author:
    """Writes event after event to some matches, each when the one before is acknowledged."""

    def __init__(self, store, matches, name="a"):
        self.store = store
        self.acknowledged = []
        self.problems = []
        self._name = name
        self._writing = True
        self._tasks = [asyncio.create_task(self._write(match)) for match in matches]

    async def _write(self, match):
        loop = asyncio.get_running_loop()
        last = (await self.store.lasts([match])).get(match, 0)
        while self._writing:
            done = loop.create_future()
            request = f"{self._name}:{len(self.acknowledged)}"
            write = write_of(match, last + 1, request=request)
            self.store.write(write, done.set_result)
            problem = await done
            if problem is None:
                last += 1
                self.acknowledged.append((match, last, request))
            else:
                self.problems.append(problem)
                last = (await self.store.lasts([match])).get(match, 0)
            await asyncio.sleep(0.002)

    async def wrote(self, more):
        """Wait until so many more are acknowledged."""
        goal = len(self.acknowledged) + more
        await until(lambda: len(self.acknowledged) >= goal)

    async def stop(self):
        self._writing = False
        await asyncio.wait_for(asyncio.gather(*self._tasks), PATIENCE)

    async def lost(self):
        """Return what was acknowledged and is not in the logs, or there twice, or beside a gap."""
        matches = {match for match, _, _ in self.acknowledged}
        logs = {match: (await self.store.log(match)).events for match in matches}
        for match, log in logs.items():
            assert [each.number for each in log] == [*range(1, len(log) + 1)], match
        requests = {match: Counter(each.request for each in log) for match, log in logs.items()}
        return [each for each in self.acknowledged if requests[each[0]][each[2]] != 1]


MATCHES = [f"m{number}" for number in range(20)]


def with_patience(test):
    """Run a coroutine on a store that waits for long."""

    @with_store
    async def wrapped(store):
        store.commits.patience = PATIENCE
        await test(store)

    wrapped.__name__ = test.__name__
    return wrapped


# ---- faults -----------------------------------------------------------------------------------


def test_a_kill_of_postgresql_loses_nothing(shared, postgres):
    @with_patience
    async def test(store):
        outages = []
        store.on_outage = lambda begin, end: outages.append(end - begin)
        author = Author(store, MATCHES)
        for _ in range(2):
            await author.wrote(100)
            await asyncio.to_thread(postgres.kill)
            await asyncio.to_thread(postgres.start)
        await author.wrote(100)
        await author.stop()
        assert (author.problems, await author.lost()) == ([], [])
        assert len(outages) >= 2

    test(shared)


def test_outages_that_two_processes_number_alike_are_both_kept(shared):
    @with_store
    async def test(store):
        async def note(*outages):
            assert await stored(store, Write(beat=Beat(9_000, outages))) == [None]

        await note((1, 100, 200))
        await note((1, 150, 250))
        assert await store.outages() == [(1, 100, 250)], "one outage, as long as both say"
        await note((1, 400, 500), (2, 600, 700))
        await note((1, 800, 900))
        assert [row[1:] for row in await store.outages()] == [
            (100, 250),
            (400, 500),
            (600, 700),
            (800, 900),
        ], "another time: none is written over"
        assert len({row[0] for row in await store.outages()}) == 4

    test(shared)


def test_outages_that_are_numbered_alike_again_and_again_do_not_use_up_the_numbers(shared):
    @with_store
    async def test(store):
        for each in range(40):
            highest = max((row[0] for row in await store.outages()), default=1)
            taken = (highest, 100 * each, 100 * each + 50)
            assert await stored(store, Write(beat=Beat(9_000, (taken,)))) == [None]
        found = await store.outages()
        assert len(found) == 40
        assert max(row[0] for row in found) == 40

    test(shared)


def test_connections_that_are_cut_are_made_anew(shared, postgres):
    @with_patience
    async def test(store):
        author = Author(store, MATCHES)
        for _ in range(3):
            await author.wrote(60)
            assert await asyncio.to_thread(postgres.cut, name_of(shared)) > 0
            assert len(await store.lasts(MATCHES)) == 20, "a read is tried again"
        await author.wrote(60)
        await author.stop()
        assert (author.problems, await author.lost()) == ([], [])
        # A connection that nobody was using is made anew without a second try.
        assert store.counters.retries > 0

    test(shared)


def test_a_postgresql_that_is_stopped_is_waited_for(shared, postgres, monkeypatch):
    """What it was doing is in doubt when we give the connection up, and may be done later."""
    monkeypatch.setattr(postgresql_writer, "_COMMIT_SECONDS", 0.2)

    @with_patience
    async def test(store):
        author = Author(store, MATCHES)
        for _ in range(3):
            await author.wrote(100)
            tried = store.counters.retries
            postgres.signal(signal.SIGSTOP)
            await until(lambda tried=tried: store.counters.retries > tried)
            postgres.signal(signal.SIGCONT)
        await author.wrote(100)
        await author.stop()
        assert (author.problems, await author.lost()) == ([], [])

    try:
        test(shared)
    finally:
        postgres.signal(signal.SIGCONT)


@with_store
async def test_a_match_that_is_locked_is_skipped_and_the_others_are_stored(store):
    store.commits.patience = PATIENCE
    await stored(store, write_of("m", 1), write_of("other", 1))
    holder = await store.connect()
    transaction = holder.transaction()
    await transaction.start()
    await holder.execute("SELECT * FROM matches WHERE id = 'm' FOR UPDATE")
    order = []
    for match in ("m", "other"):
        store.write(write_of(match, 2), lambda problem, match=match: order.append((match, problem)))
    store.write(write_of("m", 3), lambda problem: order.append(("m3", problem)))
    await until(lambda: order)
    assert order == [("other", None)]
    await until(lambda: store.counters.skipped > 3)
    await transaction.rollback()
    await store.flush()
    assert order[1:] == [("m", None), ("m3", None)]
    assert await numbers(store, "m", "other") == [[1, 2, 3], [1, 2]]
    # Whoever keeps it too long is not waited for.
    store.commits.patience = 0.2
    transaction = holder.transaction()
    await transaction.start()
    await holder.execute("SELECT * FROM matches WHERE id = 'm' FOR UPDATE")
    (problem,) = await stored(store, write_of("m", 4))
    assert isinstance(problem, TimeoutError)
    await transaction.rollback()
    await holder.close()
    assert await stored(store, write_of("m", 4)) == [None]


# ---- several processes ------------------------------------------------------------------------


@with_store
async def test_stores_that_share_a_database_never_write_over_one_another(store):
    """Three of them write to the same matches, and lose their connections at random."""
    rng = random.Random(15)
    stores = [PostgresqlStore(store.address, PATIENCE) for _ in range(3)]
    authors = [Author(each, MATCHES[:8], str(name)) for name, each in enumerate(stores)]
    for _ in range(4):
        await authors[0].wrote(8)
        unlucky = rng.choice(stores).writer
        if unlucky._connection:
            unlucky._connection.terminate()
    for author in authors:
        await author.wrote(8)
    for author in authors:
        await author.stop()
    written = sum(len(author.acknowledged) for author in authors)
    assert sum((await store.lasts(MATCHES)).values()) == written
    for author in authors:
        assert await author.lost() == []
        assert {type(problem) for problem in author.problems} <= {OvertakenError}
    assert any(author.problems for author in authors), "they did meet"
    for each in stores:
        await each.close()


@with_store
async def test_what_another_has_stored_is_overtaken(store):
    other = PostgresqlStore(store.address)
    assert await stored(store, write_of("m", 1, request="one")) == [None]
    assert isinstance((await stored(other, write_of("m", 1, request="two")))[0], OvertakenError)
    assert await stored(other, write_of("m", 2)) == [None]
    assert isinstance((await stored(store, Write("m", 1, 1, draft="[]")))[0], OvertakenError)
    assert await other.claim(10, 20, 9) == []
    await other.close()


# ---- made, and brought up to date --------------------------------------------------------------


async def columns_of(address):
    connection = await connect(address)
    rows = await connection.fetch(
        "SELECT table_name, column_name, is_nullable = 'YES' FROM information_schema.columns"
        " WHERE table_schema = 'public' AND table_name <> 'alembic_version'"
    )
    indexes = await connection.fetch("SELECT indexname FROM pg_indexes WHERE schemaname = 'public'")
    await connection.close()
    return {tuple(row) for row in rows}, {row[0] for row in indexes}


def test_processes_that_start_together_migrate_once(postgres):
    address = new_database(postgres)

    async def main():
        await asyncio.gather(*(prepare(address) for _ in range(4)))
        await prepare(address)
        return await columns_of(address)

    columns, indexes = asyncio.run(main())
    tables = schema.metadata.tables
    assert columns == {
        (name, column.name, column.nullable)
        for name, table in tables.items()
        for column in table.columns
    }
    assert {index.name for table in tables.values() for index in table.indexes} <= indexes


def test_an_older_database_is_brought_up_to_date(postgres):
    address = new_database(postgres)

    async def main():
        connection = await connect(address)
        await connection.execute(migrations.sql_from(None, "0001"))
        await connection.execute("INSERT INTO matches VALUES ('m', 'g', 1, 'over', 7)")
        for number in (1, 2):
            await connection.execute(
                f"INSERT INTO events VALUES ('m', {number}, 1, 't', '{{}}', '', '')"
            )
        await connection.close()
        store = await open_store(address)
        assert (await store.lasts(["m"]), await store.due(8)) == ({"m": 2}, ["m"])
        await store.close()

    asyncio.run(main())


def test_what_cannot_be_used_is_refused_with_a_sentence(postgres, monkeypatch):
    monkeypatch.setattr(postgresql_schema, "_PATIENCE_SECONDS", 1)

    def refused(address, words):
        with pytest.raises(DatabaseError, match=words) as found:
            asyncio.run(prepare(address))
        assert "geheim" not in str(found.value)

    nobody = "postgresql://ada:geheim@127.0.0.1:1/games"
    refused(
        nobody, r"cannot use the database postgresql://ada@127.0.0.1:1/games: .*Connect call failed"
    )
    refused(postgres.address("none"), 'database "none" does not exist')
    postgres.sql("CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'")
    refused(postgres.address("ascii"), "has the encoding SQL_ASCII")
    address = new_database(postgres)
    asyncio.run(prepare(address))
    postgres.sql("UPDATE alembic_version SET version_num = '9999'", name_of(address))
    refused(address, "made by a newer version")

    async def locked():
        postgres.sql("UPDATE alembic_version SET version_num = '0003'", name_of(address))
        holder = await connect(address)
        async with holder.transaction():
            await holder.execute("LOCK TABLE matches")
            with pytest.raises(DatabaseError, match="somebody else holds a lock on it"):
                await prepare(address)
        await holder.close()

    asyncio.run(locked())


def test_what_names_a_database():
    assert database_named("postgres://x") == "postgres://x"
    with pytest.raises(DatabaseError, match="a file or postgresql"):
        database_named("mysql://x")
    assert without_password("postgresql://a:b%40c@h:5/d?password=x") == "postgresql://a@h:5/d"
