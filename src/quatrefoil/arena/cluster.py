"""A cluster of Ray as a pool: the processors of all its machines.

Each machine needs this version of Quatrefoil. Ray could do lost tasks again by itself; `Pool` does
it, so that there is one way for all workers.
"""

from __future__ import annotations

import logging
import os
import platform
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.metadata import version
from typing import Any

from quatrefoil.arena.pool import LostWorkerError, Pool
from quatrefoil.core import compiled
from quatrefoil.core.errors import MissingExtraError, QuatrefoilError, shortened

# Said before it is imported, or Ray tells its makers what it is used for, and writes pages about a
# lost worker into our output.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", "(?s).")

try:
    import ray
    from ray.exceptions import RayError, RayTaskError
except ImportError as error:
    raise MissingExtraError.of("ray", error) from None

#: Seconds after which the cluster is asked again how many processors it has.
_OLD = 5.0


class RayPool(Pool):
    """The processors of the cluster at an address: `auto`, `host:6379` or `ray://host:10001`."""

    #: A task of Ray takes milliseconds of its own: short games are worth putting together.
    chunk = 4

    def __init__(self, address: str) -> None:
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, RuntimeError, ValueError, RayError) as problem:
            raise QuatrefoilError(
                f"no cluster of Ray answers at {shortened(address)}: {_first_line(problem)}"
            ) from None
        self._function = ray.remote(_all).options(max_retries=0)
        self._workers, self._asked = 0, 0.0

    @property
    def workers(self) -> int:
        # Machines come and go.
        if not self._workers or time.monotonic() - self._asked > _OLD:
            self._workers = max(1, int(ray.cluster_resources().get("CPU", 0)))  # type: ignore[no-untyped-call]
            self._asked = time.monotonic()
        return self._workers

    def submit(self, work: Callable[[Any], Any], pieces: Sequence[Any]) -> _Task:
        return _Task(self._function.remote(_form(), work, pieces))

    def wait(self, tasks: Sequence[_Task]) -> None:
        ray.wait([task.reference for task in tasks], num_returns=1)

    def drop(self, tasks: Sequence[_Task]) -> None:
        for task in tasks:
            with suppress(RayError):
                ray.cancel(task.reference, force=True)


class _Task:
    """A chunk somewhere in the cluster."""

    def __init__(self, reference: Any) -> None:
        self.reference = reference

    def done(self) -> bool:
        return bool(ray.wait([self.reference], timeout=0)[0])

    def result(self) -> list[Any]:
        try:
            found: list[Any] = ray.get(self.reference)
        except RayTaskError as problem:
            raise (problem.cause or problem) from None
        except RayError as problem:
            raise LostWorkerError(f"a worker of Ray was lost: {_first_line(problem)}") from None
        return found


def _all(form: str, work: Callable[[Any], Any], pieces: Sequence[Any]) -> list[Any]:
    """Do a chunk, in the cluster."""
    if _form() != form:
        raise QuatrefoilError(
            f"{platform.node()} in the cluster has quatrefoil {_form()}; this machine has {form}."
            " All need the same one"
        )
    return [work(piece) for piece in pieces]


def _form() -> str:
    """Return what must be the same everywhere, or results would not be."""
    return f"{version('quatrefoil')}, {'compiled' if compiled() else 'uncompiled'}"


def _first_line(problem: Exception) -> str:
    return str(problem).strip().partition("\n")[0]
