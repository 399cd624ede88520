"""Tokens, JSON and drawings: round trips, refusals, and what nonsense does (nothing)."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.game_tools import scaled
from trickle_tools import OPTION_SETS, position, random_game, rules, start

import quatrefoil
from quatrefoil import FormatError, IllegalMoveError, QuatrefoilError, TokenError

fuzz = settings(max_examples=scaled(150, 20), deadline=None, derandomize=True)

# ---- tokens -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS)
def test_every_legal_move_has_its_own_token_and_back(options):
    for seen, now in enumerate(random_game(options, seed=1)):
        tokens = now.legal_tokens()
        assert len(set(tokens)) == len(tokens)
        if seen % scaled(4, 30) == 0:
            for move in now.legal_moves():
                assert now.parse(now.token(move)) == move


@pytest.mark.parametrize(
    "token",
    [
        *("", "-", "f8", "f8-", "-f9", "f8--f9", "f8:f9", "f8-f9 ", "f08-f9", "f８-f9", "F8-f9"),
        *("f8-f12", "l1-l2", "N", "N-N", "N-f8", "k3-n", "k3-E", "k3-N-k4", "f8-f9-N", "Pass"),
    ],
)
def test_what_is_not_the_form_of_a_move(token):
    complaint = "a move like a1-a2 names cells up to k6, or at its end an edge"
    with pytest.raises(TokenError, match=complaint) as refusal:
        start().parse(token)
    assert repr(token) in str(refusal.value)


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("f6-f7", "the cell is taken"),
        ("f8-f8", "no move at all"),
        ("f8-f11", "too far"),
        ("f8-h9", "not straight"),
        ("a1-a2", "no bead there"),
        ("g8-g9", "no bead there"),
        ("f9-f8", "no bead there, and inwards"),
        ("f8-N", "not on the rim"),
        ("f7-f9-f10", "no chains"),
        ("pass", "there is a move"),
        ("-".join(["f8", "f9"] * 30), "far too long"),
    ],
)
def test_what_the_rules_forbid(token, why):
    now = start()
    with pytest.raises(IllegalMoveError, match="is not legal here; 60 tokens are: d4-c3 d4-c4"):
        now.play(token)
    assert now == start(), why


def test_a_step_is_not_taken_for_the_jump_in_its_direction():
    now = position("f6 f7")
    assert "f6-f8" in now.legal_tokens()
    with pytest.raises(IllegalMoveError):
        now.play("f6-f7")
    with pytest.raises(IllegalMoveError):
        position("f6").play("f6-f8")


def test_nothing_can_be_played_when_the_game_is_over():
    for token in ("k3-k4", "pass"):
        with pytest.raises(IllegalMoveError, match="the game is over"):
            position("k3").play(token)


@fuzz
@given(
    st.text(max_size=12)
    | st.text(alphabet="abcdefghijk0123456789-NESWpas", max_size=14)
    | st.lists(st.sampled_from(["f8", "f9", "f10", "k3", "N", "NE", "h8"]), max_size=21).map(
        "-".join
    )
)
def test_any_text_is_a_legal_token_or_an_error_that_changes_nothing(text):
    for options in ({}, {"bear_off": True, "chain_jumps": True}):
        now = start(**options)
        try:
            now.play(text)
        except QuatrefoilError:
            assert now == start(**options)
        else:
            assert text in start(**options).legal_tokens()


# ---- JSON -------------------------------------------------------------------------------------


def test_json_as_in_the_rules():
    now = start()
    now.play("f8-f9")
    data = now.to_json()
    assert data.pop("beads")["f9"] == 1
    assert data == {
        "game": "trickle",
        "options": {},
        "turn": 2,
        "last": ["f8", "f9"],
        "off": [0, 0],
    }


@pytest.mark.parametrize("options", OPTION_SETS)
def test_json_restores_everything(options):
    for now in random_game(options, seed=2):
        twin = quatrefoil.position(json.dumps(now.to_json()))
        assert twin == now
        assert twin.key == now.key
        assert twin.scores() == now.scores()
        by_repetition = now.is_over and "too often" in now.outcome().reason
        assert twin.is_over == now.is_over or by_repetition
        assert sorted(twin.legal_moves()) == sorted(now.legal_moves()) or by_repetition


def test_last_and_off_may_be_missing():
    data = {"game": "trickle", "beads": {"f6": 1}, "turn": 2}
    assert quatrefoil.position(data).to_json() == data | {
        "options": {},
        "last": None,
        "off": [0, 0],
    }


def test_last_need_not_fit_the_beads():
    """It says what the way back would be; with no bead there, nothing is forbidden."""
    assert len(position("f6", last=["f6", "f7"]).legal_moves()) == 6


BASE = {
    "game": "trickle",
    "options": {},
    "beads": {"f6": 1},
    "turn": 1,
    "last": None,
    "off": [0, 0],
}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"beads": ["f6"]}, "'beads' of a position is an object, not [\"f6\"]"),
        ({"beads": {"l1": 1}}, "'beads' of a position is about cells from a1 to k6, not 'l1'"),
        ({"beads": {"f06": 1}}, "cells from a1 to k6, not 'f06'"),
        ({"beads": {"f6": 2}}, "the bead on f6 has one of the values 1, not 2"),
        ({"beads": {"f6": 0}}, "the bead on f6 has one of the values 1, not 0"),
        ({"beads": {"f6": True}}, "not true"),
        ({"beads": {"f6": "1"}}, "not '1'"),
        ({"beads": {"f6": 1.0}}, "not 1.0"),
        ({"beads": {"f6": []}}, "not []"),
        ({"turn": 0}, "'turn' of a position is a whole number from 1 to 2, not 0"),
        ({"turn": 3}, "from 1 to 2, not 3"),
        ({"turn": "1"}, "not '1'"),
        ({"turn": None}, "not null"),
        ({"last": ["f6"]}, "'last' of a position is null or a list of two cells, not [\"f6\"]"),
        ({"last": ["f6", "f7", "f8"]}, "null or a list of two cells"),
        ({"last": "f6-f7"}, "null or a list of two cells"),
        ({"last": ["f6", 7]}, "'last' of a position is about cells from a1 to k6, not 7"),
        ({"last": [["f6"], "f7"]}, 'about cells from a1 to k6, not ["f6"]'),
        ({"last": ["f6", "f12"]}, "about cells from a1 to k6, not 'f12'"),
        ({"last": ["f6", "f6"]}, "'last' of a position is a move that Blue could have made"),
        ({"last": ["f7", "f6"]}, "a move that Blue could have made"),
        ({"last": ["f6", "f9"]}, "a move that Blue could have made"),
        ({"last": ["f8", "h8"], "turn": 3}, "from 1 to 2, not 3"),
        ({"last": ["k3", "k4"]}, "a move that Blue could have made"),
        ({"off": [0]}, "'off' of a position is a list of 2 numbers from 0 to 0, not [0]"),
        ({"off": [0, 0, 0]}, "a list of at most 2 entries"),
        ({"off": [1, 0]}, "a list of 2 numbers from 0 to 0, not [1, 0]"),
        ({"off": {}}, "a list of at most 2 entries"),
        ({"off": None}, "a list of at most 2 entries"),
        ({"quiet": 1}, "a position has no key 'quiet'"),
    ],
)
def test_json_refusals(change, complaint):
    with pytest.raises(FormatError) as refusal:
        quatrefoil.position(BASE | change)
    assert complaint in str(refusal.value)


@pytest.mark.parametrize("key", ["beads", "turn"])
def test_json_that_lacks_what_defines_the_position(key):
    with pytest.raises(FormatError, match=f"a position has no '{key}'"):
        quatrefoil.position({name: value for name, value in BASE.items() if name != key})


def test_json_has_at_most_as_many_beads_as_the_start():
    names = rules().board.names
    assert position(dict.fromkeys(names[:19], 1))
    with pytest.raises(FormatError, match="there are at most 19 beads of value 1, not 20"):
        position(dict.fromkeys(names[:20], 1))


def test_json_has_each_value_at_most_as_often_as_the_start():
    assert position({"f6": 5, "f7": 3, "k3": 2}, bead_values="random")
    with pytest.raises(FormatError, match="at most 1 beads of value 5, not 2"):
        position({"f6": 5, "f7": 5}, bead_values="symmetric")
    with pytest.raises(FormatError, match="has one of the values 1, 2, 3, 5, not 4"):
        position({"f6": 4}, bead_values="symmetric")


def test_json_off_is_at_most_what_the_missing_beads_could_score():
    seventeen_off = {"beads": "f6 f7", "bear_off": True}
    assert position(off=[8, 9], **seventeen_off)
    assert position(off=[0, 0], **seventeen_off)
    with pytest.raises(FormatError, match="a list of at most 17 points in all"):
        position(off=[9, 9], **seventeen_off)
    with pytest.raises(FormatError, match="numbers from 0 to 19"):
        position(off=[-1, 9], **seventeen_off)
    assert position(off=[51, 0], goal_values="middle", **seventeen_off)


@pytest.mark.parametrize(
    ("last", "options"),
    [
        (["f8", "f10"], {}),
        (["f6", "h8"], {"chain_jumps": True}),
        (["k1", "k3"], {"corner_moves": True}),
        (["i8", "h9"], {"own_edge_moves": True}),
        (["k3", "k1"], {"bear_off": True}),
        (["k3", "k1"], {"bear_off": True, "chain_jumps": True}),
    ],
)
def test_json_last_is_any_move_that_the_player_before_could_make(last, options):
    assert position("f6", last=last, **options).to_json()["last"] == last


@pytest.mark.parametrize(
    ("last", "options"),
    [
        (["f6", "h8"], {}),
        (["f6", "h7"], {"chain_jumps": True}),
        (["k1", "k3"], {"own_edge_moves": True}),
        (["k3", "k4"], {"own_edge_moves": True}),
        (["i8", "k6"], {"own_edge_moves": True}),
        (["k1", "k5"], {"corner_moves": True, "chain_jumps": True}),
        (["k3", "j3"], {"bear_off": True}),
    ],
)
def test_json_last_that_the_player_before_could_not_make(last, options):
    with pytest.raises(FormatError, match="a move that Blue could have made"):
        position("f6", last=last, **options)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)


@fuzz
@given(st.sampled_from([*BASE, "new"]), anything)
def test_any_json_is_a_position_or_an_error(key, value):
    for data in (BASE | {key: value}, {k: v for k, v in BASE.items() if k != key}, value):
        try:
            now = quatrefoil.position(data)
        except QuatrefoilError:
            continue
        assert quatrefoil.position(now.to_json()) == now


names_or_not = st.sampled_from(["f6", "k1", "k3", "a1", "f11", "q9", "", "N"])


@fuzz
@given(
    st.dictionaries(names_or_not, st.integers(-1, 6), max_size=5),
    st.integers(0, 4),
    st.none() | st.lists(names_or_not, max_size=3),
    st.lists(st.integers(-1, 30), max_size=4),
    st.sampled_from(OPTION_SETS),
)
def test_near_misses_are_positions_or_errors(beads, turn, last, off, options):
    data = {"game": "trickle", "options": options, "beads": beads, "turn": turn, "last": last}
    try:
        now = quatrefoil.position(data | {"off": off})
    except QuatrefoilError:
        return
    assert quatrefoil.position(now.to_json()) == now
    assert now.is_over or now.legal_tokens()


# ---- drawings ---------------------------------------------------------------------------------


def test_draw():
    now = start(rings=3, players=4)
    now.play("d5-d6")
    drawing = """\
                      N: 1
             g1  +   1   1   +   g4
