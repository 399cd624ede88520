"""Solving a game: what each first turn is worth with best play, and which replies hold.

For each question (can this player force a win? at least a draw?) there is a prover. They are asked
about the positions after the first turn and the reply to it, again and again with more patience,
until everything is settled or time is up. What they prove is written down as strategies, and a
verifier plays those against everything before anybody is told.

Several workers share the first turns: each takes one with its replies, at the patience of the
round, and hands back what it could prove. Where time does not run out the result is the same on
any number of workers. It takes more positions than one process, whose provers remember all turns.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from quatrefoil.arena.pool import Pool
from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line, tokens_of
from quatrefoil.core.position import Position
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.search.proof.dfpn import Prover, check_solvable
from quatrefoil.search.proof.extract import StrategyExtractor
from quatrefoil.search.proof.strategy import Solution, Strategy
from quatrefoil.search.proof.turns import Turns
from quatrefoil.search.proof.verify import Verifier

#: Evaluations that a position gets when it is first asked about, and how that grows.
_FIRST_PATIENCE, _MORE_PATIENCE = 3_000, 3
#: A question is worth more patience where its proof number is this many times smaller than its
#: disproof number.
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
    """Solves a two-player game without dice, by asking for wins, for draws or for both."""

    def __init__(self, rules: Rules, megabytes: float = 2048, ask: str = "both") -> None:
        start = rules.start()
        check_solvable(rules)
        self.rules, self.megabytes, self.ask = rules, megabytes, ask
        self.first, self.second = start.turn, 1 - start.turn
        goals = {"wins": [False], "draws": [True], "both": [False, True]}[ask]
        questions = [
            (seeker, draw_suffices)
            for draw_suffices in goals
            for seeker in (
                (self.second, self.first) if draw_suffices else (self.first, self.second)
            )
        ]
        self.known: Solution | None = None
        self.provers = {
            each: Prover(rules, *each, megabytes / len(questions)) for each in questions
        }
        self.turns = list(_list_turns(rules, start))
        self.started = time.monotonic()
        self.seconds = 0.0
        self.patience = 0
        #: Positions that workers looked at.
        self._elsewhere = 0
        #: Whether more patience could still bring answers.
        self._undecided = False

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
        return self._elsewhere + sum(prover.evaluated for prover in self.provers.values())

    def open_replies(self) -> list[tuple[FirstTurn, Reply]]:
        """Return what is not settled, where least is missing first."""
        missing = [
            [(turn, reply) for reply in turn.replies if not reply.is_settled] for turn in self.turns
        ]
        return [each for group in sorted(missing, key=len) for each in group]

    def resume(self, known: Solution) -> None:
        """Take over what an earlier run has proven about replies."""
        self.known = self.known.joined(known) if self.known else known
        _note_claims(self.turns, known, self.first)

    # ---- search -------------------------------------------------------------------------------

    def run(
        self,
        seconds: float = math.inf,
        tell: Listener | None = None,
        pool: Pool | None = None,
    ) -> None:
        """Search until everything is settled, time is up or somebody interrupts.

        With a pool its workers search, else this process.
        """
        self.started = time.monotonic()
        deadline = self.started + seconds
        self.patience = _FIRST_PATIENCE
        try:
            self._undecided = True
            while self._undecided and time.monotonic() < deadline:
                self._undecided = False
                for _ in self._share_round(pool, deadline) if pool else self._round(deadline):
                    if time.monotonic() >= deadline:
                        break
                    if tell:
                        tell(self)
                self.patience *= _MORE_PATIENCE
        except KeyboardInterrupt:
            pass
        self.seconds = time.monotonic() - self.started

    def _round(self, deadline: float) -> Iterator[None]:
        """Ask about all that is open, at the patience of this round; yield after each reply."""
        for _, reply in self.open_replies():
            self._ask(reply, deadline)
            yield

    def _share_round(self, pool: Pool, deadline: float) -> Iterator[None]:
        """Let workers ask, a first turn each; yield after each turn."""
        known = self.known.facts["claims"] if self.known else ()
        chunks = (
            Chunk(
                (str(self.rules), self.megabytes, self.ask),
                turn,
                [claim for claim in known if tuple(claim["after"][: len(turn)]) == turn],
                self.patience,
                # The clocks of machines differ: counted is what is left when a chunk is given out.
                deadline - time.monotonic(),
            )
            for turn in dict.fromkeys(turn.tokens for turn, _ in self.open_replies())
        )
        for found in pool.run(prove_chunk, chunks, chunk=1):
            self.resume(Solution(self.rules, {"claims": found.claims}, found.strategies))
            self._elsewhere += found.evaluated
            self._undecided |= found.undecided
            yield

    def _ask(self, reply: Reply, deadline: float) -> None:
        """Ask who wins; where somebody seems to, do not ask who can hold the draw."""
        for question, prover in self.provers.items():
            answer = self._put(question, reply, deadline)
            proof, disproof = prover.proof_numbers()
            if question[1] or answer is False:
                continue
            if reply.is_settled or _PROMISE * proof < disproof or question[0] == self.second:
                return  # it is proven, or may be with more patience

    def _put(self, question: Question, reply: Reply, deadline: float) -> bool | None:
        """Put a question about a reply, and note what the answer proves."""
        seeker, draw_suffices = question
        answer = self.provers[question].prove(reply.position, self.patience, deadline)
        if answer and seeker == self.first:
            reply.low = max(reply.low, _DRAW if draw_suffices else _WIN)
        elif answer:
            reply.high = min(reply.high, _DRAW if draw_suffices else _LOSS)
        self._undecided |= answer is None
        return answer

    # ---- what was found -----------------------------------------------------------------------

    def solution(self, facts: dict[str, Any]) -> Solution:
        """Write down the strategies behind all that is settled."""
        return self._written(facts, openings=True)

    def _written(self, facts: dict[str, Any], openings: bool) -> Solution:
        extractors = {
            question: StrategyExtractor(prover) for question, prover in self.provers.items()
        }
        known = self.known.facts["claims"] if self.known else []
        claims = []
        for question, tokens, position in self._claims():
            claim = {"after": list(tokens), "player": question[0], "draw": question[1]}
            claims.append(claim)
            if claim not in known:
                if self.provers[question].prove(position) is not True:
                    raise QuatrefoilError(f"the proof after {' '.join(tokens)} was lost")
                extractors[question].extract(position)
        if openings:
            self._add_openings(extractors)
        found = {
            question: Strategy.of(*question, each.choices) for question, each in extractors.items()
        }
        for other in self.known.strategies if self.known else ():
            question = (other.player, other.draw_suffices)
            found[question] = found[question].joined(other) if question in found else other
        strategies = tuple(found[question] for question in sorted(found) if len(found[question]))
        return Solution(self.rules, {**facts, "claims": claims}, strategies)

    def _add_openings(self, extractors: dict[Question, StrategyExtractor]) -> None:
        """Add the first turn and the replies that the game's worth rests on."""
        for turn in self.turns:
            if _LOSS < turn.low == self.low:
                extractor = extractors.get((self.first, turn.low < _WIN))
                if extractor:
                    extractor.add_turn(self.rules.start(), turn.tokens)
            reply = next(iter(turn.holding()), None)
            extractor = extractors.get((self.second, turn.high > _LOSS))
            if extractor and reply and reply.tokens:
                extractor.add_turn(turn.position.copy(), reply.tokens)

    def _claims(self) -> Iterator[tuple[Question, tuple[str, ...], Position]]:
        """Yield what is proven about replies: what turns and the game are worth follows."""
        for turn in self.turns:
            for reply in turn.replies:
                tokens = turn.tokens + reply.tokens
                if reply.position.is_over:
                    continue
                if reply.low > _LOSS:
                    yield (self.first, reply.low < _WIN), tokens, reply.position
                if reply.high < _WIN:
                    yield (self.second, reply.high > _LOSS), tokens, reply.position


