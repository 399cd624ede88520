"""Variants to measure, as many as the server listens to, on the largest board that there is.

Each request keeps the computer busy for a second or more. Whoever plays must not notice, and what
nobody waits for any more must end.
"""

import json
import time

from attack_tools import Stranger, bystanders, keep_doing, note, scale, serving
from large_board import large_board


def test_a_flood_of_measurements_beside_a_match(tmp_path):
    with serving(tmp_path) as server:
        strangers = [Stranger(server, f"127.0.0.{number}") for number in range(2, scale(5, 12))]
        hostile = {"game": "trifoil", "options": large_board()}

        def measured(stranger, body):
            def ask():
                status, answer = stranger.ask("/api/measure", body)
                return "ok" if status == 200 else json.loads(answer)["code"]

            return ask

        def left(stranger):
            def ask():
                stranger.abandon("/api/measure", hostile)
                return "left"

            return ask

        deeds = [measured(stranger, {"game": "blinq"}) for stranger in strangers]
        deeds += [left(stranger) for stranger in strangers]
        with bystanders(server) as others, keep_doing(*deeds) as told:
            time.sleep(scale(1.5, 15))
    note("a flood of measurements, what strangers were told", dict(told))
    note("a flood of measurements: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert set(told) <= {"ok", "too-many", "left", "not-allowed"}
    assert others.waited_little()
