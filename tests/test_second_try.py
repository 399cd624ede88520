"""The second try of tests that failed: who passes alone is unsteady, who fails again has failed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.second_try import LIMIT

ROOT = Path(__file__).parent.parent

#: Passes from the second time on, as a test does that other tests disturbed.
UNSTEADY = """
from pathlib import Path

def test_that_passes_alone():
    seen = Path(__file__).with_suffix(".seen")
    first = not seen.exists()
    seen.touch()
    assert not first

def test_that_passes():
    pass
"""


def _run(folder, *options):
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -q\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.second_try", *options]
    # Without the plugins that other tests use: they take seconds to load.
    around = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=folder, env=around, capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize("options", [(), ("-p", "xdist", "-n", "2")], ids=["alone", "workers"])
def test_what_passes_alone_is_unsteady_and_fails_nothing(tmp_path, options):
    (tmp_path / "test_it.py").write_text(UNSTEADY)
    status, printed = _run(tmp_path, *options)
    assert status == 0, printed
    assert "UNSTEADY test_it.py::test_that_passes_alone" in printed
    assert any("assert not first" in line for line in printed)  # how it failed the first time
    assert re.match("1 passed, 1 unsteady in ", printed[-1])


def test_what_fails_again_fails_the_run_and_a_second_fault_too(tmp_path):
    (tmp_path / "test_it.py").write_text(UNSTEADY)
    (tmp_path / "test_other.py").write_text(
        "import pytest\n\n@pytest.fixture\ndef made():\n    yield\n    1 / 0\n\n"
        "def test_that_fails():\n    assert 1 == 2\n\ndef test_untidy(made):\n    pass\n"
    )
    status, printed = _run(tmp_path)
    assert status == 1
    assert "UNSTEADY test_it.py::test_that_passes_alone" in printed
    assert "UNSTEADY test_other.py::test_that_fails" not in printed
    assert re.match("1 failed, 2 passed, 1 error, 1 unsteady in ", printed[-1])


def test_many_failures_are_no_accident(tmp_path):
    (tmp_path / "test_it.py").write_text(UNSTEADY)
    (tmp_path / "test_other.py").write_text(
        "import pytest\n\n"
        f"@pytest.mark.parametrize('number', range({LIMIT}))\n"
        "def test_that_fails(number):\n    assert 1 == 2\n"
    )
    status, printed = _run(tmp_path)
    assert status == 1
    assert not any("Once more" in line for line in printed)
    assert re.match(f"{LIMIT + 1} failed, 1 passed in ", printed[-1])
