"""What the results of games say: score, error bars, Elo, and a sequential test."""

from __future__ import annotations

import math
from dataclasses import dataclass

#: Errors of the sequential test, both ways.
_RISK = 0.05
#: How many standard errors a bar of 95% has on each side.
_BAR = 1.96


@dataclass
class Tally:
    """Scores of one side, from 0 to 1 each."""

    games: int = 0
    total: float = 0.0
    squares: float = 0.0
    wins: int = 0
    losses: int = 0

    def add(self, score: float) -> None:
        """Count one more game."""
        self.games += 1
        self.total += score
        self.squares += score * score
        self.wins += score == 1
        self.losses += score == 0

    @property
    def draws(self) -> int:
        """The games that neither side won alone."""
        return self.games - self.wins - self.losses

    @property
    def mean(self) -> float:
        """The score per game; a half before the first."""
        return self.total / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the score (Wilson's, which stays sound near 0 and 1)."""
        if not self.games:
            return (0.0, 1.0)
        n, square = self.weight, _BAR * _BAR
        centre = (self.mean + square / (2 * n)) / (1 + square / n)
        spread = _BAR / (1 + square / n)
        spread *= math.sqrt(self.mean * (1 - self.mean) / n + square / (4 * n * n))
        # Where all was lost or won, a bar ends there: nearly there would be some immense Elo.
        low = 0.0 if self.total == 0 else max(0.0, centre - spread)
        high = 1.0 if self.total == self.games else min(1.0, centre + spread)
        return (low, high)

    @property
    def weight(self) -> float:
        """How many games that are only won or lost would say as much.

        Where the point is shared, as it is most often in a crowd, scores lie closer together.
        """
        return self.games * max(1.0, self.mean * (1 - self.mean) / self.variance)

    @property
    def variance(self) -> float:
        """The variance of one game's score, with a won and a lost game added for caution."""
        mean = (self.total + 1) / (self.games + 2)
        return (self.squares + 1) / (self.games + 2) - mean * mean


@dataclass
class Average:
    """Numbers of any size, one a game: what they are on average, and how sure that is."""

    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Count one more game."""
        self.games += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The number per game; 0 before the first."""
        return self.total / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the mean, by the normal approximation; boundless below two games."""
        if self.games < 2:
            return (-math.inf, math.inf)
        spread = max(0.0, self.squares - self.games * self.mean**2) / (self.games - 1)
        bar = _BAR * math.sqrt(spread / self.games)
        return (self.mean - bar, self.mean + bar)


def elo(score: float) -> float:
    """Return the difference in Elo that a score means."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


@dataclass(frozen=True)
class Sprt:
    """A sequential test of two hypotheses about the score, each refused wrongly once in 20."""

    low: float = 0.5
    high: float = 0.6

    @property
    def question(self) -> str:
        """What is asked."""
        return f"{self.high:.0%} rather than {self.low:.0%}"

    def ratio(self, tally: Tally) -> float:
        """Return the log-likelihood ratio of `high` over `low`, by the normal approximation."""
        middle = (self.low + self.high) / 2
        return tally.games * (self.high - self.low) * (tally.mean - middle) / tally.variance

    def verdict(self, tally: Tally) -> float | None:
        """Return the hypothesis that holds, or None while it is open."""
        bound = math.log((1 - _RISK) / _RISK)
        ratio = self.ratio(tally) if tally.games >= 4 else 0.0
        return self.high if ratio >= bound else self.low if ratio <= -bound else None


@dataclass(frozen=True)
class Quota:
    """A score to reach in a number of games; they end once it is certain or out of reach."""

    games: int
    high: float = 0.5

    @property
    def question(self) -> str:
        """What is asked."""
        return f"{self.high:.0%} of {self.games}"

    def verdict(self, tally: Tally) -> float | None:
        """Return `high` if the score is certain, 0 if it is out of reach, else None."""
        missing = self.high * self.games - tally.total
        if missing <= 0:
            return self.high
        return 0.0 if missing > self.games - tally.games else None
