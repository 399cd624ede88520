"""Scripted players: two clients a match, who know the game that they will play."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import orjson

from quatrefoil.core.line import Line
from quatrefoil.core.registry import rules
from quatrefoil.core.rng import Rng
from quatrefoil.lab.wire import Wire

#: How long a client waits before it knocks again at a server that is gone.
_KNOCK_SECONDS = 0.05
#: Random play stumbles into the end of a game: how often another turn is tried, and up to when.
_SECOND_THOUGHTS = 100
_LONG = 100


@dataclass(frozen=True)
class ScriptedTurn:
    """One turn of a game made beforehand, and the key of the position after it."""

    seat: int
    tokens: tuple[str, ...]
    key: str


Script = tuple[ScriptedTurn, ...]


@dataclass(frozen=True)
class Invitation:
    """A match to play: its id and the secrets of both players, or of the only one."""

    match: str
    game: str
    secrets: tuple[str, ...]


@dataclass
class Report:
    """What clients saw. Latencies are seconds from sending until the opponent's client has it."""

    moves: int = 0
    latencies: list[float] = field(default_factory=list)
    #: How much later than planned moves were sent, where there is a plan: a measure of the clients.
    delays: list[float] = field(default_factory=list)
    #: The processor time that the clients took.
    cpu: float = 0.0
    errors: list[str] = field(default_factory=list)
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


def make_scripts(game: str, count: int) -> list[Script]:
    """Return random games of a game without dice, each turn with the key that follows."""
    return [_make_script(game, seed) for seed in range(count)]


def _make_script(game: str, seed: int) -> Script:
    """Return a game of random turns, none of which ends it as long as another was to be had."""
    line, rng, turns = Line(rules(game).start()), Rng(seed), list[ScriptedTurn]()
    while not line.position.is_over:
        seat, before = line.position.turn, len(line.tokens)
        for _ in range(_SECOND_THOUGHTS):
            while line.position.turn == seat:
                line.push_unchecked(line.position.random_move(rng))
            if not line.position.is_over or len(turns) >= _LONG:
                break
            while len(line.tokens) > before:
                line.pop()
        while line.position.turn == seat:
            line.push_unchecked(line.position.random_move(rng))
        turns.append(ScriptedTurn(seat, tuple(line.tokens[before:]), f"{line.position.key:016x}"))
    return tuple(turns)


class Duel:
    """One match after another between the same two clients."""

    def __init__(self, invitation: Invitation, scripts: Sequence[Script], crowd: Crowd) -> None:
        self.match = invitation.match
        self.crowd = crowd
        self.scripts = scripts
        self.round = random.randrange(len(scripts))
        self.sent = 0.0
        #: When the next turn is to be sent, if the match has a pace.
        self.due = 0.0
        self.clients = [Client(self, secret) for secret in invitation.secrets]

    @property
    def script(self) -> Script:
        """The game that is played."""
        return self.scripts[self.round % len(self.scripts)]

    def go_on(self, match: str) -> None:
        """Play the rematch."""
        if match != self.match:
            self.match = match
            self.round += 1
            for client in self.clients:
                client.begin()


class Client:
    """One player: a socket, and what it has seen."""

    def __init__(self, duel: Duel, secret: str) -> None:
        self.duel = duel
        self.secret = secret
        self.report = duel.crowd.report
        self.wire: Wire | None = None
        self.requests = 0
        self.begin()

    def begin(self) -> None:
        """Enter a new match."""
        self.seat = -1
        self.last = 0
        self.played = 0
        self.acknowledged = 0
        self.pending: bytes | None = None
        wire, self.wire = self.wire, None
        if wire:
            wire.close()
        self.duel.crowd.connect(self)

    # ---- the socket ---------------------------------------------------------------------------

    def opened(self) -> None:
        """Say hello."""
        after = self.last or None
        self._send({"do": "hello", "secret": self.secret, "after": after})

    def lost(self, wire: Wire) -> None:
        """Come back if the server went away."""
        if wire is self.wire and not self.duel.crowd.done:
            self.wire = None
            asyncio.get_running_loop().call_later(_KNOCK_SECONDS, self.duel.crowd.connect, self)

    def hear(self, text: bytes) -> None:
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
                self.duel.go_on(snapshot["rematch"])
                return
        else:
            for event in data["events"]:
                self._take_event(event, resumed=True)
            state = data["events"][-1]["state"] if data["events"] else None
        self.duel.crowd.arrived(self)
        if self.pending:
            self._write(self.pending)
        else:
            self._act(state)

    def _take_event(self, event: Any, resumed: bool = False) -> None:
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
            self.duel.go_on(event["match"])
            return
        if not resumed:
            self._act(event["state"])

    def _take_answer(self, answer: Any) -> None:
        self.pending = None
        if answer["ok"]:
            self.acknowledged = answer["event"]
            known = self.report.acknowledged
            known[self.duel.match] = max(known.get(self.duel.match, 0), answer["event"])
        else:
            self.report.errors.append(f"{answer['code']}: {answer['message']}")

    def _compare(self, state: Any) -> None:
        if state["key"] != self.duel.script[self.played - 1].key:
            self.report.differences += 1

    # ---- playing ------------------------------------------------------------------------------

    def _act(self, state: Any) -> None:
        """Do what is due: a turn, or a rematch."""
        if self.pending or not state or self.seat < 0:
            return
        if state["phase"] == "over":
            offered = any(offer["what"] == "rematch" for offer in state["offers"])
            if offered == (self is self.duel.clients[1]):
                self._ask({"do": "rematch"})
        elif state["turn"] == self.seat:
            if "paths" not in state:
                self.report.differences += 1
            self.duel.crowd.in_time(self.duel, self._play, self.last)

    def _play(self, at: int) -> None:
        if at != self.last or self.pending or self.duel.crowd.done:
            return
        turn = self.duel.script[self.played]
        self.duel.sent = time.perf_counter()
        self._ask({"do": "play", "tokens": turn.tokens, "at": at})

    def _ask(self, message: dict[str, Any]) -> None:
        self.requests += 1
        self.pending = orjson.dumps({"id": f"{self.seat}-{self.requests}", **message})
        self._write(self.pending)

    def _send(self, message: dict[str, Any]) -> None:
        self._write(orjson.dumps(message))

    def _write(self, text: bytes) -> None:
        if self.wire:
            self.wire.send(text)


