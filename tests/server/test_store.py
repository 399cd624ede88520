"""Storing: migrations, compare-and-set, commits that are shared, and a disk that fails."""

import asyncio
import re
import sqlite3
import stat
import threading
import time

import pytest
from server_tools import Seated, app_client, new_duel
from sqlalchemy import create_engine, inspect, text

from quatrefoil.core.errors import FormatError
from quatrefoil.match import Event
from quatrefoil.play.contracts import OvertakenError
from quatrefoil.server.store import schema
from quatrefoil.server.store.migrations import migrate
from quatrefoil.server.store.sqlite import SqliteStore
from quatrefoil.server.store.sqlite_writer import SqliteWriter
from quatrefoil.server.store.writes import Beat, Write, events_write

ABOUT = ("trickle", 1000, "playing", None, None)


def event(number, **more):
    return Event(number, 1000, "turn", {"tokens": ["x"]}, {"sign": "rock"}, **more)


def write_of(match, *numbers, **more):
    about = ABOUT if numbers[0] == 1 else None
    return events_write(match, [event(number, **more) for number in numbers], about)


def with_store(test):
    """Run a coroutine on a store of its own."""

    def wrapped(tmp_path):
        async def main():
            store = SqliteStore(tmp_path / "x.db", patience=0.5)
            await test(store)
            await store.close()

        asyncio.run(main())

    wrapped.__name__ = test.__name__
    return wrapped


async def stored(store, *writes):
    """Write, and return what became of each."""
    done = [None] * len(writes)
    for index, write in enumerate(writes):
        store.write(write, lambda problem, index=index: done.__setitem__(index, problem))
    await store.flush()
    return done


def gated(store):
    """Let commits wait for a gate, which is returned."""
    gate, commit = threading.Event(), store.writer._commit

    def slow(entries, beat):
        gate.wait()
        return commit(entries, beat)

    store.writer._commit = slow
    return gate


async def numbers(store, *matches):
    """Return the numbers of the events of each match; of a single one without a list around."""
    found = [[event.number for event in (await store.log(match)).events] for match in matches]
    return found[0] if len(matches) == 1 else found


def test_migrations_lead_to_the_schema(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'x.db'}")
    migrate(engine)
    migrate(engine)
    found = inspect(engine)
    for name, table in schema.metadata.tables.items():
        columns = {column["name"]: column for column in found.get_columns(name)}
        assert set(columns) == set(table.columns.keys())
        for column in table.columns:
            assert columns[column.name]["nullable"] == column.nullable
        indexes = {index["name"] for index in found.get_indexes(name)}
        assert indexes == {index.name for index in table.indexes}
    engine.dispose()


def test_an_older_database_gets_the_ends_of_its_logs(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'x.db'}")
    migrate(engine, "0001")
    with engine.begin() as connection:
        for match, last in (("a", 3), ("b", 1)):
            connection.execute(
                text(f"INSERT INTO matches VALUES ('{match}', 'g', 1, 'over', NULL)")
            )
            for number in range(1, last + 1):
                connection.execute(
                    text(f"INSERT INTO events VALUES ('{match}', {number}, 1, 't', '', '', '')")
                )
    migrate(engine)
    with engine.begin() as connection:
        rows = connection.execute(text("SELECT id, last FROM matches ORDER BY id")).all()
    assert [tuple(row) for row in rows] == [("a", 3), ("b", 1)]
    engine.dispose()


@with_store
async def test_what_is_written_is_read(store):
    writes = [write_of("m", 1), write_of("m", 2), write_of("m", 3)]
    assert await stored(store, *writes) == [None] * 3
    log = await store.events("m", after=1)
    assert [event.number for event in log] == [2, 3]
    assert (log[0].data, log[0].hidden) == ({"tokens": ["x"]}, {"sign": "rock"})
    assert (await store.log("m")).last == 3
    other = await store.log("other")
    assert (other.last, other.events, other.draft, other.fault) == (None, [], None, "")


