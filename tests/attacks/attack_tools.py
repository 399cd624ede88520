"""What attacks have in common: a target, bystanders who must not notice, the log as judge.

An attack is one readable file. It starts a real server, lets bystanders play there, does its worst,
and asserts what bystanders saw and what the log says. `make test` runs the short form, `make proof`
the full one; `note` prints the figures of docs/trust.md.

    QUATREFOIL_SERVER=OTHER/bin/quatrefoil pytest -s tests/attacks/test_x.py    attacks that version
"""

import json
import multiprocessing
import os
import socket
import sqlite3
from contextlib import contextmanager, suppress
from time import monotonic, sleep

import orjson
from tests.wire import BINARY, CLOSE, PING, PONG, TEXT, Wire, frame  # noqa: F401

from quatrefoil.lab.clients import Invitation, Report, run_clients
from quatrefoil.lab.scripts import make_scripts
from quatrefoil.lab.server_process import ServerProcess, percentile
from quatrefoil.match import Event, Match

THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
#: Limits are on, as they are for everybody: an attack is on the server that people run.
AS_SERVED = ("--log-level", "warning")


def scale(short, full):
    """Return the size of an attack: the short form is for `make test`."""
    return full if THOROUGH else short


def note(what, figure):
    """Print a figure for docs/trust.md (seen with `pytest -s`)."""
    print(f"\nfigure: {what}: {figure}")


@contextmanager
def serving(folder, *options):
    """Run a server for the length of an attack."""
    server = ServerProcess(folder / "attacked.db", options or AS_SERVED)
    server.start()
    try:
        yield server
    finally:
        server.stop()


# ---- people who know nothing of the attack ----------------------------------------------------


def new_duel(server, game="trickle", **setup):
    """Make a match of two people; return its id and both secrets."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    made = server.ask("/api/matches", {"game": game, "seats": seats, **setup})
    joined = server.ask(f"/api/matches/{made['id']}/join", {"name": "Bob"})
    return made["id"], made["secret"], joined["secret"]


class Bystanders:
    """Pairs of people who play on, in a process of their own; what they saw is in `report`."""

    def __init__(self):
        self.report = Report()

    @property
    def p99(self):
        """Milliseconds until the opponent has a move."""
        return percentile(sorted(self.report.latencies), 0.99)

    @property
    def worst(self):
        return 1000 * max(self.report.latencies, default=0.0)

    def saw_nothing(self):
        """Whether no move of theirs was refused, lost, doubled or different."""
        report = self.report
        assert not report.errors, report.errors[:5]
        assert (report.lost, report.differences) == (0, 0)
        assert report.moves > 0
        return True

    def waited_little(self):
        """Whether hardly any move of theirs took longer than a person notices.

        The short form runs beside other tests on a busy machine: it only sees what stands still.
        """
        assert self.p99 < scale(2_000, 50), f"p99 {self.p99:.0f} ms"
        return True


@contextmanager
def bystanders(server, matches=5, rate=4, game="trickle"):
    """Let people play while something happens, each match `rate` moves a second."""
    found = Bystanders()
    invitations = []
    for _ in range(matches):
        match, *secrets = new_duel(server, game)
        invitations.append(Invitation(match, game, tuple(secrets)))
    started, stopped = multiprocessing.Barrier(2, timeout=60), multiprocessing.Event()
    reports = multiprocessing.Queue()
    scripts = {game: make_scripts(game, 10)}
    given = (server.port, invitations, scripts, rate, started, stopped, reports)
    process = multiprocessing.Process(target=run_clients, args=given)
    process.start()
    started.wait()
    ends = monotonic() + 1  # however short the attack is, some moves are played
    try:
        yield found
        sleep(max(0, ends - monotonic()))
    finally:
        stopped.set()
        found.report.add(reports.get(timeout=60))
        process.join()


# ---- the log as judge -------------------------------------------------------------------------


def logs_of(database):
    """Return the log of every match, read from the file itself; the server may be gone."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute(
            "SELECT match, number, time, type, data, hidden, request FROM events"
            " ORDER BY match, number"
        ).fetchall()
    logs = {}
    for match, number, time, kind, data, hidden, request in rows:
        event = Event(number, time, kind, orjson.loads(data), orjson.loads(hidden or "{}"), request)
        logs.setdefault(match, []).append(event)
    return logs


def whole_logs(database):
    """Return the match that each log gives; no log may have a gap or hold an illegal move."""
    matches = {}
    for match, log in logs_of(database).items():
        assert [event.number for event in log] == [*range(1, len(log) + 1)], match
        matches[match] = Match.from_events(log)
    return matches


def complaints(server):
    """Return what the server logged as its own fault."""
    entries = [json.loads(line) for line in server.log.read_text().splitlines()]
    return [each for each in entries if each["level"] in ("error", "critical") or "error" in each]


# ---- HTTP, byte by byte -----------------------------------------------------------------------


def http_request(path, body=None, *headers, method="", host="localhost"):
    """Return the bytes of a request; text is sent as it is, anything else as JSON."""
    lines = [f"{method or ('GET' if body is None else 'POST')} {path} HTTP/1.1", f"Host: {host}"]
    data = b""
    if body is not None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    lines += ["Connection: close", *headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + data


def http_answer(server, request, timeout=20, half_close=False):
    """Send bytes; return the status of the answer (0 if there is none) and all of its bytes."""
    heard = b""
    wire = socket.create_connection(("127.0.0.1", server.port), timeout=timeout)
    with wire, suppress(ConnectionError):
        wire.sendall(request)
        if half_close:  # even half a request has an end then
            wire.shutdown(socket.SHUT_WR)
        while piece := wire.recv(1 << 16):
            heard += piece
            if heard.startswith(b"HTTP/1.1 101"):
                break
    if heard.startswith(b"HTTP/1.1 100"):
        heard = heard.partition(b"\r\n\r\n")[2]
    parts = heard.split(b" ", 2)
    return (int(parts[1]) if len(parts) == 3 else 0), heard
