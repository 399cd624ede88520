"""New matches: from what somebody asks for, from a record, or from a match that ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from quatrefoil.core.errors import FormatError, shortened
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.position import Position
from quatrefoil.core.record import Record
from quatrefoil.core.registry import game as game_of
from quatrefoil.core.registry import position_from_json
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.match.clock import TimeControl
from quatrefoil.match.dice import SCHEME, Dice
from quatrefoil.match.events import Event
from quatrefoil.match.match import Match, Over, outcome_of
from quatrefoil.match.messages import new_match
from quatrefoil.match.seats import COMPUTER, OPEN, PERSON, Seat, clean_name
from quatrefoil.match.sharing import HOW_TO_COMMIT, will_roll


@dataclass(frozen=True)
class Setup:
    """What a new match is to be."""

    rules: Rules
    seats: tuple[Seat, ...]
    control: TimeControl | None = None
    first: str = "rules"
    position: Position | None = None
    #: Moves that were made before: the match goes on after them.
    moves: tuple[str, ...] = ()
    #: By seat, what people are committed to; none where nothing will be rolled.
    hashes: tuple[str | None, ...] = ()
    #: Whether it may be counted among the openings once it is over.
    openings: bool = False

    @classmethod
    def from_json(cls, data: Any, levels: Sequence[int], holder: str) -> Setup:
        """Read what `POST /api/matches` takes.

        `levels` are those that the computer can play; `holder` gets the seats of "me".
        """
        given = new_match(tuple(levels)).read(data)
        name, start, clock = given["game"], given["position"], given["clock"]
        position = None if start is None else position_from_json(start)
        rules = _rules(name, given["options"]) if position is None else position.rules
        seats = tuple(_seat_of(seat, levels, holder) for seat in given["seats"])
        control = None if clock is None else TimeControl.of(clock)
        moves = tuple(given["moves"])
        counts = bool(given["openings"])
        setup = cls(rules, seats, control, given["first"], position, moves, openings=counts)
        setup.check(name)
        return setup.with_hash(holder, given["hash"])

    @property
    def rolls(self) -> bool:
        """Whether something will be rolled."""
        return will_roll(self.rules, self.first, self.seats)

    def with_hash(self, holder: str, given: str | None) -> Setup:
        """Return the setup with what the holder of some seats is committed to, if that matters."""
        if not self.rolls:
            return self
        if given is None and any(seat.holder == holder for seat in self.seats):
            raise FormatError(HOW_TO_COMMIT)
        hashes = tuple(given if seat.kind == PERSON else None for seat in self.seats)
        return replace(self, hashes=hashes)

    def check(self, name: str | None) -> None:
        """Refuse what does not fit together."""
        wanted = self.rules.players
        if len(self.seats) != wanted:
            raise FormatError(f"{self.rules} has {wanted} seats, not {len(self.seats)}")
        if self.first == "rps" and wanted != 2:
            raise FormatError(f"rock-paper-scissors is for two players, not {wanted}")
        if self.position is None and not self.moves:
            return
        if name is not None and name != self.rules.game.name:
            raise FormatError(
                f"the position is of {self.rules.game.name}, not of {shortened(name)}"
            )
        line = Line(self.rules.start() if self.position is None else self.position, self.moves)
        if line.position.is_over:
            raise FormatError("the game is over in that position")
        if self.first != "rules":
            raise FormatError("the position says who is to move: 'first' can only be 'rules'")

    def created(self, match: str, seed: bytes, maker: str, now: int) -> Event:
        """Return the first event of the new match's log; `maker` may cancel it."""
        data: dict[str, Any] = {
            "match": match,
            "game": self.rules.game.name,
            "rules": str(self.rules),
            "seats": [seat.public() for seat in self.seats],
            "clock": self.control and self.control.to_json(),
            "first": self.first,
            "scheme": SCHEME,
            "commitment": Dice(match, seed).commitment,
        }
        if self.rolls:
            data["hashes"] = list(self.hashes or [None] * len(self.seats))
        if self.position is not None:
            data["position"] = self.position.to_json()
        if self.moves:
            data["moves"] = list(self.moves)
        if self.openings:
            data["openings"] = 1
        holders = [seat.holder for seat in self.seats]
        hidden = {"seed": seed.hex(), "maker": maker, "holders": holders}
        return Event(1, now, "created", data, hidden)


def rematch_of(match: Match) -> Setup:
    """Return the setup of a rematch: everybody moves on by one seat."""
    moved = (*match.seats[1:], match.seats[0])
    seats = tuple(replace(seat, replaced=False) for seat in moved)
    position = match.start if match.practice else None
    moves = tuple(match.line.tokens[: match.past])
    hashes = match.offers["rematch"].hashes if "rematch" in match.offers else ()
    return Setup(
        match.rules,
        seats,
        match.control,
        match.first,
        position,
        moves,
        (*hashes[1:], *hashes[:1]),
        match.openings,
    )


def imported(record: Record, created: Event) -> Event:
    """Return the second, and last, event of a match made from a record."""
    match = Match(created)
    line = record.replay()
    match.line = line
    if record.ending:
        scores = record.ending.scores
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        over = Over(record.ending.how, record.ending.how, scores, winners, record.ending.player)
    elif outcome := line.position.outcome():
        over = outcome_of(match, outcome)
    else:
        over = Over("unfinished", "unfinished", line.position.scores(), ())
    data = {"tokens": list(record.moves), "over": over.public(), "tags": dict(record.tags)}
    return Event(2, created.time, "imported", data)


def _rules(name: str | None, options: dict[str, Any]) -> Rules:
    if name is None:
        raise FormatError("'game' is the name of a game, where no 'position' says which")
    return rules_of(game_of(name).name, options)


def _seat_of(given: dict[str, Any], levels: Sequence[int], holder: str) -> Seat:
    """Return the seat that somebody asks for; the computer plays a middle level by default."""
    name = clean_name(given["name"])
    if given["kind"] == "me":
        return Seat(PERSON, name, holder=holder)
    if given["kind"] == "open":
        return Seat(OPEN)
    level = given["level"]
    return Seat(COMPUTER, name, levels[len(levels) // 2] if level is None else level)
