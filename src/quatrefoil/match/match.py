"""One match: what its events say.

`apply` is the only way in: the same events in the same order always give the same match. What may
happen next is decided in `requests`; this module only keeps the account.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import FormatError, MoveError
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.outcome import Outcome, plain
from quatrefoil.core.position import Position
from quatrefoil.core.record import Ending, Record
from quatrefoil.core.registry import position_from_json
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.core.tags import player_tags
from quatrefoil.match import phases
from quatrefoil.match.clock import Clock, TimeControl
from quatrefoil.match.dice import CHANCE_MOVE, FIRST, SHARING_TIME, SIGN, Dice, Draw, EventDice
from quatrefoil.match.errors import RefusedError
from quatrefoil.match.events import Event
from quatrefoil.match.plans import PlannedLine, followed, kept_plan, moves_of
from quatrefoil.match.seats import COMPUTER, OPEN, PERSON, Seat
from quatrefoil.match.talk import KEPT, Said

#: Called with each position and the move about to be made in it: how front ends hear of changes.
Watcher = Callable[[Position, int], None]

#: Events that change what can be played. After any other one a move that was meant for the
#: position before it is still meant for this one: nobody's talk makes a move out of date.
_MOVING = frozenset(("begun", "turn", "rolled", "imported", "takenback", "replaced", "ended"))

#: How a match ends that nobody has played to an end.
WITHOUT_RESULT = ("cancelled", "unfinished", "expired")


class Turn(NamedTuple):
    """One entry of the history: the tokens of a turn, or of the part up to a roll, or a roll."""

    event: int
    seat: int | None
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """Something proposed: a draw, a takeback, a rematch; and who has agreed so far."""

    what: str
    seat: int
    agreed: tuple[int, ...]
    #: For a rematch in which something will be rolled: by seat, what they are committed to.
    hashes: tuple[str | None, ...] = ()

    def public(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {"what": self.what, "seat": self.seat, "agreed": list(self.agreed)}


@dataclass(frozen=True, slots=True)
class Over:
    """How a match ended. `seat` is who resigned, ran out of time or left."""

    how: str
    reason: str
    scores: tuple[float, ...]
    winners: tuple[int, ...]
    seat: int | None = None

    def public(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {
            "how": self.how,
            "reason": self.reason,
            "scores": plain(self.scores),
            "winners": list(self.winners),
            "seat": self.seat,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Over:
        """Read what `public` wrote."""
        return cls(
            data["how"],
            data["reason"],
            tuple(float(score) for score in data["scores"]),
            tuple(data["winners"]),
            data["seat"],
        )


class Match:
    """Everything about one match, kept up by `apply`."""

    __slots__ = (
        "answered",
        "chat",
        "clock",
        "control",
        "created",
        "dice",
        "draft",
        "drawn",
        "first",
        "hashes",
        "history",
        "id",
        "last",
        "line",
        "maker",
        "moved",
        "offers",
        "openings",
        "over",
        "past",
        "phase",
        "planned",
        "plans",
        "practice",
        "rematch",
        "rolled_first",
        "rounds",
        "rules",
        "said",
        "seats",
        "sharing_since",
        "spoken",
        "start",
        "tags",
        "throwers",
        "throws",
        "time",
    )

    def __init__(self, created: Event) -> None:
        data = created.data
        self.id: str = data["match"]
        self.created = created.time
        self.rules: Rules = rules_of(data["rules"])
        self.practice = "position" in data
        self.start: Position = (
            position_from_json(data["position"]) if self.practice else self.rules.start()
        )
        self.line = Line(self.start, data.get("moves", ()))
        #: How many moves were made before this match: they stand.
        self.past = len(self.line)
        self.maker: str = created.hidden["maker"]
        self.seats: tuple[Seat, ...] = tuple(
            Seat(**seat, holder=holder)
            for seat, holder in zip(data["seats"], created.hidden["holders"], strict=True)
        )
        self.control = TimeControl.from_json(data["clock"])
        self.clock: Clock | None = None
        self.first: str = data["first"]
        #: Whether its maker lets it be counted among the openings once it is over.
        self.openings = bool(data.get("openings"))
        self.dice = _dice(created)
        #: How many rolls there were for each purpose.
        self.drawn = {FIRST: 0, SIGN: 0, CHANCE_MOVE: 0}
        #: Every hash that anybody ever sent here: none serves twice.
        self.hashes = {part for part in self.dice.hashes if part}
        #: When people could begin to share what they owe now.
        self.sharing_since = 0
        self.last = created.number
        #: The number of the last event that changed what can be played.
        self.moved = created.number
        #: When the last event happened: time does not go back within a match.
        self.time = created.time
        self.phase = phases.WAITING
        self.history: list[Turn] = list(_turns(self.start, created.number, self.line.tokens))
        self.offers: dict[str, Offer] = {}
        self.throws: dict[int, str] = {}
        #: The signs of every round of rock-paper-scissors, and the computer's seats in them.
        self.rounds: list[tuple[str, ...]] = []
        self.throwers: tuple[int, ...] = ()
        #: The tags of the record that the match was made from; None for a match that was played.
        self.tags: dict[str, str] | None = None
        self.over: Over | None = None
        self.rematch: str | None = None
        #: The event and the winner of a roll for the first turn.
        self.rolled_first: tuple[int, int] | None = None
        #: Tokens of the unconfirmed turn of the seat to move; not part of the log.
        self.draft: tuple[str, ...] = ()
        #: By seat, the conditional moves that are left; for their holders alone.
        self.plans: dict[int, tuple[PlannedLine, ...]] = {}
        #: By seat, how many moves were ever planned.
        self.planned: dict[int, int] = {}
        #: The seats that want free text; the latest of what was said, and by seat how much.
        self.chat: set[int] = set()
        self.said: deque[Said] = deque(maxlen=KEPT)
        self.spoken: dict[int, int] = {}
        #: Requests that made events, with the number of the last one.
        self.answered: dict[str, int] = {}

    @classmethod
    def from_events(cls, events: Iterable[Event]) -> Match:
        """Return the match that a log describes."""
        log = iter(events)
        match = cls(next(log))
        for event in log:
            match.apply(event)
        return match

    # ---- what one may ask ---------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position on the board, without the draft."""
        return self.line.position

    @property
    def turn(self) -> int | None:
        """The seat to move, or None where nobody is."""
        if self.phase != phases.PLAYING:
            return None
        turn: int = self.line.position.turn
        return turn if turn >= 0 else None

    @property
    def contenders(self) -> list[int]:
        """The seats that can still win."""
        return [number for number, seat in enumerate(self.seats) if not seat.replaced]

    @property
    def open_seats(self) -> list[int]:
        """The seats that wait for somebody."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == OPEN]

    @property
    def persons(self) -> list[int]:
        """The seats on which people sit."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == PERSON]

    @property
    def all_committed(self) -> bool:
        """Whether everybody whose part the dice need is committed to it."""
        return all(self.dice.hashes[seat] for seat in self.persons)

    @property
    def owing(self) -> list[int]:
        """The seats of people for whom the dice wait: for a hash of each, then for the values."""
        if not self.dice.shared:
            return []
        parts = self.dice.values if self.all_committed else self.dice.hashes
        return [seat for seat in self.persons if parts[seat] is None]

    @property
    def deadline(self) -> int | None:
        """When somebody's time is used up, if nothing happens before."""
        if self.phase == phases.SHARING:
            return self._sharing_deadline()
        return self.clock.deadline if self.clock and self.phase == phases.PLAYING else None

    def _sharing_deadline(self) -> int | None:
        """When those who joined lose their seats: never without a clock, and the maker never."""
        hurried = self.control is not None and self.control.kind != "correspondence"
        joined = any(self.seats[seat].holder != self.maker for seat in self.owing)
        return self.sharing_since + SHARING_TIME if hurried and joined else None

    def next_draw(self, purpose: str) -> Draw:
        """Return what the next event is rolled from."""
        return Draw(purpose, self.drawn[purpose], self.last + 1)

    def line_with_draft(self, tokens: Sequence[str]) -> Line:
        """Return a copy of the line with the tokens of a turn played, or refuse them."""
        line = self.line.copy()
        self._play(line, tokens, None)
        return line

    def line_after(self, moves: int) -> Line:
        """Return a copy of the line as it was after some moves; that takes no time per move."""
        if moves > len(self.line):
            raise RefusedError("not-allowed", f"the match has {len(self.line)} moves so far")
        return self.line.copy() if moves == len(self.line) else self.line.copy_before(moves)

    def record(self) -> Record:
        """Return the record of a match that began at the start of the game."""
        if self.practice:
            raise RefusedError("not-allowed", "a match that began in mid-game has no record")
        tags = self.tags
        if tags is None:
            tags = player_tags(self.rules, [seat.title for seat in self.seats])
        return Record(self.rules, tuple(self.line.tokens), self._ending(), tags)

    def _ending(self) -> Ending | None:
        if not self.over or self.over.how in ("rules", *WITHOUT_RESULT):
            return None
        return Ending(self.over.how, self.over.scores, self.over.seat)

    # ---- playing on the board -----------------------------------------------------------------

    def try_turn(self, tokens: Sequence[str], watcher: Watcher | None = None) -> None:
        """Play the tokens of one turn of the player to move, or refuse them and change nothing."""
        line = self.line
        seat = line.position.turn
        self._play(line, tokens, watcher)
        if line.position.turn == seat:
            self._unplay(len(tokens))
            raise RefusedError("unfinished-turn", "the turn goes on: play all its tokens at once")

    def try_roll(self, watcher: Watcher | None = None) -> str:
        """Roll for chance; return the token."""
        position = self.position
        move = self.dice.roll(self.next_draw(CHANCE_MOVE), position.chance_outcomes())
        if watcher:
            watcher(position, move)
        self.line.push_unchecked(move)
        return self.line.tokens[-1]

    def _play(self, line: Line, tokens: Sequence[str], watcher: Watcher | None) -> None:
        """Play tokens on a line while the player to move stays the same; all or nothing."""
        seat = line.position.turn
        played = 0
        try:
            for token in tokens:
                if line.position.turn != seat:
                    raise RefusedError("illegal-move", f"the turn is over before {token[:40]!r}")
                move = line.position.parse(token)
                if watcher:
                    watcher(line.position, move)
                line.push_unchecked(move)
                played += 1
        except (MoveError, RefusedError) as problem:
            for _ in range(played):
                line.pop()
            raise RefusedError("illegal-move", str(problem)) from None

    def _unplay(self, count: int) -> None:
        for _ in range(count):
            self.line.pop()

    # ---- the account --------------------------------------------------------------------------

    def apply(self, event: Event, watcher: Watcher | None = None) -> None:
        """Take an event of the log into account, its moves included.

        A log in which one is missing, or in which somebody played in another's place, is refused.
        """
        if event.number != self.last + 1:
            raise FormatError(f"event {self.last + 1} is missing before event {event.number}")
        if event.type == "turn" and event.data["seat"] != self.turn:
            raise FormatError(f"event {event.number} is a turn of seat {event.data['seat']}")
        if event.type in ("turn", "rolled", "imported"):
            for token in event.data["tokens"]:
                if watcher:
                    watcher(self.position, self.position.parse(token))
                self.line.play(token)
        self.note(event)

    def note(self, event: Event) -> None:
        """Take an event into account whose moves are on the board already."""
        _NOTES[event.type](self, event)
        self.last = event.number
        self.time = event.time
        if event.type in _MOVING:
            self.moved = event.number
        if event.request:
            self.answered[event.request] = event.number

    def _note_joined(self, event: Event) -> None:
        seat = self.seats[event.data["seat"]]
        self._seat(event, seat.taken_by(event.hidden["holder"], event.data["name"]))
        if "hash" in event.data:
            self._commit([event.data["seat"]], event.data["hash"])

    def _note_named(self, event: Event) -> None:
        seat = self.seats[event.data["seat"]]
        self._seat(event, seat.taken_by(seat.holder, event.data["name"]))

    def _note_left(self, event: Event) -> None:
        self._seat(event, self.seats[event.data["seat"]].left())
        if "commitment" in event.data:
            self.dice = self.dice.renewed()
            self.phase = phases.WAITING
        elif self.dice.shared:
            self.dice = self.dice.with_hash([event.data["seat"]], None)

    def _note_replaced(self, event: Event) -> None:
        self._seat(event, self.seats[event.data["seat"]].taken_over(event.data["level"]))
        self.offers.clear()
        self.plans.clear()
        self.draft = ()
        self._run_clock(event.time)

    def _seat(self, event: Event, seat: Seat) -> None:
        number = event.data["seat"]
        self.seats = (*self.seats[:number], seat, *self.seats[number + 1 :])

    def _note_seeded(self, event: Event) -> None:
        if isinstance(self.dice, EventDice):
            self.dice = self.dice.with_text(event.data["seat"], event.data["text"])

    def _note_committed(self, event: Event) -> None:
        self._commit(event.data["seats"], event.data["hash"])
        if self.all_committed:
            self.sharing_since = event.time

    def _commit(self, seats: Sequence[int], given: str) -> None:
        self.dice = self.dice.with_hash(seats, given)
        self.hashes.add(given)

    def _note_sharing(self, event: Event) -> None:
        self.phase = phases.SHARING
        self.sharing_since = event.time

    def _note_revealed(self, event: Event) -> None:
        self.dice = self.dice.with_value(event.data["seats"], event.data["value"])

    def _note_throwing(self, event: Event) -> None:
        self.phase = phases.THROWING
        kinds = [seat.kind for seat in self.seats]
        self.throwers = tuple(seat for seat, kind in enumerate(kinds) if kind == COMPUTER)

    def _note_thrown(self, event: Event) -> None:
        seat = event.data["seat"]
        self.throws[seat] = event.hidden["sign"]
        self.drawn[SIGN] += seat in self.throwers

    def _note_tied(self, event: Event) -> None:
        self.throws.clear()
        self.rounds.append(tuple(event.data["signs"]))

    def _note_begun(self, event: Event) -> None:
        data = event.data
        if data["by"] == "roll":
            self.rolled_first = (event.number, data["winner"])
            self.drawn[FIRST] += 1
        elif data["by"] == "rps":
            self.rounds.append(tuple(data["signs"]))
        if "order" in data:
            self.seats = tuple(self.seats[old] for old in data["order"])
        if data["rules"] != str(self.rules):
            self.rules = rules_of(data["rules"])
            self.start = self.rules.start()
            self.line = Line(self.start)
        self.phase = phases.PLAYING
        if self.control:
            self.clock = Clock.fresh(self.control, self.rules.players)
        self._run_clock(event.time)

    def _note_turn(self, event: Event) -> None:
        seat = event.data["seat"]
        self.history.append(Turn(event.number, seat, tuple(event.data["tokens"])))
        self.draft = ()
        if self.offers:
            self.offers = {
                what: offer
                for what, offer in self.offers.items()
                if what == "draw" and offer.seat == seat
            }
        if self.plans:
            key = self.position.key
            plans = self.plans.items()
            self.plans = {planner: left for planner, plan in plans if (left := followed(plan, key))}
        if self.clock and self.position.turn != CHANCE and self.position.turn != seat:
            self.clock = self.clock.run_for(None, event.time).turn_finished(seat)
        self._run_clock(event.time)

    def _note_rolled(self, event: Event) -> None:
        mover = self.history[-1].seat if self.history else None
        self.history.append(Turn(event.number, None, tuple(event.data["tokens"])))
        self.plans.clear()
        self.drawn[CHANCE_MOVE] += 1
        if self.clock and mover is not None and self.position.turn not in (CHANCE, mover):
            self.clock = self.clock.run_for(None, event.time).turn_finished(mover)
        self._run_clock(event.time)

    def _note_imported(self, event: Event) -> None:
        self.history = list(_turns(self.start, event.number, event.data["tokens"]))
        self.tags = event.data["tags"]
        self.phase = phases.OVER
        self.over = Over.from_json(event.data["over"])

    def _note_offered(self, event: Event) -> None:
        data = event.data
        hashes = tuple(data.get("hashes", ()))
        self.offers[data["what"]] = Offer(data["what"], data["seat"], tuple(data["agreed"]), hashes)
        self.hashes.update(part for part in hashes if part)

    def _note_declined(self, event: Event) -> None:
        self.offers.pop(event.data["what"], None)

    def _note_withdrawn(self, event: Event) -> None:
        self.offers.pop(event.data["what"], None)

    def _note_said(self, event: Event) -> None:
        data = event.data
        seat = data["seat"]
        said = Said(event.number, event.time, seat, data.get("phrase"), data.get("text"))
        self.said.append(said)
        self.spoken[seat] = self.spoken.get(seat, 0) + 1

    def _note_chat(self, event: Event) -> None:
        seats = set(event.data["seats"])
        self.chat = self.chat | seats if event.data["on"] else self.chat - seats

    def _note_planned(self, event: Event) -> None:
        seat, lines = event.data["seat"], event.hidden["lines"]
        self.planned[seat] = self.planned.get(seat, 0) + moves_of(lines)
        self.plans.pop(seat, None)
        if plan := kept_plan(self, lines):
            self.plans[seat] = plan

    def _note_takenback(self, event: Event) -> None:
        self.plans.clear()
        while len(self.line) > event.data["moves"]:
            self._unplay(len(self.history.pop().tokens))
        self.offers.clear()
        self.draft = ()
        self._run_clock(event.time)

    def _note_resumed(self, event: Event) -> None:
        if self.clock:
            self.clock = self.clock.skip(event.data["lost"])
        self.sharing_since += event.data["lost"]

    def _note_ended(self, event: Event) -> None:
        if self.clock:
            self.clock = self.clock.run_for(None, event.time)
        self.phase = phases.OVER
        self.over = Over.from_json(event.data["over"])
        self.offers.clear()
        self.plans.clear()
        self.draft = ()

    def _note_rematch(self, event: Event) -> None:
        self.offers.clear()
        self.rematch = event.data["match"]

    def _run_clock(self, now: int) -> None:
        """Let the clock run for the person to move; the computer's never runs."""
        if self.clock:
            seat = self.turn
            person = seat is not None and self.seats[seat].kind == PERSON
            self.clock = self.clock.run_for(seat if person else None, now)


