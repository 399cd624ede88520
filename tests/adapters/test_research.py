"""docs/research.md and the examples: what they show is what happens."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest
from tests.adapters import research_tables

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_page_runs():
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    page = str(research_tables.PAGE)
    result = doctest.testfile(page, module_relative=False, optionflags=options)
    assert result.failed == 0
    assert result.attempted > 10


def test_the_tables_are_true():
    text = research_tables.PAGE.read_text(encoding="utf-8")
    assert text == research_tables.filled(text)


@pytest.mark.parametrize(
    ("name", "arguments", "shown"),
    [
        ("pettingzoo_random_vs_level.py", ["blinq", "--games", "1"], "a game"),
        ("openspiel_mcts.py", ["--simulations", "4", "--games", "1"], "for the search after"),
        ("vector_selfplay.py", ["--games", "64", "--steps", "30"], "best: "),
    ],
)
def test_examples_run(name, arguments, shown):
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.stderr == ""
    assert shown in result.stdout
