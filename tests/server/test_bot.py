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


def test_an_opponent_who_talks_does_not_stop_the_bot(server):
    """Renames between what the bot sees and what it plays are no turns of its own."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = server.ask("/api/matches", {"game": "blinq", "options": {"size": 3}, "seats": seats})
    bot = subprocess.Popen(
        [sys.executable, BOT, made["link"]],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    do, secret = f"/api/matches/{made['id']}/do", made["secret"]
    path = f"/api/matches/{made['id']}"
    for number in range(5_000):
        whole = server.ask(path, secret=secret)
        if whole["state"]["over"] or bot.poll() is not None:
            break
        if "paths" in whole["state"]:
            token = whole["state"]["paths"][0]["token"]
            server.ask(do, {"do": "play", "tokens": [token], "at": whole["last"]}, secret)
        server.ask(do, {"do": "name", "name": f"Ada {number}"}, secret)
    _, problem = bot.communicate(timeout=60)
    assert bot.returncode == 0, problem
