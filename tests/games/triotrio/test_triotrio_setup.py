"""TT-1 to TT-6: the board, who begins, the options, and what a position may cost."""

import sys

import pytest
from triotrio_tools import OPTION_SETS, at, ends, pieces, play, squares, state

import quatrefoil
from quatrefoil import OptionError
from quatrefoil.games.triotrio import GAME

# ---- TT-1 to TT-3 -----------------------------------------------------------------------------


def test_tt1_tt2_start_on_nine_squares():
    start = state(quatrefoil.rules("triotrio").start())
    assert start["yellow"] == pieces("Rc1 Pe1 Sg1")
    assert start["blue"] == pieces("Rg9 Pe9 Sc9")


@pytest.mark.parametrize(
    ("size", "yellow", "blue"),
    [(7, "Rb1 Pd1 Sf1", "Rf7 Pd7 Sb7"), (11, "Rd1 Pf1 Sh1", "Rh11 Pf11 Sd11")],
)
def test_tt1_other_sizes_are_set_up_alike(size, yellow, blue):
    start = state(quatrefoil.rules("triotrio", {"size": size}).start())
    assert start["yellow"] == pieces(yellow)
    assert start["blue"] == pieces(blue)


@pytest.mark.parametrize(
    ("turn", "yellow", "blue", "centre"),
    [("yellow", "Re5", "Ra1", "e1"), ("blue", "Ra1", "Re5", "e9")],
)
def test_tt2_the_centre_start_is_the_middle_one(turn, yellow, blue, centre):
    position = at(yellow, blue, turn=turn, phase="decide", cow=[2, 2])
    play(position, "hold reclaim:paper")
    assert state(position)[turn][centre] == "paper"


@pytest.mark.parametrize(
    ("size", "cow", "paper", "scissors"),
    [(7, "d4", "b4", "f4"), (9, "e5", "c5", "g5"), (11, "f6", "d6", "h6")],
)
def test_tt3_cow_and_permanents(size, cow, paper, scissors):
    rules = quatrefoil.rules("triotrio", {"size": size})
    assert rules.square_name(rules.cow) == cow
    names = {kind: rules.square_name(square) for kind, square in rules.permanent.items()}
    assert names == {1: paper, 2: scissors}


def test_tt3_restrictors_off():
    assert quatrefoil.rules("triotrio(restrictors=off)").permanent == {}
    assert "c5" in ends("Rc4", "Sa9", 1, {"restrictors": "off"})


def test_tt4_within_one_square_is_nine_squares():
    """A Paper on b2 that repels leaves a Paper on d2 no step to its nine squares."""
    zone = squares("a1 a2 a3 b1 b2 b3 c1 c2 c3")
    for roll in range(1, 7):
        assert not ends("Pd2", "Pb2", roll) & zone


@pytest.mark.parametrize(
    ("mine", "prey", "others"), [("R", "S", "RP"), ("S", "P", "RS"), ("P", "R", "PS")]
)
def test_tt5_what_beats_what(mine, prey, others):
    straight, diagonal = ("b1", "b2")
    target = diagonal if mine == "S" else straight
    assert target in ends(f"{mine}a1", f"{prey}{target} Ri9", 1)
    for kind in others:
        assert target not in ends(f"{mine}a1", f"{kind}{target} Ri9", 1)


# ---- TT-6 -------------------------------------------------------------------------------------


def test_tt6_a_roll_decides_who_begins():
    for token, player in (("!yellow", 0), ("!blue", 1)):
        position = quatrefoil.rules("triotrio").start()
        assert position.turn == quatrefoil.CHANCE
        assert position.legal_tokens() == ["!blue", "!yellow"]
        assert [odds for _, odds in position.chance_outcomes()] == [0.5, 0.5]
        position.play(token)
        assert position.turn == player
        assert state(position)["phase"] == "change"


@pytest.mark.parametrize(("first", "player"), [("yellow", 0), ("blue", 1)])
def test_tt6_it_may_be_decided_already(first, player):
    start = quatrefoil.rules("triotrio", {"first": first}).start()
    assert start.turn == player
    assert state(start)["turn"] == first
    assert state(start)["phase"] == "change"


# ---- options ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("size", [7, 9, 11]),
        ("restrictors", ["centre", "off"]),
        ("first", ["roll", "yellow", "blue"]),
        ("quiet_turns", [0, 1, 200, 100_000]),
    ],
)
def test_options_good_values(name, good):
    for value in good:
        assert quatrefoil.rules("triotrio", {name: value}).options[name] == value


@pytest.mark.parametrize(
    ("name", "bad", "message"),
    [
        ("size", [8, 0, "9", True, 9.0, None, [9]], "option size takes 7, 9 or 11, not "),
        ("restrictors", ["on", True, 0, None], "option restrictors takes centre or off, not "),
        ("first", ["red", "Yellow", 0, False], "option first takes roll, yellow or blue, not "),
        (
            "quiet_turns",
            [-1, 100_001, True, "200", 1.5, None],
            "option quiet_turns takes a whole number from 0 to 100000, not ",
        ),
    ],
)
def test_options_bad_values(name, bad, message):
    for value in bad:
        with pytest.raises(OptionError, match="^" + message):
            quatrefoil.rules("triotrio", {name: value})


def test_options_unknown_name():
    with pytest.raises(OptionError, match="triotrio has no option 'cows'; it has size, restric"):
        quatrefoil.rules("triotrio", {"cows": 2})


def test_presets_are_playable_variants():
    names = [preset.name for preset in GAME.presets]
    assert names[0] == "standard"
    assert len(set(names)) == len(names)
    for name in names:
        assert GAME.preset(name).start().legal_tokens()
    for option in GAME.options:
        if option.name != "first":
            assert any(option.name in preset.options for preset in GAME.presets)


def test_defaults_are_as_in_the_rules():
    assert dict(quatrefoil.rules("triotrio").options) == {
        "size": 9,
        "restrictors": "centre",
        "first": "roll",
        "quiet_turns": 200,
    }


# ---- capacity ---------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS)
def test_a_position_is_small(options):
    assert sys.getsizeof(quatrefoil.rules("triotrio", options).start()) < 1000


def test_no_position_has_more_moves_than_the_bound():
    """Pieces that hinder nobody, in the middle of the largest open board, and a 6."""
    options = {"size": 11, "restrictors": "off"}
    rules = quatrefoil.rules("triotrio", options)
    position = at("Pe6 Rf6 Sg6", "Ra1", options, phase="move", roll=6)
    assert 100 < len(position.legal_moves()) <= rules.max_moves == 360
