"""TT-7 to TT-11: changing, moving, repelling, capturing."""

import pytest
import triotrio_tools
from tests.games.game_tools import random_positions, scaled
from triotrio_tools import OPEN, OPTION_SETS, at, ends, pieces, play, squares, state

import quatrefoil
from quatrefoil import CHANCE, IllegalMoveError, compiled
from quatrefoil.games.triotrio.position import PHASES, decode

# ---- TT-7: change -----------------------------------------------------------------------------


def test_tt7_keep_or_choose_an_own_piece():
    position = at("Rc1 Pe1 Sg1", "Rg9 Pe9")
    assert position.legal_tokens() == ["change:c1", "change:e1", "change:g1", "keep"]
    with pytest.raises(IllegalMoveError, match="'change:e9' is not legal here"):
        position.play("change:e9")


def test_tt7_the_die_is_asked():
    position = play(at("Rc1", "Rg9"), "change:c1")
    assert position.turn == CHANCE
    assert state(position)["phase"] == "change-roll"
    assert state(position)["square"] == "c1"
    assert position.legal_tokens() == ["!1", "!2", "!3", "!4", "!5", "!6"]


@pytest.mark.parametrize(
    ("face", "kind"),
    [(1, "rock"), (2, "rock"), (3, "paper"), (4, "paper"), (5, "scissors"), (6, "scissors")],
)
@pytest.mark.parametrize("before", "RPS")
def test_tt7_what_the_faces_mean(before, face, kind):
    position = play(at(f"{before}a2 Ri5", "Ra9"), f"change:a2 !{face}")
    assert state(position)["yellow"]["a2"] == kind
    assert state(position)["phase"] == "decide"
    assert state(position)["square"] is None
    assert position.turn == 0


def test_tt7_the_same_type_changes_nothing():
    """Even where the rule would remove a new piece: like pieces cannot meet in play, though."""
    position = play(at("Ra1 Rb1 Si5", "Pi9"), "change:a1 !1")
    assert state(position)["yellow"] == pieces("Ra1 Rb1 Si5")


@pytest.mark.parametrize(
    ("yellow", "blue"),
    [("Sd2 Re3", "Pi9"), ("Sd2 Pa9", "Re3"), ("Sd2 Pa9", "Rd3"), ("Sd2 Pa9", "Rc1")],
)
def test_tt7_a_like_piece_of_either_side_within_one_square_removes(yellow, blue):
    position = play(at(yellow, blue, quiet=9), "change:d2 !1")
    assert "d2" not in state(position)["yellow"]
    assert state(position)["phase"] == "decide"
    assert state(position)["quiet"] == 0


def test_tt7_two_squares_away_is_far_enough():
    assert "d2" in state(play(at("Sd2", "Rd4 Rf2 Rb4"), "change:d2 !1"))["yellow"]


@pytest.mark.parametrize(
    ("piece", "face", "stays"),
    [
        ("Rd6", 3, False),  # beside the permanent Paper
        ("Rb4", 4, False),
        ("Rf4", 5, False),  # beside the permanent Scissors
        ("Re5", 3, True),  # the Cow is just out of reach of both
        ("Re5", 5, True),
        ("Sd5", 1, True),  # there is no permanent Rock
        ("Rh5", 3, True),  # Paper beside the permanent Scissors is at ease
        ("Sc5", 1, False),  # Rock on the permanent Paper is beaten
        ("Sc5", 3, False),  # Paper on it is repelled
        ("Rg5", 3, False),  # Paper on the permanent Scissors is beaten
        ("Rg5", 6, False),
    ],
)
def test_tt7_permanents(piece, face, stays):
    position = play(at(f"{piece} Pa1", "Ri9"), f"change:{piece[1:]} !{face}")
    assert (piece[1:] in state(position)["yellow"]) == stays


def test_tt7_without_restrictors_nothing_of_the_kind():
    assert "d6" in state(play(at("Rd6 Pa1", "Ri9", OPEN), "change:d6 !3"))["yellow"]


def test_tt7_a_change_that_removes_her_last_piece_loses_at_once():
    position = play(at("Sd2", "Re3"), "change:d2 !2")
    assert position.is_over
    assert position.scores() == (0.0, 1.0)


# ---- TT-8: move or not ------------------------------------------------------------------------


def test_tt8_hold_ends_the_turn():
    position = play(at("Rc1", "Rg9"), "keep")
    assert position.legal_tokens() == ["hold", "roll"]
    position.play("hold")
    assert position.turn == 1
    assert state(position)["phase"] == "change"


def test_tt8_roll_asks_the_die_and_then_there_is_no_way_back():
    position = play(at("Rc1", "Rg9"), "keep roll")
    assert position.turn == CHANCE
    assert state(position)["phase"] == "move-roll"
    position.play("!4")
    assert position.turn == 0
    assert state(position)["roll"] == 4
    with pytest.raises(IllegalMoveError):
        position.play("hold")
    with pytest.raises(IllegalMoveError):
        position.play("stay")


