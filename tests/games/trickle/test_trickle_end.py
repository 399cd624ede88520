"""TK-10, TK-11 and TK-17: how a game ends, and what it counts."""

import pytest
from trickle_tools import position, rules, start

from quatrefoil import OVER, Line


def test_tk10_ends_when_every_bead_is_on_the_rim():
    line = Line(position("k3 j5"))
    assert line.position.outcome() is None
    line.play("j5-k5")
    assert line.position.turn == OVER
    assert line.position.legal_moves() == []
    assert line.position.outcome().reason == "every bead is on the rim"
    assert line.position.outcome().scores == (2, 0)
    assert line.position.outcome().winners == (0,)


def test_tk10_corners_count_for_nobody():
    assert position("k1 k6 f11 a6 a1 f1").scores() == (0, 0)


def test_tk10_only_the_rim_counts():
    assert position("f6 j3 k3").scores() == (1, 0)


def test_tk10_equal_highest_share():
    outcome = position("k3 i8 e10", players=3).outcome()
    assert outcome.scores == (1, 1, 1)
    assert outcome.winners == (0, 1, 2)


def test_tk10_nobodys_edge_counts_for_nobody():
    assert position("d9 g1", players=4).scores() == (0, 0, 0, 0)


def test_tk10_ends_even_if_beads_on_the_rim_could_move_on():
    assert position("k1", corner_moves=True).is_over
    assert position("k3", own_edge_moves=True).is_over


def test_tk10_a_finished_position_is_finished_again_when_it_is_read():
    assert position("k3", turn=2).is_over
    assert position({}, turn=1).is_over


def to_and_fro(line, rounds):
    for _ in range(rounds):
        for token in ("f9-g8", "f3-e3", "g8-f9", "e3-f3"):
            if not line.position.is_over:
                line.play(token)


def test_tk11_ends_when_beads_player_and_latest_move_recur_for_the_third_time():
    line = Line(position("f9 f3 k3"))
    to_and_fro(line, 3)
    # The position after the first move came back after the 5th and the 9th; the first one
    # itself had no latest move and never came back.
    assert len(line.tokens) == 9
    assert line.position.outcome().reason == "the same position came up too often"
    assert line.position.outcome().scores == (1, 0), "the current points count"


def test_tk11_a_position_that_was_read_is_its_own_first_occurrence():
    line = Line(position("f9 f3", last=["e3", "f3"]))
    to_and_fro(line, 3)
    assert len(line.tokens) == 8


@pytest.mark.parametrize(("repetition", "length"), [(2, 5), (4, 13), (0, 40)])
def test_tk11_option(repetition, length):
    line = Line(position("f9 f3", repetition=repetition))
    to_and_fro(line, 10)
    assert len(line.tokens) == length
    assert line.position.is_over == (repetition > 0)


def test_tk11_holds_after_undoing_and_in_copies():
    line = Line(position("f9 f3 j2"))
    to_and_fro(line, 2)
    line.play("j2-k2")
    assert not line.position.is_over
    line.pop()
    twin = line.copy()
    for either in (line, twin):
        either.play("f9-g8")
        assert either.position.is_over


def test_tk11_the_latest_move_matters():
    """The same beads, and the same player, but they came about differently."""
    line = Line(position("f9 f3", repetition=2))
    for token in ("f9-g8", "f3-e3", "g8-f9", "e3-f3"):
        line.play(token)
    assert not line.position.is_over


def test_tk11_the_player_to_move_matters():
    line = Line(position("f9 f3", players=3, repetition=2))
    for token in ("f9-g8", "f3-e3", "g8-f9", "e3-f3", "f9-g8"):
        line.play(token)
    assert not line.position.is_over


@pytest.mark.parametrize(("other_value", "length"), [(1, 6), (2, 12)])
def test_tk11_values_matter(other_value, length):
    """Each player makes two beads change places: nobody sees it if they count the same."""
    beads = {"h6": 1, "g7": other_value, "d4": 1, "e4": 1}
    swap = ["h6-f8", "d4-f4", "g7-h6", "e4-d4", "f8-g7", "f4-e4"]
    line = Line(position(beads, last=["f4", "e4"], bead_values="symmetric", repetition=2))
    for token in swap + swap:
        if not line.position.is_over:
            line.play(token)
    assert len(line.tokens) == length
    assert line.position.is_over


@pytest.mark.parametrize(
    ("rings", "edge", "middle", "outer"),
    [
        (3, "g2 g3", (3, 3), (1, 1)),
        (4, "i2 i3 i4", (1, 3, 1), (3, 1, 3)),
        (5, "k2 k3 k4 k5", (1, 3, 3, 1), (3, 1, 1, 3)),
        (8, "q2 q3 q4 q5 q6 q7 q8", (1, 1, 1, 3, 1, 1, 1), (3, 3, 3, 1, 3, 3, 3)),
    ],
)
def test_tk17_goal_values(rings, edge, middle, outer):
    for cell, in_middle, in_outer in zip(edge.split(), middle, outer, strict=True):
        assert position(cell, rings=rings).scores() == (1, 0)
        assert position(cell, rings=rings, goal_values="middle").scores() == (in_middle, 0)
        assert position(cell, rings=rings, goal_values="outer").scores() == (in_outer, 0)


def test_tk17_on_every_edge():
    board = rules(goal_values="middle").board
    threefold = [board.names[cell] for cell in range(91) if board.is_middle(cell)]
    assert " ".join(threefold) == "a3 a4 c1 c8 d1 d9 h1 h9 i1 i8 k3 k4"


def test_tk17_a_bead_scores_its_value_times_its_cells():
    beads = {"k3": 5, "k5": 3, "i8": 2, "k1": 2}
    assert position(beads, bead_values="random", goal_values="middle").scores() == (18, 6)
    assert position(beads, bead_values="random", goal_values="outer").scores() == (14, 2)


def test_tk17_corners_stay_neutral():
    assert position("k1", goal_values="outer").scores() == (0, 0)


def test_nothing_is_scored_at_the_start():
    assert start(players=6).scores() == (0, 0, 0, 0, 0, 0)
