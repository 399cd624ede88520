"""`POST /api/mine`: how somebody's matches stand, many at once."""

from server_tools import app_client, new_duel

from quatrefoil.search import LEVELS
from quatrefoil.server.forms import MAX_MINE
from quatrefoil.server.settings import Limits
from quatrefoil.view.words import LANGUAGES, level_name


def ask(client, *matches):
    listed = [{"id": match, "secret": secret} for match, secret in matches]
    return client.post("/api/mine", json={"matches": listed})


def test_whose_turn_it_is_and_who_plays(client):
    match, ada, bob = new_duel(client)
    (found,) = ask(client, (match, ada)).json()["matches"]
    assert (found["id"], found["phase"], found["mine"], found["turn"]) == (match, "playing", [0], 0)
    assert [seat["kind"] for seat in found["seats"]] == ["person", "person"]
    (found,) = ask(client, (match, bob)).json()["matches"]
    assert found["mine"] == [1]
    (found,) = ask(client, (match, None)).json()["matches"]
    assert found["mine"] == []


def test_how_it_ended(client):
    match, ada, bob = new_duel(client)
    client.post(
        f"/api/matches/{match}/do",
        json={"do": "resign"},
        headers={"Authorization": f"Bearer {ada}"},
    )
    (found,) = ask(client, (match, bob)).json()["matches"]
    assert (found["over"]["how"], found["over"]["winners"]) == ("resignation", [1])
    assert found["turn"] is None


def test_matches_that_are_gone_are_named(client):
    match, ada, _ = new_duel(client)
    found = ask(client, (match, ada), ("A" * 16, ada), ("../..", None)).json()
    assert [one["id"] for one in found["matches"]] == [match]
    assert found["missing"] == ["A" * 16, "../.."]


def test_it_is_short_and_keeps_secrets(client):
    match, ada, bob = new_duel(client)
    text = ask(client, (match, ada)).text
    assert ada not in text
    assert bob not in text
    assert len(text) < 1_000


def test_lists_are_limited(tmp_path):
    with app_client(tmp_path, Limits(lists_a_minute=1, lists_at_once=1)) as client:
        assert ask(client).status_code == 200
        assert ask(client).json()["code"] == "too-many"
        too_long = [("A" * 16, None)] * (MAX_MINE + 1)
    with app_client(tmp_path, Limits()) as client:
        assert ask(client, *too_long).json()["code"] == "bad-request"


def test_levels_have_a_name_in_every_language(client):
    for level, told in zip(LEVELS, client.get("/api/games").json()["levels"], strict=True):
        assert told["names"] == {one: level_name(level.number, one) for one in LANGUAGES}
        assert told["names"]["en"] == level.name == told["name"]
        assert told["names"]["fi"] not in (level.name, f"level.{level.number}")
