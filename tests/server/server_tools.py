"""Clients for the tests of the server."""

import json

from starlette.testclient import TestClient

from quatrefoil.server.app import make_app
from quatrefoil.server.settings import UNLIMITED, Settings

JSON = {"Content-Type": "application/json"}
TWO = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]


def app_client(folder, limits=UNLIMITED, **more):
    """Return a client of a server in this process; to be entered."""
    settings = Settings(database=folder / "test.db", limits=limits, **more)
    return TestClient(make_app(settings))


def bearer(secret):
    return {"Authorization": f"Bearer {secret}"}


class Seated:
    """Somebody on a socket."""

    def __init__(self, client, match, secret=None, after=None, headers=None):
        self.secret = secret
        self._session = client.websocket_connect(
            f"/api/matches/{match}/socket", headers=headers or {}
        )
        self.socket = self._session.__enter__()
        self.socket.send_text(json.dumps({"do": "hello", "secret": secret, "after": after}))
        self.first = self.hear()
        self.heard = []
        self.numbers = 0

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self._session.__exit__(*problem)

    @property
    def state(self):
        return self.first["snapshot"]["state"]

    @property
    def last(self):
        numbers = [message["event"] for message in self.heard if "type" in message]
        return max([*numbers, self.first["welcome"]["last"]])

    def hear(self):
        return json.loads(self.socket.receive_text())

    def ask(self, **message):
        """Ask something; return the answer, and remember what was heard before it."""
        self.numbers += 1
        message.setdefault("id", f"t{self.numbers}")
        self.socket.send_text(json.dumps(message))
        while True:
            heard = self.hear()
            if heard.get("re") == message["id"]:
                return heard
            if "event" in heard:
                self.heard.append(heard)

    def event(self, kind):
        """Wait for an event of a kind."""
        for heard in self.heard:
            if heard["type"] == kind:
                self.heard.remove(heard)
                return heard
        while True:
            heard = self.hear()
            if heard.get("type") == kind:
                return heard
            if "event" in heard and "type" in heard:
                self.heard.append(heard)


def new_match(client, **setup):
    """Make a match; return its id and the maker's secret."""
    setup.setdefault("game", "trickle")
    setup.setdefault("seats", TWO)
    made = client.post("/api/matches", json=setup)
    assert made.status_code == 201, made.text
    return made.json()["id"], made.json()["secret"]


def new_duel(client, **setup):
    """Make a match of two; return its id and both secrets."""
    match, ada = new_match(client, **setup)
    joined = client.post(f"/api/matches/{match}/join", json={"name": "Bob"})
    assert joined.status_code == 200, joined.text
    return match, ada, joined.json()["secret"]
