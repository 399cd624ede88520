"""Who can force what within a number of turns: the prover that finds puzzles.

It stands on what `search/proof` has: whole turns without duplicates, and wins within a turn. It
answers for certain, or says that it took too long.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.search.proof.dfpn import check_solvable
from quatrefoil.search.proof.turns import Turns, canonical
from quatrefoil.search.proof.wins import WinFinder

Decided = Callable[[Position], tuple[float, ...] | None]

#: More ways to play a turn are not listed for people who wait.
MOST_WAYS = 20_000
#: How many turns that refuted something are tried first elsewhere.
_KILLERS = 12


class TooLongError(QuatrefoilError):
    """A question took more positions than it was allowed."""


@dataclass(frozen=True, eq=False)
class End:
    """A whole turn: its moves, and the position that it leaves."""

    moves: tuple[int, ...]
    position: Position


class Prover:
    """Answers questions about positions of some rules, with at most a number of `positions`."""

    def __init__(self, rules: Rules, positions: int = 200_000) -> None:
        check_solvable(rules)
        self.rules = rules
        self._decided = decided_by(rules)
        self._turns = Turns(rules)
        self._wins = WinFinder(rules)
        self._most = positions
        self._left = positions
        self._known: dict[tuple[int, int, float, int], bool] = {}
        self._killers: dict[tuple[bool, int, int, float], list[tuple[int, ...]]] = {}

    def allow(self, positions: int | None = None) -> None:
        """Begin a new question: everything that is known is forgotten."""
        self._left = self._most if positions is None else positions
        self._known.clear()
        self._killers.clear()

    def ends(self, position: Position) -> list[End]:
        """Return every turn, up to where it leads to."""
        found = [End(tuple(moves), after) for moves, after in self._turns.listed(position)]
        self._spend(len(found))
        return found

    def winning_turn(self, position: Position) -> tuple[int, ...]:
        """Return moves of this turn that win, or none."""
        self._spend(20)
        return tuple(self._wins.winning_moves(Line(position)))

    def forces(self, position: Position, player: int, share: float, turns: int) -> bool:
        """Whether a player can make the game end with a share within a number of turns."""
        shares = self._decided(position)
        if shares:
            return shares[player] >= share
        if turns == 0:
            return False
        asked = (position.key, player, share, turns)
        known = self._known.get(asked)
        if known is None:
            known = self._known[asked] = self._search(position, player, share, turns) is not None
        return known if position.turn == player else not known

    def deciding_turn(
        self, position: Position, player: int, share: float, turns: int
    ) -> End | None:
        """Return a turn of the player that forces it, or a turn of the other that prevents it."""
        if turns == 0 or self._decided(position):
            return None
        return self._search(position, player, share, turns)

    def _search(self, position: Position, player: int, share: float, turns: int) -> End | None:
        own = position.turn == player
        if own and share == 1:
            winning = self.winning_turn(position)
            if winning:
                return End(winning, pushed(position, winning))
            if turns == 1 and self._decided is over_shares:
                return None
        # What decided a position like this one is tried before all turns are listed.
        killers = self._killers.setdefault((own, turns, player, share), [])
        for moves in killers:
            after = pushed_if_legal(position, moves)
            if after and self.forces(after, player, share, turns - 1) == own:
                return self._deciding(killers, End(moves, after))
        for end in self.ends(position):
            if self.forces(end.position, player, share, turns - 1) == own:
                return self._deciding(killers, end)
        return None

    def _deciding(self, killers: list[tuple[int, ...]], end: End) -> End:
        if end.moves in killers:
            killers.remove(end.moves)
        killers.insert(0, end.moves)
        del killers[_KILLERS:]
        return end

    def _spend(self, positions: int) -> None:
        self._left -= positions
        if self._left < 0:
            raise TooLongError("this takes too long to prove")


def decided_by(rules: Rules) -> Decided:
    """Return what says how a position ends, as soon as that is certain: see `claim.py`."""
    themes = rules.game.part("themes") if rules.game.has("themes") else None
    by_game: Decided | None = getattr(themes, "decided", None)
    if by_game is None:
        return over_shares

    def decided(position: Position) -> tuple[float, ...] | None:
        return over_shares(position) if position.is_over else by_game(position)

    return decided


def check_length(position: Position) -> None:
    """Raise a TooLongError where a turn has more ways than can be listed in a moment.

    On boards of one's own with many actions these are millions. What is counted is an estimate:
    the choices at each move of one turn, multiplied.
    """
    ways, now = 1, position
    while now.turn == position.turn:
        moves = now.legal_moves()
        ways *= len(moves)
        if ways > MOST_WAYS:
            raise TooLongError(f"a turn has more than {MOST_WAYS} ways here")
        afters = (pushed(now, (move,)) for move in moves)
        goes_on = next((after for after in afters if after.turn == position.turn), None)
        if goes_on is None:
            return
        now = goes_on


def over_shares(position: Position) -> tuple[float, ...] | None:
    """Return each player's share of a game that is over; None while it goes on."""
    outcome = position.outcome()
    return None if outcome is None else outcome.shares


def pushed(position: Position, moves: tuple[int, ...]) -> Position:
    """Return the position after moves that are legal."""
    after = position.copy()
    for move in moves:
        after.push(move)
    return after


def pushed_if_legal(position: Position, moves: tuple[int, ...]) -> Position | None:
    """Return the position after a whole turn, or None where these moves are not one."""
    after = position.copy()
    for move in moves:
        if after.turn != position.turn or not after.is_legal(move):
            return None
        after.push_unchecked(move)
    return None if after.turn == position.turn else after


def same_key(one: Position, other: Position) -> bool:
    """Whether two positions are the same, or images of one another."""
    return canonical(one)[0] == canonical(other)[0]
