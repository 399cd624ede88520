"""A batch is nothing but many lines: every number in its arrays can be had from one of them."""

import copy
import os
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest
from tests.conformance.variants import VARIANTS

import quatrefoil
from quatrefoil import CHANCE, IllegalMoveError, Line
from quatrefoil.adapters.vector import Batch
from quatrefoil.core.encode import encoder_of

STEPS = 150 if quatrefoil.compiled() else 15


@pytest.fixture(params=VARIANTS, ids=str)
def rules(request):
    return request.param


def looks(encoder, line):
    """Return the planes and the mask of a line, as its player to move sees them."""
    planes = np.zeros(encoder.size, np.float32)
    mask = np.zeros(encoder.actions, np.uint8)
    encoder.write_planes(line, max(line.position.turn, 0), planes)
    encoder.write_mask(line.position, mask)
    return planes.reshape(encoder.shape), mask.astype(bool)


def rewards_of(outcome):
    players = len(outcome.scores)
    return [(players * share - 1) / (players - 1) for share in outcome.shares]


def test_a_batch_is_as_many_lines(rules):
    """Move by move: turns, planes, masks and rewards are those of lines that play along."""
    encoder = encoder_of(rules)
    batch = Batch(rules, 4, seed=3, rolls=False)
    lines = [Line(rules.start()) for _ in range(4)]
    for _ in range(STEPS):
        for game, line in enumerate(lines):
            planes, mask = looks(encoder, line)
            assert batch.players[game] == line.position.turn
            assert np.array_equal(batch.observations[game], planes)
            assert np.array_equal(batch.masks[game], mask)
            assert batch.line(game).position == line.position
        actions = batch.random_actions()
        rewards, done = batch.step(actions)
        for game, line in enumerate(lines):
            encoder.play(line, actions[game])
            outcome = line.position.outcome()
            assert done[game] == line.position.is_over
            wanted = rewards_of(outcome) if outcome else [0] * rules.players
            assert rewards[game] == pytest.approx(wanted)
            if outcome:
                lines[game] = Line(rules.start())
        assert not batch.truncated.any()


def test_dice_are_rolled_inside(rules):
    batch = Batch(rules, 8, seed=1)
    for _ in range(STEPS):
        assert (batch.players >= 0).all()
        assert batch.masks.any(axis=1).all()
        batch.step(batch.random_actions())


def play(batch, steps):
    seen = []
    for _ in range(steps):
        actions = batch.random_actions()
        rewards, done = batch.step(actions)
        seen.append((actions, rewards.copy(), done.copy(), batch.observations.copy()))
    return seen


def alike(one, other):
    return all(
        np.array_equal(a, b)
        for left, right in zip(one, other, strict=True)
        for a, b in zip(left, right, strict=True)
    )


@pytest.mark.parametrize("name", quatrefoil.names())
def test_a_seed_gives_the_same_games_on_any_number_of_threads(name):
    one = play(Batch(name, 37, seed=5), STEPS)
    assert alike(one, play(Batch(name, 37, seed=5, threads=3), STEPS))
    assert not alike(one, play(Batch(name, 37, seed=6), STEPS))


@pytest.mark.parametrize("name", quatrefoil.names())
def test_an_illegal_action_is_refused_and_nothing_changes(name):
    batch = Batch(name, 5, seed=2)
    before = batch.observations.copy(), batch.players.copy()
    actions = batch.random_actions()
    actions[3] = np.flatnonzero(~batch.masks[3])[0]
    with pytest.raises(IllegalMoveError, match=rf"action {actions[3]} is not legal in game 3"):
        batch.step(actions)
    for wrong in (-1, batch.encoder.actions):
        actions[3] = wrong
        with pytest.raises(IllegalMoveError, match="game 3"):
            batch.step(actions)
    assert np.array_equal(before[0], batch.observations)
    assert np.array_equal(before[1], batch.players)
    with pytest.raises(ValueError, match="takes 5 actions"):
        batch.step(actions[:4])


def test_a_limit_cuts_games_off():
    batch = Batch("triotrio(quiet_turns=0)", 6, seed=4, limit=5)
    for number in range(1, 16):
        rewards, done = batch.step(batch.random_actions())
        assert done.all() == batch.truncated.all() == (number % 5 == 0)
        assert not rewards.any()


def test_a_reset_begins_all_games_anew():
    batch = Batch("blinq", 3)
    first = batch.observations.copy()
    batch.step(batch.random_actions())
    assert not np.array_equal(first, batch.observations)
    batch.reset()
    assert np.array_equal(first, batch.observations)


def test_chance_shows_where_it_is_not_rolled():
    batch = Batch("triotrio", 2000, seed=7, rolls=False)
    assert set(batch.players) == {CHANCE}
    assert batch.masks[:, :2].all()
    assert not batch.masks[:, 2:].any()
    batch.step(batch.random_actions())
    assert 900 < batch.players.sum() < 1100


