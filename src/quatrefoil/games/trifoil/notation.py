"""Moves and positions of Trifoil as text and JSON; every parser has its formatter beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from quatrefoil.core.errors import FormatError, TokenError, shortened
from quatrefoil.core.fields import Fields
from quatrefoil.games.trifoil.drawing import draw
from quatrefoil.games.trifoil.position import BLUE, RED, TrifoilPosition
from quatrefoil.games.trifoil.tables import listed

if TYPE_CHECKING:
    from quatrefoil.games.trifoil.rules import TrifoilRules

__all__ = ["draw", "format_move", "from_json", "parse_move", "to_json"]

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
