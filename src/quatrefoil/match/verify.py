"""Checking dice after a match: the record's tags carry the revealed seed and what it needs.

dice.match        the match
dice.commitment   SHA-256 of the seed, as published before the first roll
dice.seed         the seed
dice.shared       what the players contributed, as JSON: [[seat, text], …]
dice.first        who won the roll for the first turn: event, number of players, winner
dice.events       the event number of each roll, each as the distance from the one before
dice.events.2 …   and so on, where one tag is too short
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from itertools import accumulate, pairwise

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import RecordError
from quatrefoil.core.record import Record
from quatrefoil.match.dice import Dice
from quatrefoil.match.match import Match

_TAG_LENGTH = 900


def dice_tags(match: Match) -> dict[str, str]:
    """Return the tags with which the dice of a finished match can be checked."""
    rolls = [turn.event for turn in match.history if turn.seat is None]
    if not match.over or not (rolls or match.rolled_first):
        return {}
    shared = [[seat, text] for seat, text in sorted(match.dice.shared.items())]
    tags = {
        "dice.match": match.id,
        "dice.commitment": match.dice.commitment,
        "dice.seed": match.dice.seed.hex(),
        "dice.shared": json.dumps(shared, separators=(",", ":")),
    }
    if match.rolled_first:
        event, winner = match.rolled_first
        tags["dice.first"] = f"{event} {match.rules.players} {winner}"
    return tags | dict(_events_tags(rolls))


def verify_dice(record: Record) -> str:
    """Return what was checked, in words; raise a RecordError at the first thing that is wrong."""
    dice = _read_dice(record)
    _check_first(dice, record)
    events = _read_events(record)
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
    first = " and the one for the first turn" if "dice.first" in record.tags else ""
    return (
        f"{rolls} rolls{first}: all as committed.\n"
        f"The commitment is {dice.commitment}.\n"
        "Compare it with the one that the match showed before its first roll."
    )


def _read_dice(record: Record) -> Dice:
    tags = record.tags
    try:
        seed = bytes.fromhex(tags["dice.seed"])
        shared = {int(seat): str(text) for seat, text in json.loads(tags["dice.shared"])}
        dice = Dice(tags["dice.match"], seed, shared)
        commitment = tags["dice.commitment"]
    except KeyError as missing:
        raise RecordError(
            f"the record has no tag {missing}: a finished match with dice, from a server, has it"
        ) from None
    except (ValueError, TypeError):
        raise RecordError("the tags about dice are not of the form that a server writes") from None
    if dice.commitment != commitment:
        raise RecordError(f"the seed's SHA-256 is {dice.commitment}, not {commitment}")
    return dice


def _check_first(dice: Dice, record: Record) -> None:
    text = record.tags.get("dice.first")
    if text is None:
        return
    parts = text.split()
    if len(parts) != 3 or not all(part.isdecimal() for part in parts) or parts[1] == "0":
        raise RecordError("'dice.first' is an event, a number of players and who won")
    event, players, winner = (int(part) for part in parts)
    drawn = dice.draw(event, players)
    if drawn != winner:
        raise RecordError(
            f"seat {winner} won the roll for the first turn, but the dice give {drawn}"
        )


def _events_tags(rolls: list[int]) -> Iterator[tuple[str, str]]:
    """Yield the tags that hold the rolls' event numbers, each short enough for a record."""
    gaps = [str(event - before) for before, event in pairwise([0, *rolls])]
    words = textwrap.wrap(" ".join(gaps), _TAG_LENGTH)
    for number, text in enumerate(words, start=1):
        yield ("dice.events" if number == 1 else f"dice.events.{number}"), text


def _read_events(record: Record) -> list[int]:
    """Return what `_events_tags` wrote."""
    texts = [record.tags.get("dice.events", "")]
    while (more := record.tags.get(f"dice.events.{len(texts) + 1}")) is not None:
        texts.append(more)
    gaps = " ".join(texts).split()
    if not all(gap.isdecimal() and len(gap) < 10 for gap in gaps):
        raise RecordError("'dice.events' is a list of whole numbers")
    return list(accumulate(int(gap) for gap in gaps))
