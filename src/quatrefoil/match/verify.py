"""Checking dice after a match: the record's tags carry what was revealed, and what it needs.

Everything is checked that a record can show. What it cannot show is whether the commitments are
those that people saw before they revealed anything: whoever kept them hands them in as `seen`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import RecordError, shortened
from quatrefoil.core.record import Record
from quatrefoil.match.beginning import SIGNS, winner_of
from quatrefoil.match.dice import CHANCE_MOVE, FIRST, SIGN, Dice, Draw, EventDice, hash_of
from quatrefoil.match.dice_tags import DiceTags, EventDiceTags, read_dice_tags
from quatrefoil.match.match import Match

#: The sign of each letter in the tags.
_SIGN_OF = {sign[0]: sign for sign in SIGNS}


def dice_tags(match: Match) -> dict[str, str]:
    """Return the tags with which the dice of a finished match can be checked.

    A match from a record rolled nothing: its record's own tags tell of its dice.
    """
    if not match.over or match.tags is not None:
        return {}
    dice = match.dice
    if isinstance(dice, EventDice):
        return _event_dice_tags(match, dice)
    if not dice.shared:
        return {}
    return DiceTags(
        match.id,
        dice.commitment,
        dice.seed,
        dice.hashes,
        dice.values,
        (match.rules.players, match.rolled_first[1]) if match.rolled_first else None,
        tuple("".join(sign[0] for sign in signs) for signs in match.rounds),
        match.throwers,
        match.past,
    ).to_tags()


def _event_dice_tags(match: Match, dice: EventDice) -> dict[str, str]:
    rolls = tuple(turn.event for turn in match.history if turn.seat is None)
    if not (rolls or match.rolled_first):
        return {}
    first = None
    if match.rolled_first:
        event, winner = match.rolled_first
        first = (event, match.rules.players, winner)
    told = EventDiceTags(match.id, dice.commitment, dice.seed, dice.texts, rolls, first)
    return told.to_tags()


def verify_dice(record: Record, seen: Iterable[str] = ()) -> str:
    """Return what was checked, in words; raise a RecordError at the first thing that is wrong.

    `seen` are hashes that somebody saw before the first roll: the server's and those of people.
    """
    told = read_dice_tags(record.tags)
    if isinstance(told, EventDiceTags):
        checked, committed = _verify_events(record, told), [told.commitment]
    else:
        checked, committed = _verify_shared(record, told), _commitments(told)
    seen = list(seen)
    for one in seen:
        if one not in committed:
            raise RecordError(
                f"somebody saw {shortened(one)}, but the record was rolled from {committed}"
            )
    return "\n".join([*checked, *_about_commitments(committed, set(seen))])


def _about_commitments(committed: list[str], seen: set[str]) -> list[str]:
    if seen == set(committed):
        return ["All of them were seen before the first roll."]
    if seen:
        return [f"{len(seen)} of the {len(committed)} hashes were seen before the first roll."]
    return [
        f"The server's commitment is {committed[0]}.",
        *(f"Somebody's hash is {part}." for part in committed[1:]),
        "Compare them with what the match showed before its first roll: --seen does it.",
    ]


def _check_commitment(dice: Dice, commitment: str) -> None:
    if dice.commitment != commitment:
        raise RecordError(f"the seed's SHA-256 is {dice.commitment}, not {shortened(commitment)}")


# ---- scheme 2 ---------------------------------------------------------------------------------


def _commitments(told: DiceTags) -> list[str]:
    """Return the server's commitment and everybody's hash, each once."""
    return list(dict.fromkeys([told.commitment, *filter(None, told.hashes)]))


def _verify_shared(record: Record, told: DiceTags) -> list[str]:
    dice = Dice(told.match, told.seed, told.hashes, told.values)
    _check_commitment(dice, told.commitment)
    if len(told.hashes) != record.rules.players:
        raise RecordError(
            f"the tags tell of {len(told.hashes)} seats, but there are {record.rules.players}"
        )
    if told.past > len(record.moves):
        raise RecordError(f"the record has fewer moves than the {told.past} before its match")
    shared = _check_values(told)
    if told.first:
        if told.first[0] != record.rules.players:
            raise RecordError(f"the first turn was rolled for among {told.first[0]} players")
        _check_first(dice, Draw(FIRST, 0), *told.first)
        _check_who_begins(record, told.first[1])
    signs = _check_throws(dice, record, told)
    rolls = _check_rolls(dice, record, lambda number: Draw(CHANCE_MOVE, number), told.past)
    used = rolls + signs + bool(told.first)
    if used and None in [
        value for part, value in zip(told.hashes, told.values, strict=True) if part
    ]:
        raise RecordError("something was rolled before everybody had revealed their value")
    thrown = f" and {signs} signs of the computer" if signs else ""
    return [
        f"{rolls} rolls{_and_first(told.first)}{thrown}: all as committed.",
        f"{shared} values of people went into them, each as its hash promised.",
        *([f"{told.past} moves were made before the match: no dice of it."] if told.past else []),
    ]


def _check_values(told: DiceTags) -> int:
    """Check every value against its hash; return how many people shared one."""
    for seat, (part, value) in enumerate(zip(told.hashes, told.values, strict=True)):
        if value is not None and part != hash_of(value):
            raise RecordError(f"the value of seat {seat} is not the one of which a hash was sent")
    return len(set(filter(None, told.values)))


def _check_who_begins(record: Record, winner: int) -> None:
    """Check that the winner began, where the rules' options say who does."""
    begins = record.rules.options_to_begin(winner) or {}
    for name, value in begins.items():
        if record.rules.options[name] != value:
            raise RecordError(f"seat {winner} won the first turn, but {name} is not {value}")


