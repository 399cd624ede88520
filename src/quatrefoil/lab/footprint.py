"""What the program costs before it does anything: bytes of a position, seconds of a start."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from quatrefoil.core.game import Game
from quatrefoil.lab.server_process import ServerProcess

_TIMED_IMPORT = """
import time
start = time.process_time()
import quatrefoil
print(time.process_time() - start)
"""


def position_bytes(game: Game) -> int:
    """Return the size of a position in memory: the largest of all presets."""
    return max(sys.getsizeof(game.preset(preset.name).start()) for preset in game.presets)


def import_seconds(runs: int) -> float:
    """Return the processor time of `import quatrefoil` in a new interpreter: the best of some."""
    command = [sys.executable, "-c", _TIMED_IMPORT]
    return min(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for _ in range(runs)
    )


def page_seconds(runs: int) -> float:
    """Return how long a server takes from the command to its page, with a new database.

    The best of some, by the clock: what it waits for counts, too.
    """
    return min(_page_seconds() for _ in range(runs))


def _page_seconds() -> float:
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder) / "matches.db")
        begun = time.perf_counter()
        server.start()
        try:
            server.ask("/", raw=True)
            return time.perf_counter() - begun
        finally:
            server.stop()
