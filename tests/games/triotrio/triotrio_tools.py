"""Short ways to write positions and moves in the tests of TrioTrio."""

from __future__ import annotations

import random
from typing import Any

from tests.games.triotrio.triotrio_reference import Board, name

import quatrefoil
from quatrefoil import Line

KINDS = {"R": "rock", "P": "paper", "S": "scissors"}

#: Without the permanent pieces the middle of the board is plain.
OPEN = {"restrictors": "off"}

#: Rules that differ in what a position has to keep or where the board is special.
OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"size": 7, "quiet_turns": 0},
    {"size": 11, "first": "blue"},
    {"size": 9, "restrictors": "off", "quiet_turns": 12},
    {"size": 11, "restrictors": "off", "first": "yellow"},
]
REFERENCE_SETS = OPTION_SETS


def pieces(text: str) -> dict[str, str]:
    """`Re5 Pc1` is a Rock on e5 and a Paper on c1."""
    return {word[1:]: KINDS[word[0]] for word in text.split()}


def data(yellow: str, blue: str, options: Any = None, **more: Any) -> dict[str, Any]:
    """Return the JSON of a position: Yellow may change a piece, unless `more` says otherwise."""
    head = {"game": "triotrio", "options": dict(options or {})}
    board = {"yellow": pieces(yellow), "blue": pieces(blue), "turn": "yellow", "phase": "change"}
    return head | board | more


def at(yellow: str, blue: str, options: Any = None, **more: Any) -> Any:
    """Return the position that `data` describes."""
    return quatrefoil.position(data(yellow, blue, options, **more))


def play(position: Any, tokens: str) -> Any:
    """Play tokens that are divided by spaces, and return the same position."""
    for token in tokens.split():
        position.play(token)
    return position


def ends(yellow: str, blue: str, roll: int, options: Any = None) -> set[str]:
    """Return where Yellow's first piece can end with a roll."""
    start = yellow.split()[0][1:]
    position = at(yellow, blue, options, phase="move", roll=roll)
    return {token[3:] for token in position.legal_tokens() if token.startswith(f"{start}-")}


def squares(text: str) -> set[str]:
    """`a1 b2` as a set."""
    return set(text.split())


def state(position: Any) -> dict[str, Any]:
    """Return the JSON of a position without game and options."""
    found: dict[str, Any] = position.to_json()
    del found["game"], found["options"]
    return found


def begin(options: dict[str, Any], rng: random.Random) -> Any:
    """Return a crowded position near the middle, often with a piece on the Cow."""
    board = Board(options)
    low = (board.size - 5) // 2
    free = [name(x, y) for x in range(low, low + 5) for y in range(low, low + 5)]
    places = rng.sample(free, rng.randint(2, 6))
    if rng.random() < 0.5 and board.cow not in places:
        places[-1] = board.cow
    half = rng.randint(max(1, len(places) - 3), min(3, len(places) - 1))
    sides = [
        {s: rng.choice(list(KINDS.values())) for s in part}
        for part in (places[:half], places[half:])
    ]
    phase = rng.choice(["change", "decide", "move"])
    leaves = [board.cow in side and rng.random() < 0.2 for side in sides]
    return quatrefoil.position(
        {
            "game": "triotrio",
            "options": options,
            "yellow": sides[0],
            "blue": sides[1],
            "turn": rng.choice(["yellow", "blue"]),
            "phase": phase,
            "roll": rng.randint(1, 6) if phase == "move" else None,
            "cow": [rng.randint(0, 3) if leave is False else 0 for leave in leaves],
            "must_leave": leaves,
        }
    )


def choose(line: Line, rng: random.Random) -> str:
    """Hold half of the time, so that turns on the Cow count."""
    tokens = line.position.legal_tokens()
    return "hold" if "hold" in tokens and rng.random() < 0.5 else rng.choice(tokens)
