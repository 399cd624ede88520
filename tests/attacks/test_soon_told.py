"""No attack, but what attacks are measured against: who studies alone is told soon.

The computer's first values of a position within 0.3 seconds and four updates a second after that,
and the first turns of a review of 100 moves within a second: on an idle machine. In `make test`
other tests run beside it.
"""

import http.client
import json
import time

import pytest
from attack_tools import Stranger, note, scale, serving
from test_many_analysts import Analyst

import quatrefoil
from quatrefoil.core.record import Ending, Record

SOON = scale(10, 0.3)
UPDATES_A_SECOND = scale(0.5, 4)
FIRST_TURNS = scale(15, 1.0)
#: Seconds that updates are counted.
WATCHED = scale(2, 5)

#: Positions that nothing is proven about, so that there is something to think about.
WISHES = [
    {"game": "trifoil", "options": {"board": 8}},
    {"game": "trickle"},
    {"game": "trickle", "options": {"players": 6}},
    {"game": "blinq"},
    {"game": "triotrio", "options": {"first": "blue"}},
]


#: Rules by which nobody has won after 100 moves at random.
LONG = ["trifoil(board=12,chain=30,links=0)", "trickle", "blinq(size=8)", "triotrio"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("soon")) as running:
        yield running


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_who_analyses_alone_is_told_at_once_and_often(server, wish):
    one = Analyst(server, 1 + WISHES.index(wish))
    name = one.ask(wish)
    first = one.first_update(name)
    updates, started = 0, time.monotonic()
    while time.monotonic() - started < WATCHED:
        one.first_update(name)
        updates += 1
    often = updates / (time.monotonic() - started)
    one.wire.close()
    note(f"alone with {wish}: first values after s, updates a second", (first, often))
    assert first <= SOON
    assert often >= UPDATES_A_SECOND


def a_record(game, moves=100):
    """Return a match of that many moves, which somebody resigned."""
    rules = quatrefoil.rules(game)
    line, rng = quatrefoil.Line(rules.start()), quatrefoil.Rng(1)
    while len(line) < moves:
        line.push(line.position.random_move(rng))
    return Record(rules, tuple(line.tokens), Ending("resignation", (1.0, 0.0), 1)).to_json()


@pytest.mark.parametrize("game", LONG)
def test_a_review_of_100_moves_soon_has_first_turns(server, game):
    status, answer = Stranger(server).ask("/api/records", a_record(game))
    assert status == 201, answer
    wire = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    started = time.monotonic()
    wire.request("GET", f"/api/matches/{json.loads(answer)['id']}/review")
    heard = wire.getresponse()
    while json.loads(heard.readline())["type"] != "turn":
        pass
    first = time.monotonic() - started
    wire.close()
    note(f"review of 100 moves of {game}: first turn after s", first)
    assert first <= FIRST_TURNS
