"""Push services as a stranger would run them: they hang, stream, never close, have no name.

Any https address can be given as that of a device. Whoever plays must not notice, others must still
be told of their turns, and nothing is logged as a fault.
"""

import itertools
import time
from contextlib import contextmanager

import pytest
from attack_tools import (
    AS_SERVED,
    THOROUGH,
    ask,
    bystanders,
    complaints,
    new_duel,
    note,
    serving,
)
from tests.push_tools import Device, HostileService, new_authority

from quatrefoil.cli import main

MOVE = "f8-f9"

pytestmark = pytest.mark.skipif(not THOROUGH, reason="messages wait five seconds for their turn")


@contextmanager
def pushing(folder, monkeypatch, *more):
    """Run a server that tells people, and a push service that it trusts."""
    certificate, keys = new_authority(folder), folder / "push.pem"
    assert main(["push-keys", str(keys)]) == 0
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    service = HostileService(certificate)
    options = ("--push-keys", str(keys), "--push-contact", "mailto:host@example.org")
    options += ("--push-networks", "127.0.0.1/32")
    try:
        with serving(folder, *AS_SERVED, *options, *more) as server:
            yield server, service
    finally:
        service.close()


def subscribe(server, match, secret, endpoint):
    headers = {"Authorization": f"Bearer {secret}"}
    return ask(server, f"/api/matches/{match}/subscribe", Device(endpoint).body, headers)


def play(server, match, secret, token):
    at = server.ask(f"/api/matches/{match}")["last"]
    server.ask(f"/api/matches/{match}/do", {"do": "play", "tokens": [token], "at": at}, secret)


def figures(server):
    lines = server.ask("/metrics", raw=True).decode().splitlines()
    found = dict(line.split() for line in lines if not line.startswith("#"))
    names = ("quatrefoil_pushes_total", "quatrefoil_push_failures_total")
    return tuple(int(float(found[name])) for name in names)


@pytest.mark.parametrize("how", ["hanging", "open", "streaming", "continuing"])
def test_push_services_that_do_not_answer_as_they_should(tmp_path, monkeypatch, how):
    with pushing(tmp_path, monkeypatch) as (server, service), bystanders(server) as others:
        duels = [new_duel(server) for _ in range(6)]
        for (match, _, bob), device in itertools.product(duels, range(8)):
            endpoint = f"{service.url}/{how}/{match}/{device}"
            assert subscribe(server, match, bob, endpoint)[0] == 200
        for match, ada, _ in duels:
            play(server, match, ada, MOVE)
        wait_for(lambda: service.asked)
        before, began = server.megabytes(), server.cpu_seconds()
        time.sleep(12)
        note(f"{how}: seconds of the processor", round(server.cpu_seconds() - began, 1))
        note(f"{how}: asked, told and failed", (len(service.asked), figures(server)))
        note(f"{how}: MB more", round(server.megabytes() - before, 1))
    note(f"{how}: p99 of bystanders", round(others.p99, 1))
    assert others.saw_nothing()
    assert others.waited_little()
    assert complaints(server) == []


#: Hosts that nobody can look up.
NO_HOSTS = ("a..b", "a" * 64, ".", "a\0b", "[::1", "x" * 900, "0x7f.1", "xn--a-", "-", "_", "%00")


def test_push_services_without_a_name(tmp_path, monkeypatch):
    with pushing(tmp_path, monkeypatch) as (server, service):
        match, ada, bob = new_duel(server)
        told = [subscribe(server, match, bob, f"https://{host}/x")[0] for host in NO_HOSTS]
        note("answers", told)
        assert set(told) <= {200, 400}
        assert subscribe(server, match, bob, f"{service.url}/good/1")[0] == 200
        play(server, match, ada, MOVE)
        wait_for(lambda: sum(figures(server)) == 8)
    assert complaints(server) == []
    assert service.asked == ["good"]


def wait_for(what):
    """Wait until something is so: messages wait for five seconds, and the machine may be busy."""
    end = time.monotonic() + 120
    while not what():
        assert time.monotonic() < end
        time.sleep(0.2)
