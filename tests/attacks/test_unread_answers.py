"""Clients that ask and never read: they are cut off, and the memory that they took comes back.

150 of them kept 250 MB: each was to be told why it was let go, behind all that it had not read.
"""

import socket
import time
from contextlib import suppress

from attack_tools import Wire, bystanders, frame, new_duel, note, scale, serving

ASKED = frame({"id": "s", "do": "snapshot"})


def test_clients_that_never_read_are_cut_off(tmp_path):
    clients = scale(20, 150)
    with serving(tmp_path) as server:
        match, *_ = new_duel(server)
        with bystanders(server) as others:
            before = server.megabytes()
            deaf = [_deaf(server, match, f"127.0.2.{number}") for number in range(1, clients + 1)]
            ends = time.monotonic() + scale(30, 60)
            while time.monotonic() < ends and any(map(_is_open, deaf)):
                for wire in deaf:
                    with suppress(OSError):
                        wire.send(ASKED * 100)
                time.sleep(0.3)
            ends = time.monotonic() + scale(5, 20)
            while time.monotonic() < ends and server.megabytes() - before > clients * 0.2:
                time.sleep(0.5)
            kept = server.megabytes() - before
        still = sum(map(_is_open, deaf))
        for wire in deaf:
            wire.close()
    note(f"{clients} clients that never read: still there", still)
    note(f"{clients} clients that never read: MB kept", round(kept))
    note(f"{clients} clients that never read: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert still == 0
    assert kept < clients * 0.2 + 5


def _deaf(server, match, source):
    """Return a client that reads nothing, from an address where no other client is."""
    wire = Wire(server, match, source=source)
    wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.socket.settimeout(0.05)
    return wire


def _is_open(wire):
    """Whether the server has not ended the connection; nothing is read to find out."""
    established = 1
    return wire.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == established
