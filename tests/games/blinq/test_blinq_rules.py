"""The rulebook of Blinq, rule by rule."""

from importlib.resources import files

import pytest
from blinq_reference import Reference
from blinq_tools import at
from tests.games.game_tools import scaled

import quatrefoil
from quatrefoil import Ending, IllegalMoveError, Line, Record, Rng, TokenError
from quatrefoil.games.blinq.tables import BLACK, RED

#: On size 3: the last block decides.
ALL_BUT_THE_TOP = (
    "1a1W 1b1E 1c1W 1a2S 1b2E 1c2N 1a3W 1b3S 1c3S"  # level 1
    " 2a1N 2b1S 2a2N 2b2S"  # level 2
)

SHOWN = {RED: "R", BLACK: "B", None: "."}


def view(position, *, cell=None):
    """The quarters of a board, or of one cell, north first."""
    edge = 2 * position.rules.size
    x0, y0, width = (0, 0, edge) if cell is None else (2 * cell[0], 2 * cell[1], 2)
    return [
        "".join(SHOWN[position.quarter(x, y)] for x in range(x0, x0 + width))
        for y in reversed(range(y0, y0 + width))
    ]


def play(position, *tokens):
    for token in tokens:
        assert not position.is_over
        position.play(token)
    return position


def test_the_rules_for_players_tell_every_rule_and_every_preset():
    game = quatrefoil.game("blinq")
    text = files("quatrefoil.games.blinq").joinpath("rules.md").read_text(encoding="utf-8")
    for rule in range(1, 13):
        assert f"**BQ-{rule}**" in text
    for preset in game.presets:
        assert preset.name in text
    assert game.authors in text


# ---- the board --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(3, 9))
def test_bq1_the_first_level_has_size_times_size_cells(size):
    position = quatrefoil.rules("blinq", {"size": size, "neutral": "none"}).start()
    cells = {token[1:3] for token in position.legal_tokens()}
    assert cells == {f"{column}{row + 1}" for column in "abcdefgh"[:size] for row in range(size)}


def test_bq1_columns_count_from_the_west_and_rows_from_the_south():
    assert view(at("1a1N 1c3S 1a3E")) == [
        "BR..BB",
        "BR..RR",
        "......",
        "......",
        "RR....",
        "BB....",
    ]


def test_bq2_red_joins_north_and_south():
    position = at("1b1W 1b2W 1b3W")
    assert position.outcome().winners == (RED,)
    assert position.outcome().reason == "red joins north and south"


def test_bq2_black_joins_west_and_east():
    position = at("1a2S 1b2S 1c2S")
    assert position.outcome().winners == (BLACK,)
    assert position.outcome().reason == "black joins west and east"


@pytest.mark.parametrize(
    ("block", "quarters"),
    [
        ("1b2N", ["RR", "BB"]),
        ("1b2E", ["BR", "BR"]),
        ("1b2S", ["BB", "RR"]),
        ("1b2W", ["RB", "RB"]),
    ],
)
def test_bq3_bq4_a_block_shows_its_red_half_on_the_side_it_is_named_after(block, quarters):
    assert view(at(block), cell=(1, 1)) == quarters


def test_bq5_the_neutral_block_is_a_chequerboard_in_the_centre():
    start = quatrefoil.rules("blinq").start()
    assert view(start, cell=(2, 2)) == ["RB", "BR"]
    assert start.to_json()["blocks"] == ["1c3*"]


def test_bq5_other_cells_and_none():
    assert quatrefoil.rules("blinq(neutral=none)").start().to_json()["blocks"] == []
    assert quatrefoil.rules("blinq(neutral=e1)").start().to_json()["blocks"] == ["1e1*"]
    assert quatrefoil.rules("blinq(size=4)").start().to_json()["blocks"] == []
    assert quatrefoil.rules("blinq(size=7)").start().to_json()["blocks"] == ["1d4*"]


# ---- a turn -----------------------------------------------------------------------------------


def test_bq6_red_begins_and_players_alternate():
    position = quatrefoil.rules("blinq").start()
    assert position.turn == RED
    assert play(position, "1a1N").turn == BLACK
    assert play(position, "1e5W").turn == RED


