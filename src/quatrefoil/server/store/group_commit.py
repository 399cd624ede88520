"""Group commit: all writes that arrive while one commit runs share the next one.

    writes ──▶ pending ──▶ one commit ──▶ done(None) for each, in order
                 ▲             │ a fault that may pass: wait a little, try again, for a while
                 │             │ any other fault: halve, find whose it is
                 └── what came during it waits here

A write is stored, overtaken (`OvertakenError`: the log does not end where it begins) or it failed;
then so do the writes of its match that wait behind it, as they stand on it. One that was skipped
(another process wrote to its match at that moment) goes with the next commit.

How a commit is made is the committer's: `sqlite_writer` and `postgresql_writer`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from quatrefoil.play.contracts import Done, OvertakenError
from quatrefoil.server.store.contract import Counters
from quatrefoil.server.store.writes import Beat, Entry, Write

log = logging.getLogger(__name__)

#: How many writes may wait. With less than this much trouble ahead nobody comes near.
_MOST_WAITING = 20_000
#: Seconds before a commit is tried again: at first, and at most.
_SOON, _SELDOM = 0.02, 0.5
#: Seconds before a match is tried again that was skipped, where nothing else waits.
_AGAIN = 0.005
#: A commit that takes this many seconds was an outage, even if it went well in the end.
_OUTAGE_SECONDS = 1.0
#: Seconds for which a server that stops still tries to store.
_LAST_SECONDS = 3.0

#: Writes that share a commit, and who waits for each.
Batch = list[tuple[Write, Done]]
#: What became of the writes of each match: nothing went wrong, or what did.
Outcomes = dict[str, Exception | None]
#: Called on the event loop when an attempt has ended: with what became of each match, or with what
#: went wrong with all of them.
Ended = Callable[[Outcomes | Exception], None]


class SkippedError(Exception):
    """Another process writes to the match at this moment: it is neither stored nor overtaken."""


class Committer(Protocol):
    """What commits to one kind of database."""

    def commit(self, entries: Sequence[Entry], beat: Beat | None, ended: Ended) -> None:
        """Try once to store all that is not overtaken, in one commit; then call `ended`."""

    def is_transient(self, problem: Exception) -> bool:
        """Whether a fault may pass by itself."""

    def is_known(self, problem: Exception) -> bool:
        """Whether a fault is the database's, and none of ours."""


class Result(NamedTuple):
    """What became of a batch."""

    outcomes: Outcomes
    #: What went wrong with the heartbeat.
    beat: Exception | None = None


