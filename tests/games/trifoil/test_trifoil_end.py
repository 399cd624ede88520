"""TF-11 to TF-13: how a game ends."""

from trifoil_tools import PAIR, after, legal, links, position

import quatrefoil


def ended(position) -> tuple[str, tuple[float, ...]]:
    outcome = position.outcome()
    assert outcome is not None
    assert position.legal_moves() == []
    return outcome.reason, outcome.scores


CHAIN = "a chain of the winning length"
ALL_PLACED = "a player has placed all links"
FULL = "a Blink is full"
STUCK = "no action is possible"
AGAIN = "the same position occurred too often"

# ---- TF-11: after every action ----------------------------------------------------------------


def test_tf_11_1_a_chain_of_the_winning_length_wins_at_once():
    play = position(red="c1.SW b2.NE b2.N b1.S")
    assert ended(after(play, "b1-c1")) == (CHAIN, (1, 0))


def test_tf_11_1_a_longer_chain_wins_too():
    play = position(red="a1.S a2.N a2.NE b1.SW b1.NE", chain=6)
    assert not play.is_over
    joined = position(red="c1.SW c1.S b2.N b1.S b1.NE")
    assert ended(after(joined, "b2-c1")) == (CHAIN, (1, 0))


def test_tf_11_2_an_action_that_completes_the_opponents_chain_loses():
    # The push moves Blue's link from a2.N to a2.S, where it touches a3.N.
    play = position(red="a1.S", blue="a2.N a3.N", chain=2)
    assert ended(after(play, "a1>a2")) == (CHAIN, (0, 1))


def test_tf_11_1_comes_before_2():
    # The same push also brings Red's link to a2, where another one is.
    play = position(red="a1.S a2.SE", blue="a2.N a3.N", chain=2)
    assert ended(after(play, "a1>a2")) == (CHAIN, (1, 0))
    mirrored = position(blue="a1.S a2.SE", red="a2.N a3.N", chain=2, turn="blue")
    assert ended(after(mirrored, "a1>a2")) == (CHAIN, (0, 1))


def test_tf_11_a_spin_can_complete_a_chain_for_either():
    # delta+ takes a1.NW to b1.NE, next to c1.NW.
    play = position(red="a1.NW a1.N c1.NW", blue="", chain=3, turn="blue")
    assert ended(after(play, "delta+")) == (CHAIN, (1, 0))


def test_tf_11_3_the_last_link_ends_the_game_and_the_longest_chain_wins():
    play = position(red="a1.S", blue="b1.S b2.N", links=3)
    assert ended(after(play.copy(), "a1-b1", "c1-b1")) == (ALL_PLACED, (0.5, 0.5))
    assert ended(after(play.copy(), "c1-b1", "a3-a2")) == (ALL_PLACED, (0, 1))
    assert ended(after(play.copy(), "a2-a1", "a2-a3")) == (ALL_PLACED, (1, 0))


def test_tf_11_1_comes_before_3():
    assert ended(after(position(red="a1.S", links=2, chain=2), "a1-b1")) == (CHAIN, (1, 0))


def test_tf_11_3_pushes_and_spins_use_no_links():
    play = after(position(red="a1.S a3.N", links=3), "a1>a2", "a3>a2")
    assert not play.is_over
    assert play.turn == 1


def test_tf_11_links_0_is_no_limit():
    play = position(red="a1.S", links=0)
    assert "1 links" in str(play)
    assert not after(play, "a3-b2", "b1-c1").is_over


def test_tf_11_4_a_full_blink_ends_the_game():
    red, blue = "b2.N b2.NE", "b2.SW b2.NW b1.S"
    assert not position(red=red, blue=blue, links=0, full_blink=5).is_over
    five = {"red": red, "blue": blue + " b2.S", "links": 0}
    assert not position(**five, full_blink=6).is_over
    assert ended(position(**five, full_blink=5)) == (FULL, (0.5, 0.5))
    # Red pushes a link from b1.S onto b2, as its sixth.
    red, blue = "b1.S b2.NE c1.SW", "b2.SW b2.NW b2.S b2.SE"
    play = position(red=red, blue=blue, full_blink=6, links=0)
    assert ended(after(play, "b1>b2")) == (FULL, (1, 0))


def test_tf_11_3_comes_before_4():
    play = position(red="b2.N b2.NE a1.S", blue="b2.SW b2.S", links=4, full_blink=5)
    assert ended(after(play, "b2-a2")) == (ALL_PLACED, (0.5, 0.5))


def test_tf_11_full_blink_is_off_by_default():
    full = "b2.N b2.NE b2.SE"
    assert not position(red=full, blue="b2.S b2.SW b2.NW").is_over


# ---- TF-12: no legal action -------------------------------------------------------------------
# Two Blinks have one line each way: a1.S a2.N a2.S, and a2.N a1.S a1.N.


def test_tf_12_without_any_action_the_longest_chain_wins():
    stuck = position(red="a1.S a2.N a2.S", blue="a1.N", board={**PAIR, "spins": {}})
    assert ended(stuck) == (STUCK, (1, 0))


