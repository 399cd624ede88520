"""TF-5 to TF-9: turns, placing, pushing, spinning, and no return."""

import pytest
import trifoil_tools
from tests.games.game_tools import random_positions, scaled
from trifoil_tools import FLOWER, OPTION_SETS, PAIR, after, legal, links, position

import quatrefoil
from quatrefoil.games.trifoil.position import END, PUSH, SPIN

# ---- TF-5: the turn ---------------------------------------------------------------------------


def test_tf_5_red_begins_with_one_action_and_cannot_pass():
    start = quatrefoil.rules("trifoil").start()
    assert (start.turn, start.actions_left) == (0, 1)
    assert "end" not in start.legal_tokens()


def test_tf_5_every_later_turn_has_up_to_two_actions():
    play = after(quatrefoil.rules("trifoil").start(), "a1-a2")
    assert (play.turn, play.actions_left, play.acted) == (1, 2, False)
    assert "end" not in play.legal_tokens()
    after(play, "b1-b2")
    assert (play.turn, play.actions_left, play.acted) == (1, 1, True)
    assert "end" in play.legal_tokens()
    assert after(play.copy(), "end").turn == 0
    assert after(play, "b2-b1").turn == 0


@pytest.mark.parametrize("first", [1, 2, 3, 4])
@pytest.mark.parametrize("actions", [1, 2, 3, 4])
def test_tf_5_options_say_how_many_actions_a_turn_has(first, actions):
    play = quatrefoil.rules("trifoil", {"first_actions": first, "actions": actions}).start()
    places = iter(["a1-a2", "a2-a3", "b1-b2", "c1-b1", "b2-c1", "a3-b2", "b1-a1", "a2-b1"])
    for player, count in ((0, first), (1, actions)):
        for left in range(count, 0, -1):
            assert (play.turn, play.actions_left) == (player, left)
            after(play, next(places))
    assert play.turn == 0


# ---- TF-6: place ------------------------------------------------------------------------------


def test_tf_6_a_link_appears_on_the_face_of_the_first_blink():
    assert links(after(position(), "a1-b1")) == ("a1.SE", "")
    assert links(after(position(turn="blue"), "b1-a1")) == ("", "b1.NW")


def test_tf_6_only_empty_faces_that_touch_a_blink():
    play = position(red="a1.SE", blue="b1.NW")
    assert legal(play, "a1-b1", "b1-a1", "a1-a2") == ["a1-a2"]
    with pytest.raises(quatrefoil.TokenError, match="a1 does not touch c1"):
        play.play("a1-c1")


# ---- TF-7: push -------------------------------------------------------------------------------
# On the line south through column a the faces are a1.S, a2.N, a2.S, a3.N, a3.S.


def test_tf_7_a_link_moves_straight_on_by_one_face():
    assert links(after(position(red="a1.S"), "a1>a2")) == ("a2.N", "")
    assert links(after(position(red="a2.S"), "a2>a3")) == ("a3.N", "")


def test_tf_7_the_run_behind_it_moves_too_whatever_its_colours():
    play = after(position(red="a1.S a2.S", blue="a2.N a3.S"), "a1>a2")
    assert links(play) == ("a2.N a3.N", "a2.S a3.S")


def test_tf_7_the_run_stops_at_the_first_empty_face():
    play = after(position(red="a1.S a3.N", blue="a2.N"), "a1>a2")
    assert links(play) == ("a2.N a3.N", "a2.S")


def test_tf_7_a_push_may_end_on_an_outward_face_and_not_beyond():
    play = after(position(red="a1.S a2.N a2.S a3.N"), "a1>a2")
    assert links(play) == ("a2.N a2.S a3.N a3.S", "")
    full = position(red="a1.S a2.N", blue="a2.S a3.N a3.S")
    assert legal(full, "a1>a2", "a2>a1") == ["a2>a1"]


def test_tf_7_links_on_other_lines_do_not_matter():
    play = after(position(red="a1.S a2.SE", blue="a2.NE"), "a1>a2")
    assert links(play) == ("a2.N a2.SE", "a2.NE")


def test_tf_7_only_links_of_your_own():
    play = position(red="a1.S", blue="b1.S")
    assert legal(play, "a1>a2", "b1>b2") == ["a1>a2"]
    assert legal(position(red="a1.S", blue="b1.S", turn="blue"), "a1>a2", "b1>b2") == ["b1>b2"]


def test_tf_7_outward_links_cannot_be_pushed_from():
    assert not [token for token in position(red="a1.N a3.S").legal_tokens() if ">" in token]


def test_tf_7_over_a_whole_large_board():
    column = {"blinks": [[0, 2 * y] for y in range(37)], "chain": 222, "links": 0}
    faces = [f"a{y}.{face}" for y in range(1, 37) for face in ("S", "N")]
    run = " ".join(["a1.S", *[face for face in faces if face not in ("a1.N", "a1.S")]])
    play = after(position(red=run + " a37.N", board=column), "a1>a2")
    data = play.to_json()["red"]
    assert "a1.S" not in data
    assert data[-2:] == ["a37.N", "a37.S"]
    assert len(data) == 72


# ---- TF-8: spin -------------------------------------------------------------------------------


def test_tf_8_a_triangle_goes_one_third_around_with_its_links():
    play = position(red="a1.SE", turn="blue")
    assert links(after(play.copy(), "delta+")) == ("b1.SW", "")
    assert links(after(play, "delta-")) == ("a2.N", "")


