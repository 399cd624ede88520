"""The computer at work: its moves are thought about in threads that leave the others alone.

Search releases the interpreter, and these threads have a lower priority than the one that answers
people, so that a person's move never waits for the computer's. Among themselves they are fair
(play/crew.py), and each has its duties, the most urgent first:

    quick      turns of a fifth of a second, hints                 one thread
    player     longer turns, turns of a fifth of a second, hints   `count` threads
    student    analyses and reviews, matches without people        one thread

So a person's match waits neither for a study nor for somebody's longer turn.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import IntEnum
from functools import partial
from typing import TypeVar

from quatrefoil.core.line import Line
from quatrefoil.core.record import Record
from quatrefoil.match.messages import HINT_LEVEL
from quatrefoil.play.crew import Crew, Job
from quatrefoil.play.reviews import ReviewTeller
from quatrefoil.search import Config, Limit, SearchResult, level, player
from quatrefoil.search.config import MEMORY
from quatrefoil.search.knowledge import Knowledge
from quatrefoil.search.searcher import memory_for
from quatrefoil.study.analysis import Analysis
from quatrefoil.study.analyst import Analyst
from quatrefoil.study.coach import Judge, Verdict
from quatrefoil.study.review import Review

T = TypeVar("T")

#: Levels that take no longer than this, in seconds, are quick.
_QUICK = 0.2
#: How much lower the priority of these threads is (as `nice` counts).
_NICE = 10


class Kind(IntEnum):
    """What is thought about."""

    QUICK_TURN = 0
    LONG_TURN = 1
    HINT = 2
    STUDY = 3
    #: A turn of a match in which no person sits.
    UNATTENDED = 4


class Thinkers:
    """A few threads that search. With a seed they play the same in the same position.

    `client` is for whom they search: an address, or whatever tells people apart. One client may
    wait for `per_client` hints and studies, all together for `in_all`. `memory` is the most that
    one search may take, in megabytes.
    """

    def __init__(
        self,
        count: int,
        seed: int | None = None,
        per_client: int = 4,
        in_all: int = 200,
        memory: float = MEMORY,
    ) -> None:
        self._seed = seed
        self._memory = memory
        #: How often a turn was asked for and a fault came back.
        self.failures = 0
        quick = (Kind.QUICK_TURN, Kind.HINT)
        self._crew = Crew(
            "think",
            [quick, *[(Kind.LONG_TURN, *quick)] * count, (Kind.STUDY, Kind.UNATTENDED)],
            _NICE,
            limited=(Kind.HINT, Kind.STUDY),
            per_client=per_client,
            in_all=in_all,
        )

    async def turn(
        self, line: Line, number: int, client: str = "", attended: bool = True
    ) -> list[str]:
        """Return the tokens of one turn of a level, or of its part up to a roll.

        Levels keep nothing from one part to the next, so each part gets a new player.
        """
        kind = Kind.QUICK_TURN if level(number).seconds <= _QUICK else Kind.LONG_TURN
        work = partial(self._turn, line.copy(), number)
        return await self._crew.run(kind if attended else Kind.UNATTENDED, client, work)

    async def hint(self, line: Line, number: int, client: str = "") -> int:
        """Return a good move, soon."""
        work = partial(self._search, line.copy(), number, number == HINT_LEVEL)
        found: SearchResult = await self._crew.run(Kind.HINT, client, work)
        return found.best

    async def analyse(self, line: Line, number: int, lines: int, client: str = "") -> Analysis:
        """Return what an analyst says of a position, who has the time and the nodes of a level."""
        work = partial(self._analyse, line.copy(), number, lines)
        return await self._crew.run(Kind.STUDY, client, work)

    async def study(self, work: Callable[[Job[T]], T | None], client: str = "") -> T:
        """Do a study in pieces, until one of them has the result; others go between them."""
        return await self._crew.run(Kind.STUDY, client, work)

    async def review(self, record: Record, client: str, told: Callable[[bytes], None]) -> None:
        """Review a record; `told` hears every line of it (play/reviews.py) on the event loop.

        Others have their turn between any two of its steps.
        """
        steps: list[Iterator[bytes | None]] = []

        def work(job: Job[bool]) -> bool | None:
            if not steps:
                job.running = review = Review(record, job.halt)
                steps.append(iter(ReviewTeller(record, review)))
            line = next(steps[0], b"")
            if line == b"":
                return True
            if line:
                with suppress(RuntimeError):  # the event loop may have ended
                    job.loop.call_soon_threadsafe(told, line)
            return None

        await self.study(work, client)

    async def judge(self, line: Line, tokens: Sequence[str], client: str = "") -> Verdict:
        """Return what a turn gives away."""

        def work(job: Job[Verdict]) -> Verdict:
            job.running = judge = Judge(job.halt)
            return judge.judge(about, tokens)

        about = line.copy()
        return await self.study(work, client)

    def close(self) -> None:
        """Stop all thinking."""
        self._crew.close()

    # ---- for those who watch ------------------------------------------------------------------

    def waiting(self, kind: Kind) -> int:
        """Return how many searches of a kind wait for a thread."""
        return self._crew.waiting(kind)

    @property
    def running(self) -> int:
        """How many searches run."""
        return self._crew.running

    @property
    def cancelled(self) -> int:
        """How many searches were given up because nobody waited for them any more."""
        return self._crew.cancelled

    # ---- in a thread --------------------------------------------------------------------------

    def _turn(self, line: Line, number: int, job: Job[list[str]]) -> list[str]:
        seat = line.position.turn
        computer = player(
            line.position.rules,
            number,
            self._seed_for(line),
            timed=self._seed is None,
            memory=self._memory,
        )
        job.running = computer
        while line.position.turn == seat and not job.halt.is_set():
            line.push(computer.choose(line, job.halt))
        return list(line.tokens)

    def _seed_for(self, line: Line) -> int:
        if self._seed is None:
            return secrets.randbits(32)
        return random.Random(f"{self._seed} {line.position.key}").getrandbits(32)

    def _analyse(self, line: Line, number: int, lines: int, job: Job[Analysis]) -> Analysis:
        config = Config.best(line.position.rules)
        nodes = level(number).nodes(config.advice)
        memory = memory_for(replace(config, memory=self._memory), nodes)
        job.running = analyst = Analyst(line, lines, memory=memory, seed=self._seed_for(line))
        return analyst.go_on(Limit(level(number).seconds, nodes), job.halt)

    def _search(self, line: Line, number: int, sure: bool, job: Job[SearchResult]) -> SearchResult:
        """Search; `sure` is with all that is proven, which may have to be read first."""
        rules = line.position.rules
        seed = self._seed_for(line)
        computer = player(rules, number, seed, timed=self._seed is None, memory=self._memory)
        job.running = computer
        found = computer.search(line, halt=job.halt)
        return Knowledge(rules).corrected(line, found) if sure else found