def test_bq6_any_orientation_is_legal_everywhere():
    position = at("1a1N 1b1N 1a2N 1b2N")
    tokens = set(position.legal_tokens())
    assert {"2a1N", "2a1E", "2a1S", "2a1W", "1c1N", "1c1E", "1c1S", "1c1W"} <= tokens


def test_bq7_a_cell_holds_one_block():
    with pytest.raises(IllegalMoveError, match="'1a1N' is not legal here"):
        play(at("1a1N"), "1a1N")


def test_bq7_a_block_rests_on_four_of_the_level_below():
    three = "1a1N 1b1E 1a2N"
    with pytest.raises(IllegalMoveError):
        play(at(three), "2a1N")
    position = play(at(three), "1b2N", "2a1N")
    assert view(position) == ["......", "......", "RRRR..", "BRRB..", "RBBR..", "BBBR.."]
    with pytest.raises(IllegalMoveError):
        play(position, "2a1N")


def test_bq7_higher_levels_are_centred_on_the_one_below():
    position = at(ALL_BUT_THE_TOP)
    assert view(position) == ["RBBBBB", "RRRBBR", "BBBRRR", "RRRBBB", "RBBRRB", "RBBRRB"]
    assert position.legal_tokens() == ["3a1E", "3a1N", "3a1S", "3a1W"]
    position.play("3a1E")
    assert view(position) == ["RBBBBB", "RRRBBR", "BBBRRR", "RRBRBB", "RBBRRB", "RBBRRB"]


def test_bq7_the_neutral_block_supports_like_any_other():
    position = quatrefoil.rules("blinq").start()
    play(position, "1b3N", "1b2N", "1c2N")
    assert "2b2N" in position.legal_tokens()


def test_bq8_levels_have_their_own_columns_and_rows():
    position = at("1c3N 1d3N 1c4N 1d4N", size=4)
    above = [token for token in position.legal_tokens() if token[0] == "2"]
    assert above == ["2c3E", "2c3N", "2c3S", "2c3W"]
    with pytest.raises(TokenError, match="level 2 of size 4 has columns a to c and rows 1 to 3"):
        position.play("2d3N")


@pytest.mark.parametrize(
    ("options", "red", "black"),
    [
        ({"size": 4}, 15, 15),
        ({}, 27, 27),
        ({"neutral": "none"}, 28, 27),
        ({"size": 4, "neutral": "b2"}, 15, 14),
        ({"size": 3}, 7, 6),
        ({"size": 8}, 102, 102),
    ],
)
def test_bq9_each_player_has_half_of_the_blocks(options, red, black):
    position = quatrefoil.rules("blinq", options).start()
    assert (position.supply(RED), position.supply(BLACK)) == (red, black)


@pytest.mark.parametrize("options", [{"size": 3}, {"size": 4}, {"size": 4, "neutral": "b2"}])
def test_bq9_every_placement_takes_a_block_from_the_player(options):
    position = quatrefoil.rules("blinq", options).start()
    rng = Rng(9)
    while not position.is_over:
        mover = position.turn
        before = position.supply(RED), position.supply(BLACK)
        assert before[mover] > 0
        position.push(position.random_move(rng))
        taken = (before[RED] - position.supply(RED), before[BLACK] - position.supply(BLACK))
        assert taken == ((1, 0) if mover == RED else (0, 1))


# ---- the end ----------------------------------------------------------------------------------


def test_bq10_a_path_leads_from_side_to_side():
    position = play(at(""), "1b1W", "1c3N", "1b2W", "1c2W", "1b3W")
    assert position.outcome().winners == (RED,)
    assert position.winning_path() == [(2, y) for y in range(6)]


@pytest.mark.parametrize("size", range(3, 9))
@pytest.mark.parametrize("winner", [RED, BLACK])
def test_bq10_whichever_block_of_a_straight_path_is_the_last(size, winner):
    names = [f"1b{i + 1}W" if winner == RED else f"1{'abcdefgh'[i]}2S" for i in range(size)]
    for last in names:
        others = " ".join(name for name in names if name != last)
        position = play(at(others, size=size), last)
        assert position.outcome().winners == (winner,)
        assert len(position.winning_path()) == 2 * size


