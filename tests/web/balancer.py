"""A load balancer as small as one can be: each connection goes to the next process that answers."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from contextlib import suppress
from itertools import count
from typing import Self


class Balancer:
    """Carries connections in threads, and knows nothing of what they carry."""

    def __init__(self, ports: list[int]) -> None:
        self._ports = ports
        self._next = count()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        #: How many connections each process was given.
        self.given: Counter[int] = Counter()
        self._threads: list[threading.Thread] = []
        self._sockets: list[socket.socket] = [self._door]

    def __enter__(self) -> Self:
        self._start(self._listen)
        return self

    def __exit__(self, *problem: object) -> None:
        for each in list(self._sockets):
            _end(each)
        for thread in list(self._threads):
            thread.join(30)
        for each in self._sockets:
            each.close()

    def _start(self, work, *given) -> None:
        thread = threading.Thread(target=work, args=given, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _listen(self) -> None:
        with suppress(OSError):  # the door is closed at the end
            while True:
                client, _ = self._door.accept()
                self._sockets.append(client)
                if server := self._connect():
                    self._sockets.append(server)
                    self._start(_carry, client, server)
                    self._start(_carry, server, client)
                else:
                    _end(client)

    def _connect(self) -> socket.socket | None:
        """Connect to the next process that answers, if there is one."""
        for _ in self._ports:
            port = self._ports[next(self._next) % len(self._ports)]
            with suppress(OSError):
                server = socket.create_connection(("127.0.0.1", port))
                self.given[port] += 1
                return server
        return None


def _carry(source: socket.socket, target: socket.socket) -> None:
    """Carry one way, until either end is gone."""
    with suppress(OSError):
        while piece := source.recv(1 << 16):
            target.sendall(piece)
    _end(source)
    _end(target)


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
