"""The clock on the wall jumps, while the server runs and while it is away: nobody loses or gains.

The server gets a wall clock that the test sets (`wall_clock.c`, loaded before libc). Before, the
next move after a jump of an hour lost on time, and a jump back gave an hour away.
"""

import time

from attack_tools import TimedDuel, note, scale, serving

HOUR = 3600
SECONDS = 30


def test_the_wall_clock_jumps(tmp_path, set_wall):
    restarts = scale((HOUR, -HOUR), (HOUR, -HOUR, 0, 10 * HOUR, -10 * HOUR))
    with serving(tmp_path) as server, TimedDuel(server, SECONDS) as duel:
        started, away, seat, restarted, times = time.monotonic(), 0.0, 0, 0, []

        def plays_on(what):
            nonlocal seat
            answer = duel.play(seat)
            left = duel.left
            note(f"{what}: the move, and what both have left", (answer["ok"], left))
            assert answer["ok"], (what, answer)
            # Together they have what they began with, less the time in which the server was there.
            # A restart goes on from the last heartbeat, which is stored each second.
            there = 1000 * (time.monotonic() - started - away)
            spent = 2000 * SECONDS - sum(left)
            assert there - 2000 * (1 + restarted) < spent < there + 2000 * (1 + restarted), what
            times.append(duel.wires[0].ask(id=what, do="ping")["now"])
            seat = 1 - seat

        for jump in (HOUR, 0, -HOUR):
            set_wall(jump)
            plays_on(f"the wall clock at {jump:+} s")
        for jump in restarts:
            left = time.monotonic()
            server.kill()
            set_wall(jump)
            server.start()
            away += time.monotonic() - left
            restarted += 1
            duel.come_back()
            plays_on(f"restarted with the wall clock at {jump:+} s")
        assert times == sorted(times), "the server's time went back"