# ---- TT-9: the ways of the pieces -------------------------------------------------------------


def test_tt9_paper_steps_straight():
    assert ends("Pe5", "Ra9", 1, OPEN) == squares("e6 f5 e4 d5")
    assert ends("Pe5", "Ra9", 2, OPEN) == squares("e7 f6 g5 f4 e3 d4 c5 d6")


def test_tt9_scissors_step_diagonally():
    assert ends("Se5", "Ra9", 1, OPEN) == squares("d6 f6 f4 d4")
    assert ends("Se5", "Ra9", 2, OPEN) == squares("c7 e7 g7 g5 g3 e3 c3 c5")


def test_tt9_rock_steps_one_way_for_the_whole_move():
    straight, diagonal = ends("Pe5", "Ra9", 2, OPEN), ends("Se5", "Ra9", 2, OPEN)
    assert ends("Re5", "Sa9", 2, OPEN) == straight | diagonal
    assert "f7" not in straight | diagonal  # one of each


def test_tt9_the_edge_of_the_board():
    assert ends("Pa1", "Ri9", 2) == squares("a3 b2 c1")
    assert ends("Si9", "Ra1", 1) == squares("h8")
    assert ends("Ri1", "Sa9", 1) == squares("h1 h2 i2")


def test_tt9_exactly_as_many_steps_as_rolled():
    assert "a3" in ends("Pa1", "Ri9", 2)
    assert "a3" not in ends("Pa1", "Ri9", 3)
    assert "a3" in ends("Pa1", "Ri9", 4)  # by a detour


def test_tt9_no_step_straight_back():
    """From a1, with b1 taken, three steps could reach a2 only by stepping back."""
    assert ends("Pa1 Rb1", "Ri9", 3) == squares("a4 b3 c2")


#: Two enemy Papers leave a Paper on a1 four squares to walk: a1, a2, b1, b2.
#:
#:     4  .  p  .  .  .
#:     3  x  x  x  .  .
#:     2  .  .  x  p  .
#:     1  P  .  x  .  .
#:        a  b  c  d  e
PENNED = ("Pa1", "Pd2 Pb4")


@pytest.mark.parametrize(
    ("roll", "expected"),
    [(1, "a2 b1"), (2, "b2"), (3, "a2 b1"), (4, ""), (5, "a2 b1"), (6, "b2")],
)
def test_tt9_decided_loops_may_cross_the_starting_square_but_not_end_there(roll, expected):
    assert ends(*PENNED, roll) == squares(expected)


def test_tt9_stay_only_if_no_piece_can_move():
    yellow, blue = PENNED
    assert at(yellow, blue, phase="move", roll=4).legal_tokens() == ["stay"]
    assert "stay" not in at(f"{yellow} Ri1", blue, phase="move", roll=4).legal_tokens()
    position = play(at(yellow, blue, phase="move", roll=4), "stay")
    assert position.turn == 1


def test_tt9_any_own_piece_may_move():
    position = at("Pa1 Ri1 Se1", "Ra9", phase="move", roll=1)
    assert position.legal_tokens() == sorted(
        "a1-a2 a1-b1 i1-h1 i1-h2 i1-i2 e1-d2 e1-f2".split()  # noqa: SIM905
    )


def test_tt9_no_step_onto_another_piece():
    """Both ways from a1 are blocked, by an own piece and by an enemy that Paper does not beat."""
    assert ends("Pa1 Ra2", "Sb1", 2) == set()
    assert ends("Pa1 Ra2", "Sc1", 2) == squares("b2")


def test_tt9_a_prey_blocks_all_but_the_last_step():
    assert ends("Pa1 Sa2", "Rb1", 1) == squares("b1")
    assert ends("Pa1 Sa2", "Rb1", 2) == set()


def test_tt9_like_pieces_repel_in_passing_too():
    """e7 and f6 are within one square of the Paper on f8 or f7; so is any path through them."""
    assert "f6" not in ends("Pe5", "Pf7", 2, OPEN)
    assert "e7" not in ends("Pe5", "Pf8", 2, OPEN)
    assert "e8" not in ends("Pe5", "Pf7", 3, OPEN)


@pytest.mark.parametrize("kind", "RPS")
def test_tt9_own_and_enemy_pieces_repel_alike(kind):
    own = ends(f"{kind}e4 {kind}e7 {'P' if kind != 'P' else 'S'}a1", "Ri9", 1)
    enemy = ends(f"{kind}e4", f"{kind}e7 Ri9", 1)
    assert own == enemy
    assert not own & squares("d6 e6 f6 d7 e7 f7 d8 e8 f8")


def test_tt9_unlike_pieces_do_not_repel():
    assert "e6" in ends("Pe5 Rd7", "Sf7", 1, OPEN)


def test_tt9_a_piece_does_not_repel_itself():
    assert ends("Pe5", "Ra9", 2, OPEN) >= squares("d6 f6 f4 d4")


