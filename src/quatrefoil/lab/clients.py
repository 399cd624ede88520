"""Clients that load a server: two for each match, who play a game that was made beforehand.

run_clients   one process: makes a Pool, plays from one signal to another, reports
Pool          all clients of the process: connects them, and decides when they may play
Duel          one match after another between the same two clients
Client        one player of a duel: a socket, and what it has seen
Challenger    plays random moves against the computer, only to keep it busy
"""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

import orjson

from quatrefoil.lab.connection import Connection
from quatrefoil.lab.scripts import Script
from quatrefoil.match import phases

_T = TypeVar("_T")

#: How long a client waits before it tries again to reach a server that is gone.
_RETRY_SECONDS = 0.05


@dataclass(frozen=True)
class Invitation:
    """A match to play: its id and the secrets of both players, or of the only one.

    `ports` says at which server each of them plays, where there are several.
    """

    match: str
    game: str
    secrets: tuple[str, ...]
    ports: tuple[int, ...] = ()

    def port(self, number: int, default: int) -> int:
        """Return at which server a player plays."""
        return self.ports[number] if self.ports else default


@dataclass
class Report:
    """What clients saw. Latencies are seconds from sending until the opponent's client has it."""

    moves: int = 0
    latencies: list[float] = field(default_factory=list)
    #: How many seconds late moves were sent, where each has its time: a measure of the clients.
    delays: list[float] = field(default_factory=list)
    #: The processor time that the clients took, in seconds.
    cpu: float = 0.0
    errors: list[str] = field(default_factory=list)
    #: Events that were missing or doubled, and positions that are not those of the script.
    differences: int = 0
    #: Acknowledged events that the server no longer knew later.
    lost: int = 0
    #: Every match that was played, with its last acknowledged event.
    acknowledged: dict[str, int] = field(default_factory=dict)

    def add(self, other: Report) -> None:
        """Take in what others saw."""
        self.moves += other.moves
        self.latencies += other.latencies
        self.delays += other.delays
        self.cpu += other.cpu
        self.errors += other.errors
        self.differences += other.differences
        self.lost += other.lost
        self.acknowledged |= other.acknowledged


class Duel:
    """One match after another between the same two clients."""

    def __init__(self, invitation: Invitation, scripts: Sequence[Script], pool: Pool) -> None:
        self.match = invitation.match
        self.pool = pool
        self.scripts = scripts
        self.round = random.randrange(len(scripts))
        #: When the latest turn was sent.
        self.sent = 0.0
        #: When the next turn is to be sent, if turns are sent at a fixed rate.
        self.due = 0.0
        self.clients = [
            Client(self, secret, invitation.port(number, pool.port))
            for number, secret in enumerate(invitation.secrets)
        ]

    @property
    def script(self) -> Script:
        """The game that is played."""
        return self.scripts[self.round % len(self.scripts)]

    def play_rematch(self, match: str) -> None:
        """Let both clients enter the rematch; the first to hear of it tells the other."""
        if match != self.match:
            self.match = match
            self.round += 1
            for client in self.clients:
                client.enter_match()


