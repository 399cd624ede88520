"""Load on a server: many matches at once, played by clients in processes of their own.

Every match has two clients with a socket each, who receive all that the page receives. The games
are random ones, made beforehand; each client compares the key of every position that it is told
with the one that the rules give, so that a difference between clients cannot go unseen. A finished
match is followed by its rematch.

    python -m quatrefoil.lab.load --matches 500 --seconds 20            as fast as it goes
    python -m quatrefoil.lab.load --matches 1000 --rate 1               one move a second in each
    python -m quatrefoil.lab.load --matches 200 --rate 5 --kills 50     kill -9 under load
    python -m quatrefoil.lab.load --matches 20 --rate 1 --computers 20  beside a busy computer
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from quatrefoil.core.record import Record
from quatrefoil.core.registry import names
from quatrefoil.lab.clients import Invitation, Report, make_scripts, run_clients

#: How many games are mixed, the first of the registry, where none is named.
_GAMES = 2
_SCRIPTS = 40
#: How many seconds clients may take to arrive, and to report at the end.
_PATIENCE = 120
#: The level that keeps the computer busy, with the last of the games.
_COMPUTER_LEVEL = 8


@dataclass(frozen=True)
class Plan:
    """What is to be measured."""

    matches: int = 500
    seconds: float = 20.0
    #: Moves a second in each match; 0 is as fast as it goes.
    rate: float = 0.0
    kills: int = 0
    clients: int = 1
    #: Matches against the computer, besides; they are not counted.
    computers: int = 0
    games: tuple[str, ...] = field(default_factory=lambda: tuple(names()[:_GAMES]))


@dataclass(frozen=True)
class Result:
    """What was measured. Times are milliseconds from sending until the opponent's client has it."""

    matches: int
    seconds: float
    moves: int
    moves_a_second: float
    p50: float
    p95: float
    p99: float
    errors: int
    differences: int
    lost: int
    kills: int
    #: By how much the clients themselves were late (p99), where moves have a time.
    delay: float
    server_cpu: float
    server_mb: float
    kb_a_match: float
    #: Processor time for each move, in microseconds: the server's and that of the clients.
    us_a_move: float
    client_us_a_move: float

    def __str__(self) -> str:
        return (
            f"{self.matches} matches, {self.seconds:.1f} s: {self.moves} moves,"
            f" {self.moves_a_second:.0f} a second\n"
            f"until the opponent has it: p50 {self.p50:.1f} ms, p95 {self.p95:.1f} ms,"
            f" p99 {self.p99:.1f} ms; clients late by {self.delay:.1f} ms\n"
            f"errors {self.errors}, differences {self.differences}, acknowledged moves lost"
            f" {self.lost}, kills {self.kills}\n"
            f"server: {self.server_cpu:.0%} of a core, {self.server_mb:.0f} MB,"
            f" {self.kb_a_match:.0f} KB a live match, {self.us_a_move:.0f} µs a move"
            f" (clients {self.client_us_a_move:.0f} µs)"
        )


