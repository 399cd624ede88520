"""The largest boards: their rules, their matches and what the computer thinks about them."""

import itertools
import json
import time

from attack_tools import (
    TEXT,
    Stranger,
    bystanders,
    frame,
    keep_doing,
    level_1_delay,
    note,
    scale,
    serving,
)
from large_board import large_board


def test_rules_of_large_boards(tmp_path):
    """Every request is for another board, so that none is known already."""
    numbers = itertools.count(2)
    with serving(tmp_path) as server:
        stranger = Stranger(server)

        def ask():
            options = large_board(2 + next(numbers) % 200)
            return stranger.ask("/api/rules", {"game": "trifoil", "options": options})[0]

        with bystanders(server) as others, keep_doing(ask, threads=scale(4, 40)) as told:
            time.sleep(scale(0.8, 15))
    note("rules of large boards, what the stranger was told", dict(told))
    note("rules of large boards: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert set(told) <= {200, 429}
    assert others.p99 < scale(1000, 50)


def test_the_computer_on_large_boards(tmp_path):
    """Its levels keep their time there, too, and others are not kept waiting."""
    count = scale(2, 12)
    with serving(tmp_path, "--log-level", "warning", "--thinkers", "1") as server:
        stranger = Stranger(server)
        times = {}
        with bystanders(server) as others:
            idle = server.megabytes()
            wires = []
            for number in range(count):
                level = (2, 8)[number % 2]
                seats = [{"kind": "computer", "level": level}, {"kind": "me"}]
                setup = {"game": "trifoil", "options": large_board(), "seats": seats}
                started = time.monotonic()
                wire = stranger.wire(*stranger.make(**setup))
                wires.append((wire, level, started))
            delay = level_1_delay(server)
            for wire, level, started in wires:
                while not has_moved(json.loads(wire.next_of(TEXT))):
                    pass
                times.setdefault(level, []).append(round(time.monotonic() - started, 2))
                wire.send(frame({"id": "h", "do": "hint"}))
            hints = [wire.answer("h")["ok"] for wire, _, _ in wires]
            grown = server.megabytes() - idle
            for wire, _, _ in wires:
                wire.close()
    note("large boards, seconds until the computer has moved, by level", times)
    note("large boards: level 1 of another person answers after s", round(delay, 2))
    note("large boards: megabytes more", round(grown))
    note("large boards: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert any(hints)
    assert delay < 3


def has_moved(heard):
    """Whether a message says that the computer, on the first seat, has moved."""
    return bool(heard.get("snapshot", {}).get("history")) or heard.get("type") == "turn"