def test_what_cannot_be_is_refused():
    for options in ({"size": 0}, {"size": 1, "threads": 0}, {"size": 1, "limit": -1}):
        with pytest.raises(ValueError, match="is an integer from"):
            Batch("blinq", **options)
    with pytest.raises(quatrefoil.UnknownGameError):
        Batch("chess", 1)


@pytest.mark.parametrize(
    ("actions", "error", "said"),
    [
        ([0.0, 1.0, 2.0], TypeError, "integers, not float64"),
        (["a", "b", "c"], TypeError, "integers, not"),
        ([True, False, True], TypeError, "integers, not bool"),
        ([10**30, 0, 0], TypeError, "integers, not object"),
        (0, ValueError, "takes 3 actions"),
        ([[0, 0, 0]], ValueError, "takes 3 actions"),
        ([0, 1], ValueError, "takes 3 actions"),
        ([1 << 32, 0, 0], IllegalMoveError, "action 4294967296 is not legal in game 0"),
        (np.array([1 << 63] * 3, np.uint64), IllegalMoveError, "is not legal in game 0"),
    ],
)
def test_a_step_takes_integers_one_for_each_game(actions, error, said):
    batch = Batch("blinq", 3)
    before = batch.observations.copy()
    with pytest.raises(error, match=said):
        batch.step(actions)
    assert np.array_equal(batch.observations, before)


def test_a_step_takes_integers_of_any_size():
    for dtype in (np.int8, np.uint8, np.int16, np.int64, np.uint64):
        batch = Batch("blinq", 3)
        legal = np.argmax(batch.masks, axis=1)
        batch.step(legal.astype(dtype))
        assert batch.players.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))]
)
def test_a_batch_goes_on_where_it_was(rules, again):
    batch = Batch(rules, 6, seed=2, limit=7, threads=2)
    for _ in range(9):
        batch.step(batch.random_actions())
    twin = again(batch)
    for number in range(12):
        for name in ("observations", "masks", "players", "rewards", "done", "truncated"):
            assert np.array_equal(getattr(twin, name), getattr(batch, name)), name
        legal = [np.flatnonzero(mask) for mask in batch.masks]
        actions = [each[number % len(each)] for each in legal]
        batch.step(actions)
        twin.step(actions)


def test_games_of_a_batch_are_counted():
    batch = Batch("blinq", 2)
    for wrong in (-1, 2, 10**30):
        with pytest.raises(ValueError, match="from 0 to 1"):
            batch.line(wrong)
    with pytest.raises(TypeError, match="rules or their text"):
        Batch(5, 2)


def test_threads_that_share_a_batch_wait_for_each_other():
    batch = Batch("trickle", 64, seed=1)
    refused = []

    def work():
        for _ in range(100):
            try:
                batch.step(batch.random_actions())
            except IllegalMoveError as problem:  # the other one was quicker
                refused.append(problem)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) < 400
    assert batch.masks.any(axis=1).all()


# ---- odd callers ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint64, ">i4"])
def test_actions_may_be_read_only_or_scattered(kind):
    """Arrays of other libraries cannot be written to."""
    batch, other = Batch("blinq(size=3)", 8), Batch("blinq(size=3)", 8)
    actions = batch.random_actions()
    wide = np.zeros(16, kind)
    wide[::2] = actions
    given = wide[::2]
    given.setflags(write=False)
    batch.step(given)
    other.step(actions)
    assert (batch.observations == other.observations).all()


@pytest.mark.skipif(not quatrefoil.compiled(), reason="uncompiled, nothing can crash")
def test_a_batch_is_made_once_or_not_at_all():
    batch = Batch("blinq(size=3)", 8)
    with pytest.raises(TypeError, match="made once"):
        batch.__init__("blinq(size=3)", 5000)
    batch.step(batch.random_actions())
    unmade = Batch.__new__(Batch)
    with pytest.raises(TypeError, match="seed"):
        unmade.__init__("blinq(size=3)", 5000, "a seed")
    for asks in (unmade.random_actions, unmade.reset, lambda: unmade.line(3)):
        with pytest.raises((TypeError, AttributeError)):
            asks()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_batch_on_several_threads_goes_on_after_a_fork():
    """In a process of its own: a fork of this one would have all its threads' locks."""
    code = """
import os, sys
from quatrefoil.adapters.vector import Batch
batch = Batch("blinq(size=3)", 8, threads=2)
batch.step(batch.random_actions())
child = os.fork()
batch.step(batch.random_actions())
if child:
    sys.exit(os.waitpid(child, 0)[1])
"""
    ran = subprocess.run([sys.executable, "-c", code], check=False, timeout=60)
    assert ran.returncode == 0
