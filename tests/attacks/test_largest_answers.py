"""The largest answers that a server gives: a long match, whole, move by move and event by event."""

import json
import time

from attack_tools import TEXT, Stranger, bystanders, frame, keep_doing, note, scale, serving
from endless import endless_record

from quatrefoil.match.messages import MAX_MOVES


def test_a_long_match_is_looked_at(tmp_path):
    with serving(tmp_path) as server:
        stranger = Stranger(server)
        _, made = stranger.ask("/api/records", endless_record(MAX_MOVES))
        match = json.loads(made)["id"]
        sizes = {}

        def look(path):
            status, answer = stranger.ask(f"/api/matches/{match}{path}")
            sizes[path or "snapshot"] = len(answer)
            return status

        paths = ("", f"/steps?from={MAX_MOVES - 99}", "/events", "/record", "/review")
        deeds = [lambda path=path: look(path) for path in paths]
        with bystanders(server) as others, keep_doing(*deeds, threads=4) as told:
            time.sleep(scale(0.8, 15))
    note("a long match, bytes of answers", sizes)
    note("a long match, what the stranger was told", dict(told))
    note("a long match is looked at: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert set(told) <= {200, 403, 429}
    assert max(sizes.values()) < 1_000_000
    assert others.p99 < scale(1000, 50)


def test_a_long_match_is_watched_by_a_crowd(tmp_path):
    """Sockets by the hundred, each with a whole snapshot, and each asks for another."""
    guests = scale(20, 150)
    with serving(tmp_path) as server:
        stranger = Stranger(server)
        _, made = stranger.ask("/api/records", endless_record(MAX_MOVES))
        match = json.loads(made)["id"]
        with bystanders(server) as others:
            for _ in range(scale(1, 5)):
                wires = [stranger.wire(match) for _ in range(guests)]
                for wire in wires:
                    wire.next_of(TEXT)
                    wire.send(frame({"id": "s", "do": "snapshot"}))
                sizes = [len(json.dumps(wire.answer("s"))) for wire in wires]
                for wire in wires:
                    wire.close()
    note("a crowd of guests, bytes of a snapshot", max(sizes))
    note("a crowd of guests: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert others.p99 < scale(1000, 50)
