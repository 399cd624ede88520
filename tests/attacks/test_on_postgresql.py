"""A few of the attacks once more, on PostgreSQL; `make proof-attacks-postgresql` runs them all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from databases import ON_POSTGRESQL
from tests.postgres_tools import postgres_or_skip

HERE = Path(__file__).parent
#: What comes from the database, or happens to it; the others never see which one it is.
ATTACKS = (
    "test_kills.py",
    "test_locked_database.py",
    "test_spoilt_text.py",
    "test_damaged_logs.py",
    "test_drafts.py",
    "test_shown_too_soon.py",
)


@pytest.mark.skipif(ON_POSTGRESQL, reason="all attacks are on PostgreSQL")
def test_attacks_on_postgresql():
    postgres_or_skip().close()
    attacks = [str(HERE / name) for name in ATTACKS]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-x", *attacks]
    around = {**os.environ, "QUATREFOIL_DATABASE": "postgresql", "QUATREFOIL_TESTS": "repeatable"}
    done = subprocess.run(
        command, cwd=HERE.parent.parent, env=around, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