class Client:
    """One player of a duel: a socket, and what it has seen."""

    def __init__(self, duel: Duel, secret: str, port: int) -> None:
        self.duel = duel
        self.secret = secret
        self.port = port
        self.report = duel.pool.report
        self.connection: Connection | None = None
        self.requests = 0
        self.enter_match()

    @property
    def match(self) -> str:
        """The match that it plays."""
        return self.duel.match

    def enter_match(self) -> None:
        """Forget the match before, and connect."""
        self.seat = -1
        #: The number of the last event seen, and of the last one that answered a request.
        self.last = 0
        self.acknowledged = 0
        #: How many turns of the script have been played.
        self.played = 0
        #: The request that has no answer yet; it is sent again after a reconnect.
        self.pending: bytes | None = None
        connection, self.connection = self.connection, None
        if connection:
            connection.close()
        self.duel.pool.connect(self)

    # ---- the socket ---------------------------------------------------------------------------

    def opened(self) -> None:
        """Say hello."""
        self._write(
            orjson.dumps({"do": "hello", "secret": self.secret, "after": self.last or None})
        )

    def closed(self, connection: Connection) -> None:
        """Reconnect if the server went away."""
        if connection is self.connection and not self.duel.pool.done:
            self.connection = None
            asyncio.get_running_loop().call_later(_RETRY_SECONDS, self.duel.pool.connect, self)

    def receive(self, text: bytes) -> None:
        """Take a message."""
        data = orjson.loads(text)
        if "event" in data and "type" in data:
            self._take_event(data)
        elif "re" in data:
            self._take_answer(data)
        elif "welcome" in data:
            self._take_welcome(data)
        elif data.get("ok") is False:
            self.report.errors.append(f"{data['code']}: {data['message']}")

    def _take_welcome(self, data: Any) -> None:
        welcome = data["welcome"]
        self.report.lost += max(0, self.acknowledged - welcome["last"])
        self.seat = welcome["mine"][0]
        if "snapshot" in data:
            snapshot = data["snapshot"]
            self.last = snapshot["last"]
            self.played = len(snapshot["history"])
            if self.played:
                self._compare(snapshot["state"])
            state = snapshot["state"]
            if snapshot["rematch"]:
                self.duel.play_rematch(snapshot["rematch"])
                return
        else:
            for event in data["events"]:
                self._take_event(event, is_old=True)
            state = data["events"][-1]["state"] if data["events"] else None
        self.duel.pool.arrived(self)
        if self.pending:
            self._write(self.pending)
        else:
            self._act(state)

    def _take_event(self, event: Any, is_old: bool = False) -> None:
        if event["event"] <= self.last:
            return
        if self.last and event["event"] != self.last + 1:
            self.report.differences += 1
        self.last = event["event"]
        kind = event["type"]
        if kind == "turn":
            self.played += 1
            self._compare(event["state"])
            if event["seat"] != self.seat:
                self.report.moves += 1
                self.report.latencies.append(time.perf_counter() - self.duel.sent)
        elif kind == "rematch":
            self.duel.play_rematch(event["match"])
            return
        if not is_old:
            self._act(event["state"])

    def _take_answer(self, answer: Any) -> None:
        self.pending = None
        if answer["ok"]:
            self.acknowledged = answer["event"]
            known = self.report.acknowledged
            known[self.match] = max(known.get(self.match, 0), answer["event"])
        else:
            self.report.errors.append(f"{answer['code']}: {answer['message']}")

    def _compare(self, state: Any) -> None:
        """Count a difference if the position is not the one that the rules give."""
        if state["key"] != self.duel.script[self.played - 1].key:
            self.report.differences += 1

    # ---- playing ------------------------------------------------------------------------------

    def _act(self, state: Any) -> None:
        """Do what is due: a turn, or a rematch, which the first client offers."""
        if self.pending or not state or self.seat < 0:
            return
        if state["phase"] == phases.OVER:
            offered = any(offer["what"] == "rematch" for offer in state["offers"])
            if offered == (self is self.duel.clients[1]):
                self._ask({"do": "rematch"})
        elif state["turn"] == self.seat:
            if "paths" not in state:
                self.report.differences += 1
            self.duel.pool.schedule(self.duel, self._play, self.last)

    def _play(self, at: int) -> None:
        """Send the next turn, unless something has happened since event `at`."""
        if at != self.last or self.pending or self.duel.pool.done:
            return
        turn = self.duel.script[self.played]
        self.duel.sent = time.perf_counter()
        self._ask({"do": "play", "tokens": turn.tokens, "at": at})

    def _ask(self, message: dict[str, Any]) -> None:
        self.requests += 1
        self.pending = orjson.dumps({"id": f"{self.seat}-{self.requests}", **message})
        self._write(self.pending)

    def _write(self, text: bytes) -> None:
        if self.connection:
            self.connection.send(text)


class Challenger:
    """Plays random moves against the computer at once, to keep it busy; nothing is counted."""

    def __init__(self, match: str, secret: str, port: int, pool: Pool) -> None:
        self.match = match
        self.secret = secret
        self.port = port
        self.pool = pool
        self.connection: Connection | None = None
        self.requests = 0
        pool.connect(self)

    def opened(self) -> None:
        """Say hello."""
        if self.connection:
            self.connection.send(orjson.dumps({"do": "hello", "secret": self.secret}))

    def closed(self, connection: Connection) -> None:
        """Stay away: nobody waits for this client."""

    def receive(self, text: bytes) -> None:
        """Play whenever it is our turn; at the end play again."""
        data = orjson.loads(text)
        if "welcome" in data:
            self.pool.arrived(self)
            last, state = data["snapshot"]["last"], data["snapshot"]["state"]
        elif "type" in data and "event" in data:
            last, state = data["event"], data["state"]
        else:
            return
        if data.get("type") == "rematch":
            self.match = data["match"]
            if self.connection:
                self.connection.close()
            self.pool.connect(self)
        elif state["phase"] == phases.OVER:
            self._ask({"do": "rematch"})
        elif "paths" in state:
            token = random.choice(state["paths"])["token"]
            self._ask({"do": "play", "tokens": [token], "at": last})

    def _ask(self, message: dict[str, Any]) -> None:
        if self.connection:
            self.requests += 1
            self.connection.send(orjson.dumps({"id": str(self.requests), **message}))


