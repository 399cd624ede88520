"""Solving a game: what each first turn is worth with best play, and which replies hold.

For each question (can this player force a win? at least a draw?) there is a prover. They are asked
about the positions after the first turn and the reply to it, again and again with more patience,
until everything is settled or time is up. What they prove is written down as strategies, and a
verifier plays those against everything before anybody is told.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.search.prover import Prover
from quatrefoil.search.strategy import Solution, Strategy
from quatrefoil.search.turns import Turns
from quatrefoil.search.verify import Verifier
from quatrefoil.search.weave import Weaver

#: Evaluations that a position gets when it is first asked about, and how that grows.
_FIRST_PATIENCE, _MORE_PATIENCE = 3_000, 3
#: A question is worth more patience where proving looks so much easier than disproving.
_PROMISE = 2
_LOSS, _DRAW, _WIN = 0.0, 0.5, 1.0

#: A question: whose goal it is, and whether a draw will do.
Question = tuple[int, bool]
Listener = Callable[["Solver"], None]


@dataclass
class Reply:
    """A position after two turns; `low` and `high` bound what it is worth to the first player."""

    tokens: tuple[str, ...]
    position: Position
    low: float = _LOSS
    high: float = _WIN

    @property
    def is_settled(self) -> bool:
        """Whether it is known what the reply leads to."""
        return self.low == self.high


@dataclass
class FirstTurn:
    """A first turn, up to symmetry, with all replies to it."""

    tokens: tuple[str, ...]
    position: Position
    replies: list[Reply] = field(default_factory=list)

    @property
    def low(self) -> float:
        """What the first player has for certain."""
        return min((reply.low for reply in self.replies), default=_LOSS)

    @property
    def high(self) -> float:
        """What the second player must leave to the first at most."""
        return min((reply.high for reply in self.replies), default=_WIN)

    def holding(self) -> list[Reply]:
        """Return the replies that keep the first player from more than any other does."""
        return [reply for reply in self.replies if reply.high == self.high < _WIN]


class Solver:
    """Solves a two-player game without dice."""

    def __init__(self, rules: Rules, megabytes: float = 2048, draws: bool = True) -> None:
        start = rules.start()
        if rules.players != 2 or start.turn < 0:
            raise QuatrefoilError(f"{rules} cannot be solved: it takes two players and no dice")
        self.rules = rules
        self.first, self.second = start.turn, 1 - start.turn
        questions: list[Question] = [(self.first, False), (self.second, False)]
        if draws:
            questions += [(self.second, True), (self.first, True)]
        share = megabytes / len(questions)
        self.provers = {each: Prover(rules, *each, share) for each in questions}
        self.turns = list(_list_turns(rules, start))
        self.started = time.monotonic()
        self.seconds = 0.0
        self.patience = 0

    @property
    def low(self) -> float:
        """What the game is worth to the first player for certain."""
        return max(turn.low for turn in self.turns)

    @property
    def high(self) -> float:
        """What the game is worth to the first player at most."""
        return max(turn.high for turn in self.turns)

    @property
    def evaluated(self) -> int:
        """How many positions were looked at."""
        return sum(prover.evaluated for prover in self.provers.values())

    def open_replies(self) -> list[tuple[FirstTurn, Reply]]:
        """Return what is not settled, where least is missing first."""
        missing = [
            [(turn, reply) for reply in turn.replies if not reply.is_settled] for turn in self.turns
        ]
        return [each for group in sorted(missing, key=len) for each in group]

    # ---- search -------------------------------------------------------------------------------

    def run(self, seconds: float = math.inf, tell: Listener | None = None) -> None:
        """Search until everything is settled, time is up or somebody interrupts."""
        self.started = time.monotonic()
        deadline = self.started + seconds
        self.patience = _FIRST_PATIENCE
        try:
            while self.open_replies() and time.monotonic() < deadline:
                for _, reply in self.open_replies():
                    self._ask(reply, deadline)
                    if time.monotonic() >= deadline:
                        break
                    if tell:
                        tell(self)
                self.patience *= _MORE_PATIENCE
        except KeyboardInterrupt:
            pass
        self.seconds = time.monotonic() - self.started

    def _ask(self, reply: Reply, deadline: float) -> None:
        """Put every question whose answer would say something new about a reply."""
        for (seeker, draws_do), prover in self.provers.items():
            is_first = seeker == self.first
            claim = _DRAW if draws_do else _WIN if is_first else _LOSS
            news = claim > reply.low if is_first else claim < reply.high
            if reply.is_settled or not news:
                continue
            if prover.prove(reply.position, self.patience, deadline):
                if is_first:
                    reply.low = claim
                else:
                    reply.high = claim
            elif _PROMISE * prover.numbers()[0] < prover.numbers()[1]:
                break  # this will be proven with more patience: do not ask the opposite

    # ---- what was found -----------------------------------------------------------------------

    def solution(self, facts: dict[str, Any]) -> Solution:
        """Write down the strategies behind all that is settled."""
        weavers = {question: Weaver(prover) for question, prover in self.provers.items()}
        claims = []
        for question, tokens, position in self._claims():
            prover = self.provers[question]
            if prover.prove(position) is not True:
                raise QuatrefoilError(f"the proof after {' '.join(tokens)} was lost")
            weavers[question].weave(position)
            claims.append({"after": list(tokens), "player": question[0], "draw": question[1]})
        used = [question for question in weavers if weavers[question].chosen]
        strategies = tuple(Strategy.of(*each, weavers[each].chosen) for each in used)
        return Solution(self.rules, {**facts, "claims": claims}, strategies)

    def _claims(self) -> Iterator[tuple[Question, tuple[str, ...], Position]]:
        """Yield what is proven, the strongest statements first, and nothing that follows."""
        start = self.rules.start()
        if self.low > _LOSS:
            yield (self.first, self.low < _WIN), (), start
        if self.high < _WIN:
            yield (self.second, self.high > _LOSS), (), start
        for turn in self.turns:
            if turn.low > _LOSS:
                yield (self.first, turn.low < _WIN), turn.tokens, turn.position
            for reply in turn.replies:
                tokens = turn.tokens + reply.tokens
                if reply.position.is_over:
                    continue
                if reply.low > turn.low:
                    yield (self.first, reply.low < _WIN), tokens, reply.position
                if reply.high < _WIN:
                    yield (self.second, reply.high > _LOSS), tokens, reply.position


def _list_turns(rules: Rules, start: Position) -> Iterable[FirstTurn]:
    turns = Turns(rules)
    for moves, position in turns.listed(start):
        turn = FirstTurn(_tokens(start, moves), position)
        if position.is_over:
            share = _share(position, start.turn)
            turn.replies.append(Reply((), position, share, share))
        else:
            for reply_moves, after in turns.listed(position):
                reply = Reply(_tokens(position, reply_moves), after)
                if after.is_over:
                    reply.low = reply.high = _share(after, start.turn)
                turn.replies.append(reply)
        yield turn


def _share(over: Position, player: int) -> float:
    outcome = over.outcome()
    assert outcome is not None
    return outcome.shares[player]


def _tokens(position: Position, moves: Iterable[int]) -> tuple[str, ...]:
    walk = position.copy()
    tokens = []
    for move in moves:
        tokens.append(walk.token(move))
        walk.push(move)
    return tuple(tokens)


@dataclass(frozen=True)
class Checked:
    """What a verifier went through."""

    claims: int
    positions: int
    moves: int
    complete: bool


def check(
    solution: Solution, limit: int = 10**15, tell: Callable[[int, int], None] | None = None
) -> Checked:
    """Verify every claim of a solution with the real rules, or raise a ProofError.

    At most `limit` moves are made for each claim.
    """
    positions = moves = 0
    complete = True
    claims = solution.facts["claims"]
    for number, claim in enumerate(claims):
        strategy = next(
            each
            for each in solution.strategies
            if (each.player, each.draws_do) == (claim["player"], claim["draw"])
        )
        line = Line(solution.rules.start())
        for token in claim["after"]:
            line.play(token)
        verifier = Verifier(strategy, line)
        complete = verifier.verify(limit) and complete
        positions += verifier.positions
        moves += verifier.moves
        if tell:
            tell(number + 1, len(claims))
    return Checked(len(claims), positions, moves, complete)
