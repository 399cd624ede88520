"""Trees of variations: edits, JSON, and what is refused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quatrefoil
from quatrefoil.core.errors import QuatrefoilError, RecordError
from quatrefoil.core.tree import MARKS, MOST_NODES, ROOT, Note, Shape, Tree

GAMES = ("trifoil", "trickle", "blinq", "triotrio")


def shape_of(tree):
    """Return a tree without its numbers: every node's token and note, children in order."""
    found = []
    waiting = [(ROOT, 0)]
    while waiting:
        number, depth = waiting.pop()
        node = tree.nodes[number]
        found.append((depth, node.token, node.note))
        waiting += [(child, depth + 1) for child in reversed(node.children)]
    return tree.rules, tree.start, dict(tree.tags), found


def check(tree):
    """Every node hangs where it says, and all of it can be read again."""
    for number, node in tree.nodes.items():
        assert (node.parent is None) == (number == ROOT)
        assert number == ROOT or number in tree.nodes[node.parent].children
        tokens = [tree.nodes[child].token for child in node.children]
        assert len(set(tokens)) == len(tokens)
    again = Tree.loads(tree.dumps())
    assert shape_of(again) == shape_of(tree)
    assert again.dumps() == tree.dumps()


def any_edit(tree, rng):
    """Return a tree that differs by one edit."""
    number = rng.choice(list(tree.nodes))
    what = rng.choice(("add", "add", "add", "delete", "promote", "main", "note", "tag"))
    if what == "add":
        tokens, line = [], tree.line_at(number)
        for _ in range(rng.randrange(1, 5)):
            legal = line.position.legal_tokens()
            if not legal:
                break
            tokens.append(rng.choice(legal))
            line.play(tokens[-1])
        return tree.add(number, tokens)[0]
    if what == "note":
        marks = tuple(rng.sample(MARKS, rng.randrange(3)))
        shapes = tuple(Shape("arrow", ("a1", "b2"), "red") for _ in range(rng.randrange(2)))
        return tree.annotate(number, Note(rng.choice(("", "why not?\n…")), marks, shapes))
    if what == "tag":
        return tree.tagged(event=rng.choice(("", "a study")))
    if number == ROOT:
        return tree
    if what == "delete":
        return tree.delete(number)
    return tree.promote(number, to_main=what == "main")


@settings(max_examples=30)
@given(st.sampled_from(GAMES), st.integers(0, 2**32), st.booleans())
def test_any_tree_survives_saving_loading_editing_and_undoing(name, seed, in_mid_game):
    rng = random.Random(seed)
    rules = quatrefoil.rules(name)
    start = None
    if in_mid_game:
        line = quatrefoil.Line(rules.start())
        for _ in range(4):
            line.play(rng.choice(line.position.legal_tokens()))
        start = line.position.copy()
    tree = Tree(rules, start)
    past = []
    for _ in range(25):
        past.append((tree, shape_of(tree)))
        tree = any_edit(tree, rng)
        if rng.random() < 0.2:
            tree = Tree.loads(tree.dumps())
    check(tree)
    # Undoing is keeping the tree before: no edit may have changed it.
    for earlier, shape in past:
        assert shape_of(earlier) == shape
    check(past[len(past) // 2][0])


@pytest.fixture
def tree():
    record = quatrefoil.Record.load("examples/match.json")
    return Tree.of(record)


def test_a_record_is_a_tree_with_one_line(tree):
    record = quatrefoil.Record.load("examples/match.json")
    assert tree.record().moves == record.moves
    assert tree.record().tags == record.tags
    assert tree.line_at(tree.main_line()[-1]) == record.replay()


def test_lines_branch_and_are_promoted(tree):
    first, second = tree.main_line()[:2]
    other, number = tree.add(first, ["1c1N"])
    assert other.nodes[first].children == (second, number)
    assert other.main_line()[1] == second
    assert other.promote(number).main_line()[:2] == [first, number]
    assert other.promote(number, to_main=True).main_line() == [first, number]
    assert other.record(number).moves == ("1a1W", "1c1N")
    assert other.delete(second).main_line() == [first, number]
    # What is there is not doubled, and numbers are never given twice.
    assert other.add(first, ["1c1N"]) == (other, number)
    assert other.delete(number).add(first, ["1c1N"])[1] > number


def test_json_is_flat_and_readable(tree):
    first = tree.main_line()[0]
    other, number = tree.add(first, ["1c1N"])
    data = other.annotate(number, Note("Better.", ("!",))).to_json()
    assert data["lines"][1] == {"after": 1, "moves": ["1c1N"]}
    assert data["notes"] == {str(len(tree.nodes)): {"comment": "Better.", "marks": ["!"]}}


def test_an_illegal_move_changes_nothing(tree):
    with pytest.raises(RecordError, match="1a1W"):
        tree.add(tree.main_line()[0], ["1c1N", "1a1W"])
    with pytest.raises(RecordError, match="no node 99"):
        tree.add(99, ["1c1N"])
    for edit in (tree.delete, tree.promote):
        with pytest.raises(RecordError, match="start of a tree"):
            edit(ROOT)


def spoilt(change):
    """Return the JSON of a small tree with something wrong."""
    data = Tree(quatrefoil.rules("blinq")).add(ROOT, ["1a1N", "1a2N"])[0].to_json()
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data.update(version=2), "version"),
        (lambda data: data.update(game="chess"), "chess"),
        (lambda data: data.update(rules_version=99), "version 99"),
        (lambda data: data.update(lines=[{"moves": ["1a1N", "1a1N"]}]), "after 1 moves"),
        (lambda data: data["lines"].append({"moves": ["1a1N"]}), "repeats"),
        (lambda data: data["lines"].append({"after": 3, "moves": ["1a3N"]}), "after"),
        (lambda data: data.update(notes={"3": {}}), "no node"),
        (lambda data: data.update(notes={"01": {}}), "no node"),
        (lambda data: data.update(notes={"1": {"marks": ["!", "!"]}}), "each once"),
        (lambda data: data.update(notes={"1": {"comment": "x" * 5000}}), "comment"),
        (
            lambda data: data.update(notes={"1": {"shapes": [{"kind": "ring", "cells": []}]}}),
            "ring",
        ),
        (lambda data: data.update(start={"game": "trickle"}), "start"),
        (lambda data: data.update(start=quatrefoil.rules("trickle").start().to_json()), "trickle"),
        (lambda data: data.update(more=1), "more"),
    ],
)
def test_what_does_not_hold_is_refused(change, says):
    with pytest.raises(QuatrefoilError, match=says):
        Tree.from_json(spoilt(change))


def test_a_tree_has_an_end():
    rules = quatrefoil.rules("trickle")
    lines = [{"moves": ["f8-f9"]}, *({"after": 1, "moves": []} for _ in range(MOST_NODES - 1))]
    data = Tree(rules).to_json() | {"lines": lines}
    assert len(Tree.from_json(data).nodes) == 2
    with pytest.raises(RecordError, match="at most"):
        Tree.from_json(data | {"lines": [*lines, {"moves": []}]})
    with pytest.raises(RecordError, match="at most"):
        Tree.from_json(data | {"lines": [{"moves": ["x"] * MOST_NODES}, {"moves": ["x"]}]})
