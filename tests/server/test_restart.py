"""Killing the server with -9 and starting it again: nothing is lost, and matches go on."""

import os
import signal
import time

import pytest
from live_tools import Peer, start_server

from quatrefoil.lab.load import Plan, measure

THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = start_server(tmp_path_factory.mktemp("restart"))
    yield found
    found.stop()


def duel(server, **setup):
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    made = server.ask("/api/matches", {"game": "trickle", "seats": seats, **setup})
    joined = server.ask(f"/api/matches/{made['id']}/join", {"name": "Bob"})
    return made["id"], [Peer(server, made["id"], who["secret"]) for who in (made, joined)]


def test_a_match_goes_on_after_a_kill(server):
    clock = {"kind": "realtime", "base": 60, "increment": 0}
    _, (ada, bob) = duel(server, clock=clock)
    ada.send({"id": "a1", "do": "play", "tokens": ["f8-f9"], "at": ada.last})
    first = ada.answer("a1")
    bob.catch_up(first["event"])
    bob.send({"id": "b0", "do": "draft", "tokens": ["e8-f10"]})
    drafted = bob.answer("b0")
    server.kill()
    time.sleep(1.5)
    server.start()
    ada.come_back()
    welcome = bob.come_back()
    resumed = welcome.get("events") or []
    state = bob.state
    if drafted["ok"]:
        assert state["draft"] == ["e8-f10"]
    assert all(event["type"] == "resumed" for event in resumed)
    # The time in which the server was there is hers: not much.
    assert state["clock"]["left"][1] > 60_000 - 5_000
    ada.send({"id": "a1", "do": "play", "tokens": ["f8-f9"], "at": 3})
    assert ada.answer("a1")["event"] == first["event"]
    bob.send({"id": "b1", "do": "resign"})
    assert bob.answer("b1")["ok"]
    ada.catch_up(bob.acknowledged)
    assert ada.state["over"]["how"] == "resignation"
    ada.go_away()
    bob.go_away()


def test_the_computer_moves_after_a_kill_in_its_turn(server):
    seats = [{"kind": "me"}, {"kind": "computer", "level": 7}]
    made = server.ask("/api/matches", {"game": "trickle", "seats": seats})
    ada = Peer(server, made["id"], made["secret"])
    ada.send({"id": "a1", "do": "play", "tokens": ["f8-f9"], "at": ada.last})
    at = ada.answer("a1")["event"]
    server.kill()
    server.start()
    ada.come_back()
    ada.catch_up(at + 1)
    assert ada.state["turn"] == 0
    ada.go_away()


def test_it_stops_cleanly_when_asked(tmp_path):
    server = start_server(tmp_path)
    match, (ada, bob) = duel(server)
    server.stop()
    assert server.process.returncode in (0, -signal.SIGTERM)
    server.start()
    assert server.ask(f"/api/matches/{match}")["state"]["phase"] == "playing"
    server.stop()
    ada.go_away()
    bob.go_away()


def test_kills_under_load_lose_nothing():
    plan = Plan(matches=100, rate=5, kills=50) if THOROUGH else Plan(matches=10, rate=10, kills=2)
    result = measure(plan)
    assert result.moves > 0
    assert (result.errors, result.differences, result.lost) == (0, 0, 0)
