"""Everything that holds a game can be pickled and copied, and goes on as it was."""

import copy
import pickle

import pytest
from tests.conformance.variants import VARIANTS

import quatrefoil
from quatrefoil import IllegalMoveError, Line, Record, Rng
from quatrefoil.core.encode import encoder_of
from quatrefoil.core.evaluate import evaluator_of

#: Each way to get another of the same.
WAYS = [copy.copy, copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]


@pytest.fixture(params=VARIANTS, ids=str)
def rules(request):
    return request.param


@pytest.fixture(params=WAYS, ids=["copy", "deepcopy", "pickle"])
def again(request):
    return request.param


def walked(rules, moves, seed=5):
    line, rng = Line(rules.start()), Rng(seed)
    while not line.position.is_over and len(line) < moves:
        line.push(line.position.random_move(rng))
    return line


def test_rules_and_games_are_one_object(rules, again):
    assert again(rules) is rules
    assert again(rules.game) is rules.game


def test_positions(rules, again):
    position = walked(rules, 7).position
    twin = again(position)
    assert twin == position
    assert twin is not position
    assert (twin.turn, twin.key) == (position.turn, position.key)


def test_lines_with_their_moves(rules, again):
    line = walked(rules, 12)
    twin = again(line)
    assert twin == line
    assert (twin.moves, twin.tokens) == (line.moves, line.tokens)
    for number in range(len(line)):
        assert twin.before(number) == line.before(number)
    while len(twin):
        assert twin.pop() == line.moves[len(twin)]
    assert twin.position == rules.start()
    assert len(line) == 12 or line.position.is_over


def test_lines_that_forgot_their_moves(rules, again):
    line = walked(rules, 12)
    line.forget()
    twin = again(line)
    assert twin == line
    assert len(twin) == 0


def test_records(rules, again):
    record = Record.of(walked(rules, 9), red="Ada")
    assert again(record) == record


def test_encoders_and_evaluators(rules, again):
    position = walked(rules, 3).position
    encoder = again(encoder_of(rules))
    assert encoder.rules is rules
    assert encoder.labels == encoder_of(rules).labels
    assert encoder.legal_actions(position) == encoder_of(rules).legal_actions(position)
    evaluator = again(evaluator_of(rules))
    if not position.is_over:
        assert evaluator.values(position) == evaluator_of(rules).values(position)


def test_random_numbers_go_on(again):
    rng = Rng(3)
    rng.draw(100)
    twin = again(rng)
    assert [twin.draw(1000) for _ in range(20)] == [rng.draw(1000) for _ in range(20)]


def test_an_end_by_repetition_is_kept(again):
    rules, seeds = quatrefoil.rules("trickle(repetition=2)"), iter(range(2000))
    outcome = None
    while outcome is None or "too often" not in outcome.reason:
        line = walked(rules, 400, next(seeds))
        outcome = line.position.outcome()
    for ended in (line, line.copy()):
        twin = again(ended)
        assert twin.position.outcome() == outcome
        assert twin == ended
    assert again(line.position).outcome() == outcome


# ---- lines as containers ----------------------------------------------------------------------


def test_a_line_is_as_long_as_its_moves_and_gives_their_tokens(rules):
    line = walked(rules, 8)
    assert len(line) == len(line.moves)
    assert list(line) == line.tokens
    assert Line(rules.start(), line) == line
    with pytest.raises(quatrefoil.MoveError):
        Line(rules.start(), [*line, "nonsense"])


def test_the_repr_of_a_line_reads_back(rules):
    line = walked(rules, 8)
    assert eval(repr(line), {"quatrefoil": quatrefoil}) == line
    bare = Line(line.position)
    assert eval(repr(bare), {"quatrefoil": quatrefoil}) == bare


def test_lines_differ_by_position_moves_and_memory():
    rules = quatrefoil.rules("trickle")
    line, other = walked(rules, 6), walked(rules, 6)
    assert line == other
    other.pop()
    assert line != other
    assert line != line.copy()
    assert line.copy() == line.copy()
    assert line != "a line"
    with pytest.raises(TypeError, match="unhashable"):
        hash(line)


def test_a_line_that_becomes_a_copy_of_itself_forgets():
    line = walked(quatrefoil.rules("trickle"), 6)
    position = line.position.copy()
    line.copy_from(line)
    assert (len(line), line.position) == (0, position)
    with pytest.raises(IllegalMoveError):
        line.pop()
