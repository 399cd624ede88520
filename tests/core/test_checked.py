"""What is checked, what trusts its caller, and what says so."""

import inspect
import typing
from dataclasses import MISSING, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quatrefoil
from quatrefoil import IllegalMoveError, Line, Position, Record, Rng
from quatrefoil.core import pictures
from quatrefoil.core.encode import encoder_of
from quatrefoil.core.evaluate import evaluator_of
from quatrefoil.draw.look import Look


@pytest.fixture(params=quatrefoil.names())
def position(request):
    return quatrefoil.rules(request.param).start()


def other_rules(position):
    """Return rules of another game."""
    return next(g for g in quatrefoil.all_games() if g is not position.rules.game).rules()


# ---- moves ------------------------------------------------------------------------------------


@given(st.sampled_from(quatrefoil.names()), st.integers() | st.integers(0, 1 << 17))
def test_push_takes_the_legal_moves_and_no_others(name, move):
    position = quatrefoil.rules(name).start()
    before, line = position.copy(), Line(position)
    if position.is_legal(move):
        assert move in position.legal_moves()
        position.push(move)
        line.push(move)
        assert position == line.position != before
        return
    for refuses in (position.push, line.push, position.token):
        with pytest.raises(IllegalMoveError):
            refuses(move)
    assert position == line.position == before
    assert len(line) == 0


def test_a_refused_move_says_which_are_legal(position):
    legal = position.legal_moves()
    with pytest.raises(IllegalMoveError) as refused:
        position.push(10**9)
    said = str(refused.value)
    assert said.startswith(f"move 1000000000 is not legal here; {len(legal)} moves are: ")
    assert f"{legal[0]} ({position.token(legal[0])})" in said


def test_no_move_is_legal_when_the_game_is_over(position):
    line = Line(position)
    line.random_playout(Rng(1))
    for refuses in (line.push, line.position.push, line.position.token):
        with pytest.raises(IllegalMoveError, match="move 0 cannot be played: the game is over"):
            refuses(0)


@pytest.mark.parametrize("wrong", ["g6-i4", 2.0, None, [1]])
def test_moves_are_integers_and_tokens_text(position, wrong):
    for takes in (position.push, position.token, position.is_legal, Line(position).push):
        with pytest.raises(TypeError, match="a move is an integer, not"):
            takes(wrong)
    for takes in (position.play, position.parse, Line(position).play):
        with pytest.raises(TypeError):
            takes(5)


def test_push_unchecked_makes_the_same_moves(position):
    line, trusting, rng = Line(position), Line(position), Rng(3)
    while not line.position.is_over and len(line) < 40:
        move = line.position.random_move(rng)
        line.push(move)
        trusting.push_unchecked(move)
        position.push_unchecked(move)
    assert line == trusting
    assert position == line.position


def test_integers_of_every_kind_are_moves(position):
    class Index:
        def __index__(self):
            return position.legal_moves()[0]

    assert position.token(Index()) == position.token(position.legal_moves()[0])


# ---- positions of other rules -----------------------------------------------------------------


def test_what_serves_one_game_refuses_positions_of_another(position):
    others = other_rules(position)
    encoder, evaluator = encoder_of(others), evaluator_of(others)
    for takes in (encoder.legal_actions, evaluator.values, evaluator.priors, evaluator.unsettled):
        with pytest.raises(ValueError, match="this is made for"):
            takes(position)
    for takes in (encoder.move, encoder.action, evaluator.features):
        with pytest.raises(ValueError, match="this is made for"):
            takes(position, 0)
    with pytest.raises(ValueError, match="this is made for"):
        encoder.play(Line(position), 0)
    with pytest.raises(ValueError, match="only between equal rules"):
        position.copy_from(others.start())


def test_symmetries_are_counted(position):
    count = len(position.rules.symmetries)
    move = position.legal_moves()[0]
    for wrong in (-1, count, 10**30):
        with pytest.raises(ValueError, match=f"from 0 to {count - 1}"):
            position.image(wrong)
        with pytest.raises(ValueError, match=f"from 0 to {count - 1}"):
            position.image_move(move, wrong)
    with pytest.raises(IllegalMoveError):
        position.image_move(-1, 0)


def test_a_position_is_of_some_game_and_is_set_up_before_it_is_played(position):
    with pytest.raises(TypeError, match="of some game"):
        Position(position.rules)
    blank = type(position)(position.rules)
    assert blank.is_over
    assert blank.legal_moves() == []
    if quatrefoil.compiled():
        assert Line(blank).random_playout(Rng(1)) == 0


def test_rules_are_frozen(position):
    before = dict(vars(position.rules))
    for change in (position.rules.prepare, lambda: setattr(position.rules, "players", 9)):
        with pytest.raises(TypeError, match="rules are frozen"):
            change()
    with pytest.raises(TypeError, match="rules are frozen"):
        del position.rules.players
    assert vars(position.rules) == before


# ---- pictures ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "own"),
    [
        (Position.to_svg, []),
        (Line.to_svg, []),
        (Record.to_svg, ["at"]),
        (Record.to_animated_svg, ["start", "stop", "seconds"]),
    ],
)
def test_pictures_show_their_parameters(method, own):
    shown = inspect.signature(method).parameters
    assert list(shown) == ["self", *own, *(field.name for field in fields(Look))]
    for field in fields(Look):
        parameter = shown[field.name]
        assert parameter.kind is parameter.KEYWORD_ONLY
        assert parameter.annotation == field.type
        made = field.default if field.default_factory is MISSING else field.default_factory()
        assert parameter.default == made


def test_type_checkers_know_the_same_parameters():
    options = typing.get_type_hints(pictures.LookOptions)
    assert options == typing.get_type_hints(Look)
    assert pictures.LookOptions.__required_keys__ == frozenset()
