"""The HTTP API: what it answers, and what it keeps to itself."""

import json
import re
import time
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from server_tools import JSON, Seated, app_client, bearer, new_duel, new_match

import quatrefoil
from quatrefoil.server.settings import Limits


def test_games_are_listed_with_their_options(client):
    found = client.get("/api/games").json()
    assert {game["name"] for game in found["games"]} == set(quatrefoil.names())
    for game in found["games"]:
        assert {option["kind"] for option in game["options"]} <= {
            "flag",
            "whole",
            "choice",
            "other",
        }
    assert [level["level"] for level in found["levels"]] == list(range(1, 9))


@pytest.mark.parametrize("game", quatrefoil.names())
def test_rules_come_with_a_board(client, game):
    found = client.post("/api/rules", json={"game": game, "options": {}}).json()
    assert found["rules"] == game
    assert found["players"] == len(found["player_names"])
    assert found["board"]["places"]


def test_bad_options_are_explained(client):
    answer = client.post("/api/rules", json={"game": "trickle", "options": {"rings": 99}})
    assert answer.status_code == 400
    assert "rings takes a whole number from 3 to 8" in answer.json()["message"]
    assert client.post("/api/rules", json={"game": "chess"}).status_code == 404


def test_a_match_is_made_and_joined_by_its_link(client):
    made = client.post(
        "/api/matches", json={"game": "trickle", "seats": [{"kind": "me"}, {"kind": "open"}]}
    ).json()
    assert made["seats"] == [0]
    assert made["link"] == f"http://testserver/m/{made['id']}"
    assert made["take_along"] == f"{made['link']}#{made['secret']}"
    joined = client.post(f"/api/matches/{made['id']}/join", json={"name": "Bob"}).json()
    assert joined["seats"] == [1]
    assert joined["secret"] != made["secret"]
    taken = client.post(f"/api/matches/{made['id']}/join", json={})
    assert (taken.status_code, taken.json()["code"]) == (409, "taken")


def test_a_snapshot_shows_each_what_concerns_them(client):
    match, ada, bob = new_duel(client)
    as_guest = client.get(f"/api/matches/{match}").json()
    as_ada = client.get(f"/api/matches/{match}", headers=bearer(ada)).json()
    as_bob = client.get(f"/api/matches/{match}", headers=bearer(bob)).json()
    assert [as_guest["mine"], as_ada["mine"], as_bob["mine"]] == [[], [0], [1]]
    assert "paths" in as_ada["state"]
    assert "paths" not in as_bob["state"]
    assert "paths" not in as_guest["state"]
    assert [seat["name"] for seat in as_guest["state"]["seats"]] == ["Ada", "Bob"]


def test_no_answer_shows_a_secret_or_a_seed(client):
    match, ada, bob = new_duel(client, game="triotrio")
    for path in ("", "/events", "/steps", "/record"):
        text = client.get(f"/api/matches/{match}{path}").text
        assert ada not in text
        assert bob not in text
        assert "hidden" not in text
        assert '"seed":"' not in text
        assert "holder" not in text


def test_where_something_is_rolled_a_hash_is_asked_for(client):
    wish = {"game": "triotrio", "seats": [{"kind": "me"}, {"kind": "open"}]}
    refused = client.post("/api/matches", json=wish)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad-request")
    assert "SHA-256 in hex of 32 random bytes" in refused.json()["message"]
    match, _ = new_match(client, **wish)
    refused = client.post(f"/api/matches/{match}/join", json={})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad-request")
    assert "SHA-256 in hex of 32 random bytes" in refused.json()["message"]


def test_what_a_socket_can_ask_http_can_ask_too(client):
    match, ada, bob = new_duel(client)
    where = f"/api/matches/{match}/do"
    last = client.get(f"/api/matches/{match}").json()["last"]
    move = {"id": "x1", "do": "play", "tokens": ["f8-f9"], "at": last}
    assert client.post(where, json=move).json()["code"] == "not-your-seat"
    assert client.post(where, json=move, headers=bearer(bob)).json()["code"] == "not-your-turn"
    played = client.post(where, json=move, headers=bearer(ada)).json()
    assert played == {"re": "x1", "ok": True, "event": last + 1}
    again = client.post(where, json=move, headers=bearer(ada)).json()
    assert again == played
    assert client.get(f"/api/matches/{match}").json()["last"] == last + 1