@with_store
async def test_a_write_is_stored_only_where_the_log_ends(store):
    await stored(store, write_of("m", 1, 2), write_of("other", 1))
    found = await stored(store, write_of("m", 4), write_of("other", 2))
    assert isinstance(found[0], OvertakenError)
    assert found[1] is None
    found = await stored(store, write_of("m", 2, request="who:2"), write_of("other", 3))
    assert isinstance(found[0], OvertakenError), "event 2 is another one"
    assert found[1] is None
    found = await stored(store, write_of("m", 1, request="who:1"))
    assert isinstance(found[0], OvertakenError), "there is such a match already"
    assert await numbers(store, "m", "other") == [[1, 2], [1, 2, 3]]
    assert store.counters.overtaken == 3


@with_store
async def test_what_the_log_has_already_is_stored(store):
    """A commit whose answer was lost is made again."""
    await stored(store, write_of("m", 1, 2), write_of("m", 3, request="who:3"))
    assert await stored(store, write_of("m", 3, request="who:3")) == [None]
    assert await stored(store, write_of("m", 1, 2)) == [None], "another went on from there"
    assert await stored(store, Write("m", 2, 2, draft='["a"]')) != [None], "that is past"
    assert await numbers(store, "m") == [1, 2, 3]


class Forgetful:
    """A connection that commits and then says that it could not, once."""

    def __init__(self, connection):
        self._connection = connection
        self.forgot = 0

    def execute(self, statement, *given):
        found = self._connection.execute(statement, *given)
        if statement == "COMMIT" and not self.forgot:
            self.forgot += 1
            problem = sqlite3.OperationalError("disk I/O error")
            problem.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
            raise problem
        return found

    def close(self):
        self._connection.close()


@with_store
async def test_a_commit_in_doubt_is_looked_up(store):
    await stored(store, write_of("m", 1), write_of("other", 1))
    store.writer._connection = forgetful = Forgetful(store.writer._connection)
    writes = [write_of("m", 2, 3), write_of("new", 1), Write("other", 1, 1, draft='["a"]')]
    assert await stored(store, *writes) == [None] * 3
    assert forgetful.forgot == 1
    assert await numbers(store, "m", "new") == [[1, 2, 3], [1]]
    assert (await store.log("other")).draft == (1, ["a"])


@with_store
async def test_what_stands_on_a_lost_write_is_lost_too(store):
    await stored(store, write_of("m", 1), write_of("other", 1))
    gate, commit = threading.Event(), store.writer._commit

    def fail_once(entries, beat):
        gate.wait()
        store.writer._commit = commit
        raise sqlite3.DataError("this one is odd")

    store.writer._commit = fail_once
    done = []
    store.write(write_of("m", 2), done.append)
    await asyncio.sleep(0.05)
    store.write(write_of("m", 3), done.append)
    store.write(write_of("other", 2), done.append)
    gate.set()
    await store.flush()
    assert [str(problem) for problem in done] == ["this one is odd"] * 2 + ["None"]
    assert await numbers(store, "m", "other") == [[1], [1, 2]]


@with_store
async def test_a_match_that_went_back_waits_behind_what_it_forgot(store):
    await stored(store, write_of("m", 1), Write(beat=Beat(1)))
    gate = gated(store)
    done = []
    store.write(Write(beat=Beat(2)), lambda problem: None)
    await asyncio.sleep(0.05)
    for write in (write_of("m", 3), write_of("m", 2), write_of("m", 3, request="who:3")):
        store.write(write, done.append)
    gate.set()
    await store.flush()
    assert isinstance(done[0], OvertakenError)
    assert done[1:] == [None, None]
    assert await numbers(store, "m") == [1, 2, 3]
    assert (await store.events("m"))[-1].request == "who:3"


@with_store
async def test_a_row_that_fails_is_found_and_fails_alone(store):
    writes = [write_of(f"m{number}", 1) for number in range(9)]
    writes[6] = writes[6]._replace(events=writes[6].events.replace('"turn"', "null"))
    gate = gated(store)
    done = []
    store.write(Write(beat=Beat(2)), lambda problem: None)
    await asyncio.sleep(0.05)
    for write in writes:
        store.write(write, done.append)
    gate.set()
    await store.flush()
    assert [index for index, problem in enumerate(done) if problem] == [6]
    assert isinstance(done[6], sqlite3.IntegrityError)
    assert (
        await numbers(store, *(f"m{number}" for number in range(9))) == [[1]] * 6 + [[]] + [[1]] * 2
    )


