"""New matches: from what somebody asks for, from a record, or from a match that ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from quatrefoil.core.constants import MAX_PLAYERS
from quatrefoil.core.errors import FormatError, shortened
from quatrefoil.core.fields import Fields
from quatrefoil.core.game import Rules
from quatrefoil.core.position import Position
from quatrefoil.core.record import Record
from quatrefoil.core.registry import game as game_of
from quatrefoil.core.registry import position_from_json
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.match.clock import TimeControl
from quatrefoil.match.dice import Dice
from quatrefoil.match.events import Event
from quatrefoil.match.match import Match, Over, outcome_of
from quatrefoil.match.seats import COMPUTER, OPEN, PERSON, Seat, clean_name

FIRSTS = ("rules", "roll", "rps")


@dataclass(frozen=True)
class Setup:
    """What a new match is to be."""

    rules: Rules
    seats: tuple[Seat, ...]
    control: TimeControl | None = None
    first: str = "rules"
    position: Position | None = None

    @classmethod
    def from_json(cls, data: Any, levels: Sequence[int], holder: str) -> Setup:
        """Read what `POST /api/matches` takes.

        `levels` are those that the computer can play; `holder` gets the seats of "me".
        """
        fields = Fields(data, "a match")
        name = fields.take("game", None)
        options = fields.mapping("options", default={})
        given = fields.take("position", None)
        seats = fields.array("seats", MAX_PLAYERS)
        control = TimeControl.from_json(fields.take("clock", None))
        first = fields.choice("first", FIRSTS, "rules")
        fields.finish()
        position = None if given is None else position_from_json(given)
        rules = _rules(name, options) if position is None else position.rules
        taken = tuple(_read_seat(seat, levels, holder) for seat in seats)
        setup = cls(rules, taken, control, first, position)
        setup.check(name)
        return setup

    def check(self, name: Any) -> None:
        """Refuse what does not fit together."""
        wanted = self.rules.players
        if len(self.seats) != wanted:
            raise FormatError(f"{self.rules} has {wanted} seats, not {len(self.seats)}")
        if self.first == "rps" and wanted != 2:
            raise FormatError(f"rock-paper-scissors is for two players, not {wanted}")
        if self.position is None:
            return
        if name is not None and name != self.rules.game.name:
            raise FormatError(
                f"the position is of {self.rules.game.name}, not of {shortened(name)}"
            )
        if self.position.is_over:
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
            "commitment": Dice(match, seed).commitment,
        }
        if self.position is not None:
            data["position"] = self.position.to_json()
        holders = [seat.holder for seat in self.seats]
        hidden = {"seed": seed.hex(), "maker": maker, "holders": holders}
        return Event(1, now, "created", data, hidden)


def rematch_of(match: Match) -> Setup:
    """Return the setup of a rematch: everybody moves on by one seat."""
    moved = (*match.seats[1:], match.seats[0])
    seats = tuple(replace(seat, replaced=False) for seat in moved)
    position = match.start if match.practice else None
    return Setup(match.rules, seats, match.control, match.first, position)


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


def _rules(name: Any, options: dict[str, Any]) -> Rules:
    if not isinstance(name, str):
        raise FormatError(f"'game' is the name of a game, not {shortened(name)}")
    return rules_of(game_of(name).name, options)


def _read_seat(data: Any, levels: Sequence[int], holder: str) -> Seat:
    fields = Fields(data, "a seat")
    kind = fields.choice("kind", ["me", "open", "computer"])
    name = clean_name(fields.string("name", ""))
    level = fields.take("level", None)
    fields.finish()
    if kind == "me":
        return Seat(PERSON, name, holder=holder)
    if kind == "open":
        return Seat(OPEN)
    if level is None:
        level = levels[len(levels) // 2]
    if isinstance(level, bool) or level not in levels:
        raise FormatError(
            f"the computer plays levels {levels[0]} to {levels[-1]}, not {shortened(level)}"
        )
    return Seat(COMPUTER, name, level)
