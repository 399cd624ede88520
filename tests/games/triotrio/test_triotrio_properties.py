"""What holds in every position: compared with the slow twin, with itself, with its mirror image."""

import random
from collections import Counter

import pytest
import triotrio_naive as naive
from triotrio_tools import OPEN, OPTION_SETS, at, state

import quatrefoil
from quatrefoil import Line, Rng, compiled

GAMES = 12 if compiled() else 2
KINDS = ("rock", "paper", "scissors")


def random_position(options, rng):
    """Return a crowded position near the middle, often with a piece on the Cow."""
    board = naive.Board(options)
    low = (board.size - 5) // 2
    free = [naive.name(x, y) for x in range(low, low + 5) for y in range(low, low + 5)]
    places = rng.sample(free, rng.randint(2, 6))
    if rng.random() < 0.5 and board.cow not in places:
        places[-1] = board.cow
    half = rng.randint(max(1, len(places) - 3), min(3, len(places) - 1))
    sides = [{s: rng.choice(KINDS) for s in part} for part in (places[:half], places[half:])]
    phase = rng.choice(["change", "decide", "move"])
    leaves = [board.cow in side and rng.random() < 0.2 for side in sides]
    return quatrefoil.position(
        {
            "game": "triotrio",
            "options": options,
            "yellow": sides[0],
            "blue": sides[1],
            "turn": rng.choice(["yellow", "blue"]),
            "phase": phase,
            "roll": rng.randint(1, 6) if phase == "move" else None,
            "cow": [rng.randint(0, 3) if leave is False else 0 for leave in leaves],
            "must_leave": leaves,
        }
    )


def random_positions(options, seed, length=60):
    """Yield positions of games that begin anywhere; players like to hold, so that cows count."""
    rng = random.Random(seed)
    for _ in range(GAMES):
        position = random_position(options, rng)
        for _ in range(length):
            yield position
            if position.is_over:
                break
            tokens = position.legal_tokens()
            hold = "hold" in tokens and rng.random() < 0.5
            position.play("hold" if hold else rng.choice(tokens))


@pytest.mark.parametrize("options", OPTION_SETS)
def test_the_slow_twin_agrees(options):
    board = naive.Board(options)
    rng = random.Random(11)
    for _ in range(3 * GAMES):
        position = random_position(options, rng)
        slow, result = state(position), None
        for _ in range(120):
            tokens = position.legal_tokens()
            assert tokens == naive.legal(board, slow)
            token = "hold" if "hold" in tokens and rng.random() < 0.5 else rng.choice(tokens)
            position.play(token)
            slow, result = naive.play(board, slow, token)
            if result:
                assert list(position.scores()) == result
                break
            assert state(position) == slow
        assert position.is_over == (result is not None)


@pytest.mark.parametrize("options", OPTION_SETS)
def test_the_key_is_that_of_the_position_read_again(options):
    for position in random_positions(options, seed=5):
        again = quatrefoil.position(position.to_json())
        assert again == position
        assert again.key == position.key
        assert again.legal_moves() == position.legal_moves()


def test_the_key_tells_apart_what_matters():
    base = {"yellow": "Re5 Sa1", "blue": "Pi9 Ra9"}
    others = [
        at(**base),
        at(**base, turn="blue"),
        at("Re5 Sa1", "Pi9 Rb9"),
        at("Re5 Sa1", "Pi9 Sa9"),
        at("Re5 Ra9", "Pi9 Sa1"),
        at(**base, cow=[1, 0]),
        at(**base, cow=[2, 0]),
        at(**base, must_leave=[True, False]),
        at(**base, cow_at_start=False),
        at(**base, quiet=1),
        at(**base, phase="decide"),
        at(**base, phase="change-roll", square="a1"),
        at(**base, phase="change-roll", square="e5"),
        at(**base, phase="move-roll"),
        at(**base, phase="move", roll=1),
        at(**base, phase="move", roll=2),
        at(**base, phase="reclaim", cow=[3, 0]),
    ]
    assert len({position.key for position in others}) == len(others)


def test_the_key_leaves_out_what_does_not_matter():
    endless = {"quiet_turns": 0}
    assert at("Ra1", "Pi9", endless, quiet=3).key == at("Ra1", "Pi9", endless, quiet=8).key
    assert at("Ra1", "Pi9", cow=[2, 1]).key == at("Ra1", "Pi9").key  # nobody is on the Cow


