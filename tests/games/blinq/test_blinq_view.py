"""Blinq's view: what is shown and said of positions from the rulebook.

What every view owes to every front end is tested for all games in tests/conformance.
"""

from itertools import pairwise

import pytest

import quatrefoil
from quatrefoil.view.data import view_of
from quatrefoil.view.words import words_of

VIEW = view_of(quatrefoil.rules("blinq"))
ENGLISH = words_of("blinq", "en")
RED, BLACK = 0, 1

#: On size 3 all but the top: the last block decides (BQ-11).
ALL_BUT_THE_TOP = (
    "1a1W 1b1E 1c1W 1a2S 1b2E 1c2N 1a3W 1b3S 1c3S"  # level 1
    " 2a1N 2b1S 2a2N 2b2S"  # level 2
)


def position(blocks, turn="red", **options):
    data = {"game": "blinq", "options": {"size": 4, **options}, "blocks": blocks.split()}
    return quatrefoil.position({**data, "turn": turn})


def pieces(play):
    return {piece.place: piece.symbol for piece in VIEW.scene(play).pieces}


def left(play):
    return {fact.player: fact.words.values["count"] for fact in VIEW.scene(play).facts}


def described(play):
    return [ENGLISH.say(phrase) for phrase in VIEW.describe(play)]


def said(play, token):
    return ENGLISH.say(VIEW.say(play, play.parse(token)))


# ---- the board ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(3, 9))
def test_there_is_a_place_for_every_block_of_the_pyramid(size):
    places = VIEW.board(quatrefoil.rules("blinq", {"size": size})).places
    for level in range(1, size + 1):
        here = [place for place in places if place.level == level - 1]
        assert len(here) == (size + 1 - level) ** 2
        assert all(place.id.startswith(str(level)) for place in here)


def test_a_place_one_level_up_is_in_the_middle_of_four():
    places = {place.id: place for place in VIEW.board(quatrefoil.rules("blinq")).places}
    below = [places[name] for name in ("1a1", "1b1", "1a2", "1b2")]
    assert places["2a1"].x == sum(place.x for place in below) / 4
    assert places["2a1"].y == sum(place.y for place in below) / 4


def test_letters_grow_to_the_east_and_numbers_to_the_north():
    places = {place.id: place for place in VIEW.board(quatrefoil.rules("blinq")).places}
    assert places["1a1"].x < places["1b1"].x
    assert places["1a1"].y > places["1a2"].y


def test_every_side_has_the_colour_and_the_sign_of_its_owner():
    backdrop = VIEW.board(quatrefoil.rules("blinq")).backdrop
    owners = [str(shape.attributes["class"]) for shape in backdrop]
    for player in (RED, BLACK):
        assert owners.count(f"side p{player}") == 2
        assert f"sign p{player}" in owners


# ---- scenes -------------------------------------------------------------------------------------


def test_the_neutral_block_lies_in_the_centre_of_odd_boards():
    assert pieces(quatrefoil.rules("blinq", {"size": 5}).start()) == {"1c3": "*"}
    assert pieces(quatrefoil.rules("blinq", {"size": 4}).start()) == {}


def test_a_scene_has_the_blocks_as_they_lie():
    play = position("1a1N 1b1E 1a2S 1b2W 2a1N", "black")
    assert pieces(play) == {"1a1": "N", "1b1": "E", "1a2": "S", "1b2": "W", "2a1": "N"}


def test_facts_count_the_blocks_that_are_left():
    # A pyramid of 4 has 16 + 9 + 4 + 1 blocks, 15 for each player; Red lays the first.
    assert left(position("")) == {RED: 15, BLACK: 15}
    assert left(position("1a1N", "black")) == {RED: 14, BLACK: 15}
    assert left(position("1a1N 1a2N")) == {RED: 14, BLACK: 14}
    # The neutral block is nobody's: of 55, 54 are left to share.
    assert left(quatrefoil.rules("blinq", {"size": 5}).start()) == {RED: 27, BLACK: 27}


def thread(play):
    """Return who is shown to have won, and the segments of the path as ((x, y), (x, y), level)."""
    (mark,) = VIEW.scene(play).marks
    assert mark.kind == "winning"
    lines = [shape.attributes for shape in mark.shapes if shape.attributes["class"] == "thread"]
    return mark.player, [
        ((line["x1"], line["y1"]), (line["x2"], line["y2"]), line["data-level"]) for line in lines
    ]


