"""A real server process, and clients on real sockets that can fail in every way."""

import json

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from quatrefoil.lab.server_process import ServerProcess

WAIT_SECONDS = 20


class Peer:
    """One client: it remembers everything that it was told."""

    def __init__(self, server, match, secret):
        self.server = server
        self.match = match
        self.secret = secret
        self.told = {}
        self.answers = {}
        self.acknowledged = 0
        self._opened = None
        self.socket = None
        self.come_back()

    @property
    def last(self):
        return max(self.told, default=self.seen)

    def come_back(self):
        """Connect, saying which event was seen last."""
        self.go_away()
        address = f"ws://127.0.0.1:{self.server.port}/api/matches/{self.match}/socket"
        self._opened = connect(address, compression=None, close_timeout=0.2)
        self.socket = self._opened.__enter__()
        after = self.last if self.told or hasattr(self, "seen") else None
        self.socket.send(json.dumps({"do": "hello", "secret": self.secret, "after": after}))
        welcome = self.hear()
        while "welcome" not in welcome:
            welcome = self.hear()
        assert welcome["welcome"]["last"] >= self.acknowledged, "an acknowledged event was lost"
        for event in welcome.get("events", ()):
            self.take(event)
        if "snapshot" in welcome:
            self.seen = welcome["snapshot"]["last"]
            self.told = {}
            self.state = welcome["snapshot"]["state"]
        return welcome

    def go_away(self):
        if self._opened is not None:
            opened, self._opened = self._opened, None
            opened.__exit__(None, None, None)

    def hear(self):
        return json.loads(self.socket.recv(WAIT_SECONDS))

    def take(self, event):
        """Remember an event; each comes once, in order, without gaps."""
        if "event" not in event:
            return
        assert event["event"] == self.last + 1, (event["event"], self.last)
        self.told[event["event"]] = event
        self.state = event["state"]

    def send(self, message):
        self.socket.send(json.dumps(message))

    def answer(self, request):
        """Wait for the answer to a request; it must be the one given before, if there was one."""
        while True:
            heard = self.hear()
            if "re" in heard:
                lasting = {name: said for name, said in heard.items() if name != "now"}
                known = self.answers.setdefault(heard["re"], lasting)
                assert known == lasting, "the same request got two answers"
                if heard["ok"] and "event" in heard:
                    self.acknowledged = max(self.acknowledged, heard["event"])
                if heard["re"] == request:
                    return heard
            elif "type" in heard:
                self.take(heard)

    def catch_up(self, last):
        """Listen until an event has been told."""
        while self.last < last:
            heard = self.hear()
            if "type" in heard:
                self.take(heard)


def start_server(folder):
    server = ServerProcess(folder / "live.db")
    server.start()
    return server


__all__ = ["ConnectionClosed", "Peer", "start_server"]
