"""Trickle's fast core: repetitions, draws, keys and bounds."""

import sys

import pytest
from tests.games.game_tools import assert_uniform, scaled
from trickle_reference import Reference
from trickle_tools import (
    OPTION_SETS,
    goes_outwards,
    position,
    random_game,
    rules,
    start,
)

from quatrefoil import Line, Rng
from quatrefoil.games.trickle.position import MOST_HOPS, decode_move, encode_move
from quatrefoil.games.trickle.rules import most_chains


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"chain_jumps": True}, {"bear_off": True}])
@pytest.mark.parametrize("repetition", [2, 3])
def test_repetitions_against_the_reference(options, repetition):
    """Beads that never leave their rings: such a game can only end by TK-11."""
    options = options | {"repetition": repetition}
    for seed in range(scaled(10, 2)):
        now = position("f7 h4 d6", **options)
        line, reference = Line(now), Reference(options, now.to_json())
        rng = Rng(seed)
        while not line.position.is_over:
            moves = [m for m in line.position.legal_moves() if not goes_outwards(line, m)]
            line.push(moves[rng.draw(len(moves))])
            reference.play(line.tokens[-1])
            assert line.position.is_over == reference.over()
        assert line.position.outcome().reason == "the same position came up too often"


# ---- moves by chance --------------------------------------------------------------------------

CROWDED = "k2 k3 k4 k5 e10 d9 c8 b7 b1 c1 d1 e1 a2 a3 a4 j2 k1"
SAMPLED = [
    start(),
    start(chain_jumps=True),
    position("k3 i8 f6 h4 j7 f1", bear_off=True, last=["j6", "j7"]),
    position("k3 i8 f6 h4 j7 f1", bear_off=True, chain_jumps=True),
    position("h6 g7 f9 k3", last=["h6", "f8"]),
    # Most draws hit a bead of the other player's, so listing has to help out.
    position(CROWDED, turn=2, own_edge_moves=True, last=["j3", "j2"]),
]


@pytest.mark.parametrize("now", SAMPLED)
def test_samples_are_uniform_where_many_draws_fail(now):
    assert_uniform(now, seed=11, draws=scaled(400, 40))


@pytest.mark.parametrize("options", OPTION_SETS)
def test_samples_are_legal_all_game_long(options):
    rng = Rng(5)
    for now in random_game(options, seed=3):
        if not now.is_over:
            assert now.random_move(rng) in now.legal_moves()


def test_playouts_end():
    for options in OPTION_SETS:
        line = Line(start(**options))
        assert 0 < line.random_playout(Rng(2)) < 5000
        assert line.position.is_over


# ---- keys -------------------------------------------------------------------------------------


def after(now, *tokens):
    line = Line(now)
    for token in tokens:
        line.play(token)
    return line.position


def test_the_key_merges_transpositions():
    one = after(start(), "f8-f9", "f4-f3", "h6-i6")
    other = after(start(), "h6-i6", "f4-f3", "f8-f9")
    assert one.to_json()["last"] != other.to_json()["last"]
    assert one.key == other.key


def test_the_key_knows_a_way_back():
    assert position("g8 f3").key != position("g8 f3", last=["f9", "g8"]).key
    assert position("f9 f3").key == position("f9 f3", last=["f8", "f9"]).key
    assert (
        position("k4 f3", bear_off=True).key
        != position("k4 f3", bear_off=True, last=["k3", "k4"]).key
    )
    along = {"own_edge_moves": True, "corner_moves": True}
    assert position("i8 f3", **along).key == position("i8 f3", last=["h9", "i8"], **along).key
    assert position("k2 f3", **along).key == position("k2 f3", last=["k1", "k2"], **along).key


def test_the_key_knows_values_players_and_points():
    keys = {
        position({"f6": 1, "f7": 2}, bead_values="random").key,
        position({"f6": 2, "f7": 1}, bead_values="random").key,
        position({"f6": 2, "f7": 1}, turn=2, bead_values="random").key,
        position("f6 f7", bear_off=True).key,
        position("f6 f7", bear_off=True, off=[1, 0]).key,
        position("f6 f7", bear_off=True, off=[0, 1]).key,
    }
    assert len(keys) == 6


@pytest.mark.parametrize("options", OPTION_SETS)
def test_the_key_tells_positions_apart(options):
    beads_by_key = {}
    for seed in range(scaled(5, 1)):
        for now in random_game(options, seed):
            data = now.to_json()
            facts = (data["beads"], data["turn"], data["off"])
            assert beads_by_key.setdefault(now.key, facts) == facts


# ---- bounds -----------------------------------------------------------------------------------


def test_moves_as_numbers():
    for directions in ([0], [5], [3, 1, 4], [5] * MOST_HOPS):
        assert decode_move(encode_move(216, directions)) == (216, directions)
    assert encode_move(216, [5] * MOST_HOPS) < 2**63


def test_the_bound_on_chains_for_few_beads():
    """One bead: a jump. Two: a chain of two, or two jumps. Three: a triangle, both ways round."""
    assert [most_chains(others) for others in range(4)] == [0, 1, 2, 4]
    assert most_chains(18) == 1335


#: Found by climbing: no position with more moves is known.
MANY_MOVES = "d5 e4 e5 e6 e7 f3 f5 f6 f7 g2 g4 g7 h3 h5 i2 i4 i6 j3 j5"


@pytest.mark.parametrize("bear_off", [False, True])
def test_no_position_exceeds_the_bound(bear_off):
    options = {"chain_jumps": True, "bear_off": bear_off}
    most = rules(**options).max_moves
    assert len(position(MANY_MOVES, **options).legal_moves()) <= most
    for seed in range(scaled(10, 1)):
        for now in random_game(options, seed):
            assert len(now.legal_moves()) <= most


def test_the_bound_without_chains_is_six_moves_a_bead():
    assert rules().max_moves == 6 * 19
    assert rules(rings=8, bead_rings=6, bear_off=True).max_moves == 6 * 127


def test_the_largest_position_is_small():
    largest = start(rings=8, bead_rings=6, bear_off=True, players=6)
    assert sys.getsizeof(largest) < 1024


def test_copies_are_independent():
    now = start()
    twin = now.copy()
    twin.play("f8-f9")
    assert now == start() != twin
    now.copy_from(twin)
    assert now == twin
    assert now.key == twin.key
