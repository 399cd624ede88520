"""The host of one running match: requests go in, presented events come out.

    request ─▶ decide ─▶ commit ─▶ answer ─▶ tell
               match     storage   reply     audience

Nothing is answered or told before it is stored. That includes refusals and snapshots: every answer
waits for the events that it could be about.

Server, terminal and command line run the same host. They differ in what they hand in: a `Storage`,
an `Audience` and `Services` (play/contracts.py).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from quatrefoil.core.errors import FormatError, QuatrefoilError
from quatrefoil.core.fields import Fields
from quatrefoil.core.line import Line
from quatrefoil.match import Event, Match, RefusedError
from quatrefoil.match.clock import FLAG_DELAY
from quatrefoil.match.events import request_key
from quatrefoil.match.messages import ID, MESSAGES, Verb
from quatrefoil.match.requests import Session, perform, rematch_is_agreed, set_draft
from quatrefoil.match.seats import COMPUTER, seats_of
from quatrefoil.match.setup import rematch_of
from quatrefoil.play import present
from quatrefoil.play.commits import Commits
from quatrefoil.play.contracts import Admit, Answer, Audience, Done, Reply, Services, Storage
from quatrefoil.play.history import History
from quatrefoil.play.present import Narrator, encode, with_own_state
from quatrefoil.play.thinkers import HINT_LEVEL

log = logging.getLogger(__name__)

#: The longest time to sleep before a clock is looked at again, in seconds.
_LONGEST_SLEEP = 86_400
#: Seconds before the computer is asked again after a fault: at first, and at most.
_SOON, _SELDOM = 0.5, 30.0


class News(NamedTuple):
    """Events that are stored: number and text of each, in order; there is at least one."""

    told: list[tuple[int, bytes]]
    #: Who holds the seat to move after the last event, if anybody does and listens.
    mover: str
    #: What is for the mover alone, as JSON: legal moves and the draft.
    own: bytes

    def texts(self, holder: str) -> list[bytes]:
        """Return the texts as a holder may read them."""
        texts = [text for _, text in self.told]
        if self.own and holder == self.mover:
            texts[-1] = with_own_state(texts[-1], self.own)
        return texts


class Host:
    """Hosts one match. All methods run on the event loop.

    A host with a `fault` only shows its match: it says why to everybody who wants something else.
    """

    def __init__(
        self,
        match: Match,
        services: Services,
        storage: Storage,
        audience: Audience,
        fault: RefusedError | None = None,
        history: History | None = None,
    ) -> None:
        self.match = match
        self._history = history or History(match)
        self.services = services
        self.storage = storage
        self.audience = audience
        self.fault = fault
        #: What is being stored. The computer is asked about stored positions alone.
        self._commits = Commits(self.think, self._break)
        self._thinking: asyncio.Task[None] | None = None
        self._thinking_about: _Moment | None = None
        #: Hints that are thought about, one for each holder.
        self._hints: dict[str, _Hint] = {}
        #: From where the people of this match speak: the computer is fair to each of them.
        self._clients: dict[str, str] = {}
        self._timer: asyncio.TimerHandle | None = None
        #: Whether something could not be stored.
        self.broken = False

    # ---- requests -----------------------------------------------------------------------------

    async def ask(
        self,
        holder: str,
        message: Any,
        arrived: int | None = None,
        admit: Admit | None = None,
    ) -> Answer:
        """Do what a message of the protocol asks for; return the answer, once stored."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def reply(given: Answer) -> None:
            if not answer.done():
                answer.set_result(given)

        self.request(holder, message, reply, arrived, admit)
        try:
            return await answer
        except asyncio.CancelledError:
            self.miss(holder)
            raise

    def request(
        self,
        holder: str,
        message: Any,
        reply: Reply,
        arrived: int | None = None,
        admit: Admit | None = None,
    ) -> None:
        """Do what a message of the protocol asks for; `reply` gets the answer, once stored.

        `arrived` is when the message came, by the time of the services; else it came now.
        `admit` is asked before anything is decided that would make events.
        """
        number: Any = None
        try:
            fields = Fields(message, "a message")
            number = ID.take(fields)
            reply = _naming(reply, number)
            if self.broken:
                # Another host will decide it.
                reply(_refusal(_unavailable()))
                return
            verb = fields.string("do")
            if self._commits.crowded and verb != "ping" and not self._has_turn(holder, verb):
                reply(_refusal(_unavailable()))
                return
            if self.fault and verb not in _SHOWING:
                raise self.fault
            if number is not None and (earlier := self._earlier_answer(holder, number)):
                self._reply_once_stored(earlier, reply)
            elif verb in _QUESTIONS:
                _QUESTIONS[verb](self, holder, fields, reply)
            else:
                if admit:
                    admit(verb)
                self._obey(holder, verb, number, fields, reply, arrived)
        except QuatrefoilError as problem:
            self._reply_once_stored(_refusal(problem), reply)

    def _has_turn(self, holder: str, verb: str) -> bool:
        """Whether it is the turn of who is to move: no crowd of others keeps them from it."""
        turn = self.match.turn
        return (
            verb == Verb.PLAY
            and turn in seats_of(self.match.seats, holder)
            and not self._commits.full
        )

    def _obey(
        self,
        holder: str,
        verb: str,
        number: str | None,
        fields: Fields,
        reply: Reply,
        arrived: int | None,
    ) -> None:
        decision = self._decide(holder, verb, number, fields, arrived)
        if decision.problem:
            answer = _refusal(decision.problem)
        else:
            answer = {"ok": True, "event": self.match.last}
        if decision.events:
            self._commit(decision, _answering(answer, reply))
        else:
            self._reply_once_stored(answer, reply)

    async def join(self, holder: str, fields: Fields) -> list[int]:
        """Take an open seat; return the seats held, once stored."""
        self.act(lambda session: perform(session, "join", fields), holder)
        held = seats_of(self.match.seats, holder)
        await self.stored()
        return held

    def act(self, action: Callable[[Session], object], holder: str = "") -> None:
        """Let something happen that is no message: time, the computer, a restart, a new player."""
        if self.broken:
            raise _unavailable()
        if self.fault:
            raise self.fault
        decision = self._decision(holder)
        self._take(decision, action)
        if decision.events:
            self._commit(decision)
        if decision.problem:
            raise decision.problem

    async def stored(self) -> None:
        """Wait until everything that has happened so far is stored, or refuse."""
        if self.broken:
            raise _unavailable()
        if not self._commits:
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(problem: Exception | None) -> None:
            if waiter.cancelled():
                return
            if problem:
                waiter.set_exception(_not_stored(problem))
            else:
                waiter.set_result(None)

        self.once_stored(done)
        await waiter

    def once_stored(self, done: Done) -> None:
        """Call back once all that has happened so far is stored and told: perhaps at once."""
        self._commits.once_stored(done)

    def snapshot(self, holder: str) -> dict[str, Any]:
        """Return everything about the match, as a holder may know it."""
        history = self._history.text()
        whole = present.snapshot(self.match, holder, self.services.now(), history)
        fault = {"fault": self.fault and self.fault.message}
        return whole | fault | self.audience.presence()

    # ---- decide: on the match in memory alone -------------------------------------------------

    def _decision(
        self, holder: str = "", request: str = "", arrived: int | None = None
    ) -> _Decision:
        """Return a decision to be made: before it, clocks get back what was nobody's time."""
        match, now = self.match, self.services.now()
        came = now if arrived is None else min(arrived, now)
        decision = _Decision(match, came, holder, request)
        if match.deadline is not None:
            # Up to the last event everything was given back.
            decision.session.credit(self.services.time_lost(match.time, now), now)
        return decision

    def _decide(
        self, holder: str, verb: str, number: str | None, fields: Fields, arrived: int | None
    ) -> _Decision:
        key = request_key(holder, number) if number else ""
        decision = self._decision(holder, key, arrived)

        def action(session: Session) -> None:
            if verb == "join":
                raise RefusedError("bad-request", "a seat is taken by POST …/join")
            perform(session, verb, fields)
            if verb == "rematch" and rematch_is_agreed(self.match):
                created = self.services.created(rematch_of(self.match), self.match.maker)
                session.emit("rematch", match=created.data["match"])
                decision.rematch = created

        self._take(decision, action)
        return decision

    def _take(self, decision: _Decision, action: Callable[[Session], object]) -> None:
        try:
            action(decision.session)
        except QuatrefoilError as problem:
            decision.problem = problem
        except BaseException as problem:
            # The fault may have left the match half changed.
            self._break(problem)
            raise

    def _earlier_answer(self, holder: str, number: str) -> Answer | None:
        """Return the answer to a request that the log has; refusals are decided anew."""
        event = self.match.answered.get(request_key(holder, number))
        return {"ok": True, "event": event} if event else None

    # ---- commit: store, then answer, then tell ------------------------------------------------

    def _commit(self, decision: _Decision, answer: Done | None = None) -> None:
        """Store what was decided, then answer and tell; and let the match go on meanwhile."""
        if decision.rematch:
            # It is stored first: an event never names a match that does not exist.
            self.services.open_match(decision.rematch)
        self._commit_events(decision.events, decision.told, answer)
        self._watch_clock()

    def _commit_events(
        self, events: list[Event], told: list[tuple[int, bytes]], answer: Done | None = None
    ) -> None:
        match = self.match
        turn = match.turn
        mover = match.seats[turn].holder if turn is not None else ""
        # What is for the mover belongs to the position of now, not of when it is stored.
        own = encode(present.own_state(match)) if mover and self.audience.listens(mover) else b""
        news = News(told, mover, own)
        self._commits.add(
            lambda done: self.storage.store_events(match, events, done),
            answer,
            lambda: self.audience.hear(news),
        )

    def _reply_once_stored(self, answer: Answer, reply: Reply) -> None:
        if self._commits.crowded:
            reply(_refusal(_unavailable()))
        else:
            self._commits.answer_once_stored(_answering(answer, reply))

    def _break(self, problem: BaseException) -> None:
        """Give up a match that could not be stored: the log is the truth, not this copy."""
        if not self.broken:
            self.broken = True
            self.close()
            self.audience.lose(problem)

    # ---- what makes no event: questions, and the draft ----------------------------------------

    def _draft(self, holder: str, fields: Fields, reply: Reply) -> None:
        match, now = self.match, self.services.now()
        session = Session(match, now, holder)
        seat = session.seat(fields)
        tokens = MESSAGES[Verb.DRAFT].take(fields)["tokens"]
        set_draft(session, seat, tokens)
        whole = present.state(match, now) | present.own_state(match)
        answer = {"ok": True, "event": match.last, "state": whole}
        answer |= present.last_draft_step(match, tokens)
        message = encode({"type": "draft", "seat": seat, "tokens": tokens, "state": whole})
        self._commits.add(
            lambda done: self.storage.store_draft(match, tokens, done),
            _answering(answer, reply),
            lambda: self.audience.hear_draft(holder, message),
        )

    def _describe(self, holder: str, fields: Fields, reply: Reply) -> None:
        fields.finish()
        own = self.match.turn in seats_of(self.match.seats, holder)
        answer = {"ok": True, "words": present.words(self.match, own)}
        self._reply_once_stored(answer, reply)

    def _snapshot(self, holder: str, fields: Fields, reply: Reply) -> None:
        fields.finish()
        answer = {"ok": True, "snapshot": self.snapshot(holder)}
        self._reply_once_stored(answer, reply)

    def _ping(self, holder: str, fields: Fields, reply: Reply) -> None:
        fields.finish()
        reply({"ok": True, "now": self.services.now()})

    def _hint(self, holder: str, fields: Fields, reply: Reply) -> None:
        session = Session(self.match, self.services.now(), holder)
        seat = session.seat(fields)
        fields.finish()
        session.must_be_turn_of(seat)
        others = [other for other in self.match.persons if other not in session.held]
        if others:
            raise RefusedError("not-allowed", "hints are for matches against the computer alone")
        line = self.match.line_with_draft(self.match.draft)
        if line.position.turn != self.match.position.turn:
            raise RefusedError("not-allowed", "the turn is complete: confirm it")
        # One at a time: a new one takes the place of the one before.
        self._drop_hint(holder)
        task = self.services.start(self._think_of_hint(holder, line, reply))
        self._hints[holder] = _Hint(task, reply, self._now)

    async def _think_of_hint(self, holder: str, line: Line, reply: Reply) -> None:
        try:
            client = self._clients.get(holder, self.match.id)
            move = await self.services.thinkers.hint(line, HINT_LEVEL, client)
        except RefusedError as problem:
            reply(_refusal(problem))
        else:
            say = present.say(line.position, move)
            reply({"ok": True, "token": line.position.token(move), "say": say})
        del self._hints[holder]

    def _drop_hint(self, holder: str) -> None:
        """Give a hint up that is thought about, and say so."""
        if hint := self._hints.pop(holder, None):
            hint.task.cancel()
            hint.reply(_refusal(RefusedError("out-of-date", "this hint is not wanted any more")))

    # ---- the life of a match ------------------------------------------------------------------

    def begin(self, events: list[Event]) -> None:
        """Store the first events of a new match, and begin it if nobody is missing."""
        narrator = Narrator(self.match)
        narrator.saw_event(events[-1])
        self._commit_events(events, narrator.told)
        self.wake()

    def wake(self) -> None:
        """Go on with a match: begin or roll if that is due, run clocks, let the computer think."""
        self.act(Session.settle)
        self._watch_clock()
        self.think()

    def meet(self, holder: str, client: str) -> None:
        """Remember from where the holder of a seat speaks."""
        if client and seats_of(self.match.seats, holder):
            self._clients[holder] = client

    def miss(self, holder: str) -> None:
        """Hear that a holder or the last guest is gone: nobody waits for these thoughts."""
        self._drop_hint(holder)
        if not self.match.persons and not self.audience.attended():
            self._stop_turn()

    def close(self) -> None:
        """Stop clocks and thinking."""
        self._stop_timer()
        self._stop_turn()
        for holder in list(self._hints):
            self._drop_hint(holder)

    @property
    def storing(self) -> bool:
        """Whether something is being stored."""
        return bool(self._commits)

    @property
    def busy(self) -> bool:
        """Whether something is being stored or thought about."""
        return bool(self._commits or self._thinking or self._hints)

    # ---- clocks and the computer --------------------------------------------------------------

    def _watch_clock(self) -> None:
        self._stop_timer()
        deadline = self.match.deadline
        if deadline is not None and not self.broken:
            left = deadline + FLAG_DELAY - self.services.now()
            seconds = min(max(0, left) / 1000, _LONGEST_SLEEP)
            self._timer = asyncio.get_running_loop().call_later(seconds, self._time_is_up)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _time_is_up(self) -> None:
        self._timer = None
        if self._commits:
            # Who is to move may not have been told so: that she waits is nobody's loss.
            self.once_stored(lambda problem: self._watch_clock())
            return
        self.act(Session.end_if_flagged)
        self._watch_clock()

    def credit(self) -> None:
        """Give back to the clock that runs what was nobody's time, if there was any."""
        if self.match.deadline is not None and not (self.broken or self.fault):
            self.act(lambda session: None)

    def think(self) -> None:
        """Let the computer think if it is to move, does not think yet, and all is stored."""
        self._stop_thinking_of_the_past()
        turn = self.match.turn
        if turn is None or self.match.seats[turn].kind != COMPUTER or self._thinking:
            return
        # Where no person sits, the match goes on while somebody watches.
        wanted = self.match.persons or self.audience.attended()
        if wanted and not (self.broken or self.fault or self._commits):
            self._thinking_about = self._now
            self._thinking = self.services.start(self._think(turn))

    @property
    def _now(self) -> _Moment | None:
        """What there is to think about: the position, and where in the match it stands."""
        match = self.match
        return None if match.turn is None else (match.position.key, len(match.line))

    def _stop_thinking_of_the_past(self) -> None:
        now = self._now
        # It may be the thinking itself that has just led to another position.
        if self._thinking_about != now and self._thinking is not asyncio.current_task():
            self._stop_turn()
        for holder, hint in list(self._hints.items()):
            if hint.about != now:
                self._drop_hint(holder)

    def _stop_turn(self) -> None:
        if self._thinking:
            self._thinking.cancel()
            self._thinking = None

    async def _think(self, seat: int) -> None:
        """Play the computer's turn; a fault of ours must not leave its seat silent for ever."""
        wait = _SOON
        try:
            if not self.match.persons:
                await asyncio.sleep(self.services.pause)
            while not await self._played_by_computer(seat):
                await asyncio.sleep(wait)
                wait = min(2 * wait, _SELDOM)
        finally:
            if self._thinking is asyncio.current_task():
                self._thinking = None
        # The next seat may be the computer's too, or a turn was taken back meanwhile.
        self.think()

    async def _played_by_computer(self, seat: int) -> bool:
        """Think and play, if the position is still that one; return whether there was no fault."""
        match, thinkers, asked = self.match, self.services.thinkers, self._now
        level, attended = match.seats[seat].level or 1, bool(match.persons)
        try:
            tokens = await thinkers.turn(match.line, level, self._client(), attended)
            if not self.broken and match.turn == seat and self._now == asked:
                self.act(lambda session: session.play(seat, tokens))
        except Exception:
            thinkers.failures += 1
            log.exception("the computer played no turn", extra={"data": {"match": match.id}})
            return self.broken
        return True

    def _client(self) -> str:
        """Return for whom the computer thinks: the first of the people here, or the match."""
        holders = [self.match.seats[seat].holder for seat in self.match.persons]
        known = [self._clients[holder] for holder in holders if holder in self._clients]
        return known[0] if known else self.match.id

    async def computer_moved(self) -> None:
        """Wait until the computer is not to move any more."""
        while thinking := self._thinking:
            await asyncio.wait([thinking])


