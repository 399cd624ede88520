"""A strategy that reaches a goal against everything: what to do in every position that can arise.

Positions that are images of one another have one entry, by their canonical key. Where a player
can win within the turn there is none: a strategy always does that.
"""

from __future__ import annotations

import json
import lzma
import re
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from quatrefoil.core.errors import FormatError
from quatrefoil.core.game import Rules
from quatrefoil.core.position import Position
from quatrefoil.search.proof.turns import canonical

#: The bits of a key that are kept: enough to tell millions of positions apart.
KEY_BITS = 48
_DROPPED = 64 - KEY_BITS
_FORMAT = "quatrefoil strategy 1"
#: How files say `draw_suffices`.
_DRAW_KEY = "draws_do"


@dataclass(frozen=True)
class Strategy:
    """What one player does to win or, with `draw_suffices`, not to lose."""

    player: int
    draw_suffices: bool
    #: Shortened canonical keys in order, and the number of the move for each (`numbered_moves`).
    keys: array[int]
    choices: array[int]

    @classmethod
    def of(cls, player: int, draw_suffices: bool, chosen: Mapping[int, int]) -> Strategy:
        """Make a strategy of choices by canonical key."""
        keys = sorted(chosen)
        short = array("Q", [key >> _DROPPED for key in keys])
        if len(set(short)) < len(keys):
            raise FormatError(f"two positions share {KEY_BITS} bits of their keys: keep more")
        return cls(player, draw_suffices, short, array("H", [chosen[key] for key in keys]))

    def joined(self, other: Strategy) -> Strategy:
        """Return what both know; where both do, this one decides."""
        merged = dict(zip(other.keys, other.choices, strict=True))
        merged.update(zip(self.keys, self.choices, strict=True))
        keys = array("Q", sorted(merged))
        choices = array("H", [merged[key] for key in keys])
        return Strategy(self.player, self.draw_suffices, keys, choices)

    def __len__(self) -> int:
        return len(self.keys)

    def move(self, position: Position) -> int | None:
        """Return the move for a position in which this player is on turn, if it is known."""
        key, symmetry = canonical(position)
        short = key >> _DROPPED
        index = bisect_left(self.keys, short)
        if index == len(self.keys) or self.keys[index] != short:
            return None
        moves = numbered_moves(position, symmetry)
        choice = self.choices[index]
        return moves[choice] if choice < len(moves) else None


def numbered_moves(position: Position, symmetry: int) -> list[int]:
    """Return the legal moves in the order that the image under a symmetry gives them."""
    if not 0 <= symmetry < len(position.rules.symmetries):
        raise ValueError(f"{position.rules} has no symmetry {symmetry!r}")
    return sorted(position.legal_moves(), key=lambda move: position.map_move(move, symmetry))


# ---- files ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Solution:
    """What is proven about rules: facts for people, and the strategies that show it."""

    rules: Rules
    facts: Mapping[str, Any]
    strategies: tuple[Strategy, ...]

    def joined(self, other: Solution) -> Solution:
        """Return what both prove; where both do, this one decides. The facts are this one's."""
        found = {(each.player, each.draw_suffices): each for each in other.strategies}
        for each in self.strategies:
            question = (each.player, each.draw_suffices)
            found[question] = each.joined(found[question]) if question in found else each
        claims = list(self.facts["claims"])
        claims += [claim for claim in other.facts["claims"] if claim not in claims]
        strategies = tuple(found[question] for question in sorted(found))
        return Solution(self.rules, {**self.facts, "claims": claims}, strategies)

    def move(self, position: Position) -> int | None:
        """Return a move that keeps what is proven for the player on turn."""
        for strategy in self.strategies:
            if strategy.player == position.turn:
                found = strategy.move(position)
                if found is not None:
                    return found
        return None

    def whole(self, player: int, draw_suffices: bool) -> Strategy:
        """Return all that a player knows, to win or, with `draw_suffices`, not to lose."""
        wins, draws = (
            next(
                (each for each in self.strategies if (each.player, each.draw_suffices) == wanted),
                None,
            )
            for wanted in ((player, False), (player, True))
        )
        if draw_suffices and draws:
            return draws.joined(wins) if wins else draws
        if wins is None:
            raise FormatError(f"there is no strategy of player {player + 1}")
        return wins


