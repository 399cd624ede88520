"""What is wanted of the computer player comes from the games; `lab` knows none by name."""

import ast
from pathlib import Path
from types import SimpleNamespace

import pytest

import quatrefoil
from quatrefoil.lab.studies import Goals, crowds, goals_of, studies

ROOT = Path(quatrefoil.__file__).parent
#: The layers that know no game by name; help texts of the others may have examples.
NAMELESS = ("view", "draw", "search", "arena", "match", "play", "lab")


def test_goals_are_those_of_the_game():
    goals = {name: goals_of(name) for name in quatrefoil.names()}
    assert all(0.5 < each.against_uct <= each.against_random for each in goals.values())
    assert len(set(goals.values())) > 1
    assert {study.wanted for study in studies() if study.kind == "contests"} == {
        wanted
        for each in goals.values()
        for wanted in (each.against_random, each.against_greedy, each.against_uct)
    }


def test_a_game_without_goals_has_common_ones(tmp_path, monkeypatch):
    file = tmp_path / "strength.json"
    without = SimpleNamespace(has=lambda name: file.exists(), resource=lambda name: tmp_path / name)
    monkeypatch.setattr("quatrefoil.lab.studies.game", lambda name: without)
    assert goals_of("blinq") == Goals()
    file.write_text('{"against_uct": 0.9}')
    assert goals_of("blinq") == Goals(against_uct=0.9)


def test_crowds_are_the_variants_with_more_than_two_players():
    found = [quatrefoil.rules(text).players for text in crowds()]
    assert found
    assert min(found) > 2
    assert len(found) == len(set(crowds()))


def words(path):
    """Yield the texts in the code of a file, without its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


@pytest.mark.parametrize("layer", NAMELESS)
def test_a_layer_knows_no_game_by_name(layer):
    for path in sorted((ROOT / layer).rglob("*.py")):
        for text in words(path):
            if " " not in text:  # a sentence may give an example
                assert not any(name in text.lower() for name in quatrefoil.names()), path