class Pool:
    """All clients of one process: connects them, and decides when they may play."""

    def __init__(self, port: int, rate: float) -> None:
        self.port = port
        self.rate = rate
        self.report = Report()
        self.done = False
        #: How many clients there will be; `everybody` is set once all are connected.
        self.expected = 0
        self.everybody = asyncio.Event()
        self._arrived: set[Client | Challenger] = set()
        #: Turns that wait for `begin`.
        self._waiting: list[tuple[Duel, Callable[[int], None], int]] = []
        self._playing = False
        self._tasks: set[asyncio.Task[None]] = set()

    def connect(self, client: Client | Challenger) -> None:
        """Open a socket for a client; try until the server is there."""
        task = asyncio.get_running_loop().create_task(self._connect(client, client.match))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, client: Client | Challenger, match: str) -> None:
        connection = Connection(f"ws://127.0.0.1:{client.port}/api/matches/{match}/socket")

        def receive(text: bytes) -> None:
            if client.connection is connection:
                client.receive(text)

        connection.receive, connection.opened = receive, client.opened
        connection.closed = lambda: client.closed(connection)
        while not self.done and client.match == match:
            client.connection = connection
            try:
                await asyncio.get_running_loop().create_connection(
                    lambda: connection, "127.0.0.1", client.port
                )
            except OSError:
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                return

    def arrived(self, client: Client | Challenger) -> None:
        """Count a client that the server has welcomed."""
        self._arrived.add(client)
        if len(self._arrived) >= self.expected:
            self.everybody.set()

    def begin(self) -> None:
        """Let everybody play; at a fixed rate, each match at a random moment of the interval."""
        self._playing = True
        now = asyncio.get_running_loop().time()
        for duel, play, at in self._waiting:
            duel.due = now + random.random() / self.rate if self.rate else 0.0
            self.schedule(duel, play, at)

    def schedule(self, duel: Duel, play: Callable[[int], None], at: int) -> None:
        """Call `play(at)` as soon as the match may go on: at once, or at the time of its turn."""
        if not self._playing:
            self._waiting.append((duel, play, at))
        elif self.rate:
            self._play_in_interval(duel, play, at)
        else:
            play(at)

    def _play_in_interval(self, duel: Duel, play: Callable[[int], None], at: int) -> None:
        """Play at the match's next due time, whole intervals after the first.

        Times are not counted from the latest answer: matches whose moves once shared a commit
        would then stay together, in groups that grow.
        """
        loop = asyncio.get_running_loop()
        missed = max(0.0, loop.time() - duel.due)
        duel.due += math.ceil(missed * self.rate) / self.rate
        loop.call_at(duel.due, self._play_when_due, duel, play, at)

    def _play_when_due(self, duel: Duel, play: Callable[[int], None], at: int) -> None:
        self.report.delays.append(asyncio.get_running_loop().time() - duel.due)
        play(at)


async def _play(
    port: int,
    invitations: Sequence[Invitation],
    scripts: Mapping[str, Sequence[Script]],
    rate: float,
    started: Any,
    stopped: Any,
) -> Report:
    pool = Pool(port, rate)
    pool.expected = sum(len(invitation.secrets) for invitation in invitations)
    duels = []
    for invitation in invitations:
        if len(invitation.secrets) == 1:
            Challenger(invitation.match, invitation.secrets[0], invitation.port(0, port), pool)
        else:
            duels.append(Duel(invitation, scripts[invitation.game], pool))
    await pool.everybody.wait()
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, started.wait)
    cpu = time.process_time()
    pool.begin()
    await loop.run_in_executor(None, stopped.wait)
    pool.report.cpu = time.process_time() - cpu
    pool.done = True
    # Answers that are on their way still count.
    await asyncio.sleep(0.5)
    for duel in duels:
        for client in duel.clients:
            if client.connection:
                client.connection.close()
    return pool.report


def run_clients(
    port: int,
    invitations: Sequence[Invitation],
    scripts: Mapping[str, Sequence[Script]],
    rate: float,
    started: Any,
    stopped: Any,
    reports: Any,
) -> None:
    """Play in this process from one signal to the other, and report what was seen."""
    reports.put(run_fast(_play(port, invitations, scripts, rate, started, stopped)))


def run_fast(work: Coroutine[Any, Any, _T]) -> _T:
    """Run on the faster loop, where it is there: it leaves more of the machine to the server."""
    with suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    return asyncio.run(work)
