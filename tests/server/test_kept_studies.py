"""Studies over HTTP and sockets: made, read, edited by several at once, cloned, deleted."""

import random

import pytest
from server_tools import app_client, bearer
from study_tools import MOVES, Looking, edit, new_study, show, small_tree

import quatrefoil
from quatrefoil.core.tree import ROOT, Note, Tree
from quatrefoil.server.settings import Limits
from quatrefoil.server.studies import desk
from quatrefoil.server.studies.shelf import Shelf


def code(answer):
    return answer.status_code, answer.json().get("code")


def test_a_tree_is_kept_and_shown(client):
    made = new_study(client, title="  My \n first\x1b study ")
    assert made["edit_link"] == f"{made['link']}#{made['secret']}"
    shown = show(client, made["id"])
    assert shown["tree"] == small_tree().to_json()
    assert (shown["title"], shown["version"], shown["mine"]) == ("My first study", 1, False)
    assert show(client, made["id"], made["secret"])["mine"]
    assert not show(client, made["id"], "made-up")["mine"]
    assert "secret" not in shown
    assert "holder" not in shown


def test_whoever_sees_any_of_it_looks_at_it(client, monkeypatch):
    """What nobody looks at expires: a picture on another site is a look too."""
    made, looks = new_study(client), []
    monkeypatch.setattr(Shelf, "look", lambda self, row: looks.append(row.id))
    for path in ("", "/tree", "/record", "/picture.svg"):
        assert client.get(f"/api/studies/{made['id']}{path}").status_code == 200
    assert looks == 4 * [made["id"]]


def test_an_edit_is_stored_and_counted(client):
    made = new_study(client)
    tree = small_tree().annotate(2, Note("Why?"))
    answer = edit(client, made, tree=tree.to_json(), version=1)
    stored = answer.json()
    assert (stored["version"], stored["title"], stored["tree"]) == (2, "A study", tree.to_json())
    assert stored["movers"] == [0, 1, 0, 1]
    assert show(client, made["id"])["tree"] == tree.to_json()
    again = edit(client, made, tree=tree.to_json(), version=1)
    assert again.json()["version"] == 2, "what is there already changes nothing"
    titled = edit(client, made, title="Another")
    assert (titled.json()["title"], titled.json()["version"]) == ("Another", 3)
    assert titled.json()["tree"] == tree.to_json()


def test_only_the_holder_edits_and_deletes(client):
    made = new_study(client)
    tree = small_tree().to_json()
    for secret in ("", "made-up", made["id"]):
        headers = bearer(secret) if secret else {}
        path = f"/api/studies/{made['id']}"
        sent = {"tree": tree, "version": 1}
        assert code(client.post(path, json=sent, headers=headers)) == (403, "not-allowed")
        assert code(client.delete(path, headers=headers)) == (403, "not-allowed")
    other = new_study(client)
    assert code(edit(client, {**made, "secret": other["secret"]}, title="x"))[0] == 403
    assert show(client, made["id"])["version"] == 1


def test_what_two_did_at_once_is_there(client):
    made = new_study(client)
    ada = small_tree().annotate(2, Note("Ada"))
    bob = small_tree().add(3, ["d6-c6"])[0].delete(4)
    assert edit(client, made, tree=ada.to_json(), version=1).json()["version"] == 2
    merged = edit(client, made, tree=bob.to_json(), version=1).json()
    found = Tree.from_json(merged["tree"])
    assert found.nodes[2].note.comment == "Ada"
    assert [found.nodes[node].token for node in found.main_line()] == [*MOVES, "d6-c6"]
    assert len(found.nodes[1].children) == 1, "Bob deleted the variation"


def test_a_version_that_is_not_known_any_more_needs_its_tree(client, monkeypatch):
    made = new_study(client)
    tree = small_tree()
    for number in range(3):
        tree = tree.annotate(2, Note(f"number {number}"))
        answer = edit(client, made, tree=tree.to_json(), version=1 + number)
        assert answer.status_code == 200
    client.app.door._usual.lobby.shelf._trees._kept.clear()
    late = small_tree().annotate(3, Note("late"))
    assert code(edit(client, made, tree=late.to_json(), version=2)) == (409, "out-of-date")
    merged = edit(client, made, tree=late.to_json(), base=small_tree().to_json()).json()
    found = Tree.from_json(merged["tree"])
    assert (found.nodes[2].note.comment, found.nodes[3].note.comment) == ("number 2", "late")


def test_everybody_who_looks_sees_it(client):
    made = new_study(client)
    tree = small_tree().annotate(2, Note("live"))
    with Looking(client, made["id"]) as one, Looking(client, made["id"], version=1) as other:
        assert one.first["tree"] == small_tree().to_json()
        assert "tree" not in other.first
        edit(client, made, tree=tree.to_json(), version=1)
        for each in (one, other):
            heard = each.hear_of(2)
            assert (heard["version"], heard["tree"]) == (2, tree.to_json())
        client.delete(f"/api/studies/{made['id']}", headers=bearer(made["secret"]))
        assert one.hear() == other.hear() == {"type": "gone"}
    assert code(client.get(f"/api/studies/{made['id']}")) == (404, "not-found")


