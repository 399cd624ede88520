"""What attacks have in common: a target, bystanders who must not notice, the log as judge.

An attack is one readable file. It starts a real server, lets bystanders play there, does its worst,
and asserts what bystanders saw and what the log says. `make test` runs the short form, `make proof`
the full one; `note` prints the figures of docs/trust.md.

    QUATREFOIL_SERVER=OTHER/bin/quatrefoil pytest -s tests/attacks/test_x.py    attacks that version
"""

import http.client
import itertools
import json
import multiprocessing
import os
import socket
import threading
from collections import Counter
from contextlib import closing, contextmanager, suppress
from time import monotonic, sleep

import orjson
from databases import new_database, run
from tests.wire import BINARY, CLOSE, PING, PONG, TEXT, Wire, frame  # noqa: F401

from quatrefoil.core.registry import position_from_json
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
def serving(folder, *options, database=None):
    """Run a server for the length of an attack, on a new database if none is given."""
    database = database or new_database(folder)
    server = ServerProcess(database, options or AS_SERVED, folder / "attacked.log")
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
    began = monotonic()
    try:
        yield found
    finally:
        # After an attack that takes no time they still play long enough to notice something.
        sleep(max(0.0, began + 1 - monotonic()))
        stopped.set()
        found.report.add(reports.get(timeout=60))
        process.join()


def level_1_delay(server, moves=3):
    """Play against level 1 on a socket; return the longest wait for its turn, in seconds."""
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    made = server.ask("/api/matches", {"game": "trickle", "seats": seats})
    wire = Wire(server, made["id"], made["secret"], timeout=150)
    token, last = _next_of_mine(json.loads(wire.next_of(TEXT))["snapshot"])
    longest = 0.0
    for number in range(moves):
        started = monotonic()
        wire.send(frame({"id": str(number), "do": "play", "tokens": [token], "at": last}))
        while True:
            heard = json.loads(wire.next_of(TEXT))
            if heard.get("type") == "turn" and heard["seat"] == 1:
                break
        longest = max(longest, monotonic() - started)
        token, last = _next_of_mine({"state": heard["state"], "last": heard["event"]})
    wire.close()
    return longest


def _next_of_mine(snapshot):
    """Return a legal move, and the event that it follows."""
    position = position_from_json(snapshot["state"]["position"])
    return position.legal_tokens()[0], snapshot["last"]


# ---- somebody else, at another address --------------------------------------------------------


class Stranger:
    """Does their worst from an address of their own; whatever they are told is fine with them."""

    def __init__(self, server, source="127.0.0.2"):
        self.server = server
        self.source = source

    def ask(self, path, data=None, secret="", timeout=60):
        """Make a request; return its status (0 where it was cut off) and the raw answer."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.server.port, timeout=timeout, source_address=(self.source, 0)
        )
        body = data if data is None or isinstance(data, bytes) else json.dumps(data).encode()
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if secret:
            headers["Authorization"] = f"Bearer {secret}"
        try:
            connection.request("GET" if body is None else "POST", path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        finally:
            connection.close()

    def make(self, **setup):
        """Make a match; return its id and secret, or None where the server has had enough."""
        status, answer = self.ask("/api/matches", setup)
        return (json.loads(answer)["id"], json.loads(answer)["secret"]) if status == 201 else None

    def wire(self, match, secret=None):
        return Wire(self.server, match, secret, source=self.source)

    def abandon(self, path, data):
        """Ask for something, and close the connection before the answer."""
        body = json.dumps(data).encode() if data is not None else b""
        with socket.create_connection(
            ("127.0.0.1", self.server.port), timeout=20, source_address=(self.source, 0)
        ) as wire:
            verb = "GET" if data is None else "POST"
            wire.sendall(
                f"{verb} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n".encode()
                + body
            )
            sleep(0.05)


@contextmanager
def keep_doing(*deeds, threads=4):
    """Do something again and again, in several threads, for the length of a block.

    Yields a Counter of what the deeds returned (statuses, say).
    """
    done, told = threading.Event(), Counter()

    def work():
        for deed in itertools.cycle(deeds):
            if done.is_set():
                return
            told[deed()] += 1

    crew = [threading.Thread(target=work, daemon=True) for _ in range(threads)]
    for thread in crew:
        thread.start()
    try:
        yield told
    finally:
        done.set()
        for thread in crew:
            thread.join(60)


def ask(server, path, data=None, headers=None, method=None):
    """Make one HTTP request exactly as given; return the status and the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    with closing(connection):
        body = data if data is None or isinstance(data, bytes) else json.dumps(data).encode()
        given = {"Content-Type": "application/json"} | (headers or {})
        connection.request(method or ("GET" if body is None else "POST"), path, body, given)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")


