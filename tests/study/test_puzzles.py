"""Puzzles: what comes with the games is proven again; the miner finds only what can be."""

import os
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.study.puzzle_tools import sample

import quatrefoil
from quatrefoil.arena.processes import ProcessPool
from quatrefoil.core.rng import Rng
from quatrefoil.study.puzzles.check import FalsePuzzleError, check
from quatrefoil.study.puzzles.claim import GOALS
from quatrefoil.study.puzzles.mine import Job, gathered, mined
from quatrefoil.study.puzzles.prover import Prover, TooLongError, check_length, decided_by
from quatrefoil.study.puzzles.puzzle import (
    GRADES,
    puzzle_from_json,
    puzzles_of,
    read_puzzles,
    write_puzzles,
)
from quatrefoil.study.puzzles.tries import judge

GAMES = [game.name for game in quatrefoil.all_games() if game.has("puzzles.json")]
THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
#: Seconds of the processor that proving a puzzle again may take.
SECONDS = 1.0


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_hold(game):
    puzzles = puzzles_of(game)
    slowest = 0.0
    for puzzle in puzzles if THOROUGH else sample(puzzles, 12):
        started = time.process_time()
        check(puzzle)
        slowest = max(slowest, time.process_time() - started)
    if THOROUGH:
        print(f"{game}: {len(puzzles)} puzzles, the slowest check {slowest:.2f} s")
        assert slowest < SECONDS


@pytest.mark.parametrize("game", GAMES)
def test_a_collection_has_no_duplicates_and_known_words(game):
    puzzles = puzzles_of(game)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert all(puzzle.grade in GRADES and puzzle.goal in GOALS for puzzle in puzzles)
    assert read_puzzles(game, write_puzzles(puzzles)) == puzzles
    assert sum(puzzle.grade == 1 for puzzle in puzzles) <= 0.5 * len(puzzles)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12)
@given(pick=st.integers(0, 10**6), seed=st.integers(1, 2**32))
def test_no_other_turn_passes_for_the_solution(game, pick, seed):
    puzzles = puzzles_of(game)
    puzzle = puzzles[pick % len(puzzles)]
    start, rng = puzzle.start(), Rng(seed)
    after, tokens = start.copy(), []
    while after.turn == start.turn:
        move = after.random_move(rng)
        tokens.append(after.token(move))
        after.push(move)
    verdict = judge(puzzle, tokens).verdict
    other = replace(puzzle, solution=tuple(tokens), key=tuple(tokens))
    if verdict == "wrong":
        with pytest.raises(FalsePuzzleError):
            check(other)


@pytest.mark.parametrize("game", GAMES)
def test_solutions_are_accepted_and_what_refutes_others_is_legal(game):
    for puzzle in sample(puzzles_of(game), 8):
        assert judge(puzzle, puzzle.solution).verdict in ("solved", "right")
        start = puzzle.start()
        after, tokens = start.copy(), []
        while after.turn == start.turn:
            tokens.append(after.legal_tokens()[0])
            after.play(tokens[-1])
        verdict = judge(puzzle, tokens)
        if not after.is_over:
            for token in verdict.answer:
                after.play(token)


def test_a_win_in_several_turns_is_played_to_its_end():
    puzzle = next(each for each in puzzles_of("blinq") if each.turns == 3 and each.goal == "win")
    first = judge(puzzle, puzzle.solution)
    assert (first.verdict, len(first.answer)) == ("right", 1)
    tokens = [*puzzle.solution, *first.answer]
    position = puzzle.start()
    for token in tokens:
        position.play(token)
    winning = Prover(position.rules).winning_turn(position)
    assert judge(puzzle, [*tokens, position.token(winning[0])]).verdict == "solved"
    other = next(token for token in position.legal_tokens() if token != position.token(winning[0]))
    assert judge(puzzle, [*tokens, other]).verdict in ("wrong", "solved")


@pytest.mark.parametrize("change", [{"turns": 1}, {"goal": "hold"}, {"goal": "odds"}])
def test_false_claims_are_refused(change):
    puzzle = next(each for each in puzzles_of("blinq") if each.turns == 3 and each.goal == "win")
    check(puzzle)
    with pytest.raises(FalsePuzzleError):
        check(replace(puzzle, **change))


def test_a_false_value_is_refused():
    puzzle = puzzles_of("triotrio")[-1]
    with pytest.raises(FalsePuzzleError):
        check(replace(puzzle, value=puzzle.value + 0.01))


def test_the_miner_repeats_itself_and_finds_what_holds():
    found = [data for number in (6, 7) for data in mined(Job("trifoil", number))]
    assert found == [data for number in (6, 7) for data in mined(Job("trifoil", number))]
    assert found
    for data in found:
        check(puzzle_from_json("trifoil", data))


def test_mining_goes_on_where_it_stopped(tmp_path):
    rules = [quatrefoil.rules("blinq(size=3)")]
    ask = lambda wanted: gathered(
        rules, wanted, 5, tmp_path / "j.journal", ProcessPool(1), lambda games, puzzles: None
    )
    some = ask(2)
    lines = (tmp_path / "j.journal").read_text().splitlines()
    assert ask(2) == some
    assert (tmp_path / "j.journal").read_text().splitlines() == lines
    with pytest.raises(quatrefoil.QuatrefoilError):
        gathered(rules, 2, 6, tmp_path / "j.journal", ProcessPool(1), lambda *_: None)


@given(seed=st.integers(1, 2**32))
@settings(max_examples=20)
def test_what_is_decided_stays_so(seed):
    rules, rng = quatrefoil.rules("trickle"), Rng(seed)
    line = quatrefoil.Line(rules.start())
    decided = decided_by(rules)
    while decided(line.position) is None:
        line.push(line.position.random_move(rng))
    shares = decided(line.position)
    line.forget()
    line.random_playout(rng)
    assert line.position.outcome().shares == shares


def test_turns_of_millions_are_not_listed():
    check_length(quatrefoil.rules("trifoil").start())
    wide = quatrefoil.rules("trifoil(board=12,actions=4,first_actions=4)")
    with pytest.raises(TooLongError):
        check_length(wide.start())
