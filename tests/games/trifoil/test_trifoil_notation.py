"""Tokens, JSON and drawings; and that nothing but our errors comes of bad input."""

import copy
import json
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.game_tools import scaled
from trifoil_tools import FLOWER, OPTION_SETS, PAIR, after, position

import quatrefoil

EXAMPLES = scaled(300, 60)

# ---- tokens -----------------------------------------------------------------------------------


def test_every_move_has_a_token_that_names_it():
    for options in OPTION_SETS:
        start = quatrefoil.rules("trifoil", options).start()
        for move, token in start.rules.tokens.items():
            assert start.rules.notation.format_move(start, move) == token
            assert start.rules.notation.parse_move(start, token) == move


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("", "a move is like a1-a2, a1>a2, delta"),
        ("pass", "a move is like"),
        ("a1", "a move is like"),
        ("a1-", "a move is like"),
        ("a1-b1 ", "a move is like"),
        ("A1-b1", "a move is like"),
        ("delta", "a move is like"),
        ("delta+2", "a move is like"),
        ("a1-z9", "there is no Blink 'z9'"),
        ("a01-b1", "there is no Blink 'a01'"),
        ("a1>c1", "a1 does not touch c1"),
        ("a1-a1", "a1 does not touch a1"),
    ],
)
def test_what_is_no_token_says_why(token, message):
    with pytest.raises(quatrefoil.TokenError, match=message):
        position().play(token)


def test_an_illegal_token_says_what_is_legal():
    with pytest.raises(quatrefoil.IllegalMoveError, match="'end' is not legal here; 18 tokens are"):
        position().play("end")
    over = position(red="c1.SW b2.NE b2.N b1.S b1.NE")
    with pytest.raises(quatrefoil.IllegalMoveError, match="the game is over"):
        over.play("a1-a2")


def test_tokens_are_listed_in_ascii_order():
    tokens = position(red="a1.S", blue="b1.S b1.SW", acted=True).legal_tokens()
    assert tokens == sorted(tokens)
    assert {"end", "a1>a2", "a1-b1", "delta+"} <= set(tokens)


# ---- JSON -------------------------------------------------------------------------------------


def test_json_is_as_the_rules_say():
    play = after(quatrefoil.rules("trifoil").start(), "b2-b1")
    assert play.to_json() == {
        "game": "trifoil",
        "options": {},
        "red": ["b2.N"],
        "blue": [],
        "previous": {"red": [], "blue": []},
        "turn": "blue",
        "actions_left": 2,
        "acted": False,
    }
    assert quatrefoil.rules("trifoil").start().to_json()["previous"] is None


def test_json_of_a_finished_position_keeps_who_acted():
    play = after(position(red="c1.SW b2.NE b2.N b1.S"), "b1-c1")
    data = play.to_json()
    assert (data["turn"], data["actions_left"], data["acted"]) == ("red", 1, True)
    play = after(position(red="c1.SW b2.NE b2.N", actions=2), "b1-b2", "b1-c1")
    data = play.to_json()
    assert (data["turn"], data["actions_left"], data["acted"]) == ("red", 0, True)


def test_links_are_listed_by_blink_and_clockwise():
    assert position(red="c1.N b1.NW a1.S b1.N").to_json()["red"] == [
        "a1.S",
        "b1.N",
        "b1.NW",
        "c1.N",
    ]


def test_previous_may_be_left_out():
    data = position(red="a1.S").to_json()
    del data["previous"]
    assert quatrefoil.position(data) == position(red="a1.S")


def test_positions_pickle_copy_and_print():
    play = position(red="a1.S", blue="c1.N", board=FLOWER, previous={"red": [], "blue": ["c1.N"]})
    assert pickle.loads(pickle.dumps(play)) == play
    assert copy.copy(play) == play
    assert eval(repr(play), {"quatrefoil": quatrefoil}) == play


GOOD = {
    "game": "trifoil",
    "options": {},
    "red": ["b2.N"],
    "blue": ["a1.S"],
    "previous": {"red": [], "blue": ["a1.S"]},
    "turn": "red",
    "actions_left": 2,
    "acted": False,
}


def test_the_good_one_is_good():
    assert quatrefoil.position(GOOD).to_json() == GOOD


