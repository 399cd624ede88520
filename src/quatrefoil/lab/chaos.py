"""Chaos: matches on several processes and one PostgreSQL, while everything fails that can.

Clients play and come back at a random process. Meanwhile processes are killed, stopped (also in
the middle of a commit), restarted in turn and cut off from the database and from news, and
PostgreSQL is killed. At the end the log must be whole and must be what everybody was told. A seed
decides what happens in which order; when, nobody can repeat exactly.

    python -m quatrefoil.lab.chaos                            what `make chaos` does
    python -m quatrefoil.lab.chaos --moves 200000             the proof
    python -m quatrefoil.lab.chaos --seed 7 --matches 20 --stop-seconds 5

`kill -INT` ends it early: then what was played so far is checked.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quatrefoil.core.registry import all_games, rules
from quatrefoil.lab.chaos_check import faults_of, read_logs
from quatrefoil.lab.chaos_clients import Invited, Seen, run_wanderers
from quatrefoil.lab.chaos_faults import Fault, Faults
from quatrefoil.lab.postgres_process import PostgresProcess
from quatrefoil.lab.server_process import ServerProcess, percentile
from quatrefoil.play.sharing import Share

#: Seconds for clients to hear the end of everything after the last fault, and to report.
_CALM_SECONDS, _REPORT_SECONDS = 60.0, 120.0
#: Seconds within which nearly everybody must be acknowledged again after a process died.
TAKEOVER_SECONDS = 3.0
#: The faults after which that is asked for: a process is gone, and the others are well.
_DEATHS = ("kill", "restarts")
_DATABASE = "chaos"
#: PostgreSQL shows whole statements, by which a commit is known.
_SETTINGS = {"track_activity_query_size": "16384"}


@dataclass(frozen=True)
class Plan:
    """What is to happen."""

    seed: int = 0
    processes: int = 3
    matches: int = 300
    #: Turns a second in each match, as far as the machine can.
    rate: float = 3.0
    #: Chaos ends after this number of turns, and not before every fault has happened.
    moves: int = 20_000
    #: How long a process that is stopped sleeps.
    stop_seconds: float = 15.0
    #: Seconds of calm between two faults.
    pause: float = 2.0
    #: The faults to choose from; all if there are none.
    faults: tuple[str, ...] = ()


@dataclass
class Result:
    """What came of it."""

    plan: Plan
    seconds: float = 0.0
    moves: int = 0
    receipts: int = 0
    matches: int = 0
    rolls: int = 0
    faults: list[Fault] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    #: Milliseconds until a request is acknowledged: usually, and after a process died.
    usual: tuple[float, float] = (0.0, 0.0)
    takeovers: int = 0
    takeover: tuple[float, float] = (0.0, 0.0)
    refusals: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        kinds = sorted({fault.kind for fault in self.faults})
        counts = (f"{kind} {sum(f.kind == kind for f in self.faults)}" for kind in kinds)
        refusals = ", ".join(f"{code} {n}" for code, n in sorted(self.refusals.items()))
        lines = [
            f"seed {self.plan.seed}: {self.plan.processes} processes, {self.plan.matches} pairs,"
            f" {self.seconds:.0f} s",
            f"{self.moves} turns ({self.moves / max(1.0, self.seconds):.0f} a second),"
            f" {self.rolls} rolls, {self.matches} matches, {self.receipts} requests acknowledged",
            f"{len(self.faults)} faults: {', '.join(counts)}",
            f"acknowledged: p50 {self.usual[0]:.0f} ms, p99 {self.usual[1]:.0f} ms;"
            f" after a process died ({self.takeovers} times):"
            f" p50 {self.takeover[0]:.0f} ms, p99 {self.takeover[1]:.0f} ms",
            f"refused for now: {refusals or 'nothing'}",
        ]
        lines += [f"WRONG: {each}" for each in self.wrong[:50]]
        lines.append(f"{len(self.wrong)} things are wrong" if self.wrong else "nothing is wrong")
        return "\n".join(lines)


def run(plan: Plan, tell: Any = None) -> Result:
    """Let it happen, and check."""
    tell = tell or (lambda text: None)
    with _running(plan) as (servers, faults, address):
        tell(f"seed {plan.seed}; {len(servers)} processes at {[each.port for each in servers]}")
        chance = random.Random(plan.seed)
        games = [game.name for game in all_games() if rules(game.name).players == 2]
        invited = [
            _invite(servers, chance, games[number % len(games)]) for number in range(plan.matches)
        ]
        context = multiprocessing.get_context("spawn")
        moves, stopped, seen = context.Value("L"), context.Event(), context.Queue()
        given = (
            *([each.port for each in servers], invited, plan.rate, plan.seed),
            *(moves, stopped, _CALM_SECONDS, seen),
        )
        clients = context.Process(target=run_wanderers, args=given)
        clients.start()
        began = time.monotonic()
        try:
            _do_faults(plan, faults, moves, clients, tell)
        except KeyboardInterrupt:
            tell("enough: checked is what was played so far")
        finally:
            seconds = time.monotonic() - began
            stopped.set()
        found: Seen = seen.get(timeout=_CALM_SECONDS + _REPORT_SECONDS)
        clients.join()
        postgres = faults.postgres
        if postgres.process is None or postgres.process.poll() is not None:
            raise RuntimeError(f"PostgreSQL is gone: {postgres.log.read_text()[-3000:]}")
        matches = sorted(found.positions)
        logs = asyncio.run(read_logs(address, matches))
        result = _result(plan, found, faults.done, seconds)
        result.rolls = sum(event.type == "rolled" for log in logs.values() for event in log)
        result.wrong += faults_of(logs, found)
        result.wrong += _said_by(servers)
        return result


@contextmanager
def _running(plan: Plan) -> Iterator[tuple[list[ServerProcess], Faults, str]]:
    """Have PostgreSQL and some processes on it, each with a role of its own to know it by."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgres = stack.enter_context(PostgresProcess(_SETTINGS))
        address = postgres.create(_DATABASE)
        roles = [f"process{number}" for number in range(plan.processes)]
        servers = []
        for number, role in enumerate(roles):
            postgres.sql(f"CREATE ROLE {role} LOGIN SUPERUSER")
            database = address.replace("postgres@", f"{role}@", 1)
            servers.append(ServerProcess(database, log=folder / f"process{number}.log"))
        for server in servers:
            server.start()
            stack.callback(server.stop)
        faults = Faults(servers, roles, postgres, address, plan.seed, plan.stop_seconds)
        yield servers, faults, address


