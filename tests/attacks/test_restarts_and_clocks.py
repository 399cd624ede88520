"""The server is killed again and again: clocks stand still meanwhile, and gain a heartbeat at most.

Nobody connects in between, so nothing is in memory: all is given back when a match is loaded.
"""

import time

from attack_tools import TimedDuel, new_duel, note, outage_credits, scale, serving

SECONDS = 30
DAY = 86_400_000


def test_clocks_stand_still_while_the_server_is_away(tmp_path):
    kills, away = scale((1, 0), (12, 4))
    with serving(tmp_path) as server, TimedDuel(server, SECONDS) as duel:
        began, gone = time.monotonic(), 0.0
        slow, ada, _ = new_duel(server, clock={"kind": "correspondence", "days": 1})
        duel.close()
        for _ in range(kills):
            time.sleep(0.5)
            left = time.monotonic()
            server.kill()
            time.sleep(away)
            server.start()
            gone += time.monotonic() - left
        duel.come_back()
        assert duel.play(0)["ok"]
        there, spent = 1000 * (time.monotonic() - began - gone), 1000 * SECONDS - duel.left[0]
        note(f"{kills} kills, {there:.0f} ms there, {gone:.1f} s away: ms charged", spent)
        assert 0 <= spent < there + 1000 * (1 + kills)
        # Nothing is credited twice: each gets back less time than there was.
        credited = sum(outage_credits(server.database, duel.match))
        assert credited < 1000 * (time.monotonic() - began) + 1000
        state = server.ask(f"/api/matches/{slow}", secret=ada)["state"]
        days = state["clock"]["left"][0]
        assert DAY - 1000 * (time.monotonic() - began) < days <= DAY
        assert sum(outage_credits(server.database, slow)) < 1000 * (time.monotonic() - began)
