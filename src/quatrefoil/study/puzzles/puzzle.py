"""A puzzle, a collection of them, and their JSON: one list a game, as small as can be read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from quatrefoil.core.errors import FormatError, shortened
from quatrefoil.core.game import Game
from quatrefoil.core.position import Position
from quatrefoil.core.registry import game as game_named
from quatrefoil.core.registry import position_from_json
from quatrefoil.search.proof.turns import canonical
from quatrefoil.study.puzzles.claim import GAIN, GOALS, ODDS

#: The resource of a game that has its puzzles.
RESOURCE = "puzzles.json"
#: Grades are the levels, and one above the highest: no level solves these reliably.
GRADES = range(1, 10)
_VERSION = 1
_ID_DIGITS = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 7


@dataclass(frozen=True)
class Puzzle:
    """A position with one turn that does it. `claim.py` says what the fields claim."""

    game: str
    options: Mapping[str, Any]
    #: The position as JSON, without game and options.
    fields: Mapping[str, Any]
    goal: str
    turns: int
    settled: bool
    solution: tuple[str, ...]
    key: tuple[str, ...]
    grade: int = 0
    themes: tuple[str, ...] = ()
    #: What the solution is worth, where that is not simply a win or a draw.
    value: float = 1.0

    @cached_property
    def id(self) -> str:
        """A short name: the same for a position and its images."""
        return id_of(self.start())

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"{self.game} puzzle {self.id}"

    def start(self) -> Position:
        """Return the position to begin with."""
        position: Position = position_from_json(self.position_json())
        return position

    def position_json(self) -> dict[str, Any]:
        """Return the position as JSON that anybody can read."""
        return {"game": self.game, "options": dict(self.options), **self.fields}

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle as plain data; `puzzle_from_json` reads it."""
        data: dict[str, Any] = {"position": dict(self.fields), "solution": " ".join(self.solution)}
        if self.options:
            data["options"] = dict(self.options)
        if self.key != self.solution:
            data["key"] = " ".join(self.key)
        data |= {"goal": self.goal, "turns": self.turns, "grade": self.grade}
        if self.settled:
            data["settled"] = True
        if self.goal in (GAIN, ODDS):
            data["value"] = self.value
        data["themes"] = list(self.themes)
        return data


def id_of(position: Position) -> str:
    """Return the id of the puzzle that a position and its images would be."""
    key, _ = canonical(position)
    digits = ""
    for _ in range(_ID_LENGTH):
        key, digit = divmod(key, len(_ID_DIGITS))
        digits += _ID_DIGITS[digit]
    return digits


def puzzle_from_json(game: str, data: Any) -> Puzzle:
    """Return the puzzle that `to_json` wrote, or raise a FormatError."""
    try:
        puzzle = Puzzle(
            game=game,
            options=dict(data.get("options", {})),
            fields=dict(data["position"]),
            goal=data["goal"],
            turns=int(data["turns"]),
            settled=bool(data.get("settled", False)),
            solution=tuple(data["solution"].split()),
            key=tuple(data.get("key", data["solution"]).split()),
            grade=int(data["grade"]),
            themes=tuple(map(str, data["themes"])),
            value=float(data.get("value", 1.0)),
        )
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as problem:
        raise FormatError(f"this is no puzzle: {shortened(repr(problem))}") from None
    if puzzle.goal not in GOALS or puzzle.turns < 1 or not puzzle.solution:
        raise FormatError(f"a puzzle has a goal of {', '.join(GOALS)}, turns and a solution")
    return puzzle


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Return a collection as text, one puzzle a line, so that changes can be read."""
    lines = [
        json.dumps(puzzle.to_json(), ensure_ascii=False, separators=(",", ":"))
        for puzzle in puzzles
    ]
    head = f'{{"version":{_VERSION},"puzzles":[\n'
    return head + ",\n".join(lines) + "\n]}\n"


def read_puzzles(game: str, text: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a collection, or raise a FormatError."""
    try:
        data = json.loads(text)
        found = data["puzzles"]
        version = data["version"]
    except (KeyError, TypeError, ValueError):
        raise FormatError(f"this is no collection of puzzles of {game}") from None
    if version != _VERSION:
        raise FormatError(f"puzzles of version {shortened(version)}; known is {_VERSION}")
    return tuple(puzzle_from_json(game, each) for each in found)


@lru_cache(maxsize=16)
def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with a game: none where it has none."""
    game: Game = game_named(name)
    if not game.has(RESOURCE):
        return ()
    return read_puzzles(name, game.resource(RESOURCE).read_text(encoding="utf-8"))


@lru_cache(maxsize=16)
def puzzles_by_id(name: str) -> Mapping[str, Puzzle]:
    """Return the puzzles that come with a game by their ids."""
    return {puzzle.id: puzzle for puzzle in puzzles_of(name)}
