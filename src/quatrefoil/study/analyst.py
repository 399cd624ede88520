"""The analyst: what a position is worth, and which whole turns are best; better and better.

One for the page and for `quatrefoil analyse`. It works in slices: each goes on where the one before
stopped, and says what is known so far.

    go_on(limit)     the searcher searches on                  search/base.py
      knowledge        what is proven, in place of estimates   search/knowledge.py
      whole turns      the best first: moves that do not end the turn are explored further
      heat             every legal move, and what it loses

Moves without a choice are made before anything is searched: what follows them is what counts.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.search.config import MEMORY, Config
from quatrefoil.search.knowledge import Knowledge
from quatrefoil.search.limits import Limit
from quatrefoil.search.results import MoveReport, SearchResult
from quatrefoil.search.searcher import searcher
from quatrefoil.study.analysis import Analysis, MoveHeat, OutcomeReport, TurnReport
from quatrefoil.study.turns import Turn, turns

#: How many more first moves get an exact value than whole turns are shown: the moves of one turn
#: in another order begin with another move.
_MORE_MOVES = 2
#: What a slice leaves for exploring turns of several moves.
_EXPLORING = 0.2
#: How many unfinished turns a slice explores for each turn that is shown.
_EXPLORED = 3
#: Moves of what is expected to follow a turn.
_FOLLOWING = 12
#: Moves without a choice that are skipped: rules may let them go on for ever.
_MOST_FORCED = 64
#: Nodes a move where the rest of a turn is not known and has to be found.
_REST_NODES = 300
_REST_MEMORY = 4
#: Seconds for finding again, within a turn, what is proven of its beginning.
_PROOF_SECONDS = 0.3


@dataclass(frozen=True)
class _Candidate:
    """The beginning of a turn, or all of it: its moves, and what a search says of the last one."""

    moves: tuple[int, ...]
    report: MoveReport


#: A candidate after what sorts it: less is better.
_Ranked = tuple[float, float, float, tuple[int, ...], _Candidate]


class Analyst:
    """Analyses one line, slice by slice. For one thread at a time; any thread may `stop` it."""

    def __init__(
        self,
        line: Line,
        lines: int = 3,
        threads: int = 1,
        memory: float = MEMORY,
        seed: int = 0,
    ) -> None:
        self.line = line.copy()
        self._lines = lines
        #: The line that is searched: after the moves that are forced.
        self._ahead = self.line.copy()
        _make_forced_moves(self._ahead)
        rules = line.position.rules
        config = Config.best(
            rules, threads=threads, memory=memory, seed=seed, lines=lines + _MORE_MOVES
        )
        self._by_visits = config.advice.method == "mcts"
        self._searcher = searcher(rules, config)
        self._rest_searcher = searcher(rules, replace(config, memory=_REST_MEMORY, threads=1))
        self._knowledge: Knowledge | None = None
        #: What the search said in the end of the latest slice, and after its latest iteration.
        self._latest: SearchResult | None = None
        self._heard: SearchResult | None = None
        self._has_long_turns = _has_long_turns(self._ahead.position)
        #: What was found after the beginning of a turn, and how deep it was searched for then.
        self._explored: dict[tuple[int, ...], tuple[int, SearchResult]] = {}
        self._explored_nodes = 0
        self._explored_seconds = 0.0

    def go_on(
        self, limit: Limit, halt: threading.Event | None = None, sure: bool = True
    ) -> Analysis:
        """Search on, and say what is known so far.

        `sure` is with all that is proven, which may have to be read first: that can take a second.
        """
        if self._ahead.position.is_over:
            return self._over()
        root_limit, rest = self._divided(limit)
        found, finished = self._searched_on(root_limit, halt)
        found = self._corrected(self._ahead, found, sure)
        mover = self.line.position.turn
        best = () if mover == CHANCE else self._whole_turns(found, rest, halt, sure)
        bounds = self._knowledge.bounds(self.line.position) if sure and self._knowledge else None
        return Analysis(
            turn=mover,
            values=self._values(found, best),
            proven=found.proven,
            bounds=bounds if bounds and bounds[0] < bounds[1] else None,
            turns=best,
            moves=() if mover == CHANCE else self._heat(found, best),
            outcomes=self._outcomes(found) if mover == CHANCE else (),
            depth=found.depth,
            visits=found.nodes if self._by_visits else None,
            nodes=found.nodes + self._explored_nodes,
            seconds=found.seconds + self._explored_seconds,
            finished=finished,
        )

    def stop(self) -> None:
        """End a slice that runs in another thread: it answers with what it has."""
        self._searcher.stop()
        self._rest_searcher.stop()

    # ---- the search ---------------------------------------------------------------------------

    def _searched_on(self, limit: Limit, halt: threading.Event | None) -> tuple[SearchResult, bool]:
        """Return what the search says after another slice, and whether it has come to its end.

        In the middle of an iteration alpha-beta knows some moves a move deeper than others, and
        compares what cannot be compared: until all are, the latest whole iteration counts.
        """
        if self._latest is None:
            found = self._searcher.search(self._ahead, limit, self._hear, halt)
        else:
            found = self._searcher.search_on(limit, self._hear, halt)
        finished = found.proven or bool(self._latest and found.nodes == self._latest.nodes)
        if not (self._by_visits or found.proven) and self._heard and not finished:
            found = replace(self._heard, nodes=found.nodes, seconds=found.seconds)
        self._latest = found
        return found, finished

    def _hear(self, result: SearchResult) -> None:
        self._heard = result

    def _divided(self, limit: Limit) -> tuple[Limit, Limit]:
        """Return what the search of the position gets, and what one unfinished turn gets."""
        if not self._has_long_turns or self._by_visits:
            return limit, limit
        each = _EXPLORING / (self._lines * _EXPLORED)
        return part_of(limit, 1 - _EXPLORING), part_of(limit, each)

    def _corrected(self, line: Line, found: SearchResult, sure: bool) -> SearchResult:
        if not sure:
            return found
        if self._knowledge is None:
            self._knowledge = Knowledge(line.position.rules)
        return self._knowledge.corrected(line, found)

    def _over(self) -> Analysis:
        """Return what is known where nothing is left to choose: the game ends."""
        outcome = self._ahead.position.outcome()
        assert outcome is not None
        mover, forced = self.line.position.turn, self._ahead.tokens
        best, heat = [], []
        if forced and mover >= 0:
            value = outcome.shares[mover]
            first = turns(_movers_and_tokens(self.line, self._ahead.moves), self._players)
            best = [TurnReport(first[0].tokens, value, 0.0, True, None, None, tuple(first[1:]))]
            heat = [MoveHeat(forced[0], value, 0.0, True, False, None)]
        return Analysis(
            turn=mover,
            values=outcome.shares,
            proven=True,
            bounds=None,
            turns=tuple(best),
            moves=tuple(heat),
            outcomes=(),
            depth=None,
            visits=None,
            nodes=0,
            seconds=0.0,
            finished=True,
        )

    @property
    def _players(self) -> int:
        players: int = self.line.position.rules.players
        return players

    # ---- whole turns --------------------------------------------------------------------------

    def _whole_turns(
        self, found: SearchResult, limit: Limit, halt: threading.Event | None, sure: bool
    ) -> tuple[TurnReport, ...]:
        """Return the best whole turns of who is to move, up to order and duplicates."""
        mover = self.line.position.turn
        if self._ahead.position.turn != mover:
            return (self._forced_turn(found),)
        whole = self._best_first(found, limit, halt, sure)
        most = whole[0].report.value if whole else 0.0
        return tuple(self._told(each, most, found.depth) for each in whole)

    def _best_first(
        self, found: SearchResult, limit: Limit, halt: threading.Event | None, sure: bool
    ) -> list[_Candidate]:
        """Follow the most promising beginnings of turns until enough of them are whole."""
        waiting = [self._ranked(_Candidate((report.move,), report)) for report in found.moves]
        heapq.heapify(waiting)
        whole: dict[int, _Candidate] = {}
        explored = 0
        while waiting and len(whole) < self._lines:
            *_, candidate = heapq.heappop(waiting)
            if whole and not self._is_known(candidate.report, found.depth):
                break
            line = self._after(candidate.moves)
            if line.position.turn == self._ahead.position.turn:
                further: list[_Candidate] = []
                if explored < self._lines * _EXPLORED:
                    explored += 1
                    ample = _ample(limit) if explored == 1 and candidate.report.proven else limit
                    further = self._further(candidate, line, ample, found.depth, halt, sure)
                if further:
                    for each in further:
                        heapq.heappush(waiting, self._ranked(each))
                    continue
                rest = self._rest_of_turn(line, halt)
                candidate = _Candidate((*candidate.moves, *rest), candidate.report)
                line = self._after(candidate.moves)
            whole.setdefault(line.position.key, candidate)
        return sorted(whole.values(), key=lambda each: self._ranked(each)[:-1])

    def _further(
        self,
        candidate: _Candidate,
        line: Line,
        limit: Limit,
        depth: int | None,
        halt: threading.Event | None,
        sure: bool,
    ) -> list[_Candidate]:
        """Return how the beginning of a turn can go on; none where nothing is known of that.

        What is said of the beginning holds for its best continuation, and no other is better.
        """
        report = candidate.report
        inner = self._explore(line, limit, depth, halt, sure)
        known = [each for each in inner.moves if self._is_known(each, inner.depth)]
        if known and not self._by_visits:
            expected = (*self._searcher.expect(candidate.moves), inner.best)[0]
            agreeing = [each.move for each in known if each.proven and each.value == report.value]
            best = agreeing[0] if report.proven and agreeing else expected
            others = [
                replace(each, value=min(each.value, report.value))
                for each in known
                if each.move != best
            ]
            known = [replace(report, move=best), *others]
        return [_Candidate((*candidate.moves, each.move), each) for each in known]

    def _ranked(self, candidate: _Candidate) -> _Ranked:
        """Return a candidate with what sorts it."""
        report = candidate.report
        if self._by_visits:
            certain = 0 if not report.proven else 1 if report.value == 1 else -1
            certain = certain if report.value in (0, 1) else 0
            return (-certain, -report.visits, -report.value, candidate.moves, candidate)
        return (-report.value, float(report.at_most), 0.0, candidate.moves, candidate)

    def _is_known(self, report: MoveReport, depth: int | None) -> bool:
        """Whether a search says what a move is worth, and not only that it is no better."""
        if report.proven:
            return True
        return report.visits > 0 if self._by_visits else bool(depth) and not report.at_most

    def _explore(
        self,
        line: Line,
        limit: Limit,
        depth: int | None,
        halt: threading.Event | None,
        sure: bool,
    ) -> SearchResult:
        """Return what is known after the beginning of a turn."""
        moves = tuple(line.moves)
        wanted = max(1, (depth or 0) - len(moves))
        reached, earlier = self._explored.get(moves, (0, None))
        if earlier is None or self._by_visits or reached < wanted:
            found = self._searcher.explore(moves, limit, halt)
            self._explored_nodes += found.nodes
            self._explored_seconds += found.seconds
            if earlier is None or (found.depth or 0) >= (earlier.depth or 0):
                # A search that time cut short is tried again, in the next slice.
                whole = self._by_visits or found.proven or (found.depth or 0) >= wanted
                self._explored[moves] = (wanted if whole else 0, found)
        found = self._explored[moves][1]
        return self._corrected(line, found, sure)

    def _rest_of_turn(self, line: Line, halt: threading.Event | None) -> tuple[int, ...]:
        """Return good moves up to the end of a turn that the search has not looked into."""
        mover, ahead = line.position.turn, line.copy()
        expected = list(self._searcher.expect(line.moves))
        while ahead.position.turn == mover:
            if expected:
                ahead.push(expected.pop(0))
            else:
                found = self._rest_searcher.search(ahead, Limit(nodes=_REST_NODES), halt=halt)
                ahead.push(found.best)
        return tuple(ahead.moves)

    def _after(self, moves: Sequence[int]) -> Line:
        """Return the line after moves of the search, which it can take back."""
        line = self._ahead.copy()
        for move in moves:
            line.push(move)
        return line

    # ---- what is told -------------------------------------------------------------------------

    def _told(self, candidate: _Candidate, most: float, depth: int | None) -> TurnReport:
        """Return a whole turn, with the moves that were forced before it and what may follow."""
        report, moves = candidate.report, candidate.moves
        return TurnReport(
            tokens=(*self._ahead.tokens, *self._after(moves).tokens),
            value=report.value,
            loss=max(0.0, most - report.value),
            proven=report.proven,
            visits=report.visits if self._by_visits else None,
            depth=None if self._by_visits else depth,
            then=self._following(moves, ()),
        )

    def _forced_turn(self, found: SearchResult) -> TurnReport:
        """Return the only turn that there is, and what is expected to follow."""
        first, *later = turns(_movers_and_tokens(self.line, self._ahead.moves), self._players)
        best = () if self._ahead.position.turn == CHANCE else found.principal_variation
        return TurnReport(
            tokens=first.tokens,
            value=found.values[self.line.position.turn],
            loss=0.0,
            proven=found.proven,
            visits=found.nodes if self._by_visits else None,
            depth=found.depth,
            then=(*later, *self._following((), best)),
        )

    def _following(self, moves: Sequence[int], known: Sequence[int]) -> tuple[Turn, ...]:
        """Return what is expected after moves of the search, up to a roll, in whole turns."""
        line = self._after(moves)
        if line.position.is_over or line.position.turn == CHANCE:
            return ()
        expected = known or self._searcher.expect(moves)
        found = _movers_and_tokens(line, expected[:_FOLLOWING])
        rolls = [number for number, (mover, _) in enumerate(found) if mover == CHANCE]
        return tuple(turns(found[: rolls[0]] if rolls else found, self._players))

    def _values(self, found: SearchResult, best: Sequence[TurnReport]) -> tuple[float, ...]:
        """Return what all players can expect: where two play, what the best turn brings."""
        mover = self.line.position.turn
        if found.proven or not best or self._players != 2:
            return found.values
        value = best[0].value
        return (value, 1 - value) if mover == 0 else (1 - value, value)

    def _heat(self, found: SearchResult, best: Sequence[TurnReport]) -> tuple[MoveHeat, ...]:
        """Return every legal move with what it loses."""
        most = best[0].value if best else 0.0
        if self._ahead.tokens:
            only = best[0]
            visits = only.visits
            return (MoveHeat(only.tokens[0], most, 0.0, found.proven, False, visits),)
        return tuple(self._heat_of(report, most, found.depth) for report in found.moves)

    def _heat_of(self, report: MoveReport, most: float, depth: int | None) -> MoveHeat:
        token = self._ahead.position.token(report.move)
        visits = report.visits if self._by_visits else None
        if not (report.proven or report.visits or depth):
            return MoveHeat(token, None, None, False, False, visits)
        # A bound above the best turn says no more than that the move is no better.
        value = min(report.value, most) if report.at_most else report.value
        loss = max(0.0, most - value)
        return MoveHeat(token, value, loss, report.proven, report.at_most, visits)

    def _outcomes(self, found: SearchResult) -> tuple[OutcomeReport, ...]:
        """Return what may be rolled; a search gives player 0's values there."""
        odds = dict(self.line.position.chance_outcomes())
        told = []
        for report in sorted(found.moves, key=lambda report: report.move):
            known = self._players == 2 and self._is_known(report, found.depth)
            told.append(
                OutcomeReport(
                    token=self.line.position.token(report.move),
                    odds=float(odds[report.move]),
                    values=(report.value, 1 - report.value) if known else None,
                    proven=report.proven,
                )
            )
        return tuple(told)


