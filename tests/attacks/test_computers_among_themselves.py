"""Matches in which only computers sit: they cost little, and nothing once nobody watches."""

import time

from attack_tools import Stranger, bystanders, level_1_delay, logs_of, note, scale, serving

ENDLESS = {"game": "trickle", "options": {"repetition": 0}}


def test_matches_without_people(tmp_path):
    count, seconds = scale(6, 30), scale(0.5, 20)
    seats = [{"kind": "computer", "level": level} for level in (1, 8)]
    with serving(tmp_path, "--log-level", "warning", "--thinkers", "1") as server:
        stranger = Stranger(server)
        wires = [stranger.wire(*stranger.make(seats=seats, **ENDLESS)) for _ in range(count)]
        with bystanders(server) as others:
            delay = level_1_delay(server)
            time.sleep(seconds)
        for wire in wires:
            wire.close()
        time.sleep(scale(0.5, 3))  # what was begun is finished or given up
        moves = -moves_stored(server)
        time.sleep(scale(1, 10))
        moves += moves_stored(server)
    note(f"{count} all-computer matches: level 1 answers after s", round(delay, 2))
    note("all-computer matches: bystanders' p99 in ms", round(others.p99, 1))
    note("all-computer matches that nobody watches: moves a second", moves / scale(1, 10))
    assert others.saw_nothing()
    assert delay < 3
    assert moves == 0


def moves_stored(server):
    return sum(event.type == "turn" for log in logs_of(server.database).values() for event in log)
