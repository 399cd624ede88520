"""What chaos does to server processes and to their database, in an order that a seed decides."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from quatrefoil.lab.postgres_process import PostgresProcess
from quatrefoil.lab.server_process import ServerProcess, pause, resume
from quatrefoil.server.store.postgresql_connections import connect

#: Seconds for some process to have something to commit, and for which commits are held up at once:
#: fewer than a server gives a statement.
_COMMIT_SECONDS, _HOLD_SECONDS = 60.0, 0.5
#: Who has events that wait to be stored; a heartbeat is not enough.
_COMMITTING = """
SELECT usename FROM pg_stat_activity WHERE wait_event_type = 'Lock'
AND query LIKE '%INSERT INTO events%' AND query NOT LIKE '%heartbeat%' ORDER BY usename"""


@dataclass(frozen=True)
class Fault:
    """Something that was done, and when, by the monotonic clock."""

    kind: str
    what: str
    begin: float
    end: float


class Faults:
    """Does one thing after another to processes that share a database."""

    def __init__(
        self,
        servers: Sequence[ServerProcess],
        roles: Sequence[str],
        postgres: PostgresProcess,
        address: str,
        seed: int,
        stop_seconds: float,
    ) -> None:
        self.servers, self.roles = servers, roles
        self.postgres, self.address = postgres, address
        self.stop_seconds = stop_seconds
        self.done: list[Fault] = []
        self._chance = random.Random(seed)
        self._kinds: dict[str, Callable[[], str]] = {
            "kill": self._kill,
            "stop": self._stop,
            "stop in a commit": self._stop_in_commit,
            "cut": self._cut,
            "no news": self._no_news,
            "database": self._kill_database,
            "restarts": self._restart_all,
        }

    @property
    def all_kinds(self) -> list[str]:
        """What can happen."""
        return list(self._kinds)

    def kinds(self) -> Iterator[str]:
        """Yield without end what comes next: each kind once, in a random order, then all again."""
        while True:
            some = list(self._kinds)
            self._chance.shuffle(some)
            yield from some

    def do(self, kind: str) -> Fault:
        """Do something; return once it is over."""
        begin = time.monotonic()
        # Noted before it happens: what clients see in the middle of it is its doing.
        what = self._kinds[kind]()
        fault = Fault(kind, what, begin, time.monotonic())
        self.done.append(fault)
        return fault

    def _some(self) -> int:
        return self._chance.randrange(len(self.servers))

    # ---- processes ----------------------------------------------------------------------------

    def _kill(self) -> str:
        one = self._some()
        self.servers[one].kill()
        time.sleep(self._chance.uniform(0, 1))
        self.servers[one].start()
        return f"process {one}"

    def _stop(self) -> str:
        one = self._some()
        pause(self.servers[one].pid)
        time.sleep(self.stop_seconds)
        resume(self.servers[one].pid)
        return f"process {one}, {self.stop_seconds:g} s"

    def _stop_in_commit(self) -> str:
        """Stop a process whose statement is under way: its answer comes to one that sleeps."""
        one = asyncio.run(self._stop_one_that_commits())
        time.sleep(self.stop_seconds)
        resume(self.servers[one].pid)
        return f"process {one}, {self.stop_seconds:g} s"

    async def _stop_one_that_commits(self) -> int:
        """Hold up everybody's commits until some process waits for one, and stop that."""
        ends = time.monotonic() + _COMMIT_SECONDS
        lock, look = await connect(self.address), await connect(self.address)
        try:
            while time.monotonic() < ends:
                async with lock.transaction():
                    await lock.execute("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE")
                    held = time.monotonic() + _HOLD_SECONDS
                    while time.monotonic() < held:
                        if waiting := [row["usename"] for row in await look.fetch(_COMMITTING)]:
                            one = self.roles.index(self._chance.choice(waiting))
                            pause(self.servers[one].pid)
                            return one
                        await asyncio.sleep(0.005)
                # What waited may have been no more than heartbeats, and events behind them.
                await asyncio.sleep(self._chance.uniform(0, _HOLD_SECONDS))
        finally:
            lock.terminate()
            look.terminate()
        raise RuntimeError(f"nobody has stored an event for {_COMMIT_SECONDS:g} s")

    def _restart_all(self) -> str:
        for server in self.servers:
            server.stop()
            server.start()
        return "all processes in turn"

    # ---- the database -------------------------------------------------------------------------

    def _cut(self) -> str:
        one = self._some()
        cut = self.postgres.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE usename = '{self.roles[one]}'"
        )
        return f"{len(cut)} connections of process {one}"

    def _no_news(self) -> str:
        """Stop what brings news to a process: its connection stays, and nothing comes."""
        one = self._some()
        rows = self.postgres.sql(
            "SELECT pid FROM pg_stat_activity WHERE usename = "
            f"'{self.roles[one]}' AND (query ILIKE 'listen%' OR query ILIKE '%pg_notify%')"
        )
        pids = [int(row[0]) for row in rows]
        for pid in pids:
            pause(pid)
        time.sleep(self.stop_seconds)
        for pid in pids:
            with suppress(ProcessLookupError):
                resume(pid)
        return f"process {one}, {len(pids)} connections, {self.stop_seconds:g} s"

    def _kill_database(self) -> str:
        self.postgres.kill()
        away = self._chance.uniform(0, 2)
        time.sleep(away)
        self.postgres.start()
        return f"away for {away:.1f} s"
