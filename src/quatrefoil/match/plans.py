"""Conditional moves: "if she plays X, I play Y", kept in secret until they happen or cannot.

A plan is a few lines of turns from the position of now, others' and one's own in the order in which
they would be played. A line whose next turn is somebody else's waits; when the position after that
turn is the planned one, the answer is played at once. All other lines are dropped. Positions are
compared, not tokens: the same turn can be written in more than one order. No line goes past a roll.

The lines are hidden data of an event: nobody but their holder is told what they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import MoveError
from quatrefoil.core.line import Line
from quatrefoil.match.errors import RefusedError
from quatrefoil.match.messages import (
    MAX_PLANNED,
    MAX_PLANNED_IN_ALL,
    MAX_TOKENS,
    MESSAGES,
    Verb,
)

if TYPE_CHECKING:
    from quatrefoil.core.fields import Fields
    from quatrefoil.match.match import Match
    from quatrefoil.match.requests import Session


class PlannedTurn(NamedTuple):
    """A turn of a plan: whose it is, its tokens, and the key of the position after it."""

    seat: int
    tokens: tuple[str, ...]
    key: int


#: One way that a match may go on: somebody else's turn first, one's own last.
PlannedLine = tuple[PlannedTurn, ...]


def read_line(match: Match, turns: Sequence[str]) -> PlannedLine:
    """Return a line of a plan, each of whose turns is written as tokens with spaces between."""
    line = match.line.copy()
    return tuple(_read_turn(line, text) for text in turns)


def _read_turn(line: Line, text: str) -> PlannedTurn:
    seat, tokens = line.position.turn, tuple(text.split())
    if seat == CHANCE:
        raise RefusedError("not-allowed", "nobody can plan past a roll")
    if seat < 0:
        raise RefusedError("illegal-move", "the game is over before the end of the line")
    if not 0 < len(tokens) <= MAX_TOKENS:
        raise RefusedError("bad-request", f"a turn has 1 to {MAX_TOKENS} tokens")
    for token in tokens:
        if line.position.turn != seat:
            raise RefusedError("illegal-move", f"the turn is over before {token[:40]!r}")
        try:
            line.play(token)
        except MoveError as problem:
            raise RefusedError("illegal-move", str(problem)) from None
    if line.position.turn == seat:
        raise RefusedError("unfinished-turn", "each turn of a line has all its tokens")
    return PlannedTurn(seat, tokens, line.position.key)


def do_plan(session: Session, seat: int, fields: Fields) -> None:
    """Keep a plan in place of the one before; no lines are no plan."""
    match = session.match
    asked = [line["turns"] for line in MESSAGES[Verb.PLAN].take(fields)["lines"]]
    session.must_be_playing()
    if match.turn in session.held:
        raise RefusedError("not-allowed", "it is your turn: play, and plan while you wait")
    moves = moves_of(asked)
    if moves > MAX_PLANNED:
        raise RefusedError("not-allowed", f"a plan has at most {MAX_PLANNED} moves, not {moves}")
    if match.planned.get(seat, 0) + moves > MAX_PLANNED_IN_ALL:
        raise RefusedError("not-allowed", f"{MAX_PLANNED_IN_ALL} moves are planned: enough here")
    lines = [read_line(match, turns) for turns in asked]
    for line in lines:
        if not line or line[-1].seat != seat:
            raise RefusedError("bad-request", "a line ends with a turn of one's own")
    _must_agree(lines, seat)
    if lines or seat in match.plans:
        hidden = {"lines": [[" ".join(turn.tokens) for turn in line] for line in lines]}
        session.emit("planned", hidden, seat=seat)


def _must_agree(lines: Sequence[PlannedLine], seat: int) -> None:
    """Refuse two different answers to the same turns."""
    answers: dict[tuple[int, ...], int] = {}
    for line in lines:
        for number, turn in enumerate(line):
            before = tuple(earlier.key for earlier in line[:number])
            if turn.seat == seat and answers.setdefault(before, turn.key) != turn.key:
                raise RefusedError("bad-request", "two lines answer the same turns differently")


def moves_of(lines: Iterable[Iterable[str]]) -> int:
    """Return how many moves lines have, as they are written: so much work is it to read them."""
    return sum(len(turn.split()) for turns in lines for turn in turns)


def kept_plan(match: Match, event_lines: Sequence[Sequence[str]]) -> tuple[PlannedLine, ...]:
    """Return the plan that an event of the log tells of."""
    return tuple(read_line(match, turns) for turns in event_lines)


def followed(plan: Sequence[PlannedLine], key: int) -> tuple[PlannedLine, ...]:
    """Return what is left of a plan after a turn that led to a position."""
    return tuple(line[1:] for line in plan if line and line[0].key == key and len(line) > 1)


def play_plans(session: Session) -> None:
    """Play what was planned for the turn that has come, and for those that follow from it."""
    match = session.match
    while match.plans and (turn := match.turn) is not None:
        lines = [line for line in match.plans.get(turn, ()) if line[0].seat == turn]
        if not lines:
            return
        session.request = ""  # whatever was asked, this is not its doing
        try:
            session.match.try_turn(lines[0][0].tokens, session.watcher)
        except RefusedError:  # a position may be the same and what is legal there not
            session.emit("planned", {"lines": []}, seat=turn)
            return
        session.emit("turn", seat=turn, tokens=list(lines[0][0].tokens))
        session.settle()