def _invite(servers: Sequence[ServerProcess], chance: random.Random, game: str) -> Invited:
    dice = rules(game).has_dice
    shares = (Share(), Share())
    hashes = [{"hash": share.hash} if dice else {} for share in shares]
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    made = chance.choice(servers).ask("/api/matches", {"game": game, "seats": seats, **hashes[0]})
    path = f"/api/matches/{made['id']}/join"
    joined = chance.choice(servers).ask(path, {"name": "Bob", **hashes[1]})
    values = (shares[0].value, shares[1].value)
    return Invited(made["id"], (made["secret"], joined["secret"]), values, dice)


def _do_faults(plan: Plan, faults: Faults, moves: Any, clients: Any, tell: Any) -> None:
    """Do one thing after another until enough was played."""
    chance, wanted = random.Random(plan.seed + 1), set(plan.faults) or set(faults.all_kinds)
    for kind in faults.kinds():
        if moves.value >= plan.moves and wanted <= {fault.kind for fault in faults.done}:
            return
        if kind not in wanted:
            continue
        if not clients.is_alive():
            raise RuntimeError("the clients are gone")
        time.sleep(chance.uniform(0.5, 1.5) * plan.pause)
        fault = faults.do(kind)
        tell(f"{moves.value} turns; {fault.kind}: {fault.what}, {fault.end - fault.begin:.1f} s")


def _result(plan: Plan, seen: Seen, faults: Sequence[Fault], seconds: float) -> Result:
    deaths = []
    for takeover in seen.takeovers:
        before = [fault for fault in faults if fault.begin <= takeover.lost]
        back = takeover.lost + takeover.seconds
        alone = not any(takeover.lost < fault.begin < back for fault in faults)
        if takeover.closed and alone and before and before[-1].kind in _DEATHS:
            deaths.append(takeover.seconds)
    deaths.sort()
    usual = sorted(seen.latencies)
    result = Result(
        plan,
        seconds,
        seen.moves,
        len(seen.receipts),
        len(seen.positions),
        faults=list(faults),
        usual=(percentile(usual, 0.5), percentile(usual, 0.99)),
        takeovers=len(deaths),
        takeover=(percentile(deaths, 0.5), percentile(deaths, 0.99)),
        refusals=seen.refusals,
    )
    if result.takeover[1] > 1000 * TAKEOVER_SECONDS:
        result.wrong.append(
            f"after a process died p99 was {result.takeover[1]:.0f} ms,"
            f" more than {1000 * TAKEOVER_SECONDS:.0f} ms"
        )
    return result


def _said_by(servers: Sequence[ServerProcess]) -> Iterator[str]:
    """Yield what processes logged as their own fault."""
    for number, server in enumerate(servers):
        for line in server.log.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                yield f"process {number} wrote {line[:200]!r}"
                continue
            if entry.get("level") in ("error", "critical"):
                yield f"process {number} logged {line[:3000]}"


def main() -> int:
    """Do what the arguments say."""
    defaults = Plan()
    parser = argparse.ArgumentParser(
        prog="quatrefoil.lab.chaos", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="default: any")
    parser.add_argument("--processes", type=int, default=defaults.processes)
    parser.add_argument("--matches", type=int, default=defaults.matches)
    parser.add_argument("--rate", type=float, default=defaults.rate, help="turns a second in each")
    parser.add_argument("--moves", type=int, default=defaults.moves)
    parser.add_argument("--stop-seconds", type=float, default=defaults.stop_seconds)
    parser.add_argument("--pause", type=float, default=defaults.pause)
    parser.add_argument("--faults", nargs="+", default=defaults.faults, metavar="KIND")
    given = vars(parser.parse_args())
    plan = Plan(**{**given, "faults": tuple(given["faults"])})
    # What a shell starts in the background ignores it, and could not be ended early.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    result = run(plan, lambda text: print(text, file=sys.stderr, flush=True))
    print(result)
    return 1 if result.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