def test_the_log_can_be_read_and_waited_for(client):
    match, ada, _ = new_duel(client)
    log = client.get(f"/api/matches/{match}/events").json()
    assert [event["event"] for event in log["events"]] == list(range(1, log["last"] + 1))
    assert log["events"][0]["type"] == "created"
    move = {"do": "play", "tokens": ["f8-f9"], "at": log["last"]}
    client.post(f"/api/matches/{match}/do", json=move, headers=bearer(ada))
    more = client.get(f"/api/matches/{match}/events?after={log['last']}&wait=1").json()
    assert [event["type"] for event in more["events"]] == ["turn"]


def test_steps_lead_through_the_match(client):
    match, ada, _ = new_duel(client)
    last = client.get(f"/api/matches/{match}").json()["last"]
    move = {"do": "play", "tokens": ["f8-f9"], "at": last}
    client.post(f"/api/matches/{match}/do", json=move, headers=bearer(ada))
    found = client.get(f"/api/matches/{match}/steps").json()
    assert found["total"] == 1
    start, step = found["steps"]
    assert start["moves"] == 0
    assert (step["moves"], step["seat"], step["token"]) == (1, 0, "f8-f9")
    assert start["scene"] != step["scene"]
    only = client.get(f"/api/matches/{match}/steps?from=1&to=1").json()["steps"]
    assert only == [step]


def test_records_go_out_and_come_in(client):
    match, ada, _ = new_duel(client)
    client.post(f"/api/matches/{match}/do", json={"do": "resign"}, headers=bearer(ada))
    record = client.get(f"/api/matches/{match}/record").json()
    assert quatrefoil.Record.from_json(record).ending.how == "resignation"
    loaded = client.post("/api/records", json=record)
    assert loaded.status_code == 201
    shown = client.get(f"/api/matches/{loaded.json()['id']}").json()
    assert shown["state"]["phase"] == "over"
    assert shown["state"]["over"]["how"] == "resignation"
    assert client.post("/api/records", json={"format": "x"}).status_code == 400


def test_practice_begins_anywhere_and_has_no_record(client):
    position = quatrefoil.rules("blinq").start()
    position.play("1a1N")
    setup = {"position": position.to_json(), "seats": [{"kind": "me"}, {"kind": "me"}]}
    match, secret = new_match(client, game="blinq", **setup)
    shown = client.get(f"/api/matches/{match}", headers=bearer(secret)).json()
    assert shown["practice"]
    assert shown["state"]["turn"] == 1
    assert client.get(f"/api/matches/{match}/record").status_code == 403


def test_positions_can_be_looked_at_and_analysed(client):
    position = quatrefoil.rules("blinq(size=4)").start().to_json()
    seen = client.post("/api/look", json={"position": position, "tokens": ["1a1N"]}).json()
    assert seen["turn"] == 1
    assert len(seen["say"]) == 1
    assert seen["paths"]
    good = client.post("/api/analyse", json={"position": position, "level": 1}).json()
    assert good["best"] == good["turns"][0]["tokens"][0]
    assert len(good["moves"]) == len(seen["paths"]) + 4  # one block's four ways fewer
    assert abs(sum(good["values"]) - 1) < 0.01
    both = client.post("/api/analyse", json={"position": position, "record": {}})
    assert both.status_code == 400


