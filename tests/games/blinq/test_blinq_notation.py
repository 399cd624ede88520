"""Blinq's tokens, JSON and drawing: both ways, and what is refused."""

import json

import pytest
from blinq_tools import OPTION_SETS, at
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.game_tools import scaled

import quatrefoil
from quatrefoil import FormatError, QuatrefoilError, Rng, TokenError

FUZZ = settings(max_examples=scaled(300, 60), deadline=None, derandomize=True)


def midgame(seed=1, moves=20, **options):
    position = quatrefoil.rules("blinq", options).start()
    rng = Rng(seed)
    for _ in range(moves):
        if not position.is_over:
            position.push(position.random_move(rng))
    return position


# ---- tokens -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_bq8_every_token_is_read_as_the_move_it_was_written_for(options):
    position = midgame(**options)
    for move in position.legal_moves():
        assert position.parse(position.token(move)) == move


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("", "like 1c3N, not ''"),
        ("c3N", "like 1c3N, not 'c3N'"),
        ("1c3", "like 1c3N, not '1c3'"),
        ("1c3n", "like 1c3N, not '1c3n'"),
        ("1C3N", "like 1c3N, not '1C3N'"),
        ("1c3NN", "like 1c3N, not '1c3NN'"),
        ("1c3N\n", "like 1c3N, not '1c3N\\n'"),
        ("0a1N", "like 1c3N, not '0a1N'"),
        ("١c3N", "like 1c3N, not '١c3N'"),
        ("6a1N", "6a1N names no place: size 5 has levels 1 to 5"),
        ("1f1N", "1f1N names no place: level 1 of size 5 has columns a to e and rows 1 to 5"),
        ("2a5N", "2a5N names no place: level 2 of size 5 has columns a to d and rows 1 to 4"),
        ("5b1N", "5b1N names no place: level 5 of size 5 has columns a to a and rows 1 to 1"),
        ("1a1*", "'1a1*' is the neutral block, which nobody places"),
    ],
)
def test_what_is_no_token(token, message):
    with pytest.raises(TokenError) as caught:
        quatrefoil.rules("blinq").start().play(token)
    assert str(caught.value).endswith(message)


@FUZZ
@given(st.text(max_size=8))
def test_any_text_is_a_move_or_an_error(token):
    _play_or_refuse(midgame(), token)


@FUZZ
@given(st.data())
def test_a_token_with_a_slip_is_a_move_or_an_error(data):
    position = midgame(moves=30, size=4)
    token = list(data.draw(st.sampled_from(midgame(size=4).legal_tokens())))
    slip = data.draw(st.integers(0, 3))
    token[slip] = data.draw(st.sampled_from("0123456789abcdefghijNESWnesw* ²"))
    _play_or_refuse(position, "".join(token))


def _play_or_refuse(position, token):
    before, key, legal = position.to_json(), position.key, position.legal_tokens()
    try:
        position.play(token)
    except QuatrefoilError:
        assert token not in legal
        assert (position.to_json(), position.key) == (before, key)
    else:
        assert token in legal


# ---- JSON -------------------------------------------------------------------------------------


def test_the_example_of_the_rules():
    text = '{"game":"blinq","options":{"size":5},"blocks":["1c3*","1a1N"],"turn":"red"}'
    position = quatrefoil.position(text)
    assert position.turn == 0
    assert position.to_json() == {
        "game": "blinq",
        "options": {},
        "blocks": ["1a1N", "1c3*"],
        "turn": "red",
    }


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_positions_are_read_as_they_were_written(options):
    position = midgame(moves=0, **options)
    rng = Rng(5)
    while True:
        text = json.dumps(position.to_json())
        again = quatrefoil.position(text)
        assert json.dumps(again.to_json()) == text
        assert again.key == position.key
        assert again.turn == position.turn
        assert again.outcome() == position.outcome()
        assert again.legal_moves() == position.legal_moves()
        assert [again.supply(p) for p in (0, 1)] == [position.supply(p) for p in (0, 1)]
        assert again.winning_path() == position.winning_path()
        if position.is_over:
            break
        position.push(position.random_move(rng))


def test_the_order_of_blocks_is_not_significant():
    forward = "1a1N 1b1W 1a2N 1b2E 2a1S"
    backward = " ".join(reversed(forward.split()))
    assert at(forward) == at(backward)
    assert at(forward).key == at(backward).key


def test_either_player_may_be_to_move():
    assert at("1a1N", turn="red").turn == 0
    assert at("1a1N", turn="black").turn == 1
    assert at("1a1N", turn="red").key != at("1a1N", turn="black").key
    assert [at("1a1N", turn="red").supply(player) for player in (0, 1)] == [7, 6]
    assert [at("1a1N 1b1N", turn="black").supply(player) for player in (0, 1)] == [6, 6]


def test_a_finished_position_is_finished_again():
    position = at("1b1W 1b2W 1b3W", turn="black")
    assert position.outcome().winners == (0,)
    assert position.to_json()["turn"] == "black"