#: The key of a position, and how many moves led to it.
_Moment = tuple[int, int]


class _Hint(NamedTuple):
    """A hint that is thought about: who waits for it, and what it is about."""

    task: asyncio.Task[None]
    reply: Reply
    about: _Moment | None


class _Decision:
    """A decision that changed the match in memory; clients have not been told yet."""

    __slots__ = ("events", "problem", "rematch", "session", "told")

    def __init__(self, match: Match, now: int, holder: str = "", request: str = "") -> None:
        narrator = Narrator(match)
        self.session = Session(match, now, holder, request, narrator)
        self.events = self.session.events
        self.told = narrator.told
        #: Why it was refused. There may be events all the same: time that was used up.
        self.problem: QuatrefoilError | None = None
        #: The first event of the match that follows this one.
        self.rematch: Event | None = None


def _answering(answer: Answer, reply: Reply) -> Done:
    """Return what gives an answer once it is stored."""

    def done(problem: Exception | None) -> None:
        reply(_refusal(_not_stored(problem)) if problem else answer)

    return done


def _naming(reply: Reply, number: str | None) -> Reply:
    """Return a reply that names its request."""
    return reply if number is None else lambda answer: reply({"re": number, **answer})


def _unavailable() -> RefusedError:
    return RefusedError("unavailable", "the server could not store it: try again", 1)


def _not_stored(problem: Exception) -> QuatrefoilError:
    """Return what is said of something that could not be stored: why, if it can never be."""
    return problem if isinstance(problem, FormatError) else _unavailable()


def _refusal(problem: QuatrefoilError) -> Answer:
    """Return the answer to what was refused."""
    if not isinstance(problem, RefusedError):
        problem = RefusedError("bad-request", str(problem))
    answer: Answer = {"ok": False, "code": problem.code, "message": problem.message}
    if problem.retry_after is not None:
        answer["retry_after"] = problem.retry_after
    return answer


_QUESTIONS: dict[str, Callable[[Host, str, Fields, Reply], None]] = {
    "draft": Host._draft,
    "describe": Host._describe,
    "snapshot": Host._snapshot,
    "ping": Host._ping,
    "hint": Host._hint,
}
#: What a host that only shows its match answers.
_SHOWING = ("describe", "snapshot", "ping")
