"""One live match on the server: its host, who listens to it, and how it gets into the database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from logging import DEBUG, WARNING
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from quatrefoil.match import Event, Match, RefusedError
from quatrefoil.match.messages import Verb
from quatrefoil.match.requests import rematch_is_agreed
from quatrefoil.match.seats import COMPUTER, seats_of
from quatrefoil.play import present
from quatrefoil.play.answers import unavailable
from quatrefoil.play.asked import MOST_TRIES
from quatrefoil.play.contracts import Done, Looked, OvertakenError
from quatrefoil.play.decision import News
from quatrefoil.play.history import History
from quatrefoil.play.host import Host
from quatrefoil.play.present import encode, with_own_state
from quatrefoil.server.limits import HolderLimits
from quatrefoil.server.news import Here
from quatrefoil.server.store.writes import Row, Write, events_write

if TYPE_CHECKING:
    from quatrefoil.server.lobby import Lobby

T = TypeVar("T")

log = logging.getLogger(__name__)

#: How many events are told one by one to those who have missed them; else they are shown the match.
_RETOLD = 50
#: How many of the latest events can be sent again to a client that missed them.
_RECENT = 6
#: Seconds for which joins and leaves are collected before clients are told of them.
_PRESENCE_SECONDS = 0.1
#: Milliseconds after which a match without people is played on for those who watch it here.
_WATCHERS_WAIT = 5_000
#: Milliseconds for which a turn of the computer is left to whoever stored the move before it.
THINKING = 3_000
#: A deadline that is further away (in milliseconds) need not be watched: the lobby asks the
#: database for those that come near.
_FAR_OFF = 60_000
#: Seconds before a host that gave up again is replaced: at first, and at most.
_SOON, _SELDOM = 0.05, 5.0


class Listener(Protocol):
    """Somebody who hears what happens: a socket."""

    holder: str
    #: Whether the match is in sight there, as far as it says.
    looking: bool

    def send(self, message: bytes) -> None:
        """Take a message, never waiting."""

    def let_go(self) -> None:
        """Say good-bye: there is nothing more to hear here; come again."""


class Room:
    """The storage and the audience of one match's host. All methods run on the event loop.

    When the host gives up its copy of the match, because something could not be stored, the room
    reads the log; whoever listens stays. Other processes may write to the same log: the room hears
    of it, and reads what is new.
    """

    def __init__(
        self,
        match: Match,
        lobby: Lobby,
        fault: RefusedError | None = None,
        history: History | None = None,
    ) -> None:
        self.lobby = lobby
        self.host = Host(match, lobby, self, self, fault, history)
        self.limits = HolderLimits(lobby.settings.limits)
        self.listeners: set[Listener] = set()
        #: Those who have come and wait until everything is stored that they will be shown.
        self._arriving: set[Listener] = set()
        #: Whether listeners have been told that storing takes its time.
        self._said_storing = False
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=_RECENT)
        #: Set with the next event, where somebody waits for one; and how many do.
        self._next_event: asyncio.Event | None = None
        self._waiters = 0
        self._presence_due = False
        #: Whether it is at this process that somebody came or went.
        self._presence_is_ours = False
        #: Who listens at other processes, by the name of each.
        self._elsewhere: dict[str, Here] = {}
        #: What the database has of the match besides its log; nothing before it was stored.
        self._row: Row | None = _about(match)
        #: The last event that listeners were told of.
        self._told = match.last
        #: The highest event that others are known to have stored, and which of them is being read.
        self._heard_of = 0
        self._reading = 0
        #: Whether the match is to go on once the log has been read.
        self._wakes = False
        #: How often the host gave up since something was last stored; 10 stands for more.
        self._losses = 0
        #: Whether the lobby counts it among the open ones.
        self._is_open = not match.over
        #: When somebody was last seen here, by the monotonic clock.
        self.last_used = time.monotonic()

    @property
    def match(self) -> Match:
        """The match that is played here."""
        return self.host.match

    def begin(self, events: list[Event]) -> None:
        """Store the first events of a new match, and begin it if nobody is missing."""
        self._row = None
        self.host.begin(events)

    @property
    def idle(self) -> bool:
        """Whether nobody would notice if this room were closed."""
        host, deadline = self.host, self.match.deadline
        watched = deadline is not None and deadline - self.lobby.now() < _FAR_OFF
        used = self.attended() or self._arriving or host.busy or host.broken
        return not (used or (watched and not host.fault))

    def holds(self, holder: str) -> bool:
        """Whether a holder has a seat here; everybody else is a guest."""
        return bool(seats_of(self.match.seats, holder))

    def admit(self, holder: str, address: str, verb: str) -> None:
        """Refuse what a holder asks too often. Moves come in turns and need no limit."""
        if verb == Verb.PLAY or not self.holds(holder):
            return
        self.limits.let_talk(holder)
        if verb == Verb.REMATCH and rematch_is_agreed(self.match, holder):
            self.lobby.admit_match(address)

    # ---- listeners ----------------------------------------------------------------------------

    def welcome(self, listener: Listener, after: int | None) -> None:
        """Let somebody listen; send what they missed, or the whole match."""

        def greet(problem: Exception | None) -> None:
            if listener not in self._arriving:
                return  # gone before they were greeted
            if problem or self.host.broken:
                return  # they are greeted with everybody else once the log has been read
            self._arriving.discard(listener)
            self.listeners.add(listener)
            missed = None if whole else self._missed(listener, after)
            if missed is None:
                self._show(listener, *(whole or self._whole(listener)))
            else:
                events = b",".join(missed)
                head = encode(self._head(listener, self.match.last))
                listener.send(b'{"welcome":%b,"events":[%b]}' % (head, events))
            self._presence_changed()
            # A match in which no person sits waits for somebody to watch.
            self.host.computer.think()

        # What they are shown once it is stored is the match of now: by then it may have gone on,
        # and what it came to is not stored.
        whole = self._whole(listener) if self.host.storing else None
        self._arriving.add(listener)
        if self._said_storing:
            listener.send(_storing(True))
        if not self.host.broken:
            self.host.once_stored(greet)

    def _head(self, listener: Listener, last: int) -> dict[str, Any]:
        mine = seats_of(self.match.seats, listener.holder)
        return {"mine": mine, "last": last, "now": self.lobby.now()}

    def _show(self, listener: Listener, last: int, snapshot: bytes) -> None:
        """Send the whole match as it was at its event `last`."""
        head = encode(self._head(listener, last))
        listener.send(b'{"welcome":%b,"snapshot":%b}' % (head, snapshot))

    def _whole(self, listener: Listener) -> tuple[int, bytes]:
        """Return the number of the last event, and the match as a listener may see it."""
        return self.match.last, encode(self.host.snapshot(listener.holder))

    def farewell(self, listener: Listener) -> None:
        """Let a listener go."""
        self._arriving.discard(listener)
        if listener in self.listeners:
            self.listeners.discard(listener)
            if not self.listens(listener.holder):
                self.host.computer.miss(listener.holder)
            self._presence_changed()

    def _missed(self, listener: Listener, after: int | None) -> list[bytes] | None:
        """Return the texts of the events after one, or None if they are not at hand."""
        if after is None or after > self.match.last or after < 1:
            return None
        if after < self.match.last - len(self.recent):
            return None
        texts = [text for number, text in self.recent if number > after]
        if texts and self._is_to_move(listener):
            texts[-1] = with_own_state(texts[-1], encode(present.own_state(self.match)))
        return texts

    def _is_to_move(self, listener: Listener) -> bool:
        turn = self.match.turn
        return (
            turn is not None
            and bool(listener.holder)
            and self.match.seats[turn].holder == listener.holder
        )

    async def next_event(self, after: int, seconds: float) -> None:
        """Wait until there is an event after one, but not longer than some seconds."""
        if self.match.last > after:
            return
        if not self._next_event:
            self._next_event = asyncio.Event()
            self.host.computer.think()
        self._waiters += 1
        try:
            await asyncio.wait_for(self._next_event.wait(), seconds)
        except TimeoutError:
            return
        finally:
            self._waiters -= 1
            if not self._waiters:
                self._next_event = None

    def looks(self, holder: str) -> bool:
        """Whether a holder has the match in sight, on any device, at any process."""
        here = any(each.looking for each in self.listeners if each.holder == holder)
        return here or any(_short(holder) in other.looking for other in self._elsewhere.values())

    def sight_changed(self, listener: Listener) -> None:
        """Hear that somebody has the match in sight now, or no longer: others may push messages."""
        if self.lobby.neighbours and self.holds(listener.holder):
            self.lobby.neighbours.tell_here(self.match.id, self.here())

    # ---- presence -----------------------------------------------------------------------------

    def presence(self) -> dict[str, Any]:
        """Return who is here, at this process or another: for each seat, and how many guests."""
        own = self.here()
        everywhere = [own, *self._elsewhere.values()]
        holders = {holder for here in everywhere for holder in here.holders}
        return {
            "here": [
                seat.kind == COMPUTER or _short(seat.holder) in holders for seat in self.match.seats
            ],
            "guests": sum(here.guests for here in everywhere),
        }

    def here(self) -> Here:
        """Return who listens at this process."""
        held = {seat.holder for seat in self.match.seats if seat.holder}
        holders = {listener.holder for listener in self.listeners} & held
        looking = {listener.holder for listener in self.listeners if listener.looking} & held
        guests = sum(listener.holder not in held for listener in self.listeners)
        return Here(_shortened(holders), guests, _shortened(looking))

    def hear_here(self, process: str, here: Here) -> None:
        """Hear who listens at another process."""
        before = self._elsewhere.pop(process, Here())
        if here:
            self._elsewhere[process] = here
        if (here.holders, here.guests) != (before.holders, before.guests):
            self._presence_changed(ours=False)

    def _presence_changed(self, ours: bool = True) -> None:
        """Tell everybody soon who is here: once, where many come or go together."""
        self._presence_is_ours |= ours
        if not self._presence_due:
            self._presence_due = True
            asyncio.get_running_loop().call_later(_PRESENCE_SECONDS, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_due = False
        text = encode({"type": "presence", **self.presence()})
        for listener in self.listeners:
            listener.send(text)
        neighbours = self.lobby.neighbours
        if neighbours and self._presence_is_ours:
            neighbours.tell_here(self.match.id, self.here())
        self._presence_is_ours = False

    # ---- the host's audience ------------------------------------------------------------------

    def listens(self, holder: str) -> bool:
        """Whether somebody with these seats is on a socket."""
        return holder in [each.holder for each in (*self.listeners, *self._arriving)]

    @property
    def mover(self) -> str:
        """Who holds the seat to move, if it is a person and they listen here."""
        turn = self.match.turn
        holder = "" if turn is None else self.match.seats[turn].holder
        return holder if holder and self.listens(holder) else ""

    def think_of_watchers(self) -> None:
        """Let a match without people go on that is watched here: others may have stopped."""
        waited = self.lobby.now() - self.match.time > _WATCHERS_WAIT
        if waited and not self.match.persons and self.listeners and not self.host.computer.busy:
            self.host.computer.think()

    def attended(self) -> bool:
        """Whether anybody listens, or waits for the next event."""
        return bool(self.listeners or self._next_event)

    def hear(self, news: News) -> None:
        """Send events to every listener."""
        self._losses = 0
        self._told = news.told[-1][0]
        self.recent.extend(news.told)
        texts, own = news.texts(""), news.texts(news.mover)
        for listener in self.listeners:
            for text in own if listener.holder == news.mover else texts:
                listener.send(text)
        if self._next_event:
            self._next_event.set()
            self._next_event = None

    def hear_draft(self, holder: str, message: bytes) -> None:
        """Send a draft to all devices of its player."""
        for listener in self.listeners:
            if listener.holder == holder:
                listener.send(message)

    def lose(self, problem: BaseException) -> None:
        """Go back to the log: what the host believes is not what was stored."""
        overtaken = isinstance(problem, OvertakenError)
        data = {"match": self.match.id, "why": str(problem)}
        log.log(DEBUG if overtaken else WARNING, "back to the log", extra={"data": data})
        wait = min(_SOON * (2**self._losses - 1), _SELDOM)
        self._losses = min(self._losses + 1, 10)
        self.lobby.start(self._go_back(wait, overtaken))

    async def _go_back(self, wait: float, overtaken: bool) -> None:
        """Host what the log has, and tell everybody who is here.

        Who gives up again and again is not helped again and again at once.
        """
        await asyncio.sleep(wait)
        found = await self.lobby.read_patiently(self.match.id, self._told)
        if found is None:  # it was never stored
            self.lobby.open_matches -= self._is_open
            self.lobby.forget(self)
            self.host.give_up()
            for listener in [*self.listeners, *self._arriving]:
                listener.let_go()
            return
        self._row = _about(found.match)
        self._reading = 0
        self.host.take(found.match, found.history, found.fault)
        # Those who were told all but the last events are told these; others are shown the match.
        shown = list(self._arriving)
        if overtaken and not found.fault and len(found.told) <= _RETOLD:
            if found.told:
                self.host.tell(found.told)
        else:
            self._told = found.match.last
            self.recent.clear()
            shown += self.listeners
        self._count_open()
        self.listeners |= self._arriving
        self._arriving.clear()
        for listener in shown:
            self._show(listener, *self._whole(listener))
        self._presence_changed()
        self.host.go_on()
        if not found.fault:
            self.wake()
        self._read_if_behind()

    def wake(self) -> None:
        """Go on with the match; where a fault of ours prevents it, the log is read again.

        Another process may think just now about the computer's turn: it is left to it for a while.
        """
        self._wakes = self.host.behind
        if self._wakes:
            return
        due = _due(self.match, self.match.deadline)
        thinks = self.lobby.store.shared and due is not None and due > self.lobby.now()
        try:
            self.host.wake(think=not thinks)
        except Exception:
            log.exception("a match cannot go on", extra={"data": {"match": self.match.id}})

    def say_storing(self, late: bool) -> None:
        """Tell everybody that storing takes its time, and when that is over."""
        waits = late and self.host.waiting
        if waits != self._said_storing:
            self._said_storing = waits
            for listener in [*self.listeners, *self._arriving]:
                listener.send(_storing(waits))

    # ---- the host's storage -------------------------------------------------------------------

    def store_events(self, match: Match, events: Sequence[Event], done: Done) -> None:
        """Store events with the next commit, and what is known of the match if it has changed."""
        about = _about(match)
        changed, self._row = (about if about != self._row else None), about
        if changed:
            self._count_open()
        self.lobby.metrics.moves += len([event for event in events if event.type == "turn"])
        if self.lobby.pusher.is_on and _hands_over(match, events):
            done = _and_then(done, partial(self.lobby.pusher.turn_came, self))
        if neighbours := self.lobby.neighbours:
            done = _and_then(done, partial(neighbours.tell_event, match.id, match.last))
        self.lobby.store.write(events_write(match.id, events, changed), done)

    def store_draft(self, match: Match, tokens: Sequence[str], done: Done) -> None:
        """Store a draft with the next commit."""
        draft = encode(tokens).decode()
        if neighbours := self.lobby.neighbours:
            done = _and_then(done, partial(neighbours.tell_draft, match.id))
        self.lobby.store.write(Write(match.id, match.last, match.last, draft=draft), done)

    # ---- others who write to the same log -------------------------------------------------------

    def look(self, match: Match, looked: Looked) -> None:
        """Look where the log ends: with all others who look at this moment."""
        if self.lobby.store.shared:
            self.lobby.reader.look(match.id, looked)
        else:
            looked(match.last)

    def read_on(self, match: Match, last: int) -> None:
        """Hear that the log goes on up to an event."""
        if last > self._heard_of:
            self._heard_of = last
        if self._heard_of > match.last:
            self._read_if_behind()

    def _read_if_behind(self) -> None:
        host = self.host
        if self._heard_of <= host.match.last or self._reading or host.storing or host.broken:
            return  # what is being stored is found to be overtaken, and then the log is read
        if host.fault:
            return  # the log goes on behind what is damaged, and cannot be followed
        self._reading = self._heard_of
        host.fall_behind()
        self.lobby.reader.read_on(self)

    def take(self, events: Sequence[Event]) -> None:
        """Take in what was read after the last event here."""
        host = self.host
        if not self._reading or host.broken:
            return  # the whole log is being read, or was
        sought, self._reading = self._reading, 0
        new = [event for event in events if event.number > host.match.last]
        if not new and sought == self._heard_of:
            self._heard_of = host.match.last  # whoever spoke of more was wrong
        host.catch_up(new)
        if not host.broken:
            self._row = _about(host.match)
            self._count_open()
            self._read_if_behind()
            if self._wakes:
                self.wake()

    async def current(self) -> None:
        """Wait until the copy here is as new as the log is now, or refuse.

        It may be older for many reasons: no news came, the log is being read and was longer by
        now, or this process was stopped while it stored something, and others went on from there.
        """
        if self.lobby.store.shared:
            last = await self.lobby.reader.last(self.match.id)
            self.read_on(self.match, last)
            try:
                async with asyncio.timeout(self.lobby.settings.storing_seconds):
                    await self.host.caught_up(last)
            except TimeoutError:
                raise unavailable() from None

    async def read_draft(self, holder: str) -> None:
        """Read what the player to move may have drafted elsewhere, if it is for this holder."""
        turn = self.match.turn
        if self.lobby.store.shared and turn is not None and self.match.seats[turn].holder == holder:
            draft = await self.lobby.store.draft(self.match.id)
            await self.host.caught_up()
            if draft:
                self.host.take_draft(*draft)

    async def shown(self, show: Callable[[], T]) -> T:
        """Return what is shown of the match: of now, and stored."""
        for _ in range(MOST_TRIES):
            found = show()
            try:
                await self.host.stored()
            except OvertakenError:
                await self.host.caught_up()
            else:
                return found
        raise unavailable()

    def _count_open(self) -> None:
        """Let the lobby know whether this match is one of those that are not over."""
        match, is_open = self.match, not self.match.over
        if is_open != self._is_open:
            self._is_open = is_open
            self.lobby.open_matches += 1 if is_open else -1
            if match.over:
                log.info("match over", extra={"data": {"match": match.id, "how": match.over.how}})


def _and_then(done: Done, tell: Callable[[], None]) -> Done:
    """Return what tells others of something once it is stored."""

    def both(problem: Exception | None) -> None:
        if problem is None:
            tell()
        done(problem)

    return both


def _hands_over(match: Match, events: Sequence[Event]) -> bool:
    """Whether events give the turn to somebody who did not cause them."""
    if match.turn is None:
        return False
    holder = match.seats[match.turn].holder
    moved = [event.data.get("seat") for event in events if event.type in ("turn", "begun")]
    return bool(moved) and all(seat is None or match.seats[seat].holder != holder for seat in moved)


def _about(match: Match) -> Row:
    """Return what the database has of a match besides its log."""
    deadline = match.deadline
    return (match.rules.game.name, match.created, match.phase, deadline, _due(match, deadline))


def _due(match: Match, deadline: int | None) -> int | None:
    """Return when somebody has to do something of their own accord: end a clock, or think.

    Whoever stored the move before the computer's thinks at once. If it has not moved by then, they
    may be gone. Where no person sits the computer moves while somebody watches.
    """
    turn = match.turn
    if turn is not None and match.seats[turn].kind == COMPUTER:
        return match.time + THINKING if match.persons else None
    return deadline


def _short(holder: str) -> str:
    """Return as much of what stands for a secret as processes tell each other."""
    return holder[:12]


def _shortened(holders: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(map(_short, holders)))


def _storing(waits: bool) -> bytes:
    return encode({"type": "storing", "waiting": waits})
