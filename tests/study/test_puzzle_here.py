"""Any position: it is a puzzle that can be proven, or there is a reason why it is none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.study.puzzle_tools import sample

import quatrefoil
from quatrefoil.core.rng import Rng
from quatrefoil.study.puzzles.check import check
from quatrefoil.study.puzzles.find import Effort, Why
from quatrefoil.study.puzzles.grade import Grading, grade
from quatrefoil.study.puzzles.here import REASONS, examine
from quatrefoil.study.puzzles.puzzle import puzzles_of
from quatrefoil.study.puzzles.tries import RIGHT, SOLVED, judge

GAMES = [game.name for game in quatrefoil.all_games() if game.has("puzzles.json")]
LITTLE = Effort(
    positions=3_000,
    win_turns=(1, 3),
    hold_turns=(2,),
    settled_turns=(3,),
    odds_positions=20_000,
    gain_positions=5_000,
)


def examined(position, effort=None):
    steps = list(examine(position, effort) if effort else examine(position))
    assert not any(steps[:-1]), "only the last piece has the result"
    return steps[-1]


def after(text, *moves):
    return quatrefoil.Line(quatrefoil.rules(text).start(), moves).position


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_with_a_game_is_found_again(game):
    (puzzle,) = list(sample(puzzles_of(game), 1))[:1]
    found = examined(puzzle.start())
    assert found.puzzle == puzzle
    assert found.why is None


def test_an_image_of_a_puzzle_is_proven_by_itself():
    puzzle = puzzles_of("blinq")[0]
    start = puzzle.start()
    image = next(
        start.image(number)
        for number in range(1, len(start.rules.symmetries))
        if start.image(number) != start
    )
    found = examined(image).puzzle
    assert found.id == puzzle.id
    assert found.start() == image
    assert (found.goal, found.turns) == (puzzle.goal, puzzle.turns)
    check(found)
    assert grade(found) == puzzle.grade or puzzle.grade > 1


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (lambda: after("triotrio"), Why.ROLL),
        (lambda: after("trickle(players=3)"), Why.PLAYERS),
        (lambda: after("trifoil"), Why.NOTHING),
        (lambda: quatrefoil.Record.load("examples/match.json").replay().position, Why.OVER),
    ],
)
def test_there_is_a_reason_why_not(position, why):
    found = examined(position(), LITTLE)
    assert (found.puzzle, found.why) == (None, why)
    assert found.reason == REASONS[why]


def test_two_turns_that_win_are_no_puzzle():
    position = next(
        line.position for line in map(_played, range(1, 50)) if len(_wins(line.position)) > 1
    )
    assert examined(position, LITTLE).why == Why.SEVERAL


def _played(seed):
    """Return a line of random moves that ends when somebody can win in more than one way."""
    line, rng = quatrefoil.Line(quatrefoil.rules("blinq(size=3)").start()), Rng(seed)
    while not line.position.is_over and len(_wins(line.position)) < 2:
        line.push(line.position.random_move(rng))
    return line


def _wins(position):
    """Return the moves that win at once."""
    found = []
    for token in position.legal_tokens():
        after = position.copy()
        after.play(token)
        outcome = after.outcome()
        if outcome and outcome.winners == (position.turn,):
            found.append(token)
    return found


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=8)
@given(seed=st.integers(1, 2**32), moves=st.integers(0, 60))
def test_whatever_is_asked_there_is_a_proof_or_a_reason(game, seed, moves):
    position, rng = quatrefoil.rules(game).start(), Rng(seed)
    for _ in range(moves):
        if position.is_over:
            break
        position.push(position.random_move(rng))
    found = examined(position, LITTLE)
    assert (found.puzzle is None) == (found.why is not None)
    if found.puzzle:
        check(found.puzzle)
        assert found.puzzle.themes
    else:
        assert found.reason


@pytest.mark.parametrize("game", GAMES)
def test_a_solution_goes_on_to_its_end(game):
    """What is said to follow a right turn is right again, until the puzzle is solved."""
    for puzzle in sample([each for each in puzzles_of(game) if each.turns > 1], 4):
        played = list(puzzle.solution)
        verdict = judge(puzzle, played)
        while verdict.verdict == RIGHT:
            assert verdict.then
            played += [*verdict.answer, *verdict.then]
            verdict = judge(puzzle, played)
        assert verdict.verdict == SOLVED


def test_grading_goes_level_by_level():
    puzzle = next(each for each in puzzles_of("blinq") if each.grade == 3)
    steps = list(Grading(puzzle).steps())
    assert steps[-1] == puzzle.grade
    assert not any(steps[:-1])
    assert len(steps) > 3, "levels 1 and 2 failed before, each in a piece of its own"
