"""What a host is storing: answers and news wait here, in order, until the log has their events.

add ─▶ … ─▶ stored ─▶ answers ─▶ tell ─▶ waiters
failed ─▶ this one and all after it: they stand on what is not in the log
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable

from quatrefoil.core.errors import FormatError
from quatrefoil.play.contracts import Done, OvertakenError

log = logging.getLogger(__name__)

#: How much may wait in one match, for the storage or until its log was read. People wait for an
#: answer before they go on: who asks for more than this meanwhile is told to come again.
MOST_WAITING = 100

_NOT_IN_THE_LOG = OvertakenError("it follows from what could not be stored")


class Commits:
    """The writes of one match that the storage has not confirmed yet, the latest last.

    `emptied` is called when the last of them is stored, `failed` when one could not be: before
    those who wait for it hear so, as nothing may be decided any more by then.
    """

    __slots__ = ("_commits", "_emptied", "_failed", "_waiting")

    def __init__(self, emptied: Callable[[], None], failed: Callable[[Exception], None]) -> None:
        self._emptied = emptied
        self._failed = failed
        self._commits: deque[_Commit] = deque()
        #: How much waits: the writes and their answers.
        self._waiting = 0

    def __bool__(self) -> bool:
        return bool(self._commits)

    @property
    def crowded(self) -> bool:
        """Whether more waits than should."""
        return self._waiting >= MOST_WAITING

    @property
    def full(self) -> bool:
        """Whether not even one more write may wait, whoever it is by."""
        return len(self._commits) >= MOST_WAITING

    def add(
        self, store: Callable[[Done], None], answer: Done | None, tell: Callable[[], None]
    ) -> None:
        """Store something; answer and tell once it and all before it is stored."""
        commit = _Commit(tell, [answer] if answer else [])
        self._waiting += 1 + len(commit.answers)
        self._commits.append(commit)

        def done(problem: Exception | None) -> None:
            if commit.done:
                return  # only the first word of a storage counts
            commit.done, commit.problem = True, commit.problem or problem
            while self._commits and self._commits[0].done:
                self._end(self._commits.popleft())

        try:
            store(done)
        except Exception as problem:
            log.info("a write was refused", exc_info=problem)
            done(problem)

    def answer_once_stored(self, answer: Done) -> None:
        """Call back once all that was added is stored, before it is told: perhaps at once."""
        if self._commits:
            self._commits[-1].answers.append(answer)
            self._waiting += 1
        else:
            answer(None)

    def once_stored(self, done: Done) -> None:
        """Call back once all that was added is stored and told: perhaps at once."""
        if self._commits:
            self._commits[-1].waiters.append(done)
        else:
            done(None)

    def _end(self, commit: _Commit) -> None:
        """Answer and tell, or say to all who wait that it could not be stored."""
        problem = commit.problem
        self._waiting -= 1 + len(commit.answers)
        if problem:
            # What cannot be written down at all fails alone: the others can be decided again.
            others = _NOT_IN_THE_LOG if isinstance(problem, FormatError) else problem
            for later in self._commits:
                later.done, later.problem = True, others
            self._failed(problem)
        for answer in commit.answers:
            answer(problem)
        if not problem:
            commit.tell()
        for waiter in commit.waiters:
            waiter(problem)
        if not self._commits and not problem:
            self._emptied()


class _Commit:
    """Something that is being stored, and who waits for it."""

    __slots__ = ("answers", "done", "problem", "tell", "waiters")

    def __init__(self, tell: Callable[[], None], answers: list[Done]) -> None:
        self.tell = tell
        #: Whether the storage has called back, and what went wrong.
        self.done = False
        self.problem: Exception | None = None
        #: Called before everybody is told, and after.
        self.answers = answers
        self.waiters: list[Done] = []
