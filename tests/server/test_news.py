"""News between processes: whoever has a match open hears of it, and nobody else is woken.

Several lobbies share a PostgreSQL in one process. None of them looks for what news did not tell,
unless a test lets it: what is heard here, news have told.
"""

import asyncio
import json
import time
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared_tools import Ear, lobbies, until
from tests.postgres_tools import new_database, postgres_or_skip

import quatrefoil
from quatrefoil.match.seats import OPEN, PERSON, Seat
from quatrefoil.match.setup import Setup
from quatrefoil.server import neighbours
from quatrefoil.server.lobby import holder_of
from quatrefoil.server.news import pack
from quatrefoil.server.sockets import Conversation

ADA, BOB = holder_of("ada"), holder_of("bob")


@pytest.fixture(scope="module")
def postgres():
    with postgres_or_skip() as found:
        yield found


@pytest.fixture
def together(postgres, monkeypatch):
    """Return what runs a test with some lobbies that have news of each other."""
    monkeypatch.setattr(neighbours, "LOOK_SECONDS", 3600)

    def run(test, count=2):
        async def with_lobbies():
            async with lobbies(new_database(postgres), count) as found:
                heard = [note_events(lobby) for lobby in found]
                for lobby in found:
                    await until(lambda lobby=lobby: lobby.neighbours.news._connection)
                await test(found, heard)

        asyncio.run(with_lobbies())

    return run


def note_events(lobby):
    """Return the list of what a lobby hears of matches."""
    heard, hear = [], lobby.neighbours.hear_event

    def noting(match, last):
        heard.append((match, last))
        hear(match, last)

    lobby.neighbours.hear_event = noting
    return heard


async def a_match(lobby, game="trickle"):
    seats = (Seat(PERSON, "Ada", holder=ADA), Seat(OPEN))
    return await lobby.make(Setup(quatrefoil.rules(game), seats), "ada")


async def rename(room, name):
    answer = await room.host.ask(ADA, {"do": "name", "name": name})
    assert answer["ok"], answer
    return answer["event"]


def others_of(lobby, match):
    return lobby.neighbours._open_at[match]


@asynccontextmanager
async def open_at(one, two, game="trickle"):
    """Have a match open in two lobbies that know of each other."""
    here = await a_match(one, game)
    match = here.match.id
    there = await two.find(match)
    await until(lambda: others_of(one, match) and others_of(two, match))
    yield here, there


def test_nobody_is_woken_for_matches_of_others(together):
    async def test(found, heard):
        one, two, _ = found
        async with open_at(one, two) as (here, there):
            alone = await a_match(one)
            for name in ("Ann", "Eve", "Ada"):
                await rename(alone, name)
            last = await rename(here, "Ann")
            await until(lambda: there.match.last == last)
            assert {match for match, _ in heard[1]} == {here.match.id}
            assert heard[2] == []

    together(test, count=3)


def test_what_was_stored_before_they_knew_of_each_other_is_told(together):
    async def test(found, heard):
        one, two = found
        here = await a_match(one)
        there = await two.find(here.match.id)
        # The question of `two` is on its way: `one` tells nobody of what it stores now.
        last = await rename(here, "Ann")
        await until(lambda: there.match.last == last)

    together(test)


def test_who_closes_a_match_hears_no_more_of_it(together):
    async def test(found, heard):
        one, two = found
        async with open_at(one, two) as (here, there):
            two.let_go(there)
            await until(lambda: not others_of(one, here.match.id))
            heard[1].clear()
            await rename(here, "Ann")
            # It comes back, and hears again.
            there = await two.find(here.match.id)
            last = await rename(here, "Eve")
            await until(lambda: there.match.last == last)

    together(test)


def test_who_was_believed_gone_hears_again(together):
    async def test(found, heard):
        one, two = found
        async with open_at(one, two) as (here, there):
            ear = Ear(ADA)
            there.welcome(ear, None)
            await until(lambda: here.presence()["here"][0])
            one.neighbours.hear_gone(two.neighbours.news.process)
            assert not here.presence()["here"][0]
            missed = await rename(here, "Ann")
            two.neighbours.news.tell("alive")
            await until(lambda: there.match.last == missed)
            last = await rename(here, "Eve")
            await until(lambda: there.match.last == last)
            await until(lambda: here.presence()["here"][0])

    together(test)


def test_who_has_a_match_in_sight_is_known_at_the_other_process(together):
    """Whoever does not look, though the page is open, is told of their turn by a push message."""

    async def test(found, heard):
        one, two = found
        async with open_at(one, two) as (here, there):
            ear, guest = Ear(ADA), Ear()
            bucket = there.limits.messages(ADA)
            talk = Conversation(two, there, ADA, None, "192.0.2.1", bucket)
            talk.begin(ear)
            here.welcome(guest, None)
            await until(lambda: here.looks(ADA) and here.presence()["here"][0])
            await until(lambda: guest.told[-1].get("here") == [True, False])
            await asyncio.sleep(0.3)  # joins and leaves are told soon, together
            told = len(guest.told)
            talk.hear('{"do": "looking", "looking": 0}', time.monotonic())
            await until(lambda: not here.looks(ADA))
            assert here.presence()["here"][0], "the page is open all the same"
            talk.hear('{"do": "looking", "looking": 1}', time.monotonic())
            await until(lambda: here.looks(ADA))
            assert len(guest.told) == told, "it is nobody else's business"

    together(test)


def test_who_finds_something_by_looking_is_told_the_next_by_news(together):
    async def test(found, heard):
        one, two = found
        async with open_at(one, two) as (here, there):
            ear = Ear(ADA)
            there.welcome(ear, None)
            one.neighbours._open_at[here.match.id].clear()
            await rename(here, "Ann")
            await two.neighbours.look_at_all()
            await until(lambda: others_of(one, here.match.id))
            last = await rename(here, "Eve")
            await until(lambda: there.match.last == last)

    together(test)


def test_a_connection_that_was_lost_is_made_again_and_nothing_is_missed(together):
    async def test(found, heard):
        one, two = found
        async with open_at(one, two) as (here, there):
            two.neighbours.news._connection.terminate()
            one.neighbours.news._connection.terminate()
            await rename(here, "Ann")
            last = await rename(here, "Eve")
            await until(lambda: there.match.last == last)
            await until(lambda: others_of(one, here.match.id) and others_of(two, here.match.id))
            last = await rename(here, "Ada")
            await until(lambda: there.match.last == last)

    together(test)


@given(st.lists(st.tuples(st.integers(0, 7), st.text("ab", max_size=4000)), max_size=20))
def test_messages_hold_everything_in_order_and_are_short_enough(items):
    messages = pack("me", [list(item) for item in items])
    assert all(len(message.encode()) <= 8000 for message in messages)
    told = [tuple(item) for message in messages for item in json.loads(message.removeprefix("me "))]
    assert told == items
