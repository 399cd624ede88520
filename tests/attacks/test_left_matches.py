"""Matches that somebody makes and leaves do not fill the server: they end by themselves.

Once they stayed open for ever, until there were `open_matches` of them and nobody could make one.
"""

import time

from attack_tools import AS_SERVED, new_duel, note, scale, serving, whole_logs

MATCH = {"game": "trickle", "seats": [{"kind": "me"}, {"kind": "open"}]}
#: Hours and days of about two seconds.
SOON = ("--expire-unjoined", "0.0006", "--expire-unplayed", "0.000025")


def test_matches_that_were_left_end_by_themselves(tmp_path):
    count = scale(20, 1_000)
    with serving(tmp_path, "--unlimited", *AS_SERVED, *SOON) as server:
        clock = {"kind": "correspondence", "days": 1}
        kept = new_duel(server, clock=clock)[0]
        left = [server.ask("/api/matches", MATCH)["id"] for _ in range(count)]
        left.append(new_duel(server)[0])
        began = time.monotonic()
        while open_matches(server) > 1 and time.monotonic() < began + 60 + count / 5:
            time.sleep(0.2)
        note(f"seconds until {count} left matches have ended", round(time.monotonic() - began, 1))
        assert open_matches(server) == 1
        state = server.ask(f"/api/matches/{left[0]}")["state"]
        assert (state["phase"], state["over"]["how"], state["over"]["winners"]) == (
            "over",
            "expired",
            [],
        )
    matches = whole_logs(server.database)
    assert {matches[match].over.how for match in left} == {"expired"}
    assert matches[kept].over is None


def open_matches(server):
    lines = server.ask("/metrics", raw=True).decode().splitlines()
    (found,) = [line for line in lines if line.startswith("quatrefoil_open_matches ")]
    return float(found.split()[1])
