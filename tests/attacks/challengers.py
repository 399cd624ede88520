"""People who play against the computer while the server is in trouble, and keep every receipt.

A challenger plays the first legal turn that she is shown, comes back whenever her socket is closed,
and asks again under the same id whatever was not answered. What was answered with `ok` is a
receipt: the event of that number must be in the log, with the id of that very request.
"""

import asyncio
import hashlib
import json
import os
import threading
import urllib.error

from attack_tools import logs_of, whole_logs
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from quatrefoil.lab.server_process import COMMAND
from quatrefoil.match import Match
from quatrefoil.match.events import request_key

AGAINST_LEVEL_1 = [{"kind": "me", "name": "Ada"}, {"kind": "computer", "level": 1}]
#: Seconds between two turns of a challenger.
PAUSE = 0.15


def patience(seconds):
    """Return the options of a server that gives up after some seconds; older ones had none."""
    return () if os.environ.get(COMMAND) else ("--storing-seconds", str(seconds))


class Challenger:
    """One person in one match against level 1, until told to stop."""

    def __init__(self, server, game):
        self.server = server
        made = server.ask("/api/matches", {"game": game, "seats": AGAINST_LEVEL_1})
        self.match, self.secret = made["id"], made["secret"]
        self.holder = hashlib.sha256(self.secret.encode()).hexdigest()
        #: The event that each of her requests made, by the id of the request.
        self.receipts = {}
        self.refused = []
        self.closed = 0
        self.heard_storing = 0
        self.requests = 0
        self.pending = None

    async def play(self, stopped):
        address = f"ws://127.0.0.1:{self.server.port}/api/matches/{self.match}/socket"
        while not stopped.is_set():
            try:
                async with connect(address, compression=None, close_timeout=0.2) as socket:
                    await socket.send(json.dumps({"do": "hello", "secret": self.secret}))
                    await self._listen(socket, stopped)
            except (TimeoutError, OSError, WebSocketException):
                self.closed += 1
                await asyncio.sleep(0.1)

    async def _listen(self, socket, stopped):
        while not stopped.is_set():
            try:
                heard = json.loads(await asyncio.wait_for(socket.recv(), 0.5))
            except TimeoutError:
                continue
            if heard.get("type") == "storing":
                self.heard_storing += heard["waiting"]
            elif "welcome" in heard:
                whole = heard["snapshot"]
                if self.pending:
                    await socket.send(json.dumps(self.pending))
                else:
                    await self._act(socket, whole["last"], whole["state"])
            elif "event" in heard and "type" in heard:
                await self._act(socket, heard["event"], heard["state"])
            elif "re" in heard:
                await self._take_answer(socket, heard)

    async def _take_answer(self, socket, answer):
        if not self.pending or answer["re"] != self.pending["id"]:
            return
        if answer["ok"]:
            self.receipts[answer["re"]] = answer["event"]
            self.pending = None
            return
        self.refused.append(answer["code"])
        if answer["code"] == "unavailable":
            await asyncio.sleep(answer["retry_after"] / 4)
            await socket.send(json.dumps(self.pending))
        else:
            self.pending = None

    async def _act(self, socket, last, state):
        """Play when it is her turn, offer a rematch never: the match is then simply over."""
        if self.pending or "paths" not in state:
            return
        await asyncio.sleep(PAUSE)
        self.requests += 1
        tokens = [state["paths"][self.requests % len(state["paths"])]["token"]]
        self.pending = {"id": f"c{self.requests}", "do": "play", "tokens": tokens, "at": last}
        await socket.send(json.dumps(self.pending))


class Challengers:
    """Some of them, in a thread with its own loop."""

    def __init__(self, server, count, game="trickle"):
        self.server = server
        self.all = [Challenger(server, game) for _ in range(count)]
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._play()), daemon=True)

    async def _play(self):
        await asyncio.gather(*(each.play(self._stopped) for each in self.all))

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *problem):
        self._stopped.set()
        self._thread.join(60)

    @property
    def receipts(self):
        return sum(len(each.receipts) for each in self.all)

    @property
    def refused(self):
        return [code for each in self.all for code in each.refused]

    @property
    def closed(self):
        return sum(each.closed for each in self.all)

    @property
    def heard_storing(self):
        return sum(bool(each.heard_storing) for each in self.all)

    def lost(self):
        """Return the receipts that the log does not honour: an event lost, or another's."""
        logs = logs_of(self.server.database)
        lost = []
        for each in self.all:
            stored = {event.number: event.request for event in logs[each.match]}
            for request, number in each.receipts.items():
                if stored.get(number) != request_key(each.holder, request):
                    lost.append((each.match, request, number))
        return lost


def usurped(database):
    """Return the turns that somebody played in another's place, as a restart would see them."""
    found = []
    for match, log in logs_of(database).items():
        replayed = Match(log[0])
        for event in log[1:]:
            if event.type == "turn" and event.data["seat"] != replayed.turn:
                found.append((match, event.number))
                break
            replayed.apply(event)
    return found


def gaps(database):
    """Return the matches whose log has a gap."""
    logs = logs_of(database)
    return [
        match
        for match, log in logs.items()
        if [event.number for event in log] != [*range(1, len(log) + 1)]
    ]


def memory_is_the_log(server):
    """Whether every match is, as the running server shows it, what its log gives."""
    for match, found in whole_logs(server.database).items():
        try:
            shown = server.ask(f"/api/matches/{match}")
        except urllib.error.HTTPError as problem:
            raise AssertionError((match, problem.code, problem.read())) from None
        log = logs_of(server.database)[match]  # it may have gone on since
        if shown["last"] != found.last and shown["last"] <= len(log):
            found = type(found).from_events(log[: shown["last"]])
        assert shown["last"] == found.last, (match, shown["last"], found.last)
        assert shown["state"]["key"] == f"{found.position.key:016x}", match
        assert len(shown["history"]) == len(found.history), match
    return True
