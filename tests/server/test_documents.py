"""Reading what was saved: a position, a record or a tree comes back as a tree, checked."""

import pytest

import quatrefoil
from quatrefoil.core.line import Line
from quatrefoil.core.record import Record
from quatrefoil.core.tree import ROOT, Note, Tree
from quatrefoil.server.settings import Limits


def line_of(game, moves, seed=3):
    rules, rng = quatrefoil.rules(game), quatrefoil.Rng(seed=seed)
    line = Line(rules.start())
    for _ in range(moves):
        line.push(line.position.random_move(rng))
    return line


@pytest.mark.parametrize("game", quatrefoil.names())
def test_a_record_is_a_tree_of_one_line(client, game):
    line = line_of(game, 9)
    record = Record(line.position.rules, tuple(line.tokens))
    found = client.post("/api/documents", json=record.to_json()).json()
    assert found["kind"] == "record"
    assert found["tree"] == Tree.of(record).to_json()
    movers = [line.before(number).turn for number in range(9)]
    assert found["movers"] == [mover if mover >= 0 else None for mover in movers]


def test_a_tree_keeps_all_it_has_and_says_who_moves_in_every_line(client):
    tree = Tree(quatrefoil.rules("triotrio"))
    tree, _ = tree.add(ROOT, ["!blue", "change:c9", "!5", "roll"])
    tree, other = tree.add(ROOT, ["!yellow", "change:c1"])
    tree = tree.annotate(other, Note("Yellow begins.", ("!",)))
    found = client.post("/api/documents", json=tree.to_json()).json()
    assert (found["kind"], found["tree"]) == ("tree", tree.to_json())
    assert found["movers"] == [None, 1, None, 1, None, 0]


def test_a_position_is_where_a_tree_begins(client):
    line = line_of("trickle", 4)
    found = client.post("/api/documents", json=line.position.to_json()).json()
    assert (found["kind"], found["movers"]) == ("position", [])
    assert found["tree"]["start"] == line.position.to_json()
    first = client.post("/api/documents", json=line.position.rules.start().to_json()).json()
    assert first["tree"]["start"] is None


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"format": "quatrefoil-tree"},
        {"format": "quatrefoil-record", "game": "blinq"},
        {"game": "blinq", "moves": ["1a1W"]},
        Tree(quatrefoil.rules("blinq")).to_json() | {"lines": [{"moves": ["9z9W"]}]},
        Tree(quatrefoil.rules("blinq")).to_json() | {"notes": {"7": {}}},
    ],
)
def test_what_does_not_hold_is_refused_with_a_sentence(client, document):
    answer = client.post("/api/documents", json=document)
    assert answer.status_code == 400, answer.text
    assert len(answer.json()["message"]) > 10


def test_nobody_has_documents_read_without_end(tmp_path):
    from server_tools import app_client

    with app_client(tmp_path, limits=Limits()) as client:
        position = quatrefoil.rules("trifoil").start().to_json()
        answers = [client.post("/api/documents", json=position) for _ in range(40)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429


@pytest.mark.parametrize("game", quatrefoil.names())
def test_a_look_at_the_end_of_a_long_line_tells_only_of_its_end(client, game):
    line = line_of(game, 20)
    start = line.position.rules.start().to_json()
    whole = client.post("/api/look", json={"position": start, "tokens": line.tokens}).json()
    asked = {"position": start, "past": line.tokens[:-1], "tokens": line.tokens[-1:]}
    end = client.post("/api/look", json=asked).json()
    assert end["changes"] == whole["changes"][-1:]
    assert {**end, "changes": 0, "say": 0} == {**whole, "changes": 0, "say": 0}
    refused = client.post("/api/look", json={"position": start, "past": ["nonsense"]})
    assert refused.status_code in (400, 422)


def test_a_look_tells_what_can_be_rolled(client):
    start = client.post("/api/rules", json={"game": "triotrio"}).json()["start"]
    seen = client.post("/api/look", json={"position": start}).json()
    assert [(one["token"], one["share"]) for one in seen["chance"]] == [
        ("!yellow", 0.5),
        ("!blue", 0.5),
    ]
    after = client.post("/api/look", json={"position": start, "past": ["!blue"]}).json()
    assert (after["chance"], after["turn"]) == ([], 1)