@pytest.mark.parametrize("options", OPTION_SETS)
def test_no_more_moves_than_the_bound(options):
    bound = quatrefoil.rules("triotrio", options).max_moves
    for position in random_positions(options, seed=9):
        assert len(position.legal_moves()) <= bound


# ---- the sampler ------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS)
def test_the_sampler_draws_only_legal_moves(options):
    rng = Rng(4)
    for position in random_positions(options, seed=21):
        if not position.is_over:
            legal = set(position.legal_moves())
            assert all(position.random_move(rng) in legal for _ in range(5))


@pytest.mark.parametrize(
    "position",
    [
        quatrefoil.rules("triotrio").start(),
        at("Ra1 Pe1 Si1", "Ra9"),
        at("Ra1", "Pi9", phase="decide"),
        at("Ra1", "Pi9", phase="move-roll"),
        at("Re5", "Pi9", phase="reclaim", cow=[3, 0]),
        at("Ra1 Pe1 Si1", "Ra9 Si9 Pe9", phase="move", roll=1),
        at("Rd2 Pe1 Si1", "Ra9 Si9 Pe9", phase="move", roll=3),
        at("Pe5", "Pe7 Pe3 Pg4", phase="move", roll=1),
        at("Re5 Pe1 Si1", "Ra9", OPEN, phase="move", roll=2, must_leave=[True, False]),
    ],
)
def test_the_sampler_is_uniform(position):
    """Chi-square over all legal moves; the odds against a sound sampler are some 10⁻⁶."""
    legal = position.legal_moves()
    draws = (200 if compiled() else 40) * len(legal)
    rng = Rng(12345)
    drawn = Counter(position.random_move(rng) for _ in range(draws))
    assert drawn.keys() == set(legal)
    expected = draws / len(legal)
    distance = sum((count - expected) ** 2 / expected for count in drawn.values())
    freedom = len(legal) - 1
    assert distance <= freedom + 5 * (2 * freedom) ** 0.5 + 10


def test_playouts_are_the_same_for_the_same_seed():
    start = quatrefoil.rules("triotrio").start()
    lengths = []
    for _ in range(2):
        rng = Rng(99)
        lengths.append([Line(start).random_playout(rng) for _ in range(5)])
    assert lengths[0] == lengths[1]


# ---- symmetries -------------------------------------------------------------------------------


def test_which_symmetries_there_are():
    def names(options):
        return [s.name for s in quatrefoil.rules("triotrio", options).symmetries]

    across = "mirrored and turned 180°, players swapped"
    assert names({}) == ["as it is", across]
    assert names(OPEN) == ["as it is", "turned 180°, players swapped", "mirrored", across]


@pytest.mark.parametrize("options", OPTION_SETS)
def test_images_have_corresponding_futures(options):
    rules = quatrefoil.rules("triotrio", options)
    assert rules.start().image(0) == rules.start()
    for position in random_positions(options, seed=2, length=30):
        for index, symmetry in enumerate(rules.symmetries):
            image = position.image(index)
            assert image.image(index) == position  # each is its own inverse
            assert image.turn == (
                symmetry.players[position.turn] if position.turn >= 0 else position.turn
            )
            for player, score in enumerate(position.scores()):
                assert image.scores()[symmetry.players[player]] == score
            moves = [position.image_move(move, index) for move in position.legal_moves()]
            assert sorted(moves) == sorted(image.legal_moves())
            for move in position.legal_moves()[:3]:
                child, twin = position.copy(), image.copy()
                child.push(move)
                twin.push(position.image_move(move, index))
                assert child.image(index) == twin
                assert child.image(index).key == twin.key


def test_the_roll_for_the_first_player_is_mirrored_too():
    start = quatrefoil.rules("triotrio").start()
    images = {
        start.token(move): start.token(start.image_move(move, 1)) for move in start.legal_moves()
    }
    assert images == {"!yellow": "!blue", "!blue": "!yellow"}


def test_the_start_looks_the_same_to_both_players_where_nothing_else_is_on_the_board():
    rules = quatrefoil.rules("triotrio", OPEN)
    turned = [symmetry.name for symmetry in rules.symmetries].index("turned 180°, players swapped")
    assert rules.start().image(turned) == rules.start()