def check_path(play, segments):
    """Check that a path goes on from quarter to quarter, in the winner's colour, side to side."""
    winner = play.outcome().winners[0]
    places = {place.id: place for place in VIEW.board(play.rules).places}
    corner, size = places["1a1"], play.rules.options["size"]
    points = [segments[0][0], *(segment[1] for segment in segments)]
    assert points[:-1] == [segment[0] for segment in segments]
    quarters = [
        (round((x - corner.x + 25) / 50), round((corner.y + 25 - y) / 50)) for x, y in points
    ]
    for (x, y), (next_x, next_y) in pairwise(quarters):
        assert abs(x - next_x) + abs(y - next_y) == 1
    assert all(play.quarter(x, y) == winner for x, y in quarters)
    along = [quarter[1 if winner == RED else 0] for quarter in (quarters[0], quarters[-1])]
    assert sorted(along) == [0, 2 * size - 1]
    return quarters


def test_the_path_that_won_is_shown():
    play = position("1c4W 1c3W 1c2W 1c1W 1a2N 1b3E 1d3S", "black")
    winner, segments = thread(play)
    assert winner == RED
    quarters = check_path(play, segments)
    assert {x for x, _ in quarters} == {4}, "the western halves of column c"
    assert len(quarters) == 8
    assert {level for *_, level in segments} == {1}
    (mark,) = VIEW.scene(play).marks
    assert ENGLISH.say(mark.words) == "The winning path: Red has joined both sides."


def test_black_joins_west_and_east():
    play = position("1a2S 1b2S 1c2S 1d2S")
    winner, segments = thread(play)
    assert winner == BLACK
    assert {y for _, y in check_path(play, segments)} == {3}, "the northern halves of row 2"


def test_a_path_climbs_with_the_blocks():
    # On level 1 black parts a1 from a2; the block above hides that, and shows red in the west.
    play = position("1a1S 1b1N 1a2N 1b2S 2a1W 1a3W 1a4W", "black")
    winner, segments = thread(play)
    assert winner == RED
    check_path(play, segments)
    assert {level for *_, level in segments} == {1, 2}


def test_no_path_is_shown_before_the_end_nor_in_a_draw():
    assert VIEW.scene(position("1a1N 1a2N")).marks == ()
    drawn = position(ALL_BUT_THE_TOP, "black", size=3, neutral="none")
    drawn.play("3a1E")
    assert len(drawn.outcome().winners) == 2
    assert VIEW.scene(drawn).marks == ()


# ---- clicks and changes -------------------------------------------------------------------------


def test_a_move_is_a_click_on_a_place_and_one_on_the_side_of_the_red_half():
    play = position("1a1N 1b1E 1a2S 1b2W", "red")
    paths = {path.token: path.clicks for path in VIEW.paths(play)}
    assert paths["1c1E"] == ("1c1", "E")
    assert paths["2a1W"] == ("2a1", "W")
    assert set(paths) == set(play.legal_tokens())
    assert not any(clicks[0] in ("1a1", "2b1") for clicks in paths.values())
    assert VIEW.board(play.rules).buttons == ("N", "E", "S", "W")


def test_a_game_that_is_over_has_no_clicks():
    assert VIEW.paths(position("1c4W 1c3W 1c2W 1c1W", "red")) == []


@pytest.mark.parametrize("token", ["1c1E", "2a1W"])
def test_a_block_appears_where_it_is_laid(token):
    play = position("1a1N 1b1E 1a2S 1b2W", "red")
    (change,) = VIEW.changes(play, play.parse(token))
    assert (change.how, change.end) == ("appears", token[:-1])
    before = pieces(play)
    play.play(token)
    assert pieces(play) == {**before, token[:-1]: token[-1]}


# ---- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("1c1N", "Red places a block on c1, red to the north"),
        ("1c1E", "Red places a block on c1, red to the east"),
        ("1c1S", "Red places a block on c1, red to the south"),
        ("1c1W", "Red places a block on c1, red to the west"),
        ("2a1N", "Red places a block on level 2, a1, red to the north"),
        ("2a1W", "Red places a block on level 2, a1, red to the west"),
    ],
)
def test_moves_in_words(token, words):
    assert said(position("1a1N 1b1E 1a2S 1b2W"), token) == words


def test_a_position_in_words_begins_above():
    assert described(position("1a1N 1b1E 1a2N 1b2W 2a1S", "black")) == [
        "Black to move.",
        "Level 2, red to the south: a1.",
        "Level 1, red to the east: b1.",
        "Level 1, red to the north: a1, a2.",
        "Level 1, red to the west: b2.",
    ]


def test_the_neutral_block_is_described():
    assert described(quatrefoil.rules("blinq", {"size": 5}).start()) == [
        "Red to move.",
        "Level 1, neutral: c3.",
    ]


def test_the_end_in_words():
    assert described(position("1c4W 1c3W 1c2W 1c1W"))[0] == "Red has won."
    drawn = position(ALL_BUT_THE_TOP, "black", size=3, neutral="none")
    drawn.play("3a1E")
    assert (
        described(drawn)[0]
        == "A draw: all blocks are used, and neither colour has joined its sides."
    )
