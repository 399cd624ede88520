"""What people and the computer may do in a match: every request becomes events or a refusal.

A `Session` is one request under way: it checks, then `emit`s; what it has emitted stands even if
the request is refused (time that was used up is). `perform` runs a request by its verb.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.fields import Fields
from quatrefoil.core.position import Position
from quatrefoil.match import phases
from quatrefoil.match.beginning import SIGNS, beginning_with, winner_of
from quatrefoil.match.dice import FIRST, SIGN
from quatrefoil.match.errors import RefusedError
from quatrefoil.match.events import Event
from quatrefoil.match.match import WITHOUT_RESULT, Match, Over, outcome_of
from quatrefoil.match.messages import DO, JOIN, MAX_MOVES, MESSAGES, SEAT, Verb
from quatrefoil.match.plans import do_plan, play_plans
from quatrefoil.match.seats import COMPUTER, OPEN, clean_name, seats_of
from quatrefoil.match.sharing import (
    do_commit,
    do_reveal,
    fresh_hash,
    leave,
    open_silent_seats,
    will_roll,
)
from quatrefoil.match.talk import do_chat, do_say

#: How the computer plays for somebody who left.
SUBSTITUTE_LEVEL = 3


class Witness(Protocol):
    """Somebody who is told of everything that a request makes happen, while it happens."""

    def saw_move(self, position: Position, move: int) -> None:
        """Hear of a move before it is made."""

    def saw_event(self, event: Event) -> None:
        """Hear of an event after it was taken into account."""


class Session:
    """One request: by whom (`holder` may be nobody, for what happens by itself) and when.

    `now` is when the request came. Clocks are judged by it; but what it makes happen is later than
    all that happened before it was heard.
    """

    def __init__(
        self,
        match: Match,
        now: int,
        holder: str = "",
        request: str = "",
        witness: Witness | None = None,
    ) -> None:
        self.match = match
        self.came = now
        self.now = max(now, match.time)
        self.holder = holder
        self.held = seats_of(match.seats, holder)
        self.request = request
        self.witness = witness
        self.watcher = witness.saw_move if witness else None
        self.events: list[Event] = []

    def emit(self, kind: str, hidden: dict[str, Any] | None = None, **data: Any) -> None:
        """Let something happen; its moves, if any, are on the board already."""
        match = self.match
        event = Event(match.last + 1, self.now, kind, data, hidden or {}, self.request)
        match.note(event)
        self.events.append(event)
        if self.witness:
            self.witness.saw_event(event)

    # ---- checks -------------------------------------------------------------------------------

    def must_be_seated(self) -> None:
        """Refuse guests."""
        if not self.held:
            raise RefusedError("not-your-seat", "guests watch: this takes the secret of a seat")

    def seat(self, fields: Fields) -> int:
        """Return the seat that a request is for."""
        self.must_be_seated()
        seat: int | None = SEAT.take(fields)
        if seat is None:
            turn = self.match.turn
            return turn if turn is not None and turn in self.held else self.held[0]
        if seat not in self.held:
            raise RefusedError("not-your-seat", f"you hold the seats {self.held}, not {seat}")
        return seat

    def must_be_playing(self) -> None:
        """Refuse what is possible only while the match is being played."""
        if self.match.phase == phases.OVER:
            raise RefusedError("over", "the match is over")
        if self.match.phase != phases.PLAYING:
            raise RefusedError("not-begun", "the match has not begun: it waits for others")

    def must_have_begun(self) -> None:
        """Refuse what is possible only once it is settled who sits where."""
        if self.match.phase not in (phases.PLAYING, phases.OVER):
            raise RefusedError("not-begun", "the match has not begun: it waits for others")

    def must_be_turn_of(self, seat: int) -> None:
        """Refuse what only the player to move may do."""
        self.must_be_playing()
        if self.match.turn != seat:
            raise RefusedError("not-your-turn", "somebody else is to move")

    def must_be_current(self, at: int) -> None:
        """Refuse what was meant for an earlier position; names and offers do not change it."""
        if not self.match.moved <= at <= self.match.last:
            raise RefusedError(
                "out-of-date", f"the match is at event {self.match.last}; this is about {at}"
            )

    # ---- what follows by itself ---------------------------------------------------------------

    def settle(self) -> None:
        """Do what nobody has to ask for: begin, roll, end."""
        match = self.match
        if match.phase == phases.WAITING and not match.open_seats:
            if match.dice.shared and match.persons:
                dice = match.dice
                self.emit("sharing", commitment=dice.commitment, hashes=list(dice.hashes))
            else:
                self._begin()
        if match.phase == phases.SHARING and not match.owing:
            self._begin()
        if match.phase != phases.PLAYING:
            return
        while match.position.turn == CHANCE:
            token = match.try_roll(self.watcher)
            self.emit("rolled", tokens=[token])
        if outcome := match.position.outcome():
            self.end(outcome_of(match, outcome))
        elif len(match.line) >= MAX_MOVES:
            self._draw_by("unfinished")

    def _begin(self) -> None:
        match = self.match
        if match.first == "rules":
            self._begun({"by": "rules", "rules": str(match.rules)})
        elif match.first == "roll":
            winner = match.dice.number(match.next_draw(FIRST), match.rules.players)
            self._begun({"by": "roll", "winner": winner, **beginning_with(match.rules, winner)})
        else:
            self.emit("throwing")
            self.throw_for_computers()
            self.reveal_throws()

    def _begun(self, data: dict[str, Any]) -> None:
        seats = [self.match.seats[old].public() for old in data.get("order", ())]
        self.emit("begun", **data, seats=seats or [seat.public() for seat in self.match.seats])

    def throw_for_computers(self) -> None:
        """Let the computer throw its sign, from the dice that it is committed to."""
        match = self.match
        for number, seat in enumerate(match.seats):
            if seat.kind == COMPUTER and match.phase == phases.THROWING:
                sign = SIGNS[match.dice.number(match.next_draw(SIGN), len(SIGNS))]
                self.emit("thrown", {"sign": sign}, seat=number)

    def reveal_throws(self) -> None:
        """Show the signs once both have thrown, and begin or throw again."""
        match = self.match
        if len(match.throws) < len(match.seats):
            return
        signs = (match.throws[0], match.throws[1])
        winner = winner_of(signs)
        if winner is None:
            self.emit("tied", signs=list(signs))
            self.throw_for_computers()
            self.reveal_throws()
            return
        begun = beginning_with(match.rules, winner)
        self._begun({"by": "rps", "winner": winner, "signs": list(signs), **begun})

    def end(self, over: Over) -> None:
        """End the match and reveal the dice."""
        self.emit("ended", over=over.public(), seed=self.match.dice.seed.hex())

    def end_without(self, seat: int, how: str) -> None:
        """End a match that somebody lost off the board, or let the computer take the seat."""
        match = self.match
        others = [number for number in match.contenders if number != seat]
        if len(others) == 1:
            scores = tuple(float(number in others) for number in range(len(match.seats)))
            self.end(Over(how, how, scores, tuple(others), seat))
        else:
            self.emit("replaced", seat=seat, level=SUBSTITUTE_LEVEL, why=how)

    def end_if_flagged(self) -> bool:
        """End the match if the time of the player to move is used up.

        Whatever else she sent came before what she sends now; for all others the flag falls later.
        Before the match has begun, time opens the seats of those who do not share in the dice.
        """
        match = self.match
        if match.phase == phases.SHARING:
            open_silent_seats(self)
        clock = match.clock
        if match.phase != phases.PLAYING or not clock or clock.running is None:
            return False
        late = clock.used_up if clock.running in self.held else clock.flagged
        if not late(self.came):
            return False
        self.request = ""  # whatever was asked, this is not its doing
        self.end_without(clock.running, "time")
        return True

    def credit(self, lost: int, now: int) -> None:
        """Give back to the clock that runs what nobody could have used; `now` is when it is known.

        It is part of no request, and comes before everything else.
        """
        if lost > 0 and self.match.deadline is not None:
            request, self.request = self.request, ""
            self.now = max(self.now, now)
            self.emit("resumed", lost=lost)
            self.request = request

    # ---- turns --------------------------------------------------------------------------------

    def play(self, seat: int, tokens: list[str]) -> None:
        """Play a turn, or its part up to a roll."""
        self.must_be_turn_of(seat)
        self.match.try_turn(tokens, self.watcher)
        self.emit("turn", seat=seat, tokens=tokens)
        self.settle()
        play_plans(self)

    # ---- offers -------------------------------------------------------------------------------

    def offer(self, what: str, seat: int, **more: Any) -> None:
        """Propose something; it happens at once if nobody else has to agree."""
        self.emit("offered", seat=seat, what=what, agreed=self.held, **more)
        self._conclude(what)

    def agree(self, what: str, seat: int, **more: Any) -> None:
        """Accept what somebody proposed."""
        offer = self.match.offers.get(what)
        if not offer:
            raise RefusedError("no-offer", f"nobody has proposed a {what}")
        if set(self.held) <= set(offer.agreed):
            raise RefusedError("not-allowed", "one cannot accept one's own proposal")
        agreed = sorted({*offer.agreed, *self.held})
        self.emit("agreed", seat=offer.seat, by=seat, what=what, agreed=agreed, **more)
        self._conclude(what)

    def decline(self, what: str, seat: int) -> None:
        """Turn down what somebody proposed."""
        offer = self.match.offers.get(what)
        if not offer:
            raise RefusedError("no-offer", f"nobody has proposed a {what}")
        if offer.seat in self.held:
            raise RefusedError("not-allowed", "one withdraws one's own proposal")
        self.emit("declined", seat=seat, what=what)

    def withdraw(self, what: str) -> None:
        """Take back what one has proposed."""
        offer = self.match.offers.get(what)
        if not offer or offer.seat not in self.held:
            raise RefusedError("no-offer", f"you have not proposed a {what}, or it was answered")
        self.emit("withdrawn", seat=offer.seat, what=what)

    def _conclude(self, what: str) -> None:
        """Let happen what all have agreed to. The computer takes moves back but takes no draw."""
        match = self.match
        offer = match.offers[what]
        if not set(match.persons) <= set(offer.agreed):
            return
        if what == "takeback":
            self.emit("takenback", seat=offer.seat, moves=moves_before(match, offer.seat))
        elif what == "draw":
            self._draw(offer.agreed)

    def take_back_to(self, seat: int, moves: int) -> None:
        """Take back everything after some moves, where nobody else has to agree."""
        match = self.match
        if set(match.persons) - set(self.held):
            raise RefusedError("not-allowed", "the others must agree: ask for one turn at a time")
        if not match.past <= moves < len(match.line):
            raise RefusedError("nothing-to-take-back", f"{moves} is not a move to go back to")
        left = len(match.line)
        for turn in reversed(match.history):
            if turn.seat is None:
                raise RefusedError("roll-stands", "what was played before a roll stands")
            left -= len(turn.tokens)
            if left <= moves:
                break
        if left != moves:
            raise RefusedError("not-allowed", f"no turn ended after {moves} moves")
        self.emit("takenback", seat=seat, moves=moves)

    def _draw(self, agreed: tuple[int, ...]) -> None:
        match = self.match
        for number in match.contenders:
            if number not in agreed:
                self.emit("declined", seat=number, what="draw")
                return
        self._draw_by("agreement")

    def _draw_by(self, how: str) -> None:
        seats = len(self.match.seats)
        self.end(Over(how, how, (1 / seats,) * seats, tuple(self.match.contenders)))


def moves_before(match: Match, seat: int) -> int:
    """Return how many moves there were before a seat's latest turn, if it can be taken back."""
    left = len(match.line)
    for turn in reversed(match.history):
        if turn.seat is None:
            raise RefusedError("roll-stands", "what was played before a roll stands")
        left -= len(turn.tokens)
        if left < match.past:
            break
        if turn.seat == seat:
            return left
    raise RefusedError("nothing-to-take-back", "there is no turn to take back")


