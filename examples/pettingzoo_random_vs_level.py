"""A random mover against one of Quatrefoil's own levels, in an environment of PettingZoo.

    pip install 'quatrefoil[pettingzoo]'
    python examples/pettingzoo_random_vs_level.py trickle --level 2 --games 4

`policy` sees what a learner would see: planes and a mask. Put a network there.
"""

import argparse

import numpy as np

from quatrefoil.adapters import pettingzoo
from quatrefoil.search import player


def policy(observation: dict, rng: np.random.Generator) -> int:
    """Return an action: here, any legal one."""
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


def play(env, opponent, rng: np.random.Generator, seed: int) -> float:
    """Play one game, the policy in the first seat; return its reward."""
    game, result = env.unwrapped, 0.0
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            action = None
            result = reward if agent == "player_0" else result
        elif agent == "player_0":
            action = policy(observation, rng)
        else:
            # A level knows the rules, so it looks at the line instead of the planes.
            line = game.line
            action = game.encoder.action(line.position, opponent.choose(line))
        env.step(action)
    return result


def main() -> None:
    """Play some games and say how they went."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="?", default="trickle")
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--games", type=int, default=4)
    given = parser.parse_args()

    env = pettingzoo.env(given.game)
    opponent = player(env.unwrapped.rules, given.level)
    rng = np.random.default_rng(1)
    rewards = [play(env, opponent, rng, seed) for seed in range(given.games)]
    print(f"{given.game}: at random against level {given.level}: {np.mean(rewards):+.2f} a game")


if __name__ == "__main__":
    main()
