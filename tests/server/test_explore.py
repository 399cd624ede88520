"""The explorer and measuring over HTTP: what they answer, and whose matches they count."""

import time

import pytest
from server_tools import app_client, bearer

import quatrefoil
from quatrefoil.server.settings import Limits

TRIFOIL = quatrefoil.rules("trifoil").start().to_json()


def explored(client, position=TRIFOIL, past=(), **more):
    answer = client.post("/api/explore", json={"position": position, "past": list(past), **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_both_lists_call_a_turn_the_same(client):
    """At the start of Trifoil every turn has six forms, and in its second one several orders."""
    for past in ([], ["b1-a1"]):
        found = explored(client, past=past)
        proven = {tuple(turn["tokens"]) for turn in found["tablebase"]["turns"]}
        played = {tuple(entry["tokens"]) for entry in found["book"]["entries"]}
        assert played
        assert played <= proven


def test_a_solved_game_tells_every_reply(client):
    found = explored(client, past=["b1-a1"])
    assert found["provable"]
    assert found["tablebase"]["counts"]["lose"] == 283
    assert len(found["tablebase"]["turns"]) == 284
    best = found["tablebase"]["turns"][0]
    assert (best["low"], best["high"]) == (0.5, 0.5)


def test_a_position_of_an_unsolved_game_has_no_tablebase(client):
    found = explored(client, quatrefoil.rules("trickle").start().to_json())
    assert found["tablebase"] is None
    assert not found["provable"]
    answer = client.post(
        "/api/tablebase", json={"position": quatrefoil.rules("trickle").start().to_json()}
    )
    assert answer.json()["code"] == "not-allowed"


def test_a_prover_goes_on_where_the_proof_ends(client):
    position = quatrefoil.rules("blinq(size=3)").start().to_json()
    past = ["1a1N", "1b1N", "1c1S", "1a3N", "1b3E"]
    before = explored(client, position, past)["tablebase"]
    answer = client.post(
        "/api/tablebase", json={"position": position, "past": past, "seconds": 5}
    ).json()
    assert answer["counts"]["open"] <= before["counts"]["open"]
    assert len(answer["turns"]) == len(before["turns"])


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("explore", {}),
        ("explore", {"position": TRIFOIL, "past": ["zz"]}),
        ("explore", {"position": TRIFOIL, "by": ["x"]}),
        ("explore", {"position": {"game": "trifoil"}}),
        ("tablebase", {"position": TRIFOIL, "seconds": 1000}),
        ("measure", {"game": "blinq", "options": {"size": 99}}),
        ("measure", {"game": "blinq", "so_far": {"next": 10**9}}),
        ("measure", {"game": "blinq", "so_far": {"seed": 0, "next": 1, "of": {"x": [1, 1, 1]}}}),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(client, path, body):
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 400
    assert answer.json()["message"]


# ---- matches of this server -------------------------------------------------------------------


def finished(client, **more):
    """Play a match by resignation after a turn; return its id."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = client.post("/api/matches", json={"game": "trifoil", "seats": seats, **more}).json()
    match, secret = made["id"], made["secret"]
    client.post(f"/api/matches/{match}/join", json={"name": "Bob"})
    last = client.get(f"/api/matches/{match}").json()["last"]
    played = client.post(
        f"/api/matches/{match}/do",
        json={"do": "play", "id": "1", "seat": 0, "tokens": ["a1-b1"], "at": last},
        headers=bearer(secret),
    )
    assert played.json()["ok"], played.text
    ended = client.post(
        f"/api/matches/{match}/do",
        json={"do": "resign", "id": "2", "seat": 0},
        headers=bearer(secret),
    )
    assert ended.json()["ok"], ended.text
    return match


def counted_soon(client, games, **more):
    """Wait until some matches are counted at the start of Trifoil."""
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        found = explored(client, **more)["matches"]
        if found["games"] >= games:
            return found
        time.sleep(0.2)
    raise AssertionError("the matches were not counted")


def test_matches_count_only_if_their_makers_allow_it(tmp_path, monkeypatch):
    monkeypatch.setattr("quatrefoil.server.openings.PAUSE", 0.1)
    with app_client(tmp_path) as client:
        finished(client)
        finished(client, openings=1)
        found = counted_soon(client, 1)
        assert found["games"] == 1
        (entry,) = found["entries"]
        assert entry["points"] == [0, 1]  # who resigned has lost
        assert explored(client, by=["0"])["matches"]["games"] == 1
        assert explored(client, by=["8"])["matches"]["games"] == 0
    # It is still there when the server comes back, and is not counted again.
    with app_client(tmp_path) as client:
        finished(client, openings=1)
        assert counted_soon(client, 2)["games"] == 2


def test_a_match_that_ended_while_nobody_counted_is_counted_later(tmp_path, monkeypatch):
    """A server that is killed right after the end has counted nothing: the note is still there."""
    monkeypatch.setattr("quatrefoil.server.openings.PAUSE", 10_000)
    with app_client(tmp_path) as client:
        finished(client, openings=1)
        assert explored(client)["matches"]["games"] == 0
    monkeypatch.setattr("quatrefoil.server.openings.PAUSE", 0.1)
    with app_client(tmp_path) as client:
        assert counted_soon(client, 1)["games"] == 1


# ---- measuring --------------------------------------------------------------------------------


def test_a_variant_is_measured_second_by_second(client):
    body = {"game": "blinq", "options": {"size": 3}, "seed": 3}
    first = client.post("/api/measure", json=body).json()
    assert first["games"] >= 1
    assert first["rules"] == "blinq(size=3)"
    names = {figure["name"] for figure in first["figures"]}
    assert {"first", "draws", "length", "choices"} <= names
    then = client.post("/api/measure", json={**body, "so_far": first["so_far"]}).json()
    assert then["games"] > first["games"]


def test_figures_of_presets_are_shown(client):
    for name in quatrefoil.names():
        assert "presets" in client.get(f"/api/games/{name}/measured").json()
    assert client.get("/api/games/chess/measured").status_code == 404


def test_who_asks_too_often_is_told_to_wait(tmp_path):
    limits = Limits(
        measures_a_minute=1, measures_at_once=1, explores_a_minute=1, explores_at_once=1
    )
    with app_client(tmp_path, limits) as client:
        body = {"game": "blinq", "options": {"size": 3}}
        assert client.post("/api/measure", json=body).status_code == 200
        assert client.post("/api/measure", json=body).json()["code"] == "too-many"
        assert client.post("/api/explore", json={"position": TRIFOIL}).status_code == 200
        assert client.post("/api/explore", json={"position": TRIFOIL}).status_code == 429
