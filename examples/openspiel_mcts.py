"""OpenSpiel's Monte-Carlo tree search plays a game of Quatrefoil against a random mover.

    pip install 'quatrefoil[openspiel]'
    python examples/openspiel_mcts.py "quatrefoil_trifoil(board=8)" --simulations 50

Any algorithm of OpenSpiel can stand in its place: these are games like its own.
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import quatrefoil.adapters.openspiel  # noqa: F401  # registers the games


def play(game, bot, rng: np.random.RandomState) -> tuple[float, int]:
    """Play one game, the search in the first seat; return its result and how many moves it took."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            action = rng.choice(outcomes, p=odds)
        elif state.current_player() == 0:
            action = bot.step(state)
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(action)
    return state.returns()[0], state.move_number()


def main() -> None:
    """Play some games and say how they went."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="?", default="quatrefoil_trifoil")
    parser.add_argument("--simulations", type=int, default=30)
    parser.add_argument("--games", type=int, default=2)
    given = parser.parse_args()

    game, rng = pyspiel.load_game(given.game), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = mcts.MCTSBot(game, 1.4, given.simulations, evaluator, random_state=rng)
    for number in range(1, given.games + 1):
        result, moves = play(game, bot, rng)
        print(f"game {number}: {result:+g} for the search after {moves} moves")


if __name__ == "__main__":
    main()
