"""Analyses as plain data: what the socket and `POST /api/analyse` say of a position."""

from __future__ import annotations

from typing import Any

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.position import Position
from quatrefoil.play.present import drawn
from quatrefoil.study.analysis import Analysis, TurnReport
from quatrefoil.study.threats import ThreatAnalyst
from quatrefoil.study.turns import Turn
from quatrefoil.view.data import view_of


def presented(position: Position, found: Analysis) -> dict[str, Any]:
    """Return what an analyst says of a position."""
    return {
        "turn": found.turn if found.turn >= 0 else None,
        "values": _rounded(found.values),
        "proven": found.proven,
        "bounds": found.bounds and _rounded(found.bounds),
        "turns": [_turn(position, turn) for turn in found.turns],
        "moves": [
            {
                "token": move.token,
                "value": None if move.value is None else round(move.value, 4),
                "loss": None if move.loss is None else round(move.loss, 4),
                "proven": move.proven,
                "at_most": move.at_most,
                "visits": move.visits,
            }
            for move in found.moves
        ],
        "outcomes": [
            {
                "token": outcome.token,
                "odds": round(outcome.odds, 6),
                "values": outcome.values and _rounded(outcome.values),
                "proven": outcome.proven,
            }
            for outcome in found.outcomes
        ],
        "depth": found.depth,
        "visits": found.visits,
        "nodes": found.nodes,
        "nodes_per_second": round(found.nodes_per_second),
        "seconds": round(found.seconds, 3),
    }


def presented_threats(analyst: ThreatAnalyst) -> dict[str, Any] | None:
    """Return what follows a pass, if somebody asked for it and it can be told."""
    threats, passed = analyst.threats, analyst.passed
    if threats is None or passed is None:
        return None
    return {
        "turn": threats.turn if threats.turn >= 0 else None,
        "values": _rounded(threats.values),
        "proven": threats.proven,
        "loss": round(threats.loss, 4),
        "position": passed.to_json(),
        "turns": [_turn(passed, turn) for turn in threats.turns],
    }


def _turn(position: Position, turn: TurnReport) -> dict[str, Any]:
    """Return a whole turn, with words and changes for each of its tokens."""
    view, ahead = view_of(position.rules), position.copy()
    say, changes = [], []
    for token in turn.tokens:
        move = ahead.parse(token)
        say.append(drawn(view.say(ahead, move)))
        changes.append(view.changes(ahead, move))
        ahead.push_unchecked(move)
    put = {change.end for some in changes for change in some if change.how == "appears"}
    return {
        "tokens": turn.tokens,
        "value": round(turn.value, 4),
        "loss": round(turn.loss, 4),
        "proven": turn.proven,
        "visits": turn.visits,
        "depth": turn.depth,
        "say": say,
        "changes": drawn(changes),
        "put": drawn([piece for piece in view.scene(ahead).pieces if piece.place in put])
        if put
        else [],
        "then": [_following(later) for later in turn.then],
    }


def _following(turn: Turn) -> dict[str, Any]:
    return {"turn": None if turn.player == CHANCE else turn.player, "tokens": turn.tokens}


def _rounded(values: tuple[float, ...]) -> list[float]:
    return [round(value, 4) for value in values]