# ---- the verbs of the protocol ----------------------------------------------------------------


def perform(session: Session, verb: str, fields: Fields) -> None:
    """Do what a request of the protocol asks for."""
    action, sharing = _ACTIONS.get(verb), _SHARING.get(verb)
    if not action and not sharing and verb != "join":
        raise RefusedError("bad-request", f"'do' is {DO.kind.words}, not {verb[:40]!r}")
    if session.end_if_flagged():
        raise RefusedError("over", "the time was used up")
    if action:
        action(session, session.seat(fields), fields)
    elif sharing:
        session.must_be_seated()
        sharing(session, fields)
    else:
        _do_join(session, fields)


def _do_join(session: Session, fields: Fields) -> None:
    match = session.match
    given = JOIN.take(fields)
    if match.phase != phases.WAITING:
        raise RefusedError("taken", "all seats are taken: you can watch")
    seat = given["seat"]
    if seat is None:
        seat = match.open_seats[0]
    if seat not in match.open_seats:
        raise RefusedError("taken", f"seat {seat} is not open; open are {match.open_seats}")
    name = clean_name(given["name"])
    shared = {"hash": fresh_hash(match, given["hash"], session.held)} if match.dice.shared else {}
    session.emit("joined", {"holder": session.holder}, seat=seat, name=name, **shared)
    session.settle()