def test_tf_8_outward_links_move_and_others_stay():
    play = position(red="a1.NW a2.S a3.N", blue="c1.SE", turn="blue")
    assert links(after(play, "delta+")) == ("a1.NW a3.N b1.NE", "c1.SE")


def test_tf_8_the_minority_rule_counts_strictly():
    assert legal(position(red="a1.S", turn="blue"), "delta+", "delta-", "omega+") == [
        "delta+",
        "delta-",
    ]
    assert legal(position(red="a1.S", turn="red"), "delta+", "delta-") == []
    assert legal(position(red="a1.S", blue="b1.S", turn="blue"), "delta+", "delta-") == []
    assert legal(position(), "delta+", "delta-") == []


def test_tf_8_the_minority_rule_counts_outward_links():
    play = position(red="a1.N a1.NE", blue="a1.S", turn="blue")
    assert legal(play, "delta+", "delta-") == ["delta+", "delta-"]


def test_tf_8_tokens_of_shapes_with_finer_symmetry():
    tokens = [spin.token for spin in quatrefoil.rules("trifoil", {"board": FLOWER}).board.spins]
    assert [token for token in sorted(tokens) if token.startswith("flower")] == [
        "flower+",
        "flower+2",
        "flower+3",
        "flower-",
        "flower-2",
    ]
    assert [token for token in tokens if token.startswith("trio")] == ["trio+", "trio-"]
    assert [token for token in tokens if token.startswith("pair")] == ["pair+"]


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("flower+", "b2.NE c1.SW"),
        ("flower+2", "b2.SE c2.NW"),
        ("flower+3", "b2.S b3.N"),
        ("flower-2", "a2.NE b2.SW"),
        ("flower-", "a1.SE b2.NW"),
        ("trio+", "b2.N c2.NW"),
        ("trio-", "a2.NE b2.N"),
        ("ring+", "b2.N c1.SW"),
    ],
)
def test_tf_8_where_links_go(token, expected):
    play = position(red="b1.S b2.N", turn="blue", board=FLOWER)
    assert links(after(play, token))[0] == expected


def test_tf_8_a_half_turn_swaps():
    play = position(red="a1.N", turn="blue", board=FLOWER)
    assert links(after(play, "pair+")) == ("c2.S", "")


# ---- TF-9: no return --------------------------------------------------------------------------


def test_tf_9_a_push_cannot_be_taken_back_at_once():
    play = after(position(red="a1.S"), "a1>a2")
    assert legal(play, "a2>a1") == []


def test_tf_9_after_another_action_it_can():
    play = after(position(red="a1.S"), "a1>a2", "b1-c1", "c1-b2", "end")
    assert legal(play, "a2>a1") == ["a2>a1"]


def test_tf_9_a_spin_cannot_be_taken_back_at_once_but_can_go_on():
    play = after(position(red="a1.SE", turn="blue"), "delta+")
    assert legal(play, "delta+", "delta-") == ["delta+"]


def test_tf_9_end_is_no_action_and_the_opponent_may_not_return_either():
    # Blue turns the ring around b2; the half turn of all seven would turn it back, as b2 looks
    # the same from both sides. Red has the minority there: 1 link to 2.
    play = position(red="b1.N", blue="b2.N b2.S", turn="blue", board=FLOWER)
    after(play, "ring+3")
    assert links(play) == ("b3.S", "b2.N b2.S")
    after(play, "end")
    assert legal(play, "flower+", "flower+2", "flower+3") == ["flower+", "flower+2"]


def test_tf_9_an_action_must_change_the_links():
    play = position(blue="a1.S a2.N", board=PAIR)
    assert legal(play, "x+") == []
    assert legal(position(blue="a1.S", board=PAIR), "x+") == ["x+"]


def test_tf_9_after_a_place_nothing_can_return():
    previous = {"red": [], "blue": []}
    play = position(red="a1.S", previous=previous)
    free = position(red="a1.S")
    assert play.legal_tokens() == free.legal_tokens()
    assert play.key == free.key  # the previous links do not matter, so they are not in the key
    assert play.to_json()["previous"] == previous
    assert play != free


def test_tf_9_where_a_return_is_possible_the_key_tells():
    previous = {"red": ["a2.N"], "blue": []}
    play = position(red="a1.S", previous=previous)
    assert legal(play, "a1>a2") == []
    assert play.key != position(red="a1.S").key


# ---- what the position says about its actions -------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS[:9], ids=lambda options: str(options)[:40])
def test_the_position_says_who_may_spin_and_what_a_push_moves(options):
    for now in random_positions(trifoil_tools, options, seed=3, most=scaled(60, 10)):
        board = now.rules.board
        links = now.links_of(0) | now.links_of(1)
        for move in now.legal_moves():
            if SPIN <= move < END:
                assert now.minorities()[board.spins[move - SPIN].shape] == now.mover  # TF-8
            elif PUSH <= move < SPIN:  # TF-7
                after = now.copy()
                after.push(move)
                run = now.run_from(move - PUSH)
                left, taken = {start for start, _ in run}, {end for _, end in run}
                moved = links & ~sum(1 << bit for bit in left) | sum(1 << bit for bit in taken)
                assert moved == after.links_of(0) | after.links_of(1)
        counts, minorities = now.links_on_shapes(), now.minorities()
        assert len(counts) == len(minorities) == len(board.shapes)
        for (red, blue), minority in zip(counts, minorities, strict=True):
            assert minority == {0: None, 1: 1, -1: 0}[(red > blue) - (red < blue)]
