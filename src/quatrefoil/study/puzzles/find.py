"""Looks for a puzzle in a position: one turn, and only one, that does it.

The thresholds stand here together, with their reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line, tokens_of
from quatrefoil.core.position import Position
from quatrefoil.search import Config, Limit, Searcher, player, searcher
from quatrefoil.search.levels import Player
from quatrefoil.search.proof.turns import Turns
from quatrefoil.study.puzzles.claim import GAIN, HOLD, ODDS, ROUNDING, WIN, common_moves
from quatrefoil.study.puzzles.odds import Gains, Odds, stands
from quatrefoil.study.puzzles.prover import (
    End,
    Prover,
    TooLongError,
    check_length,
    same_key,
)
from quatrefoil.study.puzzles.puzzle import Puzzle

#: A position with fewer turns to choose from asks nothing.
_FEWEST_TURNS = 3
#: A quick look has this many nodes. Who has less than this share by it will hardly win within that
#: number of turns: further ahead takes longer to prove.
_GLANCE = 300
_HOPEFUL = {3: 0.55, 4: 0.75, 5: 0.75}
#: How many times more positions a question may have than may be looked at: most are cut off.
_CUTS = 10.0
#: Of a win that is not settled no other turn may look like one that wins more slowly: above this
#: share of the point by a search, the puzzle would be about speed alone.
_SLOWER_WIN = 0.85
#: Nodes of that search: a quick look at every turn, and a real one at those that looked best.
_LOOK_NODES, _SEARCH_NODES, _SEARCHED = 100, 4_000, 4
#: Megabytes that a search may take; a table of that size takes some 15 ms to make.
_MEMORY = 32
#: Nodes of a search that has to agree with a choice by odds: they see only up to the horizon.
_AGREE_NODES = 60_000


@dataclass(frozen=True)
class Effort:
    """How hard to look: positions for each question, and how many turns ahead."""

    positions: int = 100_000
    win_turns: tuple[int, ...] = (1, 3, 5)
    hold_turns: tuple[int, ...] = (2, 4)
    #: Where the game can be played out to its end.
    settled_turns: tuple[int, ...] = (3, 5, 7, 9)
    #: This turn and the opponent's next.
    odds_turns: int = 2
    odds_positions: int = 400_000
    #: This round and the next.
    gain_turns: int = 4
    gain_positions: int = 150_000
    #: With dice, whether what the lowest level would do is left out at once: it is most of all.
    skips_obvious: bool = False


class Why(StrEnum):
    """Why there is no puzzle in a position; what says most comes first."""

    OVER = "over"
    ROLL = "roll"
    PLAYERS = "players"
    LARGE = "large"
    FEW = "few"
    #: More than one turn does it, without key moves in common.
    SEVERAL = "several"
    #: Another turn seems to win too, only more slowly.
    SLOWER = "slower"
    #: The best turn is not clearly better than the next one.
    CLOSE = "close"
    #: A search that sees further would choose another turn.
    UNSURE = "unsure"
    #: Looking far enough ahead takes too long.
    LONG = "long"
    #: Nothing can be forced by one turn alone.
    NOTHING = "nothing"


class Finder:
    """Finds puzzles in positions of some rules. Without grade and themes: see `mine`."""

    def __init__(self, rules: Rules, effort: Effort | None = None, memory: float = _MEMORY) -> None:
        self.rules = rules
        self.effort = effort or Effort()
        self._turns = Turns(rules)
        self._memory = memory

    @cached_property
    def _searcher(self) -> Searcher:
        return searcher(self.rules, Config.best(self.rules, memory=self._memory))

    @cached_property
    def _level_1(self) -> Player:
        return player(self.rules, 1, timed=False)

    def find(self, position: Position, near_end: bool = True) -> Puzzle | None:
        """Return the puzzle of a position where a player begins a turn or part of one.

        Nothing is looked for that ends the game unless the position is `near_end`.
        """
        if position.turn < 0 or self.rules.players != 2:
            return None
        found = [step for step in self.steps(position, near_end) if isinstance(step, Puzzle)]
        return found[0] if found else None

    def unfit(self, position: Position) -> Why | None:
        """Return why a position cannot be asked about at all, or None where it can."""
        if position.is_over:
            return Why.OVER
        if position.turn < 0:
            return Why.ROLL
        if self.rules.players != 2:
            return Why.PLAYERS
        try:
            check_length(position)
        except TooLongError:
            return Why.LARGE
        return None if self._listed(position) else Why.FEW

    def steps(self, position: Position, near_end: bool = True) -> Iterator[Puzzle | Why]:
        """Yield what one way to look after the other says; a puzzle ends it."""
        ways: tuple[Callable[[Position], Puzzle | Why], ...] = (self._find_gain,)
        if self.rules.has_dice:
            ways = (self._find_odds,)
        elif near_end:
            ways = (self._find_win, self._find_hold, self._find_settled, self._find_gain)
        for way in ways:
            try:
                found = way(position)
            except TooLongError:
                found = Why.LONG
            yield found
            if isinstance(found, Puzzle):
                return

    # ---- without dice -------------------------------------------------------------------------

    def _find_win(self, position: Position) -> Puzzle | Why:
        """Look for one turn that wins within a few."""
        prover = Prover(self.rules, self.effort.positions)
        ends = self._listed(position)
        for turns in self._within_reach(self.effort.win_turns, len(ends)):
            if turns > 1 and self._value(position, position.turn, _GLANCE) < _HOPEFUL[turns]:
                return Why.NOTHING
            prover.allow()
            good = [
                end for end in ends if prover.forces(end.position, position.turn, 1.0, turns - 1)
            ]
            if good:
                return self._won(position, ends, good, turns)
        return Why.NOTHING

    def _find_hold(self, position: Position) -> Puzzle | Why:
        """Look for one turn that does not lose within a few."""
        prover = Prover(self.rules, self.effort.positions)
        ends = self._listed(position)
        you = 1 - position.turn
        for turns in self._within_reach(self.effort.hold_turns, len(ends)):
            if turns > 2 and self._value(position, you, _GLANCE) < _HOPEFUL[turns]:
                return Why.NOTHING
            prover.allow()
            good: list[End] = []
            for end in ends:
                if not prover.forces(end.position, you, 1.0, turns - 1):
                    good.append(end)
                    if not _only_one(position, good, len(ends)):
                        break
            else:
                solution = _only_one(position, good, len(ends))
                if solution is None:
                    return Why.SEVERAL if good else Why.NOTHING
                settled = self._settle(position, ends, good, HOLD, turns)
                return _made(position, HOLD, settled or turns, bool(settled), solution)
        return Why.NOTHING

    def _listed(self, position: Position) -> list[End]:
        ends = [End(tuple(moves), after) for moves, after in self._turns.listed(position)]
        return ends if len(ends) >= _FEWEST_TURNS else []

    def _within_reach(self, horizons: Sequence[int], ends: int, cuts: float = _CUTS) -> list[int]:
        """Return how far ahead can be looked at all: turns multiply, less what can be cut off."""
        most = cuts * self.effort.positions
        return [turns for turns in horizons if 0 < ends ** ((turns + 1) // 2) <= most]

    def _won(
        self, position: Position, ends: list[End], good: list[End], turns: int
    ) -> Puzzle | Why:
        """Return the puzzle of a position where some turns win."""
        solution = _only_one(position, good, len(ends))
        if solution is None:
            return Why.SEVERAL
        if solution.end.position.is_over:
            return _made(position, WIN, turns, False, solution)
        settled = self._settle(position, ends, good, WIN, turns)
        if not settled and self._is_overshadowed(position, ends, good):
            return Why.SLOWER
        return _made(position, WIN, settled or turns, bool(settled), solution)

    def _find_settled(self, position: Position) -> Puzzle | Why:
        """Look for a win or a draw that one turn alone keeps, where the game can be played out."""
        prover = Prover(self.rules, self.effort.positions)
        ends = self._listed(position)
        why = Why.NOTHING
        for turns in self._within_reach(self.effort.settled_turns, len(ends), cuts=0.2):
            prover.allow()
            for goal, share in ((WIN, 1.0), (HOLD, 0.5)):
                good = [
                    end
                    for end in ends
                    if prover.forces(end.position, position.turn, share, turns - 1)
                ]
                if not good:
                    continue
                solution = _only_one(position, good, len(ends))
                if solution and self._all_fail(prover, position, ends, good, goal, turns):
                    return _made(position, goal, turns, True, solution)
                why = why if solution else Why.SEVERAL
                if goal == WIN:
                    return why
        return why

    def _settle(
        self, position: Position, ends: list[End], good: list[End], goal: str, least: int
    ) -> int | None:
        """Return the horizon within which all ends of the game are known, if that can be seen."""
        prover = Prover(self.rules, self.effort.positions)
        share = 1.0 if goal == WIN else 0.5
        try:
            for turns in self._within_reach(range(least, least + 3), len(ends)):
                prover.allow()
                if all(
                    prover.forces(end.position, position.turn, share, turns - 1) for end in good
                ) and self._all_fail(prover, position, ends, good, goal, turns):
                    return turns
        except TooLongError:
            pass
        return None

    def _all_fail(
        self,
        prover: Prover,
        position: Position,
        ends: list[End],
        good: list[End],
        goal: str,
        turns: int,
    ) -> bool:
        """Whether after all turns but the good ones the opponent forces what spoils the goal."""
        share = 0.5 if goal == WIN else 1.0
        return all(
            end in good or prover.forces(end.position, 1 - position.turn, share, turns - 1)
            for end in ends
        )

    def _is_overshadowed(self, position: Position, ends: list[End], good: list[End]) -> bool:
        """Whether a search thinks that another turn wins too, only more slowly."""
        me = position.turn
        others = [end for end in ends if end not in good and not end.position.is_over]
        looks = [(self._value(end.position, me, _LOOK_NODES), i) for i, end in enumerate(others)]
        best = sorted(looks, reverse=True)[:_SEARCHED]
        return any(
            self._value(others[i].position, me, _SEARCH_NODES) > _SLOWER_WIN for _, i in best
        )

    def _value(self, position: Position, player: int, nodes: int) -> float:
        return self._searcher.search(Line(position), Limit(nodes=nodes)).values[player]

    # ---- what is best -------------------------------------------------------------------------

    def _find_gain(self, position: Position) -> Puzzle | Why:
        if not stands(self.rules):
            return Why.NOTHING
        turns = self.effort.gain_turns
        ends = self._listed(position)
        if not ends:
            return Why.FEW
        gains = Gains(self.rules, position.turn, self.effort.gain_positions)
        ranked = gains.best_two(ends, turns)
        return self._clearly_best(position, ranked, GAIN, turns)

    def _find_odds(self, position: Position) -> Puzzle | Why:
        if not stands(self.rules):
            return Why.NOTHING
        if not self._listed(position):
            return Why.FEW
        line = Line(position)
        best = self._searcher.search(line, Limit(nodes=_AGREE_NODES)).best
        if self.effort.skips_obvious and self._level_1.search(line).best == best:
            return Why.NOTHING
        odds = Odds(self.rules, position.turn, self.effort.odds_positions)
        turns = self.effort.odds_turns
        ranked = sorted(
            (
                (odds.expected(after, position.turn, turns), End(tuple(moves), after))
                for moves, after in self._turns.listed(position)
            ),
            key=lambda pair: (-pair[0], pair[1].moves),
        )
        return self._clearly_best(position, ranked, ODDS, turns)

    def _clearly_best(
        self, position: Position, ranked: list[tuple[float, End]], goal: str, turns: int
    ) -> Puzzle | Why:
        """Return the puzzle of a position whose best turn is clearly better than the others."""
        best, first = ranked[0]
        clear: float = self.rules.game.part("themes").CLEAR
        good = [end for value, end in ranked if value > best - clear - 3 * ROUNDING]
        solution = _only_one(position, [first], len(ranked))
        if len(good) > 1 or solution is None:
            return Why.CLOSE
        if not self._agrees(position, first):
            return Why.UNSURE
        return _made(position, goal, turns, False, solution, round(best, 4))

    def _agrees(self, position: Position, solution: End) -> bool:
        """Whether a search that sees further chooses the same."""
        line = Line(position)
        for move in solution.moves:
            if self._searcher.search(line, Limit(nodes=_AGREE_NODES)).best != move:
                return False
            line.push(move)
        return True


@dataclass(frozen=True)
class _Solution:
    """A turn that does it, and its key moves."""

    end: End
    tokens: tuple[str, ...]
    key: tuple[str, ...]


def _made(
    position: Position,
    goal: str,
    turns: int,
    settled: bool,
    solution: _Solution,
    value: float = 1.0,
) -> Puzzle:
    data = position.to_json()
    name, options = data.pop("game"), data.pop("options")
    return Puzzle(
        name, options, data, goal, turns, settled, solution.tokens, solution.key, value=value
    )


def _only_one(position: Position, good: list[End], of: int) -> _Solution | None:
    """Return the turn that does it, if all that do have moves in common; not if all turns do."""
    if not good or len(good) == of:
        return None
    first = min(good, key=lambda end: len(end.moves))
    tokens = key = tokens_of(position, first.moves)
    for end in good:
        if not same_key(end.position, first.position):
            key = common_moves(key, tokens_of(position, end.moves))
    # Some token may only end a turn: a key move is one that can begin it.
    if not set(key).intersection(position.legal_tokens()):
        return None
    return _Solution(first, tokens, key)
