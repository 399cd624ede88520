"""Luck apart from skill: what the dice gave each player, and what the choices gave.

A match is a walk of values: each player's expected share of the point, from the start to the
result. Every step of it is either a roll or what somebody chose:

    result  =  start  +  rolls  +  choices of player 1  +  choices of player 2 …  +  end

A roll gives the difference between what is to be expected after it and what was before, which is
the mean over all that could have been rolled, by their exact odds: over many matches rolls give
nobody anything. What a player chose gives the difference from before to after; with best play it
gives nothing, so it is what mistakes cost, and what they gave to others. `end` is where the match
did not end by the rules: a player who resigned in a lost position gave hardly anything away.

Values are estimates, but the sum is exact: each step begins where the one before it ended.

A match may be lost without a single bad turn. A *slide* says where: some turns of a player in a
row, whose choices together cost most.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quatrefoil.core.constants import CHANCE

Values = tuple[float, ...]

#: How many turns of a player a slide has at most: somebody can look at them one by one.
_LONGEST_SLIDE = 6


@dataclass(frozen=True)
class Step:
    """From one value to the next: by a roll (CHANCE) or by what a player chose."""

    mover: int
    before: Values
    after: Values


@dataclass(frozen=True)
class Account:
    """Where the shares of a match came from, by player."""

    start: Values
    rolls: Values
    #: By who chose: what those choices gave each player.
    choices: tuple[Values, ...]
    end: Values

    @property
    def result(self) -> Values:
        """What each player got in the end, or can expect where the match goes on."""
        return added(self.start, self.rolls, *self.choices, self.end)

    def of_others(self, player: int) -> float:
        """Return what the choices of all others gave a player."""
        given = (own[player] for chooser, own in enumerate(self.choices) if chooser != player)
        return sum(given)


def account(start: Values, steps: Iterable[Step], result: Values | None = None) -> Account:
    """Return the account of a walk from `start`; `result` is what the match ended with, if it did.

    Each step begins where the one before it ended.
    """
    players = len(start)
    nothing = (0.0,) * players
    rolls, choices, latest = nothing, [nothing] * players, start
    for step in steps:
        given = difference(step.after, step.before)
        if step.mover == CHANCE:
            rolls = added(rolls, given)
        else:
            choices[step.mover] = added(choices[step.mover], given)
        latest = step.after
    end = difference(result, latest) if result is not None else nothing
    return Account(start, rolls, tuple(choices), end)


@dataclass(frozen=True)
class Slide:
    """Turns of one player in a row that cost most, as indices among that player's turns."""

    first: int
    last: int
    #: What their choices cost in all.
    cost: float


def steepest(costs: Sequence[float]) -> Slide | None:
    """Return where at least two turns in a row cost most, of what each of a player's turns cost."""
    found = [
        Slide(first, last, sum(costs[first : last + 1]))
        for first in range(len(costs))
        for last in range(first + 1, min(first + _LONGEST_SLIDE, len(costs)))
    ]
    return max(found, key=lambda slide: slide.cost, default=None)


def added(*all_values: Sequence[float]) -> Values:
    """Return the sums by player."""
    return tuple(sum(shares) for shares in zip(*all_values, strict=True))


def difference(one: Sequence[float], other: Sequence[float]) -> Values:
    """Return by player what one is more than the other."""
    return tuple(a - b for a, b in zip(one, other, strict=True))
