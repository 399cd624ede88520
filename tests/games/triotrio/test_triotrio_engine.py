"""TrioTrio's fast core: its keys, its draws and its symmetries."""

import pytest
import triotrio_tools
from tests.games.game_tools import assert_uniform, random_positions, scaled
from triotrio_tools import OPEN, OPTION_SETS, at

import quatrefoil
from quatrefoil import Line, Rng


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


# ---- the sampler ------------------------------------------------------------------------------


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
def test_the_sampler_is_uniform_in_every_phase(position):
    assert_uniform(position, seed=12345, draws=scaled(200, 40))


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
def test_each_symmetry_is_its_own_inverse(options):
    symmetries = quatrefoil.rules("triotrio", options).symmetries
    for position in random_positions(triotrio_tools, options, seed=2, most=30):
        for number in range(len(symmetries)):
            assert position.image(number).image(number) == position


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
