"""Records made to be reviewed for ever: whoever plays must not notice.

A record of hundreds of moves on the largest board that there is, and one that goes round and round,
are loaded and reviewed by strangers; some read nothing of what they are told, and some leave.
"""

import json
import socket
import time
from dataclasses import replace

from attack_tools import Stranger, bystanders, http_request, keep_doing, note, scale, serving
from endless import endless_record
from large_board import large_board

import quatrefoil
from quatrefoil.core.record import Ending, Record

#: Reviews are of matches that are over.
RESIGNED = Ending("resignation", (1.0, 0.0), 1)


def large_record(moves=300):
    """Return a record on the largest board that somebody resigned, as JSON."""
    rules = quatrefoil.rules("trifoil", large_board())
    line, rng = quatrefoil.Line(rules.start()), quatrefoil.Rng(7)
    while len(line) < moves and not line.position.is_over:
        line.push(line.position.random_move(rng))
    return Record(rules, tuple(line.tokens), RESIGNED).to_json()


def round_and_round(moves=590):
    """Return a record that comes round again and again until somebody resigns, as JSON."""
    record = Record.from_json(endless_record(moves))
    return replace(record, ending=RESIGNED).to_json()


def heard(stranger, path, seconds, room):
    """Ask for a stream and read it for some seconds, or nothing of it where there is no room."""
    with socket.create_connection(
        ("127.0.0.1", stranger.server.port), timeout=20, source_address=(stranger.source, 0)
    ) as wire:
        wire.sendall(http_request(path))
        if not room:
            time.sleep(seconds)
            return "deaf"
        told, end = b"", time.monotonic() + seconds
        while time.monotonic() < end and (piece := wire.recv(room)):
            told += piece
    status = told[9:12]
    return "ok" if status == b"200" else "too-many" if status == b"429" else told[:80].decode()


def test_hostile_reviews_beside_a_match(tmp_path):
    with serving(tmp_path) as server:
        strangers = [Stranger(server, f"127.0.0.{number}") for number in range(2, scale(4, 9))]
        ids = []
        for record in (large_record(), round_and_round()):
            status, answer = strangers[0].ask("/api/records", record)
            assert status == 201, answer
            ids.append(json.loads(answer)["id"])

        def reading(stranger, match, seconds, room):
            def ask():
                return heard(stranger, f"/api/matches/{match}/review", seconds, room)

            return ask

        deeds = [
            reading(stranger, match, seconds, room)
            for stranger in strangers
            for match in ids
            for seconds, room in ((0.5, 0), (2, 1 << 16))
        ]
        with bystanders(server) as others, keep_doing(*deeds) as told:
            time.sleep(scale(2, 20))
    note("hostile reviews, what strangers were told", dict(told))
    note("hostile reviews: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert told["ok"]
    assert set(told) <= {"ok", "deaf", "too-many"}
    assert others.waited_little()
