"""Extraction of the strategy that a proof search has found: all of it, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

import cython

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.position import Position
from quatrefoil.search.proof.dfpn import INFINITE, LONGEST_LIST, Prover
from quatrefoil.search.proof.strategy import numbered_moves
from quatrefoil.search.proof.turns import Turns, canonical
from quatrefoil.search.proof.wins import WinFinder
from quatrefoil.search.usage import OneThread, check_rules

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals
else:
    from quatrefoil.core.constants import OVER

_INFINITE = cython.declare(cython.uint, INFINITE)
_LONGEST_LIST = cython.declare(cython.int, LONGEST_LIST)


class LostProofError(QuatrefoilError):
    """A position that was proven is not any more: the table was too small to keep it."""


@cython.final
@cython.cclass
class StrategyExtractor:
    """Follows proven turns against every reply. `choices` has a move's number by canonical key."""

    def __init__(self, prover: Prover) -> None:
        self._prover = prover
        self._one_thread = OneThread("extractor")
        self._turns = Turns(prover.rules)
        self._wins = WinFinder(prover.rules)
        self._end = prover.rules.start()
        self.choices: dict[int, int] = {}
        self.replies = 0
        self._pending: list[Position] = []
        self._visited: set[int] = set()

    def extract(self, position: Position) -> None:
        """Add what the strategy needs from a position on that the prover has proven."""
        check_rules(self._prover.rules, position)
        with self._one_thread:
            self._extract(position)

    def _extract(self, position: Position) -> None:
        self._pending = [position.copy()]
        while self._pending:
            if cython.compiled:
                PyErr_CheckSignals()
            at: Position = self._pending.pop()
            if at.turn == self._prover.seeker:
                self._add_answer(at)
            elif at.turn != OVER:
                self._add_replies(at)

    def add_turn(self, position: Position, tokens: Iterable[str]) -> None:
        """Add a turn that is known to be right, whatever the prover says; the position is lost."""
        for token in tokens:
            key, symmetry = canonical(position)
            move = position.parse(token)
            self.choices[key] = numbered_moves(position, symmetry).index(move)
            position.push_unchecked(move)

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _add_answer(self, position: Position) -> cython.int:
        """Choose the seeker's turn, unless it wins within it, and go on behind it."""
        if self._wins.find(position) or canonical(position)[0] in self.choices:
            return 0
        end: cython.int = self._best_turn(position)
        for move in self._turns.moves_of(end):
            key, symmetry = canonical(position)
            self.choices[key] = numbered_moves(position, symmetry).index(move)
            position.apply(move)
        self._pending.append(position)
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _best_turn(self, position: Position) -> cython.int:
        """Return the end of the turn that reaches the goal soonest."""
        best: cython.int = -1
        least: cython.uint = _INFINITE
        distance: cython.uint
        end: cython.int
        for _ in range(2):
            self._turns.fill(position, _LONGEST_LIST)
            for end in range(self._turns.ends):
                self._turns.load_end(end, self._end)
                distance = (
                    (0 if self._prover.is_good(self._end) else _INFINITE)
                    if self._end.turn == OVER
                    else self._prover.distance(self._end)
                )
                if distance < least:
                    least = distance
                    best = end
            if best >= 0:
                return best
            self._prover.prove(position)  # the table has forgotten it
        raise LostProofError("the table was too small to keep the proof: give more memory")

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _add_replies(self, position: Position) -> cython.int:
        """List the replies that do not lose at once: the strategy must have an answer to each."""
        self._turns.fill(position, _LONGEST_LIST)
        self._wins.forget()
        end: cython.int
        for end in range(self._turns.ends):
            self.replies += 1
            self._turns.load_end(end, self._end)
            if self._end.turn != OVER and not self._wins.find_again(self._end):
                key: int = self._turns.end_keys[end]
                if key not in self._visited:
                    self._visited.add(key)
                    self._pending.append(self._end.copy())
        return 0
