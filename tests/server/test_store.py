"""Storing, in SQLite and in PostgreSQL: compare-and-set, commits that are shared, and faults."""

import asyncio

import pytest
from store_tools import (
    Gate,
    event,
    fail_once,
    numbers,
    passing_fault,
    spoilt,
    stored,
    with_store,
    write_of,
)

from quatrefoil.core.errors import FormatError
from quatrefoil.play.contracts import OvertakenError
from quatrefoil.server.store.contract import Beginning, Subscription
from quatrefoil.server.store.writes import Beat, Write, events_write


@with_store
async def test_what_is_written_is_read(store):
    writes = [write_of("m", 1), write_of("m", 2), write_of("m", 3)]
    assert await stored(store, *writes) == [None] * 3
    log = await store.events("m", after=1)
    assert [event.number for event in log] == [2, 3]
    assert (log[0].data, log[0].hidden) == ({"tokens": ["x"]}, {"sign": "rock"})
    assert [event.number for event in await store.events("m", after=1, last=2)] == [2]
    assert (await store.log("m")).last == 3
    other = await store.log("other")
    assert (other.last, other.events, other.draft, other.fault) == (None, [], None, "")


@with_store
async def test_any_text_comes_back_as_it_was(store):
    odd = {"name": "Ä\0\u2028\U0001f600\"\\'$1{}%s", "tokens": ["\x7f", ""]}
    happened = event(1, request="who:ä\u200d'")._replace(data=odd, hidden=odd)
    await stored(store, events_write("m", [happened], ("trickle", 1, "playing", None, None)))
    assert (await store.log("m")).events == [happened]
    assert (
        await stored(store, write_of("m", 2), Write("m", 2, 2, draft='["\\u0000ä"]')) == [None] * 2
    )
    assert (await store.log("m")).draft == (2, ["\0ä"])


@with_store
async def test_a_write_is_stored_only_where_the_log_ends(store):
    await stored(store, write_of("m", 1, 2), write_of("other", 1))
    found = await stored(store, write_of("m", 4), write_of("other", 2))
    assert isinstance(found[0], OvertakenError)
    assert found[1] is None
    found = await stored(store, write_of("m", 2, request="who:2"), write_of("other", 3))
    assert isinstance(found[0], OvertakenError), "event 2 is another one"
    assert found[1] is None
    found = await stored(store, write_of("m", 1, request="who:1"), write_of("none", 7))
    assert isinstance(found[0], OvertakenError), "there is such a match already"
    assert isinstance(found[1], OvertakenError), "there is no such match"
    assert await numbers(store, "m", "other", "none") == [[1, 2], [1, 2, 3], []]
    assert store.counters.overtaken == 4


@with_store
async def test_what_the_log_has_already_is_stored(store):
    """A commit whose answer was lost is made again; meanwhile others may have gone on."""
    await stored(store, write_of("m", 1, 2), write_of("m", 3, request="who:3"))
    assert await stored(store, write_of("m", 3, request="who:3")) == [None]
    assert await stored(store, write_of("m", 1, 2)) == [None], "another went on from there"
    assert await stored(store, Write("m", 2, 2, draft='["a"]')) != [None], "that is past"
    assert await numbers(store, "m") == [1, 2, 3]


@with_store
async def test_a_commit_in_doubt_is_looked_up(store):
    await stored(store, write_of("m", 1), write_of("other", 1))
    fail_once(store, passing_fault(store), after_commit=True)
    writes = [write_of("m", 2, 3), write_of("new", 1), Write("other", 1, 1, draft='["a"]')]
    assert await stored(store, *writes) == [None] * 3
    assert store.counters.retries == 1
    assert await numbers(store, "m", "new") == [[1, 2, 3], [1]]
    assert (await store.log("other")).draft == (1, ["a"])


