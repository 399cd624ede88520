"""Dice that can be checked, and that nobody can choose: everybody commits, then everybody reveals.

    server    SHA-256 of a secret seed        in the first event
    people    SHA-256 of 32 random bytes      with making, joining, a rematch
    people    the bytes themselves            once all these hashes are known: phase `sharing`
    server    the seed                        when the match is over

A roll is

    HMAC-SHA-256(seed, match ‖ purpose ‖ index ‖ everybody's values ‖ attempt)

as a 256-bit number, mapped onto the outcomes by their exact odds; the few numbers at the top that
would favour some outcome are thrown away and the next attempt is taken. The index counts the rolls
of one purpose, so that nothing else that happens in a match changes a roll. Whoever chose a seed or
a value chose it before knowing those of the others: nobody can choose a roll, and nobody but the
server can foresee one.

That is scheme 2. Under scheme 1, of older matches, the number of the event stood in place of
purpose and index, and people contributed texts when the seed was known: see `EventDice`.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Any, ClassVar

#: What is rolled for: the first turn, the computer's sign, a chance move of the rules.
FIRST, SIGN, CHANCE_MOVE = "first", "sign", "chance"
#: The scheme of new matches.
SCHEME = 2
#: How long somebody who joined a match with a realtime clock may take to reveal, in milliseconds.
SHARING_TIME = 30_000

_RANGE = 1 << 256

#: What each seat gave, in the order of the seats; None where nobody did, as for computers.
Parts = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """One thing to be rolled: what for, the how manieth for that, and the event that tells it."""

    purpose: str
    index: int
    event: int = 0


@dataclass(frozen=True)
class Dice:
    """The dice of one match, by scheme 2. Seats are those that it had before it began."""

    match: str
    seed: bytes
    #: By seat: SHA-256 of a value, and the value, in hex. Empty where nobody shares anything,
    #: because nothing will be rolled.
    hashes: Parts = ()
    values: Parts = ()
    scheme: ClassVar[int] = SCHEME

    @property
    def commitment(self) -> str:
        """What is published before the first roll."""
        return hashlib.sha256(self.seed).hexdigest()

    @property
    def shared(self) -> bool:
        """Whether people share in the dice."""
        return bool(self.hashes)

    def number(self, draw: Draw, count: int) -> int:
        """Return a number from 0 to count − 1, each equally likely."""
        fair = _RANGE - _RANGE % count
        attempt = 0
        while True:
            message = json.dumps(self._message(draw, attempt), separators=(",", ":")).encode()
            number = int.from_bytes(hmac.digest(self.seed, message, "sha256"))
            if number < fair:
                return number % count
            attempt += 1

    def roll(self, draw: Draw, outcomes: Sequence[tuple[int, Fraction]]) -> int:
        """Return one of chance's moves, by its odds."""
        whole = lcm(*(odds.denominator for _, odds in outcomes))
        drawn = self.number(draw, whole)
        for move, odds in outcomes:
            drawn -= int(odds * whole)
            if drawn < 0:
                return move
        raise ValueError(f"the odds of {len(outcomes)} outcomes do not add up to 1")

    def _message(self, draw: Draw, attempt: int) -> list[Any]:
        """Return what is rolled from. As JSON no two different rolls share a message."""
        return [self.match, draw.purpose, draw.index, list(self.values), attempt]

    # ---- what people share --------------------------------------------------------------------

    def with_hash(self, seats: Sequence[int], commitment: str | None) -> Dice:
        """Return the dice after somebody committed, or left."""
        return replace(self, hashes=_put(self.hashes, seats, commitment))

    def with_value(self, seats: Sequence[int], value: str) -> Dice:
        """Return the dice after somebody revealed."""
        return replace(self, values=_put(self.values, seats, value))

    def renewed(self) -> Dice:
        """Return the dice after a seat opened again: another seed, and nobody has committed.

        The new seed follows from the old one, which stays secret, so that a server cannot look for
        one that it likes.
        """
        nothing = (None,) * len(self.hashes)
        seed = hmac.digest(self.seed, b"void", "sha256")
        return replace(self, seed=seed, hashes=nothing, values=nothing)


@dataclass(frozen=True)
class EventDice(Dice):
    """Dice of scheme 1, of older matches. `texts` are what some seats contributed."""

    texts: Mapping[int, str] = field(default_factory=dict)
    scheme = 1

    def with_text(self, seat: int, text: str) -> EventDice:
        """Return the dice with a contribution."""
        return replace(self, texts={**self.texts, seat: text})

    def _message(self, draw: Draw, attempt: int) -> list[Any]:
        texts = [[seat, text] for seat, text in sorted(self.texts.items())]
        return [self.match, draw.event, texts, attempt]


def hash_of(value: str) -> str:
    """Return what somebody commits to: SHA-256 of a value's bytes, in hex."""
    return hashlib.sha256(bytes.fromhex(value)).hexdigest()


def _put(parts: Parts, seats: Sequence[int], part: str | None) -> Parts:
    return tuple(part if seat in seats else old for seat, old in enumerate(parts))
