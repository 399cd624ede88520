"""Looking at a position without a match: for pictures, lessons and the rules pages."""

from __future__ import annotations

from typing import Any

from quatrefoil.core.line import Line
from quatrefoil.core.outcome import plain
from quatrefoil.core.position import Position
from quatrefoil.core.registry import position_from_json
from quatrefoil.core.view import plain_data, view_of

#: A lesson is a few moves long; nobody looks further ahead than this.
MOST_TOKENS = 32


def look(data: Any, tokens: list[str]) -> dict[str, Any]:
    """Return all that a front end shows of a position, after playing some tokens from it.

    `steps` has what each token did; the rest is about the position after the last one.
    """
    line = Line(position_from_json(data))
    view = view_of(line.position.rules)
    steps = []
    for token in tokens[:MOST_TOKENS]:
        move = line.position.parse(token)
        step = {
            "token": token,
            "say": view.say(line.position, move),
            "changes": view.changes(line.position, move),
        }
        steps.append({name: plain_data(value) for name, value in step.items()})
        line.push(move)
    position = line.position
    return {
        "game": position.rules.game.name,
        "board": plain_data(view.board(position.rules)),
        "scene": plain_data(view.scene(position)),
        "paths": plain_data(view.paths(position)),
        "describe": plain_data(view.describe(position)),
        "turn": position.turn if position.turn >= 0 else None,
        "over": _over(position),
        "steps": steps,
    }


def _over(position: Position) -> dict[str, Any] | None:
    outcome = position.outcome()
    if outcome is None:
        return None
    return {
        "reason": outcome.reason,
        "scores": plain(outcome.scores),
        "winners": list(outcome.winners),
    }
