"""Several real server processes on one real PostgreSQL."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from live_tools import Peer
from tests.sharing_tools import join_match, make_match

import quatrefoil
from quatrefoil.lab.server_process import ServerProcess
from quatrefoil.server.news import FAULTS

#: How long anything is waited for: on a busy machine everything takes its time.
PATIENCE_SECONDS = 60


@contextmanager
def processes(address, folder, count):
    """Have several servers on one database."""
    os.environ[FAULTS] = "1"
    servers = [ServerProcess(address, log=folder / f"{number}.log") for number in range(count)]
    try:
        with ThreadPoolExecutor() as starting:
            list(starting.map(ServerProcess.start, servers))
        yield servers
    finally:
        del os.environ[FAULTS]
        for server in servers:
            if server.process and server.process.poll() is None:
                server.signal(signal.SIGCONT)
                server.stop()


def until(condition):
    """Wait for a condition; return what it found."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while not (found := condition()):
        assert time.monotonic() < ends, "it did not happen"
        time.sleep(0.05)
    return found


def a_turn(peer):
    """Return the tokens of a legal turn, as far as a client knows."""
    line = quatrefoil.Line(quatrefoil.position(peer.state["position"]))
    seat = line.position.turn
    while line.position.turn == seat and not line.position.is_over:
        line.push(line.position.legal_moves()[0])
    return line.tokens


class Duel:
    """A match of two, each at a process of their own."""

    def __init__(self, ada, bob, game="trickle", **setup):
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
        made, share = make_match(ada.ask, {"game": game, "seats": seats, **setup})
        self.match = made["id"]
        joined, _ = join_match(bob.ask, self.match, {made["secret"]: share}, name="Bob")
        self.peers = [
            Peer(ada, self.match, made["secret"]),
            Peer(bob, self.match, joined["secret"]),
        ]
        self._asked = 0

    def turn(self, peer):
        """Return the message of a legal turn, as far as a client knows."""
        self._asked += 1
        return {"id": f"q{self._asked}", "do": "play", "tokens": a_turn(peer), "at": peer.last}

    def play(self, who):
        """Let one of them play, once they have heard that it is their turn; return the answer."""
        peer = self.peers[who]
        while peer.state["turn"] != who:
            peer.catch_up(peer.last + 1)
        message = self.turn(peer)
        peer.send(message)
        answer = peer.answer(message["id"])
        assert answer["ok"], answer
        peer.catch_up(answer["event"])
        return answer

    def agree(self, server):
        """Check that both know what the log says."""
        log = server.ask(f"/api/matches/{self.match}/events")["events"]
        assert [event["event"] for event in log] == [*range(1, len(log) + 1)]
        by_number = {event["event"]: event for event in log}
        for peer in self.peers:
            peer.catch_up(len(log))
            for number, told in peer.told.items():
                assert by_number[number].items() <= told.items()
        assert self.peers[0].state["key"] == self.peers[1].state["key"]
        return log

    def close(self):
        for peer in self.peers:
            peer.go_away()
