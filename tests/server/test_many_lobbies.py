"""Others write to the same log: what was judged by an old copy is decided again.

Two lobbies share a file here, without news of each other: a copy is always old, unless it looks.
"""

import asyncio

import pytest
from shared_tools import Ear, lobbies, until

import quatrefoil
from quatrefoil.match import Match
from quatrefoil.match.clock import TimeControl
from quatrefoil.match.seats import COMPUTER, OPEN, PERSON, Seat
from quatrefoil.match.setup import Setup
from quatrefoil.server.lobby import holder_of

ADA, BOB = holder_of("ada"), holder_of("bob")


def run(test):
    def wrapped(tmp_path):
        async def both():
            async with lobbies(tmp_path) as (one, two):
                await test(one, two)

        asyncio.run(both())

    wrapped.__name__ = test.__name__
    return wrapped


async def a_duel(one, two, game="trickle", **more):
    """Return the rooms of a match of two in both lobbies."""
    seats = (Seat(PERSON, "Ada", holder=ADA), Seat(OPEN))
    here = await one.make(Setup(quatrefoil.rules(game), seats, **more), "ada")
    there = await two.find(here.match.id)
    await there.host.join(BOB, {"name": "Bob"})
    return here, there


def a_turn(room):
    line = room.match.line.copy()
    seat = line.position.turn
    while line.position.turn == seat:
        line.push(line.position.legal_moves()[0])
    return list(line.tokens)


def playing(room, holder, **more):
    message = {"do": "play", "tokens": a_turn(room), "at": room.match.last, **more}
    return room.host.ask(holder, message)


async def log_of(lobby, room):
    return await lobby.store.events(room.match.id)


@run
async def test_players_of_a_match_in_two_lobbies(one, two):
    here, there = await a_duel(one, two)
    ears = [Ear(ADA), Ear(BOB)]
    await here.current()
    here.welcome(ears[0], None)
    there.welcome(ears[1], None)
    for number in range(6):
        room, holder, lobby = [(here, ADA, one), (there, BOB, two)][number % 2]
        await lobby.find(room.match.id)
        assert (await playing(room, holder))["ok"]
    await here.current()
    log = await log_of(one, here)
    assert [event.number for event in log] == [*range(1, len(log) + 1)]
    assert here.match.position.key == there.match.position.key
    for ear in ears:
        first = ear.told[0]["snapshot"]["last"]
        assert ear.numbers == [*range(first + 1, len(log) + 1)]
    texts = [[text for text in ear.told if text.get("type") == "turn"] for ear in ears]
    for ours, theirs in zip(*texts, strict=True):
        for text in (ours, theirs):
            for own in ("paths", "draft"):
                text["state"].pop(own, None)
        assert ours == theirs, "an event is told in the same words everywhere"


@run
async def test_a_refusal_is_not_given_by_an_old_copy(one, two):
    here, there = await a_duel(one, two)
    await here.current()
    assert (await playing(here, ADA))["ok"]
    # Bob's copy believes that Ada is to move.
    answer = await there.host.ask(
        BOB, {"do": "play", "tokens": a_turn(here), "at": here.match.last}
    )
    assert answer["ok"], answer
    # Ada's copy believes that Bob is to move, and it is true that she may not play twice.
    assert (await here.host.ask(ADA, {"do": "snapshot"}))["snapshot"]["last"] == answer["event"]
    assert there.match.last == here.match.last


@run
async def test_what_is_overtaken_is_decided_again(one, two):
    """Both rename themselves at the same moment, again and again: all of it is done, once."""
    here, there = await a_duel(one, two)
    await here.current()
    ear = Ear(ADA)
    here.welcome(ear, None)
    asked = []
    for number in range(8):
        for room, holder in ((here, ADA), (there, BOB)):
            message = {"do": "name", "name": f"N{number}", "id": f"n{number}"}
            asked.append(room.host.ask(holder, message))
    answers = await asyncio.gather(*asked)
    assert all(answer["ok"] for answer in answers), answers
    log = await log_of(one, here)
    requests = [event.request for event in log if event.type == "named"]
    assert len(requests) == len(set(requests)) == 16
    assert sorted(answer["event"] for answer in answers) == [
        event.number for event in log if event.type == "named"
    ]
    assert one.store.counters.overtaken + two.store.counters.overtaken > 0
    await here.current()
    assert ear.numbers == [*range(ear.told[0]["snapshot"]["last"] + 1, len(log) + 1)]


