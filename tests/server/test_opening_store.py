"""How matches began, in SQLite and in PostgreSQL: noted, counted once, found by position."""

from store_tools import with_store

from quatrefoil.server.store.openings import OpeningPart, signed


def part(match="m", number=0, key=7, ended=1000, **more):
    row = OpeningPart(match, number, "rules", key, -5, 0, "a1 b2", "[1.0,0.0]", ended)
    return row._replace(**more)


@with_store
async def test_a_match_is_counted_once_and_its_note_taken_away(store):
    openings = store.openings
    await openings.note("m", 5)
    await openings.note("m", 6)
    assert await openings.over("over", 10) == []  # there is no such match yet
    await openings.count("m", [part(), part(number=1, key=8)])
    await openings.count("m", [part(tokens="another"), part(number=1, key=8)])
    assert await openings.parts("rules", 7, 10) == [part()]
    assert await openings.parts("rules", 9, 10) == []
    assert await openings.parts("other", 7, 10) == []
    await openings.count("empty", [])


@with_store
async def test_the_latest_come_first_and_the_oldest_go(store):
    openings = store.openings
    for number in range(6):
        await openings.count(f"m{number}", [part(f"m{number}", ended=1000 + number)])
    found = await openings.parts("rules", 7, 3)
    assert [row.match for row in found] == ["m5", "m4", "m3"]
    await openings.forget(4)
    assert [row.match for row in await openings.parts("rules", 7, 10)] == ["m5", "m4", "m3", "m2"]
    await openings.forget(100)
    assert len(await openings.parts("rules", 7, 10)) == 4


@with_store
async def test_keys_of_64_bits_fit(store):
    for number, key in enumerate((0, 1, 2**63 - 1, 2**63, 2**64 - 1)):
        await store.openings.count(f"k{number}", [part(f"k{number}", key=signed(key))])
        (found,) = await store.openings.parts("rules", signed(key), 10)
        assert found.match == f"k{number}"
