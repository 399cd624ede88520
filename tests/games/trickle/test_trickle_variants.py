"""TK-12 to TK-16: the author's variants and their fine print."""

import pytest
from trickle_tools import position, start, tokens_from

from quatrefoil import IllegalMoveError, Line

# ---- TK-12 ------------------------------------------------------------------------------------


def test_tk12_a_bead_on_a_corner_may_move_along_the_rim():
    assert tokens_from(position("k1 f6", corner_moves=True), "k1") == "k1-j1 k1-k2"


def test_tk12_and_jump_over_a_bead_there():
    assert tokens_from(position("k1 k2 f6", corner_moves=True), "k1") == "k1-j1 k1-k3"


def test_tk12_a_bead_beside_the_corner_rests():
    assert tokens_from(position("k2 f6", corner_moves=True), "k2") == ""


def test_tk12_any_player_may():
    for turn in (1, 2, 3):
        now = position("k1 f6", turn=turn, players=3, corner_moves=True)
        assert tokens_from(now, "k1") == "k1-j1 k1-k2"


def test_tk12_then_it_rests():
    now = position("k1 f6", corner_moves=True)
    now.play("k1-k2")
    now.play("f6-f7")
    assert tokens_from(now, "k2") == ""


# ---- TK-13 ------------------------------------------------------------------------------------


def test_tk13_step_and_jump_along_an_own_edge():
    now = position("k3 k4 f6", own_edge_moves=True)
    assert tokens_from(now, "k3") == "k3-k2 k3-k5"
    assert tokens_from(now, "k4") == "k4-k2 k4-k5"


def test_tk13_not_onto_a_corner():
    assert tokens_from(position("k2 f6", own_edge_moves=True), "k2") == "k2-k3"
    assert tokens_from(position("k3 k2 f6", own_edge_moves=True), "k3") == "k3-k4"


def test_tk13_only_the_owner():
    assert tokens_from(position("k3 f6", turn=2, own_edge_moves=True), "k3") == ""
    assert tokens_from(position("g1 f6", turn=2, own_edge_moves=True), "g1") == "g1-h1"


def test_tk13_nobody_on_nobodys_edge():
    for turn in (1, 2, 3, 4):
        now = position("d9 f6", turn=turn, players=4, own_edge_moves=True)
        assert tokens_from(now, "d9") == ""


def test_tk13_does_not_move_corners():
    assert tokens_from(position("k1 f6", own_edge_moves=True), "k1") == ""
    both = position("k1 k2 f6", own_edge_moves=True, corner_moves=True)
    assert tokens_from(both, "k1") == "k1-j1 k1-k3"
    assert tokens_from(both, "k2") == "k2-k3"


def test_tk13_the_owner_may_go_back_next_time():
    line = Line(position("k3 f6", own_edge_moves=True))
    line.play("k3-k4")
    line.play("f6-f7")
    assert "k4-k3" in line.position.legal_tokens()


# ---- TK-14 ------------------------------------------------------------------------------------


def test_tk14_the_rim_is_ordinary_ground():
    now = position("k3 k4 f6", bear_off=True)
    assert tokens_from(now, "k3") == "k3-N k3-k2 k3-k5"


def test_tk14_a_corner_offers_its_two_edges():
    corners = {
        "k1": "NW N",
        "k6": "N NE",
        "f11": "NE SE",
        "a6": "SE S",
        "a1": "S SW",
        "f1": "SW NW",
    }
    for corner, edges in corners.items():
        tokens = tokens_from(position(corner, bear_off=True), corner).split()
        assert {token.split("-")[1] for token in tokens if token[-1].isupper()} == set(
            edges.split()
        )


@pytest.mark.parametrize(
    ("cell", "edge"),
    [("k2", "N"), ("j7", "NE"), ("e10", "SE"), ("a5", "S"), ("b1", "SW"), ("j1", "NW")],
)
def test_tk14_an_edge_cell_offers_its_edge(cell, edge):
    tokens = tokens_from(position(cell, bear_off=True), cell).split()
    assert [token for token in tokens if token[-1].isupper()] == [f"{cell}-{edge}"]


def test_tk14_the_owner_of_the_edge_scores_whoever_moved():
    line = Line(position("k3 i8 f6", bear_off=True))
    line.play("i8-NE")
    line.play("k3-N")
    assert line.position.to_json()["off"] == [1, 1]
    assert line.position.scores() == (1, 1)
    assert list(line.position.to_json()["beads"]) == ["f6"]


def test_tk14_over_nobodys_edge_nobody_scores():
    now = position("d9 f6", bear_off=True, players=4)
    now.play("d9-SE")
    assert now.to_json()["off"] == [0, 0, 0, 0]


def test_tk14_ends_when_no_bead_is_left():
    now = position("k3", bear_off=True, off=[3, 9])
    assert not now.is_over
    now.play("k3-N")
    assert now.outcome().scores == (4, 9)
    assert now.outcome().reason == "every bead has left the board"


def test_tk14_only_what_was_borne_off_counts():
    assert position("k3 i8", bear_off=True, off=[0, 2]).scores() == (0, 2)
    line = Line(position("k3 f9 f3", bear_off=True, off=[0, 2], repetition=2))
    for token in ("f9-g8", "f3-e3", "g8-f9", "e3-f3", "f9-g8"):
        line.play(token)
    assert line.position.outcome().scores == (0, 2)


