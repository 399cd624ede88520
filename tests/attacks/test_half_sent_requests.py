"""Requests that never end: whoever opens many connections and sends little locks nobody out.

1,100 half-sent requests were enough: each kept a file for ever, of the 1,024 that a process may
open by default.
"""

import resource
import socket
from contextlib import contextmanager, suppress

import pytest
from attack_tools import Wire, bystanders, new_duel, note, scale, serving

CROWDS = {
    "nothing": b"",
    "half a head": b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "half a body": b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{",
    "no reading": b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 12,
}
ASKS = 20


@contextmanager
def files_allowed(soft):
    """Let processes that are started here open so many files, unless they ask for more."""
    before, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, hard))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with files_allowed(1_024):
        serves = serving(tmp_path_factory.mktemp("crowds"))
        found = serves.__enter__()
    yield found
    serves.__exit__(None, None, None)


def test_half_sent_requests_lock_nobody_out(server):
    match, ada, _ = new_duel(server)
    answered, entered = {}, {}
    with bystanders(server, matches=2) as others:
        for what, sent in CROWDS.items():
            # Requests that are whole take time to answer; those are not what this is about.
            crowd = scale(250, 500) if what == "no reading" else scale(1_100, 10_000)
            opened = [_begin(server.port, sent) for _ in range(crowd)]
            answered[what] = sum(_answers(server) for _ in range(ASKS))
            entered[what] = _enters(server, match, ada)
            for each in opened:
                each.close()
            note(f"{crowd} connections, {what}: of {ASKS} requests answered", answered[what])
    assert answered == dict.fromkeys(CROWDS, ASKS)
    assert all(entered.values())
    assert others.saw_nothing()


def test_a_server_without_files_left_goes_on_later(server):
    _, hard = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (40, hard))
    opened = []
    for _ in range(100):
        with suppress(ConnectionError):  # some are turned away at once
            opened.append(_begin(server.port, CROWDS["half a head"]))
    used = server.cpu_seconds()
    with suppress(OSError):
        server.ask("/healthz", raw=True, timeout=2)
    assert server.cpu_seconds() - used < 1
    for each in opened:
        each.close()
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (1_000, hard))
    assert _answers(server)


def _begin(port, sent):
    """Open a connection from another address, send a little, and never read."""
    found = socket.create_connection(("127.0.0.1", port), 5, source_address=("127.0.0.66", 0))
    with suppress(OSError):
        found.sendall(sent)
    return found


def _answers(server):
    with suppress(OSError):
        return bool(server.ask("/healthz", raw=True, timeout=10))
    return False


def _enters(server, match, secret):
    """Whether a player gets to her match."""
    with suppress(OSError):
        wire = Wire(server, match, secret, timeout=10)
        heard = wire.ask(id="1", do="ping")
        wire.close()
        return heard["ok"]
    return False
