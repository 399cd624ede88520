"""Storing: migrations, group commits, and a disk that fails."""

import asyncio
import threading

import pytest
from server_tools import Seated, app_client, new_duel
from sqlalchemy import create_engine, inspect
from starlette.websockets import WebSocketDisconnect

from quatrefoil.match import Event
from quatrefoil.server import schema
from quatrefoil.server.migrations import migrate
from quatrefoil.server.store import Store, Write, event_row


def write_of(match, number):
    event = Event(number, 1000, "turn", {"tokens": ["x"]}, {"sign": "rock"}, "who:1")
    return Write((event_row(match, event),))


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


def test_what_is_written_is_read(tmp_path):
    async def main():
        found = Store(tmp_path / "x.db")
        done = []
        for number in (1, 2, 3):
            found.write(write_of("m", number), done.append)
        await found.flush()
        assert done == [None] * 3
        log = found.events("m", after=1)
        assert [event.number for event in log] == [2, 3]
        assert (log[0].data, log[0].hidden) == ({"tokens": ["x"]}, {"sign": "rock"})
        assert found.events("other") == []
        await found.close()

    asyncio.run(main())


def test_what_comes_during_a_commit_shares_the_next(tmp_path):
    async def main():
        found = Store(tmp_path / "x.db")
        gate, sizes, commit = threading.Event(), [], found._commit

        def slow(batch):
            gate.wait()
            sizes.append(len(batch))
            commit(batch)

        found._commit = slow
        order = []
        for number in range(1, 11):
            found.write(write_of("m", number), lambda problem, number=number: order.append(number))
            await asyncio.sleep(0)
        gate.set()
        await found.flush()
        assert sizes == [1, 9]
        assert order == list(range(1, 11))
        await found.close()

    asyncio.run(main())


def test_nothing_is_answered_that_could_not_be_stored(tmp_path, monkeypatch):
    with app_client(tmp_path) as client:
        match, ada, bob = new_duel(client)
        with Seated(client, match, ada) as a, Seated(client, match, bob) as b:
            last = a.last

            def full(self, statement, rows):
                if rows:
                    raise OSError("no space left on device")

            with monkeypatch.context() as patched:
                patched.setattr(Store, "_put", full)
                answer = a.ask(do="play", tokens=["f8-f9"], at=last)
            assert (answer["ok"], answer["code"]) == (False, "unavailable")
            with pytest.raises(WebSocketDisconnect):
                b.event("turn")
        with Seated(client, match, ada) as a:
            assert a.last == last
            assert a.ask(do="play", tokens=["f8-f9"], at=last)["ok"]
