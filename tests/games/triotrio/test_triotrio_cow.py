"""TT-12 to TT-14: the Golden Cow."""

import pytest
from triotrio_tools import at, pieces, play, state

#: Blue's whole turn that changes nothing.
PASS = " keep hold "

#: With the permanent Paper to the left, these leave a Paper on the Cow no step.
#:
#:     7  .  .  .  .  p  .  .
#:     6  .  x  x  x  x  x  .
#:     5  .  x [P] x  P  x  x
#:     4  .  x  x  x  x  x  p
#:     3  .  .  .  .  p  x  x
#:        a  b  c  d  e  f  g
PENS_IN = "Pe7 Pe3 Pg4"


def cow(position):
    return state(position)["cow"]


# ---- TT-12: the count -------------------------------------------------------------------------


def test_tt12_the_turn_of_arrival_does_not_count_and_then_each_turn_does():
    position = play(at("Re4 Sa1", "Pi9"), "keep roll !1 e4-e5")
    assert cow(position) == [0, 0]
    play(position, PASS + "keep hold")
    assert cow(position) == [1, 0]
    play(position, PASS + "keep hold")
    assert cow(position) == [2, 0]
    play(position, PASS + "keep hold")
    assert cow(position) == [3, 0]
    assert state(position)["phase"] == "reclaim"


def test_tt12_moving_another_piece_is_staying():
    position = play(at("Re5 Sa1", "Pi9"), "keep roll !1 a1-b2")
    assert cow(position) == [1, 0]


def test_tt12_changing_its_type_is_staying():
    position = play(at("Re5 Sa1", "Pi9"), "change:e5 !3 hold")
    assert cow(position) == [1, 0]


def test_tt12_a_roll_without_a_move_is_staying():
    position = at("Pe5", PENS_IN, phase="move", roll=1, cow=[1, 0])
    play(position, "stay")
    assert cow(position) == [2, 0]


def test_tt12_with_three_pieces_nothing_is_counted():
    position = play(at("Re5 Sa1 Pi1", "Pi9"), "keep hold")
    assert cow(position) == [0, 0]


def test_tt12_losing_the_third_piece_in_the_same_turn_is_enough():
    position = play(at("Re5 Sa1 Pi1", "Ra2 Pi9"), "change:a1 !1 hold")
    assert state(position)["yellow"] == pieces("Re5 Pi1")
    assert cow(position) == [1, 0]


def test_tt12_leaving_loses_the_count():
    position = play(at("Re5 Sa1", "Pi9", cow=[2, 0]), "keep roll !1 e5-e6")
    assert cow(position) == [0, 0]


def test_tt12_a_piece_removed_by_a_change_on_the_cow_loses_the_count():
    position = play(at("Re5 Sa1", "Pe6 Pi9", cow=[2, 0]), "change:e5 !3")
    assert state(position)["yellow"] == pieces("Sa1")
    assert state(position)["cow_at_start"] is False
    assert cow(play(position, "hold")) == [0, 0]


def test_tt12_another_piece_that_arrives_in_that_turn_does_not_count():
    position = play(at("Re5 Sd4", "Pe6 Pi9", cow=[2, 0]), "change:e5 !3 roll !1 d4-e5")
    assert cow(position) == [0, 0]


def test_tt12_a_captured_piece_loses_the_count_at_the_end_of_her_turn():
    position = at("Re5 Sa1", "Pe6 Ri9", turn="blue", phase="move", roll=1, cow=[2, 0])
    play(position, "e6-e5")
    assert cow(position) == [2, 0]
    fresh = at("Sa1", "Pe5 Ri9", quiet=1)
    assert position.key == fresh.key  # the count is lost already
    play(position, "keep hold")
    assert cow(position) == [0, 0]


def test_tt12_the_players_count_apart():
    position = play(at("Re5 Sa1", "Pi9", cow=[1, 0]), "keep hold keep hold keep hold")
    assert state(position)["phase"] == "reclaim"
    position = play(at("Sa1", "Re5 Pi9", cow=[0, 1], turn="blue"), "keep hold")
    assert cow(position) == [0, 2]


def test_tt12_the_count_stops_at_three():
    """Blue's Rock is on Yellow's centre start: nothing can come back for now."""
    position = at("Re5 Sa1", "Re1", cow=[2, 0])
    for _ in range(3):
        play(position, "keep hold")
        assert cow(position) == [3, 0]
        assert position.turn == 1
        play(position, PASS)


# ---- TT-13: reclaiming ------------------------------------------------------------------------


def ready(yellow: str, blue: str):
    """Return the end of Yellow's third turn on the Cow."""
    return play(at(yellow, blue, cow=[2, 0]), "keep hold")


def test_tt13_any_type_comes_back_on_the_centre_start():
    position = ready("Re5 Sa1", "Pi9")
    assert position.turn == 0
    assert position.legal_tokens() == [
        "decline",
        "reclaim:paper",
        "reclaim:rock",
        "reclaim:scissors",
    ]
    for kind in ("rock", "paper", "scissors"):
        back = play(position.copy(), f"reclaim:{kind}")
        assert state(back)["yellow"]["e1"] == kind
        assert cow(back) == [0, 0]
        assert state(back)["must_leave"] == [True, False]
        assert back.turn == 1


