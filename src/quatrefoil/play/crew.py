"""Threads that work for many clients, so that none of them can keep the others waiting.

Jobs wait in a fair queue (play/queues.py). A job that nobody waits for any more is taken out of the
queue, or told to stop where it runs. Jobs that somebody asks for are counted by client: who has too
many under way is refused before anything is done. Thinking (play/thinkers.py) and whatever would
keep an event loop busy (server/workers.py) are done by such crews.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar, cast

from quatrefoil.match import RefusedError
from quatrefoil.play.queues import FairQueue

T = TypeVar("T")


class Stoppable(Protocol):
    """Something that runs in one thread and can be stopped by another: a search."""

    def stop(self) -> None:
        """End soon, with what there is."""


class Job(Generic[T]):
    """Something to be done in a thread, in one piece or in many."""

    def __init__(self, kind: int, client: str, work: Callable[[Job[T]], T | None]) -> None:
        self.kind = kind
        self.client = client
        #: Does the next piece; returns the result, or None while there is more to do.
        self.work = work
        #: Set once nobody waits for the job any more.
        self.halt = threading.Event()
        #: What to stop then; set by the work.
        self.running: Stoppable | None = None
        self.loop = asyncio.get_running_loop()
        self.result: asyncio.Future[T] = self.loop.create_future()

    def cancel(self) -> None:
        """End it soon; its result is of no use."""
        self.halt.set()
        if running := self.running:
            running.stop()

    def tell(self, result: T | None, problem: BaseException | None) -> None:
        """Let the event loop know, if there still is one."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._told, result, problem)

    def _told(self, result: T | None, problem: BaseException | None) -> None:
        if self.result.done():
            return
        if problem:
            self.result.set_exception(problem)
        elif self.halt.is_set():
            self.result.cancel()
        else:
            self.result.set_result(cast(T, result))


class Crew:
    """Some threads. `duties` says which kinds of jobs each takes, the most urgent first."""

    def __init__(
        self,
        name: str,
        duties: Sequence[Sequence[int]],
        nice: int,
        limited: Collection[int],
        per_client: int,
        in_all: int,
    ) -> None:
        self._name = name
        self._duties = tuple(duties)
        #: The priority that all threads of this crew share.
        self._nice = nice
        #: Kinds of jobs of which only `per_client` of one client and `in_all` may be under way.
        self._limited = frozenset(limited)
        self._per_client = per_client
        self._in_all = in_all
        self._under_way: Counter[str] = Counter()
        self._queue: FairQueue[Job[Any]] = FairQueue()
        self._jobs_changed = threading.Condition()
        self._running: set[Job[Any]] = set()
        self._threads: list[threading.Thread] = []
        self._closed = False
        #: How many jobs nobody waited for in the end.
        self.cancelled = 0

    async def run(self, kind: int, client: str, work: Callable[[Job[T]], T | None]) -> T:
        """Do something in a thread; give it up if nobody waits for it any more."""
        limited = kind in self._limited
        if limited:
            self._admit(client)
        job = Job(kind, client, work)
        try:
            with self._jobs_changed:
                self._start_threads()
                self._queue.put(kind, client, job)
                self._jobs_changed.notify_all()
            return await job.result
        except asyncio.CancelledError:
            self.cancelled += 1
            self._give_up(job)
            raise
        finally:
            if limited:
                self._leave(client)

    def waiting(self, kind: int) -> int:
        """Return how many jobs of a kind wait for a thread."""
        with self._jobs_changed:
            return self._queue.count(kind)

    @property
    def running(self) -> int:
        """How many jobs are being done."""
        return len(self._running)

    def close(self) -> None:
        """Give everything up and end the threads."""
        with self._jobs_changed:
            self._closed = True
            left = self._queue.clear()
            running = list(self._running)
            self._jobs_changed.notify_all()
        for job in (*left, *running):
            job.cancel()
        for job in left:
            job.tell(None, None)
        for thread in self._threads:
            thread.join()

    # ---- limits -------------------------------------------------------------------------------

    def _admit(self, client: str) -> None:
        if self._under_way[client] >= self._per_client:
            raise RefusedError("too-many", "what you asked for before is still being done", 1)
        if self._under_way.total() >= self._in_all:
            raise RefusedError("too-many", "too many people wait for the computer", 5)
        self._under_way[client] += 1

    def _leave(self, client: str) -> None:
        self._under_way[client] -= 1
        if not self._under_way[client]:
            del self._under_way[client]

    # ---- the threads --------------------------------------------------------------------------

    def _start_threads(self) -> None:
        """Start the threads with the first job: many programs never have one."""
        if self._closed:
            raise RefusedError("unavailable", "the program is about to end", 1)
        if not self._threads:
            for kinds in self._duties:
                thread = threading.Thread(
                    target=self._keep_working, args=(kinds,), name=self._name, daemon=True
                )
                self._threads.append(thread)
                thread.start()

    def _give_up(self, job: Job[Any]) -> None:
        with self._jobs_changed:
            self._queue.remove(job.kind, job.client, job)
        job.cancel()

    def _keep_working(self, kinds: Sequence[int]) -> None:
        _lower_priority(self._nice)
        while job := self._next(kinds):
            result, problem = None, None
            try:
                result = job.work(job)
            except Exception as found:
                problem = found
            with self._jobs_changed:
                self._running.discard(job)
                more = result is None and not problem and not job.halt.is_set()
                if more and not self._closed:
                    # Between its pieces others have their turn.
                    self._queue.put(job.kind, job.client, job)
                    self._jobs_changed.notify_all()
                    continue
            job.tell(result, problem)

    def _next(self, kinds: Sequence[int]) -> Job[Any] | None:
        """Wait for a job; return None at the end."""
        with self._jobs_changed:
            while not self._closed:
                if job := self._queue.take(kinds):
                    self._running.add(job)
                    return job
                self._jobs_changed.wait()
        return None


def _lower_priority(nice: int) -> None:
    """Lower the priority of this thread (on Linux each thread has its own)."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