# ---- a worker's part --------------------------------------------------------------------------


@dataclass(frozen=True)
class Chunk:
    """One first turn with its replies, to be asked about once."""

    #: Rules, megabytes and what to ask for.
    solver: tuple[str, float, str]
    turn: tuple[str, ...]
    #: The claims that were proven before.
    known: list[dict[str, Any]]
    patience: int
    seconds: float


@dataclass(frozen=True)
class Proven:
    """What a worker found: all claims about its turn, and strategies for the new ones."""

    claims: list[dict[str, Any]]
    strategies: tuple[Strategy, ...]
    evaluated: int
    #: Whether more patience could bring more.
    undecided: bool


def prove_chunk(chunk: Chunk) -> Proven:
    """Prove what can be proven of a chunk."""
    text, megabytes, ask = chunk.solver
    solver = Solver(rules_of(text), megabytes, ask)
    solver.turns = [turn for turn in solver.turns if turn.tokens == chunk.turn]
    solver.resume(Solution(solver.rules, {"claims": chunk.known}, ()))
    solver.patience = chunk.patience
    deadline = time.monotonic() + chunk.seconds
    for _ in solver._round(deadline):
        if time.monotonic() >= deadline:
            break
    # What the game is worth, and so how it opens, is known only where all turns come together.
    found = solver._written({}, openings=False)
    claims: list[dict[str, Any]] = found.facts["claims"]
    return Proven(claims, found.strategies, solver.evaluated, solver._undecided)


