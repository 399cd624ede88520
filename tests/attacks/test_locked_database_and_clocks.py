"""Another process locks the database: what cannot be stored cannot be told, so no clock runs.

Ada moves during the lock. Bob hears of it when the lock is gone, and has all of his time then.
Before, his clock ran from Ada's move on, and he had lost before he heard that it was his turn.
"""

import time

from attack_tools import TimedDuel, note, scale, serving
from databases import locked


def test_no_clock_runs_while_the_database_is_locked(tmp_path):
    has, seconds = scale((2, 3.3), (6, 9))
    with (
        serving(tmp_path) as server,
        TimedDuel(server, has) as idle,
        TimedDuel(server, has) as duel,
    ):
        move, request = duel.a_move()
        with locked(server.database):
            duel.wires[0].send(move)
            time.sleep(seconds)
        answer = duel.wires[0].answer(request)
        note(f"a move in a lock of {seconds} s", answer)
        assert answer["ok"], answer
        told = duel.play(1)
        left = duel.left
        note(f"Bob, who had {has} s: his move, and what both have left", (told, left))
        assert told["ok"], told
        assert left[1] > 500
        # Of those who only wait nobody loses either.
        state = idle.snapshot["state"]
        assert state["phase"] == "playing", state["over"]
