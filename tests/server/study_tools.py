"""Studies for tests: a small tree, and a client that makes, edits and looks at one."""

import json

from server_tools import bearer

import quatrefoil
from quatrefoil.core.tree import ROOT, Note, Shape, Tree

MOVES = ("f8-f9", "f4-f3", "h6-i5")


def small_tree(*more):
    """Return a tree of a few moves, with a variation, a comment and shapes."""
    tree = Tree(quatrefoil.rules("trickle")).add(ROOT, [*MOVES, *more])[0]
    tree = tree.add(1, ["d4-c3"])[0]
    tree = tree.annotate(1, Note("North begins.", ("!",), (Shape("ring", ("f9",)),)))
    return tree.annotate(ROOT, Note(shapes=(Shape("arrow", ("f8", "f9")),)))


def new_study(client, tree=None, title="A study"):
    """Keep a tree; return what the server says."""
    sent = {"tree": (tree or small_tree()).to_json(), "title": title}
    answer = client.post("/api/studies", json=sent)
    assert answer.status_code == 201, answer.text
    return answer.json()


def show(client, study, secret=""):
    answer = client.get(f"/api/studies/{study}", headers=bearer(secret) if secret else {})
    assert answer.status_code == 200, answer.text
    return answer.json()


def edit(client, made, **sent):
    return client.post(
        f"/api/studies/{made['id']}", json=sent, headers=bearer(made.get("secret", ""))
    )


class Looking:
    """Somebody who looks at a study, on a socket."""

    def __init__(self, client, study, version=0, **more):
        self._session = client.websocket_connect(f"/api/studies/{study}/socket")
        self.socket = self._session.__enter__()
        self.socket.send_text(json.dumps({"do": "look", "version": version, **more}))
        self.first = self.hear()

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self._session.__exit__(*problem)

    def hear(self):
        return json.loads(self.socket.receive_text())

    def hear_of(self, version):
        """Return the message that tells of a version, or of a later one."""
        while (heard := self.hear()).get("version", 0) < version:
            pass
        return heard