def test_tf_12_in_mid_turn_the_turn_ends_by_itself():
    # Red fills the last face and has no action left, Blue has the minority and can spin.
    play = after(position(red="a1.S a2.S", blue="a1.N", board=PAIR), "a2-a1")
    assert (play.turn, play.actions_left, play.acted) == (1, 2, False)
    assert play.legal_tokens() == ["x+"]


def test_tf_12_follows_when_the_opponent_cannot_act_either():
    play = position(red="a1.S a2.S", blue="a1.N", board={**PAIR, "spins": {}})
    assert ended(after(play, "a2-a1")) == (STUCK, (1, 0))
    even = position(red="a1.S a2.S", blue="a1.N", turn="blue", board={**PAIR, "spins": {}})
    assert ended(after(even, "a2-a1")) == (STUCK, (0.5, 0.5))


def test_tf_12_a_position_read_in_mid_turn_without_an_action_ends_its_turn():
    play = position(red="a1.S a2.N a2.S", blue="a1.N", acted=True, board=PAIR)
    assert (play.turn, play.acted) == (1, False)


def test_tf_12_end_alone_is_no_action():
    play = position(red="a1.S a2.S", blue="a1.N", board=PAIR, actions=4)
    assert legal(after(play, "a2-a1"), "end") == []


# ---- TF-13: repetition ------------------------------------------------------------------------

#: Red and Blue push a link each to and fro.
ROUND = ("a1>a2", "c1>b2", "a2>a1", "b2>c1")


def to_and_fro(**options) -> quatrefoil.Line:
    return quatrefoil.Line(position(red="a1.S", blue="c1.SW", actions=1, **options))


def played(line: quatrefoil.Line, tokens) -> quatrefoil.Line:
    for token in tokens:
        assert not line.position.is_over
        line.play(token)
    return line


def test_tf_13_the_third_occurrence_is_a_draw():
    line = played(to_and_fro(), ROUND * 2)
    assert ended(line.position) == (AGAIN, (0.5, 0.5))
    line.pop()
    assert not line.position.is_over


def test_tf_13_the_option_says_how_often():
    assert played(to_and_fro(repetition=2), ROUND).position.is_over
    assert not played(to_and_fro(repetition=4), ROUND * 2).position.is_over
    assert not played(to_and_fro(repetition=0), ROUND * 9).position.is_over


def test_tf_13_the_player_to_move_counts():
    # Three thirds of a turn bring the same links back, but with Blue to move.
    line = quatrefoil.Line(position(blue="a1.S", actions=3, repetition=2))
    assert not played(line, ["delta+"] * 3).position.is_over
    assert line.position.turn == 1
    assert links(line.position) == ("", "a1.S")


def test_tf_13_looks_at_the_start_of_a_turn_only():
    line = quatrefoil.Line(position(red="a1.S", blue="c1.SW", actions=2, repetition=2))
    played(line, ["a1>a2", "end", "c1>b2", "end", "a2>a1", "end", "b2>c1"])
    assert not line.position.is_over  # in mid-turn nothing is counted
    line.play("end")
    assert ended(line.position) == (AGAIN, (0.5, 0.5))


def test_tf_13_a_placed_link_starts_afresh():
    line = played(to_and_fro(repetition=2), [*ROUND[:3], "c1-b1"])
    assert line.position.fresh
    assert not played(line, ["a1>a2", "b2>c1", "a2>a1"]).position.is_over


def test_tf_13_a_position_read_from_json_has_no_history():
    line = played(to_and_fro(), ROUND * 2)
    again = quatrefoil.position(line.position.to_json())
    assert not again.is_over
    assert again.key == line.position.key


def test_tf_12_is_tested_before_tf_13():
    board = {**PAIR, "spins": {}}
    line = quatrefoil.Line(position(red="a1.S a2.S", blue="a1.N", repetition=2, board=board))
    line.play("a2-a1")
    assert ended(line.position)[0] == STUCK


# ---- finished positions -----------------------------------------------------------------------


def test_a_finished_position_is_finished_again_when_read():
    for play in (
        after(position(red="c1.SW b2.NE b2.N b1.S"), "b1-c1"),
        after(position(red="a1.S", blue="a2.N a3.N", chain=2), "a1>a2"),
        after(position(red="a1.S a2.SE", blue="a2.N a3.N", chain=2), "a1>a2"),
        after(position(red="a1.S", blue="b1.S b2.N", links=3), "a1-b1", "c1-b1"),
        position(red="a1.S a2.N a2.S", blue="a1.N", board={**PAIR, "spins": {}}),
    ):
        again = quatrefoil.position(play.to_json())
        assert again == play
        assert ended(again) == ended(play)


def test_on_reading_the_latest_to_act_comes_first():
    both = {"red": "a1.S a1.SE", "blue": "c1.SW c1.NW", "chain": 2}
    assert position(**both, turn="red").scores() == (0, 1)
    assert position(**both, turn="red", acted=True).scores() == (1, 0)
    assert position(**both, turn="blue").scores() == (1, 0)


def test_a_game_that_goes_on_has_no_winner():
    assert position(red="a1.S a1.SE").scores() == (0.5, 0.5)
    assert position().outcome() is None