@with_store
async def test_a_heartbeat_does_not_fail_with_a_row(store):
    gate = gated(store)
    odd = write_of("m", 1)
    done = []
    store.write(Write(beat=Beat(1)), lambda problem: None)
    await asyncio.sleep(0.05)
    store.write(odd._replace(events=odd.events.replace('"turn"', "null")), done.append)
    store.write(Write(beat=Beat(2)), done.append)
    gate.set()
    await store.flush()
    assert isinstance(done[0], sqlite3.IntegrityError)
    assert done[1] is None
    assert await store.last_beat() == 2


@with_store
async def test_drafts_are_of_the_current_position(store):
    await stored(store, write_of("m", 1, 2), Write("m", 2, 2, draft='["a"]'))
    assert (await store.log("m")).draft == (2, ["a"])
    found = await stored(store, Write("m", 1, 1, draft='["old"]'))
    assert isinstance(found[0], OvertakenError)
    assert (await store.log("m")).draft == (2, ["a"])
    assert await stored(store, Write("m", 2, 2, draft='["b"]')) == [None]
    assert (await store.log("m")).draft == (2, ["b"])


@pytest.mark.parametrize("request_id", ["who:\ud800", "who:a\0b"])
def test_what_cannot_be_encoded_fails_before_it_waits(request_id):
    with pytest.raises(FormatError):
        write_of("m", 1, request=request_id)


def test_events_follow_one_another():
    with pytest.raises(ValueError, match="event 3 of m comes where 2 should"):
        write_of("m", 1, 3)


@with_store
async def test_what_comes_during_a_commit_shares_the_next(store):
    gate, sizes, commit = threading.Event(), [], store.writer._commit

    def slow(entries, beat):
        gate.wait()
        sizes.append(sum(entry.new - entry.old for entry in entries))
        return commit(entries, beat)

    store.writer._commit = slow
    order = []
    for number in range(1, 11):
        store.write(write_of("m", number), lambda problem, number=number: order.append(number))
        await asyncio.sleep(0)
    gate.set()
    await store.flush()
    assert sizes == [1, 9]
    assert order == list(range(1, 11))


@with_store
async def test_a_fault_after_a_commit_leaves_nobody_waiting(store):
    done = []

    def odd(problem):
        raise RuntimeError("who waited is odd")

    store.write(Write(beat=Beat(1)), odd)
    store.write(Write(beat=Beat(2)), odd)
    store.write(write_of("m", 1), done.append)
    await store.flush()
    assert done == [None]


# ---- faults that pass, and faults that do not -------------------------------------------------


def locked(store):
    """Take the lock away from the store, as another program would."""
    path = store._engine.url.database
    other = sqlite3.connect(path, isolation_level=None, timeout=5)
    other.execute("BEGIN IMMEDIATE")
    return other


@with_store
async def test_a_lock_is_waited_for_and_the_outage_is_told(store):
    store.commits.patience = 30
    outages = []
    store.on_outage = lambda begin, end: outages.append(end - begin)
    done = []
    other = locked(store)
    store.write(write_of("m", 1), done.append)
    await asyncio.sleep(0.5)
    store.write(write_of("n", 1), done.append)
    assert done == []
    assert store.waiting_seconds > 0.4
    other.execute("ROLLBACK")
    await store.flush()
    assert done == [None, None]
    assert store.counters.retries > 0
    assert len(outages) == 1
    assert outages[0] > 0.4
    other.close()


@with_store
async def test_a_lock_that_lasts_is_given_up(store):
    await stored(store, write_of("m", 1))
    outages = []
    store.on_outage = lambda begin, end: outages.append(end - begin)
    other = locked(store)
    done = []
    store.write(write_of("m", 2), done.append)
    await asyncio.sleep(0.1)
    store.write(write_of("m", 3), done.append)
    await store.flush()
    assert [type(problem) for problem in done] == [sqlite3.OperationalError] * 2
    assert outages == []
    other.execute("ROLLBACK")
    assert await stored(store, write_of("m", 2)) == [None]
    assert len(outages) == 1
    assert outages[0] > 0.5
    assert await numbers(store, "m") == [1, 2]
    other.close()


