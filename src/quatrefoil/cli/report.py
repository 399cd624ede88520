"""What programs read: with `--json` a command prints one document, of one schema for all of them.

    {"format": "quatrefoil-report", "version": 1, "command": "perft", "quatrefoil": "0.1.0",
     "rules": "blinq(size=3)", "depth": 2, "count": 896}

The first four keys are always there; `core/schemas/report.schema.json` has those of each command.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import quatrefoil
from quatrefoil.cli.common import mover

FORMAT = "quatrefoil-report"
VERSION = 1


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option."""
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def whose_turn(position: quatrefoil.Position) -> dict[str, Any]:
    """Return who is to move: the number of a player, if it is one, and the name."""
    return {
        "turn": position.turn if position.turn >= 0 else None,
        "to_move": None if position.is_over else mover(position),
    }


def plain(data: Any) -> Any:
    """Return what the server tells of something without what is for boards alone."""
    if isinstance(data, dict):
        return {key: plain(each) for key, each in data.items() if key not in ("say", "changes")}
    return [plain(each) for each in data] if isinstance(data, list) else data


def print_report(command: str, **data: Any) -> None:
    """Print what a command found."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "command": command,
        "quatrefoil": quatrefoil.__version__,
    }
    # ASCII alone is the same in every encoding that a pipe may have, and commands no terminal.
    print(json.dumps(head | data))
