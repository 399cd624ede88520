"""What a record tells about the dice of its match: tags, by which they can be checked.

dice.scheme             2
dice.match              the match
dice.commitment         SHA-256 of the seed, as published before the first roll
dice.seed               the seed
dice.hashes             by seat, SHA-256 of each person's value, as sent before any was known; or -
dice.values             by seat, the values; or -
dice.first              the roll for the first turn: number of players, winner
dice.throws             rounds of rock-paper-scissors: the first letter of each seat's sign
dice.throwers           the seats in these rounds that the computer threw for
dice.past               how many moves were made before the match: it did not roll for them

Older records have no dice.scheme. Their rolls follow from the numbers of events:

dice.shared             what the players contributed, as JSON: [[seat, text], …]
dice.first              the roll for the first turn: event, number of players, winner
dice.events             the event number of each roll, each as the distance from the one before
dice.events.2 …         and so on, where one tag is too short

Everything that writes or reads these tags does it here.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from quatrefoil.core.errors import RecordError, shortened
from quatrefoil.core.tags import MAX_TEXT


@dataclass(frozen=True)
class DiceTags:
    """What a record tells so that the dice of its match can be checked, by scheme 2."""

    match: str
    commitment: str
    seed: bytes
    #: By seat: SHA-256 of a value, and the value, in hex; None where there is none.
    hashes: tuple[str | None, ...]
    values: tuple[str | None, ...]
    #: The roll for the first turn: how many players there were, who won it.
    first: tuple[int, int] | None = None
    #: Rounds of rock-paper-scissors, by the letters of both signs, and the computer's seats there.
    throws: tuple[str, ...] = ()
    throwers: tuple[int, ...] = ()
    #: How many moves of the record were made before the match.
    past: int = 0

    def to_tags(self) -> dict[str, str]:
        """Return the tags."""
        tags = {
            "dice.scheme": "2",
            "dice.match": self.match,
            "dice.commitment": self.commitment,
            "dice.seed": self.seed.hex(),
            "dice.hashes": " ".join(part or "-" for part in self.hashes),
            "dice.values": " ".join(part or "-" for part in self.values),
        }
        if self.first:
            tags["dice.first"] = _spaced(self.first)
        if self.throws:
            tags["dice.throws"] = " ".join(self.throws)
            tags["dice.throwers"] = _spaced(self.throwers)
        if self.past:
            tags["dice.past"] = str(self.past)
        return tags

    @classmethod
    def from_tags(cls, tags: Mapping[str, str]) -> DiceTags:
        """Read what `to_tags` wrote, or raise a RecordError."""
        try:
            first = _numbers(tags["dice.first"]) if "dice.first" in tags else None
            throws = tuple(tags.get("dice.throws", "").split())
            (past,) = _numbers(tags.get("dice.past", "0"))
            told = cls(
                seed=bytes.fromhex(tags["dice.seed"]),
                match=tags["dice.match"],
                commitment=tags["dice.commitment"],
                hashes=_parts(tags["dice.hashes"]),
                values=_parts(tags["dice.values"]),
                first=None if first is None else (first[0], first[1]),
                throws=throws,
                throwers=_numbers(tags["dice.throwers"]) if throws else (),
                past=past,
            )
        except KeyError as missing:
            raise _missing(missing) from None
        except (ValueError, IndexError):
            raise _malformed() from None
        if len(told.hashes) != len(told.values) or (told.first and told.first[0] == 0):
            raise _malformed()
        return told


@dataclass(frozen=True)
class EventDiceTags:
    """The same by scheme 1, of older records."""

    match: str
    commitment: str
    seed: bytes
    #: What each seat contributed.
    shared: Mapping[int, str]
    #: The event number of each roll.
    events: tuple[int, ...] = ()
    #: The roll for the first turn: its event, how many players there were, who won it.
    first: tuple[int, int, int] | None = None

    def to_tags(self) -> dict[str, str]:
        """Return the tags."""
        shared = [[seat, text] for seat, text in sorted(self.shared.items())]
        tags = {
            "dice.match": self.match,
            "dice.commitment": self.commitment,
            "dice.seed": self.seed.hex(),
            "dice.shared": json.dumps(shared, separators=(",", ":")),
        }
        if self.first:
            tags["dice.first"] = _spaced(self.first)
        return tags | dict(_event_tags(self.events))

    @classmethod
    def from_tags(cls, tags: Mapping[str, str]) -> EventDiceTags:
        """Read what `to_tags` wrote, or raise a RecordError."""
        try:
            return cls(
                seed=bytes.fromhex(tags["dice.seed"]),
                match=tags["dice.match"],
                commitment=tags["dice.commitment"],
                shared={int(seat): str(text) for seat, text in json.loads(tags["dice.shared"])},
                events=_read_events(tags),
                first=_read_first(tags),
            )
        except KeyError as missing:
            raise _missing(missing) from None
        except (ValueError, TypeError, OverflowError, RecursionError):
            raise _malformed() from None


def read_dice_tags(tags: Mapping[str, str]) -> DiceTags | EventDiceTags:
    """Read the tags about dice of any scheme, or raise a RecordError."""
    scheme = tags.get("dice.scheme", "1")
    if scheme == "1":
        return EventDiceTags.from_tags(tags)
    if scheme == "2":
        return DiceTags.from_tags(tags)
    raise RecordError(f"this program knows dice of the schemes 1 and 2, not {shortened(scheme)}")


def _missing(tag: KeyError) -> RecordError:
    return RecordError(
        f"the record has no tag {tag}: a finished match with dice, from a server, has it"
    )


def _malformed() -> RecordError:
    return RecordError("the tags about dice are not of the form that a server writes")


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _numbers(text: str) -> tuple[int, ...]:
    """Return what `_spaced` wrote."""
    words = text.split()
    if not all(map(_is_number, words)):
        raise ValueError(text)
    return tuple(map(int, words))


def _parts(text: str) -> tuple[str | None, ...]:
    """Return hashes or values; a "-" is none."""
    words = text.split()
    if not all(word == "-" or re.fullmatch("[0-9a-f]{64}", word) for word in words):
        raise ValueError(text)
    return tuple(None if word == "-" else word for word in words)


def _read_first(tags: Mapping[str, str]) -> tuple[int, int, int] | None:
    text = tags.get("dice.first")
    if text is None:
        return None
    parts = text.split()
    if len(parts) != 3 or not all(map(_is_number, parts)) or int(parts[1]) == 0:
        raise RecordError("'dice.first' is an event, a number of players and who won")
    event, players, winner = map(int, parts)
    return event, players, winner


def _event_tags(events: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Yield the tags that hold the rolls' event numbers, each short enough for a record."""
    gaps = [str(event - before) for before, event in pairwise([0, *events])]
    for number, text in enumerate(textwrap.wrap(" ".join(gaps), MAX_TEXT), start=1):
        yield _event_tag(number), text


def _read_events(tags: Mapping[str, str]) -> tuple[int, ...]:
    """Return what `_event_tags` wrote."""
    texts = [tags.get(_event_tag(1), "")]
    while (more := tags.get(_event_tag(len(texts) + 1))) is not None:
        texts.append(more)
    gaps = " ".join(texts).split()
    if not all(map(_is_number, gaps)):
        raise RecordError("'dice.events' is a list of whole numbers")
    return tuple(accumulate(map(int, gaps)))


def _event_tag(number: int) -> str:
    return "dice.events" if number == 1 else f"dice.events.{number}"


def _is_number(text: str) -> bool:
    """Whether a text is a whole number of at most nine digits."""
    return text.isascii() and text.isdecimal() and len(text) < 10
