"""Books of openings as files: one for a game, with books of its rules by levels that played them.

    {"format": "quatrefoil-openings", "version": 1, "game": "blinq", "rules_version": 1, "books": [
      {"rules": "blinq", "made": {"by": "self-play", "level": 6, "games": 200, "seed": 0, …},
       "positions": {"1f03…": [["2b2E", 57, 48, 0, 40, 17], …]}}]}

Positions stand under their canonical keys in hex. An entry has its tokens, how many games went on
with them, in how many a player of the level chose them, how many nobody won alone, and what each
player got in all; the players are those of the canonical orientation.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from quatrefoil.core.errors import FormatError, shortened
from quatrefoil.core.fields import read_json
from quatrefoil.core.game import Game, Rules
from quatrefoil.core.registry import game as game_of
from quatrefoil.study.openings import Counts, Entry

FORMAT, VERSION = "quatrefoil-openings", 1
RESOURCE = "openings.json"

#: A position is kept if this many games came to it: a single game is no statistics.
LEAST_GAMES = 2
#: The entries of one position that are kept, those with most games first.
MOST_ENTRIES = 40


@dataclass(frozen=True)
class Book(Mapping[int, Sequence[Entry]]):
    """The openings of some rules: entries by canonical key, made when they are asked for."""

    rules: str
    #: How it was made: by which level, in how many games, from which seed.
    made: Mapping[str, Any]
    _positions: Mapping[str, Sequence[Sequence[Any]]]

    @property
    def level(self) -> int:
        """The level that played."""
        return int(self.made.get("level", 0))

    @property
    def name(self) -> tuple[str, int]:
        """What tells books of a game apart."""
        return self.rules, self.level

    def __getitem__(self, key: int) -> Sequence[Entry]:
        return [_entry(row) for row in self._positions[_hex(key)]]

    def __iter__(self) -> Iterator[int]:
        return (int(key, 16) for key in self._positions)

    def __len__(self) -> int:
        return len(self._positions)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, int) and _hex(key) in self._positions

    @classmethod
    def of(cls, rules: Rules, counts: Counts, made: Mapping[str, Any]) -> Book:
        """Keep what was counted, as far as it says something."""
        positions = {}
        for key, found in sorted(counts.positions.items()):
            entries = sorted(found.values(), key=lambda each: (-each.games, each.tokens))
            if sum(entry.games for entry in entries) >= LEAST_GAMES:
                positions[_hex(key)] = [_row(entry) for entry in entries[:MOST_ENTRIES]]
        return cls(str(rules), dict(made), positions)

    def to_json(self) -> dict[str, Any]:
        """Return the book as plain data."""
        return {"rules": self.rules, "made": dict(self.made), "positions": dict(self._positions)}

    @classmethod
    def from_json(cls, data: Any) -> Book:
        """Read what `to_json` wrote."""
        try:
            return cls(str(data["rules"]), dict(data["made"]), dict(data["positions"]))
        except (KeyError, TypeError, ValueError):
            raise FormatError(f"this is no book of openings: {shortened(data)}") from None


def write_books(game: Game, books: Iterable[Book], path: Path) -> None:
    """Write the file of a game; a line for each position, so that changes can be read."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "rules_version": game.rules_version,
    }
    text = _compact(head)[:-1] + ',"books":[\n'
    text += ",\n".join(_written(book) for book in books) + "\n]}\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def read_books(game: Game, text: str) -> dict[tuple[str, int], Book]:
    """Read a file of a game: its books by their rules and levels."""
    data = read_json(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FormatError("this is no file of openings")
    wanted = (VERSION, game.name, game.rules_version)
    named = (data.get("version"), data.get("game"), data.get("rules_version"))
    if named != wanted:
        raise FormatError(f"these openings are of {named}, not of {wanted}")
    books = map(Book.from_json, data.get("books", ()))
    return {book.name: book for book in books}


def books_of(game: Game) -> Mapping[tuple[str, int], Book]:
    """Return the books that come with a game, by rules and level; none where it has no file."""
    return _books(game.name) if game.has(RESOURCE) else {}


@lru_cache(maxsize=8)
def _books(name: str) -> Mapping[tuple[str, int], Book]:
    found = game_of(name)
    return read_books(found, found.resource(RESOURCE).read_text(encoding="utf-8"))


def book_of(rules: Rules, level: int = 0) -> Book | None:
    """Return the book of these rules by a level; where there is none, that with most games."""
    found = [book for (text, _), book in books_of(rules.game).items() if text == str(rules)]
    return max(
        found,
        key=lambda book: (book.level == level, book.made.get("games", 0), book.level),
        default=None,
    )


def levels_of(rules: Rules) -> list[int]:
    """Return the levels that there are books of these rules by."""
    return sorted(level for text, level in books_of(rules.game) if text == str(rules))


def _written(book: Book) -> str:
    data = book.to_json()
    lines = [f"{_compact(key)}:{_compact(rows)}" for key, rows in data.pop("positions").items()]
    return _compact(data)[:-1] + ',"positions":{\n' + ",\n".join(lines) + "\n}}"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _hex(key: int) -> str:
    return f"{key:016x}"


def _row(entry: Entry) -> list[Any]:
    points = [int(each) if each == int(each) else round(each, 3) for each in entry.points]
    return [" ".join(entry.tokens), entry.games, entry.chosen, entry.shared, *points]


def _entry(row: Sequence[Any]) -> Entry:
    try:
        tokens, games, chosen, shared, *points = row
        return Entry(tuple(tokens.split()), games, chosen, shared, tuple(map(float, points)))
    except (AttributeError, TypeError, ValueError):
        raise FormatError(f"this is no entry of a book: {shortened(row)}") from None
