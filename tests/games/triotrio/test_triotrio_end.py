"""TT-15 to TT-17: how a game ends, and the die."""

from fractions import Fraction

import pytest
from triotrio_tools import OPEN, at, play, state

import quatrefoil
from quatrefoil import IllegalMoveError, Rng

LOST = "a player has no piece left"
QUIET = "too many turns without a piece removed or reclaimed"


# ---- TT-15 ------------------------------------------------------------------------------------


def test_tt15_taking_the_last_piece_wins():
    position = play(at("Pa1", "Ra3", phase="move", roll=2), "a1-a3")
    assert position.is_over
    assert position.outcome() == quatrefoil.Outcome((1.0, 0.0), LOST)
    assert position.legal_moves() == []
    with pytest.raises(IllegalMoveError, match="'keep' cannot be played: the game is over"):
        position.play("keep")


def test_tt15_sacrificing_the_last_piece_loses():
    position = play(at("Pc3", "Rc4 Pc5", OPEN, phase="move", roll=1), "c3-c4")
    assert position.outcome() == quatrefoil.Outcome((0.0, 1.0), LOST)


@pytest.mark.parametrize(("turn", "scores"), [("yellow", (1.0, 0.0)), ("blue", (0.0, 1.0))])
def test_tt15_decided_the_capturer_wins_if_both_last_pieces_go(turn, scores):
    """A Paper captures the last Rock beside the permanent Paper, and is sacrificed."""
    sides = ("Pc3", "Rc4") if turn == "yellow" else ("Rc4", "Pc3")
    position = play(at(*sides, turn=turn, phase="move", roll=1), "c3-c4")
    assert state(position)["yellow"] == state(position)["blue"] == {}
    assert position.outcome() == quatrefoil.Outcome(scores, LOST)
    again = quatrefoil.position(position.to_json())
    assert again == position
    assert again.outcome() == position.outcome()


def test_tt15_while_the_game_goes_on_it_stands_level():
    position = quatrefoil.rules("triotrio").start()
    assert position.outcome() is None
    assert position.scores() == (0.5, 0.5)


# ---- TT-16 ------------------------------------------------------------------------------------


def test_tt16_the_count_goes_up_at_the_end_of_every_turn():
    position = at("Ra1", "Pi9", quiet=5)
    play(position, "keep")
    assert state(position)["quiet"] == 5
    play(position, "hold keep roll !1 i9-i8")
    assert state(position)["quiet"] == 7


def test_tt16_when_it_reaches_the_limit_the_game_is_a_draw():
    position = play(at("Ra1", "Pi9", quiet=198), "keep hold")
    assert not position.is_over
    play(position, "keep hold")
    assert position.outcome() == quatrefoil.Outcome((0.5, 0.5), QUIET)
    assert state(position)["quiet"] == 200


def test_tt16_a_removed_piece_sets_it_to_0_and_that_turn_counts():
    capture = at("Pa1 Sa9", "Ra3 Ri9", phase="move", roll=2, quiet=199)
    assert state(play(capture, "a1-a3"))["quiet"] == 1
    change = at("Sd2 Pa9", "Rd3", quiet=199)
    assert state(play(change, "change:d2 !1"))["quiet"] == 0
    assert state(play(change, "hold"))["quiet"] == 1


def test_tt16_so_does_a_reclaimed_piece():
    position = play(at("Re5 Sa1", "Pi9", cow=[2, 0], quiet=199), "keep hold")
    assert state(position)["quiet"] == 199  # the turn has not ended yet
    assert state(play(position.copy(), "reclaim:rock"))["quiet"] == 1
    assert play(position.copy(), "decline").outcome().reason == QUIET


def test_tt16_a_limit_of_1_ends_the_game_with_the_first_turn():
    position = play(at("Pa1 Sa9", "Ra3 Ri9", {"quiet_turns": 1}), "keep roll !2 a1-a3")
    assert position.outcome() == quatrefoil.Outcome((0.5, 0.5), QUIET)


def test_tt16_a_win_comes_before_the_draw():
    position = play(at("Pa1", "Ra3", {"quiet_turns": 1}, phase="move", roll=2), "a1-a3")
    assert position.scores() == (1.0, 0.0)


def test_tt16_0_is_off():
    position = at("Ra1", "Pi9", {"quiet_turns": 0}, quiet=99_999)
    for _ in range(5):
        play(position, "keep hold")
    assert not position.is_over
    assert state(position)["quiet"] == 100_004


def test_tt16_the_highest_limit():
    position = play(at("Ra1", "Pi9", {"quiet_turns": 100_000}, quiet=99_999), "keep hold")
    assert position.is_over


# ---- finished positions may be read -----------------------------------------------------------


@pytest.mark.parametrize("turn", ["yellow", "blue"])
def test_a_finished_position_is_finished_again(turn):
    assert at("Ra1", "", turn=turn).outcome() == quatrefoil.Outcome((1.0, 0.0), LOST)
    assert at("", "Ra1", turn=turn, phase="move", roll=3).scores() == (0.0, 1.0)
    assert at("Ra1", "Pi9", turn=turn, quiet=200).outcome().reason == QUIET


def test_a_side_without_pieces_has_lost_even_at_the_quiet_limit():
    assert at("", "Ra1", quiet=200).outcome() == quatrefoil.Outcome((0.0, 1.0), LOST)


# ---- TT-17 ------------------------------------------------------------------------------------


def test_tt17_every_face_has_the_same_odds():
    for tokens in ("keep roll", "change:a1"):
        outcomes = play(at("Ra1", "Pi9"), tokens).chance_outcomes()
        assert [odds for _, odds in outcomes] == [Fraction(1, 6)] * 6


def test_tt17_dice_are_not_rolled_inside_a_position():
    position = play(at("Ra1", "Pi9"), "keep roll")
    rng = Rng(1)
    before = state(position)
    drawn = {position.token(position.random_move(rng)) for _ in range(100)}
    assert drawn == {"!1", "!2", "!3", "!4", "!5", "!6"}
    assert state(position) == before