@with_store
async def test_what_stands_on_a_lost_write_is_lost_too(store):
    await stored(store, write_of("m", 1), write_of("other", 1))
    gate = Gate(store)
    fail_once(store, ValueError("this one is odd"))
    done = []
    store.write(write_of("m", 2), done.append)
    store.write(write_of("m", 3), done.append)
    store.write(write_of("other", 2), done.append)
    gate.open()
    await store.flush()
    assert [str(problem) for problem in done] == ["this one is odd"] * 2 + ["None"]
    assert await numbers(store, "m", "other") == [[1], [1, 2]]


@with_store
async def test_a_match_that_went_back_waits_behind_what_it_forgot(store):
    await stored(store, write_of("m", 1), Write(beat=Beat(1)))
    gate = Gate(store)
    done = []
    store.write(Write(beat=Beat(2)), lambda problem: None)
    for write in (write_of("m", 3), write_of("m", 2), write_of("m", 3, request="who:3")):
        store.write(write, done.append)
    gate.open()
    await store.flush()
    assert isinstance(done[0], OvertakenError)
    assert done[1:] == [None, None]
    assert await numbers(store, "m") == [1, 2, 3]
    assert (await store.events("m"))[-1].request == "who:3"


@with_store
async def test_a_row_that_fails_is_found_and_fails_alone(store):
    writes = [write_of(f"m{number}", 1) for number in range(9)]
    writes[6] = spoilt(writes[6])
    gate = Gate(store)
    done = []
    store.write(Write(beat=Beat(2)), lambda problem: None)
    for write in writes:
        store.write(write, done.append)
    gate.open()
    await store.flush()
    assert [index for index, problem in enumerate(done) if problem] == [6]
    assert store.writer.is_known(done[6])
    logs = await numbers(store, *(f"m{number}" for number in range(9)))
    assert logs == [[1]] * 6 + [[]] + [[1]] * 2


@with_store
async def test_a_heartbeat_does_not_fail_with_a_row(store):
    gate = Gate(store)
    done = []
    store.write(Write(beat=Beat(1)), lambda problem: None)
    store.write(spoilt(write_of("m", 1)), done.append)
    store.write(Write(beat=Beat(2)), done.append)
    gate.open()
    await store.flush()
    assert store.writer.is_known(done[0])
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
    assert await stored(store, write_of("m", 3), Write("m", 3, 3, draft='["c"]')) == [None] * 2
    assert (await store.log("m")).draft == (3, ["c"])


@with_store
async def test_heartbeats_and_outages_are_stored_together(store):
    assert await store.beginning(["playing"]) == Beginning(None, [], 0)
    await stored(store, Write(beat=Beat(5000, ((1, 10, 20), (2, 30, 40)))), write_of("m", 1))
    await stored(store, Write(beat=Beat(6000, ((2, 30, 45), (3, 50, 60)))))
    assert await store.beginning(["playing"]) == Beginning(
        6000, [(1, 10, 20), (2, 30, 45), (3, 50, 60)], 1
    )
    assert await store.outages(after=45) == [(3, 50, 60)]


@with_store
async def test_many_matches_are_looked_at_together(store):
    await stored(store, write_of("a", 1, 2, 3), write_of("b", 1), write_of("c", 1, 2))
    assert await store.lasts(["a", "c", "none"]) == {"a": 3, "c": 2}
    found = await store.events_after({"a": 1, "b": 1, "none": 0})
    assert {match: [each.number for each in log] for match, log in found.items()} == {
        "a": [2, 3],
        "b": [],
        "none": [],
    }


@with_store
async def test_what_is_due_is_taken_over_once(store):
    def due(match, time):
        return write_of(match, 1, about=("trickle", 1, "playing", time, time))

    await stored(store, due("a", 30), due("b", 10), due("c", 20), due("d", 99), write_of("e", 1))
    assert await store.due(50) == ["b", "c", "a"]
    assert sorted(await store.claim(50, 80, 2)) == ["b", "c"]
    assert await store.claim(50, 80, 9) == ["a"]
    assert await store.claim(50, 80, 9) == []
    assert sorted(await store.due(100)) == ["a", "b", "c", "d"]
    await stored(store, events_write("d", [event(2)], ("trickle", 1, "over", None, None)))
    assert sorted(await store.due(100)) == ["a", "b", "c"]


