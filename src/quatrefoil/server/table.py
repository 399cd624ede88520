"""A match that is being played: its requests, its listeners, and what is on its way to the disk.

    request ─▶ decided, in memory ─▶ stored ─▶ answered ─▶ told to every listener

Nothing that is not stored is answered or told, refusals and snapshots included: every answer
waits for the events that it could be about.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.fields import Fields
from quatrefoil.match import Event, Match, RefusedError
from quatrefoil.match.events import request_key
from quatrefoil.match.messages import ID, MESSAGES, Verb
from quatrefoil.match.requests import (
    Session,
    perform,
    rematch_is_agreed,
    set_draft,
)
from quatrefoil.match.seats import COMPUTER, seats_of
from quatrefoil.play import present
from quatrefoil.play.present import Narrator, encode, with_own_state
from quatrefoil.play.thinkers import HINT_LEVEL
from quatrefoil.server.store import Done, Row, Write, event_row

if TYPE_CHECKING:
    from quatrefoil.server.hall import Hall

log = logging.getLogger(__name__)

Answer = dict[str, Any]
Reply = Callable[[Answer], None]

#: How many of the latest events can be sent again to whoever missed them.
_RECENT = 6
#: How many refusals are remembered, so that the same request is refused alike.
_REFUSALS = 16
#: How long comings and goings are gathered before they are told.
_PRESENCE_SECONDS = 0.1
#: A clock that has so much left need not be watched: the hall asks the database.
_FAR_OFF = 60_000


class Listener(Protocol):
    """Somebody who hears what happens: a socket."""

    holder: str

    def send(self, message: bytes) -> None:
        """Take a message, never waiting."""

    def let_go(self) -> None:
        """Say good-bye: there is nothing more to hear here; come again."""


class Table:
    """One live match. All methods run on the event loop."""

    def __init__(self, match: Match, hall: Hall) -> None:
        self.match = match
        self.hall = hall
        self.listeners: set[Listener] = set()
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=_RECENT)
        #: What is on its way to the disk, the latest last.
        self._under_way: deque[_Storing] = deque()
        self.refusals: OrderedDict[str, Answer] = OrderedDict()
        #: Set with the next event, where somebody waits for one.
        self._news: asyncio.Event | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._presence_due = False
        self._row: Row | None = self._match_row()
        self.broken = False
        #: When somebody was last seen here, by the monotonic clock.
        self.last_used = time.monotonic()

    # ---- listeners ----------------------------------------------------------------------------

    def welcome(self, listener: Listener, after: int | None) -> None:
        """Let somebody listen; send what they missed, or the whole match."""

        def greet(problem: Exception | None) -> None:
            if problem or self.broken:
                listener.let_go()
                return
            match = self.match
            head = {
                "mine": seats_of(match.seats, listener.holder),
                "last": match.last,
                "now": self.hall.now(),
            }
            missed = self._missed(listener, after)
            if missed is None:
                whole = self.snapshot(listener.holder)
                listener.send(encode({"welcome": head, "snapshot": whole}))
            else:
                events = b",".join(missed)
                listener.send(b'{"welcome":%b,"events":[%b]}' % (encode(head), events))
            self.listeners.add(listener)
            self._presence_changed()

        self._after_storing(greet)

    def farewell(self, listener: Listener) -> None:
        """Let a listener go."""
        if listener in self.listeners:
            self.listeners.discard(listener)
            self._presence_changed()

    def _presence_changed(self) -> None:
        """Tell everybody soon who is here: once, where many come or go together."""
        if not self._presence_due:
            self._presence_due = True
            asyncio.get_running_loop().call_later(_PRESENCE_SECONDS, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_due = False
        text = encode({"type": "presence", **self.presence()})
        for listener in self.listeners:
            listener.send(text)

    def presence(self) -> dict[str, Any]:
        """Return who is here: for each seat, and how many guests."""
        holders = {listener.holder for listener in self.listeners}
        held = {seat.holder for seat in self.match.seats if seat.holder}
        guests = sum(listener.holder not in held for listener in self.listeners)
        return {
            "here": [seat.kind == COMPUTER or seat.holder in holders for seat in self.match.seats],
            "guests": guests,
        }

    def snapshot(self, holder: str) -> dict[str, Any]:
        """Return everything about the match, as a holder may know it."""
        return present.snapshot(self.match, holder, self.hall.now()) | self.presence()

    def _missed(self, listener: Listener, after: int | None) -> list[bytes] | None:
        """Return the texts of the events after one, or None if they are not at hand."""
        if after is None or after > self.match.last or after < 1:
            return None
        if after < self.match.last - len(self.recent):
            return None
        texts = [text for number, text in self.recent if number > after]
        if texts and self._concerns(listener):
            texts[-1] = with_own_state(texts[-1], encode(present.own_state(self.match)))
        return texts

    def _concerns(self, listener: Listener) -> bool:
        """Whether a listener holds the seat to move."""
        turn = self.match.turn
        return (
            turn is not None
            and bool(listener.holder)
            and (self.match.seats[turn].holder == listener.holder)
        )

    async def news(self, after: int, seconds: float) -> None:
        """Wait until there is an event after one, but not longer than some seconds."""
        if self.match.last > after:
            return
        if not self._news:
            self._news = asyncio.Event()
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return

    # ---- requests -----------------------------------------------------------------------------

    def request(self, holder: str, message: Any, reply: Reply) -> None:
        """Do what a message of the protocol asks for; `reply` gets the answer, once stored."""
        answer: Answer
        number: Any = None
        try:
            fields = Fields(message, "a message")
            number = ID.take(fields)
            verb = fields.string("do")
            if number is not None and self._answer_again(holder, number, reply):
                return
            if verb in _ASKING:
                _ASKING[verb](self, holder, fields, _replying(reply, number))
                return
            answer = self._perform(holder, verb, number, fields)
        except RefusedError as problem:
            answer = self._refused(holder, number, problem)
        except QuatrefoilError as problem:
            answer = self._refused(holder, number, RefusedError("bad-request", str(problem)))
        self._reply_when_stored(answer, reply, number)

    def join(self, holder: str, fields: Fields) -> list[int]:
        """Take an open seat; return the seats held. Whoever asks waits for `stored`."""
        with self._session(holder, "") as session:
            perform(session, "join", fields)
        return seats_of(self.match.seats, holder)

    async def stored(self) -> None:
        """Wait until everything that has happened so far is stored, or refuse."""
        if not self._under_way:
            return
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()

        def done(problem: Exception | None) -> None:
            if waiter.cancelled():
                return
            if problem:
                waiter.set_exception(_unavailable())
            else:
                waiter.set_result(None)

        self._after_storing(done)
        await waiter

    def _perform(self, holder: str, verb: str, number: str | None, fields: Fields) -> Answer:
        key = request_key(holder, number) if number else ""
        with self._session(holder, key) as session:
            if verb == "join":
                raise RefusedError("bad-request", "a seat is taken by POST …/join")
            perform(session, verb, fields)
            if verb == "rematch" and rematch_is_agreed(self.match):
                session.emit("rematch", match=self.hall.make_rematch(self.match))
        return {"ok": True, "event": self.match.last}

    def _answer_again(self, holder: str, number: str, reply: Reply) -> bool:
        """Answer a request that has been answered before."""
        key = request_key(holder, number)
        event = self.match.answered.get(key)
        answer: Answer | None = {"ok": True, "event": event} if event else self.refusals.get(key)
        if answer:
            self._reply_when_stored(answer, reply, number)
        return answer is not None

    def _refused(self, holder: str, number: str | None, problem: RefusedError) -> Answer:
        answer: Answer = {"ok": False, "code": problem.code, "message": problem.message}
        if problem.retry_after is not None:
            answer["retry_after"] = problem.retry_after
        if number:
            self.refusals[request_key(holder, number)] = answer
            if len(self.refusals) > _REFUSALS:
                self.refusals.popitem(last=False)
        return answer

    def _reply_when_stored(self, answer: Answer, reply: Reply, number: str | None) -> None:
        if number is not None:
            answer = {"re": number, **answer}

        def done(problem: Exception | None) -> None:
            reply({"re": number, **_failure(_unavailable())} if problem else answer)

        if self._under_way:
            self._under_way[-1].answers.append(done)
        else:
            done(None)

    # ---- what only asks or concerns one player ------------------------------------------------

    def _draft(self, holder: str, fields: Fields, reply: Reply) -> None:
        session = Session(self.match, self.hall.now(), holder)
        seat = session.seat(fields)
        tokens = MESSAGES[Verb.DRAFT].take(fields)["tokens"]
        set_draft(session, seat, tokens)
        match = self.match
        own = present.own_state(match)
        whole = present.state(match, self.hall.now()) | own
        answer = {"ok": True, "event": match.last, "state": whole}
        answer |= present.last_draft_step(match, tokens)
        message = encode({"type": "draft", "seat": seat, "tokens": tokens, "state": whole})
        row = (match.id, match.last, encode(tokens).decode())

        def tell() -> None:
            for listener in self.listeners:
                if listener.holder == holder:
                    listener.send(message)

        self._store(Write(draft=row), tell)
        self._reply_when_stored(answer, reply, None)

    def _describe(self, holder: str, fields: Fields, reply: Reply) -> None:
        fields.finish()
        own = self.match.turn in seats_of(self.match.seats, holder)
        answer = {"ok": True, "words": present.words(self.match, own)}
        self._reply_when_stored(answer, reply, None)

    def _snapshot(self, holder: str, fields: Fields, reply: Reply) -> None:
        fields.finish()
        answer = {"ok": True, "snapshot": self.snapshot(holder)}
        self._reply_when_stored(answer, reply, None)

    def _ping(self, holder: str, fields: Fields, reply: Reply) -> None:
        fields.finish()
        reply({"ok": True, "now": self.hall.now()})

    def _hint(self, holder: str, fields: Fields, reply: Reply) -> None:
        session = Session(self.match, self.hall.now(), holder)
        seat = session.seat(fields)
        fields.finish()
        session.must_be_turn_of(seat)
        others = [other for other in self.match.persons if other not in session.held]
        if others:
            raise RefusedError("not-allowed", "hints are for matches against the computer alone")
        self.hall.start(self._think_of_hint(reply))

    async def _think_of_hint(self, reply: Reply) -> None:
        match = self.match
        line = match.line_with_draft(match.draft)
        if line.position.turn != match.position.turn:
            reply(_failure(RefusedError("not-allowed", "the turn is complete: confirm it")))
            return
        move = await self.hall.thinkers.hint(line, HINT_LEVEL)
        say = present.say(line.position, move)
        reply({"ok": True, "token": line.position.token(move), "say": say})

    # ---- events -------------------------------------------------------------------------------

    def begin(self, events: list[Event]) -> None:
        """Store the first events of a new match, and begin it if nobody is missing."""
        self._row = None
        narrator = Narrator(self.match)
        narrator.saw_event(events[-1])
        self.publish(events, narrator.told)
        self.act(Session.settle)

    def act(self, action: Callable[[Session], object]) -> None:
        """Let something happen that no client asked for: time, the computer, a restart."""
        with self._session("", "") as session:
            action(session)

    def _session(self, holder: str, request: str) -> _Deciding:
        return _Deciding(self, holder, request)

    def publish(self, events: list[Event], told: list[tuple[int, bytes]]) -> None:
        """Store events, then tell everybody."""
        match = self.match
        row = self._match_row()
        changed, self._row = (row if row != self._row else None), row
        if changed and match.over:
            self.hall.open_matches -= 1
            log.info("match over", extra={"data": {"match": match.id, "how": match.over.how}})
        rows = tuple([event_row(match.id, event) for event in events])
        own, turn = b"", match.turn
        mover = match.seats[turn].holder if turn is not None else ""
        if mover and mover in [listener.holder for listener in self.listeners]:
            own = encode(present.own_state(match))

        self.hall.metrics.events += len(events)
        self.hall.metrics.moves += len([event for event in events if event.type == "turn"])
        self._store(Write(rows, changed), lambda: self._tell(told, mover, own))
        self._watch_clock()
        self.think()

    def _tell(self, told: list[tuple[int, bytes]], mover: str, own: bytes) -> None:
        self.recent.extend(told)
        for listener in self.listeners:
            for _, text in told[:-1]:
                listener.send(text)
            last = told[-1][1]
            concerned = own and listener.holder == mover
            listener.send(with_own_state(last, own) if concerned else last)
        if self._news:
            self._news.set()
            self._news = None

    def _store(self, write: Write, tell: Callable[[], None]) -> None:
        """Store something; then answer who asked, then tell everybody, then let others go on."""
        storing = _Storing()
        self._under_way.append(storing)

        def done(problem: Exception | None) -> None:
            self._under_way.popleft()
            for answer in storing.answers:
                answer(problem)
            if problem:
                self._break()
            else:
                tell()
            for waiter in storing.waiters:
                waiter(problem)

        self.hall.store.write(write, done)

    def _after_storing(self, done: Done) -> None:
        """Call back once all that has happened so far is stored and told: perhaps at once."""
        if self._under_way:
            self._under_way[-1].waiters.append(done)
        else:
            done(None)

    def _match_row(self) -> Row:
        match = self.match
        return (match.id, match.rules.game.name, match.created, match.phase, match.deadline)

    def _break(self) -> None:
        """Forget a match that could not be stored: the next who asks gets it as it is stored."""
        if self.broken:
            return
        self.broken = True
        self.close()
        self.hall.forget(self)
        for listener in list(self.listeners):
            listener.let_go()

    # ---- clocks and the computer --------------------------------------------------------------

    def wake(self) -> None:
        """Go on after loading: begin or roll if that is due, run clocks, let the computer think."""
        self.act(Session.settle)
        self._watch_clock()
        self.think()

    def _watch_clock(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        deadline = self.match.deadline
        if deadline is not None:
            seconds = min(max(0, deadline - self.hall.now()) / 1000, 86_400)
            self._timer = asyncio.get_running_loop().call_later(seconds, self._time_is_up)

    def _time_is_up(self) -> None:
        self._timer = None
        self.act(Session.end_if_flagged)
        self._watch_clock()

    def think(self) -> None:
        """Let the computer think if it is to move and does not think yet."""
        turn = self.match.turn
        if turn is None or self.match.seats[turn].kind != COMPUTER or self._thinking:
            return
        self._thinking = self.hall.start(self._think(turn))

    async def _think(self, seat: int) -> None:
        match = self.match
        before, level = len(match.history), match.seats[seat].level
        try:
            tokens = await self.hall.thinkers.turn(match.line, level or 1)
        finally:
            self._thinking = None
        if self.broken:
            return
        if match.turn == seat and len(match.history) == before:
            self.act(lambda session: session.play(seat, tokens))
        else:
            # The board has changed meanwhile: a takeback, or the match is over.
            self.think()

    @property
    def idle(self) -> bool:
        """Whether nobody would notice if this table were closed."""
        deadline = self.match.deadline
        watched = deadline is not None and deadline - self.hall.now() < _FAR_OFF
        return not (self.listeners or self._under_way or self._thinking or watched)

    def close(self) -> None:
        """Stop clocks and thinking."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._thinking:
            self._thinking.cancel()


