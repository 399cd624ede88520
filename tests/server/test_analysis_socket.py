"""Live analysis over its socket: updates that get better, stop, deeper, and refusals."""

import json
from contextlib import contextmanager

import pytest
from server_tools import app_client
from starlette.websockets import WebSocketDisconnect

import quatrefoil
from quatrefoil.server.settings import Limits

PATH = "/api/analysis/socket"


class Analysing:
    """One client of the analysis."""

    def __init__(self, socket):
        self._socket = socket

    def send(self, **message):
        self._socket.send_text(json.dumps(message))

    def hear(self):
        return json.loads(self._socket.receive_text())

    def answer(self, name):
        """Return the answer to a message, past all updates."""
        while True:
            heard = self.hear()
            if heard["re"] == name and "ok" in heard and "type" not in heard:
                return heard

    def ask(self, **message):
        self.send(id="x", **message)
        return self.answer("x")

    def updates(self, until=("resting", "done", "refused")):
        """Yield updates up to one with a state."""
        while True:
            heard = self.hear()
            if heard.get("type") == "analysis":
                yield heard
                if heard["state"] in until:
                    return


@contextmanager
def analysing(client):
    with client.websocket_connect(PATH) as socket:
        yield Analysing(socket)


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("trifoil", ["a1-b1"]),
        ("trickle", []),
        ("blinq", ["1a1N"]),
        ("triotrio", []),
        ("triotrio", ["!blue"]),
    ],
)
def test_updates_come_and_get_better(client, game, moves):
    line = quatrefoil.Line(quatrefoil.rules(game).start(), moves)
    with analysing(client) as one:
        one.send(id="a1", do="analyse", game=game, moves=moves, seconds=1, lines=2)
        assert one.hear() == {"re": "a1", "ok": True}
        updates = list(one.updates())
    assert len(updates) >= 2
    assert {update["re"] for update in updates} == {"a1"}
    assert [update["state"] for update in updates[:-1]] == ["thinking"] * (len(updates) - 1)
    assert updates[-1]["nodes"] > updates[0]["nodes"] > 0
    for update in updates:
        assert update["turn"] == (None if line.position.turn < 0 else line.position.turn)
        assert sum(update["values"]) == pytest.approx(1, abs=0.001)
        assert len(update["turns"]) <= 2
        for turn in update["turns"]:
            ahead = line.copy()
            for token in turn["tokens"]:
                ahead.play(token)
            assert ahead.position.turn != line.position.turn
            assert len(turn["say"]) == len(turn["changes"]) == len(turn["tokens"])
            changes = [change for some in turn["changes"] for change in some]
            ends = {change["end"] for change in changes if change["how"] == "appears"}
            assert {piece["place"] for piece in turn["put"]} == ends
            assert bool(ends) == (game in ("trifoil", "blinq")), "there pieces are put down"
        legal = [] if line.position.turn < 0 else line.position.legal_tokens()
        assert sorted(move["token"] for move in update["moves"]) == sorted(legal)
        outcomes = [outcome["token"] for outcome in update["outcomes"]]
        assert sorted(outcomes) == sorted(set(line.position.legal_tokens()) - set(legal))


def test_a_position_can_be_where_it_begins(client):
    line = quatrefoil.Line(quatrefoil.rules("blinq(size=4)").start(), ["1a1N", "1b1N"])
    start = line.position.to_json()
    with analysing(client) as one:
        wish = {"game": "blinq", "options": {"size": 4}, "start": start, "moves": ["1c1N"]}
        assert one.ask(do="analyse", seconds=1, **wish)["ok"]
        assert next(one.updates())["turn"] == 1
        other = one.ask(do="analyse", game="blinq", start=start)
        assert (other["ok"], other["code"]) == (False, "bad-request")


def test_threats_are_told_where_they_are_asked_for(client):
    with analysing(client) as one:
        one.ask(do="analyse", game="trickle", seconds=1, threats=1)
        threats = next(one.updates())["threats"]
        assert threats["turn"] == 1
        assert threats["turns"][0]["tokens"]
        assert threats["position"]["turn"] == 2
        one.ask(do="analyse", game="triotrio", seconds=1, threats=1)
        update = next(one.updates())
        assert (update["threats"], update["no_threats"]) == (None, "position")
        one.ask(do="analyse", game="trickle", seconds=1)
        update = next(one.updates())
        assert (update["threats"], update["no_threats"]) == (None, None)


