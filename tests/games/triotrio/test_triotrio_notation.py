"""Tokens, JSON and drawings: what is written can be read again, and nonsense is refused."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from triotrio_tools import OPEN, OPTION_SETS, at, data, play, state

import quatrefoil
from quatrefoil import FormatError, Line, QuatrefoilError, Rng, TokenError, compiled

FUZZ = settings(max_examples=300 if compiled() else 60, deadline=None)

# ---- tokens -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "token",
    [
        "",
        " keep",
        "Keep",
        "keep:",
        "keep:c1",
        "change",
        "change:rock",
        "!0",
        "!7",
        "!",
        "!red",
        "!!1",
        "c1",
        "c1-",
        "c1-d2-e3",
        "c1-d2:",
        "c1:d2",
        "C1-D2",
        "reclaim",
        "reclaim:cow",
        "reclaim:Rock",
        "decline!",
        "!１",
    ],
)
def test_what_is_not_a_token(token):
    position = at("Ra1", "Pi9")
    with pytest.raises(TokenError):
        position.play(token)


@pytest.mark.parametrize("token", ["c1-j1", "c1-c10", "a0-a1", "z9-a1", "change:aa1", "change:a01"])
def test_tokens_off_the_board(token):
    with pytest.raises(TokenError, match=r"squares are a1 to i9$"):
        at("Ra1", "Pi9").play(token)


def test_the_message_shows_what_moves_look_like():
    with pytest.raises(TokenError) as caught:
        at("Ra1", "Pi9").play("castle")
    assert str(caught.value) == (
        "'castle' is not a move of TrioTrio: moves are keep, change:c1, hold, roll, c1-d3, stay,"
        " reclaim:rock, decline, and the rolls !1 to !6, !yellow and !blue"
    )


@pytest.mark.parametrize("options", OPTION_SETS)
def test_every_legal_move_round_trips(options):
    line = Line(quatrefoil.rules("triotrio", options).start())
    rng = Rng(3)
    for _ in range(200):
        if line.position.is_over:
            break
        for move in line.position.legal_moves():
            assert line.position.parse(line.position.token(move)) == move
        line.push(line.position.random_move(rng))


@FUZZ
@given(st.text() | st.from_regex(r"(change:|reclaim:|!)?[a-l]?[0-9]{0,2}-?[a-l]?[0-9]{0,2}"))
def test_fuzz_tokens(token):
    position = at("Re5 Sa1", "Pi9", cow=[2, 0], phase="decide")
    before = state(position)
    try:
        position.parse(token)
    except QuatrefoilError:
        assert state(position) == before
    else:
        assert token in position.legal_tokens()


# ---- JSON -------------------------------------------------------------------------------------


def test_json_is_as_in_the_rules():
    assert quatrefoil.rules("triotrio(first=yellow)").start().to_json() == {
        "game": "triotrio",
        "options": {"first": "yellow"},
        "yellow": {"c1": "rock", "e1": "paper", "g1": "scissors"},
        "blue": {"c9": "scissors", "e9": "paper", "g9": "rock"},
        "turn": "yellow",
        "phase": "change",
        "square": None,
        "roll": None,
        "cow": [0, 0],
        "must_leave": [False, False],
        "cow_at_start": False,
        "quiet": 0,
    }


def test_json_keys_that_may_be_left_out():
    short = {
        "game": "triotrio",
        "yellow": {"a1": "rock"},
        "blue": {"e5": "paper"},
        "turn": "blue",
        "phase": "change",
    }
    assert state(quatrefoil.position(short)) == {
        **{key: short[key] for key in ("yellow", "blue", "turn", "phase")},
        "square": None,
        "roll": None,
        "cow": [0, 0],
        "must_leave": [False, False],
        "cow_at_start": True,
        "quiet": 0,
    }


@pytest.mark.parametrize("key", ["yellow", "blue", "turn", "phase"])
def test_json_keys_that_define_the_position(key):
    given_data = data("Ra1", "Pi9")
    del given_data[key]
    with pytest.raises(FormatError, match=f"a position has no '{key}'"):
        quatrefoil.position(given_data)


@pytest.mark.parametrize("turn", [None, "yellow", "blue"])
def test_json_in_phase_first_it_is_nobodys_turn(turn):
    start = quatrefoil.rules("triotrio").start()
    assert quatrefoil.position(start.to_json() | {"turn": turn}) == start


@pytest.mark.parametrize(
    "position",
    [
        at("Ra1", "Pi9", phase="change-roll", square="a1"),
        at("Re5", "Pi9", phase="move-roll", turn="yellow"),
        at("Ra1", "Re5 Pi9", phase="move", roll=6, turn="blue", cow=[0, 3]),
        at("Re5", "Pi9", phase="reclaim", cow=[3, 0], quiet=77),
        at("Re5 Sa1", "Pi9", must_leave=[True, False]),
        at("Re5 Sa1", "Pi9", phase="move", roll=2, cow_at_start=False),
        at("Ra1", "", OPEN),
        quatrefoil.rules("triotrio").start(),
    ],
)
def test_json_restores_everything(position):
    again = quatrefoil.position(position.to_json())
    assert again == position
    assert again.key == position.key
    assert again.turn == position.turn
    assert again.legal_tokens() == position.legal_tokens()
    assert again.outcome() == position.outcome()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"quite": 3}, "a position has no key 'quite'; its keys are"),
        ({"yellow": {"j1": "rock"}}, "'yellow' has a piece on 'j1': squares are a1 to i9"),
        ({"yellow": {"A1": "rock"}}, "'yellow' has a piece on 'A1': squares are a1 to i9"),
        ({"blue": {"a1": "lizard"}}, "the piece of 'blue' on a1 is one of rock, paper, scissors,"),
        ({"blue": {"a1": 1}}, "the piece of 'blue' on a1 is one of rock, paper, scissors, not 1"),
        ({"blue": []}, "'blue' of a position is an object"),
        ({"blue": {"a1": "paper"}}, "two pieces stand on a1; there is room for one"),
        (
            {"blue": dict.fromkeys(["b1", "d1", "f1", "h1"], "rock")},
            "'blue' has 4 pieces; nobody has more than 3",
        ),
        ({"turn": "red"}, "'turn' of a position is one of yellow, blue, not 'red'"),
        ({"turn": None}, "'turn' of a position is one of yellow, blue, not null"),
        ({"phase": "first", "turn": "red"}, "null, yellow or blue in phase first, not 'red'"),
        ({"phase": "sleep"}, "'phase' of a position is one of first, change, change-roll, dec"),
        ({"square": "a1"}, "'square' is the piece to be changed in phase change-roll, and else"),
        ({"phase": "change-roll"}, "'square' is the piece to be changed in phase change-roll, and"),
        ({"phase": "change-roll", "square": "i9"}, "yellow has no piece on 'square' i9"),
        ({"phase": "change-roll", "square": "k1"}, "null or a square from a1 to i9, not 'k1'"),
        ({"phase": "change-roll", "square": 5}, "null or a square from a1 to i9, not 5"),
        ({"roll": 3}, "'roll' is the number rolled in phase move, and else null"),
        ({"phase": "move"}, "'roll' is the number rolled in phase move, and else null"),
        ({"phase": "move", "roll": 7}, "null or a whole number from 1 to 6, not 7"),
        ({"phase": "move", "roll": True}, "null or a whole number from 1 to 6, not true"),
        ({"cow": [0]}, "'cow' of a position is a list of two whole numbers from 0 to 3"),
        ({"cow": [0, 4]}, "'cow' of a position is a list of two whole numbers from 0 to 3"),
        ({"cow": [False, 0]}, "'cow' of a position is a list of two whole numbers from 0 to 3"),
        ({"cow": {"yellow": 1}}, "'cow' of a position is a list of two whole numbers from 0 to 3"),
        ({"must_leave": [0, 1]}, "'must_leave' of a position is a list of two of true or false"),
        ({"must_leave": True}, "'must_leave' of a position is a list of two of true or false"),
        ({"cow_at_start": True}, "'cow_at_start' is true, but nobody whose turn it is stands on"),
        ({"cow_at_start": 1}, "'cow_at_start' of a position is true or false, not 1"),
        ({"quiet": 201}, "'quiet' of a position is a whole number from 0 to 200, not 201"),
        ({"quiet": -1}, "'quiet' of a position is a whole number from 0 to 200, not -1"),
        ({"quiet": True}, "'quiet' of a position is a whole number from 0 to 200, not true"),
        (
            {"phase": "first", "options": {"first": "blue"}},
            "phase first needs the option first=roll: here it is decided who begins",
        ),
        ({"phase": "reclaim", "cow": [3, 0]}, "phase reclaim needs yellow to have a cow count of"),
    ],
)
def test_json_refusals(change, message):
    with pytest.raises(FormatError, match=re.escape(message)):
        quatrefoil.position(data("Ra1", "Pi9") | change)


@pytest.mark.parametrize(
    ("yellow", "more"),
    [
        ("Re5 Sa1", {"cow": [2, 0]}),
        ("Re5 Sa1 Pi1", {"cow": [3, 0]}),
        ("Re5 Se1", {"cow": [3, 0]}),
        ("Ra1", {"cow": [3, 0]}),
        ("Re5 Sa1", {"cow": [3, 0], "must_leave": [True, False]}),
    ],
)
def test_json_reclaim_needs_its_conditions(yellow, more):
    with pytest.raises(FormatError, match="phase reclaim needs yellow to have"):
        at(yellow, "Pi9", phase="reclaim", **more)


def test_json_a_piece_that_must_leave_but_is_gone_has_left():
    """TT-14: it ends when the piece has left the Cow or the board."""
    position = at("Ra1", "Pi9", must_leave=[True, False], phase="decide")
    assert state(position)["must_leave"] == [False, False]
    assert position.legal_tokens() == ["hold", "roll"]


def test_json_a_piece_that_was_on_the_cow_may_be_gone_by_a_change():
    """TT-12: it had been there when the turn began, and did not move."""
    position = at("Ra1", "Pi9", phase="decide", cow_at_start=True, cow=[2, 0])
    assert state(position)["cow_at_start"] is False
    assert state(play(position, "hold"))["cow"] == [0, 0]


def test_json_what_play_cannot_reach_is_good_for_study():
    assert at("Ra1 Rb1 Rc1", "Ra2", cow=[1, 1]).legal_tokens()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.text(max_size=6) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
SQUARES = st.sampled_from(["a1", "e5", "c5", "e1", "i9", "k11", "zz", ""])
SIDES = st.dictionaries(SQUARES, st.sampled_from(["rock", "paper", "scissors", "cow", None]))
VALUES = {
    "yellow": SIDES,
    "blue": SIDES,
    "turn": st.sampled_from(["yellow", "blue", "red"]),
    "phase": st.sampled_from(["first", "change-roll", "decide", "move-roll", "move", "reclaim"]),
    "square": SQUARES,
    "roll": st.integers(0, 7),
    "cow": st.lists(st.integers(0, 4), min_size=2, max_size=2),
    "must_leave": st.lists(st.booleans(), min_size=2, max_size=2),
    "cow_at_start": st.booleans(),
    "quiet": st.integers(0, 201),
    "options": st.dictionaries(st.sampled_from(["size", "first", "quiet_turns", "x"]), JSON),
    "more": JSON,
}


@FUZZ
@given(st.data())
def test_fuzz_json(source):
    """Whatever is changed in a good position: it is refused in words, or it is playable."""
    mutated = data("Re5 Sa1", "Pi9 Rc5")
    for key in source.draw(st.lists(st.sampled_from(sorted(VALUES)), max_size=4)):
        mutated[key] = source.draw(VALUES[key] | JSON)
    try:
        position = quatrefoil.position(mutated)
    except QuatrefoilError:
        return
    assert quatrefoil.position(position.to_json()).key == position.key
    assert position.is_over or position.legal_tokens()
    assert str(position)


# ---- drawing ----------------------------------------------------------------------------------


def test_drawing_of_the_start():
    assert str(quatrefoil.rules("triotrio(size=7)").start()) == (
        "     a   b   c   d   e   f   g\n"
        " 7   ·   s   ·   p   ·   r   ·   7\n"
        " 6   ·   ·   ·   ·   ·   ·   ·   6\n"
        " 5   ·   ·   ·   ·   ·   ·   ·   5\n"
        " 4   ·  [▭]  ·  (☆)  ·  [✕]  ·   4\n"
        " 3   ·   ·   ·   ·   ·   ·   ·   3\n"
        " 2   ·   ·   ·   ·   ·   ·   ·   2\n"
        " 1   ·   R   ·   P   ·   S   ·   1\n"
        "     a   b   c   d   e   f   g\n"
        "\n"
        "R P S Yellow   r p s Blue   (☆) Golden Cow   [▭] permanent Paper"
        "   [✕] permanent Scissors\n"
        "A roll decides who begins\n"
        "Yellow: 3 pieces\n"
        "Blue: 3 pieces\n"
        "Quiet turns: 0 of 200"
    )


@pytest.mark.parametrize(
    ("position", "line"),
    [
        (at("Ra1", "Pi9"), "Yellow may change a piece, or keep"),
        (
            at("Ra1", "Pi9", phase="change-roll", square="a1"),
            "Yellow rolls to change the piece on a1",
        ),
        (at("Ra1", "Pi9", phase="decide", turn="blue"), "Blue may roll to move, or hold"),
        (
            at("Re5", "Pi9", phase="decide", must_leave=[True, False]),
            "Yellow must roll: the piece on the Cow has to leave",
        ),
        (at("Re5", "Pi9", must_leave=[True, False]), "Yellow: 1 piece, must leave the Cow"),
        (at("Re5 Pa1", "Pi9", cow=[2, 0]), "Yellow: 2 pieces, cow count 2 of 3"),
        (at("Ra1", "Pi9", phase="move-roll"), "Yellow rolls to move"),
        (at("Ra1", "Pi9", phase="move", roll=4), "Yellow rolled 4: one piece moves as many steps"),
        (
            at("Re5", "Pi9", phase="reclaim", cow=[3, 0]),
            "Yellow may reclaim a piece, or decline",
        ),
        (at("Ra1", ""), "Yellow won: a player has no piece left"),
        (
            at("Ra1", "Pi9", quiet=200),
            "A draw: too many turns without a piece removed or reclaimed",
        ),
        (at("Ra1", "Pi9", {"quiet_turns": 0}, quiet=5), "Quiet turns: 5"),
    ],
)
def test_drawing_says_what_a_player_needs_to_know(position, line):
    assert line in str(position).splitlines()


def test_drawing_keeps_special_squares_marked_under_pieces():
    drawn = str(at("Re5", "Sc5"))
    assert " 5   ·   ·  [s]  ·  (R)  ·  [✕]  ·   ·   5" in drawn


def test_drawing_fits_a_terminal():
    drawn = str(quatrefoil.rules("triotrio(size=11)").start())
    assert max(map(len, drawn.splitlines())) <= 100
