"""Two people in a match with dice, over HTTP, for attacks on what is rolled.

They are careful clients, as every front end is: they keep what they saw before they revealed. Where
a server does not know of sharing (the version before), they do as its clients did: nothing.
"""

import urllib.error

import orjson
from databases import run

from quatrefoil import Record, RecordError
from quatrefoil.match.verify import verify_dice
from quatrefoil.play.sharing import Share

#: A roll decides who begins; whoever does can roll at once.
WISH = {
    "game": "triotrio",
    "first": "roll",
    "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}],
}
FIRST_TURN = ["keep", "roll"]


class Player:
    """Somebody with a seat, or about to take one."""

    def __init__(self, server, match="", secret=""):
        self.server, self.match, self.secret = server, match, secret
        self.share = Share()

    def ask(self, path="", data=None):
        return self.server.ask(f"/api/matches/{self.match}{path}", data, self.secret)

    def do(self, verb, **more):
        return self.ask("/do", {"do": verb, **more})

    def refused(self, verb, **more):
        """Return the code of a refusal."""
        try:
            return self.do(verb, **more).get("code", "")
        except urllib.error.HTTPError as problem:
            return orjson.loads(problem.read())["code"]

    def share_in_dice(self):
        """Do what the dice wait for, as a front end does with every news."""
        shown = self.ask()
        if due := self.share.due(shown["state"], shown["mine"]):
            self.do(due.pop("do"), **due)

    def join(self, name="Bob"):
        joined = sending_hash(self, f"/api/matches/{self.match}/join", {"name": name})
        self.secret = joined["secret"]

    def dice_hold(self):
        """Whether what was rolled from is what this client saw."""
        return self.share.holds(self.ask()["state"])


def sending_hash(player, path, data):
    """Send a request with the hash of one's value; to servers that do not know of it, without."""
    try:
        return player.server.ask(path, {**data, "hash": player.share.hash})
    except urllib.error.HTTPError as problem:
        said = problem.read().decode()
        assert "has no key 'hash'" in said, said
        return player.server.ask(path, data)


def ada_makes(server, **more):
    """Let Ada make a match; return her, and Bob, who has not joined."""
    ada = Player(server)
    made = sending_hash(ada, "/api/matches", {**WISH, **more})
    ada.match, ada.secret = made["id"], made["secret"]
    return ada, Player(server, made["id"])


def knows_sharing(player):
    """Whether the server is one on which people share in the dice."""
    return "hashes" in (player.server.ask(f"/api/matches/{player.match}")["dice"] or {})


def record_of(player):
    return Record.from_json(player.ask("/record"))


def verifies(record, seen=()):
    """Whether verify-dice is content."""
    try:
        verify_dice(record, seen)
    except RecordError:
        return False
    return True


def change_event(database, match, number, change):
    """Let the host change an event in the database, while the server is not running."""
    where = "WHERE match = ? AND number = ?"
    (row,), _ = run(database, f"SELECT data, hidden FROM events {where}", match, number)
    data, hidden = (orjson.loads(text or "{}") for text in row)
    change(data, hidden)
    texts = orjson.dumps(data).decode(), orjson.dumps(hidden).decode()
    run(database, f"UPDATE events SET data = ?, hidden = ? {where}", *texts, match, number)
