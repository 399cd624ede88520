"""Everything of one database into another: whole, checked, or not at all."""

import asyncio
import sqlite3
from contextlib import closing

import pytest
from store_tools import event, stored, write_of
from tests.postgres_tools import name_of, new_database

from quatrefoil.cli import main
from quatrefoil.server.store import moving, moving_sqlite
from quatrefoil.server.store.migrations import DatabaseError
from quatrefoil.server.store.moving import move
from quatrefoil.server.store.opening import open_store
from quatrefoil.server.store.studies import StudyRow
from quatrefoil.server.store.writes import Beat, Write, events_write

ODD = {"name": "Ä\0\u2028\U0001f600\"\\'\t\n", "tokens": ["\x7f", ""]}
#: As large as one may be, nearly: trees are moved in smaller pieces.
TREE = '{"notes": {"0": {"comment": "\\u0000ä…"}}}' + " " * 150_000
#: Ids in whose order a language and plain bytes differ.
MATCHES = ["a", "B", "_", "-x", "Z9", "ä"]


async def filled(database):
    """Store something in every table."""
    store = await open_store(database)
    for number, match in enumerate(MATCHES):
        about = ("trickle", number, "playing", number or None, None)
        odd = event(1, request="who:ä")._replace(data=ODD, hidden=ODD)
        writes = [events_write(match, [odd], about), write_of(match, *range(2, 12))]
        assert await stored(store, *writes) == [None, None]
    beat = Write(beat=Beat(7000, ((1, 10, 20), (2, 30, 40))))
    assert await stored(store, Write("a", 11, 11, draft='["x"]'), beat) == [None, None]
    for number, study in enumerate(MATCHES):
        await store.studies.add(StudyRow(study, "h", "trickle", "Ä€", TREE, number, 1, 2, 3))
    await store.close()


async def contents(database):
    """Return all that a server would read."""
    store = await open_store(database)
    logs = [await store.log(match) for match in MATCHES]
    found = (
        [(log.last, log.events, log.draft) for log in logs],
        [await store.studies.find(study) for study in MATCHES],
        await store.beginning(["playing"]),
        await store.due(10**9),
        await store.quiet("playing", 10**9, "", 100),
    )
    await store.close()
    return found


_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"


def nothing(table, done, total):
    """Nobody looks how far it is."""


def test_there_and_back_again(tmp_path, postgres, monkeypatch, capsys):
    monkeypatch.setattr(moving_sqlite, "PIECE", 7)
    first, second, address = tmp_path / "1.db", tmp_path / "2.db", new_database(postgres)
    asyncio.run(filled(first))
    assert main(["move-database", str(first), address]) == 0
    there = capsys.readouterr().out
    assert "events" in there
    assert f"{11 * len(MATCHES)} rows" in there
    assert main(["move-database", address, str(second)]) == 0
    assert capsys.readouterr().out == there, "the same counts and hashes"
    was, is_there, is_back = (asyncio.run(contents(each)) for each in (first, address, second))
    assert was[:3] == is_there[:3] == is_back[:3]
    assert all(was[1])
    assert was[3:] == is_back[3:]
    assert sorted(was[4]) == sorted(is_there[4])
    assert second.stat().st_mode & 0o777 == 0o600
    assert main(["move-database", str(first), address]) == 1
    assert "the new database is not empty: its table" in capsys.readouterr().err


def test_every_table_is_moved(tmp_path):
    """Also one that migrations make and that the schema would have forgotten."""
    asyncio.run(filled(tmp_path / "1.db"))
    moved = asyncio.run(move(tmp_path / "1.db", tmp_path / "2.db", nothing))
    with closing(sqlite3.connect(tmp_path / "2.db")) as file:
        tables = {name for (name,) in file.execute(_TABLES)}
    assert {each.table for each in moved} == tables - {"alembic_version"}


def test_an_interruption_leaves_nothing(tmp_path, postgres, monkeypatch):
    monkeypatch.setattr(moving_sqlite, "PIECE", 7)
    source, address = tmp_path / "1.db", new_database(postgres)
    asyncio.run(filled(source))
    for target in (tmp_path / "2.db", address):

        def interrupt(table, done, total):
            if (table, done) == ("events", 21):
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            asyncio.run(move(source, target, interrupt))
        assert asyncio.run(contents(target))[2] == (None, [], 0)
        asyncio.run(move(source, target, nothing))
        assert asyncio.run(contents(target))[:2] == asyncio.run(contents(source))[:2]


def test_what_does_not_arrive_as_it_was_is_not_kept(tmp_path, postgres, monkeypatch):
    source, address = tmp_path / "1.db", new_database(postgres)
    asyncio.run(filled(source))
    database = name_of(address)
    asyncio.run(open_and_close(address))
    postgres.sql(
        "CREATE FUNCTION forge() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN NEW.data = replace(NEW.data, 'x', 'y'); RETURN NEW; END $$;"
        " CREATE TRIGGER forge BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION forge()",
        database,
    )
    with pytest.raises(DatabaseError, match="the rows of events did not arrive as they were"):
        asyncio.run(move(source, address, nothing))
    assert postgres.sql("SELECT count(*) FROM matches", database) == [["0"]]


async def open_and_close(database):
    await (await open_store(database)).close()


def test_databases_in_use_are_not_moved(tmp_path, postgres):
    address = new_database(postgres)

    async def main():
        store = await open_store(address)
        await store.lasts([])
        with pytest.raises(DatabaseError, match="stop the servers first"):
            await move(address, tmp_path / "1.db", nothing)
        await store.close()

    asyncio.run(main())
    with pytest.raises(DatabaseError, match="there is no file"):
        asyncio.run(move(tmp_path / "none.db", address, nothing))
    assert not (tmp_path / "none.db").exists()


def test_hashes_do_not_depend_on_the_pieces():
    rows = [(1, "a", None), (2, "b", "c")]
    assert moving._bytes(rows) == moving._bytes(rows[:1]) + moving._bytes(rows[1:])