# ---- the log as judge -------------------------------------------------------------------------


def logs_of(database):
    """Return the log of every match, read from the database itself; the server may be gone."""
    rows, _ = run(
        database,
        "SELECT match, number, time, type, data, hidden, request FROM events"
        " ORDER BY match, number",
    )
    logs = {}
    for match, number, when, kind, data, hidden, request in rows:
        event = Event(number, when, kind, orjson.loads(data), orjson.loads(hidden or "{}"), request)
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


# ---- clients who do more by themselves ---------------------------------------------------------


class Ears(Wire):
    """A client that hears all the time, in a thread: what comes last counts, as for a page."""

    def __init__(self, server, match, secret=None, **more):
        super().__init__(server, match, secret, **more)
        #: The last event seen; every answer by its request; how often each refusal came.
        self.last = 0
        self.answers = {}
        self.refusals = Counter()
        self.closed = False
        self._news = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()
        self._wait(lambda: self.last or self.closed, 20)

    def ask(self, timeout=20, **message):
        """Send a message with an id; return its answer, or nothing if none came in time."""
        self.send(frame(message))
        self._wait(lambda: message["id"] in self.answers or self.closed, timeout)
        return self.answers.get(message["id"])

    def catch_up(self, event, timeout=20):
        """Wait until an event was heard."""
        self._wait(lambda: self.last >= event or self.closed, timeout)

    def close(self):
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)  # or the thread would read on, and keep the file
        super().close()

    def _wait(self, for_what, timeout):
        with self._news:
            self._news.wait_for(for_what, timeout)

    def _listen(self):
        with suppress(OSError, ValueError):
            while (found := self.hear())[0] not in (None, CLOSE):
                if found[0] == TEXT:
                    with self._news:
                        self._take(json.loads(found[1]))
                        self._news.notify_all()
        with self._news:
            self.closed = True
            self._news.notify_all()

    def _take(self, heard):
        if "welcome" in heard:
            self.last = heard["welcome"]["last"]
        elif "re" in heard:
            self.answers[heard["re"]] = heard
        elif "event" in heard:
            self.last = heard["event"]
        if heard.get("ok") is False:
            self.refusals[heard["code"]] += 1


# ---- people who play by the clock -------------------------------------------------------------


class TimedDuel:
    """Ada and Bob on their sockets, Ada to move, with some seconds each."""

    def __init__(self, server, seconds, game="trickle"):
        self.server = server
        clock = {"kind": "realtime", "base": seconds, "increment": 0}
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
        made = server.ask("/api/matches", {"game": game, "seats": seats, "clock": clock})
        self.match, self.ada = made["id"], made["secret"]
        self.bob = server.ask(f"/api/matches/{self.match}/join", {"name": "Bob"})["secret"]
        self.wires = []
        self.numbers = 0
        self.come_back()

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.close()

    @property
    def snapshot(self):
        return self.server.ask(f"/api/matches/{self.match}", secret=self.ada)

    @property
    def left(self):
        """Milliseconds that each has left."""
        return self.snapshot["state"]["clock"]["left"]

    def a_move(self, seat=0, tokens=None):
        """Return a legal turn as bytes, not sent yet, and the id of its request."""
        self.numbers += 1
        now = self.server.ask(f"/api/matches/{self.match}", secret=(self.ada, self.bob)[seat])
        assert now["state"]["phase"] == "playing", now["state"]["over"]
        tokens = tokens or [now["state"]["paths"][0]["token"]]
        message = {"id": f"m{self.numbers}", "do": "play", "tokens": tokens, "at": now["last"]}
        return frame(message), message["id"]

    def play(self, seat):
        """Play a turn; return the answer."""
        sent, request = self.a_move(seat)
        self.wires[seat].send(sent)
        return self.wires[seat].answer(request)

    def come_back(self):
        """Connect, perhaps again."""
        self.close()
        self.wires = [Wire(self.server, self.match, who) for who in (self.ada, self.bob)]

    def close(self):
        for wire in self.wires:
            wire.close()


def outage_credits(database, match):
    """Return what the log of a match gave back to its clocks, in milliseconds."""
    return [event.data["lost"] for event in logs_of(database)[match] if event.type == "resumed"]