GOOD = {"game": "blinq", "options": {}, "blocks": ["1c3*", "1a1N"], "turn": "black"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"turn": "blue"}, "'turn' of a position is one of red, black, not 'blue'"),
        ({"turn": 0}, "'turn' of a position is one of red, black, not 0"),
        ({"turn": None}, "'turn' of a position is one of red, black, not null"),
        ({"blocks": "1c3*"}, "'blocks' of a position is a list of at most 55 entries, not '1c3*'"),
        ({"blocks": ["1c3*", 7]}, "'blocks' of a position is a list of strings, not 7"),
        (
            {"blocks": ["1c3*"] * 56},
            '\'blocks\' of a position is a list of at most 55 entries, not ["1c3*", "1c3*", ',
        ),
        (
            {"blocks": ["1c3*", "1a1"]},
            "a block is written as its level, column, row and the side of its red half,"
            " like 1c3N, not '1a1'",
        ),
        (
            {"blocks": ["1c3*", "2e1N"]},
            "2e1N names no place: level 2 of size 5 has columns a to d and rows 1 to 4",
        ),
        (
            {"blocks": ["1c3*", "1a1N", "1a1S"]},
            "two blocks lie at 1a1, where there is room for one",
        ),
        ({"blocks": ["1a1N"]}, "the neutral block 1c3* is missing from 'blocks'"),
        ({"blocks": ["1c3N"]}, "the neutral block 1c3* is missing from 'blocks'"),
        (
            {"blocks": ["1c3*", "1a1*"]},
            "1a1* is one neutral block too many: option neutral is centre",
        ),
        (
            {"blocks": ["1a1*"], "options": {"neutral": "none"}},
            "1a1* is one neutral block too many: option neutral is none",
        ),
        (
            {"blocks": ["1c3*", "1c2N", "1b2E", "2b2W"]},
            "2b2W hangs in the air: there is no block at 1b3",
        ),
        ({"moves": []}, "a position has no key 'moves'; its keys are game, options, blocks, turn"),
    ],
)
def test_json_that_describes_no_position(change, message):
    with pytest.raises(FormatError) as caught:
        quatrefoil.position(GOOD | change)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("key", ["blocks", "turn"])
def test_blocks_and_turn_are_required(key):
    with pytest.raises(FormatError, match=f"a position has no '{key}'"):
        quatrefoil.position({name: value for name, value in GOOD.items() if name != key})


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@FUZZ
@given(st.dictionaries(st.sampled_from(["game", "options", "blocks", "turn", "x"]), ANYTHING))
def test_any_json_is_a_position_or_an_error(data):
    _read_or_refuse({"game": "blinq"} | data)


@FUZZ
@given(st.data())
def test_json_with_a_slip_is_a_position_or_an_error(data):
    written = midgame(seed=data.draw(st.integers(1, 9)), moves=25).to_json()
    blocks = written["blocks"]
    index = data.draw(st.integers(0, len(blocks) - 1))
    change = data.draw(st.sampled_from(["drop", "twice", "slip", "value"]))
    if change == "drop":
        del blocks[index]
    elif change == "twice":
        blocks.append(blocks[index])
    elif change == "slip":
        spot = data.draw(st.integers(0, 3))
        sign = data.draw(st.sampled_from("0123456789abcdefgNESW*"))
        blocks[index] = blocks[index][:spot] + sign + blocks[index][spot + 1 :]
    else:
        written[data.draw(st.sampled_from(sorted(written)))] = data.draw(ANYTHING)
    _read_or_refuse(written)


def _read_or_refuse(data):
    try:
        position = quatrefoil.position(data)
    except QuatrefoilError:
        return
    assert sorted(data["blocks"]) == position.to_json()["blocks"]


# ---- drawing ----------------------------------------------------------------------------------


def test_the_drawing_of_a_position():
    assert str(at("1a1N 1b1W 1a2N 1b2E 2a1S 1c3W", turn="black")) == DRAWING


DRAWING = """\
    a   b   c      level 1   level 2   level 3
  ┌────────────┐   3 + + W   2 · ·     1 ·
3 │ · · · ·▒▒██│   2 N E +   1 S ·       a
  │ · · · ·▒▒██│   1 N W +     a b
2 │▒▒▒▒██▒▒ · ·│     a b c
  │██████▒▒ · ·│
1 │▒▒▒▒▒▒██ · ·│
  │████▒▒██ · ·│
  └────────────┘
▒▒ Red joins north and south, ██ Black west and east.
N E S W: where the red half of a block is; * neutral; + free for a block.
Black to move; blocks left: Red 4, Black 4"""


def test_the_last_line_of_a_drawing_says_how_it_ended():
    assert str(at("1b1W 1b2W 1b3W")).endswith("\nRed wins: red joins north and south")
    assert str(at("1a2N 1b2N 1c2N")).endswith("\nBlack wins: black joins west and east")
    full = "1a1W 1b1E 1c1W 1a2S 1b2E 1c2N 1a3W 1b3S 1c3S 2a1N 2b1S 2a2N 2b2S 3a1N"
    assert str(at(full)).endswith("\nA draw: no block is left")


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_drawings_fit_a_terminal(options):
    assert max(len(line) for line in str(midgame(**options)).splitlines()) <= 100
