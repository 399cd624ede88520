"""Studies as others would have them: as large as they may be, spoilt, damaged, asked for endlessly.

Whoever plays beside them must not notice. Everything costly is let in by a gate, bounded before it
is begun, and done in pieces.
"""

import json
import time
from concurrent.futures import ThreadPoolExecutor

from attack_tools import (
    TEXT,
    Stranger,
    Wire,
    ask,
    bystanders,
    complaints,
    keep_doing,
    note,
    scale,
    serving,
)
from databases import locked, run
from large_board import large_board

import quatrefoil
from quatrefoil.core.tree import Tree
from quatrefoil.server.settings import Limits

MOST_MOVES = Limits().study_moves


def tree_of(rules, moves, comment=""):
    """Return a tree as JSON with so many moves, in lines that branch off early; all are noted."""
    rng = quatrefoil.Rng(7)
    lines, seen, count = [], {(): 0}, 0
    while count < moves:
        line, path = quatrefoil.Line(rules.start()), ()
        while not line.position.is_over and count < moves:
            line.push(line.position.random_move(rng))
            before, path = path, (*path, line.tokens[-1])
            if path in seen:
                continue
            count += 1
            seen[path] = count
            if lines and lines[-1]["end"] == before:
                lines[-1]["moves"].append(path[-1])
            else:
                lines.append({"after": seen[before], "moves": [path[-1]]})
            lines[-1]["end"] = path
    for each in lines:
        del each["end"]
    del lines[0]["after"]
    data = Tree(rules).to_json()
    notes = {str(number): {"marks": ["!"], "comment": comment} for number in range(1, count + 1)}
    return {**data, "lines": lines, "notes": notes if comment else {}}


def new_study(server, tree, title=""):
    return server.ask("/api/studies", {"tree": tree, "title": title})


def looking(server, study, source="127.0.0.1"):
    hello = {"do": "look", "version": 0}
    return Wire(server, "", path=f"/api/studies/{study}/socket", hello=hello, source=source)


def test_the_largest_studies_beside_a_match(tmp_path):
    """Made, read, edited and cloned as often as the server lets an address."""
    large = tree_of(quatrefoil.rules("triotrio"), MOST_MOVES)
    wordy = tree_of(quatrefoil.rules("trickle"), 1_000, "x" * 150)
    with serving(tmp_path) as server:
        made = [new_study(server, tree) for tree in (large, wordy)]
        stranger, other = Stranger(server), Stranger(server, "127.0.0.3")

        def edit(number, tree):
            base = {**tree, "notes": {}}
            path = f"/api/studies/{made[number]['id']}"
            return stranger.ask(path, {"tree": tree, "base": base}, made[number]["secret"])[0]

        deeds = [
            lambda: edit(0, large),
            lambda: edit(1, wordy),
            lambda: other.ask("/api/studies", {"tree": large})[0],
            lambda: other.ask(f"/api/studies/{made[0]['id']}")[0],
            lambda: other.ask(f"/api/studies/{made[1]['id']}/clone", b"")[0],
            lambda: stranger.ask(f"/s/{made[0]['id']}")[0],
        ]
        with bystanders(server) as people, keep_doing(*deeds) as told:
            time.sleep(scale(4, 20))
        note("answers to requests about the largest studies", dict(told))
        note("p99 beside them, ms", round(people.p99))
        assert people.saw_nothing()
        assert people.waited_little()
        assert set(told) <= {200, 201, 429}, told
        assert told[200] > 0
        assert not complaints(server)


def test_what_is_too_large_is_not_played(tmp_path):
    rules = quatrefoil.rules("trickle")
    small = tree_of(rules, 3)
    with serving(tmp_path) as server:
        made = new_study(server, small)
        for tree in (
            {**small, "lines": [{"moves": ["f8-f9"] * (MOST_MOVES + 1)}]},
            {**small, "lines": [{"moves": ["f8-f9"]}] * (MOST_MOVES + 1)},
            {**small, "notes": {"1": {"comment": "x" * 300_000}}},
            {**small, "tags": {"event": "y" * 300_000}},
        ):
            status, answer = ask(server, "/api/studies", {"tree": tree})
            assert status in (400, 413), answer
            headers = {"Authorization": f"Bearer {made['secret']}"}
            path = f"/api/studies/{made['id']}"
            status, answer = ask(server, path, {"tree": tree, "version": 1}, headers)
            assert status in (400, 413), answer
        deep = b'{"tree": ' + b"[" * 100_000
        assert ask(server, "/api/studies", deep)[0] == 400
        assert server.ask(f"/api/studies/{made['id']}")["version"] == 1
        assert not complaints(server)


