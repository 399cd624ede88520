"""The cores of this machine as a pool: a process for each."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import current_thread, main_thread
from typing import Any

from quatrefoil.arena.pool import LostWorkerError, Piece, Pool, Result


class ProcessPool(Pool):
    """As many processes as asked for; 0 are as many as there are cores. One is this process."""

    def __init__(self, cores: int = 0) -> None:
        self._cores = cores or os.cpu_count() or 1
        self._executor: ProcessPoolExecutor | None = None
        self._context = _Context()

    @property
    def workers(self) -> int:
        return self._cores

    def run(
        self, work: Callable[[Piece], Result], pieces: Iterable[Piece], chunk: int = 0
    ) -> Iterator[Result]:
        if self._cores == 1 or (isinstance(pieces, Sequence) and len(pieces) <= 1):
            yield from map(work, pieces)
            return
        try:
            yield from super().run(work, pieces, chunk)
        finally:
            self._close()

    def submit(self, work: Callable[[Any], Any], pieces: Sequence[Any]) -> _Task:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self._cores, mp_context=self._context, initializer=_begin_worker
            )
        try:
            return _Task(self._executor.submit(_all, work, pieces))
        except BrokenProcessPool:
            # One process was killed, and with it goes the whole executor.
            self._close()
            return self.submit(work, pieces)

    def wait(self, tasks: Sequence[_Task]) -> None:
        wait([task.future for task in tasks], return_when=FIRST_COMPLETED)

    def drop(self, tasks: Sequence[_Task]) -> None:
        if not all(task.done() for task in tasks):
            self._context.end_processes()

    def _close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = None
            self._context.processes.clear()


class _Task:
    """A chunk in another process."""

    def __init__(self, future: Future[list[Any]]) -> None:
        self.future = future

    def done(self) -> bool:
        return self.future.done()

    def result(self) -> list[Any]:
        try:
            return self.future.result()
        except BrokenProcessPool:
            raise LostWorkerError("a process ended before it had done its work") from None


def _all(work: Callable[[Any], Any], pieces: Sequence[Any]) -> list[Any]:
    return [work(piece) for piece in pieces]


# ---- Ctrl-C -----------------------------------------------------------------------------------
# A terminal sends it to all processes at once. The one that was started by hand tells people what
# that means; workers end without a word, also while they are still starting.


class _Context(SpawnContext):
    """Starts processes, and remembers them: an executor has no public way to end them."""

    def __init__(self) -> None:
        super().__init__()
        self.processes: list[SpawnProcess] = []

    def Process(self, *args: Any, **named: Any) -> SpawnProcess:  # type: ignore[override] # noqa: N802
        process = _Worker(*args, **named)
        self.processes.append(process)
        return process

    def end_processes(self) -> None:
        """End them at once, whatever they are doing."""
        for process in self.processes:
            # One that was never started, or that has ended, has nothing to end.
            with suppress(AttributeError, AssertionError, ValueError):
                process.terminate()


class _Worker(SpawnProcess):
    """A process that Ctrl-C does not reach before `_begin_worker` says what it does there."""

    def start(self) -> None:
        with _later_interrupts():
            super().start()


@contextmanager
def _later_interrupts() -> Iterator[None]:
    """Put off Ctrl-C: a process that is half started would write a traceback.

    A process inherits which signals are blocked. Here, another thread can still get it.
    """
    if sys.platform == "win32" or current_thread() is not main_thread():
        yield
        return
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
    if came:
        raise KeyboardInterrupt


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