def write_solution(solution: Solution, path: Path) -> None:
    """Write a solution; `read_solution` reads it."""
    head = {
        "format": _FORMAT,
        "rules": str(solution.rules),
        "rules_version": solution.rules.game.rules_version,
        "facts": dict(solution.facts),
        "strategies": [
            {"player": each.player, _DRAW_KEY: each.draw_suffices, "positions": len(each)}
            for each in solution.strategies
        ],
    }
    body = b"".join(_pack(each) for each in solution.strategies)
    packed = lzma.compress(body, preset=9 | lzma.PRESET_EXTREME)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(json.dumps(head, ensure_ascii=False).encode() + b"\n" + packed)


def read_solution(rules: Rules, data: bytes) -> Solution:
    """Read what `write_solution` wrote, or raise a FormatError."""
    line, newline, packed = data.partition(b"\n")
    try:
        head = json.loads(line)
        if not newline or head["format"] != _FORMAT:
            raise FormatError("this is not a file of a solution")
        if head["rules"] != str(rules) or head["rules_version"] != rules.game.rules_version:
            raise FormatError(f"this is a solution of {head['rules']}, not of {rules}")
        body = lzma.decompress(packed)
        strategies = []
        start = 0
        for each in head["strategies"]:
            strategy, start = _unpack(body, start, each)
            strategies.append(strategy)
    except (ValueError, KeyError, IndexError, TypeError, lzma.LZMAError) as problem:
        raise FormatError(f"the file of the solution is damaged: {problem}") from None
    return Solution(rules, head["facts"], tuple(strategies))


def _pack(strategy: Strategy) -> bytes:
    """Return the choices, then the distances between keys, byte by byte for better packing."""
    width = KEY_BITS // 8
    steps = array("Q", [0] * len(strategy))
    before = 0
    for index, key in enumerate(strategy.keys):
        steps[index] = key - before
        before = key
    planes = [bytes(step >> 8 * plane & 0xFF for step in steps) for plane in range(width)]
    low = bytes(choice & 0xFF for choice in strategy.choices)
    high = bytes(choice >> 8 for choice in strategy.choices)
    return low + high + b"".join(planes)


def _unpack(body: bytes, start: int, head: Mapping[str, Any]) -> tuple[Strategy, int]:
    count, width = head["positions"], KEY_BITS // 8
    planes = [
        body[start + count * plane : start + count * (plane + 1)] for plane in range(width + 2)
    ]
    choices = array("H", [low | high << 8 for low, high in zip(planes[0], planes[1], strict=True)])
    keys = array("Q", [0] * count)
    before = 0
    for index in range(count):
        for plane in range(width):
            before += planes[2 + plane][index] << 8 * plane
        keys[index] = before
    strategy = Strategy(head["player"], head[_DRAW_KEY], keys, choices)
    return strategy, start + count * (width + 2)


# ---- solutions that come with a game ----------------------------------------------------------


#: Characters of a file's name, on most systems: rules of a board that somebody made up have more,
#: and to look for such a file is an error.
LONGEST_NAME = 255


def solution_name(rules: Rules) -> str:
    """Return what the file with the solution of rules is called."""
    name = re.sub(r"[^A-Za-z0-9=.-]+", "_", str(rules)).strip("_")
    return f"{name}.proof"


@lru_cache(maxsize=16)
def solution_of(rules: Rules) -> Solution | None:
    """Return what is proven about rules, if anything is."""
    if not rules.game.has("solved"):
        return None
    name = solution_name(rules)
    if len(name) > LONGEST_NAME:
        return None
    file = rules.game.resource("solved").joinpath(name)
    return read_solution(rules, file.read_bytes()) if file.is_file() else None
