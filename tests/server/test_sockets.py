"""Playing over sockets."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from server_tools import Seated, app_client, bearer, new_duel, new_match
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from quatrefoil.core.errors import FormatError
from quatrefoil.core.fields import read_json
from quatrefoil.server.settings import Limits
from quatrefoil.server.sockets import parsed


def test_a_move_is_answered_and_told_to_everybody(client):
    match, ada, bob = new_duel(client)
    with (
        Seated(client, match, ada) as a,
        Seated(client, match, bob) as b,
        Seated(client, match) as g,
    ):
        last = a.last
        answer = a.ask(do="play", tokens=["f8-f9"], at=last)
        assert (answer["ok"], answer["event"]) == (True, last + 1)
        heard = [listener.event("turn") for listener in (a, b, g)]
        for event in heard:
            assert (event["event"], event["seat"], event["tokens"]) == (last + 1, 0, ["f8-f9"])
            assert len(event["changes"]) == len(event["say"]) == 1
        states = [event["state"] for event in heard]
        assert [("paths" in state) for state in states] == [False, True, False]
        assert len({state["key"] for state in states}) == 1


def test_a_client_that_comes_back_gets_what_it_missed(client):
    match, ada, bob = new_duel(client)
    with Seated(client, match, ada) as a:
        seen = a.last
        a.ask(do="play", tokens=["f8-f9"], at=seen)
    with Seated(client, match, bob, after=seen) as b:
        assert [event["type"] for event in b.first["events"]] == ["turn"]
        assert b.first["events"][-1]["state"]["paths"]
    with Seated(client, match, bob, after=1) as b:
        assert "snapshot" in b.first or len(b.first["events"]) == seen
    with Seated(client, match, bob, after=10**6) as b:
        assert b.first["snapshot"]["mine"] == [1]


def test_the_same_request_changes_things_once(client):
    match, ada, _ = new_duel(client)
    with Seated(client, match, ada) as a:
        first = a.ask(id="one", do="play", tokens=["f8-f9"], at=a.last)
        assert a.ask(id="one", do="play", tokens=["f8-f9"], at=a.last) == first
        refused = a.ask(id="two", do="play", tokens=["f8-f9"], at=a.last)
        assert refused["code"] == "not-your-turn"
        # A refusal is not kept: what was refused may be asked anew.
        assert a.ask(id="two", do="resign")["ok"]


def test_ids_of_different_people_are_different_requests(client):
    match, ada, bob = new_duel(client)
    with Seated(client, match, ada) as a, Seated(client, match, bob) as b:
        assert a.ask(id="same", do="name", name="Ann")["ok"]
        assert b.ask(id="same", do="name", name="Ben")["ok"]
        assert b.event("named")["name"] == "Ann"
        assert a.ask(do="snapshot")["snapshot"]["state"]["seats"][1]["name"] == "Ben"


def test_a_draft_is_seen_by_its_player_alone(client):
    match, ada, bob = new_duel(client, game="trifoil")
    with Seated(client, match, ada) as a, Seated(client, match, bob) as b:
        a.ask(do="play", tokens=["a1-b1"], at=a.last)
        b.event("turn")
        drafted = b.ask(do="draft", tokens=["b1-a1"])
        assert drafted["state"]["draft"] == ["b1-a1"]
        assert drafted["state"]["drafted"]["complete"] is False
        assert drafted["changes"]
        assert drafted["state"]["paths"]
        everything = json.dumps(a.ask(do="snapshot"))
        assert "b1-a1" not in everything
        with Seated(client, match, bob) as device:
            assert device.state["draft"] == ["b1-a1"]
            b.ask(do="draft", tokens=[])
            assert device.event("draft")["tokens"] == []
    with Seated(client, match, ada) as a:
        assert "draft" not in a.state


def test_drafts_are_checked(client):
    match, ada, bob = new_duel(client)
    with Seated(client, match, ada) as a, Seated(client, match, bob) as b:
        assert a.ask(do="draft", tokens=["z9-z9"])["code"] == "illegal-move"
        assert b.ask(do="draft", tokens=["f8-f9"])["code"] == "not-your-turn"


@pytest.mark.parametrize("token", ["rock", "paper"])
def test_signs_are_secret_until_both_have_thrown(client, token):
    match, ada, bob = new_duel(client, first="rps")
    with Seated(client, match, ada) as a, Seated(client, match, bob) as b:
        a.ask(do="throw", sign=token)
        assert token not in json.dumps(b.event("thrown"))
        assert token not in json.dumps(b.ask(do="snapshot"))
        b.ask(do="throw", sign="scissors")
        begun = a.event("begun")
        assert begun["signs"] == [token, "scissors"]


def test_seats_that_change_places_say_so(client):
    match, ada, bob = new_duel(client, first="rps")
    with Seated(client, match, ada) as a, Seated(client, match, bob) as b:
        a.ask(do="throw", sign="rock")
        b.ask(do="throw", sign="paper")
        begun = a.event("begun")
        assert begun["order"] == [1, 0]
        assert [seat["name"] for seat in begun["seats"]] == ["Bob", "Ada"]
        assert b.ask(do="play", tokens=["f8-f9"], at=begun["event"])["ok"]


def test_presence_is_told(client):
    match, ada, bob = new_duel(client)
    with Seated(client, match, ada) as a:
        assert a.event("presence")["here"] == [True, False]
        with Seated(client, match, bob):
            assert a.event("presence")["here"] == [True, True]
        assert a.event("presence")["here"] == [True, False]
        with Seated(client, match):
            assert a.event("presence")["guests"] == 1


def test_a_rematch_goes_on_with_the_same_secrets(client):
    match, ada, bob = new_duel(client)
    with Seated(client, match, ada) as a, Seated(client, match, bob) as b:
        a.ask(do="resign")
        a.ask(do="rematch")
        b.ask(do="rematch")
        again = a.event("rematch")["match"]
        assert b.event("rematch")["match"] == again
    with Seated(client, again, ada) as a, Seated(client, again, bob) as b:
        assert (a.first["welcome"]["mine"], b.first["welcome"]["mine"]) == ([1], [0])
        assert b.ask(do="play", tokens=["f8-f9"], at=b.last)["ok"]


def test_the_computer_plays_and_gives_hints(client):
    match, ada = new_match(
        client, game="blinq", seats=[{"kind": "me"}, {"kind": "computer", "level": 1}]
    )
    with Seated(client, match, ada) as a:
        hint = a.ask(do="hint")
        assert hint["ok"]
        assert a.ask(do="play", tokens=[hint["token"]], at=a.last)["ok"]
        assert a.event("turn")["seat"] == 0
        assert a.event("turn")["seat"] == 1


def test_hints_are_not_for_matches_between_people(client):
    match, ada, _ = new_duel(client)
    with Seated(client, match, ada) as a:
        assert a.ask(do="hint")["code"] == "not-allowed"


def test_when_one_of_three_leaves_the_computer_goes_on(client):
    match, ada = new_match(
        client, options={"players": 3}, seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "me"}]
    )
    client.post(f"/api/matches/{match}/join", json={})
    with Seated(client, match, ada) as a:
        a.ask(do="leave", seat=0)
        assert a.event("replaced")["state"]["seats"][0]["replaced"]
        assert a.event("turn")["seat"] == 0


def test_the_position_comes_in_words(client):
    match, ada, _ = new_duel(client, game="blinq")
    with Seated(client, match, ada) as a:
        assert a.ask(do="describe")["words"]
        assert a.ask(do="ping")["now"] > 0


@pytest.mark.parametrize(
    "text", ["", "x", "[]", "null", "1", '{"do":1}', '{"do":"fly"}', '{"id":7,"do":"ping"}', "{}"]
)
def test_nonsense_is_answered(client, text):
    match, ada, _ = new_duel(client)
    with Seated(client, match, ada) as a:
        a.event("presence")
        a.socket.send_text(text)
        assert a.hear()["code"] == "bad-request"
        assert a.ask(do="ping")["ok"]


def test_a_socket_begins_with_hello(client):
    match, _ = new_match(client)
    with client.websocket_connect(f"/api/matches/{match}/socket") as socket:
        socket.send_text('{"do":"ping"}')
        assert json.loads(socket.receive_text())["code"] == "bad-request"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


@pytest.mark.parametrize(
    ("key", "value"),
    [("secret", 7), ("secret", "x" * 101), ("after", -1), ("after", "1"), ("after", True)],
)
def test_a_hello_is_checked(client, key, value):
    match, _ = new_match(client)
    with client.websocket_connect(f"/api/matches/{match}/socket") as socket:
        socket.send_text(json.dumps({"do": "hello", "id": "1", key: value}))
        answer = json.loads(socket.receive_text())
        assert answer["code"] == "bad-request"
        assert answer["message"].startswith(f"{key!r} of a hello is a ")


def test_a_hello_may_say_more_than_it_has_to(client):
    match, ada = new_match(client)
    with client.websocket_connect(f"/api/matches/{match}/socket") as socket:
        socket.send_text(json.dumps({"do": "hello", "id": "1", "secret": ada, "client": "x"}))
        assert json.loads(socket.receive_text())["welcome"]["mine"] == [0]


def test_there_is_no_socket_for_no_match(client):
    with client.websocket_connect(f"/api/matches/{'A' * 16}/socket") as socket:
        socket.send_text('{"do":"hello"}')
        assert json.loads(socket.receive_text())["code"] == "not-found"


def test_other_sites_cannot_open_sockets(client):
    match, ada, _ = new_duel(client)
    with pytest.raises(WebSocketDenialResponse) as denied:
        Seated(client, match, ada, headers={"Origin": "https://evil.example"})
    assert denied.value.status_code == 403
    with Seated(client, match, ada, headers={"Origin": "http://testserver"}) as a:
        assert a.ask(do="ping")["ok"]


def test_sockets_are_limited(tmp_path):
    with app_client(tmp_path, Limits(sockets_per_address=1)) as client:
        match, ada, bob = new_duel(client)
        with Seated(client, match, ada), pytest.raises(WebSocketDenialResponse) as denied:
            Seated(client, match, bob)
        assert denied.value.status_code == 429
        assert denied.value.headers["retry-after"]


def test_a_socket_that_asks_too_fast_has_to_wait(tmp_path):
    # However slow the machine is, nothing is given back meanwhile.
    with app_client(tmp_path, Limits(rate=0.01, burst=5)) as client:
        match, ada, _ = new_duel(client)
        with Seated(client, match, ada) as a:
            answers = [a.ask(do="ping") for _ in range(7)]
    assert [answer["ok"] for answer in answers] == [True] * 5 + [False] * 2
    assert answers[-1]["code"] == "too-many"
    assert answers[-1]["retry_after"] >= 1


def test_a_seat_goes_along_to_another_device(client):
    match, ada, _ = new_duel(client)
    with Seated(client, match, ada) as phone, Seated(client, match, ada) as desk:
        assert phone.first["welcome"]["mine"] == desk.first["welcome"]["mine"] == [0]
        phone.ask(do="play", tokens=["f8-f9"], at=phone.last)
        assert desk.event("turn")["tokens"] == ["f8-f9"]


def test_one_who_has_a_secret_can_take_a_second_seat_with_it(client):
    match, ada = new_match(client)
    joined = client.post(f"/api/matches/{match}/join", json={}, headers=bearer(ada)).json()
    assert joined["seats"] == [0, 1]
    assert joined["secret"] == ada


def test_time_runs_out_by_itself(client):
    match, ada, bob = new_duel(client, clock={"kind": "realtime", "base": 1, "increment": 0})
    with Seated(client, match, ada) as a, Seated(client, match, bob) as b:
        assert a.state["clock"]["running"] == 0
        over = b.event("ended")["over"]
        assert (over["how"], over["seat"], over["winners"]) == ("time", 0, [1])
        assert a.ask(do="play", tokens=["f8-f9"], at=a.last)["code"] == "over"


def test_there_are_no_sockets_elsewhere(client):
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        client.websocket_connect("/api/matches/socket"),
    ):
        pass
    assert (denied.value.status_code, denied.value.json()["code"]) == (404, "not-found")


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
_KEYS = st.sampled_from(['"do":', '"do" :', '"id":', r'"\u0069d":'])
_VALUES = st.sampled_from(
    ['"play"', '"a:b"', "1", '["a1"]', '{"id":1}', r'"\u0000"', '"\ud800"', "NaN"]
)
_MEMBERS = st.lists(st.tuples(_KEYS, _VALUES).map("".join), max_size=3)


@given(_JSON.map(json.dumps) | _MEMBERS.map(lambda members: "{" + ",".join(members) + "}"))
def test_messages_are_read_as_everything_else_is(text):
    try:
        wanted = read_json(text)
    except FormatError:
        wanted = None
    assert parsed(text) == wanted
