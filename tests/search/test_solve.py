"""Proofs: turns without duplicates, a prover that is right, a verifier that is strict."""

import os
from array import array
from dataclasses import replace

import pytest
from tests.search.exact import by_form, exact_shares, late_line, random_line

import quatrefoil
from quatrefoil.arena.processes import ProcessPool
from quatrefoil.lab.solving import Solver, check
from quatrefoil.search import LEVELS, player
from quatrefoil.search.proof.dfpn import Prover
from quatrefoil.search.proof.extract import StrategyExtractor
from quatrefoil.search.proof.strategy import (
    Solution,
    Strategy,
    read_solution,
    solution_name,
    solution_of,
    write_solution,
)
from quatrefoil.search.proof.turns import Turns, canonical
from quatrefoil.search.proof.verify import ProofError, Verifier

THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
#: Rules whose proofs come with the game.
SOLVED = ["trifoil", "trifoil(per_blink=6)", "blinq(size=3)", "blinq(size=3,neutral=none)"]
#: When there is little time: moves that a verifier makes for a claim, and claims to skip.
QUICK = by_form((10_000, 13), (20, 1_000))
#: Rules with many symmetries, with turns of one move and of several.
VARIED = [
    "trifoil",
    "trifoil(board=8,actions=3)",
    "blinq(size=4)",
    "trickle(rings=3)",
    "trickle(bear_off=true,bead_values=random)",
]

compiled_only = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="takes too long in the slow form"
)


@pytest.mark.parametrize("text", VARIED)
def test_images_share_a_canonical_key(text):
    rules = quatrefoil.rules(text)
    for seed in range(by_form(20, 4)):
        position = random_line(rules, seed, 2 + seed % 7).position
        key, symmetry = canonical(position)
        assert position.image(symmetry).key == key
        images = [position.image(number) for number in range(len(rules.symmetries))]
        assert {canonical(image)[0] for image in images} == {key}


def every_end(position):
    """Return the canonical keys of all ends of the turn, by trying every order of moves."""
    keys, todo, mover = set(), [position], position.turn
    while todo:
        at = todo.pop()
        for move in at.legal_moves():
            after = at.copy()
            after.push(move)
            if after.turn == mover:
                todo.append(after)
            else:
                keys.add(canonical(after)[0])
    return keys


@pytest.mark.parametrize(
    "text",
    by_form(["trifoil", "trifoil(board=8)", "blinq(size=4)"], ["trifoil", "blinq(size=3)"]),
)
def test_turns_are_complete_and_without_duplicates(text):
    rules = quatrefoil.rules(text)
    for seed in range(by_form(5, 1)):
        line = random_line(rules, seed, 5)
        listed = Turns(rules).listed(line.position)
        keys = [canonical(after)[0] for _, after in listed]
        assert len(set(keys)) == len(keys)
        assert set(keys) == every_end(line.position)
        for moves, after in listed[::7]:
            walk = line.position.copy()
            for move in moves:
                assert move in walk.legal_moves()
                walk.push(move)
            assert walk == after


@pytest.mark.parametrize("draw_suffices", [False, True])
def test_prover_agrees_with_trying_everything(draw_suffices):
    rules = quatrefoil.rules("blinq(size=3)")
    known = {}
    for seed in range(by_form(8, 2)):
        position = random_line(rules, seed, by_form(7, 11)).position
        shares = exact_shares(position, known)
        for seeker in range(2):
            wanted = shares[seeker] >= 0.5 if draw_suffices else shares[seeker] == 1
            assert Prover(rules, seeker, draw_suffices, 16).prove(position) is wanted


@pytest.fixture(scope="module")
def proven():
    """Return a line that Red wins, and the strategy that does it."""
    if quatrefoil.compiled():
        line = quatrefoil.Line(quatrefoil.rules("trifoil").start())
        for token in ("a1-a2", "a2-a3", "b1-b2"):
            line.play(token)
    else:
        line = late_line(quatrefoil.rules("blinq(size=3)"), 15, 5)
    prover = Prover(line.position.rules, 0, False, 64)
    assert prover.prove(line.position) is True
    extractor = StrategyExtractor(prover)
    extractor.extract(line.position)
    return line, Strategy.of(0, False, extractor.choices)


def test_verifier_accepts_what_wins(proven):
    line, strategy = proven
    verifier = Verifier(strategy, line)
    assert verifier.verify()
    assert verifier.positions >= len(strategy) > by_form(10, 3)


def test_verifier_refuses_a_gap_and_a_bad_move(proven):
    line, strategy = proven
    gap = replace(strategy, keys=strategy.keys[:-1], choices=strategy.choices[:-1])
    with pytest.raises(ProofError, match="no move after"):
        Verifier(gap, line).verify()
    bad = replace(strategy, choices=array("H", [0] * len(strategy)))
    with pytest.raises(ProofError):
        Verifier(bad, line).verify()
    with pytest.raises(ProofError):
        Verifier(replace(strategy, player=1), line).verify()


