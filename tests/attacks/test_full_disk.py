"""The disk is full, again and again, while people play: nothing is lost, and play goes on after it.

On PostgreSQL it only reads meanwhile. For short times people wait; for longer ones they are
refused, and matches are what their logs say.
"""

import random
import time
import urllib.error
from contextlib import nullcontext

from attack_tools import AS_SERVED, note, scale, serving
from challengers import Challengers, gaps, memory_is_the_log, patience, usurped
from databases import ON_POSTGRESQL, ReadOnly
from disks import small_disk

#: Seconds that the server waits before it gives up: some outages are shorter, some longer.
PATIENCE = 1


def ready(server):
    """Return what readiness answers."""
    try:
        server.ask("/readyz", raw=True)
    except urllib.error.HTTPError as problem:
        return problem.code
    return 200


def test_a_full_disk(tmp_path):
    outages = scale([1.8], [random.choice((0.5, 1, 3, 5)) for _ in range(20)])
    options = (*AS_SERVED, *patience(PATIENCE))
    tight = nullcontext(ReadOnly(tmp_path)) if ON_POSTGRESQL else small_disk(tmp_path)
    with tight as disk, serving(disk.folder, *options) as server:
        while_full = []
        with Challengers(server, scale(8, 20)) as challengers:
            for seconds in outages:
                time.sleep(0.5)
                disk.fill(server)
                time.sleep(seconds)
                if seconds > PATIENCE:
                    while_full.append(ready(server))
                disk.free(server)
            time.sleep(scale(1, 3))
        note("kind of disk", disk.kind)
        note("times full", len(outages))
        note("turns acknowledged", challengers.receipts)
        note("acknowledged, not in the log", len(challengers.lost()))
        note("refused as unavailable", challengers.refused.count("unavailable"))
        note("sockets closed", challengers.closed)
        assert memory_is_the_log(server)
        assert (challengers.lost(), gaps(server.database), usurped(server.database)) == ([], [], [])
        assert set(challengers.refused) <= {"unavailable"}
        assert challengers.closed == 0
        assert challengers.heard_storing > 0
        # A file that has grown before may still have room for a heartbeat: then it is stored.
        assert 503 in while_full
        assert ready(server) == 200
