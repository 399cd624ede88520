"""Blinq's tokens (BQ-8), its positions as JSON, and its board as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from quatrefoil.core.errors import FormatError, TokenError, shortened
from quatrefoil.core.fields import Fields
from quatrefoil.core.grids.names import letters
from quatrefoil.games.blinq.position import BlinqPosition
from quatrefoil.games.blinq.tables import BLACK, EMPTY, NEUTRAL, RED

if TYPE_CHECKING:
    from quatrefoil.games.blinq.rules import BlinqRules

#: By kind of block: the side of its red half, and the neutral block.
KINDS = "NESW*"
TURNS = ("red", "black")

_BLOCK = re.compile(r"([1-8])([a-h])([1-8])([NESW*])")


# ---- moves and blocks -------------------------------------------------------------------------


def format_move(position: BlinqPosition, move: int) -> str:
    """Return a token such as `1c3N`: level, column, row, side of the red half."""
    return _format_block(position.rules, move >> 2, move & 3)


def parse_move(position: BlinqPosition, token: str) -> int:
    """Return the move that a token names, or raise a TokenError."""
    try:
        place, kind = parse_block(position.rules, token)
    except FormatError as problem:
        raise TokenError(str(problem)) from None
    if kind == NEUTRAL:
        raise TokenError(f"{shortened(token)} is the neutral block, which nobody places")
    return place * 4 + kind


def _format_block(rules: BlinqRules, place: int, kind: int) -> str:
    return rules.place_names[place] + KINDS[kind]


def parse_block(rules: BlinqRules, text: str) -> tuple[int, int]:
    """Return the number of the place and the kind of a block."""
    match = _BLOCK.fullmatch(text)
    if not match:
        raise FormatError(
            "a block is written as its level, column, row and the side of its red half,"
            f" like 1c3N, not {shortened(text)}",
            "block",
            block=shortened(text),
        )
    level, x, y = int(match[1]), ord(match[2]) - ord("a"), int(match[3]) - 1
    if level > rules.size:
        raise FormatError(
            f"{text} names no place: size {rules.size} has levels 1 to {rules.size}",
            "level",
            block=text,
            most=rules.size,
        )
    number = rules.number_of(level, x, y)
    if number is None:
        width = rules.size - level + 1
        raise FormatError(
            f"{text} names no place: level {level} of size {rules.size}"
            f" has columns a to {letters(width - 1)} and rows 1 to {width}",
            "place",
            block=text,
            level=level,
            last=f"{letters(width - 1)}{width}",
        )
    return number, KINDS.index(match[4])


# ---- JSON -------------------------------------------------------------------------------------


def to_json(position: BlinqPosition) -> dict[str, Any]:
    """Return the blocks in the order of their names, and whose turn it is (or would be)."""
    names = position.rules.place_names
    blocks = [names[place] + KINDS[kind] for place, kind in position.blocks_by_place().items()]
    return {"blocks": sorted(blocks), "turn": TURNS[position.player]}


def from_json(rules: BlinqRules, fields: Fields) -> BlinqPosition:
    """Read what `to_json` wrote, in any order; refuse blocks that cannot lie where they do."""
    blocks: dict[int, int] = {}
    for text in fields.strings("blocks", len(rules.places)):
        place, kind = parse_block(rules, text)
        if place in blocks:
            raise twice(text)
        blocks[place] = kind
    for fault in faults_of(rules, blocks):
        raise fault
    player = TURNS.index(fields.choice("turn", TURNS))
    position = BlinqPosition(rules)
    position.set_up(blocks, player)
    return position


def twice(block: str) -> FormatError:
    """Return the error for a block where another one lies."""
    place = block[:-1]
    message = f"two blocks lie at {place}, where there is room for one"
    return FormatError(message, "block-twice", place=place)


def faults_of(rules: BlinqRules, blocks: Mapping[int, int]) -> Iterator[FormatError]:
    """Yield why blocks (place → kind) cannot lie where they do."""
    yield from _neutral_faults(rules, blocks)
    yield from _support_faults(rules, blocks)


def _neutral_faults(rules: BlinqRules, blocks: Mapping[int, int]) -> Iterator[FormatError]:
    """BQ-5: the neutral block lies where the option says, and nowhere else."""
    if rules.neutral is not None and blocks.get(rules.neutral) != NEUTRAL:
        wanted = _format_block(rules, rules.neutral, NEUTRAL)
        message = f"the neutral block {wanted} is missing from 'blocks'"
        yield FormatError(message, "neutral-missing", place=rules.place_names[rules.neutral])
    for place, kind in blocks.items():
        if kind == NEUTRAL and place != rules.neutral:
            wrong = _format_block(rules, place, NEUTRAL)
            yield FormatError(
                f"{wrong} is one neutral block too many:"
                f" option neutral is {rules.options['neutral']}",
                "neutral-stray",
                place=rules.place_names[place],
            )


def _support_faults(rules: BlinqRules, blocks: Mapping[int, int]) -> Iterator[FormatError]:
    """BQ-7: every block above the first level rests on four."""
    for number, kind in blocks.items():
        for support in rules.places[number].supports():
            under = rules.place_numbers[support]
            if under not in blocks:
                yield FormatError(
                    f"{_format_block(rules, number, kind)} hangs in the air:"
                    f" there is no block at {rules.place_names[under]}",
                    "support",
                    place=rules.place_names[number],
                    under=rules.place_names[under],
                )


# ---- drawing ----------------------------------------------------------------------------------

#: How a quarter looks, by its colour, and where there is no block.
_QUARTERS = {RED: "▒▒", BLACK: "██", None: " ·"}
#: Where a block may be put, and where none lies or may.
_OPEN, _CLOSED = "+", "·"
#: Levels that stand side by side in the first row of maps.
_FIRST_MAPS = 3
_GAP = "   "


def draw(position: BlinqPosition) -> str:
    """Return the view from above, beside it a map of each level, and how things stand."""
    size = position.rules.size
    maps = [_draw_level(position, level) for level in range(1, size + 1)]
    rows = [_beside(maps[:_FIRST_MAPS]), _beside(maps[_FIRST_MAPS:])]
    levels = rows[0] + [""] + rows[1] if rows[1] else rows[0]
    board = _beside([_draw_view(position), levels])
    legend = [
        f"{_QUARTERS[RED]} Red joins north and south, {_QUARTERS[BLACK]} Black west and east.",
        f"N E S W: where the red half of a block is; * neutral; {_OPEN} free for a block.",
    ]
    return "\n".join([*(line.rstrip() for line in board), *legend, _status(position)])


def _draw_view(position: BlinqPosition) -> list[str]:
    """Draw the quarters as they are seen from above, two signs wide."""
    edge = 2 * position.rules.size
    columns = "".join(f" {letters(x)}  " for x in range(position.rules.size))
    lines = [f"   {columns} ", f"  ┌{'──' * edge}┐"]
    for y in reversed(range(edge)):
        label = str(y // 2 + 1) if y % 2 else " "
        quarters = "".join(_QUARTERS[position.quarter(x, y)] for x in range(edge))
        lines.append(f"{label} │{quarters}│")
    return [*lines, f"  └{'──' * edge}┘"]


def _draw_level(position: BlinqPosition, level: int) -> list[str]:
    """Draw the blocks of a level: the sides of their red halves."""
    rules = position.rules
    width = rules.size - level + 1
    free = {move >> 2 for move in position.legal_moves()}

    def sign(x: int, y: int) -> str:
        number = rules.number_of(level, x, y)
        kind = position.block(number)
        if kind != EMPTY:
            return KINDS[kind]
        return _OPEN if number in free else _CLOSED

    rows = [
        f"{y + 1} " + " ".join(sign(x, y) for x in range(width)) for y in reversed(range(width))
    ]
    return [f"level {level}", *rows, "  " + " ".join(letters(x) for x in range(width))]


def _beside(blocks: list[list[str]]) -> list[str]:
    """Put blocks of lines side by side, their first lines level."""
    height = max((len(block) for block in blocks), default=0)
    columns = []
    for block in blocks:
        width = max(len(line) for line in block)
        padded = [*block, *[""] * (height - len(block))]
        columns.append([line.ljust(width) for line in padded])
    return [_GAP.join(lines) for lines in zip(*columns, strict=True)]


def _status(position: BlinqPosition) -> str:
    names = position.rules.player_names
    outcome = position.outcome()
    if outcome is None:
        left = ", ".join(f"{name} {position.supply(p)}" for p, name in enumerate(names))
        return f"{names[position.turn]} to move; blocks left: {left}"
    if len(outcome.winners) > 1:
        return f"A draw: {outcome.reason}"
    return f"{names[outcome.winners[0]]} wins: {outcome.reason}"