def test_a_review_comes_after_the_match(client):
    match, ada, _ = new_duel(client, game="blinq", options={"size": 4})
    assert client.get(f"/api/matches/{match}/review").status_code == 403
    last = client.get(f"/api/matches/{match}").json()["last"]
    where = f"/api/matches/{match}/do"
    move = {"do": "play", "tokens": ["1a1N"], "at": last}
    client.post(where, json=move, headers=bearer(ada))
    client.post(where, json={"do": "resign"}, headers=bearer(ada))
    answer = client.get(f"/api/matches/{match}/review")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert [lines[0]["type"], lines[-1]["type"]] == ["begin", "end"]
    turn = next(line for line in lines if line["type"] == "turn")
    assert (turn["start"], turn["stop"], turn["turn"], turn["tokens"]) == (0, 1, 0, ["1a1N"])
    summary = [line for line in lines if line["type"] == "summary"][-1]
    assert summary["stage"] == "deep"
    ada, bob = summary["players"]
    assert 0 <= ada["accuracy"] <= 100
    assert bob["accuracy"] is None
    whole = sum(ada[of] for of in ("start", "rolls", "choices", "others", "end"))
    assert whole == pytest.approx(ada["result"], abs=0.001)
    assert ada["result"] == 0


def test_a_turn_is_judged(client):
    record = quatrefoil.Record.load("examples/match.json")
    position = record.line_at(10).position.to_json()
    wish = {"position": position, "tokens": ["2a1E"]}
    good = client.post("/api/judge", json=wish).json()
    assert (good["accepted"], good["mark"], good["coaches"]) == (True, "", [])
    assert good["played"]["tokens"] == good["best"]["tokens"] == ["2a1E"]
    assert len(good["best"]["say"]) == 1
    start = quatrefoil.rules("blinq(size=3)").start().to_json()
    bad = client.post("/api/judge", json={"position": start, "tokens": ["1a1W"]}).json()
    assert not bad["accepted"]
    assert bad["loss"] > 0.3
    assert bad["why"]["key"]
    for tokens in ([], ["1a1W", "1a2N"], ["nonsense"]):
        answer = client.post("/api/judge", json={"position": start, "tokens": tokens})
        assert 400 <= answer.status_code < 500
        assert answer.json()["message"]


