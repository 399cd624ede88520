"""Short ways to write boards and positions in tests."""

from __future__ import annotations

import random
from typing import Any

from tests.games.game_tools import any_token, scaled

import quatrefoil
from quatrefoil.games.trifoil.position import TrifoilPosition

#: Seven Blinks around b2, with shapes of every kind of symmetry.
FLOWER = {
    "blinks": [[0, 0], [0, 2], [1, 1], [1, -1], [-1, 1], [-1, -1], [0, -2]],
    "chain": 7,
    "links": 14,
    "spins": {
        "flower": ["a1", "a2", "b1", "b2", "b3", "c1", "c2"],
        "ring": ["a1", "a2", "b1", "b3", "c1", "c2"],
        "trio": ["b1", "a2", "c2"],
        "pair": ["a1", "c2"],
    },
}

#: Two Blinks, one above the other, that can change places.
PAIR = {"blinks": [[0, 0], [0, 2]], "chain": 9, "links": 0, "spins": {"x": ["a1", "a2"]}}


def hexagon(radius: int) -> list[list[int]]:
    """Return the Blinks of a hexagon: 7, 19 or 37."""
    reach = range(-radius, radius + 1)
    return [[q, 2 * r + q] for q in reach for r in reach if abs(q + r) <= radius]


#: 37 Blinks, as many as there can be.
LARGEST = {"blinks": hexagon(3), "chain": 20, "links": 0, "spins": {"core": ["d3", "d4", "e3"]}}

#: Option sets that the properties of the engine are tested with.
OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"board": "8"},
    {"board": "9", "actions": 1, "repetition": 2},
    {"board": "10", "per_blink": 3},
    {"board": "12"},
    {"actions": 3, "chain": 6},
    {"first_actions": 4, "actions": 4, "links": 0, "full_blink": 5},
    {"links": 0, "full_blink": 6, "per_blink": 6, "chain": 30},
    {"board": FLOWER},
    {"board": PAIR, "repetition": 0},
    {"board": LARGEST, "per_blink": 4},
]


def _reference_options(seed: int) -> dict[str, Any]:
    """Return random options, all of them, with a board that is spelled out."""
    rng = random.Random(seed)
    board = quatrefoil.rules("trifoil", OPTION_SETS[seed % 10]).board
    spins = {shape.name: [board.names[b] for b in shape.blinks] for shape in board.shapes}
    blinks = [list(place) for place in board.places]
    return {
        "board": {"blinks": blinks, "spins": spins, "chain": 5, "links": 9},
        "chain": rng.choice([2, 4, 5, 6, 12]),
        "links": rng.choice([0, 3, 7, 9]),
        "actions": rng.randint(1, 4),
        "first_actions": rng.randint(1, 4),
        "per_blink": rng.randint(2, 6),
        "full_blink": rng.choice([0, 5, 6]),
        "repetition": rng.choice([0, 2, 3]),
    }


REFERENCE_SETS = [_reference_options(seed) for seed in range(scaled(40, 8))]


def begin(options: dict[str, Any], rng: random.Random) -> TrifoilPosition:
    """Return the first position: from there random games see everything."""
    return quatrefoil.rules("trifoil", options).start()


choose = any_token


def position(
    red: str = "",
    blue: str = "",
    turn: str = "red",
    left: int | None = None,
    acted: bool = False,
    previous: dict[str, list[str]] | None = None,
    **options: Any,
) -> TrifoilPosition:
    """Return a position by its links, such as red="a1.S b2.N"."""
    rules = quatrefoil.rules("trifoil", options)
    whole = rules.options["actions"]
    found = quatrefoil.position(
        {
            "game": "trifoil",
            "options": options,
            "red": red.split(),
            "blue": blue.split(),
            "previous": previous,
            "turn": turn,
            "actions_left": left if left is not None else max(whole - acted, 1),
            "acted": acted,
        }
    )
    assert isinstance(found, TrifoilPosition)
    return found


def after(position: TrifoilPosition, *tokens: str) -> TrifoilPosition:
    """Play tokens in a position and return it."""
    for token in tokens:
        position.play(token)
    return position


def links(position: TrifoilPosition) -> tuple[str, str]:
    """Return Red's and Blue's links, as `position` takes them."""
    data = position.to_json()
    return " ".join(data["red"]), " ".join(data["blue"])


def legal(position: TrifoilPosition, *tokens: str) -> list[str]:
    """Return those of some tokens that are legal."""
    known = position.legal_tokens()
    return [token for token in tokens if token in known]


def random_links(rules: Any, rng: random.Random, share: float) -> int:
    """Return links on some edges' both sides, and some more."""
    board = rules.board
    edges = sum(3 << 2 * edge for edge in range(len(board.edges)) if rng.random() < share)
    return edges | sum(1 << bit for bit in range(len(board.faces)) if rng.random() < 0.1)


def endless_flower(per_blink: int) -> Any:
    """Return rules on FLOWER under which no chain wins and links never run out."""
    options = {"board": FLOWER, "links": 0, "chain": 222, "per_blink": per_blink}
    return quatrefoil.rules("trifoil", options)