def test_tk14_after_bearing_off_there_is_no_way_back_to_forbid():
    line = Line(position("k3 k1 f9", bear_off=True))
    line.play("f9-g8")
    line.play("k3-N")
    assert line.position.to_json()["last"] is None
    assert "g8-f9" in line.position.legal_tokens()


def test_tk14_tk8_holds_along_the_rim():
    now = position("k3 f6", bear_off=True)
    now.play("k3-k4")
    assert tokens_from(now, "k4") == "k4-N k4-k5"


@pytest.mark.parametrize(("goals", "scores"), [("middle", (15, 3)), ("outer", (5, 9))])
def test_tk14_values_and_goals_count_where_a_bead_leaves(goals, scores):
    """k3 is a middle cell; corners such as k6 are not."""
    beads = {"k3": 5, "k6": 3}
    line = Line(position(beads, bear_off=True, bead_values="random", goal_values=goals))
    line.play("k3-N")
    line.play("k6-NE")
    assert line.position.scores() == scores


def test_tk14_no_bead_leaves_without_it():
    with pytest.raises(IllegalMoveError, match="'k3-N' is not legal here"):
        position("k3 f6").play("k3-N")


# ---- TK-15 ------------------------------------------------------------------------------------


def test_tk15_jumps_go_on_and_may_stop_at_any_landing():
    now = position("f6 f7 g8", chain_jumps=True)
    tokens = tokens_from(now, "f6").split()
    assert {t for t in tokens if t.startswith("f6-f8")} == {"f6-f8", "f6-f8-h8"}


def test_tk15_steps_are_not_chained():
    now = position("f6 g7", chain_jumps=True)
    assert tokens_from(now, "f6") == "f6-e5 f6-e6 f6-f5 f6-f7 f6-g5 f6-g6"


def test_tk15_every_hop_obeys_tk6():
    # From f8 over g8 to h8, on to ring 4; the way on over h7 to h6 would lead inwards.
    now = position("f8 g8 h7", chain_jumps=True)
    assert "f8-h8" in now.legal_tokens()
    assert "f8-h8-h6" not in now.legal_tokens()


def test_tk15_no_cell_is_landed_on_twice_nor_the_start():
    # A round trip on ring 2, by either way, over the six beads between its corners.
    now = position("f8 g7 h5 g4 e4 d5 e7", chain_jumps=True)
    one_way, other_way = "f8-h6-h4-f4-d4-d6", "f8-d6-d4-f4-h4-h6"
    jumps = {way[: 2 + 3 * hops] for way in (one_way, other_way) for hops in range(1, 6)}
    assert set(tokens_from(now, "f8").split()) == {"f8-e8", "f8-f9", "f8-g8"} | jumps


def test_tk15_the_rim_ends_a_chain():
    now = position("i3 j3 k4 f6", chain_jumps=True)
    assert "i3-k3" in now.legal_tokens()
    assert "i3-k3-k5" not in now.legal_tokens()
    both = position("i3 j3 k4 f6", chain_jumps=True, corner_moves=True, own_edge_moves=True)
    assert "i3-k3-k5" not in both.legal_tokens()


def test_tk15_with_bear_off_the_rim_does_not_end_a_chain():
    now = position("i3 j3 k4 f6", chain_jumps=True, bear_off=True)
    assert {"i3-k3", "i3-k3-k5"} <= set(now.legal_tokens())


def test_tk15_leaving_the_board_is_no_jump_of_a_chain():
    now = position("i3 j3 f6", chain_jumps=True, bear_off=True)
    assert not [token for token in now.legal_tokens() if token.endswith("-N")]


def test_tk15_tk8_is_about_first_and_last_cell():
    # A chain along ring 2, there and back.
    line = Line(position("h4 h5 g7 d4", chain_jumps=True))
    line.play("h4-h6-f8")
    assert line.position.to_json()["last"] == ["h4", "f8"]
    tokens = tokens_from(line.position, "f8").split()
    assert "f8-h6" in tokens
    assert "f8-h6-h4" not in tokens


def test_tk15_tk8_lets_a_chain_pass_through_the_forbidden_cell():
    line = Line(position("h6 g7 h5 d4", chain_jumps=True))
    line.play("h6-f8")
    tokens = tokens_from(line.position, "f8").split()
    assert "f8-h6" not in tokens
    assert "f8-h6-h4" in tokens


def test_tk15_two_ways_to_the_same_cell_are_two_tokens():
    tokens = tokens_from(position("f6 f7 g8 g6 h7", chain_jumps=True), "f6").split()
    assert {"f6-f8-h8", "f6-h6-h8"} <= set(tokens)


def test_tk15_corner_moves_and_own_edge_moves_end_after_one_jump():
    now = position("k1 k2 k4 f6", chain_jumps=True, corner_moves=True, own_edge_moves=True)
    assert tokens_from(now, "k1") == "k1-j1 k1-k3"


# ---- TK-16 ------------------------------------------------------------------------------------


def test_tk16_values_move_with_the_beads():
    now = start(bead_values="symmetric")
    now.play("f7-f9")
    assert now.to_json()["beads"]["f9"] == 2
    assert "f7" not in now.to_json()["beads"]