class Sparring:
    """Somebody who plays the computer, fast and without a plan, to keep it busy."""

    def __init__(self, match: str, secret: str, crowd: Crowd) -> None:
        self.duel = self
        self.match = match
        self.secret = secret
        self.crowd = crowd
        self.wire: Wire | None = None
        self.requests = 0
        crowd.connect(self)

    def opened(self) -> None:
        """Say hello."""
        self._send({"do": "hello", "secret": self.secret})

    def lost(self, wire: Wire) -> None:
        """Stay away: whoever lost a sparring partner finds another."""

    def hear(self, text: bytes) -> None:
        """Play whenever it is our turn; at the end play again."""
        data = orjson.loads(text)
        if "welcome" in data:
            self.crowd.arrived(self)
            last, state = data["snapshot"]["last"], data["snapshot"]["state"]
        elif "type" in data and "event" in data:
            last, state = data["event"], data["state"]
        else:
            return
        if data.get("type") == "rematch":
            self.match = data["match"]
            if self.wire:
                self.wire.close()
            self.crowd.connect(self)
        elif state["phase"] == "over":
            self._send({"do": "rematch"})
        elif "paths" in state:
            token = random.choice(state["paths"])["token"]
            self._send({"do": "play", "tokens": [token], "at": last})

    def _send(self, message: dict[str, Any]) -> None:
        if self.wire:
            self.requests += 1
            self.wire.send(orjson.dumps({"id": str(self.requests), **message}))


class Crowd:
    """All clients of one process."""

    def __init__(self, port: int, rate: float) -> None:
        self.port = port
        self.rate = rate
        self.report = Report()
        self.done = False
        self.expected = 0
        self._arrived: set[Client | Sparring] = set()
        self.everybody = asyncio.Event()
        self._playing = False
        self._waiting: list[tuple[Duel, Callable[[int], None], int]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def connect(self, client: Client | Sparring) -> None:
        """Open a socket for a client, however often it takes."""
        task = asyncio.get_running_loop().create_task(self._connect(client, client.duel.match))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, client: Client | Sparring, match: str) -> None:
        path = f"/api/matches/{match}/socket"
        wire = Wire(f"127.0.0.1:{self.port}", path)
        wire.hear = lambda text: client.hear(text) if client.wire is wire else None
        wire.opened, wire.lost = client.opened, lambda: client.lost(wire)
        while not self.done and client.duel.match == match:
            client.wire = wire
            try:
                await asyncio.get_running_loop().create_connection(
                    lambda: wire, "127.0.0.1", self.port
                )
            except OSError:
                await asyncio.sleep(_KNOCK_SECONDS)
            else:
                return

    def arrived(self, client: Client | Sparring) -> None:
        """Count those who are there."""
        self._arrived.add(client)
        if len(self._arrived) >= self.expected:
            self.everybody.set()

    def in_time(self, duel: Duel, play: Callable[[int], None], at: int) -> None:
        """Let somebody play: at once, or when it is time."""
        if not self._playing:
            self._waiting.append((duel, play, at))
        elif self.rate:
            self._schedule(duel, play, at)
        else:
            play(at)

    def begin(self) -> None:
        """Let everybody play; at a fixed rate, evenly spread and not all at the same moment."""
        self._playing = True
        now = asyncio.get_running_loop().time()
        for duel, play, at in self._waiting:
            duel.due = now + random.random() / self.rate if self.rate else 0.0
            self.in_time(duel, play, at)

    def _schedule(self, duel: Duel, play: Callable[[int], None], at: int) -> None:
        """Let a match play at its own beat.

        To count from the latest answer would be wrong: matches whose moves once shared a commit
        would stay together from then on, in crowds that grow.
        """
        loop = asyncio.get_running_loop()
        missed = max(0.0, loop.time() - duel.due)
        duel.due += math.ceil(missed * self.rate) / self.rate
        loop.call_at(duel.due, self._play_on_the_beat, duel, play, at)

    def _play_on_the_beat(self, duel: Duel, play: Callable[[int], None], at: int) -> None:
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
    crowd = Crowd(port, rate)
    crowd.expected = sum(len(invitation.secrets) for invitation in invitations)
    duels = []
    for invitation in invitations:
        if len(invitation.secrets) == 1:
            Sparring(invitation.match, invitation.secrets[0], crowd)
        else:
            duels.append(Duel(invitation, scripts[invitation.game], crowd))
    await crowd.everybody.wait()
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, started.wait)
    cpu = time.process_time()
    crowd.begin()
    await loop.run_in_executor(None, stopped.wait)
    crowd.report.cpu = time.process_time() - cpu
    crowd.done = True
    await asyncio.sleep(0.5)
    for duel in duels:
        for client in duel.clients:
            if client.wire:
                client.wire.close()
    return crowd.report


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
    # A fast loop, so that the clients leave the machine to the server.
    with suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    reports.put(asyncio.run(_play(port, invitations, scripts, rate, started, stopped)))
