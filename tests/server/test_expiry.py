"""Matches that were left behind."""

import asyncio
import sqlite3
from contextlib import closing

import quatrefoil
from quatrefoil.match import RefusedError
from quatrefoil.match.clock import TimeControl
from quatrefoil.match.phases import WAITING
from quatrefoil.match.seats import OPEN, PERSON, Seat
from quatrefoil.match.setup import Setup
from quatrefoil.server import expiry
from quatrefoil.server.expiry import Expiry
from quatrefoil.server.lobby import Lobby, holder_of
from quatrefoil.server.settings import Settings

HOUR = 3_600_000
ADA, BOB = (Seat(PERSON, name, holder=holder_of(name)) for name in ("ada", "bob"))


class LaterLobby(Lobby):
    """A lobby whose clock can be put forward."""

    ahead = 0

    def now(self):
        return super().now() + self.ahead


def later(folder, test, **settings):
    """Run a test in a lobby."""

    async def run():
        lobby = await LaterLobby.opened(Settings(database=folder / "test.db", **settings))
        try:
            await test(lobby)
        finally:
            await lobby.close()

    asyncio.run(run())


async def sweep(lobby):
    """Look once at every match."""
    found = Expiry(lobby)
    for phase, age in found._ages.items():
        if age:
            await found._sweep(phase, int(age))


async def make(lobby, *seats, control=None):
    room = await lobby.make(Setup(quatrefoil.rules("trickle"), seats, control), "ada")
    return room.match.id


async def how(lobby, match):
    over = (await lobby.find(match)).match.over
    return over and over.how


def test_a_match_that_nobody_joined_ends_after_a_day(tmp_path):
    async def test(lobby):
        left, played = await make(lobby, ADA, Seat(OPEN)), await make(lobby, ADA, BOB)
        lobby.ahead = 23 * HOUR
        await sweep(lobby)
        assert await how(lobby, left) is None
        lobby.ahead = 25 * HOUR
        await sweep(lobby)
        assert (await how(lobby, left), await how(lobby, played)) == ("expired", None)
        assert lobby.open_matches == 1
        lobby.ahead = 31 * 24 * HOUR
        await sweep(lobby)
        assert await how(lobby, played) == "expired"
        assert lobby.open_matches == await lobby.store.count((WAITING, "playing")) == 0

    later(tmp_path, test)


def test_days_count_from_the_last_event(tmp_path):
    async def test(lobby):
        match = await make(lobby, ADA, Seat(OPEN))
        lobby.ahead = 20 * HOUR
        answer = await (await lobby.find(match)).host.ask(
            ADA.holder, {"do": "name", "name": "Ada again"}
        )
        assert answer["ok"]
        lobby.ahead = 30 * HOUR
        await sweep(lobby)
        assert await how(lobby, match) is None

    later(tmp_path, test)


def test_a_running_clock_is_left_to_end_the_match_itself(tmp_path):
    async def test(lobby):
        control = TimeControl.from_json({"kind": "correspondence", "days": 60})
        match = await make(lobby, ADA, BOB, control=control)
        lobby.ahead = 40 * 24 * HOUR
        await sweep(lobby)
        assert await how(lobby, match) is None

    later(tmp_path, test)


def test_matches_can_be_kept_for_ever(tmp_path):
    async def test(lobby):
        left, played = await make(lobby, ADA, Seat(OPEN)), await make(lobby, ADA, BOB)
        lobby.ahead = 1000 * 24 * HOUR
        await sweep(lobby)
        assert (await how(lobby, left), await how(lobby, played)) == (None, None)

    later(tmp_path, test, expire_unjoined=0, expire_unplayed=0)


def test_a_sweep_goes_piece_by_piece_and_past_what_cannot_be_read(tmp_path, monkeypatch):
    monkeypatch.setattr(expiry, "PIECE", 3)
    monkeypatch.setattr(expiry, "PAUSE", 0.001)

    async def test(lobby):
        left = [await make(lobby, ADA, Seat(OPEN)) for _ in range(10)]
        lobby.ahead = 25 * HOUR
        find, broken = lobby.find, sorted(left)[0]

        async def find_or_fail(match):
            if match == broken:
                raise ValueError("the log of this match is damaged")
            return await find(match)

        lobby.find = find_or_fail
        await sweep(lobby)
        lobby.find = find
        ended = {match for match in left if await how(lobby, match) == "expired"}
        assert ended == set(left) - {broken}
        assert lobby.open_matches == 1

    later(tmp_path, test)


def test_rooms_that_were_opened_to_end_are_closed_again(tmp_path):
    async def test(lobby):
        for _ in range(3):
            lobby.forget(await lobby.find(await make(lobby, ADA, Seat(OPEN))))
        lobby.ahead = 25 * HOUR
        await sweep(lobby)
        assert not lobby.rooms

    later(tmp_path, test)


def test_open_matches_are_counted_right_when_nothing_can_be_stored(tmp_path):
    async def test(lobby):
        match = await make(lobby, ADA, BOB)
        with closing(sqlite3.connect(tmp_path / "test.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            resigned = (await lobby.find(match)).host.ask(ADA.holder, {"do": "resign"})
            answer, made = await asyncio.gather(
                resigned, make(lobby, ADA, BOB), return_exceptions=True
            )
            assert not answer["ok"]
            assert isinstance(made, RefusedError)
        async with asyncio.timeout(30):
            while any(room.host.broken for room in lobby.rooms.values()):
                await asyncio.sleep(0.01)
        assert lobby.open_matches == await lobby.store.count((WAITING, "playing")) == 1
        answer = await (await lobby.find(match)).host.ask(ADA.holder, {"do": "resign"})
        assert answer["ok"]
        assert lobby.open_matches == 0

    later(tmp_path, test, storing_seconds=0.2)
