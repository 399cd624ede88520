"""What the service worker is given: all files of the page, their version, answers for offline."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from server_tools import app_client

import quatrefoil
from quatrefoil.server import pages
from quatrefoil.server.static import Files


def listed(text):
    version, files = re.match(
        r'const VERSION = "(\w+)";\nconst FILES = (\[.*?\]);\n', text
    ).groups()
    return version, json.loads(files)


def test_every_file_that_the_worker_keeps_is_there(client):
    _, files = listed(client.get("/worker.js").text)
    assert {"/", "/static/js/main.js", "/static/texts/fi.json", "/api/games"} <= set(files)
    for address in files:
        assert client.get(address).status_code == 200, address


def test_the_version_follows_from_the_files():
    one, again, other = Files(), Files(), Files()
    name = "static/js/main.js"
    other.files[name] = other.files[name].of(name, b"// changed")
    before, same, after = (
        listed(files.files["worker.js"].body.decode())[0] for files in (one, again, other)
    )
    assert before == same != after


@pytest.mark.parametrize("game", quatrefoil.names())
def test_answers_for_offline_are_those_of_the_server(client, game):
    answers = client.get(f"/games/{game}/offline.json").json()["answers"]
    assert {one["path"] for one in answers} == {"/api/look", "/api/rules"}
    for one in answers[::5]:
        assert client.post(one["path"], json=one["body"]).json() == one["answer"]
    lessons = json.loads(quatrefoil.game(game).resource("learn.json").read_text())["lessons"]
    asked = [one["body"] for one in answers if one["path"] == "/api/look"]
    for lesson in lessons:
        tries = [body["tokens"] for body in asked if body["position"] == lesson["position"]]
        assert [] in tries
        if lesson["accept"] != "win":
            assert all(tokens in tries for tokens in lesson["accept"])
        else:
            assert len(tries) > 1


def test_a_crowd_has_the_answers_made_once(tmp_path, monkeypatch):
    """They take a while: else a crowd at the right moment would keep the artists busy for long."""
    made, make = [], pages.offline_answers

    def counted(game):
        made.append(game.name)
        return make(game)

    monkeypatch.setattr(pages, "offline_answers", counted)
    path = "/games/trickle/offline.json"
    with app_client(tmp_path) as client, ThreadPoolExecutor(20) as crowd:
        answers = list(crowd.map(lambda _: client.get(path), range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert made == ["trickle"]
