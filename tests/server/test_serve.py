"""What the terminal says, and the commands around the server."""

import json
import logging
import socket
import sys

import pytest
from server_tools import app_client, bearer, new_match

import quatrefoil
from quatrefoil.cli import main
from quatrefoil.server import addresses, serve
from quatrefoil.server.logs import JsonLines, Plain, log_config
from quatrefoil.server.settings import Settings, data_folder

HOME = "127.0.0.1"
EVERYWHERE = Settings(host="0.0.0.0")


def test_on_loopback_it_says_that_links_stay_here(monkeypatch):
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.7")
    said = serve.greeting(Settings(port=8080))
    assert "http://127.0.0.1:8080" in said
    assert "this machine only" in said
    assert "--lan  (192.168.1.7)" in said


def test_in_the_network_it_shows_a_qr_code(monkeypatch):
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.7")
    said = serve.greeting(Settings(host="0.0.0.0", port=8080))
    assert "http://192.168.1.7:8080" in said
    assert "█▀" in said or "▄█" in said


@pytest.mark.parametrize(
    ("settings", "asked", "client", "shared"),
    [
        (Settings(), "http://127.0.0.1:8080", HOME, "http://127.0.0.1:8080"),
        (EVERYWHERE, "http://localhost:8080", HOME, "http://192.168.1.7:8080"),
        (EVERYWHERE, "http://quatrefoil.local", HOME, "http://quatrefoil.local"),
        (EVERYWHERE, "http://localhost:80", "172.17.0.1", "http://localhost:80"),
        (Settings(public_url="https://a.org"), "http://127.0.0.1:8080", HOME, "https://a.org"),
    ],
)
def test_links_carry_the_address_that_others_can_open(settings, asked, client, shared, monkeypatch):
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.7")
    assert addresses.shared_url(asked, client, settings) == shared


def test_behind_a_proxy_it_says_the_public_address():
    said = serve.greeting(Settings(public_url="https://play.example.org"))
    assert said == "Quatrefoil is at https://play.example.org\n"


def test_a_port_that_is_taken_is_explained():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(serve.ServeError, match="--port and --host"):
            serve.serve(Settings(port=port))


def test_data_goes_where_the_user_has_data(monkeypatch, tmp_path):
    monkeypatch.setenv("QUATREFOIL_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    assert Settings().database == tmp_path / "quatrefoil.db"


def test_logs_are_lines_of_json_or_for_people():
    record = logging.makeLogRecord(
        {"name": "q", "levelname": "INFO", "msg": "match made", "data": {"match": "x"}}
    )
    line = json.loads(JsonLines().format(record))
    assert (line["message"], line["match"], line["level"]) == ("match made", "x", "info")
    assert Plain().format(record).endswith("match made match=x")


@pytest.mark.parametrize("form", [JsonLines, Plain])
def test_logs_obey_nobody(form):
    """Not even one that a library quotes in an exception."""
    odd = "\x1b[2J\x9b\u202e\u2028\x7f\ud800\nERROR forged"
    try:
        raise ValueError(odd)
    except ValueError:
        problem = sys.exc_info()
    record = logging.makeLogRecord(
        {"name": "q", "msg": odd, "data": {"match": odd, odd: 1}, "exc_info": problem}
    )
    lines = form().format(record).split("\n")
    assert all(line.isprintable() for line in lines)
    "".join(lines).encode()
    assert not any(line.startswith("ERROR") for line in lines[:1])


def test_at_the_level_debug_libraries_stay_silent():
    loggers = log_config("debug")["loggers"]
    assert loggers["quatrefoil"]["level"] == "DEBUG"
    assert loggers["uvicorn"]["level"] == "INFO"


def test_the_dice_of_a_match_are_verified_by_command(tmp_path, capsys):
    with app_client(tmp_path) as client:
        match, ada = new_match(client, game="triotrio", seats=[{"kind": "me"}] * 2)
        where = f"/api/matches/{match}"
        for number in range(12):
            shown = client.get(where, headers=bearer(ada)).json()
            line = quatrefoil.Line(quatrefoil.position(shown["state"]["position"]))
            seat = line.position.turn
            while line.position.turn == seat:
                legal = line.position.legal_moves()
                line.push(legal[number % len(legal)])
            move = {"do": "play", "tokens": line.tokens, "at": shown["last"]}
            assert client.post(f"{where}/do", json=move, headers=bearer(ada)).json()["ok"]
        client.post(f"{where}/do", json={"do": "resign"}, headers=bearer(ada))
        commitment = shown["dice"]["commitment"]
        record = client.get(f"{where}/record").json()
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    assert main(["verify-dice", str(path)]) == 0
    said = capsys.readouterr().out
    assert "all as committed" in said
    assert commitment in said
    hashes = tmp_path / "hashes.txt"
    hashes.write_text("\n".join([*record["tags"]["dice.hashes"].split()]))
    assert main(["verify-dice", str(path), "--seen", commitment, "--seen", str(hashes)]) == 0
    assert "All of them were seen" in capsys.readouterr().out
    assert main(["verify-dice", str(path), "--seen", "0" * 64]) == 1
    assert "somebody saw" in capsys.readouterr().err
    hashes.write_text("no hash")
    assert main(["verify-dice", str(path), "--seen", str(hashes)]) == 1
    assert "a hash has 64 digits" in capsys.readouterr().err
    record["tags"]["dice.seed"] = "00" * 32
    path.write_text(json.dumps(record))
    assert main(["verify-dice", str(path)]) == 1
    assert "SHA-256" in capsys.readouterr().err
