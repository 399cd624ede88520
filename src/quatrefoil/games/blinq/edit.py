"""Blinq's positions as they are put together: blocks on a pyramid, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quatrefoil.core.errors import FormatError
from quatrefoil.games.blinq.notation import KINDS, TURNS, faults_of, parse_block, twice
from quatrefoil.games.blinq.tables import BLACK, NEUTRAL, RED
from quatrefoil.view.editing import Brush, Control, Draft, Rough, Tools


def tools(rules: Any) -> Tools:
    """Return the four ways of a block, the neutral one, and what each place rests on."""
    names, numbers = rules.place_names, rules.place_numbers
    return Tools(
        brushes=tuple(Brush(kind, kind) for kind in KINDS),
        places=names,
        controls=(Control("turn", "player", choices=TURNS),),
        rests={
            place.name: tuple(names[numbers[under]] for under in place.supports())
            for place in rules.places
            if place.level > 1
        },
    )


def read(rules: Any, rough: Rough) -> Draft:
    """Return the blocks that have a place."""
    blocks: dict[str, str] = {}
    for text in rough.entries("blocks", list):
        number, kind = rough.attempt("blocks", _parse, rules, text, otherwise=(-1, 0))
        if number < 0:
            continue
        place = rules.place_names[number]
        if place in blocks:
            rough.note(twice(text))
        else:
            blocks[place] = KINDS[kind]
    turn = rough.attempt("turn", rough.fields.choice, "turn", TURNS, otherwise=TURNS[RED])
    return Draft(blocks, {"turn": turn})


def _parse(rules: Any, text: Any) -> tuple[int, int]:
    if not isinstance(text, str):
        raise FormatError("a block is a string like '1c3N'")
    return parse_block(rules, text)


def write(rules: Any, draft: Draft) -> dict[str, Any]:
    """Return the blocks in the order of their names, as a position does."""
    blocks = sorted(place + kind for place, kind in draft.pieces.items())
    return {"blocks": blocks, "turn": draft.values["turn"]}


def faults(rules: Any, draft: Draft) -> Iterator[FormatError]:
    """Return why the blocks cannot lie where they do."""
    return faults_of(rules, _blocks(rules, draft))


def doubts(rules: Any, draft: Draft) -> Iterator[FormatError]:
    """Yield that it would be the other's turn: players take turns, and Red begins (BQ-6)."""
    placed = sum(kind != KINDS[NEUTRAL] for kind in draft.pieces.values())
    wanted = BLACK if placed % 2 else RED
    if draft.values["turn"] != TURNS[wanted]:
        name = rules.player_names[wanted]
        message = f"with {placed} blocks laid in turn it is {name}'s turn"
        yield FormatError(message, "odd-turn", count=placed, player=f"@player.{wanted}")


def _blocks(rules: Any, draft: Draft) -> dict[int, int]:
    """Return the kinds of the blocks by the numbers of their places, lowest first."""
    number = {name: index for index, name in enumerate(rules.place_names)}
    found = {number[place]: KINDS.index(kind) for place, kind in draft.pieces.items()}
    return dict(sorted(found.items()))
