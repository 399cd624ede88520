"""A host without any server: a storage, an audience and a program that the test holds in hand."""

import asyncio
import json
from collections import deque
from functools import wraps

from quatrefoil.match import Match
from quatrefoil.match.dice import hash_of
from quatrefoil.match.setup import Setup
from quatrefoil.play.host import Host
from quatrefoil.play.thinkers import Thinkers
from quatrefoil.server.timekeeper import Outages

ADA, BOB, CY = "a" * 64, "b" * 64, "c" * 64
SEED = bytes(range(32))
PATIENCE_SECONDS = 60

TWO = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
AGAINST_COMPUTER = [{"kind": "me", "name": "Ada"}, {"kind": "computer", "level": 1}]


class SlowStorage:
    """Keeps events; while it is held, they wait until the test lets them through."""

    def __init__(self):
        self.log = []
        self.drafts = []
        self.held = False
        self._waiting = deque()

    def store_events(self, match, events, done):
        self._write(self.log, list(events), done)

    def store_draft(self, match, tokens, done):
        self._write(self.drafts, [list(tokens)], done)

    def _write(self, where, what, done):
        self._waiting.append((where, what, done))
        if not self.held:
            self.release()

    def release(self, problem=None):
        """Let everything through, or let all of it fail."""
        while self._waiting:
            where, what, done = self._waiting.popleft()
            if not problem:
                where += what
            done(problem)

    def look(self, match, looked):
        looked(match.last)

    def read_on(self, match, last):
        pass

    @property
    def last(self):
        return self.log[-1].number if self.log else 0


class GatedThinkers(Thinkers):
    """The computer, whose answer arrives only through an open gate."""

    def __init__(self):
        super().__init__(1, seed=1)
        self.gate = asyncio.Event()
        self.gate.set()
        self.asked = []

    async def turn(self, line, level, *more):
        self.asked.append(line.position.key)
        tokens = await super().turn(line, level, *more)
        await self.gate.wait()
        return tokens


class Program:
    """Runs one host, and writes down what its people are told, in order."""

    pause = 0.0

    def __init__(self, **setup):
        setup.setdefault("game", "trickle")
        setup.setdefault("seats", TWO)
        setup.setdefault("hash", hash_of(ADA))
        self.time = 1_000_000
        self.outages = Outages()
        self.thinkers = GatedThinkers()
        self.storage = SlowStorage()
        self.listeners = {ADA, BOB, CY}
        self.heard = []
        self.drafts = []
        self.opened = []
        self.lost = False
        self.tasks = set()
        created = self.created(Setup.from_json(setup, (1, 2, 3), ADA), ADA)
        self.host = Host(Match(created), self, self.storage, self)
        self.host.begin([created])

    async def __aenter__(self):
        return self

    async def __aexit__(self, *problem):
        self.host.close()
        self.thinkers.gate.set()
        for task in self.tasks:
            task.cancel()
        await asyncio.to_thread(self.thinkers.close)

    # ---- what a test does ---------------------------------------------------------------------

    @property
    def match(self):
        return self.host.match

    def kinds(self):
        """Return the types of all events that were told, each once."""
        return [text["type"] for _, text in self.heard_by(ADA)]

    def heard_by(self, holder):
        return [(text["event"], text) for who, text in self.heard if who == holder]

    def send(self, holder, do, arrived=None, **fields):
        """Send a request; return a list that gets the answer."""
        answers = []
        self.host.request(holder, {"do": do, **fields}, answers.append, arrived)
        return answers

    def ask(self, holder, do, **fields):
        """Send a request that is answered at once; return the answer."""
        (answer,) = self.send(holder, do, **fields)
        return answer

    async def join(self, *holders):
        """Let people join; they and Ada share in the dice at once, each with their own name."""
        for holder in holders:
            joining = {"name": holder[:3], "hash": hash_of(holder)}
            await self.host.join(holder, joining)
        for holder in (ADA, *holders):
            if self.match.phase == "sharing":
                self.ask(holder, "reveal", value=holder)

    async def offer_a_rematch(self):
        """Let Bob join, and Ada resign and offer a rematch."""
        await self.join(BOB)
        self.ask(ADA, "resign")
        self.ask(ADA, "rematch")

    def a_turn(self, number=0):
        """Return the tokens of a legal turn."""
        line = self.match.line.copy()
        seat = line.position.turn
        while line.position.turn == seat and seat >= 0:
            legal = line.position.legal_moves()
            line.push(legal[number % len(legal)])
        return list(line.tokens)

    def play(self, holder, number=0, **fields):
        return self.send(holder, "play", tokens=self.a_turn(number), at=self.match.last, **fields)

    async def until(self, condition):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not condition():
                await asyncio.sleep(0.002)

    # ---- the host's services ------------------------------------------------------------------

    def now(self):
        return self.time

    def time_lost(self, after, until):
        return self.outages.lost(after, until)

    def time_is_sure(self):
        return True

    def start(self, work):
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def created(self, setup, maker):
        return setup.created(f"{len(self.opened):016}", SEED, maker, self.time)

    def open_match(self, created):
        self.opened.append(created)

    # ---- the host's audience ------------------------------------------------------------------

    def listens(self, holder):
        return holder in self.listeners

    def attended(self):
        return bool(self.listeners)

    def hear(self, news):
        for holder in sorted(self.listeners):
            self.heard += [(holder, json.loads(text)) for text in news.texts(holder)]

    def hear_draft(self, holder, message):
        self.drafts.append((holder, json.loads(message)))

    def presence(self):
        return {"here": [True], "guests": 0}

    def lose(self, problem):
        self.lost = True


def run(test):
    """Let a coroutine be a test."""

    @wraps(test)
    def wrapped(*given, **named):
        asyncio.run(test(*given, **named))

    return wrapped
