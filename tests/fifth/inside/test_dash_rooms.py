"""Dash on the command line, in the arena, and in a match on a real server with checked dice."""

import json
import subprocess
import sys
import urllib.request
from fractions import Fraction

import pytest
from tests.server.live_tools import Peer, start_server

import quatrefoil
from quatrefoil.arena.contest import Pairing, contest
from quatrefoil.arena.processes import ProcessPool
from quatrefoil.cli import main
from quatrefoil.match.dice import Dice, Draw, hash_of


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = start_server(tmp_path_factory.mktemp("dash"))
    yield found
    found.stop()


def run(capsys, *argv):
    code = main(argv)
    return (code, *capsys.readouterr())


def test_the_list_of_games_says_what_it_lacks(capsys):
    code, out, _ = run(capsys, "games", "dash")
    assert code == 0
    assert out.startswith("Dash by The Quatrefoil founders\n")
    assert "It has no lessons, rules page, evaluation, encoder, print sheet, style" in out


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (("rules", "dash"), "dash has no rules page (rules.md)"),
        (("print", "dash"), "dash has no print sheet (sheet)"),
        (("tables", "dash"), "there are no endings to make tables of for dash"),
        (("solve", "dash"), "dash cannot be solved: it takes two players and no dice"),
    ],
)
def test_what_it_lacks_is_refused_with_a_sentence(capsys, argv, sentence):
    code, out, err = run(capsys, *argv)
    assert (code != 0, out) == (True, "")
    assert sentence in err


def test_the_machine_interface_plays_it():
    lines = ["new dash", "play roll", "turn", "legal", "play !4", "go level 1", "quit"]
    ran = subprocess.run(
        [sys.executable, "-m", "quatrefoil", "ugi"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    answers = ran.stdout.splitlines()
    assert answers[:5] == ["ok", "ok", "turn chance", "legal !0 !1 !4", "ok"]
    assert any(answer.startswith("bestmove ") for answer in answers)
    assert answers[-1] == "bye"


def test_a_level_beats_chance_in_the_arena():
    standing = contest(Pairing("level4", "random", "dash"), 60, pool=ProcessPool(1))
    assert standing.tally.mean > 0.55


def test_a_whole_match_over_the_socket_with_checked_dice(server, tmp_path, capsys):
    value = "5a" * 32
    wish = {"game": "dash", "seats": [{"kind": "me"}] * 2, "hash": hash_of(value)}
    made = server.ask("/api/matches", wish)
    peer = Peer(server, made["id"], made["secret"])
    commitment = server.ask(f"/api/matches/{made['id']}")["dice"]["commitment"]
    peer.send({"do": "reveal", "id": "s", "value": value})
    peer.catch_up(peer.answer("s")["event"])
    number = 0
    while not peer.state["over"]:
        number += 1
        peer.send({"do": "play", "id": str(number), "tokens": ["roll"], "at": peer.last})
        peer.catch_up(peer.answer(str(number))["event"])
        while peer.state["turn"] is None and not peer.state["over"]:
            peer.catch_up(peer.last + 1)
    peer.go_away()
    record = server.ask(f"/api/matches/{made['id']}/record")
    assert record["tags"]["dice.commitment"] == commitment
    (tmp_path / "record.json").write_text(json.dumps(record))
    code, out, _ = run(capsys, "verify-dice", str(tmp_path / "record.json"), "--seen", commitment)
    assert code == 0
    assert f"{number} rolls" in out


def test_match_dice_keep_to_the_odds():
    """Every number from 0 to 5 stands for one of six throws of the loaded die."""
    rolling = quatrefoil.rules("dash").start()
    rolling.play("roll")
    outcomes = rolling.chance_outcomes()
    assert [odds for _, odds in outcomes] == [Fraction(3, 6), Fraction(2, 6), Fraction(1, 6)]
    dice = Dice("m", b"loaded")
    draws = [Draw("chance", index) for index in range(200)]
    drawn = [(dice.number(draw, 6), dice.roll(draw, outcomes)) for draw in draws]
    faces = [outcomes[index][0] for index in (0, 0, 0, 1, 1, 2)]
    assert all(move == faces[number] for number, move in drawn)
    assert {number for number, _ in drawn} == set(range(6))


def test_the_page_gets_files_for_everything_that_it_asks(server):
    """A style and words in every language stand at their addresses; what is missing is not told."""
    (dash,) = (g for g in server.ask("/api/games")["games"] if g["name"] == "dash")
    assert dash["resources"] == ["texts/en.json"]
    assert dash["showcase"]["position"]["cells"] == [0, 0]
    for name in ("web/dash.css", "texts/en.json", "texts/fi.json"):
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/games/dash/{name}") as answer:
            assert b"plain" not in answer.read()