class _Storing:
    """Something on its way to the disk, and who waits for it."""

    __slots__ = ("answers", "waiters")

    def __init__(self) -> None:
        self.answers: list[Done] = []
        self.waiters: list[Done] = []


class _Deciding:
    """A session whose events are published when it ends without a refusal."""

    def __init__(self, table: Table, holder: str, request: str) -> None:
        self.table = table
        self.narrator = Narrator(table.match)
        self.session = Session(table.match, table.hall.now(), holder, request, self.narrator)

    def __enter__(self) -> Session:
        return self.session

    def __exit__(self, kind: object, problem: object, trace: object) -> None:
        if self.session.events:
            self.table.publish(self.session.events, self.narrator.told)


def _replying(reply: Reply, number: str | None) -> Reply:
    """Return a reply that names its request."""
    return reply if number is None else lambda answer: reply({"re": number, **answer})


def _unavailable() -> RefusedError:
    return RefusedError("unavailable", "the server could not store it: try again", 1)


def _failure(problem: RefusedError) -> Answer:
    return {"ok": False, "code": problem.code, "message": problem.message}


_ASKING: dict[str, Callable[[Table, str, Fields, Reply], None]] = {
    "draft": Table._draft,
    "describe": Table._describe,
    "snapshot": Table._snapshot,
    "ping": Table._ping,
    "hint": Table._hint,
}
