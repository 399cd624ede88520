"""A guest who streams large messages without end is read slowly, and the server keeps none of it.

With a hello and the beginning of a large message in one packet, 400 MB were taken within seconds.
"""

import time
from contextlib import suppress

from attack_tools import Wire, frame, new_duel, note, scale, serving


def test_a_stream_is_not_kept(tmp_path):
    with serving(tmp_path) as server:
        match, *_ = new_duel(server)
        before = server.megabytes()
        wire = Wire(server, match, silent=True, timeout=1)
        large = frame(b'"' + b"x" * 16_000 + b'"')
        ends = time.monotonic() + scale(2, 10)
        with suppress(OSError):
            wire.send(frame({"do": "hello", "secret": None}) + large)
            while time.monotonic() < ends:
                wire.send(large)
        kept = server.megabytes() - before
        wire.close()
    note("a stream of large messages: MB kept", round(kept))
    assert kept < 40
