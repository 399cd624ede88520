"""Which blocks Blinq's search tries first: the same in every mirror, and those that join."""

import pytest
from blinq_tools import OPTION_SETS, at
from tests.games.game_tools import scaled

import quatrefoil
from quatrefoil import Rng
from quatrefoil.core.evaluate import evaluator_of


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_promise_is_the_same_in_every_mirror(options):
    rules = quatrefoil.rules("blinq", options)
    evaluator = evaluator_of(rules)
    for seed in range(scaled(10, 2)):
        position, rng = rules.start(), Rng(seed)
        while not position.is_over:
            priors = evaluator.priors(position)
            assert sum(priors.values()) == pytest.approx(1)
            for symmetry in range(len(rules.symmetries)):
                mirrored = evaluator.priors(position.image(symmetry))
                for move, weight in priors.items():
                    image = position.image_move(move, symmetry)
                    assert abs(mirrored[image] - weight) <= 1e-6 * weight, f"seed {seed}"
            position.push(position.random_move(rng))


def test_red_joins_and_black_cuts():
    # Red's halves of c1 and c3 end above and below c2, on its east.
    blocks = "1c1E 1c3E 1a2N 1e4N"
    for turn, better, worse in (("red", "1c2E", "1c2N"), ("black", "1c2N", "1c2W")):
        position = at(blocks, turn, size=5)
        priors = evaluator_of(position.rules).priors(position)
        weights = {position.token(move): weight for move, weight in priors.items()}
        assert weights[better] > 1.5 / len(weights)
        assert weights[better] > 2 * weights[worse]
