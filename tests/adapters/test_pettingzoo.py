"""PettingZoo's own tests on every game and preset, and what they leave open."""

import copy
import os
import pickle

import numpy as np
import pytest
from pettingzoo import make
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import quatrefoil
from quatrefoil.adapters import pettingzoo

PRESETS = [(game.name, preset.name) for game in quatrefoil.all_games() for preset in game.presets]
THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
CYCLES = 1000 if THOROUGH else 40

# PettingZoo knows its own environments with masks by name, and warns of any other; and it warns
# that nothing is legal where a game is over.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.fixture(params=PRESETS, ids=" ".join)
def variant(request):
    return request.param


def random_game(env, seed):
    """Play a random game; yield what each agent saw and did."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        action = None
        if not (termination or truncation):
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        yield agent, observation, reward, action
        env.step(action)


# ---- PettingZoo's own -------------------------------------------------------------------------


def test_api(variant, capsys):
    api_test(pettingzoo.env(*variant), num_cycles=CYCLES)
    assert "Passed API test" in capsys.readouterr().out


def test_api_of_the_raw_environment(variant, capsys):
    api_test(pettingzoo.raw_env(*variant), num_cycles=CYCLES)
    assert "Passed API test" in capsys.readouterr().out


def test_seeds(variant):
    seed_test(lambda: pettingzoo.env(*variant), num_cycles=CYCLES)


def test_rendering(variant, capsys):
    render_test(lambda render_mode: pettingzoo.env(*variant, render_mode=render_mode))
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("name", quatrefoil.names())
def test_with_the_wrappers_of_its_own_environments(name, capsys):
    api_test(OrderEnforcingWrapper(pettingzoo.env(name)), num_cycles=CYCLES)
    assert "Passed API test" in capsys.readouterr().out


# ---- what they leave open ---------------------------------------------------------------------


def test_a_whole_game_ends_with_rewards_that_add_up(variant):
    env = pettingzoo.env(*variant, limit=3000)
    final = {}
    for agent, _, reward, action in random_game(env, seed=1):
        if action is None:
            final[agent] = reward
    assert set(final) == set(env.possible_agents)
    assert sum(final.values()) == pytest.approx(0)
    outcome = env.unwrapped.line.position.outcome()
    assert list(final.values()) != [0] * len(final) or outcome is None or len(outcome.winners) > 1
    if outcome:
        assert [final[agent] for agent in env.possible_agents] == list(outcome.rewards)


@pytest.mark.parametrize("name", quatrefoil.names())
def test_agents_see_what_encoders_show(name):
    env = pettingzoo.env(name)
    for _, (agent, observation, _, action) in zip(range(60), random_game(env, 2), strict=False):
        if action is None:
            break
        line, encoder = env.unwrapped.line, env.unwrapped.encoder
        assert agent == f"player_{line.position.turn}"
        legal = encoder.legal_actions(line.position)
        assert np.flatnonzero(observation["action_mask"]).tolist() == legal
        for other in set(env.agents) - {agent}:
            assert not env.observe(other)["action_mask"].any()


def test_dice_come_from_the_seed():
    def opening(seed):
        env = pettingzoo.env("triotrio")
        return [step[0] for step, _ in zip(random_game(env, seed), range(30), strict=False)]

    assert opening(3) == opening(3)
    assert len({tuple(opening(seed)) for seed in range(8)}) > 1


def test_an_illegal_action_ends_the_game_and_loses():
    env = pettingzoo.env("blinq")
    env.reset()
    observation = env.last()[0]
    env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -1.0, "player_1": 0}


def test_guards(caplog):
    env = pettingzoo.env("blinq")
    for early in (env.render, lambda: env.step(0), lambda: env.observe("player_0")):
        with pytest.raises(AssertionError, match="reset"):
            early()
    with pytest.raises(AttributeError):
        _ = env.agent_selection
    env.reset()
    for action in (-1, env.action_space("player_0").n):
        with pytest.raises(AssertionError, match="not in action space"):
            env.step(action)
    list(random_game(env, 1))
    assert env.agents == []
    env.step(None)
    assert "step" in caplog.text


def test_a_limit_truncates():
    env = pettingzoo.env("trifoil", limit=7)
    steps = [action for *_, action in random_game(env, 4)]
    assert steps.count(None) == 2
    assert len(steps) == 9


def test_games_can_be_chosen_in_several_ways():
    texts = [
        str(pettingzoo.raw_env(*arguments, **options).rules)
        for arguments, options in (
            (["trickle(players=3)"], {}),
            (["trickle", "three"], {}),
            (["trickle"], {"players": 3}),
            (["trickle", "six"], {"players": 3}),
        )
    ]
    assert set(texts) == {"trickle(players=3)"}
    with pytest.raises(quatrefoil.OptionError, match="no preset 'odd'; it has advanced"):
        pettingzoo.env("blinq", "odd")
    with pytest.raises(quatrefoil.OptionError, match="no option"):
        pettingzoo.env("blinq", odd=1)


def test_the_registry_knows_every_game():
    for game in quatrefoil.all_games():
        env = make("aec", f"quatrefoil/{game.name}-v{game.rules_version}")
        assert env.unwrapped.rules == game.rules()
    env = make("aec", "quatrefoil/trickle-v1", preset="three", limit=5)
    assert (len(env.possible_agents), env.unwrapped.limit) == (3, 5)


def test_environments_can_be_pickled_and_copied():
    env = pettingzoo.raw_env("trickle", "three", limit=9, render_mode="ansi")
    for twin in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert (twin.rules, twin.limit, twin.render_mode) == (env.rules, 9, "ansi")
        twin.reset(seed=1)
        assert "Orange" in twin.render()