def _make_forced_moves(line: Line) -> None:
    """Make moves as long as a player has no choice."""
    while line.position.turn >= 0 and len(line) < _MOST_FORCED:
        legal = line.position.legal_moves()
        if len(legal) > 1:
            return
        line.push(legal[0])


def _has_long_turns(position: Position) -> bool:
    """Whether some move of the player to move does not end the turn."""
    if position.turn < 0:
        return False
    for move in position.legal_moves():
        after = position.copy()
        after.push_unchecked(move)
        if after.turn == position.turn:
            return True
    return False


def _ample(limit: Limit) -> Limit:
    """Return a limit that lets a proof be found again, which is in the table for the most part."""
    return limit if limit.time is None else replace(limit, time=max(limit.time, _PROOF_SECONDS))


def part_of(limit: Limit, share: float) -> Limit:
    """Return a share of a limit."""
    return replace(
        limit,
        time=None if limit.time is None else limit.time * share,
        nodes=None if limit.nodes is None else max(1, int(limit.nodes * share)),
    )


def _movers_and_tokens(line: Line, moves: Sequence[int]) -> list[tuple[int, str]]:
    """Return who makes each of the moves that follow a line, and its token."""
    ahead = line.position.copy()
    found = []
    for move in moves:
        found.append((ahead.turn, ahead.token(move)))
        ahead.push(move)
    return found
