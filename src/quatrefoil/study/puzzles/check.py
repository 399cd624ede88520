"""An independent solver: it proves again what a puzzle claims, and uses `Position` alone.

Nothing of `search` is used here, nor anything that found the puzzle: turns are listed, positions
searched and odds added up anew, as plainly as can be. `claim.py` says what is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.line import tokens_of
from quatrefoil.core.position import Position
from quatrefoil.study.puzzles.claim import GAIN, HOLD, ODDS, ROUNDING, WIN, has_all_moves
from quatrefoil.study.puzzles.puzzle import Puzzle

#: Whether a player can get something from a position on within a number of turns.
_Question = Callable[[Position, int, float, int], bool]
Turn = tuple[tuple[int, ...], Position]


class FalsePuzzleError(QuatrefoilError):
    """A puzzle claims something that is not so."""


def check(puzzle: Puzzle, most: int | None = None) -> int:
    """Raise a FalsePuzzleError unless everything that a puzzle claims is so.

    Return how many positions were looked at. With `most` it gives up above that number.
    """
    start = puzzle.start()
    if start.turn < 0:
        raise FalsePuzzleError(f"{puzzle.name}: nobody is to move")
    if start.rules.players != 2 or start.rules.has_dice != (puzzle.goal == ODDS):
        raise FalsePuzzleError(f"{puzzle.name}: {puzzle.goal} is no goal of {start.rules}")
    solver = _Solver(start, most)
    _check_all(puzzle, start, solver)
    return solver.positions


def _check_all(puzzle: Puzzle, start: Position, solver: _Solver) -> None:
    """Look at the solution, then at every other turn."""
    solution = _played(puzzle, start)
    if not solver.succeeds(puzzle, solution):
        raise FalsePuzzleError(f"{puzzle.name}: {' '.join(puzzle.solution)} does not do it")
    if not puzzle.key or not has_all_moves(puzzle.solution, puzzle.key):
        raise FalsePuzzleError(f"{puzzle.name}: {' '.join(puzzle.key)} are not its key moves")
    same_keys = _image_keys(solution)
    others = 0
    for moves, after in _turns(start):
        if after.key in same_keys:
            continue
        if solver.fails(puzzle, after):
            others += 1
        elif not has_all_moves(tokens_of(start, moves), puzzle.key):
            raise FalsePuzzleError(
                f"{puzzle.name}: {' '.join(tokens_of(start, moves))} is not clearly worse"
            )
    if not others:
        raise FalsePuzzleError(f"{puzzle.name}: every turn does it")


class _Solver:
    """Who can do what; it remembers what it found out about a position."""

    def __init__(self, start: Position, most: int | None) -> None:
        game = start.rules.game
        themes = game.part("themes") if game.has("themes") else None
        #: What the game knows about who wins before it is over, and how a position stands.
        self._decided = getattr(themes, "decided", None)
        self._standing = getattr(themes, "standing", None)
        self._clear: float = getattr(themes, "CLEAR", 0.0)
        self._me = start.turn
        self._most = most
        self.positions = 0
        self._known: dict[tuple[int, int, float, int], bool] = {}
        self._expected: dict[tuple[int, int], float] = {}
        #: The latest turn that decided something, by what was asked: it often does so again.
        self._latest: dict[tuple[bool, int, float], tuple[int, ...]] = {}

    def succeeds(self, puzzle: Puzzle, after: Position) -> bool:
        """Whether the claim about the solution holds."""
        me, you, turns = self._me, 1 - self._me, puzzle.turns - 1
        if puzzle.goal == ODDS:
            value = self.expected(after, me, puzzle.turns)
            return abs(value - puzzle.value) <= ROUNDING
        if puzzle.goal == GAIN:
            return self.reaches(after, puzzle.value - ROUNDING, turns)
        if puzzle.goal == WIN:
            return self.forces(after, me, 1.0, turns)
        if puzzle.settled:
            return self.forces(after, me, 0.5, turns)
        return not self.forces(after, you, 1.0, turns)

    def fails(self, puzzle: Puzzle, after: Position) -> bool:
        """Whether the claim about every other turn holds."""
        me, you, turns = self._me, 1 - self._me, puzzle.turns - 1
        if puzzle.goal == ODDS:
            return self.expected(after, me, puzzle.turns) <= puzzle.value - self._clear
        if puzzle.goal == GAIN:
            return not self.reaches(after, puzzle.value - self._clear + ROUNDING, turns)
        if puzzle.goal == HOLD:
            return self.forces(after, you, 1.0, turns)
        if puzzle.settled:
            return self.forces(after, you, 0.5, turns)
        return not self.forces(after, me, 1.0, turns)

    # ---- what can be forced -------------------------------------------------------------------

    def forces(self, position: Position, player: int, share: float, turns: int) -> bool:
        """Whether a player can make the game end with a share within a number of turns."""
        self._count(1)
        outcome = position.outcome()
        if outcome:
            return outcome.shares[player] >= share
        decided = self._decided(position) if self._decided else None
        if decided:
            return bool(decided[player] >= share)
        if turns == 0:
            return False
        return self._search(position, player, share, turns, self.forces)

    def reaches(self, position: Position, value: float, turns: int) -> bool:
        """Whether it can stand at least that well for the one who solves after all turns."""
        return self._reaches(position, self._me, value, turns)

    def _reaches(self, position: Position, player: int, value: float, turns: int) -> bool:
        self._count(1)
        outcome = position.outcome()
        if outcome:
            return outcome.shares[player] >= value
        if turns == 0:
            assert self._standing
            return bool(self._standing(position)[player] >= value)
        return self._search(position, player, value, turns, self._reaches)

    def _search(
        self, position: Position, player: int, worth: float, turns: int, goes_on: _Question
    ) -> bool:
        """Ask the same one turn later: of the player's turns one is enough, of others' all are.

        One puzzle asks only one of the two questions, so both share what is known.
        """
        asked = (position.key, player, worth, turns)
        known = self._known.get(asked)
        if known is None:
            known = self._known[asked] = self._try_turns(position, player, worth, turns, goes_on)
        return known

    def _try_turns(
        self, position: Position, player: int, worth: float, turns: int, goes_on: _Question
    ) -> bool:
        wanted = position.turn == player
        kind = (wanted, turns, worth)
        latest = self._latest.get(kind)
        if latest:
            after = _pushed(position, latest)
            if after and goes_on(after, player, worth, turns - 1) == wanted:
                return wanted
        for moves, after in _turns(position):
            if goes_on(after, player, worth, turns - 1) == wanted:
                self._latest[kind] = moves
                return wanted
        return not wanted

    # ---- with dice ----------------------------------------------------------------------------

    def expected(self, position: Position, mover: int, turns: int) -> float:
        """Return the expected standing; `mover` is whose turn it is, the first of `turns`."""
        outcome = position.outcome()
        if outcome:
            return outcome.shares[self._me]
        if position.turn not in (CHANCE, mover):
            turns, mover = turns - 1, position.turn
            if turns == 0:
                assert self._standing
                return float(self._standing(position)[self._me])
        asked = (position.key, turns)
        if asked not in self._expected:
            odds = dict(position.chance_outcomes())
            values = []
            for move in position.legal_moves():
                self._count(1)
                after = position.copy()
                after.push_unchecked(move)
                value = self.expected(after, mover, turns)
                values.append(value * float(odds[move]) if odds else value)
            choice = sum if odds else max if mover == self._me else min
            self._expected[asked] = choice(values)
        return self._expected[asked]

    def _count(self, positions: int) -> None:
        self.positions += positions
        if self._most is not None and self.positions > self._most:
            raise FalsePuzzleError(f"this takes more than {self._most} positions to prove")


def _turns(position: Position) -> Iterator[Turn]:
    """Yield the moves of every turn and where it leads, each position once."""
    mover = position.turn
    seen: set[int] = set()
    left: list[Turn] = [((), position)]
    while left:
        moves, before = left.pop()
        for move in before.legal_moves():
            after = before.copy()
            after.push_unchecked(move)
            if after.key in seen:
                continue
            seen.add(after.key)
            if after.turn == mover:
                left.append(((*moves, move), after))
            else:
                yield (*moves, move), after


def _pushed(position: Position, moves: tuple[int, ...]) -> Position | None:
    """Return the position after a whole turn, or None where it is not one here."""
    mover = position.turn
    after = position.copy()
    for move in moves:
        if after.turn != mover or not after.is_legal(move):
            return None
        after.push_unchecked(move)
    return after if after.turn != mover else None


def _played(puzzle: Puzzle, start: Position) -> Position:
    """Return the position after the solution, which must be one whole turn or part of one."""
    after = start.copy()
    for token in puzzle.solution:
        if after.turn != start.turn:
            raise FalsePuzzleError(f"{puzzle.name}: {token} is not part of the turn any more")
        after.play(token)
    if after.turn == start.turn:
        raise FalsePuzzleError(f"{puzzle.name}: the solution is not a whole turn")
    return after


def _image_keys(position: Position) -> set[int]:
    """Return the keys of a position and of what symmetries make of it."""
    return {position.image(number).key for number in range(len(position.rules.symmetries))}
