"""A loop that is busy for too long: clocks get back what that took, here and in the log."""

import asyncio
import time

import quatrefoil
from quatrefoil.match.clock import TimeControl
from quatrefoil.match.seats import PERSON, Seat
from quatrefoil.match.setup import Setup
from quatrefoil.server.lobby import Lobby, holder_of
from quatrefoil.server.settings import Settings
from quatrefoil.server.timekeeper import Outage, Outages

STALLED = 1.5
PATIENCE_SECONDS = 30
SEATS = tuple(Seat(PERSON, name, holder=holder_of(name)) for name in ("Ada", "Bob"))


async def opened(folder):
    lobby = await Lobby.opened(Settings(database=folder / "test.db"))
    await lobby.open()
    await asyncio.sleep(0.3)
    return lobby


async def timed_match(lobby):
    """Return the room of a match in which Ada's clock runs."""
    clock = TimeControl("realtime", 60_000)
    room = await lobby.make(Setup(quatrefoil.rules("trickle"), SEATS, clock), "Ada")
    assert room.match.clock.running == 0
    return room


async def credited(lobby, match):
    log = await lobby.store.events(match)
    return [event.data["lost"] for event in log if event.type == "resumed"]


async def until(condition):
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await condition():
            await asyncio.sleep(0.01)


def work(seconds):
    """Keep the loop busy."""
    time.sleep(seconds)


def test_a_match_that_is_here_gets_it_back_soon(tmp_path):
    async def main():
        lobby = await opened(tmp_path)
        room = await timed_match(lobby)
        work(STALLED)
        await until(lambda: credited(lobby, room.match.id))
        assert sum(await credited(lobby, room.match.id)) > 1000 * STALLED - 50
        await lobby.close()

    asyncio.run(main())


def test_a_move_that_waited_counts_from_before(tmp_path):
    async def main():
        lobby = await opened(tmp_path)
        room = await timed_match(lobby)
        token = room.match.position.legal_tokens()[0]
        message = {"id": "a", "do": "play", "tokens": [token], "at": room.match.last}
        began = time.monotonic()
        work(STALLED)
        answer = await room.host.ask(holder_of("Ada"), message, lobby.now())
        assert answer["ok"], answer
        spent = 60_000 - room.match.clock.left[0]
        # Where the machine is busy too, more time than that may pass unnoticed.
        assert spent < 1000 * (time.monotonic() - began - STALLED) + 600
        await lobby.close()

    asyncio.run(main())


def test_a_match_that_is_not_here_gets_it_back_once_when_it_is_read(tmp_path):
    async def main():
        lobby = await opened(tmp_path)
        room = await timed_match(lobby)
        match = room.match.id
        room.host.close()
        lobby.forget(room)
        work(STALLED)
        await lobby.close()
        assert not await credited(lobby, match)
        lobby = await opened(tmp_path)
        await lobby.find(match)
        await lobby.store.flush()
        given = await credited(lobby, match)
        assert sum(given) > 1000 * STALLED - 50
        again = await lobby.find(match)
        again.host.close()
        lobby.forget(again)
        for _ in range(3):
            again = await lobby.find(match)
            await lobby.store.flush()
        # Another stall may come on a busy machine, but nothing comes twice.
        assert sum(await credited(lobby, match)) - sum(given) < 1000 * STALLED
        assert lobby.now() >= again.match.time
        await lobby.close()

    asyncio.run(main())


def test_an_age_counts_only_time_in_which_the_server_was_there():
    outages = Outages([Outage(1, 100, 200), Outage(2, 1_000, 500_000)])
    # 500_100 is 100 after the last outage; before that there were 800 from 200 to 1_000.
    for age, since in ((0, 500_100), (100, 500_000), (101, 999), (900, 200), (901, 99), (1_000, 0)):
        assert outages.ago(500_100, age) == since
        assert 500_100 - since - outages.lost(since, 500_100) == age
    assert outages.ago(2_000, 1) == 999


def test_outages_that_others_have_stored_are_taken_in_and_own_ones_are_still_to_be_stored():
    outages = Outages([Outage(1, 100, 200)])
    outages.add(300, 400)
    outages.adopt([Outage(2, 350, 450), Outage(3, 440, 600), Outage(9, 100, 150)])
    assert outages.unstored == (Outage(2, 300, 400),), "others do not know all of it"
    assert outages.lost(0, 1_000) == 100 + 300, "what two know of one outage counts once"
    outages.add(600, 700)
    assert outages.unstored == (Outage(2, 300, 400), Outage(5, 600, 700))
    outages.add(700, 800)
    assert outages.unstored == (Outage(2, 300, 400), Outage(5, 600, 800)), "it goes on"
    outages.stored(outages.unstored)
    assert outages.unstored == ()


def test_outages_are_read_whatever_their_numbers_are():
    outages = Outages([Outage(5, 0, 100), Outage(1, 50, 150), Outage(2, 400, 500)])
    assert outages.lost(0, 1_000) == 250
    outages.add(700, 800)
    assert outages.unstored == (Outage(8, 700, 800),)


def test_an_outage_of_which_another_process_knew_a_part_is_as_long_as_both_say():
    stored = [Outage(2, 150, 200), Outage(1, 100, 250), Outage(3, 400, 500)]
    assert Outages(stored).lost(0, 1_000) == 150 + 100


def test_the_first_outage_may_begin_with_time_itself():
    outages = Outages()
    outages.add(0, 1_000)
    assert outages.unstored == (Outage(1, 0, 1_000),)
