"""Live matches of a server: found in memory, or read from the log."""

import asyncio
import time

import pytest

import quatrefoil
from quatrefoil.match import RefusedError
from quatrefoil.match.requests import Session
from quatrefoil.match.seats import OPEN, PERSON, Seat
from quatrefoil.match.setup import Setup
from quatrefoil.server.lobby import IDLE_SECONDS, Lobby, holder_of
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


def test_a_match_that_somebody_waits_in_or_has_just_found_is_not_let_go(tmp_path):
    async def test(lobby, room):
        def let_go():
            room.last_used = time.monotonic() - 2 * IDLE_SECONDS
            lobby._let_idle_go()
            return room.match.id not in lobby.rooms

        await room.host.stored()
        last = room.match.last
        waiting = [asyncio.create_task(room.next_event(last, 60)) for _ in range(2)]
        await asyncio.sleep(0)
        assert not let_go()
        waiting.pop().cancel()
        await asyncio.sleep(0)
        assert not let_go()
        answer = await (await lobby.find(room.match.id)).host.ask(
            holder_of("ada"), {"do": "name", "name": "Ann"}
        )
        await asyncio.wait_for(waiting.pop(), 20)
        assert room.match.last == answer["event"]
        # Whoever has found it will use it, however long nobody did before.
        room.last_used = time.monotonic() - 2 * IDLE_SECONDS
        assert await lobby.find(room.match.id) is room
        lobby._let_idle_go()
        assert lobby.rooms[room.match.id] is room
        # Nobody waits any more, also where nothing happened.
        await room.next_event(answer["event"], 0.01)
        assert let_go()

    in_lobby(test, tmp_path)
