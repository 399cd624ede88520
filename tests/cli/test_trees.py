"""Every command that reads a record reads a tree as well."""

import json

import pytest

import quatrefoil
from quatrefoil.cli import main
from quatrefoil.core.tree import ROOT, Note, Tree


@pytest.fixture
def study(tmp_path):
    tree = Tree.of(quatrefoil.Record.load("examples/match.json"))
    first = tree.main_line()[0]
    tree, _ = tree.add(first, ["1c1N", "1b1N"])
    tree = tree.annotate(first, Note("Not the best.", ("?",)))
    tree = tree.annotate(ROOT, Note("A short match.\x1b[2J"))
    path = tmp_path / "study.json"
    tree.save(path)
    return path


def test_replay_prints_what_is_said_and_tried(study, capsys):
    assert main(["replay", str(study)]) == 0
    shown = capsys.readouterr().out
    assert "1. Red: 1a1W? (Not the best.)" in shown
    assert "   or 1c1N 1b1N" in shown
    assert "A short match." in shown
    assert "\x1b" not in shown
    assert main(["replay", "--quiet", str(study)]) == 0
    assert capsys.readouterr().out.startswith("Red wins")


def test_show_draw_and_analyse_take_the_main_line(study, tmp_path, capsys):
    shown = []
    for path in (study, "examples/match.json"):
        assert main(["show", str(path)]) == 0
        assert main(["draw", str(path), "-o", "-"]) == 0
        assert main(["analyse", str(path), "--nodes", "50"]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]


def test_a_tree_that_is_spoilt_says_so(study, tmp_path, capsys):
    data = json.loads(study.read_text())
    data["lines"][1]["moves"][0] = "9z9N"
    study.write_text(json.dumps(data))
    assert main(["replay", str(study)]) != 0
    assert "9z9N" in capsys.readouterr().err


def test_a_position_is_not_replayed(capsys):
    assert main(["replay", "examples/position.json"]) != 0
    assert "`quatrefoil show` draws it" in capsys.readouterr().err
