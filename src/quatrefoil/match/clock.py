"""Clocks: pure functions of the times they are given.

`realtime` gives each player `base` seconds and `increment` more for each finished turn;
`move` gives `seconds` for each turn, `correspondence` gives `days` for each turn.
"""

from __future__ import annotations

import re
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
        if given["kind"] == "move":
            return cls("move", given["seconds"] * 1000)
        base, increment = given["base"], given["increment"]
        if base + increment == 0:
            raise FormatError("a clock of 0 seconds without increment leaves no time to move")
        return cls("realtime", base * 1000, increment * 1000)

    def to_json(self) -> dict[str, Any]:
        """Return what `from_json` reads."""
        if self.kind == "correspondence":
            return {"kind": self.kind, "days": self.base // DAY}
        if self.kind == "move":
            return {"kind": self.kind, "seconds": self.base // 1000}
        return {"kind": self.kind, "base": self.base // 1000, "increment": self.increment // 1000}

    @classmethod
    def parse(cls, text: str) -> TimeControl | None:
        """Read a time control as people write it: `5+3` (minutes, seconds), `30s`, `3d`, `none`."""
        if text == "none":
            return None
        if found := re.fullmatch(r"(\d{1,4})\+(\d{1,4})", text):
            clock = {"kind": "realtime", "base": 60 * int(found[1]), "increment": int(found[2])}
        elif found := re.fullmatch(r"(\d{1,4})s", text):
            clock = {"kind": "move", "seconds": int(found[1])}
        elif found := re.fullmatch(r"(\d{1,4})d", text):
            clock = {"kind": "correspondence", "days": int(found[1])}
        else:
            raise FormatError(
                "a clock is written 5+3 (minutes, and seconds more for each turn),"
                f" 30s or 3d (for each turn) or none, not {text[:40]!r}"
            )
        return cls.from_json(clock)

    def __str__(self) -> str:
        """Return what `parse` reads; seconds of a base that is not whole minutes are left out."""
        if self.kind == "correspondence":
            return f"{self.base // DAY}d"
        if self.kind == "move":
            return f"{self.base // 1000}s"
        return f"{self.base // 60_000}+{self.increment // 1000}"

    def first_budget(self) -> int:
        """Return what a player has for her first turn."""
        return self.base or self.increment

    def after_turn(self, left: int) -> int:
        """Return what a player has left once she has finished a turn."""
        return left + self.increment if self.kind == "realtime" else self.base


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