def test_a_new_position_takes_the_place_of_the_one_before(client):
    with analysing(client) as one:
        one.send(id="a1", do="analyse", game="trickle", seconds=60)
        assert next(one.updates())["re"] == "a1"
        one.send(id="a2", do="analyse", game="blinq", seconds=1)
        assert one.answer("a2")["ok"]
        assert {update["re"] for update in one.updates()} == {"a2"}


def test_stop_and_deeper_go_on_from_where_it_was(client):
    with analysing(client) as one:
        one.send(id="a1", do="analyse", game="trickle", seconds=60)
        next(one.updates())
        one.send(id="s", do="stop")
        *_, rested = one.updates()
        assert rested["state"] == "resting"
        assert one.ask(do="stop")["ok"], "to stop twice is no fault"
        one.send(id="d", do="deeper", seconds=1)
        *_, last = one.updates()
        assert last["re"] == "a1"
        assert last["nodes"] > rested["nodes"]


def test_what_is_proven_comes_to_an_end(client):
    with analysing(client) as one:
        moves = ["1a1N", "1b1E", "1c1W"]
        one.send(do="analyse", game="blinq", options={"size": 3}, moves=moves, seconds=60)
        *_, last = one.updates()
        assert (last["state"], last["proven"]) == ("done", True)
        assert set(last["values"]) == {0, 1}


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"do": "analyse"}, "bad-request"),
        ({"do": "analyse", "game": "chess"}, "not-found"),
        ({"do": "analyse", "game": "blinq", "moves": ["1a1N", "1a1N"]}, "illegal-move"),
        ({"do": "analyse", "game": "blinq", "moves": ["nonsense"]}, "illegal-move"),
        ({"do": "analyse", "game": "blinq", "options": {"size": 99}}, "bad-request"),
        ({"do": "analyse", "game": "blinq", "start": {"game": "blinq"}}, "bad-request"),
        ({"do": "analyse", "game": "blinq", "lines": 6}, "bad-request"),
        ({"do": "analyse", "game": "blinq", "seconds": 10**9}, "bad-request"),
        ({"do": "analyse", "game": "blinq", "moves": "1a1N"}, "bad-request"),
        ({"do": "analyse", "game": "blinq", "more": 1}, "bad-request"),
        ({"do": "deeper"}, "not-allowed"),
        ({"do": "hello"}, "bad-request"),
        ({"do": ["stop"]}, "bad-request"),
        ({}, "bad-request"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence(client, message, code):
    with analysing(client) as one:
        answer = one.ask(**message)
        assert (answer["ok"], answer["code"]) == (False, code)
        assert answer["message"]
        assert one.ask(do="analyse", game="blinq", seconds=1)["ok"], "and it goes on"


def test_what_is_no_message_is_refused(client):
    with client.websocket_connect(PATH) as socket:
        for text in ("{", "[]", "null", "1", '"analyse"', '{"do": "stop", "id": 1}'):
            socket.send_text(text)
            assert json.loads(socket.receive_text())["code"] == "bad-request"


def test_there_is_room_for_some_and_each_may_ask_only_so_often(tmp_path):
    limits = Limits(analysts_per_address=2, studied_a_minute=60, studied_at_once=3)
    with app_client(tmp_path, limits) as client, analysing(client) as one, analysing(client) as two:
        answers = [each.ask(do="analyse", game="blinq", seconds=1) for each in (one, two, one, two)]
        assert [answer.get("code") for answer in answers] == [None, None, None, "too-many"]
        assert answers[-1]["retry_after"] > 0
        with client.websocket_connect(PATH) as third:
            third.send_text('{"do": "stop"}')
            assert json.loads(third.receive_text())["code"] == "too-many"
            with pytest.raises(WebSocketDisconnect):
                third.receive_text()
