"""Records go out of a server and come in again, with the names and the dice."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from server_tools import bearer, new_duel, new_match
from tests.conformance.variants import PLAYER_COUNTS

import quatrefoil
from quatrefoil import Line, Record, Rng
from quatrefoil.core.tags import player_tags
from quatrefoil.match.verify import verify_dice

#: Names as a server keeps them: visible, without spaces around.
NAMES = st.text("AÄßЖ界9-'", min_size=1, max_size=24)


def load(client, record):
    """Return the id of the match that a server made from a record."""
    loaded = client.post("/api/records", json=record.to_json())
    assert loaded.status_code == 201, loaded.text
    return loaded.json()["id"]


def resigned(client, match, secret):
    """Resign; return the record as a server tells it."""
    client.post(f"/api/matches/{match}/do", json={"do": "resign"}, headers=bearer(secret))
    return client.get(f"/api/matches/{match}/record").json()


def started(rules, moves):
    line, rng = Line(rules.start()), Rng(5)
    for _ in range(moves):
        line.push(line.position.random_move(rng))
    return Record.of(line)


@pytest.mark.parametrize("rules", PLAYER_COUNTS, ids=str)
@settings(max_examples=3, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_names_come_in_and_go_out(client, rules, data):
    names = data.draw(st.lists(NAMES, min_size=rules.players, max_size=rules.players))
    record = replace(started(rules, 2), tags={**player_tags(rules, names), "event": "a final"})
    match = load(client, record)
    state = client.get(f"/api/matches/{match}").json()["state"]
    assert [seat["name"] for seat in state["seats"]] == names
    assert Record.from_json(client.get(f"/api/matches/{match}/record").json()) == record


def test_names_that_a_match_wrote_come_in_again(client):
    match, ada, _ = new_duel(client)
    again = load(client, Record.from_json(resigned(client, match, ada)))
    state = client.get(f"/api/matches/{again}").json()["state"]
    assert [seat["name"] for seat in state["seats"]] == ["Ada", "Bob"]


def test_what_cannot_be_seen_is_taken_out_of_names(client):
    rules = quatrefoil.rules("blinq")
    match = load(client, Record(rules, tags=player_tags(rules, ["\x1b[2J Eve\n", "x" * 60])))
    state = client.get(f"/api/matches/{match}").json()["state"]
    assert [seat["name"] for seat in state["seats"]] == ["[2J Eve", "x" * 24]


def test_dice_can_be_checked_after_a_record_came_in(client):
    seats = [{"kind": "me"}, {"kind": "me"}]
    told = resigned(client, *new_match(client, game="triotrio", seats=seats, first="roll"))
    assert "all as committed" in verify_dice(Record.from_json(told))
    match = load(client, Record.from_json(told))
    assert client.get(f"/api/matches/{match}/record").json() == told
