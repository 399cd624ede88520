"""Live analysis by many at once: people who play must not notice.

Analysts of many addresses think without end about heavy positions, jump from one to the next, send
what is no request, and some never read a word of what they are told.
"""

import json
import socket
import time
from contextlib import ExitStack, contextmanager, suppress

from attack_tools import (
    PING,
    PONG,
    TEXT,
    Wire,
    bystanders,
    frame,
    keep_doing,
    level_1_delay,
    note,
    scale,
    serving,
)
from large_board import large_board

import quatrefoil

#: How soon the opponent has a person's move while 20 people analyse, in milliseconds: the promise
#: of the docs on an idle machine. In `make test` other tests run beside it.
LONGEST = scale(2_000, 100)
ANALYSTS = scale(6, 20)


def long_past(moves=1_500):
    """Return rules and as long a list of moves as one frame holds."""
    rules = quatrefoil.rules("triotrio(first=yellow,quiet_turns=0)")
    line, rng = quatrefoil.Line(rules.start()), quatrefoil.Rng(1)
    while len(line) < moves and not line.position.is_over:
        line.push(line.position.random_move(rng))
    return {"game": "triotrio", "options": dict(rules.changed), "moves": line.tokens}


def wishes():
    """Return positions that are heavy to think about, or to read."""
    return [
        {"game": "trickle", "options": {"players": 6}},
        {"game": "trifoil", "options": large_board()},
        {"game": "trifoil", "moves": ["a1-b1"]},
        {"game": "blinq", "options": {"size": 8}},
        {"game": "triotrio"},
        long_past(),
    ]


class Analyst:
    """A client of the analysis, byte by byte, from an address of its own."""

    def __init__(self, server, number):
        source = f"127.0.1.{number}"
        path = "/api/analysis/socket"
        self.wire = Wire(server, None, source=source, path=path, silent=True, timeout=60)
        self.number = number
        self.asked = 0

    def ask(self, wish):
        self.asked += 1
        name = f"{self.number}-{self.asked}"
        message = {"id": name, "do": "analyse", "seconds": 120, "lines": 5, "threats": 1}
        self.wire.send(frame(message | wish))
        return name

    def first_update(self, name):
        """Return how many seconds it took to hear something about a position."""
        started = time.monotonic()
        while True:
            kind, data = self.wire.hear()
            assert kind is not None, "the server closed"
            if kind == PING:
                self.wire.send(frame(data, PONG))
            heard = json.loads(data) if kind == TEXT else {}
            if heard.get("re") == name and heard.get("ok") is False:
                return heard["code"]
            if heard.get("re") == name and heard.get("type") == "analysis":
                return time.monotonic() - started


@contextmanager
def analysts(server, count):
    """Let people analyse, each moving on to another position after the first values."""
    crew = [Analyst(server, number) for number in range(1, count + 1)]
    waits = []

    def deed(one):
        def work():
            wish = all_wishes[(one.number + one.asked) % len(all_wishes)]
            found = one.first_update(one.ask(wish))
            if isinstance(found, str):
                return found
            waits.append(found)
            return "told"

        return work

    all_wishes = wishes()
    with keep_doing_each([deed(one) for one in crew]) as told:
        yield told, waits
    for one in crew:
        one.wire.close()


@contextmanager
def keep_doing_each(deeds):
    """Do each deed in a thread of its own."""
    with ExitStack() as stack:
        yield [stack.enter_context(keep_doing(deed, threads=1)) for deed in deeds]


def test_a_persons_move_does_not_wait_for_analysts(tmp_path):
    with (
        serving(tmp_path) as server,
        bystanders(server) as others,
        analysts(server, ANALYSTS) as (told, waits),
    ):
        time.sleep(scale(3, 20))
        delay = level_1_delay(server)
    waits.sort()
    note("analysts: what they were told", [dict(each) for each in told][:3])
    note(
        "analysts: seconds to first values, median and longest", (waits[len(waits) // 2], waits[-1])
    )
    note("analysts: level 1 answers after s", round(delay, 2))
    note("analysts: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert others.p99 < LONGEST
    assert delay < 2
    assert all(each["told"] for each in told), "everybody gets a turn"


def test_analysts_who_never_read(tmp_path):
    """What nobody reads is not sent without end, and others still get theirs."""
    with serving(tmp_path) as server:
        deaf = []
        for number in range(1, scale(4, 12)):
            one = Analyst(server, number)
            one.wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_000)
            one.ask({"game": "blinq", "options": {"size": 8}})
            deaf.append(one)
        with bystanders(server) as others:
            hearing = Analyst(server, 99)
            wait = hearing.first_update(hearing.ask({"game": "trickle"}))
            time.sleep(scale(1, 20))
        assert others.saw_nothing()
        assert others.p99 < LONGEST
        assert wait < 20
        for one in deaf:
            one.wire.close()
        # Nobody waits any more: their searches are given up.
        hearing.wire.send(frame({"id": "stop", "do": "stop"}))
        ends = time.monotonic() + 20
        while time.monotonic() < ends and running(server):
            time.sleep(0.1)
        assert running(server) == 0
        hearing.wire.close()


def running(server):
    """Return how many searches run or wait."""
    metrics = server.ask("/metrics", raw=True).decode().splitlines()
    wanted = ("quatrefoil_thinking ", 'quatrefoil_thinking_waiting{kind="study"}')
    return sum(float(line.split()[-1]) for line in metrics if line.startswith(wanted))


def test_what_is_no_request_of_an_analyst(tmp_path):
    """Whatever is sent is refused or closes the socket, and the server goes on."""
    nonsense = [
        b"{",
        b"[" * 5_000,
        b'{"do": "analyse", "game": "trifoil", "options": {"board": {"blinks": []}}}',
        b'{"do": "analyse", "game": "trickle", "start": {"game": "trickle"}}',
        b'{"do": "analyse", "game": "blinq", "moves": ["' + b"x" * 10_000 + b'"]}',
        json.dumps({"do": "analyse", "game": "blinq", "moves": ["1a1N"] * 1_500}).encode(),
        b'{"do": "analyse", "game": "blinq", "lines": 1e999}',
        b'{"do": "analyse", "game": "blinq", "game": "trickle"}',
        b'{"do": "deeper", "seconds": true}',
        b'{"do": "stop", "id": "' + b"i" * 100 + b'"}',
        b"\xff\xfe",
        b"x" * 20_000,
    ]
    with serving(tmp_path) as server, bystanders(server) as others:
        for number, text in enumerate(nonsense, start=1):
            one = Analyst(server, number)
            one.wire.send(frame(text))
            with suppress(OSError):
                kind, data = one.wire.hear()
                if kind == TEXT:
                    assert json.loads(data)["ok"] is False, text[:60]
            one.wire.close()
        hearing = Analyst(server, 99)
        assert hearing.first_update(hearing.ask({"game": "blinq"})) < 20
        hearing.wire.close()
    assert others.saw_nothing()
