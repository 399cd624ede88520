"""Checking dice after a match: the record's tags carry the revealed seed and what it needs."""

from __future__ import annotations

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import RecordError
from quatrefoil.core.record import Record
from quatrefoil.core.tags import DiceTags
from quatrefoil.match.dice import Dice
from quatrefoil.match.match import Match


def dice_tags(match: Match) -> dict[str, str]:
    """Return the tags with which the dice of a finished match can be checked.

    A match from a record rolled nothing: its record's own tags tell of its dice.
    """
    rolls = tuple(turn.event for turn in match.history if turn.seat is None)
    if not match.over or match.tags is not None or not (rolls or match.rolled_first):
        return {}
    dice, first = match.dice, None
    if match.rolled_first:
        event, winner = match.rolled_first
        first = (event, match.rules.players, winner)
    return DiceTags(match.id, dice.commitment, dice.seed, dice.shared, rolls, first).to_tags()


def verify_dice(record: Record) -> str:
    """Return what was checked, in words; raise a RecordError at the first thing that is wrong."""
    told = DiceTags.from_tags(record.tags)
    dice = Dice(told.match, told.seed, told.shared)
    if dice.commitment != told.commitment:
        raise RecordError(f"the seed's SHA-256 is {dice.commitment}, not {told.commitment}")
    if told.first:
        _check_first(dice, *told.first)
    _check_rolls(dice, told.events, record)
    first = " and the one for the first turn" if told.first else ""
    return (
        f"{len(told.events)} rolls{first}: all as committed.\n"
        f"The commitment is {dice.commitment}.\n"
        "Compare it with the one that the match showed before its first roll."
    )


def _check_first(dice: Dice, event: int, players: int, winner: int) -> None:
    drawn = dice.draw(event, players)
    if drawn != winner:
        raise RecordError(
            f"seat {winner} won the roll for the first turn, but the dice give {drawn}"
        )


def _check_rolls(dice: Dice, events: tuple[int, ...], record: Record) -> None:
    rolls = 0
    for line, token in zip(record.lines(), record.moves, strict=False):
        if line.position.turn != CHANCE:
            continue
        if rolls == len(events):
            raise RecordError(f"the record names the events of {rolls} rolls, but has more")
        move = dice.roll(events[rolls], line.position.chance_outcomes())
        rolls += 1
        if token != line.position.token(move):
            raise RecordError(
                f"roll {rolls} is {token}, but the dice give {line.position.token(move)}"
            )
    if rolls < len(events):
        raise RecordError(f"the record names the events of {len(events)} rolls, but has {rolls}")
