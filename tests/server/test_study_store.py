"""Studies in SQLite and in PostgreSQL: compare-and-set, commits that are shared, and faults."""

import asyncio
import sqlite3

import asyncpg
import pytest
from store_tools import with_store

from quatrefoil.match import RefusedError
from quatrefoil.server.store.opening import open_store
from quatrefoil.server.store.studies import Became, StudyChange, StudyRow

#: A tree is a text to the store; PostgreSQL takes no U+0000, and JSON has none.
TREE = '{"notes": {"0": {"comment": "\\u0000 ä \\" … \U0001f600"}}}'


def row(study="s", version=1, **more):
    return StudyRow(study, "hash", "trickle", "Ä study", TREE, version, 1000, 1000, 1000)._replace(
        **more
    )


def change(version, study="s", tree="{}", title="other"):
    return StudyChange(study, version, title, tree, 2000)


@with_store
async def test_what_is_kept_is_found(store):
    assert await store.studies.find("s") is None
    await store.studies.add(row())
    await store.studies.add(row("other", version=7))
    await store.studies.add(row(title="somebody else's"))
    assert await store.studies.find("s") == row()
    assert await store.studies.versions(["s", "other", "none"]) == {"s": 1, "other": 7}
    assert await store.studies.count() == 2
    await store.studies.delete("s")
    await store.studies.delete("none")
    assert await store.studies.find("s") is None


@with_store
async def test_a_change_is_stored_only_where_it_began(store):
    await store.studies.add(row())
    await store.studies.add(row("other"))
    found = await store.studies.change([change(1), change(2, "other"), change(1, "none")])
    assert found == [Became.STORED, Became.OVERTAKEN, Became.OVERTAKEN]
    assert await store.studies.find("s") == row(
        version=2, title="other", tree="{}", changed=2000, seen=2000
    )
    assert await store.studies.find("other") == row("other")
    assert await store.studies.change([change(1)]) == [Became.OVERTAKEN]


@with_store
async def test_changes_that_wait_share_a_commit(store):
    sizes, plain = [], store.studies.change

    async def counted(changes):
        sizes.append(len(changes))
        return await plain(changes)

    store.study_commits._store.change = counted
    for number in range(5):
        await store.studies.add(row(f"s{number}"))
    waiting = [store.study_commits.change(change(1, f"s{n}")) for n in range(5)]
    again = [
        store.study_commits.change(change(1, "s0")),
        store.study_commits.change(change(2, "s0")),
    ]
    assert await asyncio.gather(*waiting, *again) == [True] * 5 + [False, True]
    assert sizes == [5, 1, 1], "two of one study are never in one commit"


@with_store
async def test_of_many_who_write_at_once_one_is_stored(store):
    await store.studies.add(row())
    stored = 0
    for version in range(1, 6):
        outcomes = await asyncio.gather(
            *(store.studies.change([change(version)]) for _ in range(4))
        )
        assert [each for (each,) in outcomes].count(Became.STORED) == 1
        stored += 1
    assert (await store.studies.find("s")).version == 1 + stored


@with_store
async def test_a_fault_that_passes_is_waited_out(store):
    await store.studies.add(row())
    plain, faults = store.studies.change, [locked(store), locked(store)]

    async def failing(changes):
        if faults:
            raise faults.pop()
        return await plain(changes)

    store.study_commits._store.change = failing
    assert await store.study_commits.change(change(1))
    assert not faults


@with_store
async def test_a_fault_that_does_not_pass_is_refused_and_hits_nobody_else(store):
    for study in ("s", "odd", "other"):
        await store.studies.add(row(study))
    plain = store.studies.change

    async def failing(changes):
        if any(each.id == "odd" for each in changes):
            raise ValueError("this one is odd")
        return await plain(changes)

    store.study_commits._store.change = failing
    waiting = [store.study_commits.change(change(1, each)) for each in ("s", "odd", "other")]
    one, odd, other = await asyncio.gather(*waiting, return_exceptions=True)
    assert (one, other) == (True, True)
    assert isinstance(odd, RefusedError)
    assert odd.code == "unavailable"


@with_store
async def test_a_lock_that_stays_is_refused(store):
    await store.studies.add(row())

    async def failing(changes):
        raise locked(store)

    store.study_commits._store.change = failing
    with pytest.raises(RefusedError):
        await store.study_commits.change(change(1))


def locked(store):
    if store.shared:
        return asyncpg.LockNotAvailableError("somebody has it")
    fault = sqlite3.OperationalError("database is locked")
    fault.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return fault


@with_store
async def test_what_nobody_looks_at_expires(store):
    for number in range(6):
        await store.studies.add(row(f"s{number}", seen=number))
    await store.studies.see(["s0", "none"], 100)
    assert sorted(await store.studies.expire(4, 2)) == ["s1", "s2"]
    assert await store.studies.expire(4, 2) == ["s3"]
    assert await store.studies.expire(4, 2) == []
    assert sorted(await store.studies.versions(f"s{n}" for n in range(6))) == ["s0", "s4", "s5"]


def test_who_is_locked_out_is_skipped(shared):
    """Another process is in the middle of a write: nobody waits for it."""

    async def main():
        store = await open_store(shared, patience=5)
        await store.studies.add(row("locked"))
        await store.studies.add(row("free"))
        other = await store.connect()
        transaction = other.transaction()
        await transaction.start()
        await other.execute("SELECT * FROM studies WHERE id = 'locked' FOR UPDATE")
        found = await store.studies.change([change(1, "locked"), change(1, "free")])
        assert found == [Became.SKIPPED, Became.STORED]
        waiting = asyncio.create_task(store.study_commits.change(change(1, "locked")))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        await transaction.rollback()
        assert await waiting
        await other.close()
        await store.close()

    asyncio.run(main())
