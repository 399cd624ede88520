"""Live matches of a server: found in memory, or read from the log."""

import asyncio

import pytest

import quatrefoil
from quatrefoil.match import RefusedError
from quatrefoil.match.requests import Session
from quatrefoil.match.seats import OPEN, PERSON, Seat
from quatrefoil.match.setup import Setup
from quatrefoil.server.lobby import Lobby, holder_of
from quatrefoil.server.settings import Settings


def in_lobby(test, folder):
    """Run a test in the lobby of a server that has a match."""

    async def run():
        lobby = await Lobby.opened(Settings(database=folder / "test.db"))
        await lobby.open()
        seats = (Seat(PERSON, "Ada", holder=holder_of("ada")), Seat(OPEN))
        room = await lobby.make(Setup(quatrefoil.rules("trickle"), seats), "ada")
        await test(lobby, room)
        await lobby.close()

    asyncio.run(run())


def test_a_match_that_was_let_go_is_read_once_for_all_who_ask(tmp_path):
    async def test(lobby, room):
        lobby.forget(room)
        found = await asyncio.gather(*(lobby.find(room.match.id) for _ in range(5)))
        assert len(set(found)) == 1
        assert found[0] is not room
        assert found[0].match.last == room.match.last
        assert await lobby.find(room.match.id) is found[0]

    in_lobby(test, tmp_path)


def test_a_match_that_cannot_go_on_stops_nobody(tmp_path, monkeypatch):
    """A fault of ours in one match: others go on, and it is not tried again in a hurry."""

    async def test(lobby, room):
        other = await lobby.make(Setup(quatrefoil.rules("blinq"), room.match.seats), "ada")
        lobby.forget(room)
        settled = []

        def settle(session):
            if session.match.id == room.match.id:
                settled.append(session)
                raise ZeroDivisionError

        with monkeypatch.context() as patched:
            patched.setattr(Session, "settle", settle)
            assert await lobby.rouse(room.match.id) is None
            found = lobby.rooms[room.match.id]
            await asyncio.sleep(0.4)
            assert 1 < len(settled) < 6
            refused = await found.host.ask(holder_of("ada"), {"do": "snapshot"})
            assert refused["code"] == "unavailable"
            assert (await other.host.ask(holder_of("ada"), {"do": "snapshot"}))["ok"]
        while found.host.broken:
            await asyncio.sleep(0.05)
        assert (await found.host.ask(holder_of("ada"), {"do": "snapshot"}))["ok"]

    in_lobby(test, tmp_path)


@pytest.mark.parametrize("match", ["", "A" * 16, "../../etc/passwd"])
def test_no_match_is_found_under_other_ids(tmp_path, match):
    async def test(lobby, room):
        with pytest.raises(RefusedError, match="no match with this id"):
            await lobby.find(match)

    in_lobby(test, tmp_path)
