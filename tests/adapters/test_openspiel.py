"""OpenSpiel's own tests on every game and preset, its algorithms, and what these leave open."""

import os
import pickle
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    get_all_states,
    mcts,
    random_agent,
    sample_some_states,
    tabular_qlearner,
)
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import quatrefoil
from quatrefoil import CHANCE, Line
from quatrefoil.adapters import openspiel

PRESETS = [(game.name, preset.name) for game in quatrefoil.all_games() for preset in game.presets]
THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
API_TESTS = [name for name in dir(api_test.EnforceAPIOnPartialTreeBase) if name.startswith("test_")]


@pytest.fixture(params=PRESETS, ids=" ".join)
def game(request):
    random.seed(1)
    np.random.seed(1)
    # OpenSpiel writes states down again and again, which takes time in long games.
    return openspiel.load(*request.param, horizon=10_000 if THOROUGH else 120)


def random_states(game, seed=1):
    """Yield one state before each move of a random game, and at its end."""
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


# ---- OpenSpiel's own --------------------------------------------------------------------------


def test_simulation_from_c(game):
    pyspiel.random_sim_test(game, num_sims=3 if THOROUGH else 1, serialize=True, verbose=False)


def test_simulation_from_python(game, capsys):
    games_sim_test.GamesSimTest().sim_game(game)
    assert "terminated with" in capsys.readouterr().out


def test_the_api_is_kept(game):
    states = sample_some_states.sample_some_states(game, max_states=400 if THOROUGH else 40)
    case = type("Kept", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game})
    case.game_name, case.game_type, case.some_states = str(game), game.get_type(), states
    assert len(API_TESTS) >= 5
    for name in API_TESTS:
        getattr(case(name), name)()


# ---- its algorithms ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", quatrefoil.names())
def test_its_search_plays(name):
    game = openspiel.load(name)
    state = next(state for state in random_states(game) if not state.is_chance_node())
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) in state.legal_actions()
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    compiled = pyspiel.MCTSBot(game, evaluator, 2.0, 4, 100, False, 1, False)
    assert compiled.mcts_search(state).best_child().action in state.legal_actions()


def test_its_search_finds_a_win():
    game = openspiel.load("blinq(size=3)")
    wins = 0
    for seed in range(2):
        state = game.new_initial_state()
        rng = np.random.RandomState(seed)
        bot = mcts.MCTSBot(game, 1.4, 60, mcts.RandomRolloutEvaluator(2, rng), random_state=rng)
        while not state.is_terminal():
            mine = state.current_player() == seed
            state.apply_action(bot.step(state) if mine else int(rng.choice(state.legal_actions())))
        wins += state.returns()[seed] == 1
    assert wins == 2


def test_a_table_can_be_learned():
    environment = rl_environment.Environment(openspiel.load("trickle(rings=3)", horizon=12))
    actions = environment.action_spec()["num_actions"]
    learner = tabular_qlearner.QLearner(player_id=0, num_actions=actions)
    opponent = random_agent.RandomAgent(player_id=1, num_actions=actions)
    np.random.seed(1)
    for _ in range(3):
        step = environment.reset()
        while not step.last():
            agent = (learner, opponent)[step.observations["current_player"]]
            step = environment.step([agent.step(step).action])
        learner.step(step)
    assert learner._q_values


def test_every_state_of_a_short_game_can_be_listed():
    game = openspiel.load("trickle(rings=3)", horizon=2)
    states = get_all_states.get_all_states(game, include_terminals=True)
    moves = quatrefoil.perft(Line(game.rules.start()), 1)
    assert sum(state.move_number() == 1 for state in states.values()) <= moves
    assert len(states) > moves


# ---- what they leave open ---------------------------------------------------------------------


def test_states_are_lines(game):
    """The same moves on a line give the same turns, actions, tokens and odds."""
    rng, encoder = random.Random(5), game.encoder
    line, state = Line(game.rules.start()), game.new_initial_state()
    while not state.is_terminal() and state.move_number() < 40:
        position, actions = line.position, state.legal_actions()
        assert str(state) == str(position)
        assert state.current_player() == position.turn
        assert actions == encoder.legal_actions(position)
        tokens = [position.token(encoder.move(position, action)) for action in actions]
        assert [state.action_to_string(action) for action in actions] == tokens
        if position.turn == CHANCE:
            assert state.chance_outcomes() == [(action, 1 / len(actions)) for action in actions]
        action = rng.choice(actions)
        line.push(encoder.move(position, action))
        state.apply_action(action)