def test_tt9_a_piece_in_a_repelled_zone_may_step_out():
    assert ends("Pe4", "Pe5", 1, OPEN) == squares("e3")


def test_tt9_permanents_repel_their_like():
    assert ends("Pe5", "Ra9", 1) == squares("e6 f5 e4")
    assert ends("Se5", "Ra9", 1) == squares("d6 d4")
    assert ends("Re5", "Sa9", 1) == squares("d4 d5 d6 e4 e6 f4 f5 f6")


def test_tt9_no_landing_on_a_permanent_that_beats_the_piece():
    assert "c5" not in ends("Rc4", "Sa9", 1)
    assert "g5" not in ends("Pg4", "Ra9", 1)
    assert "c5" in ends("Sb4", "Ra9", 1)  # Scissors beat Paper
    assert "g5" in ends("Rg4", "Sa9", 1)  # Rock beats Scissors


def test_tt9_not_even_to_capture():
    assert "c5" not in ends("Rc4", "Sc5 Pi9", 1)
    assert "c5" in ends("Rc4", "Sc5 Pi9", 1, OPEN)
    assert "g5" not in ends("Pg4", "Rg5 Si9", 1)


def test_tt9_passing_over_it_is_allowed():
    """Three straight steps from c4 to c7 pass c5; diagonally nothing ends on that column."""
    assert "c7" in ends("Rc4", "Sa9", 3)


# ---- TT-10: capture and sacrifice -------------------------------------------------------------


def test_tt10_capture():
    position = play(at("Pa1 Ri1", "Ra3 Si9", phase="move", roll=2, quiet=7), "a1-a3")
    assert state(position)["yellow"] == pieces("Pa3 Ri1")
    assert state(position)["blue"] == pieces("Si9")
    assert state(position)["quiet"] == 1
    assert position.turn == 1


def test_tt10_the_capturing_step_is_exempt_from_repelling_and_costs_the_piece():
    """The rulebook's shadow: the Rock on c4 stands beside its own Paper."""
    assert "c4" in ends("Pc3 Ri1", "Rc4 Pc5", 1, OPEN)
    position = play(at("Pc3 Ri1", "Rc4 Pc5", OPEN, phase="move", roll=1), "c3-c4")
    assert state(position)["yellow"] == pieces("Ri1")
    assert state(position)["blue"] == pieces("Pc5")


def test_tt10_only_the_last_step_is_exempt():
    """Three steps from b2 to the Rock on b5 pass b3 and b4, within one square of c4."""
    assert "b5" not in ends("Pb2 Ri1", "Rb5 Pc4", 3, OPEN)
    assert "b5" in ends("Pb2 Ri1", "Rb5 Si9", 3, OPEN)


def test_tt10_an_own_like_piece_demands_the_sacrifice_too():
    position = play(at("Pc3 Pc6", "Rc4 Si9", OPEN, phase="move", roll=1), "c3-c4")
    assert state(position)["yellow"] == pieces("Pc4 Pc6")  # two squares apart
    position = play(at("Pc3 Pb5", "Rc4 Si9", OPEN, phase="move", roll=1), "c3-c4")
    assert state(position)["yellow"] == pieces("Pb5")


def test_tt10_decided_permanents_count():
    position = play(at("Se3 Ra1", "Pf4 Ri9", phase="move", roll=1), "e3-f4")
    assert state(position)["yellow"] == pieces("Ra1")
    assert state(position)["blue"] == pieces("Ri9")


def test_tt10_the_captured_piece_itself_does_not_count():
    position = play(at("Ra1", "Sa2 Pi9", phase="move", roll=1), "a1-a2")
    assert state(position)["yellow"] == pieces("Ra2")


# ---- TT-11 ------------------------------------------------------------------------------------


def test_tt11_decided_a_repelled_step_is_refused():
    position = at("Pe5", "Pe7", OPEN, phase="move", roll=1)
    before = state(position)
    with pytest.raises(IllegalMoveError, match="'e5-e6' is not legal here; 3 tokens are: e5-d5"):
        position.play("e5-e6")
    assert state(position) == before


def test_a_whole_turn_from_the_start():
    position = quatrefoil.rules("triotrio").start()
    play(position, "!yellow change:c1 !5 roll !2 e1-e3")
    assert state(position)["yellow"] == pieces("Sc1 Pe3 Sg1")
    assert position.turn == 1


@pytest.mark.parametrize("options", OPTION_SETS)
def test_tt10_the_position_says_which_captures_are_sacrifices(options):
    found = set()
    for seed in range(scaled(60, 10)):
        for position in random_positions(triotrio_tools, options, seed, most=40):
            if PHASES[position.phase] != "move":
                continue
            for move in position.legal_moves():
                kind, start, end = decode(move)
                if kind == "travel":
                    after = position.copy()
                    after.push(move)
                    captures = end in position.pieces(1 - position.mover)
                    lost = captures and end not in after.pieces(position.mover)
                    assert position.is_sacrifice(start, end) == lost
                    found.add(lost)
    assert found == {True, False} or not compiled()
