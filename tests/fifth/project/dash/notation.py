"""Moves and positions of Dash as text and JSON, and its lanes as a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dash.lanes import FACES, LAST, ROUNDS, TOKENS
from dash.position import DashPosition
from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import FormatError, TokenError, shortened
from quatrefoil.core.fields import Fields, is_whole

if TYPE_CHECKING:
    from dash.rules import DashRules


def format_move(position: DashPosition, move: int) -> str:
    """Return `walk`, `roll`, or the face of the die."""
    return TOKENS[move]


def parse_move(position: DashPosition, token: str) -> int:
    """Return the move that `format_move` made a token of."""
    if token not in TOKENS:
        raise TokenError(f"a move is one of {', '.join(TOKENS)}, not {shortened(token)}")
    return TOKENS.index(token)


def to_json(position: DashPosition) -> dict[str, Any]:
    """Return the cells of the runners, the turns made, and whether the die rolls."""
    cells = [position.cell(player) for player in range(position.players)]
    return {"cells": cells, "made": position.made, "rolling": position.rolling}


def from_json(rules: DashRules, fields: Fields) -> DashPosition:
    """Read what `to_json` wrote; refuse what no race can come to."""
    cells = fields.array("cells", rules.players)
    made = fields.whole("made", 0, ROUNDS * rules.players)
    rolling = fields.flag("rolling")
    for player in range(rules.players):
        turns = (made - player + rules.players - 1) // rules.players
        most = min(LAST, max(FACES) * turns)
        if len(cells) != rules.players or not is_whole(cells[player], 0, most):
            raise fields.refuse("cells", f"{rules.players} cells that {made} turns reach", cells)
        if cells[player] == LAST and (made - 1) % rules.players != player:
            raise FormatError("the race is over when a runner reaches the last cell")
    position = DashPosition(rules)
    position.set_up(cells, made, False)
    if rolling and position.is_over:
        raise FormatError("nobody rolls when the race is over")
    position.set_up(cells, made, rolling)
    return position


def draw(position: DashPosition) -> str:
    """Return the lanes, and whose turn it is."""
    names = position.rules.player_names
    lanes = [
        f"{name:<6}" + " ".join(_sign(position, player, cell) for cell in range(LAST + 1))
        for player, name in enumerate(names)
    ]
    return "\n".join([*lanes, "", _state(position)])


def _sign(position: DashPosition, player: int, cell: int) -> str:
    if position.cell(player) == cell:
        return str(position.rules.player_names[player][0])
    return "◦" if cell == LAST else "·"


def _state(position: DashPosition) -> str:
    outcome = position.outcome()
    if outcome:
        winners = " and ".join(position.rules.player_names[winner] for winner in outcome.winners)
        return f"Over: {outcome.reason}; won by {winners}"
    if position.turn == CHANCE:
        return "The die rolls"
    return f"{position.rules.player_names[position.turn]} to move"
