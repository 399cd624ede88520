"""A record of 99,999 moves: refused before it is played, and nobody else notices."""

import json

from attack_tools import Stranger, bystanders, note, scale, serving
from endless import endless_record

from quatrefoil.match.messages import MAX_MOVES


def test_a_record_without_an_end(tmp_path):
    record = json.dumps(endless_record(99_999)).encode()
    wish = b'{"record": %b}' % record
    with serving(tmp_path) as server:
        stranger = Stranger(server)
        with bystanders(server) as others:
            told = [
                stranger.ask(path, body)[0]
                for _ in range(scale(3, 15))
                for path, body in (("/api/records", record), ("/api/analyse", wish))
            ]
    note("endless records, what the stranger was told", told)
    note("endless records: bystanders' p99 in ms", round(others.p99, 1))
    note("endless records: bystanders' worst in ms", round(others.worst, 1))
    assert others.saw_nothing()
    assert set(told) <= {400, 429}


def test_the_longest_record_that_is_taken(tmp_path):
    """It is read beside everybody's moves."""
    record = json.dumps(endless_record(MAX_MOVES)).encode()
    with serving(tmp_path) as server:
        stranger = Stranger(server)
        with bystanders(server) as others:
            told = [stranger.ask("/api/records", record)[0] for _ in range(scale(5, 30))]
    note("longest records: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert set(told) == {201}
    assert others.p99 < scale(1000, 50)
