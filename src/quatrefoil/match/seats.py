"""Who plays: the seats of a match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from quatrefoil.core.text import on_one_line
from quatrefoil.match.messages import MAX_NAME

PERSON, COMPUTER, OPEN = "person", "computer", "open"


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's place. `holder` stands for the secret that plays it; only persons have one.

    A seat whose person left is `replaced`: the computer plays on, and it can't win.
    """

    kind: str
    name: str = ""
    level: int | None = None
    holder: str = ""
    replaced: bool = False

    @property
    def title(self) -> str:
        """Who plays, for a record: a name, or the computer; "" for somebody without a name."""
        if self.name or self.kind != COMPUTER:
            return self.name
        return f"computer, level {self.level}"

    def public(self) -> dict[str, Any]:
        """Return what everybody may know."""
        return {
            "kind": self.kind,
            "name": self.name,
            "level": self.level,
            "replaced": self.replaced,
        }

    def taken_by(self, holder: str, name: str) -> Seat:
        """Return the seat with a person on it."""
        return replace(self, kind=PERSON, name=name, holder=holder)

    def left(self) -> Seat:
        """Return the seat open again."""
        return Seat(OPEN)

    def taken_over(self, level: int) -> Seat:
        """Return the seat with the computer in place of the player who left."""
        return replace(self, kind=COMPUTER, level=level, holder="", replaced=True)


def clean_name(text: str) -> str:
    """Return a nickname without what cannot be seen or breaks a line, cut to its length."""
    return " ".join(on_one_line(text, instead=" ").split())[:MAX_NAME].strip()


def seats_of(seats: Iterable[Seat], holder: str) -> list[int]:
    """Return the numbers of the seats that a holder plays."""
    return [number for number, seat in enumerate(seats) if holder and seat.holder == holder]