class GroupCommit:
    """What waits for one committer. All methods run on the event loop.

    `patience` is how many seconds a fault that may pass is waited out.
    """

    def __init__(self, committer: Committer, patience: float, counters: Counters) -> None:
        self._committer = committer
        self.patience = patience
        self._counters = counters
        #: Told of every time in which nothing could be stored, once it is over.
        self.on_outage: Callable[[float, float], None] = lambda begin, end: None
        self._loop = asyncio.get_running_loop()
        self._pending: Batch = []
        #: Since when the oldest write of a batch waits, in monotonic seconds.
        self._pending_since = self._busy_since = 0.0
        self._busy = False
        self._stopping = False
        #: Since when nothing could be stored, in monotonic seconds.
        self._outage: float | None = None
        #: What tries for long, while it does.
        self._trying: asyncio.Task[None] | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    def write(self, write: Write, done: Done) -> None:
        """Store with the next commit, then call `done`."""
        if len(self._pending) >= _MOST_WAITING:
            raise OSError("too much waits to be stored")
        if not self._pending:
            self._pending_since = time.monotonic()
        self._pending.append((write, done))
        if not self._busy:
            self._start()

    def waiting_since(self) -> float | None:
        """Return since when something waits to be stored, by the monotonic clock, if it does."""
        if self._busy:
            return self._busy_since
        return self._pending_since if self._pending else None

    @property
    def waiting_seconds(self) -> float:
        """For how long the oldest write has waited that is not stored yet."""
        since = self.waiting_since()
        return 0.0 if since is None else time.monotonic() - since

    async def flush(self) -> None:
        """Wait until everything is stored."""
        await self._idle.wait()

    def hurry(self) -> None:
        """Wait for nothing much longer: the server stops."""
        self._stopping = True

    # ---- one batch ----------------------------------------------------------------------------

    def _start(self) -> None:
        if self._busy or not self._pending:
            return
        batch, entries, self._pending = _folded(self._pending)
        self._busy = True
        self._busy_since = self._pending_since
        self._idle.clear()
        beats = [write.beat for write, _ in batch if write.beat is not None]
        beat = beats[-1] if beats else None
        ended = partial(self._ended, batch, entries, beat, time.monotonic())
        self._committer.commit(entries, beat, ended)

    def _ended(
        self,
        batch: Batch,
        entries: Sequence[Entry],
        beat: Beat | None,
        started: float,
        found: Outcomes | Exception,
    ) -> None:
        """Call back all of a batch, or begin to look for what is wrong."""
        if isinstance(found, Exception):
            trying = self._try_all(batch, entries, beat, started, found)
            self._trying = self._loop.create_task(trying)
            return
        self._note(entries, started, found)
        self._committed(batch, Result(found))

    def _note(self, entries: Sequence[Entry], started: float, found: Outcomes) -> None:
        """Count what a commit did; where nothing could be stored before it, say how long that was.

        A commit that took long was an outage too.
        """
        now, counters = time.monotonic(), self._counters
        if self._outage is None and now - started > _OUTAGE_SECONDS:
            self._outage = started
        if self._outage is not None:
            log.warning("storing again", extra={"data": {"seconds": now - self._outage}})
            begin, self._outage = self._outage, None
            self.on_outage(begin, now)
        for entry in entries:
            problem = found[entry.match]
            if problem is None:
                counters.events += entry.new - entry.old
            elif isinstance(problem, OvertakenError):
                counters.overtaken += 1
            else:
                counters.skipped += 1

    def _committed(self, batch: Batch, result: Result) -> None:
        self._busy = False
        if any(result.outcomes.values()):
            batch = self._sorted_out(batch, result.outcomes)
        else:
            self._start()
        for write, done in batch:
            try:
                done(result.outcomes[write.match] if write.match else result.beat)
            except Exception:  # a fault of one who waited must not leave the others waiting
                log.exception("a fault after a commit")
        if not self._busy and not self._pending:
            self._idle.set()

    def _sorted_out(self, batch: Batch, outcomes: Outcomes) -> Batch:
        """Start again with what was skipped; return all that is stored or lost.

        Lost are also those that wait and stand on a write that was not stored.
        """
        if self._patience_is_over(self._busy_since):
            _lose_skipped(outcomes)
        skipped = {match for match, found in outcomes.items() if isinstance(found, SkippedError)}
        lost = {match for match, found in outcomes.items() if found} - skipped
        ends = {write.match: write.new for write, _ in batch if write.match in lost}

        def is_lost(write: Write) -> bool:
            return write.match in ends and write.old >= ends[write.match]

        fallen = [each for each in self._pending if is_lost(each[0])]
        waiting = [each for each in self._pending if not is_lost(each[0])]
        again = [each for each in batch if each[0].match in skipped]
        self._pending = again + waiting
        if again:
            self._pending_since = self._busy_since
        if waiting:
            self._start()
        elif again:
            self._loop.call_later(_AGAIN, self._start)
        return [each for each in batch if each[0].match not in skipped] + fallen

    # ---- when something goes wrong ------------------------------------------------------------

    async def _try_all(
        self,
        batch: Batch,
        entries: Sequence[Entry],
        beat: Beat | None,
        started: float,
        problem: Exception,
    ) -> None:
        """Store a batch that could not be stored at once, or as much of it as can be."""
        outcomes: Outcomes = {}
        attempt = _Attempt(entries, beat, started, problem)
        fault = await self._store(attempt, outcomes)
        self._committed(batch, Result(outcomes, fault))

    async def _store(self, attempt: _Attempt, outcomes: Outcomes) -> Exception | None:
        """Store in one commit, or in several if a fault has to be found; return the last fault."""
        entries, beat = attempt.entries, attempt.beat
        try:
            outcomes |= await self._try_for_long(attempt)
        except Exception as problem:
            if len(entries) + (beat is not None) > 1 and not self._committer.is_transient(problem):
                half = (len(entries) + 1) // 2
                await self._store(_Attempt(entries[:half], None), outcomes)
                return await self._store(_Attempt(entries[half:], beat), outcomes)
            self._counters.failures += 1
            data = {"matches": [entry.match for entry in entries], "why": str(problem)}
            known = self._committer.is_known(problem)
            log.error("not stored", extra={"data": data}, exc_info=None if known else problem)
            outcomes |= dict.fromkeys([entry.match for entry in entries], problem)
            return problem
        return None

    async def _try_for_long(self, attempt: _Attempt) -> Outcomes:
        """Commit, as often as it takes while the fault may pass."""
        problem, wait = attempt.problem, _SOON
        started = attempt.started or time.monotonic()
        while True:
            if problem:
                if not self._committer.is_transient(problem) or self._patience_is_over(started):
                    raise problem
                if self._outage is None:
                    self._outage = started
                    log.warning("cannot store: trying again", extra={"data": {"why": str(problem)}})
                self._counters.retries += 1
                await asyncio.sleep(wait)
                wait = min(2 * wait, _SELDOM)
            found = await self._commit(attempt)
            if not isinstance(found, Exception):
                self._note(attempt.entries, started, found)
                return found
            problem = found

    async def _commit(self, attempt: _Attempt) -> Outcomes | Exception:
        ended: asyncio.Future[Outcomes | Exception] = self._loop.create_future()
        self._committer.commit(attempt.entries, attempt.beat, ended.set_result)
        return await ended

    def _patience_is_over(self, started: float) -> bool:
        now = time.monotonic()
        stopping = self._stopping and now - started > _LAST_SECONDS
        return stopping or now - self._busy_since > self.patience