def test_endless_pictures_beside_a_match(tmp_path):
    """PDFs, GIFs and cards of a study of the largest board, and of one with many comments."""
    boards = [
        tree_of(quatrefoil.rules("trifoil", large_board()), scale(25, 250), "Look here. " * 10),
        tree_of(quatrefoil.rules("trickle"), scale(50, 600), "Why? " * 40),
    ]
    with serving(tmp_path) as server:
        made = [new_study(server, tree) for tree in boards]
        strangers = [Stranger(server, f"127.0.0.{number}") for number in (2, 3, 4)]
        wanted = ["positions.pdf", "film.gif?node={}", "card.png", "picture.svg?node={}"]
        wanted += ["positions.pdf?paper=letter&language=fi", "film.gif?node={}&dark=1"]

        def draw(number):
            what = wanted[number % len(wanted)].format(number % 20)
            study = made[number // len(wanted) % 2]["id"]
            return strangers[number % 3].ask(f"/api/studies/{study}/{what}", timeout=120)[0]

        deeds = [lambda number=number: draw(number) for number in range(60)]
        with bystanders(server) as people, keep_doing(*deeds, threads=scale(2, 6)) as told:
            time.sleep(scale(3, 30))
        note("answers to requests for pictures of studies", dict(told))
        note("p99 beside them, ms", round(people.p99))
        assert people.saw_nothing()
        assert people.waited_little()
        assert set(told) <= {200, 403, 429, 503}, told
        assert told[200] > 0
        assert not complaints(server)


def test_made_up_secrets_open_nothing(tmp_path):
    with serving(tmp_path) as server:
        tree = tree_of(quatrefoil.rules("trickle"), 5)
        made = new_study(server, tree, "Mine")
        path = f"/api/studies/{made['id']}"
        for secret in (made["id"], made["secret"][:-1], made["secret"] + "x", "0" * 64, "x" * 200):
            headers = {"Authorization": f"Bearer {secret}"}
            sent = {"title": "Yours", "tree": tree, "version": 1}
            assert ask(server, path, sent, headers)[0] in (400, 403)
            assert ask(server, path, None, headers, method="DELETE")[0] in (400, 403)
        headers = {"Authorization": f"Bearer {made['secret']}", "Origin": "http://elsewhere"}
        assert ask(server, path, {"title": "Yours"}, headers)[0] == 403, "another site's page"
        assert server.ask(path)["title"] == "Mine"
        (holder,) = run(server.database, "SELECT holder FROM studies WHERE id = ?", made["id"])[0]
        assert made["secret"] not in str(holder), "the database has its hash"
    assert made["secret"] not in server.log.read_text()


def test_many_viewers_of_a_lively_study(tmp_path):
    """A study that changes all the time, before as many as may look at it."""
    viewers = scale(60, 200)
    with serving(tmp_path) as server:
        tree = tree_of(quatrefoil.rules("trickle"), 150, "lively")
        made = new_study(server, tree)
        wires = [looking(server, made["id"], "127.0.0.2") for _ in range(viewers)]
        refused = looking(server, "nobody-knows-this")
        assert json.loads(refused.next_of(TEXT))["code"] == "not-found"
        refused.close()
        author, numbers = Stranger(server, "127.0.0.3"), iter(range(10**6))

        def edit():
            path = f"/api/studies/{made['id']}"
            return author.ask(path, {"title": f"Title {next(numbers)}"}, made["secret"])[0]

        with bystanders(server) as people, keep_doing(edit, threads=2) as told:
            time.sleep(scale(3, 15))
        latest = server.ask(f"/api/studies/{made['id']}")["version"]
        for wire in wires[:: max(1, viewers // 10)]:
            while json.loads(wire.next_of(TEXT)).get("version") < latest:
                pass
        for wire in wires:
            wire.close()
        note("viewers of a study that changes all the time", viewers)
        note("p99 beside them, ms", round(people.p99))
        assert people.saw_nothing()
        assert people.waited_little()
        assert set(told) <= {200, 429}, told
        assert not complaints(server)


#: What is done to a row, and what its study answers then.
DAMAGES = {
    "no JSON": "UPDATE studies SET tree = '{\"lines' WHERE id = ?",
    "a list": "UPDATE studies SET tree = '[]' WHERE id = ?",
    "no lines": "UPDATE studies SET tree = '{}' WHERE id = ?",
    "an illegal move": "UPDATE studies SET tree = replace(tree, 'f8-f9', 'f1-f1') WHERE id = ?",
    "an unknown game": "UPDATE studies SET tree = replace(tree, 'trickle', 'halma') WHERE id = ?",
    "a line from nowhere": "UPDATE studies SET tree = replace(tree, '\"after\":1', '\"after\":99')"
    " WHERE id = ?",
    "odd notes": "UPDATE studies SET tree = replace(tree, '\"comment\"', '\"sung\"') WHERE id = ?",
}


def test_a_damaged_study_stops_nobody(tmp_path):
    small = tree_of(quatrefoil.rules("trickle"), 3)
    small["lines"] = [{"moves": ["f8-f9", "f4-f3"]}, {"after": 1, "moves": ["d4-c3"]}]
    small["notes"] = {"1": {"comment": "Why?"}}
    with serving(tmp_path) as server:
        made = {damage: new_study(server, small) for damage in DAMAGES}
        whole = new_study(server, small)
        server.stop()
        for damage, statement in DAMAGES.items():
            assert run(server.database, statement, made[damage]["id"])[1] == 1, damage
        server.start()
        with bystanders(server, 2) as people:
            for number, (damage, study) in enumerate(made.items()):
                stranger = Stranger(server, f"127.0.0.{number + 2}")
                path = f"/api/studies/{study['id']}"
                headers = {"Authorization": f"Bearer {study['secret']}"}
                sent = {"tree": small, "base": small}
                found = {ask(server, path)[0], ask(server, path, sent, headers)[0]}
                for what in ("record", "picture.svg", "film.gif", "positions.pdf", "card.png"):
                    found.add(stranger.ask(f"{path}/{what}")[0])
                assert found <= {200, 409}, (damage, found)
                assert 409 in found, damage
                assert stranger.ask(f"/s/{study['id']}")[0] in (200, 404), damage
                wire = looking(server, study["id"])
                wire.next_of(TEXT)
                wire.close()
                assert ask(server, path, None, headers, method="DELETE")[0] == 200, damage
            assert server.ask(f"/api/studies/{whole['id']}")["version"] == 1
        assert people.saw_nothing()
        assert not complaints(server)


def test_a_locked_database_is_waited_for(tmp_path):
    """A backup holds the lock for a while: everything is stored later, and nothing is an error."""
    small = tree_of(quatrefoil.rules("trickle"), 3)
    with serving(tmp_path) as server:
        first, second = new_study(server, small), new_study(server, small)
        server.stop()
        long_ago = int(1000 * (time.time() - 3 * 86_400))
        run(server.database, "UPDATE studies SET seen = ?", long_ago)
        server.start()
        paths = [f"/api/studies/{study['id']}" for study in (first, second)]
        holder = {"Authorization": f"Bearer {first['secret']}"}
        other = {"Authorization": f"Bearer {second['secret']}"}
        with ThreadPoolExecutor() as people:
            with locked(server.database):
                assert ask(server, paths[0])[0] == 200, "who only reads waits for nobody"
                asked = [
                    people.submit(ask, server, "/api/studies", {"tree": small}),
                    people.submit(ask, server, f"{paths[0]}/clone", {}),
                    people.submit(ask, server, paths[0], {"title": "Later"}, holder),
                    people.submit(ask, server, paths[1], None, other, method="DELETE"),
                ]
                time.sleep(1.8)  # SQLite itself waits for a second
            assert [each.result()[0] for each in asked] == [201, 201, 200, 200]
        assert server.ask(paths[0])["title"] == "Later"
        assert ask(server, paths[1])[0] == 404
        assert not complaints(server)


def test_what_was_acknowledged_survives_a_kill(tmp_path):
    kills = scale(2, 30)
    with serving(tmp_path, "--unlimited") as server:
        tree = tree_of(quatrefoil.rules("trickle"), 20)
        made = new_study(server, tree)
        path, author = f"/api/studies/{made['id']}", Stranger(server)
        acknowledged = 0
        for _ in range(kills):
            with keep_doing(lambda: _count_up(author, path, made["secret"]), threads=2) as told:
                time.sleep(0.5)
                server.kill()
            acknowledged += told[200]
            server.start()
        version = server.ask(path)["version"]
        note("edits of a study acknowledged, and there after kills", (acknowledged, version - 1))
        assert version - 1 >= acknowledged > 0


def _count_up(author, path, secret):
    """Change the title to another one, so that every edit that is stored is a version."""
    return author.ask(path, {"title": f"at {time.monotonic_ns()}"}, secret)[0]
