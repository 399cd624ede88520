"""Blinq's board as data: two-coloured blocks that rise towards the viewer.

A block is laid by a click on its place and one on its orientation. How it all looks is in art.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from quatrefoil.games.blinq import art
from quatrefoil.games.blinq.notation import KINDS
from quatrefoil.games.blinq.tables import NEUTRAL
from quatrefoil.view.data import Board, Change, Fact, Mark, Path, Phrase, Piece, Scene

#: What can be clicked after a place: the sides of a red half.
ORIENTATIONS = tuple(KINDS[:NEUTRAL])


# ---- the seven questions ------------------------------------------------------------------------


def board(rules: Any) -> Board:
    """Return the cloth with its coloured sides, and a place for every block of the pyramid."""
    return Board(
        width=art.side_of(rules),
        height=art.side_of(rules),
        backdrop=tuple(art.backdrop(rules)),
        places=tuple(art.places(rules)),
        labels=tuple(art.labels(rules)),
        symbols=art.symbols(),
        buttons=ORIENTATIONS,
    )


def scene(position: Any) -> Scene:
    """Return the blocks, what each player has left, and at the end the path that won."""
    pieces = tuple([_piece(*block) for block in sorted(_blocks(position).items())])
    return Scene(pieces, tuple(_winning_path(position)), tuple(_supplies(position)))


def paths(position: Any) -> list[Path]:
    """Return each move as a click on its place and one on its orientation."""
    known = _paths(position.rules)
    return [known[move] for move in position.legal_moves()]


def changes(before: Any, move: int) -> list[Change]:
    """Return that a block appears: nothing ever moves."""
    return [_appears(before.token(move)[:-1])]


def say(position: Any, move: int) -> Phrase:
    """Return a move in words: where, and to which side its red half lies."""
    return _said(position.turn, position.token(move))


def describe(position: Any) -> list[Phrase]:
    """Return whose turn it is or who won, then the blocks: by level, highest first, and way."""
    alike: dict[tuple[int, str], list[str]] = {}
    for place, symbol in sorted(_blocks(position).items()):
        alike.setdefault((-int(place[0]), symbol), []).append(place[1:])
    return [_headline(position)] + [
        Phrase(f"describe.{symbol}", {"level": -level, "cells": ", ".join(cells)})
        for (level, symbol), cells in sorted(alike.items())
    ]


def explain(position: Any, place: str) -> list[Phrase]:
    """Return why no block can be laid on a place."""
    if position.is_over or place not in position.rules.place_names:
        return []
    if any(token[:-1] == place for token in position.legal_tokens()):
        return []
    values: dict[str, str | int | float] = {"cell": place[1:], "level": int(place[0])}
    taken = place in _blocks(position)
    return [Phrase("explain.taken" if taken else "explain.unsupported", values)]


# ---- what is on it -------------------------------------------------------------------------------


def _blocks(position: Any) -> dict[str, str]:
    """Return the symbol of each block by its place."""
    names = position.rules.place_names
    return {names[place]: KINDS[kind] for place, kind in position.blocks_by_place().items()}


@lru_cache(maxsize=4096)
def _piece(place: str, symbol: str) -> Piece:
    return Piece(symbol, place)


@lru_cache(maxsize=64)
def _paths(rules: Any) -> list[Path]:
    """Return the path of every move, by its number: they are the same in every position."""
    tokens = [name + kind for name in rules.place_names for kind in ORIENTATIONS]
    return [Path(token, (token[:-1], token[-1])) for token in tokens]


@lru_cache(maxsize=1024)
def _appears(place: str) -> Change:
    return Change("appears", end=place)


@lru_cache(maxsize=4096)
def _said(turn: int, token: str) -> Phrase:
    values: dict[str, str | int | float] = {
        "player": f"@player.{turn}",
        "cell": token[1:-1],
        "level": int(token[0]),
    }
    on_cloth = "" if token[0] == "1" else ".up"
    return Phrase(f"say.{token[-1]}{on_cloth}", values)


def _supplies(position: Any) -> Iterator[Fact]:
    """Yield how many blocks each player has left (BQ-9)."""
    for player in range(position.rules.players):
        yield _left(position.supply(player), player)


@lru_cache(maxsize=1024)
def _left(count: int, player: int) -> Fact:
    return Fact(Phrase("fact.left", {"count": count}), player)


def _headline(position: Any) -> Phrase:
    outcome = position.outcome()
    if outcome is None:
        return Phrase("describe.turn", {"player": f"@player.{position.turn}"})
    if len(outcome.winners) > 1:
        return Phrase("describe.draw")
    return Phrase("describe.won", {"player": f"@player.{outcome.winners[0]}"})


def _winning_path(position: Any) -> Iterator[Mark]:
    """Yield the path of quarters that connects the winner's sides (BQ-10)."""
    quarters = position.winning_path()
    if not quarters:
        return
    (winner,) = position.outcome().winners
    levels = [position.level_at(x, y) for x, y in quarters]
    drawn = tuple(art.path(position.rules, quarters, levels))
    words = Phrase("mark.path", {"player": f"@player.{winner}"})
    yield Mark("winning", player=winner, shapes=drawn, words=words)