def _do_play(session: Session, seat: int, fields: Fields) -> None:
    given = MESSAGES[Verb.PLAY].take(fields)
    tokens = given["tokens"]
    session.must_be_playing()
    session.must_be_current(given["at"])
    if not tokens:
        raise RefusedError("unfinished-turn", "a turn has at least one token")
    session.play(seat, tokens)


def _do_resign(session: Session, seat: int, fields: Fields) -> None:
    fields.finish()
    session.must_be_playing()
    session.end_without(seat, "resignation")


def _do_leave(session: Session, seat: int, fields: Fields) -> None:
    fields.finish()
    match = session.match
    if match.phase == phases.PLAYING:
        session.end_without(seat, "abandonment")
    elif match.phase == phases.OVER:
        raise RefusedError("over", "the match is over")
    elif session.holder == match.maker or match.phase == phases.THROWING:
        scores = (0.0,) * len(match.seats)
        session.end(Over("cancelled", "cancelled", scores, (), seat))
    else:
        leave(session, seat)


def _do_offer_draw(session: Session, seat: int, fields: Fields) -> None:
    fields.finish()
    session.must_be_playing()
    if "draw" in session.match.offers:
        raise RefusedError("offered-already", "a draw is proposed already")
    session.offer("draw", seat)


def _do_ask_takeback(session: Session, seat: int, fields: Fields) -> None:
    moves = MESSAGES[Verb.ASK_TAKEBACK].take(fields)["moves"]
    session.must_be_playing()
    if moves is not None:
        session.take_back_to(seat, moves)
        return
    if "takeback" in session.match.offers:
        raise RefusedError("offered-already", "a takeback is proposed already")
    moves_before(session.match, seat)
    session.offer("takeback", seat)


