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
from collections.abc import Callable, Sequence
from typing import Any

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.fields import Fields
from quatrefoil.match import Event, Match, RefusedError
from quatrefoil.match.clock import FLAG_DELAY
from quatrefoil.match.messages import JOIN, Verb
from quatrefoil.match.requests import Session, perform, rematch_is_agreed
from quatrefoil.match.seats import seats_of
from quatrefoil.match.setup import rematch_of
from quatrefoil.play import present
from quatrefoil.play.alarm import Alarm
from quatrefoil.play.answers import not_stored, refusal, unavailable
from quatrefoil.play.asked import MOST_TRIES, Asked
from quatrefoil.play.commits import MOST_WAITING, Commits
from quatrefoil.play.computer import Computer
from quatrefoil.play.contracts import (
    Admit,
    Answer,
    Audience,
    Done,
    OvertakenError,
    Reply,
    Services,
    Storage,
)
from quatrefoil.play.decision import Decision, News
from quatrefoil.play.drafts import playable
from quatrefoil.play.held import Held
from quatrefoil.play.history import History
from quatrefoil.play.present import Narrator, encode
from quatrefoil.play.questions import QUESTIONS, Questions


def _behind() -> OvertakenError:
    # A new one each time: an exception that is raised again keeps the frames of all times before.
    return OvertakenError("the log goes on: it is read first")


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
        self.computer = Computer(self)
        #: What is being stored. The computer is asked about stored positions alone.
        self._commits = Commits(self._all_is_stored, self._break)
        self._questions = Questions(self)
        #: Rings when the clock that runs may have run out.
        self.alarm = Alarm(self._time_is_up)
        #: Whether something could not be stored: then the copy of the match here is of no use.
        self.broken = False
        #: Whether the log is known to go on where the copy here ends. Nothing is decided by it.
        self.behind = False
        #: Requests that wait until the log was read, and who else does.
        self._held = Held()
        #: How many answers wait until it is known where the log ends.
        self._looking = 0

    # ---- requests -----------------------------------------------------------------------------

    async def ask(
        self,
        holder: str,
        message: Any,
        arrived: int | None = None,
        admit: Admit | None = None,
    ) -> Answer:
        """Do what a message of the protocol asks for; return the answer, once stored."""
        return await self._answer_of(holder, message, self._try, arrived, admit)

    async def join(self, holder: str, message: Any) -> list[int]:
        """Take an open seat; return the seats held, once stored."""
        answer = await self._answer_of(holder, message, self._try_to_join)
        if not answer["ok"]:
            raise RefusedError(answer["code"], answer["message"], answer.get("retry_after"))
        return seats_of(self.match.seats, holder)

    async def _answer_of(
        self, holder: str, message: Any, attempt: Callable[[Asked], None], *more: Any
    ) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def reply(given: Answer) -> None:
            if not answer.done():
                answer.set_result(given)

        attempt(Asked(attempt, holder, message, reply, *more))
        try:
            return await answer
        except asyncio.CancelledError:
            self.computer.miss(holder)
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
        self._try(Asked(self._try, holder, message, reply, arrived, admit))

    def _try(self, asked: Asked) -> None:
        """Do what is asked for, as the match is now; it is tried again if the log knows better."""
        try:
            fields = asked.fields()
            if self.broken and not self.behind:
                # The log is read first: then it will be decided.
                asked.reply(refusal(unavailable()))
                return
            verb = fields.string("do")
            holder = asked.holder
            if self._commits.crowded and verb != "ping" and not self._has_turn(holder, verb):
                asked.reply(refusal(unavailable()))
                return
            if self.fault and verb not in _SHOWING:
                raise self.fault
            if verb != "ping" and (self.behind or self._time_is_unsure):
                self._held.hold(asked)
            elif earlier := self._earlier_answer(asked):
                self._commits.answer_once_stored(self._answering(asked, earlier))
            elif question := QUESTIONS.get(verb):
                question(self._questions, asked, fields)
            else:
                if asked.admit and not asked.tries:
                    asked.admit(verb)
                self._obey(asked, lambda session: self._perform(asked, session, verb, fields))
        except QuatrefoilError as problem:
            self.answer(asked, refusal(problem))

    def _try_to_join(self, asked: Asked) -> None:
        """Take an open seat, as `_try` does everything else."""
        try:
            fields = asked.fields(JOIN.what)
            if self.fault or (self.broken and not self.behind):
                raise self.fault or unavailable()
            if self.behind:
                self._held.hold(asked)
            elif earlier := self._earlier_answer(asked):
                self._commits.answer_once_stored(self._answering(asked, earlier))
            else:
                self._obey(asked, lambda session: perform(session, "join", fields))
        except QuatrefoilError as problem:
            self.answer(asked, refusal(problem))

    @property
    def _time_is_unsure(self) -> bool:
        """Whether nobody knows yet how much time is left to whom."""
        return self.match.deadline is not None and not self.services.time_is_sure()

    def _has_turn(self, holder: str, verb: str) -> bool:
        """Whether it is the turn of who is to move: no crowd of others keeps them from it."""
        turn = self.match.turn
        return (
            verb == Verb.PLAY
            and turn in seats_of(self.match.seats, holder)
            and not self._commits.full
        )

    def _obey(self, asked: Asked, action: Callable[[Session], object]) -> None:
        decision = self._decision(asked.holder, asked.named(), asked.arrived)
        self._take(decision, action)
        if decision.problem:
            answer = refusal(decision.problem)
        else:
            # What others had planned comes after it, and is not its doing.
            made = [event.number for event in decision.events if event.request]
            answer = {"ok": True, "event": made[-1] if made else self.match.last}
        if decision.events:
            self._commit(decision, self._answering(asked, answer))
        else:
            self.answer(asked, answer)

    def act(self, action: Callable[[Session], object]) -> None:
        """Let something happen that is no message: time, the computer, a restart."""
        if self.behind:
            raise _behind()
        if self.broken:
            raise unavailable()
        if self.fault:
            raise self.fault
        decision = self._decision()
        self._take(decision, action)
        if decision.events:
            self._commit(decision)
        if decision.problem:
            raise decision.problem

    async def stored(self) -> None:
        """Wait until everything that has happened so far is stored, or refuse.

        An `OvertakenError` says that it has not happened: the match is to be looked at again.
        """
        if self.behind:
            raise _behind()
        if self.broken:
            raise unavailable()
        if not self._commits:
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(problem: Exception | None) -> None:
            if waiter.cancelled():
                return
            if isinstance(problem, OvertakenError):
                waiter.set_exception(problem)
            elif problem:
                waiter.set_exception(not_stored(problem))
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
    ) -> Decision:
        """Return a decision to be made; first clocks get back the time that outages took."""
        match, now = self.match, self.services.now()
        came = now if arrived is None else min(arrived, now)
        decision = Decision(match, came, holder, request)
        if match.deadline is not None:
            # Up to the last event everything was given back.
            decision.session.credit(self.services.time_lost(match.time, now), now)
        return decision

    def _perform(self, asked: Asked, session: Session, verb: str, fields: Fields) -> None:
        if verb == "join":
            raise RefusedError("bad-request", "a seat is taken by POST …/join")
        perform(session, verb, fields)
        if verb == "rematch" and rematch_is_agreed(self.match):
            if not asked.rematch:
                created = self.services.created(rematch_of(self.match), self.match.maker)
                asked.rematch = created
                # It is stored first: an event never names a match that does not exist.
                self.services.open_match(created)
            session.emit("rematch", match=asked.rematch.data["match"])

    def _take(self, decision: Decision, action: Callable[[Session], object]) -> None:
        try:
            action(decision.session)
        except QuatrefoilError as problem:
            decision.problem = problem
        except BaseException as problem:
            # The fault may have left the match half changed.
            self._break(problem)
            raise

    def _earlier_answer(self, asked: Asked) -> Answer | None:
        """Return the answer to a request that the log has; refusals are decided anew."""
        event = self.match.answered.get(asked.key) if asked.key else None
        return {"ok": True, "event": event} if event else None

    # ---- commit: store, then answer, then tell ------------------------------------------------

    def _commit(self, decision: Decision, answer: Done | None = None) -> None:
        """Store what was decided, then answer and tell; and let the match go on meanwhile."""
        self._commit_events(decision.events, decision.told, answer)
        self._watch_clock()

    def _commit_events(
        self, events: list[Event], told: list[tuple[int, bytes]], answer: Done | None = None
    ) -> None:
        match, news = self.match, self._news(told)
        self._commits.add(
            lambda done: self.storage.store_events(match, events, done),
            answer,
            lambda: self.audience.hear(news),
        )

    def _news(self, told: list[tuple[int, bytes]]) -> News:
        """Return what everybody is told, and what is for the mover alone."""
        match = self.match
        turn = match.turn
        mover = match.seats[turn].holder if turn is not None else ""
        # What is for the mover belongs to the position of now, not of when it is stored.
        own = encode(present.own_state(match)) if mover and self.audience.listens(mover) else b""
        return News(told, mover, own)

    def answer(self, asked: Asked, answer: Answer) -> None:
        """Give an answer that stores nothing: never by a copy that is older than the log.

        What is being stored may have been so long before: the log is looked at all the same. Where
        it ends within what is being stored, the answer is true once that is.
        """
        if self._commits.crowded or self._looking >= MOST_WAITING:
            asked.reply(refusal(unavailable()))
            return
        match, at = self.match, self.match.last
        self._looking += 1

        def looked(last: int | None) -> None:
            self._looking -= 1
            # A log that is damaged goes on behind what can be read of it.
            if self.fault:
                asked.reply(answer)
            elif last is None or (self.broken and not self.behind):
                asked.reply(refusal(unavailable()))
            elif last > at or self.broken or self.match is not match:
                self._again(asked, last)
            else:
                self._commits.answer_once_stored(self._answering(asked, answer))

        self.storage.look(match, looked)

    def _answering(self, asked: Asked, answer: Answer) -> Done:
        """Return what gives an answer once it is stored, or lets it be decided again."""

        def done(problem: Exception | None) -> None:
            if problem is None:
                asked.reply(answer)
            elif isinstance(problem, OvertakenError):
                self._again(asked)
            else:
                asked.reply(refusal(not_stored(problem)))

        return done

    def _break(self, problem: BaseException) -> None:
        """Give up a copy that could not be stored: the log is the truth."""
        if not self.broken:
            self.broken = True
            # Who was overtaken knows that the log can be read: requests wait until it is.
            self.behind = isinstance(problem, OvertakenError)
            self.close()
            self.audience.lose(problem)

    # ---- others write to the same log: read on, and decide again --------------------------------

    def fall_behind(self) -> None:
        """Hear that the log goes on: nothing is decided until `catch_up`."""
        self.behind = True

    def catch_up(self, events: Sequence[Event]) -> None:
        """Hear of events by others that follow the last one here; there may be none."""
        try:
            told = present.retold(self.match, events)
        except Exception as problem:
            # The whole log may make more sense, or a fault of it is found.
            self._break(problem)
            return
        if told:
            self.tell(told)
            self.computer.stop_thinking_of_the_past()
            self._watch_clock()
        self.go_on()

    def take(self, match: Match, history: History, fault: RefusedError | None) -> None:
        """Take another copy of the match, which was read from the log; `go_on` comes after it."""
        self.match, self._history, self.fault = match, history, fault
        self.broken = False

    def tell(self, told: list[tuple[int, bytes]]) -> None:
        """Tell of events that others have stored."""
        self.audience.hear(self._news(told))

    def give_up(self) -> None:
        """Refuse everybody who waits: there is no such match."""
        self.close()
        self._held.refuse()

    def _again(self, asked: Asked, last: int = 0) -> None:
        """Decide something again: its decision was by a copy that was not the log."""
        asked.tries += 1
        if asked.tries >= MOST_TRIES:
            asked.reply(refusal(unavailable()))
            return
        if not self.broken and last > self.match.last:
            self.storage.read_on(self.match, last)
        # What is being stored comes before what follows it in the log.
        unread = self._commits and last > self.match.last
        if self.broken or self.behind or unread:
            self._held.hold(asked)
        else:
            asked.attempt(asked)

    def go_on(self) -> None:
        """Decide what has waited until the log was read."""
        self.behind = False
        self.resume()
        self._held.changed()

    def resume(self) -> None:
        """Decide what has waited, if nothing stands in its way any more."""
        if self._held and not (self.behind or self.broken):
            self._held.decide(self.match.id)

    def _all_is_stored(self) -> None:
        """Read on where the log is known to; else the computer may think."""
        self.storage.read_on(self.match, 0)
        self.resume()
        self._held.changed()
        self.computer.think()

    async def caught_up(self, last: int = 0) -> None:
        """Wait until nothing is known that is in the log and not here, up to an event at least."""
        while self.behind or self.broken or (self._commits and self.match.last < last):
            await self._held.change()

    # ---- drafts -------------------------------------------------------------------------------

    def commit_draft(
        self, asked: Asked, tokens: Sequence[str], answer: Answer, message: bytes
    ) -> None:
        """Store a draft, if its position is still the current one; then answer and tell."""
        match = self.match
        self._commits.add(
            lambda done: self.storage.store_draft(match, tokens, done),
            self._answering(asked, answer),
            lambda: self.audience.hear_draft(asked.holder, message),
        )

    def take_draft(self, number: int, tokens: Any) -> None:
        """Hear of a draft that its player made elsewhere, after an event."""
        match, turn = self.match, self.match.turn
        if turn is None or self.broken or self.behind or self._commits:
            return
        if (
            match.moved <= number <= match.last
            and (draft := playable(match, tokens)) != match.draft
        ):
            match.draft = draft
            message, _ = self._questions.drafted(turn, draft)
            self.audience.hear_draft(match.seats[turn].holder, message)

    # ---- the life of a match ------------------------------------------------------------------

    def begin(self, events: list[Event]) -> None:
        """Store the first events of a new match, and begin it if nobody is missing."""
        narrator = Narrator(self.match)
        narrator.saw_event(events[-1])
        self._commit_events(events, narrator.told)
        self.wake()

    def wake(self, think: bool = True) -> None:
        """Go on with a match: begin or roll if that is due, run clocks, let the computer think."""
        self.act(Session.settle)
        self._watch_clock()
        if think:
            self.computer.think()

    def close(self) -> None:
        """Stop clocks and thinking."""
        self.alarm.stop()
        self.computer.stop()

    @property
    def storing(self) -> bool:
        """Whether something is being stored."""
        return bool(self._commits)

    @property
    def waiting(self) -> bool:
        """Whether requests wait: to be stored, or until they can be decided."""
        return bool(self._commits or self._held or self.broken)

    @property
    def busy(self) -> bool:
        """Whether something is being stored or thought about."""
        return bool(self._commits) or self.computer.busy

    # ---- clocks ---------------------------------------------------------------------------------

    def _watch_clock(self) -> None:
        deadline = self.match.deadline
        if deadline is None or self.broken:
            self.alarm.stop()
        else:
            self.alarm.set(deadline + FLAG_DELAY - self.services.now())

    def _time_is_up(self) -> None:
        if self._commits:
            # Who is to move may not have been told so: that she waits is nobody's loss.
            self.once_stored(lambda problem: self._watch_clock())
            return
        if self._time_is_unsure:
            # Somebody else may store a move that came in time: they get as long as ever for it.
            self.alarm.set(FLAG_DELAY)
        elif not self.behind:  # else the clock is looked at again once the log was read
            self.act(Session.end_if_flagged)
            self._watch_clock()

    def credit(self) -> None:
        """Give back to the clock that runs the time that was lost to an outage, if any was."""
        unready = self.broken or self.behind or self.fault or self._time_is_unsure
        if self.match.deadline is not None and not unready:
            self.act(lambda session: None)


#: What a host that only shows its match answers.
_SHOWING = ("describe", "snapshot", "ping")
