"""One file of SQLite: migrations, locks of other programs, what people hear of a failing disk."""

import asyncio
import re
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing

import pytest
from server_tools import Seated, app_client, new_duel
from sqlalchemy import create_engine, inspect, text
from store_tools import numbers, stored, write_of

from quatrefoil.server.store import schema
from quatrefoil.server.store.migrations import DatabaseError, head, migrate
from quatrefoil.server.store.opening import prepare
from quatrefoil.server.store.sqlite import SqliteStore
from quatrefoil.server.store.sqlite_writer import SqliteWriter


def with_file(test):
    """Run a coroutine on a store in a file."""

    def wrapped(tmp_path):
        async def main():
            store = SqliteStore(tmp_path / "x.db", patience=0.5)
            await test(store)
            await store.close()

        asyncio.run(main())

    wrapped.__name__ = test.__name__
    return wrapped


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


def test_a_new_database_is_what_all_steps_together_make(tmp_path):
    made = {}
    for name, revisions in (("new", ("head",)), ("steps", ("0001", "head"))):
        engine = create_engine(f"sqlite:///{tmp_path / name}")
        for revision in revisions:
            migrate(engine, revision)
        with engine.begin() as connection:
            rows = connection.execute(text("SELECT name, sql FROM sqlite_master")).all()
            version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        engine.dispose()
        # A default of an integer may be written as a text: it is the same number.
        tidy = {name: "".join((sql or "").split()).replace("'0'", "0") for name, sql in rows}
        made[name] = tidy, version
    assert made["new"] == made["steps"]
    assert made["new"][1] == head()


def test_a_new_server_needs_no_alembic(tmp_path):
    script = (
        "import sys; from pathlib import Path;"
        " from quatrefoil.server.store.sqlite import prepare_file;"
        f" prepare_file(Path({str(tmp_path / 'x.db')!r})); print('alembic' in sys.modules)"
    )
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
        assert done.stdout == "False\n", done.stderr


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


def test_a_file_that_cannot_be_used_is_refused_with_a_sentence(tmp_path):
    database = tmp_path / "x.db"
    engine = create_engine(f"sqlite:///{database}")
    migrate(engine, "0003")
    engine.dispose()
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseError, match=r"cannot open .*x\.db: database is locked"):
            asyncio.run(prepare(database))
        other.execute("UPDATE alembic_version SET version_num = '9999'")
        other.execute("COMMIT")
    with pytest.raises(DatabaseError, match="made by a newer version"):
        asyncio.run(prepare(database))


# ---- faults that pass, and faults that do not -------------------------------------------------


def locked(store):
    """Take the lock away from the store, as another program would."""
    path = store._engine.url.database
    other = sqlite3.connect(path, isolation_level=None, timeout=5)
    other.execute("BEGIN IMMEDIATE")
    return other


@with_file
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


@with_file
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
            # It is decided again where the log ends now.
            assert a.ask(do="play", tokens=["f8-f9"], at=last)["event"] == last + 2
            seats = client.get(f"/api/matches/{match}").json()["state"]["seats"]
            assert seats[0]["name"] == "Ann"
            assert [each["event"] for each in a.heard] == [last + 1]


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