def failing(code):
    problem = sqlite3.OperationalError("the disk is full")
    problem.sqlite_errorcode = code

    def fail(self, entries, beat):
        raise problem

    return fail


def test_what_cannot_be_stored_is_refused_and_the_match_goes_back(tmp_path, monkeypatch):
    with app_client(tmp_path, storing_seconds=0.3) as client:
        match, ada, bob = new_duel(client)
        with Seated(client, match, ada) as a, Seated(client, match, bob) as b:
            last = a.last
            with monkeypatch.context() as patched:
                patched.setattr(SqliteWriter, "_commit", failing(sqlite3.SQLITE_FULL))
                answer = a.ask(do="play", tokens=["f8-f9"], at=last)
            assert (answer["ok"], answer["code"]) == (False, "unavailable")
            assert answer["retry_after"] > 0
            for seated in (a, b):
                again = seated.hear()
                while "welcome" not in again:
                    again = seated.hear()
                assert again["snapshot"]["last"] == again["welcome"]["last"] == last
            assert a.ask(do="play", tokens=["f8-f9"], at=last)["ok"]
            assert b.event("turn")["event"] == last + 1


def test_a_match_that_another_process_moved_is_read_again(tmp_path):
    with app_client(tmp_path) as client:
        match, ada, _ = new_duel(client)
        with Seated(client, match, ada) as a:
            last = a.last
            with sqlite3.connect(tmp_path / "test.db") as other:
                row = (match, last + 1, 1, "named", '{"seat":0,"name":"Ann"}', "", "")
                other.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", row)
                other.execute("UPDATE matches SET last = ? WHERE id = ?", (last + 1, match))
            other.close()
            assert a.ask(do="play", tokens=["f8-f9"], at=last)["code"] == "unavailable"
            while "snapshot" not in (again := a.hear()):
                pass
            assert again["snapshot"]["last"] == last + 1
            assert again["snapshot"]["state"]["seats"][0]["name"] == "Ann"
            assert a.ask(do="play", tokens=["f8-f9"], at=last + 1)["event"] == last + 2


def test_people_hear_that_storing_takes_its_time(tmp_path):
    with app_client(tmp_path) as client:
        match, ada, bob = new_duel(client)
        with Seated(client, match, ada) as a, Seated(client, match, bob) as b:
            other = sqlite3.connect(tmp_path / "test.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            a.socket.send_json({"id": "p", "do": "play", "tokens": ["f8-f9"], "at": a.last})
            assert b.event("storing")["waiting"] is True
            assert client.get("/livez").text == "ok\n"
            ready = client.get("/readyz")
            assert ready.status_code == 503
            assert "stored" in ready.text
            other.execute("ROLLBACK")
            other.close()
            assert b.event("turn")["tokens"] == ["f8-f9"]
            assert b.event("storing")["waiting"] is False


def test_one_write_serves_all_who_ask_whether_it_is_ready(tmp_path):
    with app_client(tmp_path) as client:
        started = time.monotonic()
        for _ in range(50):
            assert client.get("/readyz").text == client.get("/healthz").text == "ok\n"
        seconds = time.monotonic() - started
        page = client.get("/metrics").text
        (commits,) = re.findall(r"^quatrefoil_commits_total (\S+)", page, re.MULTILINE)
        # One a second, and the heartbeat of the server every five seconds and at its start.
        assert 2 <= float(commits) <= 4 + 1.2 * seconds


# ---- whose file it is -------------------------------------------------------------------------


def test_the_files_are_for_nobody_else(tmp_path):
    database = tmp_path / "test.db"
    database.touch(0o644)
    with app_client(tmp_path) as client:
        new_duel(client)
        found = sorted(path for path in tmp_path.iterdir() if path.name.startswith("test.db"))
        assert [path.name for path in found] == [
            "test.db",
            "test.db-lock",
            "test.db-shm",
            "test.db-wal",
        ]
        assert {stat.S_IMODE(path.stat().st_mode) for path in found} == {0o600}
