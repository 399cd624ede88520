"""Two processes on one PostgreSQL: studies are edited at one, and seen at the other."""

import http.client
import json
import signal
import threading

import pytest
from many_tools import processes, until
from study_tools import small_tree
from tests.postgres_tools import new_database, postgres_or_skip
from tests.wire import TEXT, Wire

from quatrefoil.core.tree import Note, Tree


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studies")
    with postgres_or_skip() as postgres, processes(new_database(postgres), folder, 2) as found:
        yield found


def new_study(server):
    return server.ask("/api/studies", {"tree": small_tree().to_json(), "title": "Shared"})


def edit(server, made, **sent):
    return server.ask(f"/api/studies/{made['id']}", sent, made["secret"])


def looking(server, study):
    hello = {"do": "look", "version": 0}
    return Wire(server, "", path=f"/api/studies/{study}/socket", hello=hello, timeout=60)


def hear_of(wire, version):
    while (heard := json.loads(wire.next_of(TEXT))).get("version", 0) < version:
        pass
    return heard


@pytest.mark.parametrize("with_news", [True, False])
def test_what_is_edited_at_one_is_seen_at_the_other(servers, with_news):
    one, other = servers
    made = new_study(one)
    viewer = looking(other, made["id"])
    hear_of(viewer, 1)
    if not with_news:  # a look every second finds it
        other.signal(signal.SIGUSR2)
    tree = small_tree().annotate(2, Note("from afar"))
    edit(one, made, tree=tree.to_json(), version=1)
    assert hear_of(viewer, 2)["tree"] == tree.to_json()
    assert other.ask(f"/api/studies/{made['id']}")["version"] == 2
    if not with_news:
        other.signal(signal.SIGUSR2)
    viewer.close()


def test_both_write_at_once_and_nothing_is_lost(servers):
    made = new_study(servers[0])
    problems = []

    def write(who, server):
        known, version = small_tree(), 1
        for number in range(8):
            tree = known.annotate(who + 2, Note(f"{who} wrote {number}"))
            try:
                base = {"version": version} if number % 3 else {"base": known.to_json()}
                stored = edit(server, made, tree=tree.to_json(), **base)
            except Exception as problem:
                # The version is of the other process: this one never had its tree.
                if "409" not in str(problem):
                    problems.append(problem)
                    return
                stored = edit(server, made, tree=tree.to_json(), base=known.to_json())
            known, version = Tree.from_json(stored["tree"]), stored["version"]

    writers = [threading.Thread(target=write, args=each) for each in enumerate(servers)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert not problems
    found = [server.ask(f"/api/studies/{made['id']}") for server in servers]
    assert found[0]["tree"] == found[1]["tree"]
    assert found[0]["version"] == 17
    notes = [node.note.comment for node in Tree.from_json(found[0]["tree"]).nodes.values()]
    assert {"0 wrote 7", "1 wrote 7"} <= set(notes)


def test_what_was_acknowledged_survives_a_kill(servers):
    one, other = servers
    made = new_study(one)
    viewer = looking(other, made["id"])
    for number in range(5):
        tree = small_tree().annotate(2, Note(f"number {number}"))
        stored = edit(one, made, tree=tree.to_json(), version=number + 1)
    one.kill()
    assert hear_of(viewer, stored["version"])["tree"] == tree.to_json()
    again = tree.annotate(3, Note("and on"))
    base = tree.to_json()
    assert edit(other, made, tree=again.to_json(), base=base)["version"] == stored["version"] + 1
    viewer.close()
    one.start()
    assert one.ask(f"/api/studies/{made['id']}")["tree"] == again.to_json()


def test_who_looks_elsewhere_hears_that_it_is_gone(servers):
    one, other = servers
    made = new_study(one)
    viewer = looking(other, made["id"])
    hear_of(viewer, 1)
    connection = http.client.HTTPConnection("127.0.0.1", one.port, timeout=30)
    headers = {"Authorization": f"Bearer {made['secret']}"}
    connection.request("DELETE", f"/api/studies/{made['id']}", headers=headers)
    assert connection.getresponse().status == 200
    connection.close()
    assert json.loads(viewer.next_of(TEXT)) == {"type": "gone"}
    viewer.close()
    until(lambda: not _exists(other, made["id"]))


def _exists(server, study):
    try:
        return server.ask(f"/api/studies/{study}")
    except Exception:
        return None
