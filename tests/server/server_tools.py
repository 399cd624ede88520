"""Clients for the tests of the server."""

import json

from starlette.testclient import TestClient
from tests.sharing_tools import join_match, make_match

from quatrefoil.server.app import make_app
from quatrefoil.server.settings import UNLIMITED, Settings

JSON = {"Content-Type": "application/json"}
TWO = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]


def app_client(folder, limits=UNLIMITED, **more):
    """Return a client of a server in this process; to be entered."""
    settings = Settings(**{"database": folder / "test.db", "limits": limits, **more})
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


def asking(client):
    """Return what makes requests of a client in this process, as tests/sharing_tools.py has it."""

    def ask(path, data, secret):
        headers = bearer(secret) if secret else {}
        if data is None:
            answer = client.get(path, headers=headers)
        else:
            answer = client.post(path, json=data, headers=headers)
        assert answer.status_code < 300, answer.text
        return answer.json()

    return ask


def new_match(client, **setup):
    """Make a match; return its id and the maker's secret."""
    made, _ = _make(client, setup)
    return made["id"], made["secret"]


def new_duel(client, **setup):
    """Make a match of two; return its id and both secrets."""
    made, share = _make(client, setup)
    others = {made["secret"]: share}
    joined, _ = join_match(asking(client), made["id"], others, name="Bob")
    return made["id"], made["secret"], joined["secret"]


def _make(client, setup):
    return make_match(asking(client), {"game": "trickle", "seats": TWO, **setup})
