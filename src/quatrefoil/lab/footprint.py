"""What the program costs before it does anything: bytes of a position, seconds of an import."""

from __future__ import annotations

import subprocess
import sys

from quatrefoil.core.game import Game

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
