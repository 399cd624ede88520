r"""How well somebody played, in one number: the accuracy, from 0 to 100.

It is lichess's idea, on shares of the point instead of centipawns. A turn is judged by its *loss*:
the share of the point that it gave away. Among n players an even share is 1/n, so a loss counts n/2
times what it would between two, and everything below is as for two:

    weighed loss   w = min(1, n/2 · loss)
    of a turn      a(w) = 103.1668 · exp(−4.354 · w) − 3.1669, within 0 and 100

An easy turn should count less than a hard one: a position is hard where the values around it go up
and down. A turn's weight is the standard deviation of the percentages in a window that ends with
it, within 0.5 and 12; a window has a tenth of all values, at least 2 and at most 8. Two means make
up the accuracy of a player:

                  Σ weight · a                     turns
    weighted    ────────────────     harmonic   ─────────────      accuracy = (both) / 2
                    Σ weight                     Σ 1/max(1, a)

The harmonic mean punishes single bad turns, the weighted one says how the whole went. All numbers
but n/2 are lichess's own (its module AccuracyPercent).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import pstdev

#: The curve from a weighed loss to the accuracy of a turn: 100 for none, 0 for four fifths of the
#: point. lichess fitted it so that players of a strength come out alike.
_HEIGHT, _DECAY, _OFFSET = 103.1668, 4.354, 3.1669
#: The window that says how hard a turn was: a share of all values, and its bounds.
_WINDOW_SHARE, _SMALLEST_WINDOW, _LARGEST_WINDOW = 1 / 10, 2, 8
#: How much and how little a turn can weigh, in percent: even a dull turn counts, and one wild
#: moment is not the whole match.
_LIGHTEST, _HEAVIEST = 0.5, 12.0
#: The least accuracy in a harmonic mean: one turn of 0 would make it 0.
_LEAST = 1.0

#: From which weighed loss on a turn is doubtful, a mistake, a blunder. A second look at the same
#: turn moves its loss by two or three hundredths: less than 0.08 may be noise. A mistake is twice
#: that; a blunder, a third of the point, decides most matches.
DOUBTFUL, MISTAKE, BLUNDER = 0.08, 0.16, 0.32
#: A turn that loses less than this is as good as the best.
AS_GOOD = 0.02

_MARKS = ((BLUNDER, "??"), (MISTAKE, "?"), (DOUBTFUL, "?!"))
#: The marks of turns that gave something away, the worst first.
BAD_MARKS = tuple(mark for _, mark in _MARKS)


@dataclass(frozen=True)
class Judged:
    """A turn as far as accuracies are concerned: who took it, and what it gave away."""

    player: int
    loss: float


def weighed(loss: float, players: int) -> float:
    """Return a loss as it would count between two players, from 0 to 1."""
    return min(1.0, max(0.0, loss) * players / 2)


def mark_of_loss(loss: float, players: int) -> str:
    """Return `??`, `?`, `?!` or nothing."""
    counted = weighed(loss, players)
    return next((mark for least, mark in _MARKS if counted >= least), "")


def accuracy_of_turn(loss: float, players: int) -> float:
    """Return the accuracy of one turn, from 0 to 100."""
    found = _HEIGHT * math.exp(-_DECAY * weighed(loss, players)) - _OFFSET
    return min(100.0, max(0.0, found))


def accuracies(turns: Sequence[Judged], shares: Sequence[Sequence[float]]) -> list[float | None]:
    """Return the accuracy of each player; None for who had no turn.

    `shares` are what each player could expect before the first turn and after every turn: one more
    than there are turns.
    """
    players = len(shares[0])
    found: list[float | None] = []
    for player in range(players):
        percents = [100 * weighed(values[player], players) for values in shares]
        weights = _weights(percents)
        own = [
            (accuracy_of_turn(turn.loss, players), weight)
            for turn, weight in zip(turns, weights, strict=True)
            if turn.player == player
        ]
        found.append(_mean(own) if own else None)
    return found


def _weights(percents: Sequence[float]) -> list[float]:
    """Return how hard each turn was; there is one value more than turns."""
    size = int(len(percents[1:]) * _WINDOW_SHARE)
    size = max(_SMALLEST_WINDOW, min(_LARGEST_WINDOW, size))
    windows = (percents[max(0, end - size) : max(end, size)] for end in range(2, len(percents) + 1))
    return [max(_LIGHTEST, min(_HEAVIEST, pstdev(window))) for window in windows]


def _mean(own: Sequence[tuple[float, float]]) -> float:
    """Return the mean of both means of accuracies with their weights."""
    weighted = sum(one * weight for one, weight in own) / sum(weight for _, weight in own)
    harmonic = len(own) / sum(1 / max(_LEAST, one) for one, _ in own)
    return (weighted + harmonic) / 2
