"""Drafts: an acknowledged one survives a kill beside renames; a damaged one disturbs nobody."""

import json

from attack_tools import TEXT, Wire, frame, new_duel, serving
from databases import run


def test_a_draft_between_renames_survives_a_kill(tmp_path):
    """All three share a commit, and the rename that came last had thrown the draft away."""
    with serving(tmp_path) as server:
        match, ada, _ = new_duel(server)
        token = server.ask(f"/api/matches/{match}", secret=ada)["state"]["paths"][0]["token"]
        wire = Wire(server, match, ada)
        wire.next_of(TEXT)
        wire.send(
            frame({"id": "one", "do": "name", "name": "A"})
            + frame({"id": "draft", "do": "draft", "tokens": [token]})
            + frame({"id": "two", "do": "name", "name": "B"})
        )
        answers = {}
        while len(answers) < 3:
            heard = json.loads(wire.next_of(TEXT))
            if "re" in heard:
                answers[heard["re"]] = heard["ok"]
        server.kill()
        wire.close()
        server.start()
        assert all(answers.values())
        assert server.ask(f"/api/matches/{match}", secret=ada)["state"]["draft"] == [token]


DAMAGES = ("{", "5", '["zz"]', "[1]")


def test_a_damaged_draft_is_none(tmp_path):
    with serving(tmp_path) as server:
        duels = [new_duel(server) for _ in DAMAGES]
        server.kill()
        for (match, *_), damage in zip(duels, DAMAGES, strict=True):
            insert = "INSERT INTO drafts SELECT id, last, ? FROM matches WHERE id = ?"
            run(server.database, insert, damage, match)
        server.start()
        for (match, ada, bob), damage in zip(duels, DAMAGES, strict=True):
            for secret in (ada, bob, ""):
                shown = server.ask(f"/api/matches/{match}", secret=secret)
                found = shown["fault"], shown["state"].get("draft", [])
                assert found == (None, []), damage
