"""Another program locks the database: nobody loses an event, and the computer waits its turn.

A backup, an administrator's shell or a virus scanner holds the lock of the file for some seconds.
Short locks are waited for: people hear `storing` and nothing else. A lock that lasts too long is
given up: what could not be stored is refused, and the matches are what their logs say.
"""

import random
import time

import pytest
from attack_tools import AS_SERVED, THOROUGH, bystanders, note, scale, serving
from challengers import Challengers, gaps, memory_is_the_log, patience, usurped
from databases import locked

#: The short form of giving up is that of a full disk.
in_full = pytest.mark.skipif(not THOROUGH, reason="minutes: QUATREFOIL_TESTS=thorough runs it")
#: Seconds that the server waits before it gives up, where the attack wants that to happen.
PATIENCE = 1


def lock(database, seconds):
    """Hold the lock of writers for a while, as another process would."""
    with locked(database):
        time.sleep(seconds)


def test_a_short_lock_is_waited_for(tmp_path):
    locks = scale([1.8], [random.uniform(0.5, 5) for _ in range(25)])
    with serving(tmp_path) as server:
        with bystanders(server) as people, Challengers(server, scale(8, 20)) as challengers:
            for seconds in locks:
                time.sleep(0.5)
                lock(server.database, seconds)
            time.sleep(scale(0.5, 1))
        note("turns acknowledged to challengers", challengers.receipts)
        note("acknowledged, not in the log", len(challengers.lost()))
        note("matches with a gap", len(gaps(server.database)))
        note("matches in which somebody played in another's place", len(usurped(server.database)))
        note("sockets closed", challengers.closed)
        note("turns of bystanders", people.report.moves)
        assert memory_is_the_log(server)
    assert challengers.lost() == []
    assert gaps(server.database) == usurped(server.database) == []
    assert (challengers.refused, challengers.closed) == ([], 0)
    assert challengers.heard_storing > 0
    assert people.saw_nothing()


@in_full
def test_a_lock_longer_than_sqlite_waits(tmp_path):
    """Its 10 s were over for the first batch, the next one was stored, and between was a gap."""
    with serving(tmp_path) as server:
        with Challengers(server, 20) as challengers:
            for _ in range(4):
                time.sleep(1)
                lock(server.database, 12)
            time.sleep(1)
        found = gaps(server.database)
        note("matches with a gap", f"{len(found)} of 20")
        note("acknowledged, not in the log", len(challengers.lost()))
        note("sockets closed", challengers.closed)
        assert found == challengers.lost() == usurped(server.database) == []
        assert challengers.closed == 0
        assert memory_is_the_log(server)


@in_full
def test_a_long_lock_is_given_up_and_matches_go_back_to_their_logs(tmp_path):
    with serving(tmp_path, *AS_SERVED, *patience(PATIENCE)) as server:
        with Challengers(server, 20) as challengers:
            for _ in range(25):
                time.sleep(0.5)
                lock(server.database, random.uniform(0.5, 6))
            time.sleep(1.5)
        assert memory_is_the_log(server)
    note("turns acknowledged", challengers.receipts)
    note("turns refused as unavailable, then made", challengers.refused.count("unavailable"))
    note("sockets closed", challengers.closed)
    assert challengers.lost() == []
    assert gaps(server.database) == usurped(server.database) == []
    assert set(challengers.refused) == {"unavailable"}
    assert challengers.closed == 0
