"""What a game knows about playing itself well, for search only.

A game's `evaluate.py` has a class `Evaluation` that subclasses `Evaluator`: how good a position
is, which moves look promising, and which way of searching suits the game. A game without one is
searched by its rules alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex

import cython

from quatrefoil.core.arguments import foreign
from quatrefoil.core.position import Position

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
else:
    from quatrefoil.core.constants import CHANCE, MAX_PLAYERS, OVER

if TYPE_CHECKING:
    from quatrefoil.core.game import Rules


@dataclass(frozen=True)
class Advice:
    """How to search a game. The defaults suit a game that nothing is known about."""

    #: `mcts`, or `alphabeta` where two play and `fill_values` says much.
    method: str = "mcts"
    #: Nodes a move of the lowest level: so few that it sees its own moves and hardly an answer.
    first_nodes: int = 8
    #: Nodes a move of the highest level: about a second and a half of today's processors, shared
    #: among the parts of a turn.
    top_nodes: int = 160_000
    #: Into how many parts dice divide a turn at most: all of them share a level's time.
    turn_parts: int = 1
    #: Random moves before a playout is cut off and evaluated; −1 plays to the end, 0 not at all.
    playout_moves: int = -1
    #: How much a search tries what it has seen little of.
    exploration: float = 0.7
    #: Whether `fill_priors` says which moves to try first.
    priors: bool = False
    #: Playouts after which a move's statistics count as much as those of the same move played
    #: later (RAVE); 0 leaves the latter out.
    rave: float = 0.0
    #: The part of a leaf's value that is `fill_values`, not its playout: from 0 to 1.
    foresight: float = 0.0
    #: How much points count at a playout's end beside who has won, in units of what
    #: `Evaluator.unsettled` says of the position that is searched; 0 counts only who has won.
    softness: float = 0.0
    #: At which visit a position gets its moves listed: later saves memory, sooner sees more.
    expand_at: int = 2
    #: Whether every new move is tried for ending the game at once.
    scan: bool = True


@cython.cclass
class Evaluator:
    """Knowledge of one game. One thread uses it at a time, so it may keep scratch memory."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.players = rules.players

    def advice(self) -> Advice:
        """Return how these rules are best searched."""
        return Advice()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_values(self, position: Position, out: cython.p_double) -> cython.void:
        """Write each player's expected share of the point (0 to 1, sum 1). Not called when OVER."""
        player: cython.int
        for player in range(self.players):
            out[player] = 1.0 / self.players

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_priors(
        self, position: Position, moves: cython.p_longlong, count: cython.int, out: cython.p_double
    ) -> cython.void:
        """Write how promising each legal move is: any positive weights. Never for CHANCE."""
        i: cython.int
        for i in range(count):
            out[i] = 1.0

    def find_unsettled(self, position: Position) -> float:
        """Return what `unsettled` returns, trusting the caller."""
        return 1.0

    def find_features(self, position: Position, move: int) -> tuple[int, ...]:
        """Return what `features` returns, trusting the caller."""
        return ()

    # ---- for Python callers -------------------------------------------------------------------

    def values(self, position: Position) -> tuple[float, ...]:
        """Return each player's expected share of the point in a position that is not over."""
        if position.rules is not self.rules:
            raise foreign(position, self.rules)
        if position.turn == OVER:
            raise ValueError("the game is over: its outcome says what it was worth")
        out: cython.double[MAX_PLAYERS]
        if not cython.compiled:
            out = [0.0] * MAX_PLAYERS
        self.fill_values(position, out)
        return tuple([out[player] for player in range(self.players)])

    def priors(self, position: Position) -> dict[int, float]:
        """Return how promising each legal move of a player is, with a sum of 1."""
        if position.rules is not self.rules:
            raise foreign(position, self.rules)
        if position.turn == CHANCE or position.turn == OVER:
            raise ValueError("a player's moves have priors, and here it is nobody's turn")
        legal = position.legal_moves()
        if not cython.compiled:
            weights = [0.0] * len(legal)
            self.fill_priors(position, legal, len(legal), weights)
        else:
            weights = self._weights(position)
        total = sum(weights)
        return {move: weight / total for move, weight in zip(legal, weights, strict=True)}

    def features(self, position: Position, move: SupportsIndex) -> tuple[int, ...]:
        """Return the numbers of what `fill_priors` sees in a move, where its weights were fitted.

        A move's weight is the product of a factor for each.
        """
        if position.rules is not self.rules:
            raise foreign(position, self.rules)
        return self.find_features(position, position.checked(move))

    def unsettled(self, position: Position) -> float:
        """Return by how many points the scores to expect may still go astray."""
        if position.rules is not self.rules:
            raise foreign(position, self.rules)
        return self.find_unsettled(position)

    def _weights(self, position: Position) -> list[float]:
        """Return `fill_priors`, in arrays of C."""
        moves: cython.p_longlong = cython.cast(cython.p_longlong, malloc(position.max_moves * 8))
        out: cython.p_double = cython.cast(cython.p_double, malloc(position.max_moves * 8))
        try:
            if moves == cython.NULL or out == cython.NULL:
                raise MemoryError
            count: cython.int = position.fill_moves(moves)
            self.fill_priors(position, moves, count, out)
            return [out[i] for i in range(count)]
        finally:
            free(moves)
            free(out)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rules: a game's evaluator is made of nothing else."""
        return (type(self), (self.rules,))


def evaluator_of(rules: Rules) -> Evaluator:
    """Return a new evaluator for these rules; a neutral one if the game has none."""
    if not rules.game.has("evaluate"):
        return Evaluator(rules)
    found: Evaluator = rules.game.part("evaluate").Evaluation(rules)
    return found
