"""What is written to the database: encoded before it waits, folded to one entry a match.

A write says where the log of its match must end (`old`) and where it will end (`new`). Encoding
happens here, on behalf of whoever wants it stored: what cannot be encoded fails alone, and at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson

from quatrefoil.core.errors import FormatError
from quatrefoil.match import Event
from quatrefoil.play.contracts import OvertakenError

#: What a row holds, in the order of its table's columns.
Row = tuple[Any, ...]


class Beat(NamedTuple):
    """A time at which the server ran, and the outages before it that are not stored yet.

    They are stored together: else a match could get too little or too much time back after a kill.
    """

    time: int
    #: Number, begin and end of each.
    outages: tuple[Row, ...] = ()
    #: Outages that ended before this time are forgotten.
    forget: int = 0


class Write(NamedTuple):
    """What is stored of one match: the events old + 1 … new, all of them or none."""

    match: str = ""
    old: int = 0
    new: int = 0
    #: The rows of the events, as JSON, with commas between.
    events: str = ""
    #: Game, time of making, phase, deadline and `due` of the match, where one of them has changed.
    about: Row | None = None
    #: The tokens of a draft, as JSON: good as long as the match is at event `new`.
    draft: str | None = None
    #: A heartbeat. It is of no match.
    beat: Beat | None = None


def events_write(match: str, events: Sequence[Event], about: Row | None = None) -> Write:
    """Return the write of events, which follow one another without a gap."""
    old = events[0].number - 1
    for number, happened in enumerate(events, old + 1):
        if happened.number != number:
            raise ValueError(f"event {happened.number} of {match} comes where {number} should")
    try:
        rows = orjson.dumps([_event_row(match, happened) for happened in events])
    except TypeError as problem:  # half a character of UTF-16, for one
        raise FormatError(f"this cannot be stored: {problem}") from None
    return Write(match, old, old + len(events), rows[1:-1].decode(), about)


def _event_row(match: str, happened: Event) -> Row:
    number, time, kind, data, hidden, request = happened
    if "\0" in request:  # SQLite would cut it there, and the request could not be found again
        raise FormatError("the id of a request has no character U+0000")
    return (
        match,
        number,
        time,
        kind,
        orjson.dumps(data).decode(),
        orjson.dumps(hidden).decode() if hidden else "",
        request,
    )


@dataclass(slots=True)
class Entry:
    """All writes of one match that share a commit."""

    match: str
    old: int
    new: int
    events: list[str]
    about: Row | None
    #: The number and the tokens of the last draft.
    draft: tuple[int, str] | None

    @classmethod
    def of(cls, write: Write) -> Entry:
        """Return the entry of a first write."""
        rows = [write.events] if write.events else []
        draft = None if write.draft is None else (write.new, write.draft)
        return cls(write.match, write.old, write.new, rows, write.about, draft)

    def add(self, write: Write) -> None:
        """Take one more write in, which begins where the last one ended."""
        self.new = write.new
        if write.events:
            self.events.append(write.events)
        self.about = write.about or self.about
        if write.draft is not None:
            # Whoever reads it compares its number with the last event that moved something.
            self.draft = write.new, write.draft

    @property
    def last_event(self) -> Row:
        """The row of its last event."""
        *_, last = orjson.loads(f"[{self.events[-1]}]")
        return tuple(last)


def overtaken(entry: Entry, last: int) -> OvertakenError:
    """Return what is said of an entry that begins where its log does not end."""
    return OvertakenError(f"the log of {entry.match} ends at event {last}, not at {entry.old}")
