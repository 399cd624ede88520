"""Load on a server: many matches at once, played by clients in other processes.

Every match has two clients with a socket each, who receive all that the page receives. The games
are random ones, made beforehand. Each client compares the key of every position that it receives
with the one that the rules give, so a difference between clients is always seen. A finished match
is followed by its rematch.

    python -m quatrefoil.lab.load --matches 500 --seconds 20            as fast as it goes
    python -m quatrefoil.lab.load --matches 1000 --rate 1               one move a second in each
    python -m quatrefoil.lab.load --matches 200 --rate 5 --kills 50     kill -9 under load
    python -m quatrefoil.lab.load --matches 20 --rate 1 --computers 20  beside a busy computer
    python -m quatrefoil.lab.load --matches 500 --postgresql            on a PostgreSQL of its own
    python -m quatrefoil.lab.load --matches 500 --rate 1 --processes 2 --apart
                                        two processes, and the players of a match at different ones
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from quatrefoil.core.record import Record
from quatrefoil.lab.clients import Invitation, Report, run_clients
from quatrefoil.lab.postgres_process import PostgresProcess
from quatrefoil.lab.scripts import games_without_dice, make_scripts
from quatrefoil.lab.server_process import ServerProcess, percentile
from quatrefoil.server.store.contract import Database

#: How many games are made beforehand, for each game that is played.
_SCRIPTS = 40
#: How many seconds clients may take to connect, and to report at the end.
_TIMEOUT = 120
#: The level at which the computer is kept busy.
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
    #: Whether the server stores in a PostgreSQL, which is started for it, or in a file of SQLite.
    postgresql: bool = False
    #: Server processes; more than one share a PostgreSQL.
    processes: int = 1
    #: Whether the players of a match are at different processes; else both are at the same one.
    apart: bool = False
    #: The games that are played in turn; every game without dice if there are none.
    games: tuple[str, ...] = ()
    #: The command of another version, which serves in place of this one.
    server: str = ""


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


def measure(plan: Plan) -> Result:
    """Start a server and clients, and return what was measured."""
    games = plan.games or games_without_dice()
    scripts = {game: make_scripts(game, _SCRIPTS) for game in games}
    with _running(plan) as servers:
        server = servers[0]
        before = _sum(servers, ServerProcess.megabytes)
        invitations = [
            _invite(servers, number, games[number % len(games)], plan.apart)
            for number in range(plan.matches)
        ]
        invitations += [_invite_computer(server, games[0]) for _ in range(plan.computers)]
        started = multiprocessing.Barrier(plan.clients + 1, timeout=_TIMEOUT)
        stopped = multiprocessing.Event()
        reports: multiprocessing.Queue[Report] = multiprocessing.Queue()
        processes = [
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
        for process in processes:
            process.start()
        started.wait()
        memory = _sum(servers, ServerProcess.megabytes) - before
        cpu = _sum(servers, ServerProcess.cpu_seconds)
        clock = time.monotonic()
        if plan.kills:
            _kill_repeatedly(server, plan.kills)
        else:
            time.sleep(plan.seconds)
        used = 0.0 if plan.kills else _sum(servers, ServerProcess.cpu_seconds) - cpu
        seconds = time.monotonic() - clock
        stopped.set()
        report = Report()
        for _ in processes:
            report.add(reports.get(timeout=_TIMEOUT))
        for process in processes:
            process.join()
        report.lost += _unreadable(server, report)
        megabytes = _sum(servers, ServerProcess.megabytes)
        return _result(plan, report, seconds, used, megabytes, memory)


@contextmanager
def _running(plan: Plan) -> Iterator[list[ServerProcess]]:
    """Have servers on a database of their own."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database: Database = folder / "load.db"
        if plan.postgresql or plan.processes > 1:
            database = stack.enter_context(PostgresProcess()).create("load")
        servers = []
        for number in range(plan.processes):
            server = ServerProcess(database, log=folder / f"load{number}.log", command=plan.server)
            server.start()
            stack.callback(server.stop)
            servers.append(server)
        yield servers


def _sum(servers: Sequence[ServerProcess], figure: Callable[[ServerProcess], float]) -> float:
    return sum(figure(server) for server in servers)


def _invite(servers: Sequence[ServerProcess], number: int, game: str, apart: bool) -> Invitation:
    """Make a match at one of the servers; the other player joins there or at the next one."""
    first = servers[number % len(servers)]
    second = servers[(number + apart) % len(servers)]
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    made = first.ask("/api/matches", {"game": game, "seats": seats})
    joined = second.ask(f"/api/matches/{made['id']}/join", {"name": "Bob"})
    secrets = (made["secret"], joined["secret"])
    return Invitation(made["id"], game, secrets, (first.port, second.port))


def _invite_computer(server: ServerProcess, game: str) -> Invitation:
    seats = [{"kind": "me"}, {"kind": "computer", "level": _COMPUTER_LEVEL}]
    made = server.ask("/api/matches", {"game": game, "seats": seats})
    return Invitation(made["id"], game, (made["secret"],))


def _kill_repeatedly(server: ServerProcess, times: int) -> None:
    """Kill the server while the clients play, at random moments."""
    for _ in range(times):
        time.sleep(random.uniform(0.3, 1.5))
        server.kill()
        server.start()
    time.sleep(2)


def _unreadable(server: ServerProcess, report: Report) -> int:
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
        p50=percentile(latencies, 0.50),
        p95=percentile(latencies, 0.95),
        p99=percentile(latencies, 0.99),
        errors=len(report.errors),
        differences=report.differences,
        lost=report.lost,
        kills=plan.kills,
        delay=percentile(delays, 0.99),
        server_cpu=cpu / seconds,
        server_mb=megabytes,
        kb_a_match=1024 * grown / plan.matches,
        us_a_move=1e6 * cpu / max(1, report.moves),
        client_us_a_move=1e6 * report.cpu / max(1, report.moves),
    )


def main() -> None:
    """Measure what the arguments say."""
    defaults = Plan()
    parser = argparse.ArgumentParser(prog="quatrefoil.lab.load", description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=defaults.matches)
    parser.add_argument("--seconds", type=float, default=defaults.seconds)
    parser.add_argument(
        "--rate", type=float, default=defaults.rate, help="moves a second; 0: no limit"
    )
    parser.add_argument("--kills", type=int, default=defaults.kills)
    parser.add_argument("--clients", type=int, default=defaults.clients, help="processes")
    parser.add_argument("--computers", type=int, default=defaults.computers)
    parser.add_argument("--postgresql", action="store_true", help="store in a PostgreSQL")
    parser.add_argument("--processes", type=int, default=defaults.processes, help="of the server")
    parser.add_argument("--apart", action="store_true", help="players at different processes")
    parser.add_argument("--games", nargs="+", default=defaults.games, help="default: without dice")
    parser.add_argument("--server", default="", help="the `quatrefoil` of another version")
    parser.add_argument("--json", action="store_true")
    given = vars(parser.parse_args())
    as_json = given.pop("json")
    result = measure(Plan(**{**given, "games": tuple(given["games"])}))
    print(json.dumps(asdict(result)) if as_json else result)


if __name__ == "__main__":
    main()