def test_bq10_decided_corners_do_not_join():
    position = at("1b1W 1b2E 1b3E")  # red goes up on quarters 2, 3, 3 and meets at a corner
    assert not position.is_over
    assert position.winning_path() == []


def test_bq10_height_does_not_matter():
    position = play(at("1a1N 1b1W 1a2N 1b2E 1b3E"), "2a1E")
    assert position.outcome().winners == (RED,)
    assert position.winning_path() == [(2, 0), (2, 1), (2, 2), (3, 2), (3, 3), (3, 4), (3, 5)]


def test_bq10_what_is_covered_does_not_count():
    position = at("1a1N 1b1W 1a2N 1b2W 2a1W")
    assert not play(position, "1b3W").is_over
    assert play(at("1a1N 1b1W 1a2N 1b2W"), "1b3W").is_over


def test_bq10_a_path_may_wind():
    #  B B B B B R        Red comes in at the north-east corner, goes south, west, north and west
    #  R R R R B R        again, and leaves in the south-west. The last block closes any gap.
    #  R B B R B R
    #  R B B R B R
    #  R B R R R R
    #  R B B B B B
    blocks = ["1a1W", "1b1N", "1c1N", "1a2W", "1b2E", "1c2E", "1a3S", "1b3S", "1c3E"]
    for last in blocks:
        position = at(" ".join(block for block in blocks if block != last))
        assert not position.is_over
        position.play(last)
        assert position.outcome().winners == (RED,)
        assert len(position.winning_path()) == 17


def test_bq10_the_neutral_block_shows_both_colours():
    # Red passes through its south-eastern quarter, which does not join the north-western one.
    assert not at("1b1E 1b2* 1b3W", neutral="b2").is_over
    position = at("1b1E 1b2* 1c2W 1c3W", neutral="b2")
    assert position.winning_path() == [(3, 0), (3, 1), (3, 2), (4, 2), (4, 3), (4, 4), (4, 5)]


def test_bq10_both_at_once_cannot_happen():
    reference = Reference({"size": 3}, at("").to_json())
    ground = [place for place in reference.places() if place[0] == 1]
    rng = Rng(10)
    for _ in range(scaled(2000, 300)):
        reference.blocks = {place: "NESW*"[rng.draw(5)] for place in ground}
        assert not (reference.is_connected("red") and reference.is_connected("black"))


def test_bq11_the_player_who_placed_wins():
    position = play(at("1b1W 1b2W", turn="red"), "1b3W")
    assert position.scores() == (1, 0)


def test_bq11_decided_connecting_the_opponent_loses():
    position = play(at("1b1W 1b2W", turn="black"), "1b3W")
    assert position.scores() == (1, 0)
    position = play(at("1a2S 1b2S", turn="red"), "1c2S")
    assert position.scores() == (0, 1)


@pytest.mark.parametrize(
    ("last", "scores", "reason"),
    [
        ("3a1N", (0.5, 0.5), "no block is left"),
        ("3a1E", (0.5, 0.5), "no block is left"),
        ("3a1S", (0, 1), "black joins west and east"),
        ("3a1W", (1, 0), "red joins north and south"),
    ],
)
def test_bq11_a_full_pyramid_is_a_draw_unless_the_last_block_connects(last, scores, reason):
    position = play(at(ALL_BUT_THE_TOP), last)
    assert position.scores() == scores
    assert position.outcome().reason == reason
    assert (position.supply(RED), position.supply(BLACK)) == (0, 0)
    assert bool(position.winning_path()) == (reason != "no block is left")


def test_nothing_is_legal_when_the_game_is_over():
    position = at("1b1W 1b2W 1b3W")
    assert position.legal_moves() == []
    with pytest.raises(IllegalMoveError, match="the game is over"):
        position.play("1a1N")


def test_scores_are_even_until_something_is_decided():
    assert at("").scores() == (0.5, 0.5)
    assert at("").outcome() is None


def test_bq12_resignation_is_no_token_but_an_ending_of_a_record():
    line = Line(quatrefoil.rules("blinq").start())
    line.play("1a1N")
    with pytest.raises(TokenError):
        line.play("resign")
    record = Record.of(line, Ending("resignation", (1.0, 0.0), player=BLACK))
    assert Record.loads(record.dumps()).outcome().winners == (RED,)
