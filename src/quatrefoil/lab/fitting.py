"""Fit the weights of a game's priors to what its search looks into when it has time.

The search plays with itself; in every position each move gets its share of the visits, and the
evaluator names the features of each move. Fitted is the softmax of their weights that comes
nearest to these shares. It prints the weights in hundredths, by the number of the feature, for the
game's `evaluate.py`. Ctrl-C ends the games, not the fit.

    python -m quatrefoil.lab.fitting blinq --games 400
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain

import numpy as np

from quatrefoil.core.evaluate import evaluator_of
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.registry import rules
from quatrefoil.core.rng import Rng
from quatrefoil.search import Config, Limit, SearchResult, searcher

#: Games begin with up to `_MOST_RANDOM` random moves. Until `_VARIED_MOVES`, one move in `_ONE_IN`
#: is drawn by its visits: the best moves alone would lead through few positions.
_MOST_RANDOM = 4
_VARIED_MOVES, _ONE_IN = 16, 7
#: One position in five is kept apart to see what the fit is worth.
_APART = 5
_ROUNDS, _STEP, _SHRINK = 250, 0.05, 1e-4


@dataclass(frozen=True)
class Example:
    """A position: each move's features, and its share of the visits."""

    features: tuple[tuple[int, ...], ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Fit:
    """Weights by feature, and what they say of positions that they were not fitted to.

    Cross entropies, in nats: of the fit, of even odds, and of the shares themselves (no fit can
    have less).
    """

    weights: tuple[float, ...]
    loss: float
    even: float
    least: float


def examples(found: Rules, seed: int, nodes: int) -> Iterator[Example]:
    """Let the search play one game with itself; yield the positions that it did not solve."""
    evaluator, rng, line = evaluator_of(found), Rng(seed), Line(found.start())
    for _ in range(seed % (_MOST_RANDOM + 1)):
        line.push_unchecked(line.position.random_move(rng))
    search = searcher(found, Config.best(found, seed=seed))
    while not line.position.is_over:
        result = search.search(line, Limit(nodes=nodes))
        total = sum(report.visits for report in result.moves)
        if not result.proven and total and line.position.turn >= 0:
            yield Example(
                tuple(evaluator.features(line.position, report.move) for report in result.moves),
                tuple(report.visits / total for report in result.moves),
            )
        varied = len(line) < _VARIED_MOVES and rng.draw(_ONE_IN) == 0
        line.push(_drawn(result, rng) if varied else result.best)


def _drawn(result: SearchResult, rng: Rng) -> int:
    """Draw a move by its visits."""
    left = rng.draw(max(1, sum(report.visits for report in result.moves)))
    for report in result.moves:
        left -= report.visits
        if left < 0:
            return report.move
    return result.best


def fit(known: Sequence[Example]) -> Fit:
    """Return the weights that predict visits best, by gradient descent (Adam)."""
    sizes = np.array([len(example.shares) for example in known])
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    features = np.array([row for example in known for row in example.features])
    shares = np.fromiter(chain.from_iterable(example.shares for example in known), float)
    apart = np.arange(len(known)) % _APART == 0
    owner = np.repeat(np.arange(len(known)), sizes)
    taught = ~apart[owner]

    def odds(weights: np.ndarray) -> np.ndarray:
        scores = weights[features].sum(axis=1)
        powers = np.exp(scores - np.maximum.reduceat(scores, starts)[owner])
        found: np.ndarray = powers / np.add.reduceat(powers, starts)[owner]
        return found

    weights = np.zeros(features.max() + 1)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for number in range(1, _ROUNDS + 1):
        errors = np.where(taught, odds(weights) - shares, 0) / (~apart).sum()
        pulls = np.bincount(features.ravel(), np.repeat(errors, features.shape[1]), len(weights))
        slope = pulls + _SHRINK * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        size = np.sqrt(square / (1 - 0.99**number)) + 1e-8
        weights -= _STEP * mean / (1 - 0.9**number) / size

    def entropy(guess: np.ndarray) -> float:
        return float(-(shares * np.log(guess + 1e-12))[~taught].sum() / apart.sum())

    return Fit(
        tuple(float(weight) for weight in weights),
        entropy(odds(weights)),
        entropy(1 / sizes[owner]),
        entropy(shares),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, fit and print; see the module."""
    parser = argparse.ArgumentParser(prog="python -m quatrefoil.lab.fitting")
    parser.add_argument("rules", help='a game with its options, such as blinq or "blinq(size=4)"')
    parser.add_argument("--games", type=int, default=400, help="default %(default)s")
    parser.add_argument("--nodes", type=int, default=8000, help="a move; default %(default)s")
    asked = parser.parse_args(arguments)
    found = rules(asked.rules)
    start = found.start()
    if not evaluator_of(found).features(start, start.legal_moves()[0]):
        parser.error(f"{asked.rules} has no features: its evaluator's `features` names none")
    known: list[Example] = []
    with suppress(KeyboardInterrupt):
        for game in range(asked.games):
            known.extend(examples(found, game, asked.nodes))
            print(f"\r{game + 1} games, {len(known)} positions", end="", file=sys.stderr)
    print(file=sys.stderr)
    if not known:
        print("nothing was played, so there is nothing to fit", file=sys.stderr)
        return 1
    fitted = fit(known)
    print(f"cross entropy {fitted.loss:.3f}; evenly {fitted.even:.3f}, at least {fitted.least:.3f}")
    for first in range(0, len(fitted.weights), 16):
        row = (f"{100 * weight:.0f}" for weight in fitted.weights[first : first + 16])
        print(f"{first:4}  {', '.join(row)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
