"""A fifth game, with uneven dice and nothing but what is required, goes through every room.

It is registered by an entry point, and nothing of ours knows it. The tests that ask the same of
every game take their list from the registry: in a process that finds the game they ask it too.
"""

import os
import shutil
import subprocess
import sys

import pytest
from tests.fifth.conftest import ROOT, SOURCE

import quatrefoil

pytestmark = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="it is compiled here, and run uncompiled from here"
)

#: The tests about every game and those about this one. The browser's come last: its driver keeps
#: an event loop, and the terminal's tests start one each.
ROOMS = {
    "engine": [
        *(
            "tests/conformance",
            "tests/view",
            "tests/draw/test_drawing.py",
            "tests/match/test_log.py",
        ),
        *("tests/cli/test_ugi.py", "tests/cli/test_ugi_go.py", "tests/cli/test_play.py"),
        "tests/server/test_bot.py",
        *(
            f"tests/fifth/inside/test_dash_{room}.py"
            for room in ("rules", "search", "rooms", "tutorial")
        ),
    ],
    "front ends": [
        "tests/terminal/test_terminal_boards.py",
        "tests/terminal/test_terminal_matches.py",
        "tests/fifth/inside/test_dash_page.py",
    ],
}


def run_tests(*wanted, path):
    """Run tests in a process of their own that finds packages in some folders first."""
    environment = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    environment["PYTHONPATH"] = os.pathsep.join(map(str, path))
    environment.pop("QUATREFOIL_FORM", None)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *wanted]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]


def test_nothing_is_registered_without_the_package():
    assert "dash" not in quatrefoil.names()


@pytest.mark.parametrize("room", ROOMS)
def test_it_passes(room, fifth):
    run_tests("-k", "dash", *ROOMS[room], path=[fifth])


def test_it_runs_uncompiled(fifth, tmp_path):
    without = shutil.ignore_patterns("*.so", "*.c", "__pycache__")
    shutil.copytree(SOURCE, tmp_path / "ours" / "quatrefoil", ignore=without)
    shutil.copytree(fifth, tmp_path / "theirs", ignore=without)
    run_tests(
        *("-k", "dash and not mcts", "tests/conformance"),
        *("tests/fifth/inside/test_dash_rules.py", "tests/fifth/inside/test_dash_search.py"),
        path=[tmp_path / "ours", tmp_path / "theirs"],
    )