@run
async def test_who_was_overtaken_goes_on_to_watch_the_clock(one, two):
    clock = TimeControl("realtime", 3_600_000)
    here, there = await a_duel(one, two, control=clock)
    await here.current()
    assert (await there.host.ask(BOB, {"do": "name", "name": "Rob"}))["ok"]
    # What happens of its own accord is dropped when it is overtaken, not decided again.
    here.host.act(lambda session: session.emit("named", seat=0, name="Ann"))
    await until(lambda: one.store.counters.overtaken == 1)
    await until(lambda: not (here.host.storing or here.host.broken or here.host.behind))
    assert here.match.last == there.match.last
    assert here.match.seats[0].name == "Ada"
    assert here.host.alarm.is_set


@run
async def test_the_same_request_on_two_processes_is_done_once(one, two):
    here, there = await a_duel(one, two)
    await here.current()
    message = {"do": "play", "tokens": a_turn(here), "at": here.match.last, "id": "one"}
    answers = await asyncio.gather(here.host.ask(ADA, message), there.host.ask(ADA, message))
    assert answers[0]["ok"]
    assert answers[0] == answers[1]
    assert [event.type for event in await log_of(one, here)].count("turn") == 1


@run
async def test_a_request_without_an_id_gets_one(one, two):
    here, _ = await a_duel(one, two)
    await here.host.ask(ADA, {"do": "name", "name": "A"})
    (named,) = [event for event in await log_of(one, here) if event.type == "named"]
    assert named.request.startswith(ADA[:12] + "!")


@run
async def test_two_take_the_last_seat_at_once(one, two):
    seats = (Seat(PERSON, "Ada", holder=ADA), Seat(OPEN))
    here = await one.make(Setup(quatrefoil.rules("trickle"), seats), "ada")
    there = await two.find(here.match.id)
    joins = [
        here.host.join(holder_of("cy"), {"name": "Cy"}),
        there.host.join(BOB, {"name": "Bob"}),
    ]
    found = await asyncio.gather(*joins, return_exceptions=True)
    assert sorted(str(each) for each in found) == ["[1]", "all seats are taken: you can watch"]


@run
async def test_a_rematch_that_both_want_at_once_is_one_match(one, two):
    here, there = await a_duel(one, two)
    assert (await there.host.ask(BOB, {"do": "resign"}))["ok"]
    await here.current()
    answers = await asyncio.gather(
        here.host.ask(ADA, {"do": "rematch"}), there.host.ask(BOB, {"do": "rematch"})
    )
    assert all(answer["ok"] for answer in answers), answers
    kinds = [event.type for event in await log_of(one, here)]
    assert kinds.count("rematch") == 1
    await here.current()
    await there.current()
    assert here.match.rematch == there.match.rematch
    assert (await one.find(here.match.rematch)).match.seats[0].holder == BOB


@run
async def test_a_draft_is_stored_only_in_the_position_of_now(one, two):
    here, there = await a_duel(one, two, "trifoil")
    await here.current()
    first = a_turn(here)
    assert (await here.host.ask(ADA, {"do": "draft", "tokens": first[:1]}))["ok"]
    there.host.match.draft = ()
    played = {"do": "play", "tokens": first, "at": there.match.last}
    assert (await there.host.ask(ADA, played))["ok"]
    late = await here.host.ask(ADA, {"do": "draft", "tokens": first[:1]})
    assert late["code"] == "not-your-turn"
    assert Match.from_events(await log_of(one, here)).turn == 1