class Server:
    """A server in a process of its own, on a database of its own."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port = _free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "quatrefoil", "serve", "--unlimited"),
                *("--port", str(self.port), "--database", str(self.database)),
            ],
            stdout=subprocess.DEVNULL,
        )
        for _ in range(600):
            with suppress(OSError):
                self.ask("/healthz", raw=True)
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """End it without a chance to do anything."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Ask it to end."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)

    def ask(self, path: str, data: Any = None, secret: str = "", raw: bool = False) -> Any:
        """Make one HTTP request."""
        body = None if data is None else json.dumps(data).encode()
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read() if raw else json.load(answer)

    def cpu_seconds(self) -> float:
        """Return the processor time that it has used."""
        assert self.process
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Return the memory that it holds."""
        assert self.process
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0


def measure(plan: Plan) -> Result:
    """Start a server and clients, and return what came of it."""
    with tempfile.TemporaryDirectory() as folder, _running(Path(folder) / "load.db") as server:
        before = server.megabytes()
        invitations = [
            _invite(server, plan.games[number % len(plan.games)]) for number in range(plan.matches)
        ]
        invitations += [_invite_computer(server, plan.games[-1]) for _ in range(plan.computers)]
        scripts = {game: make_scripts(game, _SCRIPTS) for game in plan.games}
        started = multiprocessing.Barrier(plan.clients + 1, timeout=_PATIENCE)
        stopped = multiprocessing.Event()
        reports: multiprocessing.Queue[Report] = multiprocessing.Queue()
        crowds = [
            multiprocessing.Process(
                target=run_clients,
                args=(
                    server.port,
                    invitations[number :: plan.clients],
                    scripts,
                    plan.rate,
                    started,
                    stopped,
                    reports,
                ),
            )
            for number in range(plan.clients)
        ]
        for crowd in crowds:
            crowd.start()
        started.wait()
        memory, cpu = server.megabytes() - before, server.cpu_seconds()
        clock = time.monotonic()
        if plan.kills:
            _kill_again_and_again(server, plan.kills)
        else:
            time.sleep(plan.seconds)
        used = 0.0 if plan.kills else server.cpu_seconds() - cpu
        seconds = time.monotonic() - clock
        stopped.set()
        report = Report()
        for _ in crowds:
            report.add(reports.get(timeout=_PATIENCE))
        for crowd in crowds:
            crowd.join()
        report.lost += _unreadable(server, report)
        return _result(plan, report, seconds, used, server.megabytes(), memory)


@contextmanager
def _running(database: Path) -> Iterator[Server]:
    server = Server(database)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def _invite(server: Server, game: str) -> Invitation:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    made = server.ask("/api/matches", {"game": game, "seats": seats})
    joined = server.ask(f"/api/matches/{made['id']}/join", {"name": "Bob"})
    return Invitation(made["id"], game, (made["secret"], joined["secret"]))


def _invite_computer(server: Server, game: str) -> Invitation:
    seats = [{"kind": "me"}, {"kind": "computer", "level": _COMPUTER_LEVEL}]
    made = server.ask("/api/matches", {"game": game, "seats": seats})
    return Invitation(made["id"], game, (made["secret"],))


def _kill_again_and_again(server: Server, times: int) -> None:
    """Kill the server while the clients play, at moments that nobody chose."""
    for _ in range(times):
        time.sleep(random.uniform(0.3, 1.5))
        server.kill()
        server.start()
    time.sleep(2)


def _unreadable(server: Server, report: Report) -> int:
    """Count the acknowledged events that are gone, and the matches that cannot be read."""
    missing = 0
    for match, acknowledged in report.acknowledged.items():
        log = server.ask(f"/api/matches/{match}/events")
        Record.from_json(server.ask(f"/api/matches/{match}/record"))
        missing += max(0, acknowledged - log["last"])
        missing += [event["event"] for event in log["events"]] != [*range(1, log["last"] + 1)]
    return missing


def _result(
    plan: Plan, report: Report, seconds: float, cpu: float, megabytes: float, grown: float
) -> Result:
    latencies, delays = sorted(report.latencies), sorted(report.delays)
    for problem in report.errors[:5]:
        print(f"error: {problem}", file=sys.stderr)
    return Result(
        matches=plan.matches,
        seconds=seconds,
        moves=report.moves,
        moves_a_second=report.moves / seconds,
        p50=_percentile(latencies, 0.50),
        p95=_percentile(latencies, 0.95),
        p99=_percentile(latencies, 0.99),
        errors=len(report.errors),
        differences=report.differences,
        lost=report.lost,
        kills=plan.kills,
        delay=_percentile(delays, 0.99),
        server_cpu=cpu / seconds,
        server_mb=megabytes,
        kb_a_match=1024 * grown / plan.matches,
        us_a_move=1e6 * cpu / max(1, report.moves),
        client_us_a_move=1e6 * report.cpu / max(1, report.moves),
    )


def _percentile(ordered: list[float], part: float) -> float:
    """Return in milliseconds what so large a part of some seconds, in order, does not exceed."""
    if not ordered:
        return 0.0
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def main() -> None:
    """Measure what the arguments say."""
    defaults = Plan()
    parser = argparse.ArgumentParser(prog="quatrefoil.lab.load", description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=defaults.matches)
    parser.add_argument("--seconds", type=float, default=defaults.seconds)
    parser.add_argument("--rate", type=float, default=defaults.rate, help="moves a second; 0: all")
    parser.add_argument("--kills", type=int, default=defaults.kills)
    parser.add_argument("--clients", type=int, default=defaults.clients, help="processes")
    parser.add_argument("--computers", type=int, default=defaults.computers)
    parser.add_argument("--games", nargs="+", default=defaults.games)
    parser.add_argument("--json", action="store_true")
    given = vars(parser.parse_args())
    as_json = given.pop("json")
    result = measure(Plan(**{**given, "games": tuple(given["games"])}))
    print(json.dumps(asdict(result)) if as_json else result)


if __name__ == "__main__":
    main()
