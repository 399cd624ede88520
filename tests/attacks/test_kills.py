"""kill -9 under load, and a process that is stopped in the middle of a commit."""

import random
import signal
import time

import pytest
from attack_tools import THOROUGH, bystanders, note, scale, serving
from challengers import Challengers, gaps, memory_is_the_log, usurped
from databases import ON_POSTGRESQL, is_committing


@pytest.mark.skipif(not THOROUGH, reason="minutes: QUATREFOIL_TESTS=thorough runs it")
def test_kills_under_load(tmp_path):
    kills = 200
    with serving(tmp_path, "--unlimited") as server:
        with bystanders(server, rate=10) as people, Challengers(server, 5) as challengers:
            for _ in range(kills):
                time.sleep(random.uniform(0.2, 0.8))
                server.kill()
                server.start()
            time.sleep(1)
        note("kills", kills)
        note("turns acknowledged", challengers.receipts + people.report.moves)
        note("acknowledged, then lost", len(challengers.lost()) + people.report.lost)
        assert memory_is_the_log(server)
        assert (challengers.lost(), gaps(server.database), usurped(server.database)) == ([], [], [])
        assert people.saw_nothing()


def stop_in_a_commit(server):
    """Stop the server until it is found in the middle of a commit."""
    while True:
        time.sleep(random.uniform(0.001, 0.02))
        server.signal(signal.SIGSTOP)
        stopped = time.time()
        if ON_POSTGRESQL:
            time.sleep(0.02)  # its database goes on
        if is_committing(server.database, stopped):
            return
        server.signal(signal.SIGCONT)


def test_a_process_stopped_in_the_middle_of_a_commit(tmp_path):
    stops = scale(2, 30)
    with serving(tmp_path, "--unlimited") as server:
        with bystanders(server, 20, rate=20) as people, Challengers(server, 5) as challengers:
            for number in range(stops):
                time.sleep(0.3)
                stop_in_a_commit(server)
                time.sleep(scale(0.5, random.uniform(0, 3)))
                if number % 2:
                    server.kill()
                    server.start()
                else:
                    server.signal(signal.SIGCONT)
            time.sleep(1)
        note("stopped in the middle of a commit", stops)
        note("turns acknowledged", challengers.receipts + people.report.moves)
        note("acknowledged, then lost", len(challengers.lost()) + people.report.lost)
        assert memory_is_the_log(server)
        assert (challengers.lost(), gaps(server.database), usurped(server.database)) == ([], [], [])
        assert people.saw_nothing()
