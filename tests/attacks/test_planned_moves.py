"""Conditional moves while the server is killed, sent again, and asked for by others.

A turn and the answer that was planned to it are stored together: whatever happens, the answer is
played exactly once. Nobody else learns of a plan before it is played.
"""

import http.client
import threading
import time
from contextlib import contextmanager, suppress

import pytest
from attack_tools import (
    AS_SERVED,
    TEXT,
    ServerProcess,
    Wire,
    ask,
    complaints,
    frame,
    logs_of,
    new_duel,
    note,
    scale,
    serving,
)
from databases import ON_POSTGRESQL

from quatrefoil import Line, Rng, rules


class Planners:
    """Ada plays; Bob has planned all that he will play. Both send again what was not answered."""

    def __init__(self, servers, number, clock):
        self.match, *secrets = new_duel(servers[0], clock=clock)
        self.ada, self.bob = zip(servers, secrets, strict=True)
        self.line = Line(rules("trickle").start())
        self.rng = Rng(number)
        self.turns = 0
        self.problem = None

    def run(self, done):
        try:
            while not done.is_set() and self.play_a_turn():
                pass
        except AssertionError as problem:
            self.problem = problem

    def play_a_turn(self):
        """Plan an answer, and ask for it."""
        tokens = []
        for _ in range(2):
            if self.line.position.is_over:
                return False
            move = self.line.position.random_move(self.rng)
            tokens.append(self.line.position.token(move))
            self.line.push(move)
        plan = {"do": "plan", "id": f"plan{self.turns}", "lines": [{"turns": tokens}]}
        at = self.insist(self.bob, plan)
        play = {"do": "play", "id": f"play{self.turns}", "tokens": tokens[:1], "at": at}
        self.insist(self.ada, play)
        self.turns += 1
        return True

    def insist(self, who, message):
        """Ask until it is answered, and once more; return the number of the event."""
        (server, secret), answers = who, []
        path, headers = f"/api/matches/{self.match}/do", {"Authorization": f"Bearer {secret}"}
        while len(answers) < 2:
            with suppress(OSError, http.client.HTTPException):
                status, answer = ask(server, path, message, headers)
                assert answer["ok"] or status in (429, 503), (message, answer)
                answers += [answer] if answer["ok"] else []
            time.sleep(0.01)
        assert answers[0] == answers[1]
        return answers[0]["event"]


@contextmanager
def beside(server, folder):
    """Give the server of the other player: on PostgreSQL it is another process."""
    if not ON_POSTGRESQL:
        yield server
        return
    other = ServerProcess(server.database, AS_SERVED, folder / "other.log")
    other.start()
    try:
        yield other
    finally:
        other.stop()


@pytest.mark.parametrize("clock", [None, {"kind": "realtime", "base": 3600, "increment": 5}])
def test_what_was_planned_is_played_exactly_once(tmp_path, clock):
    with serving(tmp_path) as server, beside(server, tmp_path) as other:
        servers = (server, other)
        crew = [Planners(servers, number, clock) for number in range(scale(4, 12))]
        done = threading.Event()
        threads = [threading.Thread(target=each.run, args=(done,)) for each in crew]
        for thread in threads:
            thread.start()
        for number in range(scale(1, 15)):
            time.sleep(0.4 + 0.07 * number)
            killed = servers[number % 2]
            killed.kill()
            killed.start()
        time.sleep(0.5)
        done.set()
        for thread in threads:
            thread.join()
    assert [each.problem for each in crew if each.problem] == []
    note("turns with a planned answer", sum(each.turns for each in crew))
    for each in crew:
        log = [event for event in logs_of(server.database)[each.match] if event.type == "turn"]
        assert [event.data["seat"] for event in log] == [0, 1] * each.turns
        played = [token for event in log for token in event.data["tokens"]]
        assert played == each.line.tokens[: 2 * each.turns]
        numbers = [event.number for event in log]
        assert all(answer == move + 1 for move, answer in zip(*[iter(numbers)] * 2, strict=True))
    assert complaints(server) == complaints(other) == []


def test_nobody_else_learns_of_a_plan(tmp_path):
    with serving(tmp_path) as server:
        match, ada, bob = new_duel(server)
        wires = [Wire(server, match, who) for who in (ada, None)]
        plan = {"do": "plan", "id": "p", "lines": [{"turns": ["f8-f9", "f4-f3"]}]}
        assert server.ask(f"/api/matches/{match}/do", plan, bob)["ok"]
        wires += [Wire(server, match, who) for who in (ada, None)]  # and who comes later
        said = []
        for path in ("", "/events?after=0", "/record", "/steps?from=0&to=9", "/picture.svg"):
            for secret in (ada, ""):
                said.append(server.ask(f"/api/matches/{match}{path}", None, secret, raw=True))
        for seat in (None, 0, 1):
            question = {"do": "plans", "id": "q"} | ({} if seat is None else {"seat": seat})
            for secret in (ada, "stranger"):
                headers = {"Authorization": f"Bearer {secret}"}
                said.append(
                    repr(ask(server, f"/api/matches/{match}/do", question, headers)).encode()
                )
        for wire in wires:
            wire.send(frame({"do": "ping", "id": "last"}))
            while b'"last"' not in (heard := wire.next_of(TEXT)):
                said.append(heard)
            wire.close()
        assert not [text for text in said if b"f4-f3" in text and b'"paths"' not in text]