def test_returns_are_those_of_the_outcome(game):
    for seed in range(3):
        *_, state = random_states(game, seed)
        outcome = state.line.position.outcome()
        assert state.returns() == list(outcome.rewards if outcome else [0] * game.num_players())
        assert sum(state.returns()) == pytest.approx(0)


def test_observations_are_planes(game):
    observation = make_observation(game)
    for state in random_states(game, seed=2):
        if not state.is_chance_node():
            for player in range(game.num_players()):
                observation.set_from(state, player)
                assert np.array_equal(observation.tensor, state.observation_tensor(player))
        if state.move_number() > 20:
            break
    assert observation.dict["observation"].shape == game.encoder.shape
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(params={"odd": 1})


def reversible(state):
    """Return the actions that something could still undo, or all if there is none."""
    found = []
    for action in state.legal_actions():
        line = state.line.copy()
        state.get_game().encoder.play(line, action)
        if not (line.position.fresh or line.position.is_over):
            found.append(action)
    return found or state.legal_actions()


def test_repetition_is_part_of_a_state():
    """Beads that go round and round end the game, and copies remember where they were."""
    game = openspiel.load("trickle(rings=3,repetition=2)")
    rng, state = random.Random(1), game.new_initial_state()
    while not state.is_terminal():
        before = state.clone()
        state.apply_action(action := rng.choice(reversible(state)))
    outcome = state.line.position.outcome()
    assert "too often" in outcome.reason
    written = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(written)
    for twin in (again, state.clone(), before.child(action), pickle.loads(pickle.dumps(state))):
        assert twin.is_terminal()
        assert twin.line.position.outcome() == outcome
    planes = make_observation(game)
    planes.set_from(state, 0)
    assert (planes.dict["observation"][-1] == 1).all()


def test_a_game_that_goes_on_for_too_long_is_a_draw():
    game = openspiel.load("triotrio", horizon=9)
    *_, state = random_states(game)
    assert (state.move_number(), state.returns(), state.legal_actions()) == (9, [0.0, 0.0], [])
    assert game.max_game_length() == 9
    assert openspiel.load("blinq").max_game_length() == 54
    assert openspiel.load("trickle").max_game_length() == openspiel.HORIZON


def test_parameters_are_options():
    for text, rules in (
        ("quatrefoil_trifoil", "trifoil"),
        ("quatrefoil_trifoil(board=9)", "trifoil(board=9)"),
        ("quatrefoil_trifoil(board=9,chain=5,links=0)", "trifoil(board=9,chain=5,links=0)"),
        ("quatrefoil_trickle(players=3,bear_off=True)", "trickle(players=3,bear_off=true)"),
        ("quatrefoil_blinq(size=4,neutral=b2)", "blinq(size=4,neutral=b2)"),
    ):
        game = pyspiel.load_game(text)
        assert str(game.rules) == rules
        assert str(pyspiel.load_game(str(game))) == str(game)
        assert pickle.loads(pickle.dumps(game)).rules == game.rules
    with pytest.raises(quatrefoil.OptionError, match="size takes a whole number from 3 to 8"):
        pyspiel.load_game("quatrefoil_blinq(size=99)")
    with pytest.raises(quatrefoil.OptionError, match="horizon takes a whole number from 0"):
        openspiel.load("blinq", horizon=-1)
    board = {"blinks": [[0, 0], [0, 2]], "chain": 2, "links": 3}
    with pytest.raises(quatrefoil.OptionError, match="is a number, a word or a flag"):
        openspiel.load("trifoil", board=board)


def test_every_preset_can_be_loaded(game):
    assert game.get_type().short_name == f"quatrefoil_{game.rules.game.name}"
    assert game.num_players() == game.rules.players
    assert game.num_distinct_actions() == game.encoder.actions
    assert game.utility_sum() == 0


def test_presets_are_loaded_by_name():
    for name, preset in PRESETS:
        assert openspiel.load(name, preset).rules == quatrefoil.game(name).preset(preset)
