"""A bot for a Quatrefoil server, over HTTP and a WebSocket: it plays random legal moves.

    quatrefoil serve                                           in one terminal
    python examples/bot.py http://127.0.0.1:8080/m/MATCH       in another: takes the open seat

It knows no rules: the server tells whose turn it is and which moves are legal (`paths`). To write
a better one, replace `choose`. docs/protocol.md has everything that can be asked and told.

Where dice are rolled it shares in them, so that nobody can choose them: it sends the hash of a
value of its own when it joins, and the value once the match shows everybody's hashes.
"""

import hashlib
import json
import random
import secrets
import sys
import time
import urllib.request
from collections import deque
from itertools import count
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def choose(paths: list[dict], state: dict) -> str:
    """Return the token of the move to make: here, any legal one."""
    return random.choice(paths)["token"]


class Bot:
    """Plays one seat of one match."""

    def __init__(self, server: str, match: str, name: str) -> None:
        self.server = server
        self.match = match
        self.value, self.seen, self.void = secrets.token_bytes(32), None, None
        joined = self.post("join", {"name": name, "hash": sha256(self.value)})
        self.secret = joined["secret"]
        self.seat = joined["seats"][0]
        self.requests = count(1)
        #: The last event of our own latest turn.
        self.played = 0

    def post(self, verb: str, data: dict) -> dict:
        """Make an HTTP request about the match."""
        address = f"{self.server}/api/matches/{self.match}/{verb}"
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(address, json.dumps(data).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def play(self) -> dict:
        """Play until the match is over; return how it ended. A lost connection is opened again."""
        while True:
            try:
                address = self.server.replace("http", "ws", 1)
                with connect(f"{address}/api/matches/{self.match}/socket") as self.socket:
                    return self.talk()
            except (ConnectionClosed, OSError):
                time.sleep(1)

    def talk(self) -> dict:
        """Say hello, then answer every state that asks for a move."""
        self.events = deque()
        self.send(do="hello", secret=self.secret)
        snapshot = json.loads(self.socket.recv())["snapshot"]
        self.last, state = snapshot["last"], snapshot["state"]
        while not state["over"]:
            if state["phase"] in ("waiting", "sharing") and "dice" in state:
                self.share(state)
            elif state["turn"] == self.seat and "paths" in state:
                self.take_turn(state)
            state = self.next_state()
        self.check(state)
        return state["over"]

    def share(self, state: dict) -> None:
        """Do what the dice wait for: commit to a value, or reveal it once all hashes are there."""
        dice = state["dice"]
        if dice["hashes"][self.seat] is None:
            if self.void != dice["commitment"]:  # a seat opened again: no value serves any more
                self.value, self.seen, self.void = secrets.token_bytes(32), None, dice["commitment"]
            self.send(do="commit", hash=sha256(self.value))
            return
        people = [seat for seat, one in enumerate(state["seats"]) if one["kind"] != "computer"]
        if state["phase"] == "sharing" and all(dice["hashes"][seat] for seat in people):
            shown = (dice["commitment"], dice["hashes"])
            self.seen = self.seen or shown
            if self.seen == shown and dice["values"][self.seat] is None:
                self.send(do="reveal", value=self.value.hex())

    def check(self, state: dict) -> None:
        """Compare what the dice were rolled from with what was seen before this bot revealed."""
        if self.seen and state["over"]["winners"]:  # else nobody played, and nothing was rolled
            dice = state["dice"]
            values = [value and sha256(bytes.fromhex(value)) for value in dice["values"]]
            if (sha256(bytes.fromhex(dice["seed"])), values) != self.seen:
                raise RuntimeError("the dice are not those that everybody committed to")

    def next_state(self) -> dict:
        """Return the state after the next event, but none from before our own turn was played."""
        while True:
            while not self.events:
                self.hear()
            event = self.events.popleft()
            self.last = event["event"]
            if "order" in event:  # the seats changed places before the start
                self.seat = event["order"].index(self.seat)
            if self.last >= self.played:
                return event["state"]

    def hear(self) -> dict:
        """Return the next message; events wait until somebody asks for the next state."""
        message = json.loads(self.socket.recv())
        if "event" in message and "type" in message:
            self.events.append(message)
        return message

    def take_turn(self, state: dict) -> None:
        """Choose moves until the turn is complete, then play them as one."""
        tokens, paths, complete = [], state["paths"], False
        while not complete:
            tokens.append(choose(paths, state))
            drafted = self.ask(do="draft", tokens=tokens)["state"]
            paths, complete = drafted["paths"], drafted["drafted"]["complete"]
        self.played = self.ask(do="play", tokens=tokens, at=self.last)["event"]

    def ask(self, **message) -> dict:
        """Ask something; return its answer."""
        number = self.send(**message)
        answer = self.hear()
        while answer.get("re") != number:
            answer = self.hear()
        if not answer["ok"]:
            raise RuntimeError(f"{answer['code']}: {answer['message']}")
        return answer

    def send(self, **message) -> str:
        """Send a message under a name of our own; return the name."""
        number = f"bot-{self.seat}-{next(self.requests)}"
        self.socket.send(json.dumps({"id": number, **message}))
        return number


def sha256(data: bytes) -> str:
    """Return the hash of a value, in hex."""
    return hashlib.sha256(data).hexdigest()


def main() -> None:
    """Take the open seat of the match at the address given, and play it."""
    if len(sys.argv) != 2 or "/m/" not in sys.argv[1]:
        sys.exit("usage: python examples/bot.py http://127.0.0.1:8080/m/MATCH")
    address = urlsplit(sys.argv[1])
    bot = Bot(f"{address.scheme}://{address.netloc}", address.path.rpartition("/")[2], "Random bot")
    over = bot.play()
    print("won" if bot.seat in over["winners"] else "did not win", f"({over['reason']})")


if __name__ == "__main__":
    main()