NW: –      f1  –   ·   ·   ·   2   f5      NE: 2
         e1  –   ·   ●   ●   ·   2   e6
       d1  +   ·   ●   ●   ·   ●   +   d7
         c1  4   ·   ●   ●   ·   –   c6
SW: 4      b1  4   ·   ·   ·   –   b5      SE: –
             a1  +   3   3   +   a4
                      S: 3

● bead   1 edge of Orange   – nobody's edge   + corner   · empty
Blue to move; the latest move was from d5 to d6
Score: Orange: 0, Blue: 0, Green: 0, Pink: 0"""
    assert str(now) == drawing


def test_draw_shows_values_goals_and_the_end():
    now = position({"i2": 5, "i5": 1}, rings=4, bead_values="random", goal_values="middle")
    drawn = str(now).splitlines()
    assert drawn[1].split() == ["i1", "+", "(5)", "1×3", "1", "(1)", "i5"]
    assert "(3) bead that counts 3" in drawn[-3]
    assert drawn[-2] == "Over: every bead is on the rim; Orange wins"
    assert drawn[-1] == "Score: Orange: 5, Blue: 0"
    assert "Orange and Blue share the win" in str(position("k1"))


@pytest.mark.parametrize("options", OPTION_SETS)
def test_draw_fits_a_terminal(options):
    for line in str(start(**options)).splitlines():
        assert len(line) <= 100
        assert line == line.rstrip()
