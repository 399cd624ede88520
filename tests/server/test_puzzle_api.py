"""Puzzles over HTTP: lists, the one of the day, tries, and new ones from a record."""

from datetime import UTC, datetime, timedelta

import pytest
from server_tools import app_client

import quatrefoil
from quatrefoil.core.record import Record
from quatrefoil.core.rng import Rng
from quatrefoil.server.puzzle_api import daily
from quatrefoil.server.settings import Limits
from quatrefoil.study.puzzles.find import Why
from quatrefoil.study.puzzles.puzzle import puzzles_of

GAMES = [game.name for game in quatrefoil.all_games() if game.has("puzzles.json")]


@pytest.mark.parametrize("game", GAMES)
def test_they_are_listed_shown_and_judged(client, game):
    listed = client.get(f"/api/puzzles/{game}").json()["puzzles"]
    assert len(listed) == len(puzzles_of(game))
    shown = client.get(f"/api/puzzles/{game}/{listed[0]['id']}").json()
    assert quatrefoil.position(shown["position"]).turn >= 0
    answer = client.post(
        f"/api/puzzles/{game}/{shown['id']}", json={"tokens": shown["solution"]}
    ).json()
    assert answer["verdict"] in ("solved", "right")


def test_lists_can_be_narrowed(client):
    some = client.get("/api/puzzles/blinq?theme=bridge&grade=1").json()["puzzles"]
    assert all("bridge" in each["themes"] and each["grade"] == 1 for each in some)
    assert client.get("/api/puzzles/blinq?grade=77").status_code == 400


def test_the_day_decides():
    today = datetime(2026, 11, 17, tzinfo=UTC)
    assert daily("blinq", today) is daily("blinq", today + timedelta(hours=5))
    days = {daily("blinq", today + timedelta(days=number)).id for number in range(20)}
    assert len(days) > 15


def test_bad_tries_are_refused_in_a_sentence(client):
    puzzle = puzzles_of("blinq")[0]
    address = f"/api/puzzles/blinq/{puzzle.id}"
    for tokens in ([], ["1z9N"], ["x"], list(puzzle.solution) * 3):
        answer = client.post(address, json={"tokens": tokens})
        assert answer.status_code in (400, 409, 422), tokens
        assert answer.json()["message"]
    assert client.post(address, json={"tokens": "a"}).status_code == 400
    assert client.get("/api/puzzles/blinq/nothing").status_code == 404
    assert client.get("/api/puzzles/chess").status_code == 404
    for own in (None, {}, {"position": [], "key": []}, {"position": {}, "key": ["a"]}):
        answer = client.post("/api/puzzles/blinq/own", json={"tokens": ["1a1N"], "puzzle": own})
        assert answer.status_code == 400


def _puzzles_of_a_random_game(client, seed):
    line, rng = quatrefoil.Line(quatrefoil.rules("blinq").start()), Rng(seed)
    while not line.position.is_over:
        line.push(line.position.random_move(rng))
    record = Record(line.position.rules, tuple(line.tokens)).to_json()
    plies = range(len(line) - 3, len(line) + 1)
    asked = [{"record": record, "ply": ply} for ply in plies]
    answers = [client.post("/api/puzzles/blinq/find", json=each).json() for each in asked]
    return [each["puzzle"] for each in answers if each["puzzle"]]


def test_a_puzzle_that_somebody_made_up_is_judged_or_refused(client):
    shown = next(
        client.get(f"/api/puzzles/trickle/{each['id']}").json()
        for each in client.get("/api/puzzles/trickle?theme=gain").json()["puzzles"]
    )
    assert shown["goal"] == "gain"
    path, tokens = "/api/puzzles/trickle/own", shown["solution"]
    # Nothing comes after its one turn, so the answer is what stands then.
    short = {**shown, "turns": 1, "value": 1.0}
    judged = client.post(path, json={"tokens": tokens, "puzzle": short})
    assert judged.status_code == 200
    assert judged.json()["verdict"] == "wrong"
    position = shown["position"]
    for odd in (
        {"value": 10**400},
        {"turns": 10**400},
        {"position": {**position, "options": None}},
        {"position": {**position, "options": ["x"]}},
        {"position": {**position, "options": "x"}},
    ):
        answer = client.post(path, json={"tokens": tokens, "puzzle": {**shown, **odd}})
        assert answer.status_code in (400, 422), odd
        assert answer.json()["message"]


def test_a_record_gives_puzzles_that_can_be_tried(client):
    puzzles = next(filter(None, (_puzzles_of_a_random_game(client, seed) for seed in range(1, 20))))
    for puzzle in puzzles:
        tried = {"tokens": puzzle["solution"], "puzzle": puzzle}
        answer = client.post("/api/puzzles/blinq/own", json=tried).json()
        assert answer["verdict"] in ("solved", "right")


def test_a_flood_of_tries_is_stopped_at_the_gate(tmp_path):
    puzzle = puzzles_of("blinq")[0]
    limits = Limits(tries_a_minute=1, tries_at_once=3)
    with app_client(tmp_path, limits=limits) as client:
        codes = [
            client.post(
                f"/api/puzzles/blinq/{puzzle.id}", json={"tokens": list(puzzle.solution)}
            ).status_code
            for _ in range(6)
        ]
    assert codes == [200, 200, 200, 429, 429, 429]


def here(client, position, game="blinq"):
    return client.post(f"/api/puzzles/{game}/here", json={"position": position})


def test_a_position_is_a_puzzle_or_there_is_a_reason(client):
    puzzle = puzzles_of("blinq")[-1]
    found = here(client, puzzle.position_json()).json()
    assert (found["puzzle"]["id"], found["why"], found["message"]) == (puzzle.id, None, "")
    assert found["puzzle"]["grade"] == puzzle.grade
    none = here(client, quatrefoil.rules("blinq(size=3)").start().to_json()).json()
    assert none["puzzle"] is None
    assert none["why"] in list(Why)
    assert none["message"].endswith(".")


def test_a_new_one_is_graded_and_can_be_tried(client):
    puzzle = next(each for each in puzzles_of("blinq") if each.grade == 1)
    start = puzzle.start()
    image = next(
        image
        for image in (start.image(number) for number in range(1, len(start.rules.symmetries)))
        if image != start
    )
    found = here(client, image.to_json()).json()["puzzle"]
    assert found["grade"] >= 1
    assert found["themes"]
    tried = {"tokens": found["solution"], "puzzle": found}
    answer = client.post("/api/puzzles/blinq/own", json=tried).json()
    assert answer["verdict"] in ("solved", "right")


def test_bad_positions_are_refused_in_a_sentence(client):
    for position in ({}, {"game": "blinq", "blocks": ["2a1N"], "turn": "red"}, {"game": "chess"}):
        answer = here(client, position)
        assert answer.status_code in (400, 404), position
        assert answer.json()["message"]
    other = here(client, quatrefoil.rules("trickle").start().to_json())
    assert other.status_code == 400
    assert "trickle" in other.json()["message"]
    assert client.post("/api/puzzles/blinq/here", json={"position": 1}).status_code == 400


def test_looking_for_puzzles_is_gated_as_other_analyses(tmp_path):
    limits = Limits(analyses_a_minute=1, analyses_at_once=2)
    position = quatrefoil.rules("blinq(size=3)").start().to_json()
    with app_client(tmp_path, limits=limits) as client:
        assert [here(client, position).status_code for _ in range(4)] == [200, 200, 429, 429]