_NOTES: dict[str, Callable[[Match, Event], None]] = {
    name.removeprefix("_note_"): note
    for name, note in vars(Match).items()
    if name.startswith("_note_")
} | {"agreed": Match._note_offered}


def _dice(created: Event) -> Dice:
    """Return the dice of a new match; logs from before there were schemes are of scheme 1."""
    match, seed = created.data["match"], bytes.fromhex(created.hidden["seed"])
    if "scheme" not in created.data:
        return EventDice(match, seed)
    hashes = tuple(created.data.get("hashes", ()))
    return Dice(match, seed, hashes, (None,) * len(hashes))


def _turns(start: Position, event: int, moves: Iterable[str]) -> Iterable[Turn]:
    """Group moves that an event brought into turns."""
    line = Line(start)
    mover, tokens = line.position.turn, list[str]()
    for token in moves:
        if tokens and (line.position.turn != mover or mover == CHANCE):
            yield Turn(event, None if mover == CHANCE else mover, tuple(tokens))
            tokens = []
        mover = line.position.turn
        line.play(token)
        tokens.append(token)
    if tokens:
        yield Turn(event, None if mover == CHANCE else mover, tuple(tokens))


def outcome_of(match: Match, outcome: Outcome) -> Over:
    """Return how a match ends by the rules; a seat whose person left can't win."""
    contenders = match.contenders
    best = max(outcome.scores[seat] for seat in contenders)
    winners = tuple(seat for seat in contenders if outcome.scores[seat] == best)
    return Over("rules", outcome.reason, outcome.scores, winners)