class _Attempt(NamedTuple):
    """What is tried, since when, and what went wrong with it so far."""

    entries: Sequence[Entry]
    beat: Beat | None
    started: float = 0.0
    problem: Exception | None = None


def _lose_skipped(outcomes: Outcomes) -> None:
    """Give up the matches that somebody else keeps locked."""
    for match, found in outcomes.items():
        if isinstance(found, SkippedError):
            outcomes[match] = TimeoutError(f"somebody keeps {match} locked")


def _folded(pending: Batch) -> tuple[Batch, list[Entry], Batch]:
    """Part what can share a commit, folded to one entry a match, from what must wait for it.

    The writes of a match in one commit follow from one another. One that does not (its match went
    back to the log meanwhile) waits for the next, with all of its match that come after it.
    """
    entries: dict[str, Entry] = {}
    waits: set[str] = set()
    now: Batch = []
    later: Batch = []
    for each in pending:
        write, _ = each
        entry = entries.get(write.match)
        if write.match in waits or (entry and entry.new != write.old):
            waits.add(write.match)
            later.append(each)
            continue
        now.append(each)
        if entry:
            entry.add(write)
        elif write.match:
            entries[write.match] = Entry.of(write)
    return now, list(entries.values()), later


class GroupCommitStore:
    """How every store writes; `contract.Store` says what each of these is for."""

    commits: GroupCommit

    @property
    def on_outage(self) -> Callable[[float, float], None]:
        """Who is told of every time in which nothing could be stored."""
        return self.commits.on_outage

    @on_outage.setter
    def on_outage(self, told: Callable[[float, float], None]) -> None:
        self.commits.on_outage = told

    def write(self, write: Write, done: Done) -> None:
        self.commits.write(write, done)

    @property
    def waiting_seconds(self) -> float:
        return self.commits.waiting_seconds

    def waiting_since(self) -> float | None:
        return self.commits.waiting_since()

    async def flush(self) -> None:
        await self.commits.flush()
