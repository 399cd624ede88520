"""Editors asked for the largest boards, and for positions that are none, again and again."""

import itertools
import time

from attack_tools import Stranger, bystanders, keep_doing, note, scale, serving
from large_board import large_board


def test_editors_of_large_boards(tmp_path):
    """Every request is for other rules, full of links, with a board before that fits to nothing."""
    numbers = itertools.count()
    blinks = [f"{column}{place}" for column in "abcdefg" for place in range(1, 8)]
    faces = [f"{blink}.{face}" for blink in blinks for face in ("N", "NE", "SE", "S", "SW", "NW")]
    with serving(tmp_path) as server:
        stranger = Stranger(server)

        def ask():
            number = next(numbers)
            options = large_board(2 + number % 200)
            if number % 3 == 0:
                body = {"game": "trifoil", "options": options}
                return stranger.ask("/api/design", body)[0]
            position = {
                "game": "trifoil",
                "options": options,
                "red": faces[number % 7 :: 3],
                "blue": faces[1 + number % 7 :: 3],
                "previous": {"red": faces[::4], "blue": faces[1::4]},
                "turn": "red",
                "actions_left": 4,
                "acted": False,
            }
            return stranger.ask("/api/edit", {"position": position})[0]

        with bystanders(server) as others, keep_doing(ask, threads=scale(4, 40)) as told:
            time.sleep(scale(0.8, 15))
    note("editors of large boards, what the stranger was told", dict(told))
    note("editors of large boards: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert set(told) <= {200, 429}
    assert told[200]
    assert others.p99 < scale(1000, 50)
