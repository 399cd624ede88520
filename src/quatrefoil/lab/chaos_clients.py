"""Clients for chaos: two for each match, who come back at a random process whenever one is gone.

They play random legal turns, also in games with dice, and a rematch after each match. A request
that was not answered is sent again under its id, to whichever process. What was answered with `ok`
is a receipt: `chaos_check` asks the log for it. Every position that was seen is kept as well.

run_wanderers  one process: all clients, from one signal to another
Crowd          all clients of the process: connects them, says when they play
Pair           one match after another between the same two clients
Wanderer       one player of a pair
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import orjson

from quatrefoil.core.registry import position_from_json
from quatrefoil.core.rng import Rng
from quatrefoil.lab.clients import run_fast
from quatrefoil.lab.connection import Connection
from quatrefoil.match import phases
from quatrefoil.play.sharing import Share

#: Seconds before a client tries again: to reach a process, or what was refused for now.
_PAUSE = 0.1
#: Seconds in which somebody who waits for an answer, or who has just come, must hear something:
#: then the line counts as dead, as it does for the page.
_SILENCE = 4.0
#: Where half of all answers take longer than this, in seconds, the machine's cores are full: people
#: would wait for each other's clients. Then fewer turns are played, down to the slowest pace.
_EASY, _SLOWEST = 0.015, 0.2
#: Refusals that are no decision, and what to do with them.
_LATER = ("unavailable", "too-many", "busy")


@dataclass(frozen=True)
class Invited:
    """A match to play: its id, and for each player the secret and the value for the dice."""

    match: str
    secrets: tuple[str, str]
    values: tuple[str, str]
    #: Whether something is rolled in it.
    dice: bool


@dataclass(frozen=True)
class Receipt:
    """A request that was acknowledged."""

    match: str
    holder: str
    request: str
    event: int


@dataclass(frozen=True)
class Takeover:
    """How long somebody waited who had lost the connection and had something to ask."""

    #: When it was lost, by the monotonic clock, and whether the other side closed it.
    lost: float
    closed: bool
    seconds: float


@dataclass
class Seen:
    """What clients saw."""

    moves: int = 0
    receipts: list[Receipt] = field(default_factory=list)
    takeovers: list[Takeover] = field(default_factory=list)
    #: By match and event, the keys of the positions that came with it, from whichever client.
    positions: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    #: By match, the last event that each of its clients knew when all was over.
    ends: dict[str, list[int]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    refusals: dict[str, int] = field(default_factory=dict)
    #: Times from asking until the answer, in seconds.
    latencies: list[float] = field(default_factory=list)


class Pair:
    """One match after another between the same two clients."""

    def __init__(self, invited: Invited, crowd: Crowd, seed: int) -> None:
        self.match, self.dice, self.crowd = invited.match, invited.dice, crowd
        self.players = [
            Wanderer(self, number, secret, Share(value), seed * 2 + number)
            for number, (secret, value) in enumerate(
                zip(invited.secrets, invited.values, strict=True)
            )
        ]

    def play_rematch(self, match: str) -> None:
        """Let both enter the rematch; the first to hear of it tells the other."""
        if match != self.match:
            self.match = match
            for player in self.players:
                player.enter_match()


class Wanderer:
    """One player of a pair: a socket to some process, and what was seen."""

    def __init__(self, pair: Pair, number: int, secret: str, share: Share, seed: int) -> None:
        self.pair, self.number, self.secret, self.share = pair, number, secret, share
        self.holder = hashlib.sha256(secret.encode()).hexdigest()
        self.crowd, self.seen = pair.crowd, pair.crowd.seen
        self.rng, self.chance = Rng(seed), random.Random(seed)
        self.requests = 0
        self.next_share: Share | None = None
        self.connection: Connection | None = None
        self.enter_match(first=True)

    def enter_match(self, first: bool = False) -> None:
        """Forget the match before, and connect."""
        if not first:
            self.share = self.next_share or Share()
        self.next_share = None
        self.match = self.pair.match
        self.seat, self.last = -1, 0
        self.state: Any = None
        #: What has no answer yet, since when, and whether the connection was lost meanwhile.
        self.pending: dict[str, Any] | None = None
        self.since = 0.0
        self.lost: tuple[float, bool] | None = None
        #: When something last came in; and when a welcome was asked for and did not come yet.
        self.heard = time.monotonic()
        self.greeting = True
        connection, self.connection = self.connection, None
        if connection:
            connection.close()
        self.crowd.connect(self)

    # ---- the socket ---------------------------------------------------------------------------

    def opened(self) -> None:
        """Say hello."""
        self.heard, self.greeting = time.monotonic(), True
        hello = {"do": "hello", "secret": self.secret, "after": self.last or None}
        if self.connection:
            self.connection.send(orjson.dumps(hello))

    def gone(self, connection: Connection, closed: bool = True) -> None:
        """Come back at another process."""
        if connection is self.connection:
            self.connection = None
            # Counted from the latest loss of a process that had let us in.
            if self.lost is None or not self.greeting:
                self.lost = (time.monotonic(), closed)
            asyncio.get_running_loop().call_later(
                self.chance.uniform(0, _PAUSE), self.crowd.connect, self
            )

    def watch(self, now: float) -> None:
        """Give up a line on which nothing comes although something must."""
        waiting = self.greeting or (self.pending and now - self.since > _SILENCE)
        if self.connection and waiting and now - self.heard > _SILENCE:
            connection = self.connection
            self.gone(connection, closed=False)
            connection.close()

    def receive(self, text: bytes) -> None:
        """Take a message."""
        self.heard = time.monotonic()
        data = orjson.loads(text)
        if "event" in data and "type" in data:
            self._take_event(data)
        elif "re" in data:
            self._take_answer(data)
        elif "welcome" in data:
            self._take_welcome(data)
        elif data.get("ok") is False:
            self._count(data["code"])
            if data["code"] not in _LATER:
                self.seen.problems.append(f"{self.match}: {data['code']}: {data['message']}")
            if self.connection:
                self.connection.close()

    def _take_welcome(self, data: Any) -> None:
        self.greeting = False
        welcome = data["welcome"]
        self.seat = welcome["mine"][0] if welcome["mine"] else -1
        if self.seat < 0:
            self.seen.problems.append(f"{self.match}: a holder was welcomed as a guest")
        if welcome["last"] < self.last:
            self.seen.problems.append(
                f"{self.match}: event {self.last} was seen, a welcome knows {welcome['last']}"
            )
        if "snapshot" in data:
            snapshot = data["snapshot"]
            self.last = snapshot["last"]
            self._keep(self.last, snapshot["state"])
            if snapshot["rematch"]:
                self.pair.play_rematch(snapshot["rematch"])
                return
        for event in data.get("events", ()):
            self._take_event(event)
            if self.match != self.pair.match or event["type"] == "rematch":
                return
        if self.pending:
            self._send()
        else:
            self._act()

    def _take_event(self, event: Any) -> None:
        number = event["event"]
        if number <= self.last:
            return
        if self.last and number != self.last + 1:
            self.seen.problems.append(f"{self.match}: event {number} came after {self.last}")
        self.last = number
        self._keep(number, event["state"])
        if event["type"] == "turn" and event["seat"] == self.seat:
            self.seen.moves += 1
        if event["type"] == "rematch":
            self.pair.play_rematch(event["match"])
        elif not self.greeting:
            self._act()

    def _keep(self, number: int, state: Any) -> None:
        self.state = state
        self.seen.positions.setdefault(self.match, {}).setdefault(number, set()).add(state["key"])
        if state["phase"] == phases.OVER and not self.share.holds(state):
            self.seen.problems.append(f"{self.match}: the dice are not those that were committed")

    def _take_answer(self, answer: Any) -> None:
        if not self.pending or answer["re"] != self.pending["id"]:
            return
        if answer["ok"]:
            now = time.monotonic()
            self.seen.receipts.append(
                Receipt(self.match, self.holder, answer["re"], answer["event"])
            )
            if self.lost:
                begun = max(self.lost[0], self.since)
                self.seen.takeovers.append(Takeover(*self.lost, now - begun))
            else:
                self.seen.latencies.append(now - self.since)
            self.pending = self.lost = None
            # The answer may come before its event.
            if self.last >= answer["event"]:
                self._act()
            return
        self._count(answer["code"])
        if answer["code"] in _LATER or answer.get("retry_after"):
            asyncio.get_running_loop().call_later(
                max(_PAUSE, (answer.get("retry_after") or 0) / 2), self._send_again, self.pending
            )
            return
        # At the end one of a pair resigns, while the other may have a turn on its way.
        resigned = self.crowd.closing and answer["code"] == "over"
        if answer["code"] != "out-of-date" and not resigned:
            self.seen.problems.append(
                f"{self.match}: {self.pending} was refused: {answer['code']}: {answer['message']}"
            )
        self.pending = self.lost = None
        self._act()

    def _count(self, code: str) -> None:
        self.seen.refusals[code] = self.seen.refusals.get(code, 0) + 1

    # ---- playing ------------------------------------------------------------------------------

    def _act(self) -> None:
        """Do what is due: a part of the dice, a turn, or a rematch, which the first one offers."""
        state = self.state
        if self.pending or not state or self.seat < 0 or self.crowd.stopped:
            return
        if state["phase"] in (phases.WAITING, phases.SHARING):
            self.share.again()
            if due := self.share.due(state, [self.seat]):
                self._ask(due)
        elif state["phase"] == phases.OVER:
            offers = [each for each in state["offers"] if each["what"] == "rematch"]
            mine = any(each["seat"] == self.seat for each in offers)
            # Seats change in rematches: whoever is the first of the pair stays it.
            if bool(offers) == (self.number == 1) and not mine and not self.crowd.closing:
                self._ask_rematch()
        elif state["turn"] == self.seat and not self.crowd.closing:
            self.crowd.schedule(self, self.match, self.last)

    def _ask_rematch(self) -> None:
        self.next_share = self.next_share or Share()
        message = {"do": "rematch"}
        if self.pair.dice:
            message["hash"] = self.next_share.hash
        self._ask(message)

    def play(self, match: str, at: int) -> None:
        """Ask for a random turn, unless something has happened since event `at`."""
        if match != self.match or at != self.last or self.pending or self.crowd.closing:
            return
        position = position_from_json(self.state["position"])
        tokens, turn = [], position.turn
        while position.turn == turn:
            move = position.random_move(self.rng)
            tokens.append(position.token(move))
            position.push(move)
        self._ask({"do": "play", "tokens": tokens, "at": at})

    def resign(self) -> None:
        """End the match, so that its dice are revealed."""
        if self.state and self.state["phase"] == phases.PLAYING and not self.pending:
            self._ask({"do": "resign"})

    def _ask(self, message: dict[str, Any]) -> None:
        self.requests += 1
        self.pending = {"id": f"w{self.requests}", **message}
        self.since = time.monotonic()
        # A connection that was lost and found while there was nothing to ask is no takeover.
        if self.connection and not self.greeting:
            self.lost = None
        self._send()

    def _send(self) -> None:
        if self.connection and self.pending and not self.greeting:
            self.connection.send(orjson.dumps(self.pending))

    def _send_again(self, pending: dict[str, Any]) -> None:
        if pending is self.pending:
            self._send()


class Crowd:
    """All clients of one process."""

    def __init__(self, ports: Sequence[int], rate: float, seed: int) -> None:
        self.ports = ports
        #: Turns a second in each match: wanted, and as the machine allows.
        self.wanted_rate = self.rate = rate
        self.seen = Seen()
        self._paced = 0
        #: No more turns; and no more of anything.
        self.closing = self.stopped = False
        self.pairs: list[Pair] = []
        self._chance = random.Random(seed)
        self._tasks: set[asyncio.Task[None]] = set()

    def connect(self, player: Wanderer) -> None:
        """Open a socket for a client, to a random process; try until there is one."""
        if self.stopped:
            return
        task = asyncio.get_running_loop().create_task(self._connect(player, player.match))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, player: Wanderer, match: str) -> None:
        while not self.stopped and player.match == match and player.connection is None:
            port = self._chance.choice(self.ports)
            connection = Connection(f"ws://127.0.0.1:{port}/api/matches/{match}/socket")

            def receive(text: bytes, connection: Connection = connection) -> None:
                if player.connection is connection:
                    player.receive(text)

            def opened(connection: Connection = connection) -> None:
                # One that took too long was given up; its hello is not for the next.
                if player.connection is connection:
                    player.opened()
                else:
                    connection.close()

            def closed(connection: Connection = connection) -> None:
                player.gone(connection)

            connection.receive, connection.opened = receive, opened
            connection.closed = closed
            player.connection, player.heard = connection, time.monotonic()
            player.greeting = True
            try:
                opening = asyncio.get_running_loop().create_connection(
                    partial(_same, connection), "127.0.0.1", port
                )
                await asyncio.wait_for(opening, _SILENCE)
            except (OSError, TimeoutError):
                if player.connection is connection:
                    player.connection = None
                    await asyncio.sleep(_PAUSE)
            else:
                return

    def schedule(self, player: Wanderer, match: str, at: int) -> None:
        """Let somebody play when the pace of the match allows it."""
        pause = self._chance.uniform(0.5, 1.5) / self.rate
        asyncio.get_running_loop().call_later(pause, player.play, match, at)

    def keep_pace(self) -> None:
        """Play slower where answers wait for a free core, and faster where they do not."""
        recent = sorted(self.seen.latencies[self._paced :])
        if len(recent) < 20:
            return
        self._paced += len(recent)
        if recent[len(recent) // 2] > _EASY:
            self.rate = max(min(_SLOWEST, self.wanted_rate), self.rate * 0.93)
        else:
            self.rate = min(self.wanted_rate, self.rate * 1.03)

    def players(self) -> list[Wanderer]:
        """Return everybody."""
        return [player for pair in self.pairs for player in pair.players]


def _same(connection: Connection) -> Connection:
    return connection


async def _play(
    ports: Sequence[int],
    invited: Sequence[Invited],
    rate: float,
    seed: int,
    moves: Any,
    stopped: Any,
    calm_seconds: float,
) -> Seen:
    crowd = Crowd(ports, rate, seed)
    crowd.pairs = [Pair(each, crowd, seed + number) for number, each in enumerate(invited)]
    while not stopped.is_set():
        await asyncio.sleep(0.2)
        moves.value = crowd.seen.moves
        crowd.keep_pace()
        now = time.monotonic()
        for player in crowd.players():
            player.watch(now)
    await _finish(crowd, calm_seconds)
    crowd.stopped = True
    for player in crowd.players():
        crowd.seen.ends.setdefault(player.match, []).append(player.last)
        if player.pending:
            crowd.seen.problems.append(f"{player.match}: {player.pending} has no answer")
        if player.connection:
            player.connection.close()
    crowd.seen.moves = max(crowd.seen.moves, moves.value)
    return crowd.seen


async def _finish(crowd: Crowd, calm_seconds: float) -> None:
    """Wait for answers; end matches with dice; wait until everybody knows the end."""
    crowd.closing = True
    ends = time.monotonic() + calm_seconds
    while time.monotonic() < ends:
        for player in crowd.players():
            player.watch(time.monotonic())
            if player.pair.dice and player.number == 0:
                player.resign()
        await asyncio.sleep(0.2)
        if all(_is_calm(pair) for pair in crowd.pairs):
            return


def _is_calm(pair: Pair) -> bool:
    one, other = pair.players
    return (
        not (one.pending or other.pending or one.greeting or other.greeting)
        and one.last == other.last > 0
        and (not pair.dice or one.state["phase"] == phases.OVER)
    )


def run_wanderers(
    ports: Sequence[int],
    invited: Sequence[Invited],
    rate: float,
    seed: int,
    moves: Any,
    stopped: Any,
    calm_seconds: float,
    seen: Any,
) -> None:
    """Play in this process until the signal; put into a queue what was seen."""
    seen.put(run_fast(_play(ports, invited, rate, seed, moves, stopped, calm_seconds)))
