"""Clocks: pure functions of the times they are given.

`realtime` gives each player `base` seconds and `increment` more for each finished turn;
`correspondence` gives `days` for each turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from quatrefoil.core.errors import FormatError
from quatrefoil.match.messages import CLOCK

DAY = 86_400_000
#: Milliseconds between the end of somebody's time and the fall of the flag: a move that came in
#: time may be heard a little later.
FLAG_DELAY = 1_000


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time there is, in milliseconds."""

    kind: str
    base: int
    increment: int = 0

    @classmethod
    def from_json(cls, data: Any) -> TimeControl | None:
        """Read a time control; null is none."""
        if data is None:
            return None
        return cls.of(CLOCK.read(data))

    @classmethod
    def of(cls, given: dict[str, Any]) -> TimeControl:
        """Return the time control that `CLOCK` has read."""
        if given["kind"] == "correspondence":
            return cls("correspondence", given["days"] * DAY)
        base, increment = given["base"], given["increment"]
        if base + increment == 0:
            raise FormatError("a clock of 0 seconds without increment leaves no time to move")
        return cls("realtime", base * 1000, increment * 1000)

    def to_json(self) -> dict[str, Any]:
        """Return what `from_json` reads."""
        if self.kind == "correspondence":
            return {"kind": self.kind, "days": self.base // DAY}
        return {"kind": self.kind, "base": self.base // 1000, "increment": self.increment // 1000}

    def first_budget(self) -> int:
        """Return what a player has for her first turn."""
        return self.base or self.increment

    def after_turn(self, left: int) -> int:
        """Return what a player has left once she has finished a turn."""
        return self.base if self.kind == "correspondence" else left + self.increment


@dataclass(frozen=True, slots=True)
class Clock:
    """What each player has left, and whose time has been running since when (if anyone's)."""

    control: TimeControl
    left: tuple[int, ...]
    running: int | None = None
    since: int = 0

    @classmethod
    def fresh(cls, control: TimeControl, players: int) -> Clock:
        """Return a clock that nobody's time has run on."""
        return cls(control, (control.first_budget(),) * players)

    def left_at(self, now: int) -> tuple[int, ...]:
        """Return what each player has left at a time."""
        if self.running is None:
            return self.left
        spent = max(0, now - self.since)
        return tuple(
            max(0, left - spent) if seat == self.running else left
            for seat, left in enumerate(self.left)
        )

    def run_for(self, seat: int | None, now: int) -> Clock:
        """Return the clock with what was spent taken off, running for a seat or for nobody."""
        return replace(self, left=self.left_at(now), running=seat, since=now)

    def turn_finished(self, seat: int) -> Clock:
        """Return the clock with what a finished turn is worth."""
        return replace(
            self,
            left=tuple(
                self.control.after_turn(left) if number == seat else left
                for number, left in enumerate(self.left)
            ),
        )

    def skip(self, lost: int) -> Clock:
        """Return the clock as if a stretch of time had not been."""
        return replace(self, since=self.since + lost)

    @property
    def deadline(self) -> int | None:
        """When the running time is used up."""
        return None if self.running is None else self.since + self.left[self.running]

    def used_up(self, now: int) -> bool:
        """Whether somebody's time is used up: what she does now comes too late."""
        return self.deadline is not None and now >= self.deadline

    def flagged(self, now: int) -> bool:
        """Whether the flag falls: nothing that came in time can still be unheard."""
        return self.used_up(now - FLAG_DELAY)
