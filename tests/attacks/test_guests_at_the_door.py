"""A crowd of guests, or of clients who say nothing, does not lock a player out of her own match.

Once 500 guests of a match, or 200 silent sockets from the player's own address, were enough.
"""

from contextlib import ExitStack

import pytest
from attack_tools import Wire, new_duel, note, scale, serving

#: As many guests as a match takes, and some more; each address sends as many as it may.
GUESTS, PER_ADDRESS = 510, 170


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("door")) as running:
        yield running


def test_guests_leave_room_for_players(server):
    with ExitStack() as crowd:
        match, ada, bob = new_duel(server)
        inside = 0
        for number in range(GUESTS):
            source = f"127.0.0.{2 + number // PER_ADDRESS}"
            guest = enter(crowd, Wire(server, match, source=source))
            inside += guest.welcomed()
        # One player comes from an address of her own, the other from one that is full of guests.
        players = [Wire(server, match, ada), Wire(server, match, bob, source="127.0.0.2")]
        let_in = [enter(crowd, player).welcomed() for player in players]
        note("guests in the match", inside)
        note("players let into their own match", f"{sum(let_in)} of 2")
        assert let_in == [True, True]
        assert inside == 500
        assert not enter(crowd, Wire(server, match, source="127.0.0.9")).welcomed()
        at = 3  # created, joined, begun
        assert players[0].ask(id="a", do="play", tokens=["f8-f9"], at=at)["ok"]


def test_silence_fills_no_doorway(server):
    silent = scale(210, 800)
    with ExitStack() as crowd:
        match, ada, _ = new_duel(server)
        for _ in range(silent):
            enter(crowd, Wire(server, match, silent=True))
        player = enter(crowd, Wire(server, match, ada))
        let_in = player.welcomed()
        note(
            f"the player's answer while {silent} sockets of her address say nothing", player.status
        )
        assert let_in


def test_a_holder_has_so_many_sockets_and_no_more(server):
    with ExitStack() as crowd:
        match, ada, bob = new_duel(server)
        inside = sum(enter(crowd, Wire(server, match, ada)).welcomed() for _ in range(25))
        note("sockets of one holder in a match", inside)
        assert inside == 20
        assert enter(crowd, Wire(server, match, bob)).welcomed()


def enter(crowd, wire):
    crowd.callback(wire.close)
    return wire
