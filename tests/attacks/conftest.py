"""A wall clock that an attack sets."""

import subprocess
from pathlib import Path

import pytest


@pytest.fixture
def set_wall(tmp_path, monkeypatch):
    """Return what shifts the wall clock of programs started from now on, by seconds.

    They load `wall_clock.c` before libc, which reads the shift whenever the time is asked for.
    """
    library, shift = tmp_path / "wall_clock.so", tmp_path / "shift"
    source = Path(__file__).with_name("wall_clock.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)

    def set_to(seconds):
        written = shift.with_suffix(".new")
        written.write_text(str(seconds))
        written.replace(shift)

    set_to(0)
    monkeypatch.setenv("LD_PRELOAD", str(library))
    monkeypatch.setenv("WALL_CLOCK_SHIFT", str(shift))
    return set_to