@run
async def test_who_was_overtaken_does_not_play_for_the_computer_twice(one, two):
    seats = (Seat(PERSON, "Ada", holder=ADA), Seat(COMPUTER, level=1))
    here = await one.make(Setup(quatrefoil.rules("trickle"), seats), "ada")
    there = await two.find(here.match.id)
    assert (await playing(here, ADA))["ok"]
    await there.current()
    there.host.computer.think()  # as a sweep does that takes over
    await until(lambda: here.match.turn == 0)
    await there.host.computer.moved()
    await there.current()
    await until(lambda: not there.host.storing and not there.host.behind)
    seats = [event.data["seat"] for event in await log_of(one, here) if event.type == "turn"]
    assert seats == [0, 1]
    assert there.match.turn == 0


@pytest.mark.parametrize("away", [0.0, 0.3])
def test_a_database_that_is_away_for_a_moment_is_waited_for(tmp_path, away):
    async def test():
        async with lobbies(tmp_path) as (one, two):
            here, there = await a_duel(one, two)
            assert (await there.host.ask(BOB, {"do": "name", "name": "Rob"}))["ok"]
            lasts, calls = one.store.lasts, []

            async def sometimes(matches):
                calls.append(matches)
                if len(calls) == 1:
                    await asyncio.sleep(away)
                    raise OSError("away")
                return await lasts(matches)

            one.store.lasts = sometimes
            found = await one.find(here.match.id)
            assert found.match.last == there.match.last
            assert len(calls) == 2

    asyncio.run(test())


# ---- who comes is shown what the log had when they came ------------------------------------------


async def welcomed(lobby, match, holder=BOB):
    """Say hello, as a socket does; return the number of the last event that is known there."""
    room = await lobby.find(match)
    ear = Ear(holder)
    room.welcome(ear, None)
    await until(lambda: ear.told)
    return ear.told[0]["welcome"]["last"]


class Slow:
    """A method of a store that has done its work and does not say so yet."""

    def __init__(self, store, name):
        self.done = asyncio.Event()
        self.released = asyncio.Event()
        self._store, self._name, self._method = store, name, getattr(store, name)
        setattr(store, name, self._wait)

    async def _wait(self, *args):
        setattr(self._store, self._name, self._method)  # only this once
        found = await self._method(*args)
        self.done.set()
        await self.released.wait()
        return found


@run
async def test_who_comes_while_a_log_is_read_sees_what_was_stored_meanwhile(one, two):
    here, there = await a_duel(one, two)
    await here.current()
    two.forget(there)
    slow = Slow(two.store, "log")
    first = asyncio.create_task(two.find(here.match.id))
    await slow.done.wait()
    moved = (await playing(here, ADA))["event"]
    second = asyncio.create_task(welcomed(two, here.match.id))
    await asyncio.sleep(0)
    slow.released.set()
    assert await second == moved
    assert (await first).match.last == moved


@run
async def test_who_asks_for_a_match_while_it_is_looked_for_in_vain_finds_it(one, two):
    slow = Slow(two.store, "log")
    write, waiting = one.store.write, []
    one.store.write = lambda *write: waiting.append(write)
    seats = (Seat(PERSON, "Ada", holder=ADA), Seat(OPEN))
    made = asyncio.create_task(one.make(Setup(quatrefoil.rules("trickle"), seats), "ada"))
    await until(lambda: waiting)
    (match,) = one.rooms
    first = asyncio.create_task(two.find(match))
    await slow.done.wait()
    for given in waiting:
        write(*given)
    await made
    second = asyncio.create_task(two.find(match))
    await asyncio.sleep(0)
    slow.released.set()
    assert (await second).match.id == match
    await asyncio.gather(first, return_exceptions=True)


@run
async def test_who_comes_while_a_copy_is_given_up_sees_what_was_stored_meanwhile(one, two):
    here, there = await a_duel(one, two)
    await here.current()
    slow = Slow(two.store, "log")
    there.host._break(OSError("it could not be stored"))
    await slow.done.wait()
    moved = (await playing(here, ADA))["event"]
    shown = asyncio.create_task(welcomed(two, here.match.id))
    snapshot = asyncio.create_task(_snapshot(two, here.match.id))
    await asyncio.sleep(0.02)
    slow.released.set()
    assert await shown == moved
    assert (await snapshot)["last"] == moved


