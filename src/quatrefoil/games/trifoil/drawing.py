r"""The board as text.

A Blink takes five lines; the lowest is the top of the Blink below. Its links stand at its faces:
R and B, a dot where a link can be placed, nothing on an empty face that looks outwards.

       _______
      /       \
     /   a1  R \_______
     \       · /   ·   \
      \___B___/ R b1    \
      /   ·   \ ·     · /
     /   a2  · \___·___/

Next to each other, Blinks share their sides: columns are 9 apart, half Blinks 2 lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quatrefoil.games.trifoil.geometry import Board
from quatrefoil.games.trifoil.position import TrifoilPosition

if TYPE_CHECKING:
    from quatrefoil.games.trifoil.rules import TrifoilRules

_COLUMN, _HALF = 9, 2
#: Ten columns; a board with more is drawn in parts, one below the other.
_PART = 10 * _COLUMN

_OUTLINE = (
    "  _______  ",
    " /       \\ ",
    "/         \\",
    "\\         /",
    " \\_______/ ",
)
#: Line and place of each face's link, clockwise from N; and of the Blink's name.
_FACES = ((1, 5), (2, 8), (3, 8), (4, 5), (3, 2), (2, 2))
_NAME = (2, 4)


def draw(position: TrifoilPosition) -> str:
    """Return the board, whose turn it is, and what there is to know of both players."""
    rules: TrifoilRules = position.rules
    lines = [*_board(position, rules.board), "", _headline(position), *_players(position)]
    return "\n".join(line.rstrip() for line in [*lines, *_shapes(position)])


def _board(position: TrifoilPosition, board: Board) -> list[str]:
    """Draw the board, cut into parts where it is too wide."""
    left, top = board.places[0][0], min(y for _, y in board.places)
    columns, rows = board.places[-1][0] - left, max(y for _, y in board.places) - top
    width, height = _COLUMN * columns + 11, _HALF * rows + 5
    canvas = [[" "] * width for _ in range(height)]
    for blink, (column, y) in enumerate(board.places):
        _draw_blink(canvas, position, blink, _HALF * (y - top), _COLUMN * (column - left))
    lines = ["".join(row) for row in canvas]
    parts = [[line[at : at + _PART + 2] for line in lines] for at in range(0, width - 2, _PART)]
    return [line for part in parts for line in part]


def _draw_blink(
    canvas: list[list[str]], position: TrifoilPosition, blink: int, top: int, left: int
) -> None:
    for line, outline in enumerate(_OUTLINE):
        for at, char in enumerate(outline):
            if canvas[top + line][left + at] == " ":  # else a neighbour has drawn it
                canvas[top + line][left + at] = char
    board: Board = position.rules.board
    line, at = _NAME
    name = board.names[blink]
    canvas[top + line][left + at : left + at + len(name)] = name
    for face, (line, at) in enumerate(_FACES):
        link = _link(position, board.bit[blink, face], board.inner)
        if link:
            canvas[top + line][left + at] = link


def _link(position: TrifoilPosition, bit: int, inner: int) -> str:
    for player, name in enumerate(position.rules.player_names):
        if position.links_of(player) >> bit & 1:
            return str(name[0])
    return "·" if bit < inner else ""


def _headline(position: TrifoilPosition) -> str:
    names = position.rules.player_names
    outcome = position.outcome()
    if outcome:
        winners = outcome.winners
        result = "A draw" if len(winners) > 1 else f"{names[winners[0]]} wins"
        return f"{result}: {outcome.reason}."
    left = position.actions_left
    actions = "1 action" if left == 1 else f"{left} actions"
    return f"{names[position.turn]} to move: {actions}{' left, or end' if position.acted else ''}."


def _players(position: TrifoilPosition) -> list[str]:
    """Tell the links and the longest chain of each player, and what is needed."""
    supply, chain = position.rules.options["links"], position.rules.options["chain"]
    lines = []
    for player, name in enumerate(position.rules.player_names):
        count = position.links_of(player).bit_count()
        links = f"{count} of {supply} links" if supply else f"{count} links"
        longest = position.longest_chain_of(player)
        lines.append(f"{name:<4}  {links}, longest chain {longest} of {chain}")
    return lines


def _shapes(position: TrifoilPosition) -> list[str]:
    """Tell the links of both players on each shape that spins (TF-8: the minority rule)."""
    board: Board = position.rules.board
    lines = []
    for shape in board.shapes:
        mask = board.mask(shape.blinks)
        counts = [
            f"{name} {(position.links_of(player) & mask).bit_count()}"
            for player, name in enumerate(position.rules.player_names)
        ]
        blinks = " ".join(board.names[blink] for blink in shape.blinks)
        lines.append(f"{shape.name}: {blinks} ({', '.join(counts)})")
    return lines