def _answer(what: str, method: Callable[[Session, str, int], None]) -> _Action:
    def answer(session: Session, seat: int, fields: Fields) -> None:
        fields.finish()
        session.must_be_playing()
        method(session, what, seat)

    return answer


def _do_withdraw(session: Session, seat: int, fields: Fields) -> None:
    session.withdraw(MESSAGES[Verb.WITHDRAW].take(fields)["what"])


def _do_rematch(session: Session, seat: int, fields: Fields) -> None:
    given = MESSAGES[Verb.REMATCH].take(fields)["hash"]
    match = session.match
    if match.phase != phases.OVER or not match.over or match.over.how in WITHOUT_RESULT:
        raise RefusedError("not-allowed", "a rematch comes after a match")
    if match.rematch:
        raise RefusedError("not-allowed", "the rematch has begun")
    offer = match.offers.get("rematch")
    shared = {}
    if will_roll(match.rules, match.first, match.seats):
        given = fresh_hash(match, given)
        known = (offer and offer.hashes) or (None,) * len(match.seats)
        hashes = [given if seat in session.held else part for seat, part in enumerate(known)]
        shared = {"hashes": hashes}
    if offer:
        session.agree("rematch", seat, **shared)
    else:
        session.offer("rematch", seat, **shared)


def rematch_is_agreed(match: Match, holder: str = "") -> bool:
    """Whether everybody wants a rematch, if a holder does: somebody with ids and seeds makes it."""
    offer = match.offers.get("rematch")
    agreed = {*(offer.agreed if offer else ()), *seats_of(match.seats, holder)}
    return bool(agreed) and match.phase == phases.OVER and set(match.persons) <= agreed


