"""Moves and positions of Trifoil as text and JSON; every parser has its formatter beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from quatrefoil.core.errors import FormatError, TokenError, shortened
from quatrefoil.core.fields import Fields
from quatrefoil.games.trifoil.board import Board
from quatrefoil.games.trifoil.position import BLUE, RED, TrifoilPosition
from quatrefoil.games.trifoil.tables import listed

if TYPE_CHECKING:
    from quatrefoil.games.trifoil.rules import TrifoilRules

COLOURS = ("red", "blue")
#: What the board before the latest action is called.
PREVIOUS = "'previous' of a position"

#: The faces with links of Red and of Blue, as sets of bits.
Links = tuple[int, int]

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
        **format_links(rules, (position.links_of(RED), position.links_of(BLUE))),
        "previous": format_links(rules, before) if position.has_previous else None,
        "turn": COLOURS[position.mover],
        "actions_left": position.actions_left,
        "acted": bool(position.acted),
    }


def from_json(rules: TrifoilRules, fields: Fields) -> TrifoilPosition:
    """Read what `to_json` wrote, or raise a FormatError."""
    links = _read_links(rules, fields)
    previous = _read_previous(rules, fields.take("previous", None))
    turn = COLOURS.index(fields.choice("turn", COLOURS))
    acted = fields.flag("acted")
    actions_left = fields.whole("actions_left", 0, most_actions(rules))
    for fault in faults_of(rules, links, previous, acted, actions_left):
        raise fault
    position = TrifoilPosition(rules)
    position.arrange(links, previous, turn, actions_left, acted)
    for fault in end_faults(position, actions_left):
        raise fault
    return position


def format_links(rules: TrifoilRules, links: Links) -> dict[str, list[str]]:
    """Return the names of the faces with links, Blink by Blink."""
    names, order = rules.board.face_names, rules.board.name_order
    return {
        colour: [names[place] for place in sorted([order[bit] for bit in listed(links[player])])]
        for player, colour in enumerate(COLOURS)
    }


def _read_links(rules: TrifoilRules, fields: Fields) -> Links:
    """Read the links of both colours, each face at most once."""
    faces = len(rules.board.faces)
    links = [0, 0]
    for player, colour in enumerate(COLOURS):
        for name in fields.strings(colour, faces):
            bit = face_bit(rules, fields, colour, name)
            if (links[RED] | links[BLUE]) >> bit & 1:
                raise twice(fields, name)
            links[player] |= 1 << bit
    return links[RED], links[BLUE]


def face_bit(rules: TrifoilRules, fields: Fields, colour: str, name: Any) -> int:
    """Return the bit of a face by its name."""
    bits: dict[str, int] = rules.face_bits
    bit = bits.get(name) if isinstance(name, str) else None
    if bit is None:
        message = str(fields.refuse(colour, "a list of faces of this board, like 'a1.S'", name))
        raise FormatError(message, "face", face=shortened(name))
    return bit


def twice(fields: Fields, face: str) -> FormatError:
    """Return the error for a link where another one is."""
    message = f"the face {face} of {fields.what} holds two links"
    return FormatError(message, "link-twice", face=face)


def _read_previous(rules: TrifoilRules, data: Any) -> Links | None:
    if data is None:
        return None
    fields = Fields(data, PREVIOUS)
    previous = _read_links(rules, fields)
    fields.finish()
    return previous


def most_actions(rules: TrifoilRules) -> int:
    """Return the most actions that a turn can have left (TF-5)."""
    most: int = max(rules.options["actions"], rules.options["first_actions"])
    return most


def faults_of(
    rules: TrifoilRules, links: Links, previous: Links | None, acted: bool, actions_left: int
) -> Iterator[FormatError]:
    """Yield why links, or the actions left of a turn, cannot be what they are."""
    yield from _supply_faults(rules, links, "a position")
    if previous is not None:
        yield from _supply_faults(rules, previous, PREVIOUS)
        yield from _previous_faults(links, previous)
    yield from _action_faults(rules, acted, actions_left)


def _supply_faults(rules: TrifoilRules, links: Links, what: str) -> Iterator[FormatError]:
    """Yield which player has more links than there are (TF-11)."""
    supply = rules.options["links"]
    for player, colour in enumerate(COLOURS):
        count = links[player].bit_count()
        if supply and count > supply:
            yield FormatError(
                f"{what} has {count} {colour} links; a player has {supply}",
                "supply",
                player=f"@player.{player}",
                count=count,
                most=supply,
            )


def _previous_faults(links: Links, previous: Links) -> Iterator[FormatError]:
    """Yield whose links have vanished since the latest action: none ever leaves."""
    for player, colour in enumerate(COLOURS):
        if previous[player].bit_count() > links[player].bit_count():
            yield FormatError(
                f"'previous' has more {colour} links than the position; none leaves",
                "previous",
                player=f"@player.{player}",
            )


def _action_faults(rules: TrifoilRules, acted: bool, left: int) -> Iterator[FormatError]:
    """Yield why a turn that is at its start, or is not, cannot have actions left (TF-5)."""
    actions, first, most = rules.options["actions"], rules.options["first_actions"], most_actions
    if acted and left >= most(rules):
        message = f"'actions_left' of a position is a whole number from 0 to {most(rules) - 1}"
        after = f"{message} after an action, not {left}"
        yield FormatError(after, "actions-acted", most=most(rules) - 1, count=left)
    if not acted and left not in (actions, first):
        yield FormatError(
            f"'actions_left' of a position is {actions} at the start of a turn, or {first} at the"
            f" start of the game, not {left}",
            "actions-fresh",
            actions=actions,
            first=first,
            count=left,
        )


def end_faults(position: TrifoilPosition, actions_left: int) -> Iterator[FormatError]:
    """Yield why a position, set up with no action left, goes on."""
    if actions_left == 0 and not position.is_over:
        message = "a position has no 'actions_left' only if its latest action ended it"
        yield FormatError(message, "actions-none")


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
