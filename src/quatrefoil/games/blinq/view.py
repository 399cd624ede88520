"""Blinq's board as data: two-coloured blocks that rise towards the viewer.

     N: red
  ┌─────────┐     A cell is 100 units wide; the place of level L at (x, y) has its centre
W │ a2   b2 │ E   50·L units in from its cell's outer corner, so a block of level 2 stands
  │ a1   b1 │     on the middle of four. A block's symbol is its orientation, seen from
  └─────────┘     above; its walls show only where the board is tilted.
     S: red
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from quatrefoil.core.grids.names import cell_name, letters, parse_cell
from quatrefoil.view.data import (
    Board,
    Change,
    Fact,
    Mark,
    Path,
    Phrase,
    Piece,
    Place,
    Scene,
    Shape,
)

ORIENTATIONS = ("N", "E", "S", "W")
NEUTRAL = "*"

_CELL = 100
_MARGIN = 70
_HALF = 48  # half of a block's width: a little less than half a cell
_ROUND = 7
_BAND = 26  # how broad the coloured sides are
_WALL = 46  # how high a block is, where it is seen from the side

#: The red quarters of a block, as (column, row) with row 0 in the south.
_RED_QUARTERS = {
    "N": {(0, 1), (1, 1)},
    "E": {(1, 0), (1, 1)},
    "S": {(0, 0), (1, 0)},
    "W": {(0, 0), (0, 1)},
    NEUTRAL: {(0, 1), (1, 0)},
}
_RED, _BLACK = 0, 1


class Quarter(NamedTuple):
    """What a quarter shows from above, and how high it lies."""

    colour: int
    level: int


# ---- the six questions ---------------------------------------------------------------------------


def board(rules: Any) -> Board:
    """Return the cloth with its coloured sides, and a place for every block of the pyramid."""
    size = rules.options["size"]
    side = size * _CELL + 2 * _MARGIN
    return Board(
        width=side,
        height=side,
        backdrop=(*_sides(side), *_cells(size, side)),
        places=tuple(_places(size, side)),
        labels=tuple(_labels(size, side)),
        symbols=_symbols(),
        buttons=ORIENTATIONS,
    )


def scene(position: Any) -> Scene:
    """Return the blocks, what each player has left, and at the end the path that won."""
    blocks = _blocks(position)
    pieces = tuple(Piece(symbol, place) for place, symbol in sorted(blocks.items()))
    return Scene(pieces, tuple(_winning_path(position, blocks)), tuple(_supplies(position, blocks)))


def paths(position: Any) -> list[Path]:
    """Return each move as a click on its place and one on its orientation."""
    if position.is_over:
        return []
    return [Path(token, (token[:-1], token[-1])) for token in position.legal_tokens()]


def changes(before: Any, move: int) -> list[Change]:
    """Return that a block appears: nothing ever moves."""
    return [Change("appears", end=before.token(move)[:-1])]


def say(position: Any, move: int) -> Phrase:
    """Return a move in words: where, and to which side its red half lies."""
    token = position.token(move)
    player = f"@player.{position.turn}"
    values = {"player": player, "cell": token[1:-1], "level": int(token[0])}
    on_cloth = "" if token[0] == "1" else ".up"
    return Phrase(f"say.{token[-1]}{on_cloth}", values)


def describe(position: Any) -> list[Phrase]:
    """Return whose turn it is or who won, then the blocks: by level, highest first, and way."""
    alike: dict[tuple[int, str], list[str]] = {}
    for place, symbol in sorted(_blocks(position).items()):
        alike.setdefault((-int(place[0]), symbol), []).append(place[1:])
    return [_headline(position)] + [
        Phrase(f"describe.{symbol}", {"level": -level, "cells": ", ".join(cells)})
        for (level, symbol), cells in sorted(alike.items())
    ]


# ---- the empty board -----------------------------------------------------------------------------


def _sides(side: float) -> Iterator[Shape]:
    """Yield the cloth, and on it a band a side in the colour of its owner, with its sign (BQ-2)."""
    yield Shape("rect", {"class": "cloth", "width": side, "height": side, "rx": 18})
    near, far = _MARGIN - 8, side - _MARGIN + 8
    inner = ((near, near), (far, near), (far, far), (near, far))
    outer = tuple((x + _away(x, side), y + _away(y, side)) for x, y in inner)
    middle, off = side / 2, _MARGIN - 8 - _BAND / 2
    for number, owner in enumerate((_RED, _BLACK, _RED, _BLACK)):
        after = (number + 1) % 4
        outline = (outer[number], outer[after], inner[after], inner[number])
        points = " ".join(f"{x:g},{y:g}" for x, y in outline)
        turned = f"rotate({number * 90} {middle:g} {middle:g})"
        yield Shape("polygon", {"class": f"side p{owner}", "points": points})
        for step in (-1, 0, 1):
            yield _sign(f"p{owner}", ("dot", "bar")[owner], middle + step * 60, off, turned)


def _away(at: float, side: float) -> float:
    """Return the way from an inner corner of the bands to the outer one, along one axis."""
    return -_BAND if at < side / 2 else _BAND


def _cells(size: int, side: float) -> Iterator[Shape]:
    field = size * _CELL
    yield Shape(
        "rect",
        {"class": "field", "x": _MARGIN, "y": _MARGIN, "width": field, "height": field, "rx": 4},
    )
    for step in range(1, size):
        at = _MARGIN + step * _CELL
        near, far = _MARGIN, side - _MARGIN
        yield Shape("line", {"class": "grid", "x1": at, "x2": at, "y1": near, "y2": far})
        yield Shape("line", {"class": "grid", "x1": near, "x2": far, "y1": at, "y2": at})


def _places(size: int, side: float) -> Iterator[Place]:
    """Yield the places of every level, the lowest first (BQ-7)."""
    for level in range(1, size + 1):
        for y in range(size + 1 - level):
            for x in range(size + 1 - level):
                across, down = _centre(level, x, y, side)
                outline = Shape(
                    "rect",
                    {"x": across - 46, "y": down - 46, "width": 92, "height": 92, "rx": _ROUND},
                )
                name = f"{level}{cell_name(x, y)}"
                yield Place(name, across, down, (outline,), level=level - 1)


def _centre(level: int, x: int, y: int, side: float) -> tuple[float, float]:
    lift = _MARGIN + level * _CELL / 2
    return lift + x * _CELL, side - lift - y * _CELL


def _labels(size: int, side: float) -> Iterator[Shape]:
    for step in range(size):
        middle = _MARGIN + step * _CELL + _CELL / 2
        yield _label(letters(step), middle, side - 11)
        yield _label(str(step + 1), 11, side - middle)


def _label(text: str, x: float, y: float) -> Shape:
    return Shape("text", {"class": "label", "x": x, "y": y}, text)


# ---- the blocks ----------------------------------------------------------------------------------


def _symbols() -> dict[str, tuple[Shape, ...]]:
    halves = {name: _two_halves(angle * 90) for angle, name in enumerate(ORIENTATIONS)}
    return {
        name: (*_body_below(name), *top, *_body_above())
        for name, top in {**halves, NEUTRAL: _checkerboard()}.items()
    }


def _two_halves(angle: int) -> tuple[Shape, ...]:
    """Return the red half on the side of the angle, the black one opposite, each with its sign."""
    return (*_half("p0", angle, "dot"), *_half("p1", angle + 180, "bar"))


def _half(owner: str, angle: int, sign: str) -> tuple[Shape, ...]:
    h, r = _HALF, _ROUND
    outline = f"M{-h} 0V{r - h}Q{-h} {-h} {r - h} {-h}H{h - r}Q{h} {-h} {h} {r - h}V0Z"
    turned = f"rotate({angle})"
    return (
        Shape("path", {"class": f"half {owner}", "d": outline, "transform": turned}),
        _sign(owner, sign, 0, -_HALF / 2, turned),
    )


def _checkerboard() -> tuple[Shape, ...]:
    """Return the neutral block: red north-west and south-east (BQ-5)."""
    h, r = _HALF, _ROUND
    outline = f"M0 0V{-h}H{r - h}Q{-h} {-h} {-h} {r - h}V0Z"
    shapes = []
    for quarter in range(4):
        owner, sign = (("p0", "dot"), ("p1", "bar"))[quarter % 2]
        turned = f"rotate({quarter * 90})"
        shapes += [
            Shape("path", {"class": f"half {owner}", "d": outline, "transform": turned}),
            _sign(owner, sign, -h / 2, -h / 2, turned),
        ]
    return tuple(shapes)


def _sign(owner: str, sign: str, x: float, y: float, turned: str) -> Shape:
    """Return what tells the colours apart without colour: a dot for red, a bar for black."""
    name = {"class": f"sign {owner}", "transform": turned}
    if sign == "dot":
        return Shape("circle", {**name, "cx": x, "cy": y, "r": 7})
    return Shape("rect", {**name, "x": x - 10, "y": y - 3, "width": 20, "height": 6, "rx": 3})


def _body_below(symbol: str) -> tuple[Shape, ...]:
    """Return the shadow and the two walls that a viewer from the south or the north may see."""
    h = _HALF
    shadows = tuple(
        Shape(
            "rect",
            {
                "class": "shadow",
                "x": -h - spread,
                "y": -h - spread + 5,
                "width": 2 * (h + spread),
                "height": 2 * (h + spread),
                "rx": _ROUND + spread,
            },
        )
        for spread in (7, 4, 1)
    )
    return (*shadows, *_wall(symbol, "south", row=0), *_wall(symbol, "north", row=1))


def _wall(symbol: str, facing: str, row: int) -> tuple[Shape, ...]:
    """Return the side of a block below its lower edge, or above its upper one."""
    top = _HALF - _ROUND if facing == "south" else -_HALF - _WALL
    reds = _RED_QUARTERS[symbol]
    return tuple(
        Shape(
            "rect",
            {
                "class": f"wall {facing} p{_RED if (column, row) in reds else _BLACK}",
                "x": (column - 1) * _HALF,
                "y": top,
                "width": _HALF,
                "height": _WALL + _ROUND,
            },
        )
        for column in (0, 1)
    )


def _body_above() -> tuple[Shape, ...]:
    """Return what light does: a bright edge above and left, a dark one below and right."""
    h = _HALF - 1.5
    return (
        Shape(
            "rect",
            {"class": "sheen", "x": -h, "y": -h, "width": 2 * h, "height": 2 * h, "rx": _ROUND - 1},
        ),
        Shape(
            "path", {"class": "light", "d": f"M{-h} {h - 6}V{6 - h}Q{-h} {-h} {6 - h} {-h}H{h - 6}"}
        ),
        Shape("path", {"class": "dark", "d": f"M{6 - h} {h}H{h - 6}Q{h} {h} {h} {h - 6}V{6 - h}"}),
    )


# ---- what is on it -------------------------------------------------------------------------------


def _blocks(position: Any) -> dict[str, str]:
    """Return the symbol of each block by its place."""
    return {text[:-1]: text[-1] for text in position.to_json()["blocks"]}


def _supplies(position: Any, blocks: dict[str, str]) -> Iterator[Fact]:
    """Yield how many blocks each player has left (BQ-9)."""
    size = position.rules.options["size"]
    neutral = NEUTRAL in blocks.values()
    total = sum(n * n for n in range(1, size + 1)) - neutral
    placed = len(blocks) - neutral
    yield Fact(Phrase("fact.left", {"count": (total + 1) // 2 - (placed + 1) // 2}), _RED)
    yield Fact(Phrase("fact.left", {"count": total // 2 - placed // 2}), _BLACK)


def _headline(position: Any) -> Phrase:
    outcome = position.outcome()
    if outcome is None:
        return Phrase("describe.turn", {"player": f"@player.{position.turn}"})
    if len(outcome.winners) > 1:
        return Phrase("describe.draw")
    return Phrase("describe.won", {"player": f"@player.{outcome.winners[0]}"})


def _winning_path(position: Any, blocks: dict[str, str]) -> Iterator[Mark]:
    """Yield the shortest path of quarters that connects the winner's sides (BQ-10)."""
    outcome = position.outcome()
    if outcome is None or len(outcome.winners) > 1:
        return
    winner = outcome.winners[0]
    size = position.rules.options["size"]
    seen = _seen_from_above(blocks)
    steps = _connection(seen, winner, 2 * size)
    drawn = tuple(
        _segment(one, other, max(seen[one].level, seen[other].level), size, name)
        for name in ("casing", "thread")
        for one, other in pairwise(steps)
    )
    player = f"@player.{winner}"
    yield Mark(
        "winning", player=winner, shapes=drawn, words=Phrase("mark.path", {"player": player})
    )


