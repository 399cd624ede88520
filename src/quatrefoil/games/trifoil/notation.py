"""Moves and positions of Trifoil as text and JSON; every parser has its formatter beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from quatrefoil.core.errors import FormatError, TokenError, shortened
from quatrefoil.core.fields import Fields
from quatrefoil.games.trifoil.board import Board
from quatrefoil.games.trifoil.position import BLUE, RED, TrifoilPosition
from quatrefoil.games.trifoil.tables import listed

if TYPE_CHECKING:
    from quatrefoil.games.trifoil.rules import TrifoilRules

COLOURS = ("red", "blue")

# ---- tokens -----------------------------------------------------------------------------------

_STEP = re.compile(r"([a-z]+[0-9]+)[->]([a-z]+[0-9]+)")


def format_move(position: TrifoilPosition, move: int) -> str:
    """Return the token of a move: a1-b1 (TF-6), a1>b1 (TF-7), delta+ (TF-8) or end (TF-5)."""
    token: str = position.rules.tokens[move]
    return token


def parse_move(position: TrifoilPosition, token: str) -> int:
    """Return the move that a token names, legal or not, or raise a TokenError."""
    move: int | None = position.rules.moves.get(token)
    if move is None:
        raise TokenError(f"{shortened(token)} is no move: {_problem(position.rules, token)}")
    return move


def _problem(rules: TrifoilRules, token: str) -> str:
    step = _STEP.fullmatch(token)
    if not step:
        spins = ", ".join(spin.token for spin in rules.board.spins[:6])
        return f"a move is like a1-a2, a1>a2, {spins + ' or end' if spins else 'end'}"
    for name in step.groups():
        if name not in rules.board.blink:
            return f"there is no Blink {shortened(name)}"
    return f"{step[1]} does not touch {step[2]}"


# ---- JSON -------------------------------------------------------------------------------------


def to_json(position: TrifoilPosition) -> dict[str, Any]:
    """Return the position as plain data; `turn` of a finished one is who acted, or could not."""
    rules: TrifoilRules = position.rules
    before = (position.previous_of(RED), position.previous_of(BLUE))
    return {
        **_format_links(rules, (position.links_of(RED), position.links_of(BLUE))),
        "previous": _format_links(rules, before) if position.has_previous else None,
        "turn": COLOURS[position.mover],
        "actions_left": position.actions_left,
        "acted": bool(position.acted),
    }


def from_json(rules: TrifoilRules, fields: Fields) -> TrifoilPosition:
    """Read what `to_json` wrote, or raise a FormatError."""
    links = _read_links(rules, fields)
    previous = _read_previous(rules, fields.take("previous", None), links)
    turn = COLOURS.index(fields.choice("turn", COLOURS))
    acted = fields.flag("acted")
    actions_left = _read_actions_left(rules, fields, acted)
    position = TrifoilPosition(rules)
    position.arrange(links, previous, turn, actions_left, acted)
    if actions_left == 0 and not position.is_over:
        raise FormatError("a position has no 'actions_left' only if its latest action ended it")
    return position


def _format_links(rules: TrifoilRules, links: tuple[int, int]) -> dict[str, list[str]]:
    """Return the names of the faces with links, Blink by Blink."""
    names, order = rules.board.face_names, rules.board.name_order
    return {
        colour: [names[place] for place in sorted([order[bit] for bit in listed(links[player])])]
        for player, colour in enumerate(COLOURS)
    }


def _read_links(rules: TrifoilRules, fields: Fields) -> tuple[int, int]:
    """Read the links of both colours, each face at most once and no more than there can be."""
    faces = len(rules.board.faces)
    supply = rules.options["links"]
    links = []
    taken = 0
    for colour in COLOURS:
        bits = 0
        for name in fields.strings(colour, faces):
            bit = rules.face_bits.get(name)
            if bit is None:
                raise fields.refuse(colour, "a list of faces of this board, like 'a1.S'", name)
            if (bits | taken) >> bit & 1:
                raise FormatError(f"the face {name} of {fields.what} holds two links")
            bits |= 1 << bit
        if supply and bits.bit_count() > supply:
            raise FormatError(
                f"{fields.what} has {bits.bit_count()} {colour} links; a player has {supply}"
            )
        taken |= bits
        links.append(bits)
    return links[RED], links[BLUE]


def _read_previous(
    rules: TrifoilRules, data: Any, links: tuple[int, int]
) -> tuple[int, int] | None:
    if data is None:
        return None
    fields = Fields(data, "'previous' of a position")
    previous = _read_links(rules, fields)
    fields.finish()
    for colour, now, before in zip(COLOURS, links, previous, strict=True):
        if before.bit_count() > now.bit_count():
            raise FormatError(f"'previous' has more {colour} links than the position; none leaves")
    return previous


def _read_actions_left(rules: TrifoilRules, fields: Fields, acted: bool) -> int:
    """Read how many actions are left of a turn that is at its start, or is not (TF-5)."""
    actions, first = rules.options["actions"], rules.options["first_actions"]
    if acted:
        return fields.whole("actions_left", 0, max(actions, first) - 1)
    left = fields.whole("actions_left", 1, max(actions, first))
    if left not in (actions, first):
        wanted = f"{actions} at the start of a turn, or {first} at the start of the game"
        raise fields.refuse("actions_left", wanted, left)
    return left


# ---- drawing ----------------------------------------------------------------------------------

# A Blink takes five lines; the lowest is the top of the Blink below. Its links stand at its faces:
# R and B, a dot where a link can be placed, nothing on an empty face that looks outwards.
#
#        _______
#       /       \
#      /   a1  R \_______
#      \       · /   ·   \
#       \___B___/ R b1    \
#       /   ·   \ ·     · /
#      /   a2  · \___·___/
#
# Next to each other, Blinks share their sides: columns are 9 apart, half Blinks 2 lines.

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
    for shape, held in zip(board.shapes, position.links_on_shapes(), strict=True):
        counts = [
            f"{name} {count}" for name, count in zip(position.rules.player_names, held, strict=True)
        ]
        blinks = " ".join(board.names[blink] for blink in shape.blinks)
        lines.append(f"{shape.name}: {blinks} ({', '.join(counts)})")
    return lines
