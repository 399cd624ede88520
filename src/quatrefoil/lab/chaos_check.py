"""After chaos: what the log says, compared with what clients were told.

Each check yields a sentence for everything that is wrong. None of them trusts a server: the log is
read from the database itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.lab.chaos_clients import Receipt, Seen
from quatrefoil.match import Event, Match
from quatrefoil.match.events import request_key
from quatrefoil.match.verify import verify_dice
from quatrefoil.play.present import record
from quatrefoil.server.store.contract import Database
from quatrefoil.server.store.opening import open_store

#: Logs that are read at once.
_BATCH = 50


async def read_logs(database: Database, matches: Sequence[str]) -> dict[str, list[Event]]:
    """Return the logs of matches; a match whose row says otherwise where it ends is cut there."""
    store = await open_store(database)
    found: dict[str, list[Event]] = {}
    try:
        for first in range(0, len(matches), _BATCH):
            some = matches[first : first + _BATCH]
            found |= await store.events_after(dict.fromkeys(some, 0))
            for match, last in (await store.lasts(some)).items():
                if len(found.get(match, ())) != last:
                    raise QuatrefoilError(
                        f"{match} has {len(found.get(match, ()))} events, its row says {last}"
                    )
    finally:
        await store.close()
    return found


def faults_of(logs: Mapping[str, Sequence[Event]], seen: Seen) -> Iterator[str]:
    """Yield everything that is wrong."""
    yield from seen.problems
    receipts: dict[str, list[Receipt]] = {}
    for receipt in seen.receipts:
        receipts.setdefault(receipt.match, []).append(receipt)
    for match in sorted({*seen.positions, *receipts}):
        log = logs.get(match, [])
        yield from _gaps(match, log)
        yield from _receipts(match, log, receipts.get(match, []))
        yield from _positions(match, log, seen.positions.get(match, {}))
    for match, ends in seen.ends.items():
        for last in ends:
            if last != len(logs.get(match, [])):
                yield f"{match}: a client knows {last} events, the log has {len(logs[match])}"


def _gaps(match: str, log: Sequence[Event]) -> Iterator[str]:
    numbers = [event.number for event in log]
    if numbers != [*range(1, len(log) + 1)] or not log:
        yield f"{match}: the log has a gap: {numbers}"


def _receipts(match: str, log: Sequence[Event], receipts: Sequence[Receipt]) -> Iterator[str]:
    """Every acknowledged request is there once, and its events end where the answer said."""
    numbers: dict[str, list[int]] = {}
    turns: dict[str, list[int]] = {}
    for event in log:
        numbers.setdefault(event.request, []).append(event.number)
        if event.request and event.type == "turn":
            turns.setdefault(event.request, []).append(event.number)
    for receipt in receipts:
        key = request_key(receipt.holder, receipt.request)
        found = numbers.get(key, [])
        if receipt.event not in found:
            yield f"{match}: {receipt.request} was answered with {receipt.event}; it made {found}"
        elif found != [*range(found[0], found[-1] + 1)]:
            yield f"{match}: {receipt.request} was done more than once: {found}"
    for found in turns.values():
        if len(found) > 1:
            yield f"{match}: one request made the turns {found}"


def _positions(match: str, log: Sequence[Event], seen: Mapping[int, set[str]]) -> Iterator[str]:
    """Every position that a client saw is the one that the log gives; dice are as committed."""
    if not log:
        return
    try:
        replayed = Match(log[0])
        keys = {1: f"{replayed.position.key:016x}"}
        for event in log[1:]:
            if event.type == "turn" and event.data["seat"] != replayed.turn:
                yield f"{match}: event {event.number} is a turn out of turn"
            replayed.apply(event)
            keys[event.number] = f"{replayed.position.key:016x}"
        for number, found in seen.items():
            if found != {keys.get(number)}:
                yield f"{match}: after event {number} clients saw {found}, not {keys.get(number)}"
        if replayed.over and replayed.rules.has_dice and replayed.dice.shared:
            verify_dice(record(replayed))
    except QuatrefoilError as problem:
        yield f"{match}: {problem}"
