"""Judges a turn that somebody tries in a puzzle, and shows what refutes it.

What is judged is what the turn does, and not whether it is the one that is written down: any turn
that reaches the goal is right. Effort is bounded; where it is not enough to know, a turn is right
if it has the key moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import IllegalMoveError
from quatrefoil.core.line import tokens_of
from quatrefoil.core.position import Position
from quatrefoil.study.puzzles.claim import GAIN, HOLD, ODDS, ROUNDING, has_all_moves
from quatrefoil.study.puzzles.odds import Gains, Odds
from quatrefoil.study.puzzles.prover import (
    End,
    Prover,
    TooLongError,
    check_length,
    decided_by,
)
from quatrefoil.study.puzzles.puzzle import Puzzle
from quatrefoil.view.data import Phrase

#: What a verdict may look at: some tenths of a second.
_POSITIONS = 40_000

SOLVED, RIGHT, WRONG = "solved", "right", "wrong"


@dataclass(frozen=True)
class Verdict:
    """What a turn does: `right` means that the puzzle goes on after the opponent's `answer`."""

    verdict: str
    #: What the opponent answers: a defence that lasts, or what refutes a wrong turn.
    answer: tuple[str, ...] = ()
    #: How the solver goes on after the answer to a right turn, as far as that is known.
    then: tuple[str, ...] = ()
    #: What the turn is worth, where the puzzle is about that.
    value: float | None = None
    #: How far that is from the best, in words of the game.
    worth: Phrase | None = None


def judge(puzzle: Puzzle, tokens: Sequence[str]) -> Verdict:
    """Return the verdict on the last turn of moves from the puzzle's position on.

    All moves count from there: the solver's turns, and the answers in between. Raise a MoveError
    where one of them is not legal, an IllegalMoveError where the turn is not whole.
    """
    start = puzzle.start()
    if start.turn < 0 or start.rules.players != 2:
        raise IllegalMoveError("a puzzle is for one of two players to move")
    me, position, turns = start.turn, start.copy(), 0
    mover, begun = me, 0
    for number, token in enumerate(tokens):
        if turns >= puzzle.turns or position.turn == CHANCE:
            raise IllegalMoveError(f"{token} comes after the end of the puzzle")
        if position.turn != mover:
            mover, begun = position.turn, number
            turns += 1
        position.play(token)
    if mover != me or position.turn == me or not tokens:
        raise IllegalMoveError("a try is a whole turn of the player who solves")
    turns += 1
    try:
        check_length(start)
        return _judged(puzzle, start, position, puzzle.turns - turns)
    except TooLongError:
        found = has_all_moves(tokens[begun:], puzzle.key) if turns == 1 else True
        return Verdict(SOLVED if found else WRONG)


def _judged(puzzle: Puzzle, start: Position, after: Position, left: int) -> Verdict:
    me = start.turn
    if puzzle.goal in (GAIN, ODDS):
        return _by_value(puzzle, start, after, me)
    prover = Prover(start.rules, _POSITIONS)
    if puzzle.goal == HOLD:
        return _held(prover, after, me, left)
    return _won(puzzle, prover, after, me, left)


def _won(puzzle: Puzzle, prover: Prover, after: Position, me: int, left: int) -> Verdict:
    if not prover.forces(after, me, 1.0, left):
        return Verdict(WRONG, _tokens(after, _refutation(puzzle, prover, after, me, left)))
    if decided_by(after.rules)(after):
        return Verdict(SOLVED)
    defence = _longest_defence(prover, after, me, left)
    then = _follow_up(prover, defence, me, left - 1) if defence else ()
    return Verdict(RIGHT, _tokens(after, defence), then)


def _follow_up(prover: Prover, defence: End, me: int, left: int) -> tuple[str, ...]:
    """Return a turn of the solver that goes on winning after a defence."""
    try:
        return _tokens(defence.position, prover.deciding_turn(defence.position, me, 1.0, left))
    except TooLongError:
        return ()


def _refutation(puzzle: Puzzle, prover: Prover, after: Position, me: int, left: int) -> End | None:
    if puzzle.settled:
        found = prover.deciding_turn(after, 1 - me, 0.5, left)
        if found:
            return found
    return prover.deciding_turn(after, me, 1.0, left)


def _longest_defence(prover: Prover, after: Position, me: int, left: int) -> End | None:
    """Return the turn of the opponent after which winning takes longest."""
    ends = [end for end in prover.ends(after) if not end.position.is_over]
    for turns in range(left - 1, 0, -1):
        for end in ends:
            if not prover.forces(end.position, me, 1.0, turns - 1):
                return end
    return ends[0] if ends else None


def _held(prover: Prover, after: Position, me: int, left: int) -> Verdict:
    if not prover.forces(after, 1 - me, 1.0, left):
        return Verdict(SOLVED)
    return Verdict(WRONG, _tokens(after, prover.deciding_turn(after, 1 - me, 1.0, left)))


def _by_value(puzzle: Puzzle, start: Position, after: Position, me: int) -> Verdict:
    answer: tuple[str, ...] = ()
    if puzzle.goal == ODDS:
        value = Odds(start.rules, me, 8 * _POSITIONS).expected(after, me, puzzle.turns)
    else:
        gains = Gains(start.rules, me, 8 * _POSITIONS)
        value = gains.value(after, me, puzzle.turns)
        answer = _worst_answer(gains, after, puzzle.turns, value)
    if value >= puzzle.value - 2 * ROUNDING:
        return Verdict(SOLVED, value=round(value, 4))
    worth = start.rules.game.part("themes").compared(value, puzzle.value)
    return Verdict(WRONG, answer, value=round(value, 4), worth=worth)


def _worst_answer(gains: Gains, after: Position, turns: int, value: float) -> tuple[str, ...]:
    """Return the opponent's move that keeps the solver's standing down to the value."""
    if after.turn < 0:
        return ()
    for move in after.legal_moves():
        answered = after.copy()
        answered.push_unchecked(move)
        if gains.value(answered, after.turn, turns - 1) <= value + ROUNDING:
            return (after.token(move),)
    return ()


def _tokens(position: Position, end: End | None) -> tuple[str, ...]:
    return tokens_of(position, end.moves) if end else ()
