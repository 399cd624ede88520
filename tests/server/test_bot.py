"""The example bot plays whole matches."""

import subprocess
import sys
from pathlib import Path

import pytest
from live_tools import start_server

import quatrefoil

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = start_server(tmp_path_factory.mktemp("bot"))
    yield found
    found.stop()


@pytest.mark.parametrize("game", quatrefoil.names())
def test_the_example_bot_plays_a_match_to_its_end(server, game):
    seats = [{"kind": "computer", "level": 1}, {"kind": "open"}]
    made = server.ask("/api/matches", {"game": game, "seats": seats, "first": "roll"})
    ran = subprocess.run(
        [sys.executable, BOT, made["link"]], capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    assert "won" in ran.stdout or "did not win" in ran.stdout
    assert server.ask(f"/api/matches/{made['id']}")["state"]["over"]["how"] == "rules"


def test_the_example_bot_says_how_it_is_used():
    ran = subprocess.run([sys.executable, BOT], capture_output=True, text=True)
    assert ran.returncode == 1
    assert "usage" in ran.stderr
