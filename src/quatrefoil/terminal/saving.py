"""A match as a file: `quatrefoil replay`, `analyse` and the page read it."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path

from quatrefoil.core.record import Record


def save_record(record: Record, folder: Path) -> Path:
    """Write a record into a new file of a folder; nothing that is there is written over."""
    day = time.strftime("%Y-%m-%d")
    for number in count(1):
        path = folder / f"{record.rules.game.name}-{day}-{number}.json"
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(record.dumps() + "\n")
        except FileExistsError:
            continue
        return path
    raise AssertionError("counting never ends")