@pytest.mark.parametrize(
    ("text", "left"),
    by_form(
        [
            ("trifoil(links=0,full_blink=5)", 8),
            ("trifoil(links=6,chain=6)", 8),
            ("trickle(rings=3)", 8),
        ],
        [("trifoil(links=6,chain=6)", 3), ("trickle(rings=3)", 4)],
    ),
)
def test_whatever_a_prover_proves_a_verifier_accepts(text, left):
    """Also where a turn wins otherwise than by what a game's quick look for wins sees."""
    rules = quatrefoil.rules(text)
    proofs = 0
    for seed in range(by_form(24, 6)):
        line = late_line(rules, seed, left)
        before = line.position.turn
        while line.position.turn == before:  # to the start of a turn
            line.push(line.position.legal_moves()[0])
        seeker = line.position.turn
        if line.position.is_over:
            continue
        prover = Prover(rules, seeker, False, 4)
        if prover.prove(line.position, by_form(2_000, 20)) is not True:
            continue
        extractor = StrategyExtractor(prover)
        extractor.extract(line.position)
        Verifier(Strategy.of(seeker, False, extractor.choices), line).verify(by_form(50_000, 500))
        proofs += 1
    assert proofs > by_form(3, 0)


def test_solution_round_trips(proven, tmp_path):
    line, strategy = proven
    solution = Solution(line.position.rules, {"claims": []}, (strategy,))
    write_solution(solution, tmp_path / "some.proof")
    data = (tmp_path / "some.proof").read_bytes()
    assert read_solution(solution.rules, data) == solution
    with pytest.raises(quatrefoil.FormatError):
        read_solution(solution.rules, data[:-20])
    with pytest.raises(quatrefoil.FormatError):
        read_solution(quatrefoil.rules("trifoil(board=8)"), data)


def test_a_solver_that_is_out_of_time_claims_nothing_it_has_not_proven():
    solver = Solver(quatrefoil.rules("trifoil"), 64, "wins")
    solver.run(seconds=0)
    assert (solver.low, solver.high) == (0.0, 1.0)
    assert solver.solution({}).strategies == ()


@compiled_only
def test_a_later_run_goes_on_where_an_earlier_one_ended():
    rules = quatrefoil.rules("blinq(size=3,neutral=none)")
    earlier = Solver(rules, 64, "wins")
    earlier.run()
    later = Solver(rules, 64, "draws")
    later.resume(earlier.solution({}))
    later.run()
    assert earlier.open_replies()
    assert not later.open_replies()
    checked = check(later.solution({}))
    assert (checked.low, checked.high) == (1.0, 1.0)


@compiled_only
def test_workers_prove_the_same_as_one_process_and_on_any_number_of_them():
    rules = quatrefoil.rules("blinq(size=3,neutral=none)")
    alone, two, one = (Solver(rules, 256) for _ in range(3))
    for solver in (alone, two, one):
        # Of twelve first turns two are enough to see it.
        solver.turns = solver.turns[1:3]
    alone.run()
    two.run(pool=ProcessPool(2))
    one.run(pool=ProcessPool(1))
    worth = [[(reply.low, reply.high) for reply in turn.replies] for turn in alone.turns]
    assert not alone.open_replies()
    for solver in (two, one):
        assert [[(r.low, r.high) for r in turn.replies] for turn in solver.turns] == worth
    assert two.solution({}) == one.solution({})
    assert two.evaluated == one.evaluated
    assert check(two.solution({})).claims == check(alone.solution({})).claims


@compiled_only
def test_a_result_must_hold_from_the_very_start():
    """Claims may all be true and still leave out what the opponent can do."""
    solution = solution_of(quatrefoil.rules("blinq(size=3,neutral=none)"))
    wins = solution.whole(0, False)
    first = wins.move(solution.rules.start())
    assert solution.rules.start().token(first) == "1a2E"
    key = canonical(solution.rules.start())[0] >> 16
    rest = [at for at, kept in enumerate(wins.keys) if kept != key]
    gap = replace(
        wins,
        keys=array("Q", [wins.keys[at] for at in rest]),
        choices=array("H", [wins.choices[at] for at in rest]),
    )
    others = tuple(each for each in solution.strategies if each is not wins)
    with pytest.raises(ProofError, match="no move after"):
        check(replace(solution, strategies=(gap, *others)))


@pytest.mark.parametrize("text", SOLVED)
def test_the_proof_that_comes_with_the_game_holds(text):
    solution = solution_of(quatrefoil.rules(text))
    assert solution is not None
    checked = check(solution) if THOROUGH else check(solution, *QUICK)
    assert checked.complete or not THOROUGH
    assert checked.claims > by_form(10, 0)
    assert checked.whole > by_form(1_000, 0)
    assert (checked.low, checked.high) == (solution.facts["low"], solution.facts["high"])


def test_every_proof_is_tested():
    proofs = [
        file.name
        for game in quatrefoil.all_games()
        if game.has("solved")
        for file in game.resource("solved").iterdir()
        if file.name.endswith(".proof")
    ]
    assert sorted(proofs) == sorted(solution_name(quatrefoil.rules(text)) for text in SOLVED)


@compiled_only
@pytest.mark.parametrize("text", SOLVED)
def test_the_top_level_plays_what_is_proven(text):
    rules = quatrefoil.rules(text)
    solution = solution_of(rules)
    first, second = solution.facts["low"], 1 - solution.facts["high"]
    for seat, worth in enumerate((first, second)):
        line = quatrefoil.Line(rules.start())
        top = player(rules, len(LEVELS))
        rng = quatrefoil.Rng(5)
        while worth > 0 and not line.position.is_over:
            ours = line.position.turn == seat
            line.push(top.choose(line) if ours else line.position.random_move(rng))
        assert worth == 0 or line.position.outcome().shares[seat] >= worth
