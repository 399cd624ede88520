"""Frames in crowds, of every kind: whoever sends too many is let go, and nobody else waits.

Frames were cut out of a packet one by one, each time with a copy of all that followed, and only
messages counted: pings, pongs and pieces did not.
"""

import time
from contextlib import suppress
from itertools import chain

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


def test_crowds_of_frames_disturb_nobody(tmp_path):
    with serving(tmp_path) as server:
        match, ada, _ = new_duel(server)
        for kinds in scale([[*CROWDS]], [[kind] for kind in CROWDS]):
            with bystanders(server) as others:
                farewells = {kind: _send_crowds(server, match, ada, kind) for kind in kinds}
            what = ", ".join(kinds)
            note(f"crowds of {what}: bystanders' p99 in ms", round(others.p99, 1))
            assert others.saw_nothing()
            # The farewell is lost where the system has more from the client than was read.
            assert set(chain(*farewells.values())) <= {REFUSED, 0}, farewells
            assert all(farewells.values()), farewells
            assert others.waited_little()


def _send_crowds(server, match, secret, kind):
    """Send more and more, on one socket after another; return why each of them was closed."""
    crowd = CROWDS[kind] * (200_000 // len(CROWDS[kind]))
    ends = time.monotonic() + scale(0.3, 20)
    farewells = []
    while time.monotonic() < ends:
        wire = Wire(server, match, secret)
        with suppress(OSError):
            wire.send(frame(b"{", TEXT, last=False) if kind == "pieces" else b"")
            for _ in range(10):
                wire.send(crowd)
        with suppress(TimeoutError):
            farewells.append(wire.farewell())
        wire.close()
    return farewells
