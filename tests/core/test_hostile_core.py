"""No integer crashes or hangs what is public: where one does, the call is shown."""

import subprocess
import sys
from pathlib import Path

import pytest

import quatrefoil

ROOT = Path(__file__).parent.parent.parent
SECONDS = 300


@pytest.mark.skipif(not quatrefoil.compiled(), reason="uncompiled, Python checks every index")
@pytest.mark.parametrize("game", quatrefoil.names())
def test_no_integer_crashes_or_hangs_the_core(game, tmp_path):
    place = tmp_path / "call"
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.core.hostile", game, place]
    try:
        ended = subprocess.run(
            command, cwd=ROOT, timeout=SECONDS, capture_output=True, text=True, check=False
        )
    except subprocess.TimeoutExpired:
        pytest.fail(f"this hung: {place.read_text(encoding='utf-8')}")
    assert ended.returncode == 0, (
        f"this crashed: {place.read_text(encoding='utf-8')}\n{ended.stderr[-4000:]}"
    )