def _do_throw(session: Session, seat: int, fields: Fields) -> None:
    sign = MESSAGES[Verb.THROW].take(fields)["sign"]
    match = session.match
    if match.phase != phases.THROWING:
        raise RefusedError("not-allowed", "nothing is thrown for here")
    if seat in match.throws:
        # On one screen the same secret throws for both, one after the other.
        others = [number for number in session.held if number not in match.throws]
        if not others:
            raise RefusedError("not-allowed", "you have thrown: wait for the other")
        seat = others[0]
    session.emit("thrown", {"sign": sign}, seat=seat)
    session.reveal_throws()
    session.settle()


def _do_name(session: Session, seat: int, fields: Fields) -> None:
    name = MESSAGES[Verb.NAME].take(fields)["name"]
    session.emit("named", seat=seat, name=clean_name(name))


_Action = Callable[[Session, int, Fields], None]

#: What each verb does. Those that only ask, or concern one player alone, are the host's.
_ACTIONS: dict[str, _Action] = {
    Verb.PLAY: _do_play,
    Verb.RESIGN: _do_resign,
    Verb.LEAVE: _do_leave,
    Verb.OFFER_DRAW: _do_offer_draw,
    Verb.ACCEPT_DRAW: _answer("draw", Session.agree),
    Verb.DECLINE_DRAW: _answer("draw", Session.decline),
    Verb.ASK_TAKEBACK: _do_ask_takeback,
    Verb.ACCEPT_TAKEBACK: _answer("takeback", Session.agree),
    Verb.DECLINE_TAKEBACK: _answer("takeback", Session.decline),
    Verb.REMATCH: _do_rematch,
    Verb.THROW: _do_throw,
    Verb.NAME: _do_name,
    Verb.WITHDRAW: _do_withdraw,
    Verb.SAY: do_say,
    Verb.CHAT: do_chat,
    Verb.PLAN: do_plan,
}

#: What is done for all of one's seats at once.
_SHARING: dict[str, Callable[[Session, Fields], None]] = {
    Verb.COMMIT: do_commit,
    Verb.REVEAL: do_reveal,
}


def set_draft(session: Session, seat: int, tokens: list[str]) -> None:
    """Keep the unconfirmed tokens of a turn; refuse those that cannot be played."""
    session.must_be_turn_of(seat)
    session.match.line_with_draft(tokens)
    session.match.draft = tuple(tokens)


def expire(session: Session, last: int) -> None:
    """End a match that was left behind, unless something has happened after its event `last`."""
    match = session.match
    if match.last == last and match.phase != phases.OVER:
        session.end(Over("expired", "expired", (0.0,) * len(match.seats), ()))


__all__ = ["OPEN", "Session", "expire", "perform", "rematch_is_agreed", "set_draft"]
