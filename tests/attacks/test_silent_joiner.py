"""Somebody joins a match with dice and never reveals: the maker must not be stuck with them."""

import time

from attack_tools import note, scale, serving
from databases import run
from dice_players import Player, ada_makes

from quatrefoil.match.dice import SHARING_TIME

CLOCK = {"kind": "realtime", "base": 60, "increment": 0}


def test_a_joiner_who_never_reveals(tmp_path):
    """The seat opens again in time, though the server was killed meanwhile; the maker's never."""
    with serving(tmp_path, "--unlimited") as server:
        ada, silent = ada_makes(server, clock=CLOCK)
        silent.join("Silent")
        ada.share_in_dice()
        away, waiting = ada_makes(server, clock=CLOCK)
        waiting.join()
        waiting.share_in_dice()
        server.kill()
        # The short form lets most of the time pass in the log instead of waiting for it.
        passed = scale(SHARING_TIME - 500, 0)
        run(server.database, "UPDATE events SET time = time - ?", passed)
        server.start()
        started = time.monotonic()
        while ada.ask()["state"]["phase"] == "sharing" and time.monotonic() - started < 90:
            time.sleep(0.1)
        waited = time.monotonic() - started + passed / 1000
        seats = ada.ask()["state"]["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "open"]
        assert silent.refused("reveal", value=silent.share.value) == "not-your-seat"
        bob = Player(server, ada.match)
        bob.join()
        for player in (ada, ada, bob):
            player.share_in_dice()
        state = ada.ask()["state"]
        assert state["phase"] == "playing"
        assert state["clock"]["left"][0] > 30_000, "nobody lost time by it"
        (left,) = [e for e in ada.ask("/events")["events"] if e["type"] == "left"]
        assert left["why"] == "time"
        # It was the maker who was silent here: her seat stays hers, and the other may leave.
        assert away.ask()["state"]["phase"] == "sharing"
        assert away.ask()["mine"] == [0]
        assert waiting.do("leave")["ok"]
    note("seconds until a silent joiner's seat was open again, after a kill", round(waited))