def _segment(
    one: tuple[int, int], other: tuple[int, int], level: int, size: int, name: str
) -> Shape:
    """Return the line between the centres of two quarters, as high as the higher one."""
    side = size * _CELL + 2 * _MARGIN
    (x1, y1), (x2, y2) = (
        (_MARGIN + (x + 0.5) * _CELL / 2, side - _MARGIN - (y + 0.5) * _CELL / 2)
        for x, y in (one, other)
    )
    return Shape(
        "line", {"class": name, "x1": x1, "y1": y1, "x2": x2, "y2": y2, "data-level": level}
    )


def _seen_from_above(blocks: dict[str, str]) -> dict[tuple[int, int], Quarter]:
    """Return what each covered quarter shows (BQ-4): higher blocks hide lower ones."""
    seen: dict[tuple[int, int], Quarter] = {}
    for place in sorted(blocks):
        level, cell = int(place[0]), parse_cell(place[1:])
        assert cell is not None
        for column in (0, 1):
            for row in (0, 1):
                quarter = (2 * cell[0] + level - 1 + column, 2 * cell[1] + level - 1 + row)
                red = (column, row) in _RED_QUARTERS[blocks[place]]
                seen[quarter] = Quarter(_RED if red else _BLACK, level)
    return seen


def _connection(
    seen: dict[tuple[int, int], Quarter], player: int, width: int
) -> list[tuple[int, int]]:
    """Return a shortest path between the player's sides (none: no quarters), breadth first."""
    along = 1 if player == _RED else 0
    came_from: dict[tuple[int, int], tuple[int, int] | None] = {
        quarter: None
        for quarter, shown in sorted(seen.items())
        if quarter[along] == 0 and shown.colour == player
    }
    waiting = deque(came_from)
    while waiting:
        quarter = waiting.popleft()
        if quarter[along] == width - 1:
            return _trace(came_from, quarter)
        x, y = quarter
        for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if beside in seen and seen[beside].colour == player and beside not in came_from:
                came_from[beside] = quarter
                waiting.append(beside)
    return []


def _trace(
    came_from: dict[tuple[int, int], tuple[int, int] | None], end: tuple[int, int]
) -> list[tuple[int, int]]:
    steps = [end]
    while (before := came_from[steps[-1]]) is not None:
        steps.append(before)
    return steps
