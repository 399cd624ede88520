"""What the server needs of a store to count how matches began: SQLite and PostgreSQL offer it.

A match whose maker allows it is noted when it is made. When it is over, some process reads its log,
stores its parts and takes the note away, in one transaction: whatever is killed meanwhile, the note
is still there, and a second process that does the same changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

_SIGN, _RANGE = 1 << 63, 1 << 64


class OpeningPart(NamedTuple):
    """One part of a turn in a finished match: a row of its table."""

    match: str
    number: int
    rules: str
    key: int
    after: int
    by: int
    tokens: str
    shares: str
    ended: int


class OpeningStore(Protocol):
    """The openings of a database, open."""

    async def note(self, match: str, now: int) -> None:
        """Remember that a match is to be counted once it is over."""

    async def over(self, phase: str, most: int) -> list[str]:
        """Return some noted matches that have come to a phase."""

    async def count(self, match: str, parts: Sequence[OpeningPart]) -> None:
        """Store the parts of a match, once, and take its note away."""

    async def parts(self, rules: str, key: int, most: int) -> list[OpeningPart]:
        """Return what was played in a position of some rules, the latest first."""

    async def forget(self, most: int) -> None:
        """Keep a number of parts, those of the matches that ended last."""


def signed(key: int) -> int:
    """Return 64 bits as databases have them."""
    return key - _RANGE if key >= _SIGN else key