async def _snapshot(lobby, match):
    room = await lobby.find(match)
    return await room.shown(lambda: room.host.snapshot(BOB))


class Deaf:
    """A lobby whose store has stored something and does not hear of it, as one that was stopped."""

    def __init__(self, lobby):
        self._store, self._write = lobby.store, lobby.store.write
        self._stored = []
        self._deaf = True
        lobby.store.write = self._write_and_wait

    def _write_and_wait(self, write, done):
        def heard(problem):
            if self._deaf and write.match:
                self._stored.append((done, problem))
            else:
                done(problem)

        self._write(write, heard)

    async def stored(self):
        await until(lambda: self._stored)

    def listen(self):
        self._deaf = False
        for done, problem in self._stored:
            done(problem)


async def _overtaken_unheard(one, two, **asked):
    """Let Bob's process store something and not hear of it, while Ada moves at hers."""
    here, there = await a_duel(one, two)
    deaf = Deaf(two)
    asking = asyncio.create_task(there.host.ask(BOB, asked))
    await deaf.stored()
    await here.current()
    moved = (await playing(here, ADA))["event"]
    return here, there, deaf, asking, moved


@run
async def test_who_comes_before_a_commit_is_heard_of_sees_what_came_after_it(one, two):
    here, there, deaf, asking, moved = await _overtaken_unheard(one, two, do="name", name="Rob")
    shown = asyncio.create_task(welcomed(two, here.match.id))
    snapshot = asyncio.create_task(_snapshot(two, here.match.id))
    await asyncio.sleep(0.05)
    deaf.listen()
    assert await shown == moved
    assert (await snapshot)["last"] == moved
    assert (await asking)["event"] < moved
    assert there.match.last == moved


@run
async def test_what_waits_for_a_commit_is_not_judged_by_it(one, two):
    """Bob's copy believes that Ada is to move; his commit was stored before she did."""
    here, there, deaf, asking, moved = await _overtaken_unheard(one, two, do="name", name="Rob")
    play = {"do": "play", "tokens": a_turn(here), "at": moved}
    playing = asyncio.create_task(there.host.ask(BOB, play))
    showing = asyncio.create_task(there.host.ask(ADA, {"do": "snapshot"}))
    await asyncio.sleep(0.05)
    deaf.listen()
    answer = await playing
    assert answer["ok"], answer
    assert (await showing)["snapshot"]["last"] >= moved
    assert (await asking)["ok"]


@run
async def test_what_was_judged_by_what_is_not_stored_is_judged_again(one, two):
    """Bob's process answers while a write of its own is under way, which then is overtaken."""
    here, there = await a_duel(one, two)
    await here.current()
    assert (await playing(here, ADA))["ok"]
    renaming = asyncio.create_task(there.host.ask(BOB, {"do": "name", "name": "Rob"}))
    showing = asyncio.create_task(there.host.ask(BOB, {"do": "snapshot"}))
    assert (await renaming)["ok"]
    assert (await showing)["snapshot"]["last"] >= here.match.last


@run
async def test_a_draft_that_is_heard_of_late_lets_the_match_be_read_on(one, two):
    here, there, deaf, asking, moved = await _overtaken_unheard(one, two, do="name", name="Rob")
    deaf.listen()
    await asking
    await there.current()
    assert there.match.last == moved
    deaf = Deaf(two)
    first = a_turn(there)[:1]
    drafting = asyncio.create_task(there.host.ask(BOB, {"do": "draft", "tokens": first}))
    await deaf.stored()
    named = (await here.host.ask(ADA, {"do": "name", "name": "Ann"}))["event"]
    shown = asyncio.create_task(welcomed(two, here.match.id))
    await asyncio.sleep(0.05)
    deaf.listen()
    assert await shown == named
    assert (await drafting)["ok"]
