"""From the log to the match: all of it, or as far as it is whole, with what is wrong after that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quatrefoil.match import Event, Match, RefusedError
from quatrefoil.play import present
from quatrefoil.play.drafts import playable
from quatrefoil.play.history import History, worded
from quatrefoil.server.store.contract import Log


class Loaded(NamedTuple):
    """A match as its log gives it; with a `fault` it ends where the log stops making sense."""

    match: Match
    #: Its turns in words: of a long match that takes a while, and it is in a thread here.
    history: History
    fault: RefusedError | None = None
    #: Numbers and texts of its last events, for those who have not heard of them.
    told: list[tuple[int, bytes]] = []  # noqa: RUF012


def replay(match: str, log: Log, told: int | None = None) -> Loaded | None:
    """Return the match of a log, or None if there is none; raise if not even its start is whole.

    `told` is an event after which all are told again.
    """
    if log.last is None and not log.events:
        return None
    retold: list[tuple[int, bytes]] = []
    whole = len(log.events) if told is None or log.fault else min(told, len(log.events))
    found, fault = _replayed(match, log.events[: max(1, whole)])
    if found and not fault and len(log.events) > whole:
        try:
            retold = present.retold(found, log.events[whole:])
        except Exception:  # it is looked at once more, to say what is wrong
            retold = []
            found, fault = _replayed(match, log.events)
    fault = fault or log.fault
    if not fault and len(log.events) != (log.last or 0):
        fault = f"the log ends at event {len(log.events)}, not at {log.last or 0}"
    if found is None:
        raise _unreadable(fault)
    if fault:
        return Loaded(found, worded(found), _unreadable(fault))
    if log.draft and log.draft[0] >= found.moved:
        found.draft = playable(found, log.draft[1])
    return Loaded(found, worded(found), None, retold)


def _replayed(match: str, events: Sequence[Event]) -> tuple[Match | None, str]:
    """Return the match as far as its events can be replayed, and why not further."""
    found: Match | None = None
    number = 0
    try:
        for number, event in enumerate(events, 1):
            if event.number != number:
                return found, f"event {number} is missing"
            if found is None:
                found = _first(match, event)
            else:
                found.apply(event)
    except Exception as problem:  # a log can be wrong in more ways than one can list
        # The event may have changed half of what it should.
        whole = Match.from_events(events[: number - 1]) if found else None
        return whole, f"event {number} cannot be replayed: {type(problem).__name__}: {problem}"
    return found, "" if found else "the log is empty"


def _first(match: str, created: Event) -> Match:
    found = Match(created)
    if found.id != match:
        raise ValueError(f"it is of the match {found.id}")
    return found


def _unreadable(fault: str) -> RefusedError:
    return RefusedError("unreadable", f"the log of this match is damaged: {fault}")