@pytest.mark.parametrize("key", ["red", "blue", "turn", "actions_left", "acted"])
def test_keys_that_define_the_position_are_required(key):
    data = {name: value for name, value in GOOD.items() if name != key}
    with pytest.raises(quatrefoil.FormatError, match=f"a position has no '{key}'"):
        quatrefoil.position(data)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"red": None}, "'red' of a position is a list"),
        ({"red": "b2.N"}, "'red' of a position is a list"),
        ({"red": [1]}, "'red' of a position is a list of strings, not 1"),
        ({"red": ["b2"]}, "'red' of a position is a list of faces of this board, like 'a1.S'"),
        ({"red": ["d1.N"]}, "not 'd1.N'"),
        ({"red": ["b2.n"]}, "not 'b2.n'"),
        ({"red": ["b2.N", "b2.N"]}, "the face b2.N of a position holds two links"),
        ({"red": ["a1.S"]}, "the face a1.S of a position holds two links"),
        ({"red": ["b2.N"] * 40}, "a list of at most 36 entries"),
        ({"turn": "green"}, "'turn' of a position is one of red, blue, not 'green'"),
        ({"turn": 0}, "'turn' of a position is one of red, blue, not 0"),
        ({"acted": 0}, "'acted' of a position is true or false, not 0"),
        ({"actions_left": True}, "'actions_left' of a position is a whole number"),
        ({"actions_left": 3}, "'actions_left' of a position is a whole number from 0 to 2, not 3"),
        ({"actions_left": 0}, "'actions_left' of a position is 2 at the start of a turn, or 1"),
        ({"acted": True}, "a whole number from 0 to 1 after an action, not 2"),
        ({"acted": True, "actions_left": 0}, "only if its latest action ended it"),
        (
            {"options": {"actions": 4}, "actions_left": 3},
            "4 at the start of a turn, or 1 at the start of the game, not 3",
        ),
        ({"options": {"links": 1}, "red": ["b2.N", "b1.S"]}, "2 red links; a player has 1"),
        ({"previous": []}, "'previous' of a position is a JSON object, not"),
        ({"previous": {"red": []}}, "'previous' of a position has no 'blue'"),
        ({"previous": {"red": ["x"], "blue": []}}, "'red' of 'previous' of a position"),
        ({"previous": {"red": [], "blue": [], "turn": 1}}, "has no key 'turn'"),
        (
            {"previous": {"red": ["b2.N", "b1.S"], "blue": []}},
            "'previous' has more red links than the position",
        ),
        ({"supply": 3}, "a position has no key 'supply'; its keys are"),
        ({"options": {"board": "7"}}, "option board takes"),
    ],
)
def test_what_cannot_be_is_refused(changes, message):
    with pytest.raises(quatrefoil.QuatrefoilError, match=message):
        quatrefoil.position({**GOOD, **changes})


# ---- drawings ---------------------------------------------------------------------------------


def test_the_drawing_shows_links_names_and_what_a_player_needs():
    play = position(red="a1.S a2.N", blue="b1.NE a3.SW", acted=True)
    assert (
        str(play)
        == r"""
  _______
 /       \
/   a1    \_______
\       · /       \
 \___R___/ · b1  B \_______
 /   R   \ ·     · /       \
/   a2  · \___·___/ · c1    \
\       · /   ·   \ ·       /
 \___·___/ · b2  · \_______/
 /   ·   \ ·       /
/   a3  · \_______/
\ B       /
 \_______/

Red to move: 1 action left, or end.
Red   2 of 9 links, longest chain 2 of 5
Blue  2 of 9 links, longest chain 1 of 5
delta: a1 a2 b1 (Red 2, Blue 1)
omega: a2 a3 b2 (Red 1, Blue 1)
theta: b1 b2 c1 (Red 0, Blue 1)"""[1:]
    )


def test_the_drawing_tells_the_end():
    won = position(red="c1.SW b2.NE b2.N b1.S b1.NE", turn="blue")
    assert "Red wins: a chain of the winning length." in str(won)
    even = position(red="a1.S", blue="a2.N", links=1)
    assert "A draw: a player has placed all links." in str(even)


def test_drawings_fit_a_terminal():
    zigzag = {"blinks": [[x, x % 2] for x in range(37)], "chain": 5, "links": 9}
    for options in [*OPTION_SETS, {"board": zigzag}]:
        start = quatrefoil.rules("trifoil", options).start()
        assert max(len(line) for line in str(start).splitlines()) <= 100
        for name in start.rules.board.names:
            assert name in str(start)


# ---- bad input --------------------------------------------------------------------------------

RULES = [quatrefoil.rules("trifoil", options) for options in ({}, {"board": FLOWER})]
PIECES = st.sampled_from(["a1", "b2", "c1", "-", ">", "delta", "flower", "+", "2", "end", " ", "é"])


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.text(max_size=8) | st.lists(PIECES, max_size=4).map("".join))
def test_any_text_is_a_legal_token_or_a_move_error(text):
    for rules in RULES:
        play = after(rules.start(), "b1-b2")
        before = play.to_json()
        try:
            play.play(text)
        except quatrefoil.MoveError:
            assert play.to_json() == before
        else:
            assert text in after(rules.start(), "b1-b2").legal_tokens()


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
#: Values that come close to good ones.
NEAR = st.sampled_from(
    [
        *("red", "blue", "6", 0, 1, 2, 37, -1, True, None, [], {}),
        *(["b2.N"], ["a1.S"], ["b2.N", "b2.N"], {"red": [], "blue": []}),
        *({"actions": 4}, {"links": 1}, {"board": PAIR}, {"board": FLOWER}),
    ]
)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.dictionaries(st.sampled_from(list(GOOD)), ANY_JSON | NEAR, max_size=3))
def test_mutated_json_is_a_position_or_one_of_our_errors(changes):
    try:
        play = quatrefoil.position({**GOOD, **changes})
    except quatrefoil.QuatrefoilError:
        return
    again = quatrefoil.position(json.dumps(play.to_json()))
    assert again == play
    assert (again.key, again.turn) == (play.key, play.turn)


@settings(max_examples=EXAMPLES, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["blinks", "chain", "links", "spins", "more"]),
        ANY_JSON
        | NEAR
        | st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5)), max_size=6)
        | st.dictionaries(
            st.sampled_from(["x", "y"]), st.lists(st.sampled_from(["a1", "a2", "b1", "c1"]))
        ),
        max_size=3,
    )
)
def test_mutated_boards_are_boards_or_option_errors(changes):
    try:
        rules = quatrefoil.rules("trifoil", {"board": {**FLOWER, **changes}})
    except quatrefoil.OptionError:
        return
    assert quatrefoil.rules(str(rules)) is rules
    assert rules.start().legal_moves()