def test_tt13_from_one_piece_to_two():
    assert len(state(play(ready("Re5", "Pi9"), "reclaim:rock"))["yellow"]) == 2


@pytest.mark.parametrize(
    ("yellow", "blue", "kinds"),
    [
        ("Re5 Sd2", "Pi9", "paper rock"),
        ("Re5 Sa1", "Pf1 Rd2", "scissors"),
        ("Re5 Sa1", "Pe2 Ri9", "rock scissors"),
        ("Re5 Sa1", "Pe3 Ri9", "paper rock scissors"),
    ],
)
def test_tt13_decided_only_types_that_no_like_piece_repels(yellow, blue, kinds):
    tokens = [f"reclaim:{kind}" for kind in kinds.split()]
    assert ready(yellow, blue).legal_tokens() == ["decline", *tokens]


@pytest.mark.parametrize(
    ("yellow", "blue"),
    [
        ("Re5 Se1", "Pi9"),  # her own piece is on the centre start
        ("Re5 Sa1", "Pe1"),  # an enemy is
        ("Re5 Sd1", "Pe2 Rf1"),  # it is empty, but all three types are repelled
    ],
)
def test_tt13_decided_otherwise_nothing_is_asked_and_the_count_stays(yellow, blue):
    position = ready(yellow, blue)
    assert position.turn == 1
    assert cow(position) == [3, 0]


def test_tt13_asked_as_soon_as_the_centre_start_is_empty():
    position = ready("Re5 Se1", "Pi9")
    play(position, PASS + "keep roll !1 e1-d2")
    assert state(position)["phase"] == "reclaim"


def test_tt13_decline_and_be_asked_again():
    position = play(ready("Re5 Sa1", "Pi9"), "decline")
    assert position.turn == 1
    assert cow(position) == [3, 0]
    assert state(position)["must_leave"] == [False, False]
    play(position, PASS + "keep hold")
    assert state(position)["phase"] == "reclaim"


def test_tt13_not_asked_again_after_leaving():
    position = play(ready("Re5 Sa1", "Pi9"), "decline" + PASS + "keep roll !1 e5-e6")
    assert position.turn == 1
    assert cow(position) == [0, 0]


def test_tt13_centre_start_of_blue():
    position = play(at("Pa1", "Re5", turn="blue", cow=[0, 2]), "keep hold reclaim:paper")
    assert state(position)["blue"] == pieces("Re5 Pe9")
    assert state(position)["must_leave"] == [False, True]


# ---- TT-14: leaving ---------------------------------------------------------------------------


def leaving(yellow: str, blue: str, **more):
    return at(yellow, blue, must_leave=[True, False], **more)


def test_tt14_hold_is_not_allowed():
    assert play(leaving("Re5 Sa1", "Pi9"), "keep").legal_tokens() == ["roll"]


def test_tt14_she_may_still_change_any_piece():
    position = leaving("Re5 Sa1", "Pi9")
    assert position.legal_tokens() == ["change:a1", "change:e5", "keep"]
    assert play(position, "change:e5 !6").legal_tokens() == ["roll"]


def test_tt14_only_that_piece_moves():
    position = leaving("Re5 Sa1 Pi1", "Pi9", phase="move", roll=1)
    assert {token[:2] for token in position.legal_tokens()} == {"e5"}
    play(position, "e5-e6" + PASS + "keep")
    assert state(position)["must_leave"] == [False, False]
    assert position.legal_tokens() == ["hold", "roll"]


def test_tt14_stay_if_the_roll_allows_that_piece_no_move():
    """The Rock could move, but not before the Paper; and no count runs meanwhile."""
    position = leaving("Pe5 Ra1", PENS_IN, phase="move", roll=1)
    assert position.legal_tokens() == ["stay"]
    play(position, "stay")
    assert state(position)["must_leave"] == [True, False]
    assert cow(position) == [0, 0]


def test_tt14_ends_when_the_enemy_captures_the_piece():
    position = leaving("Re5 Sa1", "Pe6 Ri9", turn="blue", phase="move", roll=1)
    play(position, "e6-e5")
    assert state(position)["must_leave"] == [False, False]


def test_tt14_ends_when_a_change_removes_the_piece():
    position = play(leaving("Re5 Sa1", "Pe6 Ri9"), "change:e5 !3")
    assert state(position)["must_leave"] == [False, False]
    assert position.legal_tokens() == ["hold", "roll"]


def test_tt14_ends_with_a_capture_from_the_cow_that_costs_the_piece():
    position = leaving("Pe5 Sa1", "Re6 Pe7 Ri9", phase="move", roll=1)
    play(position, "e5-e6")
    assert state(position)["yellow"] == pieces("Sa1")
    assert state(position)["must_leave"] == [False, False]


def test_tt14_the_cow_can_be_used_again_later():
    position = play(leaving("Re5 Sa1", "Pi9"), "keep roll !1 e5-e4" + PASS)
    play(position, "keep roll !1 e4-e5" + PASS + "keep hold")
    assert cow(position) == [1, 0]
