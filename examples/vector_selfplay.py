"""Thousands of games at once: a policy learns from self-play which actions tend to win.

    pip install 'quatrefoil[research]'
    python examples/vector_selfplay.py trifoil --games 1024 --steps 400

The policy here has one number for each action and no eyes: it ignores what is on the board. A
network that reads `batch.observations` fits in the same place.
"""

import argparse
import time

import numpy as np

from quatrefoil.adapters.vector import Batch


def choose(weights: np.ndarray, masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return for each game a legal action, drawn by the softmax of the weights (Gumbel's trick)."""
    noise = rng.gumbel(size=masks.shape)
    return np.where(masks, weights + noise, -np.inf).argmax(axis=1)


def learn(batch: Batch, steps: int, rate: float, rng: np.random.Generator) -> np.ndarray:
    """Play this many steps; return the weights, one for each action."""
    games = np.arange(batch.size)
    weights = np.zeros(batch.encoder.actions)
    # How often each player has used each action in the game that is being played.
    used = np.zeros((batch.size, batch.rules.players, len(weights)), np.float32)
    for _ in range(steps):
        actions = choose(weights, batch.masks, rng)
        used[games, batch.players, actions] += 1
        rewards, done = batch.step(actions)
        if done.any():
            gained = np.einsum("gp,gpa->a", rewards[done], used[done])
            weights += rate * gained / done.sum()
            used[done] = 0
    return weights


def main() -> None:
    """Learn, and show which actions came out best and worst."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rules", nargs="?", default="trifoil")
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=400)
    given = parser.parse_args()

    batch = Batch(given.rules, given.games, seed=1)
    begin = time.perf_counter()
    weights = learn(batch, given.steps, rate=0.05, rng=np.random.default_rng(1))
    speed = given.games * given.steps / (time.perf_counter() - begin)
    order = weights.argsort()
    labels = batch.encoder.labels
    print(f"{batch.rules}: {given.games * given.steps} moves, {speed:,.0f} a second")
    print("best: ", "  ".join(f"{labels[a]} {weights[a]:+.2f}" for a in order[:-6:-1]))
    print("worst:", "  ".join(f"{labels[a]} {weights[a]:+.2f}" for a in order[:5]))


if __name__ == "__main__":
    main()
