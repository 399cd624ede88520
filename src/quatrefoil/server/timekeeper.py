"""The server's time, and the stretches of it that were lost to outages.

Time begins with the clock on the wall, or with the latest time that the database knows if that is
later, and goes on with the steady clock of the process: the wall may jump.

A move counts from when its bytes came, but bytes wait while the process is stopped or the loop is
busy; and nobody is told of a move that cannot be stored. Such a stretch is an *outage*, from the
last moment at which all was well to the first at which that is known to be over.

    beat      beat      beat                             beat
    ──┼─────────┼─────────┼── process stopped ─────────────┼──▶ the server's time
                └──────────────── outage ──────────────────┘

Outages have numbers and are stored; what a match has lost in them is given back by an event of its
log before anything else is decided there (`Session.credit`). A restart is an outage
too, from the last time that was stored to the start.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import NamedTuple

from quatrefoil.play.steady import Steady, SteadyClock, Wall

#: Seconds between two beats: a beat costs microseconds, and outages are known this exactly.
BEAT_SECONDS = 0.1
#: Milliseconds without a beat from which on a stretch counts as an outage. Shorter ones are the
#: player's, as a slow network is. It must be less than the second after which a flag falls.
STALL = 500


class Outage(NamedTuple):
    """A stretch of time in which nothing could be heard or stored, in milliseconds."""

    number: int
    begin: int
    end: int


class Outages:
    """Outages in the order of time; no two of them overlap."""

    def __init__(self, known: Iterable[Outage] = ()) -> None:
        self._all: list[Outage] = []
        self._ends: list[int] = []
        #: What all outages up to each one take together, itself included.
        self._sums: list[int] = []
        #: What the database does not know yet.
        self._unstored: list[Outage] = []
        self.adopt(known)
        self._known = len(self._all)

    def add(self, begin: int, end: int) -> None:
        """Add an outage that ends after all others; one that goes on from the last makes it longer.

        What is stored stays as it is.
        """
        begin = max(begin, self.end)
        if end <= begin:
            return
        if begin == self.end and self._unstored and self._unstored[-1] == self._all[-1]:
            begin = self._unstored.pop().begin
            self._pop()
        self._append(Outage(self.number + 1, begin, end))
        self._unstored.append(self._all[-1])

    def adopt(self, known: Iterable[Outage]) -> None:
        """Take in what is stored of outages that ended later than all here.

        Two processes may know different parts of one outage, so stored ones may overlap.
        """
        for outage in sorted(known, key=lambda outage: outage.begin):
            if outage.end > self.end:
                number = max(outage.number, self.number + 1)
                self._append(Outage(number, max(outage.begin, self.end), outage.end))

    @property
    def number(self) -> int:
        """The number of the latest outage."""
        return self._all[-1].number if self._all else 0

    @property
    def count(self) -> int:
        """How many there were since the server started, the stop before it included."""
        return len(self._all) - self._known

    @property
    def end(self) -> int:
        """When the latest outage ended."""
        return self._ends[-1] if self._ends else 0

    @property
    def unstored(self) -> tuple[Outage, ...]:
        """What the database does not know yet."""
        return tuple(self._unstored)

    def stored(self, outages: Iterable[Outage]) -> None:
        """Remember that the database knows some; one that has grown meanwhile it does not."""
        known = set(outages)
        self._unstored = [outage for outage in self._unstored if outage not in known]

    def lost(self, after: int, until: int) -> int:
        """Return how many milliseconds between two times belong to outages."""
        if after >= self.end or after >= until:
            return 0
        return self._before(until) - self._before(after)

    def ago(self, until: int, age: int) -> int:
        """Return the time from which to another the server was there for `age` milliseconds."""
        for outage in reversed(self._all):
            if until - outage.end >= age:
                break
            age -= max(0, until - outage.end)
            until = min(until, outage.begin)
        return until - age

    def _before(self, moment: int) -> int:
        """Return how much of all time before a moment belongs to outages."""
        count = bisect_right(self._ends, moment)
        whole = self._sums[count - 1] if count else 0
        if count == len(self._all):
            return whole
        return whole + max(0, moment - self._all[count].begin)

    def _append(self, outage: Outage) -> None:
        self._all.append(outage)
        self._ends.append(outage.end)
        before = self._sums[-1] if self._sums else 0
        self._sums.append(before + outage.end - outage.begin)

    def _pop(self) -> None:
        for each in (self._all, self._ends, self._sums):
            each.pop()


class Timekeeper:
    """Says what time it is, and how much of a stretch of time was lost to outages.

    `last` is the latest time that is stored, `known` the outages. `waiting_since` says, by the
    steady clock, since when something waits to be stored, if something does. Another source of time
    (a database's) is handed in as `wall`. Where others share the database, `stalled` is told of
    what would else be an outage; and a start ends one only after `silence` milliseconds.
    """

    def __init__(
        self,
        last: int | None = None,
        known: Iterable[Outage] = (),
        waiting_since: Callable[[], float | None] = lambda: None,
        wall: Wall = time.time,
        steady: Steady = time.monotonic,
        stalled: Callable[[int, int], None] | None = None,
        silence: int = 0,
    ) -> None:
        self.outages = Outages(known)
        self._stalled = stalled or self.outages.add
        self._clock = SteadyClock(max(last or 0, self.outages.end), wall, steady)
        self._waiting_since = waiting_since
        start = self._clock.now()
        if last is not None and start - last > silence:
            self.outages.add(last, start)
        #: What had come by this time was heard, and what was to be stored by then is stored.
        self._well = start
        self._last_beat = start

    def now(self) -> int:
        """Return the time in milliseconds."""
        now = self._clock.now()
        if now - self._well > STALL:
            begin, self._well = self._well, now
            self._stalled(begin, now)
        return now

    def nudge(self, milliseconds: int) -> None:
        """Set the clock a little forward or back."""
        self._clock.nudge(milliseconds)

    def at(self, moment: float) -> int:
        """Return the time in milliseconds at a moment of the steady clock (`time.monotonic`)."""
        return self._clock.at(moment)

    def lost(self, after: int, until: int) -> int:
        """Return how many milliseconds between two times were lost to outages."""
        return self.outages.lost(after, until)

    def could_not_store(self, begin: float, end: float) -> None:
        """Hear that nothing was stored between two moments of the steady clock."""
        if 1000 * (end - begin) > STALL:
            self._stalled(self.at(begin), self.at(end))
            self._well = max(self._well, self.at(end))

    def beat(self) -> None:
        """Say that the loop runs: to be called every `BEAT_SECONDS`, by the loop itself.

        Between two beats the loop has looked at every socket, so what had come by the beat before
        is heard now. Of what has come since then nothing is known.
        """
        now = self.now()
        well = self._last_beat
        waiting = self._waiting_since()
        if waiting is not None:
            well = min(well, self.at(waiting))
        self._well = max(self._well, well)
        self._last_beat = now