def test_of_a_large_tree_one_hears_when_to_ask(client, monkeypatch):
    monkeypatch.setattr(desk, "SENT_AT_ONCE", 100)
    made = new_study(client)
    with Looking(client, made["id"]) as looking:
        assert "tree" not in looking.first
        assert looking.first["within"] <= 0.1
        edit(client, made, title="other")
        assert looking.hear_of(2)["title"] == "other"


def test_a_clone_is_ones_own(client):
    made = new_study(client)
    clone = client.post(f"/api/studies/{made['id']}/clone")
    assert clone.status_code == 201
    clone = clone.json()
    assert clone["id"] != made["id"]
    assert edit(client, clone, title="Mine now").status_code == 200
    assert show(client, made["id"])["title"] == "A study"
    assert show(client, clone["id"])["tree"] == small_tree().to_json()


def test_what_is_not_a_tree_is_refused(client):
    good = small_tree().to_json()
    for bad in (
        {},
        {**good, "format": "quatrefoil-record"},
        {**good, "lines": [{"moves": ["a1-a2"]}]},
        {**good, "lines": "many"},
        {**good, "lines": [{"after": 9, "moves": ["f8-f9"]}]},
        {**good, "notes": {"99": {"comment": "x"}}},
        {**good, "more": 1},
        {**good, "game": "chess"},
    ):
        answer = client.post("/api/studies", json={"tree": bad})
        assert answer.status_code in (400, 404), bad
        assert answer.json()["message"]
    made = new_study(client)
    assert edit(client, made).status_code == 400
    assert edit(client, made, tree=good).status_code == 400, "from what?"
    assert edit(client, made, tree=good, version=1, base=good).status_code == 400
    other = Tree(quatrefoil.rules("trickle(rings=3)")).to_json()
    assert "same rules" in edit(client, made, tree=other, version=1).json()["message"]
    assert show(client, made["id"])["version"] == 1


def test_made_up_ids_are_not_found(client):
    for study in ("nobody-knows-this", "x", "a" * 500, "ä"):
        assert client.get(f"/api/studies/{study}").status_code == 404
        assert client.post(f"/api/studies/{study}/clone").status_code == 404
    with Looking(client, "nobody-knows-this") as looking:
        assert looking.first["code"] == "not-found"


def test_limits(tmp_path):
    limits = Limits(studies=3, study=3_000, study_moves=6, studies_at_once=5, edits_at_once=2)
    with app_client(tmp_path, limits) as client:
        too_long = small_tree("d6-c6", "d4-c4", "c6-b6")
        answer = client.post("/api/studies", json={"tree": too_long.to_json()})
        assert code(answer) == (413, "too-large")
        wordy = small_tree().annotate(2, Note("x" * 3_500))
        assert code(client.post("/api/studies", json={"tree": wordy.to_json()})) == (
            413,
            "too-large",
        )
        made = [new_study(client) for _ in range(3)]
        answer = client.post("/api/studies", json={"tree": small_tree().to_json()})
        assert code(answer) == (429, "too-many"), "there is no room for another"
        assert edit(client, made[0], title="a").status_code == 200
        assert edit(client, made[0], title="b").status_code == 200
        assert code(edit(client, made[0], title="c")) == (429, "too-many")
    with app_client(tmp_path, Limits(studies_at_once=2, guests_per_match=1)) as client:
        new_study(client)
        made = new_study(client)
        assert code(client.post(f"/api/studies/{made['id']}/clone")) == (429, "too-many")
        with Looking(client, made["id"]), Looking(client, made["id"]) as crowded:
            assert crowded.first["code"] == "too-many"
            secret = made["secret"]
            with Looking(client, made["id"], secret=secret) as holder:
                assert holder.first["version"] == 1, "there is room for who edits"


@pytest.mark.parametrize("seed", range(3))
def test_many_edit_one_study(client, seed):
    """Each works on the version that they saw last, some of them long ago."""
    rng = random.Random(seed)
    base = Tree(quatrefoil.rules("trickle"))
    made = new_study(client, base)
    known = [(base, 1)] * 3
    written = set()
    for number in range(12):
        who = rng.randrange(3)
        tree, version = known[who]
        legal = tree.line_at(ROOT).position.legal_tokens()
        tree, node = tree.add(ROOT, [rng.choice(legal)])
        tree = tree.annotate(node, Note(f"{tree.nodes[node].note.comment} <{number}>".strip()))
        written.add(f"<{number}>")
        answer = edit(client, made, tree=tree.to_json(), version=version).json()
        known[who] = Tree.from_json(answer["tree"]), answer["version"]
    final = Tree.from_json(show(client, made["id"])["tree"])
    text = " ".join(node.note.comment for node in final.nodes.values())
    assert all(words in text for words in written), text