@with_store
async def test_devices_are_kept_and_forgotten(store):
    def device(name, time, match="m", holder="h"):
        return Subscription(match, holder, f"https://push/{name}", "key", "auth", "en", time)

    async def kept(match="m", holder="h"):
        return sorted(one.endpoint[-1] for one in await store.subscriptions(match, holder))

    for number, name in enumerate("abca"):  # the same device again is the same row
        await store.subscribe(device(name, number), most=2)
    assert await kept() == ["a", "c"]
    assert device("a", 3) in await store.subscriptions("m", "h")
    await store.subscribe(device("a", 9, match="n"), most=2)
    await store.subscribe(device("a", 9, holder="i"), most=2)
    await store.unsubscribe(match="m", holder="h", endpoint="https://push/c")
    assert (await kept(), await kept("n"), await kept("m", "i")) == (["a"], ["a"], ["a"])
    await stored(store, events_write("m", [event(1)], ("trickle", 1, "playing", None, None)))
    assert await store.subscribed_in_vain(9) == []
    await stored(store, events_write("m", [event(2)], ("trickle", 1, "over", None, None)))
    assert await store.subscribed_in_vain(9) == ["m"]
    await store.unsubscribe(match="m")
    assert await store.subscribed_in_vain(9) == []
    assert (await kept(), await kept("n"), await kept("m", "i")) == ([], ["a"], [])
    await store.unsubscribe(endpoint="https://push/a")
    assert await kept("n") == []


@with_store
async def test_quiet_matches_come_in_pieces(store):
    def quiet(match, phase="waiting", deadline=None, made=1):
        return write_of(match, 1, about=("trickle", made, phase, deadline, deadline))

    await stored(
        store,
        *(quiet(match) for match in "cab"),
        quiet("playing", "playing"),
        quiet("timed", deadline=5),
        quiet("young", made=900),
    )
    assert await store.quiet("waiting", 500, "", 2) == [("a", 1, 1000), ("b", 1, 1000)]
    assert await store.quiet("waiting", 500, "b", 2) == [("c", 1, 1000)]
    assert await store.count(["waiting"]) == 5
    assert await store.count(["waiting", "playing"]) == 6


@pytest.mark.parametrize("request_id", ["who:\ud800", "who:a\0b"])
def test_what_cannot_be_encoded_fails_before_it_waits(request_id):
    with pytest.raises(FormatError):
        write_of("m", 1, request=request_id)


def test_events_follow_one_another():
    with pytest.raises(ValueError, match="event 3 of m comes where 2 should"):
        write_of("m", 1, 3)


@with_store
async def test_what_comes_during_a_commit_shares_the_next(store):
    gate = Gate(store)
    order = []
    for number in range(1, 11):
        store.write(write_of("m", number), lambda problem, number=number: order.append(number))
        await asyncio.sleep(0)
    gate.open()
    await store.flush()
    assert gate.sizes == [1, 9]
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


@with_store
async def test_a_fault_that_lasts_is_given_up_and_told_when_it_is_over(store):
    await stored(store, write_of("m", 1))
    outages = []
    store.on_outage = lambda begin, end: outages.append(end - begin)
    commit, problem = store.writer.commit, passing_fault(store)
    loop = asyncio.get_running_loop()
    store.writer.commit = lambda entries, beat, ended: loop.call_soon(ended, problem)
    done = []
    store.write(write_of("m", 2), done.append)
    await asyncio.sleep(0.05)
    store.write(write_of("m", 3), done.append)
    assert store.waiting_seconds > 0
    await store.flush()
    assert done == [problem, problem]
    assert (store.counters.failures, outages) == (1, [])
    store.writer.commit = commit
    assert await stored(store, write_of("m", 2)) == [None]
    assert len(outages) == 1
    assert outages[0] >= 0.5, "as long as it is waited for here"
    assert await numbers(store, "m") == [1, 2]
