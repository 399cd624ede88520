"""What clients are told: states, events and snapshots as JSON text.

The text of an event is made once and sent to everybody; the holder of the seat to move gets the
same text with what concern that seat alone (its legal moves, its draft) put in at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import orjson

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.line import Line
from quatrefoil.core.outcome import plain
from quatrefoil.core.position import Position
from quatrefoil.core.record import Record
from quatrefoil.match import Event, Match, phases
from quatrefoil.match.dice import SCHEME
from quatrefoil.match.match import Turn
from quatrefoil.match.seats import seats_of
from quatrefoil.match.verify import dice_tags
from quatrefoil.view.data import json_text, view_of

#: The phases in which a state tells of the dice.
_DICE_TOLD = (phases.WAITING, phases.SHARING, phases.OVER)


def encode(data: Any) -> bytes:
    """Return JSON text, as it is sent."""
    return orjson.dumps(data)


def drawn(view_data: Any) -> orjson.Fragment:
    """Return view data as a part of JSON that is written already."""
    return orjson.Fragment(json_text(view_data))


class Narrator:
    """Tells what happens in one match, as `requests.Witness`."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._view = view_of(match.rules)
        self._changes: list[Any] = []
        self._say: list[Any] = []
        #: What is to be told: the event's number and its text, in order.
        self.told: list[tuple[int, bytes]] = []

    def saw_move(self, position: Position, move: int) -> None:
        """Remember what a move does and how it is called."""
        self._changes.append(drawn(self._view.changes(position, move)))
        self._say.append(drawn(self._view.say(position, move)))

    def saw_event(self, event: Event) -> None:
        """Write down what everybody is told."""
        data = event.public()
        if event.type in ("turn", "rolled"):
            data["changes"], data["say"] = self._changes, self._say
            self._changes, self._say = [], []
        elif event.type == "begun":
            self._view = view_of(self.match.rules)
        data["state"] = state(self.match, event.time)
        self.told.append((event.number, encode(data)))


def retold(match: Match, events: Iterable[Event]) -> list[tuple[int, bytes]]:
    """Apply events of the log to a match; return their texts, as they were told at first."""
    narrator = Narrator(match)
    for event in events:
        match.apply(event, narrator.saw_move)
        narrator.saw_event(event)
    return narrator.told


def state(match: Match, now: int) -> dict[str, Any]:
    """Return the whole truth about a match, as everybody may know it."""
    position = match.position
    clock = match.clock
    # Hashes and values come before the match begins, the seed when it is over; not with each move.
    shared = {"dice": dice(match)} if match.phase in _DICE_TOLD and match.dice.shared else {}
    return {
        "phase": match.phase,
        "key": f"{position.key:016x}",
        "position": position.to_json(),
        "scene": drawn(view_of(match.rules).scene(position)),
        "turn": match.turn,
        "moves": len(match.line),
        "clock": clock and {"left": clock.left_at(now), "running": clock.running, "now": now},
        "offers": [offer.public() for offer in match.offers.values()],
        "chat": sorted(match.chat),
        "over": match.over and match.over.public(),
        "seats": [seat.public() for seat in match.seats],
        **shared,
    }


def own_state(match: Match) -> dict[str, Any]:
    """Return what the holder of the seat to move is told besides: legal moves and the draft."""
    view = view_of(match.rules)
    if not match.draft:
        return {"paths": drawn(view.paths(match.position)), "draft": []}
    line = match.line_with_draft(match.draft)
    return {
        "paths": drafted_paths(match, line),
        "draft": list(match.draft),
        "drafted": drafted(match, line),
    }


def drafted(match: Match, line: Line) -> dict[str, Any]:
    """Return what the board looks like with a draft, and whether it is a whole turn."""
    scene = view_of(match.rules).scene(line.position)
    return {"scene": drawn(scene), "complete": line.position.turn != match.position.turn}