def test_qr_codes_are_for_our_own_addresses(client):
    picture = client.post("/api/qr", json={"text": "http://testserver/m/x"})
    assert picture.text.startswith("<svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert client.post("/api/qr", json={"text": "https://example.org"}).status_code == 403


def test_whoever_runs_the_server_can_watch_it(client):
    assert client.get("/healthz").text == "ok\n"
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert 'quatrefoil_request_seconds_bucket{le="+Inf"}' in answer.text


def numbers_of(client):
    """Return what Prometheus reads of a server."""
    families = text_string_to_metric_families(client.get("/metrics").text)
    return {sample.name: sample.value for family in families for sample in family.samples}


def test_the_metrics_are_those_that_the_docs_name(client):
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    families = text_string_to_metric_families(client.get("/metrics").text)
    shown = {f"{family.name}{'_total' * (family.type == 'counter')}" for family in families}
    named = set(re.findall(r"`(quatrefoil_\w+)`", page))
    assert named == {name for name in shown if not name.startswith("process_")}


def test_metrics_count_what_happens(client):
    before = numbers_of(client)
    match, ada, _ = new_duel(client)
    with Seated(client, match, ada) as a:
        assert a.ask(do="play", tokens=["f8-f9"], at=a.last)["ok"]
        assert not a.ask(do="play", tokens=["f8-f9"], at=a.last)["ok"]
        time.sleep(0.11)  # they are written ten times a second at most
        after = numbers_of(client)
    grown = {name.removeprefix("quatrefoil_"): after[name] - before[name] for name in before}
    assert grown["live_matches"] == grown["open_matches"] == grown["sockets"] == 1
    assert grown["moves_total"] == grown["refusals_total"] == 1
    assert grown["events_total"] == 4
    assert grown["request_seconds_count"] == 2
    assert 0 < grown["commits_total"] <= 6
    assert after["process_resident_memory_bytes"] > 1_000_000
    assert not [name for name in after if name.endswith("_created")]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[]", b"null", b'{"a":1,"a":2}', b"NaN"])
def test_what_is_no_request_is_refused(client, body):
    for path in ("/api/matches", "/api/rules", "/api/records", "/api/look", "/api/analyse"):
        answer = client.post(path, content=body, headers=JSON)
        assert answer.status_code == 400
        assert answer.json()["code"] == "bad-request"


def test_what_is_not_there_is_not_found(client):
    for path in ("/api/matches/nothing", "/api/matches/" + "A" * 16, "/api/nothing"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert client.get("/static/nothing.js").status_code == 404
    assert client.get("/style/nothing.css").status_code == 404
    assert client.get("/games/trickle/position.py").status_code == 404
    assert "import" not in client.get("/static/%2e%2e/server/app.py").text


def test_rules_are_offered_as_markdown_and_as_html(client):
    for language in ("", ".fi"):
        page = client.get(f"/games/blinq/rules{language}.html")
        assert page.headers["content-type"].startswith("text/html")
        assert "<figure data-position=" in page.text
        assert "```position" in client.get(f"/games/blinq/rules{language}.md").text
    assert client.get("/games/blinq/sheet.html").status_code == 404


def test_a_body_can_be_too_large(client):
    answer = client.post("/api/rules", content=b" " * 1_000_001, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_every_answer_guards_the_page(client):
    for path in ("/", "/api/games", "/nothing", "/static/nothing"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_files_are_compressed_and_known_again(client):
    page = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["content-type"].startswith("text/html")
    tag = page.headers["etag"]
    again = client.get("/", headers={"Accept-Encoding": "gzip", "If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    plain = client.get("/", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == page.text
    assert client.get("/new/trickle").headers["etag"] != tag


# ---- limits -----------------------------------------------------------------------------------


def test_too_many_requests_have_to_wait(tmp_path):
    limits = Limits(rate=0.01, burst=3, files=0.01, files_at_once=2)
    with app_client(tmp_path, limits) as client:
        asked = [client.get("/api/games") for _ in range(4)]
        read = [client.get(path) for path in ("/", "/metrics", "/livez")]
    assert [answer.status_code for answer in asked] == [200, 200, 200, 429]
    assert [answer.status_code for answer in read] == [200, 200, 429]
    for refused in (asked[-1], read[-1]):
        assert refused.json()["code"] == "too-many"
        assert 1 <= int(refused.headers["retry-after"]) <= 100
        assert "content-security-policy" in refused.headers


def test_too_many_new_matches_have_to_wait(tmp_path):
    setup = {"game": "trickle", "seats": [{"kind": "me"}, {"kind": "open"}]}
    with app_client(tmp_path, Limits(makes_at_once=2)) as client:
        codes = [client.post("/api/matches", json=setup).status_code for _ in range(3)]
    assert codes == [201, 201, 429]


def test_open_matches_are_limited_and_counted_again_after_a_restart(tmp_path):
    setup = {"game": "trickle", "seats": [{"kind": "me"}, {"kind": "open"}]}
    limits = Limits(open_matches=2)
    with app_client(tmp_path, limits) as client:
        match, secret = new_match(client)
        new_match(client)
        assert client.post("/api/matches", json=setup).status_code == 429
    with app_client(tmp_path, limits) as client:
        assert client.post("/api/matches", json=setup).status_code == 429
        client.post(f"/api/matches/{match}/do", json={"do": "leave"}, headers=bearer(secret))
        assert client.post("/api/matches", json=setup).status_code == 201


def test_the_same_request_has_the_same_answer_where_somebody_had_planned(client):
    match, ada, bob = new_duel(client)
    line = quatrefoil.Line(quatrefoil.rules("trickle").start())
    for _ in range(2):
        line.play(line.position.legal_tokens()[0])
    url, play = f"/api/matches/{match}/do", {"id": "m", "do": "play", "tokens": line.tokens[:1]}
    planned = client.post(
        url, json={"do": "plan", "lines": [{"turns": line.tokens}]}, headers=bearer(bob)
    ).json()
    ask = lambda: client.post(url, json=play | {"at": planned["event"]}, headers=bearer(ada)).json()
    first = ask()
    assert first["event"] == planned["event"] + 1
    assert ask() == first
    assert client.get(f"/api/matches/{match}").json()["last"] == first["event"] + 1
