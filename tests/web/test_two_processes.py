"""Two browsers on two processes behind a load balancer, while one process after the other dies."""

from __future__ import annotations

import random
from contextlib import ExitStack

import pytest
from balancer import Balancer
from driver import CAN_ACT, make_match, play_one_move
from tests.postgres_tools import new_database

from quatrefoil.lab.server_process import ServerProcess

PATIENT = 60_000


@pytest.fixture
def servers(postgres, tmp_path):
    """Two processes on one database."""
    address = new_database(postgres)
    found = [ServerProcess(address, log=tmp_path / f"{number}.log") for number in range(2)]
    with ExitStack() as stack:
        for server in found:
            server.start()
            stack.callback(server.stop)
        yield found


def test_nobody_notices_more_than_a_reconnect(visit, servers):
    with Balancer([server.port for server in servers]) as balancer:
        made = make_match(
            balancer.url, {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "open"}]}
        )
        pages = [visit(made["take_along"]), visit(made["link"])]
        pages[1].get_by_role("button", name="Sit down and play").click()
        rng = random.Random(4)

        def play(turn):
            """Let who is to move do so, and wait until both have seen it."""
            mover = pages[turn % 2]
            mover.wait_for_function(CAN_ACT, timeout=PATIENT)
            play_one_move(mover, rng)
            for page in pages:
                page.wait_for_function(
                    f"() => document.querySelectorAll('.moves .move').length === {turn + 1}",
                    timeout=PATIENT,
                )

        play(0)
        # Whichever process they are at: each of the two dies once.
        servers[0].kill()
        play(1)
        play(2)
        servers[0].start()
        servers[1].kill()
        play(3)
        play(4)
        for page in pages:
            page.wait_for_selector(".connection[data-state=connected]")
        servers[1].start()
        assert len(balancer.given) == 2
    logs = [
        server.ask(f"/api/matches/{made['id']}/events", secret=made["secret"])["events"]
        for server in servers
    ]
    assert logs[0] == logs[1]
    assert [event["event"] for event in logs[0]] == [*range(1, len(logs[0]) + 1)]
    assert [event["type"] for event in logs[0]].count("turn") == 5