def _list_turns(rules: Rules, start: Position) -> Iterable[FirstTurn]:
    turns = Turns(rules)
    for moves, position in turns.listed(start):
        turn = FirstTurn(tokens_of(start, moves), position)
        if position.is_over:
            share = _share(position, start.turn)
            turn.replies.append(Reply((), position, share, share))
        else:
            for reply_moves, after in turns.listed(position):
                reply = Reply(tokens_of(position, reply_moves), after)
                if after.is_over:
                    reply.low = reply.high = _share(after, start.turn)
                turn.replies.append(reply)
        yield turn


def _note_claims(turns: list[FirstTurn], known: Solution, first: int) -> None:
    """Set the bounds of replies to what is claimed about them."""
    replies = {turn.tokens + reply.tokens: reply for turn in turns for reply in turn.replies}
    for claim in known.facts["claims"]:
        reply = replies.get(tuple(claim["after"]))
        if reply and claim["player"] == first:
            reply.low = max(reply.low, _DRAW if claim["draw"] else _WIN)
        elif reply:
            reply.high = min(reply.high, _DRAW if claim["draw"] else _LOSS)


def _share(over: Position, player: int) -> float:
    outcome = over.outcome()
    assert outcome is not None
    return outcome.shares[player]


@dataclass(frozen=True)
class Checked:
    """What a verifier went through."""

    claims: int
    positions: int
    moves: int
    #: Whether every claim was checked to the end.
    complete: bool
    #: What follows from the claims for the worth of the game to the first player.
    low: float
    high: float
    #: Moves made to see the same once more from the very start, without the claims.
    whole: int


def check(
    solution: Solution,
    limit: int = 10**15,
    step: int = 1,
    tell: Callable[[int, int], None] | None = None,
) -> Checked:
    """Verify every claim of a solution with the real rules, or raise a ProofError.

    At most `limit` moves are made for each claim, and only each `step`-th claim is looked at.
    """
    positions = moves = 0
    complete = step == 1
    claims = solution.facts["claims"][::step]
    for number, claim in enumerate(claims):
        strategy = next(
            each
            for each in solution.strategies
            if (each.player, each.draw_suffices) == (claim["player"], claim["draw"])
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
    start = solution.rules.start()
    turns = list(_list_turns(solution.rules, start))
    _note_claims(turns, solution, start.turn)
    low, high = max(turn.low for turn in turns), max(turn.high for turn in turns)
    whole = 0
    for player, worth in enumerate((low, 1 - high)):
        if worth > 0:
            # The claims are about turns as the search lists them; this is about the game itself.
            verifier = Verifier(solution.whole(player, worth < 1), Line(start))
            complete = verifier.verify(limit) and complete
            whole += verifier.moves
    return Checked(len(claims), positions, moves, complete, low, high, whole)
