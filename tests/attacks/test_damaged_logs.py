"""Damaged logs: each harms its match alone, which can be seen as far as it is whole."""

import time
import urllib.error

import pytest
from attack_tools import bystanders, new_duel, note, serving
from databases import run

CLOCK = {"kind": "realtime", "base": 600, "increment": 0}

#: What is done to a log, and how many of its events are whole afterwards; none: nothing is.
DAMAGES = {
    "a gap": ("DELETE FROM events WHERE match = ? AND number = 4", 3),
    "the end is missing": ("DELETE FROM events WHERE match = ? AND number = 6", 5),
    "no JSON": ("UPDATE events SET data = '{\"seat' WHERE match = ? AND number = 5", 4),
    "an illegal move": (
        'UPDATE events SET data = \'{"seat":0,"tokens":["f1-f1"]}\' WHERE match = ? AND number = 4',
        3,
    ),
    "another's turn": (
        "UPDATE events SET data = replace(data, '\"seat\":0', '\"seat\":1')"
        " WHERE match = ? AND number = 4",
        3,
    ),
    "an unknown event": ("UPDATE events SET type = 'flown' WHERE match = ? AND number = 5", 4),
    "an unknown game": (
        "UPDATE events SET data = replace(data, 'trickle', 'halma') WHERE match = ? AND number = 1",
        None,
    ),
    "nothing left": ("DELETE FROM events WHERE match = ?", None),
}


def play(server, match, secrets, turns=3):
    """Make some turns; the log has 6 events then: created, joined, begun and three turns."""
    for number in range(turns):
        secret = secrets[number % 2]
        shown = server.ask(f"/api/matches/{match}", None, secret)
        token = shown["state"]["paths"][0]["token"]
        message = {"do": "play", "tokens": [token], "at": shown["last"]}
        assert server.ask(f"/api/matches/{match}/do", message, secret)["ok"]


def refused(server, *request):
    with pytest.raises(urllib.error.HTTPError) as found:
        server.ask(*request)
    return found.value.code, found.value.read().decode()


def metric(server, name):
    page = server.ask("/metrics", raw=True).decode()
    return float(next(line for line in page.splitlines() if line.startswith(name)).split()[1])


def test_damaged_logs(tmp_path):
    with serving(tmp_path) as server:
        duels = {what: new_duel(server, clock=CLOCK) for what in [*DAMAGES, "nothing"]}
        for match, *secrets in duels.values():
            play(server, match, secrets)
        server.kill()
        for what, (statement, _) in DAMAGES.items():
            assert run(server.database, statement, duels[what][0])[1] > 0, what
        try:
            server.start()
        except RuntimeError:
            note("the server", "did not start")
            raise
        with bystanders(server, 3) as people:
            time.sleep(1)
            for what, (_, whole) in DAMAGES.items():
                match, ada, _ = duels[what]
                path = f"/api/matches/{match}"
                if whole is None:
                    assert refused(server, path)[0] == 409, what
                    continue
                shown = server.ask(path)
                assert shown["last"] == whole, what
                assert "damaged" in shown["fault"]
                events = server.ask(f"{path}/events?after=1")
                assert [event["event"] for event in events["events"]] == [*range(2, whole + 1)]
                assert server.ask(f"{path}/record")["moves"] == [
                    token for turn in shown["history"] for token in turn["tokens"]
                ]
                code, said = refused(server, f"{path}/do", {"do": "resign"}, ada)
                assert (code, "unreadable" in said) == (409, True), (what, said)
        assert people.saw_nothing()
        match, *secrets = duels["nothing"]
        whole = server.ask(f"/api/matches/{match}")
        assert whole["fault"] is None
        assert server.ask(f"/api/matches/{match}/do", {"do": "resign"}, secrets[1])["ok"]
        assert metric(server, "quatrefoil_unreadable_matches") == len(DAMAGES)
        note("damaged logs", len(DAMAGES))
        note("reports in the server's log", server.log.read_text().count("a log is damaged"))
        assert server.log.read_text().count("a log is damaged") == len(DAMAGES)