def drafted_paths(match: Match, line: Line) -> Any:
    """Return the legal moves after a draft; none where it ends the turn."""
    if line.position.turn != match.position.turn:
        return []
    return drawn(view_of(match.rules).paths(line.position))


def with_own_state(text: bytes, own: bytes) -> bytes:
    """Put what concerns one seat into the text of an event, whose last key is its state."""
    return b"%b,%b}" % (text[:-2], own[1:])


def snapshot(match: Match, holder: str, now: int, history: bytes) -> dict[str, Any]:
    """Return everything about a match, as a holder (or, with none, a guest) may know it.

    `history` is the text of `play.history`.
    """
    mine = seats_of(match.seats, holder)
    whole = state(match, now)
    if match.turn is not None and match.turn in mine:
        whole |= own_state(match)
    return {
        "id": match.id,
        "game": match.rules.game.name,
        "rules": str(match.rules),
        "options": dict(match.rules.options),
        "mine": mine,
        "first": match.first,
        "clock": match.control and match.control.to_json(),
        "dice": dice(match),
        "practice": match.practice,
        "start": match.start.to_json() if match.practice else None,
        "past": match.past,
        "last": match.last,
        "created": match.created,
        "history": orjson.Fragment(history),
        "said": [said.public() for said in match.said],
        "rematch": match.rematch,
        "state": whole,
    }


def summary(match: Match, holder: str, now: int) -> dict[str, Any]:
    """Return how a match stands, in short: for the list of somebody's matches."""
    clock, turn = match.clock, match.turn
    runs = clock is not None and turn is not None and clock.running == turn
    return {
        "id": match.id,
        "game": match.rules.game.name,
        "options": dict(match.rules.changed),
        "clock": match.control and match.control.to_json(),
        "phase": match.phase,
        "seats": [seat.public() for seat in match.seats],
        "mine": seats_of(match.seats, holder),
        "turn": turn,
        "left": clock.left_at(now)[turn] if clock and turn is not None and runs else None,
        "moves": len(match.line),
        "time": match.time,
        "over": match.over and match.over.public(),
        "rematch": match.rematch,
    }


class Moment(NamedTuple):
    """A point of a match: how many moves were made, and the position then."""

    moves: int
    position: Position
    #: The turn of the last move, its token and the position before it; nothing at the start.
    turn: Turn | None = None
    token: str = ""
    before: Position | None = None


def moments(match: Match, first: int, last: int) -> list[Moment]:
    """Return what `steps` shows from after move `first` to after move `last`, as it is now."""
    found = [Moment(0, match.start)] if first == 0 else []
    line, number = match.line, 0
    for turn in match.history:
        if number + len(turn.tokens) < first:
            number += len(turn.tokens)
            continue
        for token in turn.tokens:
            number += 1
            if number > last:
                return found
            if number >= max(first, 1):
                before = line.before(number - 1)
                after = line.position.copy() if number == len(line) else line.before(number)
                found.append(Moment(number, after, turn, token, before))
    return found


def steps(shown: Sequence[Moment]) -> list[dict[str, Any]]:
    """Return moments of a match, each with the move that led to it; in any thread."""
    return [_step(moment) for moment in shown]


def _step(moment: Moment) -> dict[str, Any]:
    view = view_of(moment.position.rules)
    entry: dict[str, Any] = {"moves": moment.moves}
    if moment.turn and moment.before:
        move = moment.before.parse(moment.token)
        entry |= {
            "event": moment.turn.event,
            "seat": moment.turn.seat,
            "token": moment.token,
            "say": drawn(view.say(moment.before, move)),
            "changes": drawn(view.changes(moment.before, move)),
        }
    return entry | {"scene": drawn(view.scene(moment.position))}


def record(match: Match) -> Record:
    """Return the record of a match, with what it takes to check its dice."""
    found = match.record()
    return replace(found, tags={**found.tags, **dice_tags(match)})


