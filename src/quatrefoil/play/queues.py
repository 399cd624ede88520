"""A queue that is fair: who asks for much waits behind who asks for little.

    kind      the first kind that a worker takes comes first
    client    within a kind everybody in turn, one job each (round robin)

So a client that queues 400 jobs delays everybody else by one of them.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Iterable
from typing import Generic, TypeVar

Job = TypeVar("Job")


class FairQueue(Generic[Job]):
    """Jobs that wait. It has no lock: its owner has one."""

    def __init__(self) -> None:
        self._waiting: dict[int, OrderedDict[str, deque[Job]]] = {}
        self._counts: Counter[int] = Counter()

    def put(self, kind: int, client: str, job: Job) -> None:
        """Let a job wait behind the other jobs of its client."""
        clients = self._waiting.setdefault(kind, OrderedDict())
        clients.setdefault(client, deque()).append(job)
        self._counts[kind] += 1

    def take(self, kinds: Iterable[int]) -> Job | None:
        """Return the next job of the first of these kinds of which one waits, or None."""
        for kind in kinds:
            clients = self._waiting.get(kind)
            if clients:
                client, jobs = next(iter(clients.items()))
                job = jobs.popleft()
                self._counts[kind] -= 1
                if jobs:
                    clients.move_to_end(client)
                else:
                    del clients[client]
                return job
        return None

    def remove(self, kind: int, client: str, job: Job) -> bool:
        """Take a job out of the queue; return whether it was there."""
        clients = self._waiting.get(kind, OrderedDict())
        jobs = clients.get(client)
        if not jobs or job not in jobs:
            return False
        jobs.remove(job)
        self._counts[kind] -= 1
        if not jobs:
            del clients[client]
        return True

    def clear(self) -> list[Job]:
        """Empty the queue; return what waited."""
        left = [
            job for clients in self._waiting.values() for jobs in clients.values() for job in jobs
        ]
        self._waiting.clear()
        self._counts.clear()
        return left

    def count(self, kind: int) -> int:
        """Return how many jobs of a kind wait."""
        return self._counts[kind]
