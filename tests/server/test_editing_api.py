"""The requests of the editors, as any client can send them."""

import json

import pytest
from server_tools import JSON

import quatrefoil
from quatrefoil.core.registry import position_from_json


@pytest.mark.parametrize("game", quatrefoil.names())
def test_a_position_is_begun_changed_and_played(client, game):
    begun = client.post("/api/edit", json={"begin": "start", "game": game}).json()
    assert begun["possible"]
    assert begun["position"] == quatrefoil.rules(game).start().to_json()
    brush, place = begun["tools"]["brushes"][0]["id"], begun["tools"]["places"][0]
    draft = begun["draft"] | {"game": game, "options": {}}
    draft["pieces"] = {**draft["pieces"], place: brush}
    changed = client.post("/api/edit", json={"draft": draft}).json()
    assert place in {piece["place"] for piece in changed["scene"]["pieces"]}
    assert "tools" not in changed
    again = client.post("/api/edit", json={"position": changed["position"]}).json()
    assert again["draft"] == changed["draft"]
    assert again["faults"] == changed["faults"]


def test_what_is_impossible_is_explained_and_drawn(client):
    hanging = {"game": "blinq", "blocks": ["1c3*", "2a1N", "?"], "turn": "red"}
    found = client.post("/api/edit", json={"position": hanging}).json()
    assert not found["possible"]
    assert [fault["reason"] for fault in found["faults"]] == ["block", *["support"] * 4]
    assert found["faults"][1]["values"] == {"place": "2a1", "under": "1a1"}
    assert {piece["place"] for piece in found["scene"]["pieces"]} == {"1c3", "2a1"}


def test_a_position_is_turned(client):
    start = {"game": "blinq", "blocks": ["1c3*", "1a1N"], "turn": "black"}
    asked = client.post("/api/edit", json={"position": start}).json()
    half = next(one["number"] for one in asked["images"] if one["degrees"] == 180)
    turned = client.post("/api/edit", json={"position": start, "image": half}).json()
    assert turned["position"]["blocks"] == ["1c3*", "1e5S"]


def test_a_board_is_drawn(client):
    begun = client.post("/api/design", json={"game": "trifoil"}).json()
    assert begun["option"] == "board"
    assert begun["value"] == "6"
    assert not begun["faults"]
    draft = begun["draft"]
    draft["pieces"] = dict(list(draft["pieces"].items())[:1])
    less = client.post("/api/design", json={"game": "trifoil", "draft": draft}).json()
    assert {fault["reason"] for fault in less["faults"]} == {"board-size"}


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("edit", {}, 400),
        ("edit", {"begin": "start"}, 404),
        ("edit", {"begin": "start", "game": "chess"}, 404),
        ("edit", {"position": {"game": "chess"}}, 404),
        ("edit", {"position": {}, "begin": "start"}, 400),
        ("edit", {"draft": {"game": "blinq", "pieces": {"x": "y"}}}, 400),
        ("edit", {"position": {"game": "blinq"}, "image": 3}, 400),
        ("edit", {"begin": "start", "game": "blinq", "image": 99}, 400),
        ("design", {"game": "blinq"}, 400),
        ("design", {"game": "trifoil", "draft": {"pieces": {"1:2": "blink"}}}, 400),
        ("design", {"game": "trifoil", "options": {"board": "7"}}, 400),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(client, path, body, status):
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["message"]


def test_a_variant_is_printed(client):
    options = json.dumps({"rings": 3})
    sheet = client.get("/api/games/trickle/sheet.pdf", params={"options": options})
    usual = client.get("/api/games/trickle/sheet.pdf")
    assert sheet.content.startswith(b"%PDF")
    assert sheet.content != usual.content
    for bad in ('{"rings": 99}', "{", "[]", "x" * 7000):
        answer = client.get("/api/games/trickle/sheet.pdf", params={"options": bad})
        assert answer.status_code == 400, bad


def test_a_match_begins_where_an_editor_ended(client):
    trickle = quatrefoil.rules("trickle").start().to_json()
    trickle["beads"] = {"f6": 1, "f8": 1}
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    made = client.post("/api/matches", json={"position": trickle, "seats": seats}, headers=JSON)
    state = client.get(f"/api/matches/{made.json()['id']}").json()["state"]
    assert position_from_json(state["position"]) == position_from_json(trickle)
