"""A server starts with its clock years ahead, or in 1970: nothing that people left there is gone.

A machine whose clock is wrong until the network sets it right does that. Time in which no server
ran makes nothing expire, so a jump between two starts does not either. Before, a start 400 days
ahead ended matches and deleted studies for good.
"""

import time
from contextlib import contextmanager

import pytest
from attack_tools import AS_SERVED, ServerProcess, new_duel, note, scale, serving, whole_logs
from databases import ON_POSTGRESQL, run
from test_hostile_studies import new_study
from tests.postgres_tools import new_database, postgres_or_skip

from quatrefoil import rules
from quatrefoil.core.tree import Tree

DAY = 86_400
YEARS = 400 * DAY
IN_1970 = 5 * DAY - int(time.time())
OPEN = {"game": "trickle", "seats": [{"kind": "me"}, {"kind": "open"}]}
TREE = Tree(rules("trickle")).to_json()
#: Seconds in which a server has looked once at everything that may expire.
SWEPT = scale(1, 2.5)


@contextmanager
def serving_by_that_clock(folder):
    """Run a server by the clock that the test sets: its own, or that of a new PostgreSQL."""
    if not ON_POSTGRESQL:
        with serving(folder) as server:
            yield server
        return
    postgres = postgres_or_skip()
    postgres.make()
    postgres.start()
    server = ServerProcess(new_database(postgres), AS_SERVED, folder / "attacked.log")
    server.start()
    try:
        yield server
    finally:
        server.stop()
        postgres.close()


#: By how many seconds the clock is wrong at one start after the other.
STARTS = scale(
    [(YEARS,), (IN_1970,)],
    [(YEARS, 0), (YEARS, 2 * YEARS, 2 * YEARS, 3 * YEARS), (IN_1970, YEARS), (-10 * YEARS, 0)],
)


@pytest.mark.parametrize("starts", STARTS)
def test_nothing_expires_by_a_wrong_clock(tmp_path, set_wall, starts):
    with serving_by_that_clock(tmp_path) as server:
        study = new_study(server, TREE)["id"]
        clock = {"kind": "correspondence", "days": 1}
        unjoined = server.ask("/api/matches", OPEN)["id"]
        new_duel(server)
        new_duel(server, clock=clock)
        for shift in starts:
            server.kill()
            set_wall(shift)
            server.start()
            time.sleep(SWEPT)
        set_wall(0)
        kept = [study for (study,) in run(server.database, "SELECT id FROM studies")[0]]
        ended = [match for match, log in whole_logs(server.database).items() if log.over]
        note(f"started {starts} s off: studies kept, matches ended", (len(kept), len(ended)))
        assert (kept, ended) == ([study], [])
        joined = server.ask(f"/api/matches/{unjoined}/join", {"name": "Bob"})
        assert joined["seats"] == [1]