def _check_throws(dice: Dice, record: Record, told: DiceTags) -> int:
    """Check the computer's signs and who won by them; return how many there were."""
    index = 0
    for number, letters in enumerate(told.throws, start=1):
        if len(letters) != 2 or not set(letters) <= set(_SIGN_OF):
            raise RecordError(f"round {number} of rock-paper-scissors has no two signs")
        signs = (_SIGN_OF[letters[0]], _SIGN_OF[letters[1]])
        for seat in told.throwers:
            drawn = SIGNS[dice.number(Draw(SIGN, index), len(SIGNS))]
            if seat not in (0, 1) or signs[seat] != drawn:
                raise RecordError(f"the computer's sign of round {number} should be {drawn}")
            index += 1
        winner = winner_of(signs)
        if (winner is None) != (number < len(told.throws)):
            raise RecordError(f"round {number} of rock-paper-scissors is not the one that decides")
        if winner is not None:
            _check_who_begins(record, winner)
    return index


# ---- scheme 1 ---------------------------------------------------------------------------------


def _verify_events(record: Record, told: EventDiceTags) -> list[str]:
    dice = EventDice(told.match, told.seed, texts=told.shared)
    _check_commitment(dice, told.commitment)
    if told.first:
        event, players, winner = told.first
        _check_first(dice, Draw(FIRST, 0, event), players, winner)
    events = told.events

    def draw(number: int) -> Draw:
        if number == len(events):
            raise RecordError(f"the record names the events of {number} rolls, but has more")
        return Draw(CHANCE_MOVE, number, events[number])

    rolls = _check_rolls(dice, record, draw)
    if rolls < len(events):
        raise RecordError(f"the record names the events of {len(events)} rolls, but has {rolls}")
    return [f"{rolls} rolls{_and_first(told.first)}: all as committed."]


# ---- both -------------------------------------------------------------------------------------


def _and_first(first: object) -> str:
    return " and the one for the first turn" if first else ""


def _check_first(dice: Dice, draw: Draw, players: int, winner: int) -> None:
    drawn = dice.number(draw, players)
    if drawn != winner:
        raise RecordError(
            f"seat {winner} won the roll for the first turn, but the dice give {drawn}"
        )


def _check_rolls(dice: Dice, record: Record, draw: Callable[[int], Draw], past: int = 0) -> int:
    """Check every chance move after the `past`, each drawn by `draw`; return how many."""
    rolls = 0
    for number, (line, token) in enumerate(zip(record.lines(), record.moves, strict=False)):
        if line.position.turn != CHANCE or number < past:
            continue
        move = dice.roll(draw(rolls), line.position.chance_outcomes())
        rolls += 1
        if token != line.position.token(move):
            raise RecordError(
                f"roll {rolls} is {token}, but the dice give {line.position.token(move)}"
            )
    return rolls
