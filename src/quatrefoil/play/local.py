"""A match on this machine: people at one screen and the computer; nothing is stored.

The same host decides as on a server, and the front end is told the same messages
(docs/protocol.md). Everybody here holds the seats of all people.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Collection, Coroutine, Mapping, Sequence
from typing import Any, Protocol

import orjson

from quatrefoil.core.game import Rules
from quatrefoil.match import Event, Match, RefusedError, phases
from quatrefoil.match.seats import COMPUTER, PERSON, Seat, seats_of
from quatrefoil.match.setup import Setup
from quatrefoil.play import present
from quatrefoil.play.contracts import Done, Looked
from quatrefoil.play.decision import News
from quatrefoil.play.host import Host
from quatrefoil.play.sharing import Share
from quatrefoil.play.steady import SteadyClock
from quatrefoil.play.thinkers import Thinkers

Message = dict[str, Any]

#: Who holds the seats of everybody at this screen.
HERE = "here"
_NO_NAMES: Mapping[int, str] = {}


def local_setup(
    rules: Rules, people: Collection[int], level: int, names: Mapping[int, str] = _NO_NAMES
) -> Setup:
    """Return a match in which people here have some seats and the computer has the others."""
    return Setup(
        rules,
        tuple(
            Seat(PERSON, names.get(number, ""), holder=HERE)
            if number in people
            else Seat(COMPUTER, level=level)
            for number in range(rules.players)
        ),
    )


class FrontEnd(Protocol):
    """What shows a match to the people here."""

    def take_snapshot(self, snapshot: Message) -> None:
        """Begin to show a match."""

    def take_event(self, event: Message) -> None:
        """Show what happened."""


class LocalPlay:
    """Runs a match, and the rematches that follow it. All methods run on the event loop.

    With a seed the dice and the computer's moves are the same every time.
    """

    #: The front end shows one turn after the other as fast as it can be followed.
    pause = 0.0

    def __init__(self, setup: Setup, front_end: FrontEnd, seed: int | None = None) -> None:
        self.thinkers = Thinkers(1, seed)
        self._front_end = front_end
        self._clock = SteadyClock()
        self._seed = seed
        self._made = 0
        self._shares = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._rematch: Event | None = None
        #: What the people here share in the dice of this match, and of the next.
        self._share, self._next_share = self._new_share(), self._new_share()
        self._first = self.created(setup.with_hash(HERE, self._share.hash), HERE)
        self.host = self._host(self._first)

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.host.match

    async def open(self) -> None:
        """Show the match and begin it."""
        self._begin(self._first)
        await self._share_in_dice()

    async def ask(self, do: str, **fields: Any) -> Message:
        """Do what is asked for, as the protocol has it, or raise a RefusedError."""
        if do == "rematch":
            fields["hash"] = self._next_share.hash
        answer = await self.host.ask(HERE, {"do": do, **fields})
        if not answer["ok"]:
            raise RefusedError(answer["code"], answer["message"])
        await self._share_in_dice()
        plain: Message = _plain(answer)
        return plain

    async def steps(self, first: int, last: int) -> list[Message]:
        """Return the match move by move, as `GET …/steps` does."""
        found: list[Message] = _plain(present.steps(present.moments(self.match, first, last)))
        return found

    async def close(self) -> None:
        """Stop clocks and thinking."""
        self.host.close()
        await asyncio.to_thread(self.thinkers.close)

    def _host(self, created: Event) -> Host:
        return Host(Match(created), self, self, self)

    def _begin(self, created: Event) -> None:
        self._front_end.take_snapshot(_plain(self.host.snapshot(HERE)))
        self.host.begin([created])

    async def _share_in_dice(self) -> None:
        """Reveal what the dice of a match that begins wait for: as on a server, but at once."""
        if self.match.phase == phases.SHARING:
            state = _plain(present.state(self.match, self.now()))
            if due := self._share.due(state, seats_of(self.match.seats, HERE)):
                await self.host.ask(HERE, due)

    @property
    def dice_hold(self) -> bool:
        """Whether the dice of a match that is over are those that were committed to."""
        return self._share.holds(_plain(present.state(self.match, self.now())))

    def _new_share(self) -> Share:
        """Return a new value for the dice; with a seed, always the same ones in turn."""
        if self._seed is None:
            return Share()
        self._shares += 1
        return Share(hashlib.sha256(f"{self._seed} share {self._shares}".encode()).hexdigest())

    # ---- the host's services ------------------------------------------------------------------

    def now(self) -> int:
        """Return the time in milliseconds."""
        return self._clock.now()

    def time_lost(self, after: int, until: int) -> int:
        """Return 0: a clock of this machine is watched by who sits before it."""
        return 0

    def time_is_sure(self) -> bool:
        """Return True: no time is lost."""
        return True

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def created(self, setup: Setup, maker: str) -> Event:
        """Return the first event of a new match; its id is part of what decides the dice."""
        self._made += 1
        if self._seed is None:
            match, seed = secrets.token_hex(8), secrets.token_bytes(32)
        else:
            seed = hashlib.sha256(f"{self._seed} {self._made}".encode()).digest()
            match = hashlib.sha256(seed).hexdigest()[:16]
        return setup.created(match, seed, maker, self.now())

    def open_match(self, created: Event) -> None:
        """Take a rematch on: it begins once the people here have been told of it."""
        self._rematch = created

    # ---- the host's storage: memory alone -----------------------------------------------------

    def store_events(self, match: Match, events: Sequence[Event], done: Done) -> None:
        """Keep nothing: the match ends with the program."""
        done(None)

    def store_draft(self, match: Match, tokens: Sequence[str], done: Done) -> None:
        """Keep nothing: the match itself has the draft."""
        done(None)

    def look(self, match: Match, looked: Looked) -> None:
        """Say where the log ends: nobody else writes to it."""
        looked(match.last)

    def read_on(self, match: Match, last: int) -> None:
        """Do nothing: there is no more to read."""

    # ---- the host's audience ------------------------------------------------------------------

    def listens(self, holder: str) -> bool:
        """Whether a holder is here."""
        return holder == HERE

    def attended(self) -> bool:
        """Whether anybody watches: they do."""
        return True

    def hear(self, news: News) -> None:
        """Show events, and go on with the rematch if they agreed on one."""
        for text in news.texts(HERE):
            self._front_end.take_event(orjson.loads(text))
        if created := self._rematch:
            self._rematch = None
            self._share, self._next_share = self._next_share, self._new_share()
            self.host.close()
            self.host = self._host(created)
            self._begin(created)

    def hear_draft(self, holder: str, message: bytes) -> None:
        """Show a draft."""
        self._front_end.take_event(orjson.loads(message))

    def presence(self) -> dict[str, Any]:
        """Say nothing: everybody is here."""
        return {}

    def lose(self, problem: BaseException) -> None:
        """Do nothing more: a fault of ours ended the match, and the error says which."""


def _plain(data: Any) -> Any:
    """Return what a server would send, as its client reads it."""
    return orjson.loads(present.encode(data))
