"""Frames in crowds, of every kind: whoever sends too many is let go, and nobody else waits.

Frames were cut out of a packet one by one, each time with a copy of all that followed, and only
messages counted: pings, pongs and pieces did not.
"""

import time
from contextlib import suppress

import pytest
from attack_tools import PING, PONG, TEXT, Wire, bystanders, frame, new_duel, note, scale, serving
from tests.wire import CONTINUED

REFUSED = 1008
CROWDS = {
    "messages": frame({"id": "x", "do": "ping"}),
    "pings": frame(b"", PING),
    "pongs": frame(b"", PONG),
    "empty texts": frame(b""),
    "pieces": frame(b"", CONTINUED, last=False),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("crowds")) as found:
        yield found


@pytest.mark.parametrize("kind", CROWDS)
def test_a_crowd_of_frames_disturbs_nobody(server, kind):
    crowd = CROWDS[kind] * (200_000 // len(CROWDS[kind]))
    match, ada, _ = new_duel(server)
    farewells = []
    with bystanders(server) as others:
        ends = time.monotonic() + scale(0.5, 20)
        while time.monotonic() < ends:
            wire = Wire(server, match, ada, timeout=scale(5, 20))
            with suppress(OSError):
                wire.send(frame(b"{", TEXT, last=False) if kind == "pieces" else b"")
                for _ in range(10):
                    wire.send(crowd)
            with suppress(TimeoutError):
                farewells.append(wire.farewell())
            wire.close()
    assert others.saw_nothing()
    note(f"a crowd of {kind}: bystanders' p99 in ms", round(others.p99, 1))
    note(f"a crowd of {kind}: bystanders' worst in ms", round(others.worst, 1))
    # The farewell itself is lost where the system has more from the client than was read.
    assert farewells
    assert set(farewells) <= {REFUSED, 0}
    assert others.p99 < scale(500, 50)
