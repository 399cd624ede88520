"""The explorer of a position as plain data: one form for the page, the API and the command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.search.proof.turns import canonical
from quatrefoil.study.books import Book, levels_of
from quatrefoil.study.openings import Entry, Found
from quatrefoil.study.tablebase import Tablebase, TurnValue

#: Entries and turns that are shown at most: a table of hundreds says nothing to anybody.
MOST_ENTRIES = 60
MOST_TURNS = 400

#: What a tablebase calls turns, by where they end.
Names = Mapping[int, tuple[str, ...]]


def names_of(line: Line, solved: Tablebase | None) -> Names:
    """Return what a tablebase calls its turns."""
    turns = solved.turns if solved else ()
    return {_end(line.position, turn.tokens): turn.tokens for turn in turns}


def agreed(line: Line, found: Found, names: Names) -> Found:
    """Return entries under the names of the tablebase.

    A turn has several orders and mirrored forms. Whoever sees both lists finds it in both.
    """
    if not names:
        return found
    entries = (
        replace(entry, tokens=names.get(_end(line.position, entry.tokens), entry.tokens))
        for entry in found.entries
    )
    return replace(found, entries=tuple(entries))


def _end(position: Position, tokens: Iterable[str]) -> int:
    """Return where a turn ends, whichever way the board lies."""
    after = position.copy()
    for token in tokens:
        after.play(token)
    return canonical(after)[0]


def describe(
    line: Line, book: Book | None, found: Found, solved: Tablebase | None
) -> dict[str, Any]:
    """Return everything that is known about a position."""
    position = line.position
    return {
        "turn": position.turn,
        "over": position.is_over,
        "book": None if book is None else {"rules": book.rules, **describe_found(line, found)},
        "made": None if book is None else dict(book.made),
        "levels": levels_of(position.rules),
        "tablebase": None if solved is None else describe_tablebase(solved),
    }


def describe_found(line: Line, found: Found) -> dict[str, Any]:
    """Return what a book or the matches of a server have for a position."""
    odds = _odds(line)
    return {
        "games": found.games,
        "under_way": found.under_way,
        "entries": [_entry(entry, odds) for entry in found.entries[:MOST_ENTRIES]],
        "more": max(0, len(found.entries) - MOST_ENTRIES),
    }


def describe_tablebase(solved: Tablebase) -> dict[str, Any]:
    """Return what every turn is worth."""
    return {
        "player": solved.player,
        "low": solved.low,
        "high": solved.high,
        "counts": solved.counts,
        "turns": [_turn(turn) for turn in solved.turns[:MOST_TURNS]],
        "more": max(0, len(solved.turns) - MOST_TURNS),
    }


def _entry(entry: Entry, odds: Mapping[str, float]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "tokens": list(entry.tokens),
        "games": entry.games,
        "chosen": entry.chosen,
        "shared": entry.shared,
        "points": [round(points, 3) for points in entry.points],
    }
    if entry.tokens[0] in odds:
        data["odds"] = odds[entry.tokens[0]]
    return data


def _turn(turn: TurnValue) -> dict[str, Any]:
    return {"tokens": list(turn.tokens), "low": turn.low, "high": turn.high}


def _odds(line: Line) -> dict[str, float]:
    """Return the exact odds of what may be rolled: how often it was is no better than that."""
    position = line.position
    if position.turn != CHANCE:
        return {}
    return {position.token(move): float(odds) for move, odds in position.chance_outcomes()}