def words(match: Match, drafted_too: bool, moves: int | None = None) -> Any:
    """Return the position in words, with the draft for whom it concerns; or as it once was."""
    line = match.line if moves is None else match.line_after(moves)
    if moves is None and drafted_too and match.draft:
        line = match.line_with_draft(match.draft)
    return drawn(view_of(match.rules).describe(line.position))


def hint(position: Position, move: int) -> dict[str, Any]:
    """Return a good move: its token, its words, how to click it and what it does."""
    view, token = view_of(position.rules), position.token(move)
    clicks = [path.clicks for path in view.paths(position) if path.token == token]
    return {
        "token": token,
        "say": say(position, move),
        "clicks": clicks[0] if clicks else [],
        "changes": drawn(view.changes(position, move)),
    }


def say(position: Position, move: int) -> Any:
    """Return a move in words."""
    return drawn(view_of(position.rules).say(position, move))


def last_draft_step(match: Match, tokens: Sequence[str]) -> dict[str, Any]:
    """Return what the last token of a draft does, and how it is called."""
    if not tokens:
        return {"changes": [], "say": None}
    view = view_of(match.rules)
    line = match.line_with_draft(tokens[:-1])
    move = line.position.parse(tokens[-1])
    return {
        "changes": drawn(view.changes(line.position, move)),
        "say": drawn(view.say(line.position, move)),
    }


def dice(match: Match) -> dict[str, Any] | None:
    """Return what may be known of the dice, where there are any: the seed only at the end."""
    found = match.dice
    if not found.shared and found.scheme == SCHEME:
        return None
    return {
        "scheme": found.scheme,
        "commitment": found.commitment,
        "hashes": found.hashes,
        "values": found.values,
        "seed": found.seed.hex() if match.over else None,
    }


def planned(match: Match, seat: int) -> list[dict[str, Any]]:
    """Return the conditional moves of a seat with words for each turn: for its holder alone."""
    view = view_of(match.rules)
    found = []
    for plan in match.plans.get(seat, ()):
        line = match.line.copy()
        say: list[list[Any]] = []
        for turn in plan:
            say.append([])
            for token in turn.tokens:
                move = line.position.parse(token)
                say[-1].append(drawn(view.say(line.position, move)))
                line.push_unchecked(move)
        turns, seats = [" ".join(turn.tokens) for turn in plan], [turn.seat for turn in plan]
        found.append({"turns": turns, "seats": seats, "say": say})
    return found


def look(
    line: Line, tokens: Sequence[str], place: str = "", past: Sequence[str] = ()
) -> dict[str, Any]:
    """Play tokens, and return what the board looks like then and what each of them did.

    Of `past`, moves that come first, nothing is told.
    """
    for token in past:
        line.play(token)
    view = view_of(line.position.rules)
    done: dict[str, Any] = {"changes": [], "say": []}
    for token in tokens:
        move = line.position.parse(token)
        done["changes"].append(drawn(view.changes(line.position, move)))
        done["say"].append(drawn(view.say(line.position, move)))
        line.push_unchecked(move)
    position = line.position
    outcome = position.outcome()
    return done | {
        "key": f"{position.key:016x}",
        "position": position.to_json(),
        "scene": drawn(view.scene(position)),
        "paths": drawn(view.paths(position)),
        "words": drawn(view.explain(position, place) if place else view.describe(position)),
        "turn": position.turn if position.turn >= 0 else None,
        "chance": _chance(position),
        "over": outcome
        and {
            "reason": outcome.reason,
            "scores": plain(outcome.scores),
            "winners": outcome.winners,
        },
    }


def _chance(position: Position) -> list[dict[str, Any]]:
    """Return what can be rolled, and how often; nothing where a player is to move."""
    if position.turn != CHANCE:
        return []
    return [
        {"token": position.token(move), "share": round(float(share), 4), "say": say(position, move)}
        for move, share in position.chance_outcomes()
    ]
