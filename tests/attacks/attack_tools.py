"""What attacks have in common: a target, bystanders who must not notice, the log as judge.

An attack is one readable file. It starts a real server, lets bystanders play there, does its worst,
and asserts what bystanders saw and what the log says. `make test` runs the short form, `make proof`
the full one; `note` prints the figures of docs/trust.md.

    QUATREFOIL_SERVER=OTHER/bin/quatrefoil pytest -s tests/attacks/test_x.py    attacks that version
"""

import multiprocessing
import os
import sqlite3
from contextlib import contextmanager

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
    try:
        yield found
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
