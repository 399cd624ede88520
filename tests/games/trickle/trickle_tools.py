"""What the tests of Trickle share: positions by hand, and the option sets that they run over."""

from __future__ import annotations

import random
import sys
from typing import Any

from tests.games import game_tools

import quatrefoil
from quatrefoil import Line

#: Every option at least once, and those that meddle with each other together.
OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"rings": 3},
    {"players": 3, "rings": 4},
    {"players": 4, "own_edge_moves": True, "rings": 4},
    {"players": 6, "corner_moves": True, "own_edge_moves": True, "repetition": 2},
    {"bear_off": True, "rings": 4, "bead_values": "symmetric", "goal_values": "middle"},
    {"bear_off": True, "chain_jumps": True, "players": 4, "rings": 3, "goal_values": "outer"},
    {"bear_off": True, "rings": 6, "bead_rings": 3, "players": 3},
    {"chain_jumps": True, "rings": 4, "bead_values": "random", "seed": 7},
    {"chain_jumps": True, "corner_moves": True, "own_edge_moves": True, "rings": 3},
    {"goal_values": "outer", "rings": 8, "bead_rings": 3, "repetition": 0},
    {"bead_values": "random", "seed": -3, "goal_values": "middle", "own_edge_moves": True},
]
REFERENCE_SETS = OPTION_SETS


def rules(**options: Any) -> Any:
    """Return the rules with these options."""
    return quatrefoil.rules("trickle", options)


def start(**options: Any) -> Any:
    """Return the first position with these options."""
    return rules(**options).start()


def position(beads: str | dict[str, int], turn: int = 1, **more: Any) -> Any:
    """Return a position with beads on cells; `last` and `off` are keys, the rest options."""
    data = {key: more.pop(key) for key in ("last", "off") if key in more}
    if isinstance(beads, str):
        beads = dict.fromkeys(beads.split(), 1)
    data |= {"game": "trickle", "options": more, "beads": beads, "turn": turn}
    return quatrefoil.position(data)


def tokens_from(position: Any, cell: str) -> str:
    """Return the legal tokens of the bead on a cell, in ASCII order."""
    return " ".join(t for t in position.legal_tokens() if t.startswith(f"{cell}-"))


def goes_outwards(line: Line, move: int) -> bool:
    """Whether nothing from before a move can recur: the bead goes to a higher ring or leaves."""
    ahead = line.position.copy()
    ahead.push(move)
    return ahead.fresh


def begin(options: dict[str, Any], rng: random.Random) -> Any:
    """Return the first position: from there random games see everything."""
    return start(**options)


def choose(line: Line, rng: random.Random) -> str:
    """Move along a ring half of the time, so that games get long and positions recur."""
    moves = line.position.legal_moves()
    if rng.random() < 0.5 and len(line.moves) < 300:
        moves = [move for move in moves if not goes_outwards(line, move)] or moves
    return line.position.token(rng.choice(moves))


def random_game(options: dict[str, Any], seed: int) -> Any:
    """Yield the one position of a random game again and again."""
    return game_tools.random_positions(sys.modules[__name__], options, seed)
