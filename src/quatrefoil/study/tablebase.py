"""What every turn is worth for certain, where that is proven: the tablebase of a position.

Three sources, each exact. The proof that comes with a game says what the turns near the start are
worth, and its strategies say what they guarantee further on. Endgame tables give bounds on expected
shares in their positions. What neither settles a prover tries, for as long as it is given.

Turns are whole ones, or what is left of a turn; those that lead to the same position, or to its
image, are one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line, tokens_of
from quatrefoil.core.position import Position
from quatrefoil.search.endgame.table import EndgameTable, tables_of
from quatrefoil.search.knowledge import Knowledge
from quatrefoil.search.proof.claims import Bounds, claimed_bounds
from quatrefoil.search.proof.dfpn import Prover
from quatrefoil.search.proof.strategy import solution_of
from quatrefoil.search.proof.turns import Turns, canonical
from quatrefoil.search.proof.wins import WinFinder

#: Megabytes of one prover, of which a position takes four.
_PROVER_MEMORY = 8
#: Positions that a prover looks at before it goes on to the next turn; then four times as many.
_FIRST_PATIENCE, _MORE_PATIENCE = 2_000, 4


@dataclass(frozen=True)
class TurnValue:
    """A turn, and what the player who makes it gets: at least and at most."""

    tokens: tuple[str, ...]
    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """Whether it is known what the turn is worth."""
        return self.low == self.high


@dataclass(frozen=True)
class Tablebase:
    """All turns from a position, the best first."""

    player: int
    turns: tuple[TurnValue, ...]
    #: What the position is worth to the player on turn, at least and at most.
    low: float
    high: float

    @property
    def counts(self) -> dict[str, int]:
        """How many turns win, draw and lose for certain, give some exact share, and are open."""
        found = dict.fromkeys(("win", "draw", "lose", "between", "open"), 0)
        for turn in self.turns:
            found[_verdict(turn)] += 1
        return found

    @property
    def open(self) -> int:
        """How many turns nothing exact is known about."""
        return sum(not turn.is_exact for turn in self.turns)


def has_tablebase(rules: Rules) -> bool:
    """Whether anything about these rules is proven."""
    return solution_of(rules) is not None or bool(tables_of(rules))


def tablebase(line: Line, seconds: float = 0.0) -> Tablebase | None:
    """Return what is proven about every turn; None where that is nothing, or nobody is to move.

    A prover gets some seconds for the turns that are open.
    """
    position = line.position
    if position.turn < 0:
        return None
    for table in tables_of(position.rules):
        if table.domain.holds(position):
            return _by_table(table, position)
    if solution_of(position.rules) is None:
        return None
    *_, found = prove_on(position, time.monotonic() + seconds)
    return found


def prove_on(position: Position, deadline: float) -> Iterator[Tablebase]:
    """Yield what the proof says of every turn, then again and again what a prover adds to it."""
    mover = position.turn
    listed = Turns(position.rules).listed(position)
    files = _Files(position.rules)
    open_ends: dict[int, Position] = {}
    turns = []
    for number, (moves, after) in enumerate(listed):
        low, high = files.bounds(after, mover)
        turns.append(TurnValue(tokens_of(position, moves), low, high))
        if low < high:
            open_ends[number] = after
    best = files.strategy_end(position)
    for number, after in list(open_ends.items()):
        if best and canonical(after)[0] == best[0]:
            turns[number] = replace(turns[number], low=best[1])
            if turns[number].is_exact:
                del open_ends[number]
    yield _sorted(mover, turns)
    provers = _Provers(position.rules, mover)
    patience = _FIRST_PATIENCE
    while open_ends and time.monotonic() < deadline:
        for number, after in list(open_ends.items()):
            low, high = provers.narrowed(after, turns[number], patience, deadline)
            turns[number] = replace(turns[number], low=low, high=high)
            if low == high:
                del open_ends[number]
            if time.monotonic() >= deadline:
                break
            yield _sorted(mover, turns)
        patience *= _MORE_PATIENCE
    yield _sorted(mover, turns)


class _Provers:
    """Who can win, and who can draw: a prover for each question, made when it is first asked."""

    def __init__(self, rules: Rules, mover: int) -> None:
        self._rules = rules
        self._mover = mover
        self._made: dict[tuple[int, bool], Prover] = {}

    def narrowed(
        self, after: Position, turn: TurnValue, patience: int, deadline: float
    ) -> tuple[float, float]:
        """Return what a turn is worth, as far as it can be proven with some patience."""
        low, high = turn.low, turn.high
        me, other = self._mover, 1 - self._mover
        if high > 0 and self._can(other, False, after, patience, deadline):
            return 0.0, 0.0
        if high == 1 and low < 1 and self._can(me, False, after, patience, deadline):
            return 1.0, 1.0
        if high > 0.5 and self._can(other, True, after, patience, deadline):
            high = 0.5
        if low < 0.5 <= high and self._can(me, True, after, patience, deadline):
            low = 0.5
        return low, high

    def _can(
        self, seeker: int, draw: bool, after: Position, patience: int, deadline: float
    ) -> bool:
        prover = self._made.get((seeker, draw))
        if prover is None:
            prover = Prover(self._rules, seeker, draw, _PROVER_MEMORY)
            self._made[seeker, draw] = prover
        return prover.prove(after, patience, deadline) is True


class _Files:
    """What the files of a game say about the ends of turns."""

    def __init__(self, rules: Rules) -> None:
        self._knowledge = Knowledge(rules)
        self._wins = WinFinder(rules)

    def bounds(self, after: Position, mover: int) -> Bounds:
        """Return what is known about the end of a turn: what its player gets."""
        outcome = after.outcome()
        if outcome:
            return outcome.shares[mover], outcome.shares[mover]
        low, high = claimed_bounds(after, mover)
        if low < high:
            high = min(high, 1 - self._guaranteed(after))
        return low, high

    def strategy_end(self, position: Position) -> tuple[int, float] | None:
        """Return where the mover's own strategy leads to, by its key, and what it guarantees."""
        here, known = position.copy(), self._knowledge.move(position)
        if known is None:
            return None
        while known and here.turn == position.turn:
            here.push(known.move)
            share = 1.0 if known.is_best else 0.5
            known = self._knowledge.move(here) if here.turn == position.turn else None
        # A strategy ends where the turn can be won, and that is among the turns anyway.
        return None if here.turn == position.turn else (canonical(here)[0], share)

    def _guaranteed(self, position: Position) -> float:
        """Return what the player on turn gets at least, by strategy or by a win within the turn."""
        known = self._knowledge.move(position)
        if known and known.is_best:
            return 1.0
        # A strategy has no entry where a turn wins the game: it always does that.
        return 1.0 if self._wins.winning_moves(Line(position)) else 0.5 if known else 0.0


def _by_table(table: EndgameTable, position: Position) -> Tablebase:
    """Return bounds on what each turn is worth, by an endgame table; a roll may follow it."""
    turns = []
    for moves, after in Turns(position.rules).listed(position):
        low, high = table.derived_bounds(after, position.turn)
        turns.append(TurnValue(tokens_of(position, moves), low, high))
    return _sorted(position.turn, turns)


def _sorted(player: int, turns: Iterable[TurnValue]) -> Tablebase:
    best = sorted(turns, key=lambda each: (-each.low, -each.high, each.tokens))
    low = max((turn.low for turn in best), default=0.0)
    high = max((turn.high for turn in best), default=1.0)
    return Tablebase(player, tuple(best), low, high)


def _verdict(turn: TurnValue) -> str:
    if not turn.is_exact:
        return "open"
    return {1.0: "win", 0.5: "draw", 0.0: "lose"}.get(turn.low, "between")
