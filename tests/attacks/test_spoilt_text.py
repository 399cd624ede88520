"""Texts that no store can hold, from one client: refused to it alone, wherever they come in."""

from collections import Counter
from time import monotonic

import pytest
from attack_tools import (
    Wire,
    bystanders,
    complaints,
    frame,
    http_answer,
    http_request,
    new_duel,
    note,
    scale,
    serving,
    whole_logs,
)

RECORD = {
    "format": "quatrefoil-record",
    "version": 1,
    "game": "blinq",
    "rules_version": 1,
    "moves": [],
}


def test_half_a_surrogate_fails_only_its_own_request(tmp_path):
    """It was stored with the moves of others, and failed the commit for all of them."""
    statuses = Counter()
    with serving(tmp_path, "--unlimited", "--log-level", "warning") as server:
        match, ada, _ = new_duel(server)
        spoilt = http_request(
            f"/api/matches/{match}/do",
            {"id": "\ud800", "do": "name", "name": "x"},
            f"Authorization: Bearer {ada}",
        )
        with bystanders(server, matches=20, rate=10) as others:
            ends = monotonic() + scale(2, 15)
            while monotonic() < ends or statuses.total() <= 20:
                statuses[http_answer(server, spoilt)[0]] += 1
        report = others.report
        note("half a surrogate: writes of bystanders that failed", len(report.errors))
        note("half a surrogate: moves of bystanders", report.moves)
        assert others.saw_nothing()
        assert set(statuses) == {400}
        assert complaints(server) == []
    assert len(whole_logs(server.database)) >= 21  # and rematches


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("spoilt")
    with serving(folder, "--unlimited", "--log-level", "warning") as server:
        yield server


@pytest.mark.parametrize("char", ["\ud800", "\0"], ids=["surrogate", "null"])
def test_spoilt_texts_are_refused_everywhere(server, char):
    match, ada, _ = new_duel(server)
    secret = f"Authorization: Bearer {ada}"
    path = f"/api/matches/{match}"
    seats = [{"kind": "me", "name": char}, {"kind": "open"}]
    bodies = [
        (f"{path}/do", {"id": char, "do": "name", "name": "x"}),
        (f"{path}/do", {"id": "1", "do": "name", "name": char}),
        (f"{path}/do", {"id": "2", "do": "play", "tokens": [char], "at": 3}),
        (f"{path}/do", {"id": "3", "do": char}),
        (f"{path}/do", {"id": "4", "do": "ping", char: 1}),
        (f"{path}/join", {"name": char}),
        ("/api/matches", {"game": "trickle", "seats": seats}),
        ("/api/matches", {"game": char, "seats": seats}),
        ("/api/rules", {"game": char}),
        ("/api/rules", {"game": "trickle", "options": {char: 1}}),
        ("/api/rules", {"game": "trickle", "options": {"rings": {char: char}}}),
        ("/api/records", RECORD | {"tags": {"red": char}}),
        ("/api/records", RECORD | {"tags": {char: "Ada"}}),
        ("/api/records", RECORD | {"moves": [char]}),
        ("/api/look", {"position": {"game": "trickle", "beads": {char: char}}}),
        ("/api/analyse", {"position": {char: 1}}),
        ("/api/qr", {"text": f"http://localhost/{char}"}),
    ]
    for where, body in bodies:
        status, heard = http_answer(server, http_request(where, body, secret))
        assert status == 400, (where, body, heard[-200:])
    for where in (f"{path}/events?after=%00", f"{path}/events?after=%ed%a0%80"):
        assert http_answer(server, http_request(where))[0] == 400
    assert http_answer(server, http_request("/api/matches/%ed%a0%80%00"))[0] == 404

    wire = Wire(server, match, ada)
    for _, body in bodies[:5]:
        wire.send(frame(body))
    assert wire.ask(id="end", do="ping")["ok"]
    wire.close()
    wire = Wire(server, match, char)
    assert wire.farewell() == 1008
    wire.close()
    assert complaints(server) == []
    log = whole_logs(server.database)[match]
    assert [seat.name for seat in log.seats] == ["Ada", "Bob"]
