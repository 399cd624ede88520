"""Dice that can be checked: commit first, reveal at the end.

Before the first roll the server publishes SHA-256 of a secret seed. Roll by roll it takes

    HMAC-SHA-256(seed, match ‖ event number ‖ what the players contributed ‖ attempt)

as a 256-bit number and maps it onto the outcomes by their exact odds; the few numbers at the top
that would favour some outcome are thrown away and the next attempt is taken. So the server cannot
choose a roll once it has committed itself, and the players cannot foresee one.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

_RANGE = 1 << 256


@dataclass(frozen=True)
class Dice:
    """The dice of one match. `shared` is what each seat contributed."""

    match: str
    seed: bytes
    shared: Mapping[int, str] = field(default_factory=dict)

    @property
    def commitment(self) -> str:
        """What is published before the first roll."""
        return hashlib.sha256(self.seed).hexdigest()

    def with_share(self, seat: int, text: str) -> Dice:
        """Return the dice with a contribution."""
        return Dice(self.match, self.seed, {**self.shared, seat: text})

    def draw(self, event: int, count: int) -> int:
        """Return a number from 0 to count − 1, each equally likely, for an event."""
        fair = _RANGE - _RANGE % count
        attempt = 0
        while True:
            number = int.from_bytes(hmac.digest(self.seed, self._message(event, attempt), "sha256"))
            if number < fair:
                return number % count
            attempt += 1

    def roll(self, event: int, outcomes: Sequence[tuple[int, Fraction]]) -> int:
        """Return one of chance's moves, by its odds, for an event."""
        whole = lcm(*(odds.denominator for _, odds in outcomes))
        drawn = self.draw(event, whole)
        for move, odds in outcomes:
            drawn -= int(odds * whole)
            if drawn < 0:
                return move
        raise ValueError(f"the odds of {len(outcomes)} outcomes do not add up to 1")

    def _message(self, event: int, attempt: int) -> bytes:
        """Every part in JSON, so that no two different rolls share a message."""
        shared = [[seat, text] for seat, text in sorted(self.shared.items())]
        return json.dumps([self.match, event, shared, attempt], separators=(",", ":")).encode()
