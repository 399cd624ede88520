"""Nothing that a caller can pass to the search crashes it or makes it hang.

Every attack runs in a process of its own with a time limit, so that a crash is a failed test and
not the end of all tests. Whatever is passed, there is an answer or one of the `REFUSALS`.
"""

import contextlib
import faulthandler
import math
import subprocess
import sys
import threading
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.search.exact import finished_line, late_line, random_line

import quatrefoil
from quatrefoil.core.evaluate import Advice, evaluator_of
from quatrefoil.search import AlphaBeta, Config, Limit, Mcts, level, player, searcher
from quatrefoil.search.alphabeta.plies import PlyStack
from quatrefoil.search.alphabeta.root import RootMoves
from quatrefoil.search.alphabeta.transpositions import TranspositionTable
from quatrefoil.search.clock import now
from quatrefoil.search.endgame.domain import domains_of
from quatrefoil.search.endgame.probe import EndgameProbe, probe_of
from quatrefoil.search.endgame.solve import EndgameSolver
from quatrefoil.search.endgame.table import read_table, table_name, tables_of
from quatrefoil.search.knowledge import Informed, Knowledge
from quatrefoil.search.mcts.tree import Tree
from quatrefoil.search.proof.dfpn import Prover
from quatrefoil.search.proof.extract import StrategyExtractor
from quatrefoil.search.proof.strategy import (
    Solution,
    Strategy,
    numbered_moves,
    read_solution,
    solution_name,
)
from quatrefoil.search.proof.turns import Turns, canonical
from quatrefoil.search.proof.verify import Verifier
from quatrefoil.search.proof.wins import WinFinder
from quatrefoil.search.searcher import memory_for

pytestmark = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="the slow form checks everything, and cannot crash"
)

#: How odd arguments may be refused.
REFUSALS = (
    quatrefoil.QuatrefoilError,
    ValueError,
    TypeError,
    OverflowError,
    MemoryError,
    LookupError,
    AttributeError,
)
#: Seconds for one attack with all of its examples.
SECONDS = 240
#: Every way to search and to have turns; dice, and rules with endgame tables and proofs.
SEARCHED = ["trifoil", "trickle(players=3)", "trickle(rings=3)", "blinq(size=3)", "triotrio"]
TABLED = "triotrio(quiet_turns=0)"

numbers = st.one_of(
    st.integers(-3, 70),
    st.integers(),
    st.sampled_from([2**31 - 1, 2**31, -(2**31) - 1, 2**63 - 1, 2**63, 2**64, -(2**64), 10**400]),
    st.floats(),
)
anything = st.one_of(
    numbers,
    st.none(),
    st.booleans(),
    st.text(max_size=3),
    st.binary(max_size=3),
    st.lists(st.integers(), max_size=2),
    st.builds(object),
)
ATTACKS = {}


def attack(*given_what):
    """Register an attack: a function whose arguments Hypothesis makes up."""

    def register(function):
        examples = settings(max_examples=150)
        ATTACKS[function.__name__] = examples(given(*given_what)(function))
        return function

    return register


@pytest.mark.parametrize("name", ["limits", "configs", "advice", "levels", "lines", "plies"])
def test_searchers_withstand(name):
    run_in_a_process(name)


@pytest.mark.parametrize("name", ["trees", "wins_and_turns", "provers", "strategies", "files"])
def test_trees_and_proofs_withstand(name):
    run_in_a_process(name)


@pytest.mark.parametrize("name", ["tables", "knowledge", "solvers"])
def test_tables_withstand(name):
    run_in_a_process(name)


def test_every_attack_is_run():
    named = [
        value
        for test in (
            test_searchers_withstand,
            test_trees_and_proofs_withstand,
            test_tables_withstand,
        )
        for mark in test.pytestmark
        for value in mark.args[1]
    ]
    assert sorted(named) == sorted(ATTACKS)


def run_in_a_process(name):
    module = "tests.search.test_hostile_search"
    # The settings of conftest.py first: they are taken where an attack is defined.
    code = f"import tests.conftest; from {module} import run_here; run_here({name!r})"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS + 30)
    assert done.returncode == 0, done.stderr[-3000:]


def run_here(name):
    faulthandler.enable()
    faulthandler.dump_traceback_later(SECONDS, exit=True)
    ATTACKS[name]()


# ---- what attacks are made of -------------------------------------------------------------------


def tried(function, *arguments, **named):
    """Return what a function answers; None where it refuses."""
    with contextlib.suppress(*REFUSALS):
        return function(*arguments, **named)
    return None


@cache
def line_of(text):
    """Return a line with somebody to move."""
    rules = quatrefoil.rules(text)
    line, rng = random_line(rules, 3, moves=4), quatrefoil.Rng(3)
    while line.position.turn < 0:
        line.push(line.position.random_move(rng))
    return line


texts = st.sampled_from(SEARCHED)


@st.composite
def lines(draw):
    """Lines of all games: at the start, within, at dice, at the end."""
    rules = quatrefoil.rules(draw(st.sampled_from([*SEARCHED, TABLED])))
    seed = draw(st.integers(0, 20))
    if draw(st.booleans()):
        return finished_line(rules, seed)
    return random_line(rules, seed, draw(st.integers(0, 6)))


def stopped_soon(search, line, limit):
    """Search with a limit that may be none at all, and stop soon after."""
    timer = threading.Timer(0.02, search.stop)
    timer.start()
    try:
        result = tried(search.search, line, limit, lambda _: search.stop())
    finally:
        timer.join()
    assert result is None or result.best in line.position.legal_moves()


# ---- searchers ----------------------------------------------------------------------------------


@attack(texts, st.sampled_from(["mcts", "alphabeta"]), anything, anything, anything, anything)
def limits(text, method, time, nodes, depth, processor):
    limit = tried(Limit, time, nodes, depth, processor)
    if limit is None:
        return
    rules, line = quatrefoil.rules(text), line_of(text)
    config = Config.best(rules, memory=1)
    config = replace(config, advice=replace(config.advice, method=method))
    search = tried(searcher, rules, config)
    if search:
        # A deadline besides: a `stop` may come before the search has begun.
        bounded = limit if limit.time is not None and limit.time < 0.05 else None
        stopped_soon(search, line, bounded or replace(limit, time=0.05))
        halt = threading.Event()
        halt.set()
        assert search.search(line, limit, halt=halt).best in line.position.legal_moves()


#: Megabytes: little, or so odd or so much that there is none. What a machine may just have is
#: left out, as the search would take it.
memories = anything.filter(
    lambda value: not isinstance(value, int | float) or not 16 < value < 10**10
)

#: Bytes that are there for certain, or nonsense.
small_memories = anything.filter(
    lambda value: not isinstance(value, int | float) or not value > 1_000_000
)


@attack(texts, anything, st.one_of(st.integers(-1, 9), anything), memories, anything, anything)
def configs(text, seed, threads, memory, count, switch):
    rules, line = quatrefoil.rules(text), line_of(text)
    config = tried(
        Config.best,
        rules,
        seed=seed,
        threads=threads,
        memory=memory,
        lines=count,
        reuse=switch,
        knows=switch,
    )
    if config is None:
        return
    assume(not isinstance(threads, int) or threads <= 16)
    tried(memory_for, config, count)
    search = tried(searcher, rules, config)
    if search:
        result = tried(search.search, line, Limit(nodes=20))
        assert result is None or result.best in line.position.legal_moves()


@attack(
    texts,
    st.fixed_dictionaries(
        {},
        optional={
            "method": st.sampled_from(["mcts", "alphabeta", "", "uct"]),
            "playout_moves": anything,
            "exploration": anything,
            "priors": anything,
            "rave": anything,
            "foresight": anything,
            "softness": anything,
            "expand_at": anything,
            "scan": anything,
        },
    ),
    st.booleans(),
)
def advice(text, changes, plain):
    rules, line = quatrefoil.rules(text), line_of(text)
    config = Config(Advice(**changes), plain=plain, memory=1)
    search = tried(searcher, rules, config)
    if search:
        result = tried(search.search, line, Limit(nodes=20))
        assert result is None or result.best in line.position.legal_moves()


@attack(texts, anything, anything, st.one_of(st.integers(-1, 4), anything), anything)
def levels(text, number, seed, threads, count):
    tried(level, number)
    assume(not isinstance(threads, int) or threads <= 16)
    opponent = tried(player, quatrefoil.rules(text), min_level(number), seed, threads, True, count)
    if opponent:
        move = tried(opponent.choose, line_of(text))
        assert move is None or move in line_of(text).position.legal_moves()


def min_level(number):
    """Return a level that takes little time instead of those that take seconds."""
    return 3 if number in range(4, 9) else number


@attack(
    texts, st.one_of(lines(), anything), st.one_of(st.builds(Limit, nodes=st.just(5)), anything)
)
def lines_given(text, line, limit):
    rules = quatrefoil.rules(text)
    for kind in (Mcts, AlphaBeta):
        search = tried(kind, rules, Config.best(rules, memory=1))
        if search:
            tried(search.search, line, limit)
            tried(Informed(rules, search).search, line, limit)
    tried(player(rules, 1).choose, line)
    tried(RootMoves, line, 0)


ATTACKS["lines"] = ATTACKS.pop("lines_given")


@attack(texts, lines(), anything, anything, anything, anything, anything, memories)
def plies(text, other, move, depth, low, high, nodes, memory):
    rules, line = quatrefoil.rules(text), line_of(text)
    assume(rules.players == 2)
    table = tried(TranspositionTable, memory) or TranspositionTable(1000)
    tried(table.best_move, line)
    tried(table.best_move, other)
    tried(table.best_move, move)
    stack = PlyStack(rules, evaluator_of(rules), table, None)
    tried(stack.value, move, depth, low, high)
    tried(stack.begin, other, nodes, 0.0)
    tried(stack.begin, line, nodes, low, high)
    tried(stack.begin, line, 50, math.inf)
    tried(stack.value, move, depth, low, high)
    tried(stack.value, line.position.legal_moves()[0], depth, low, high)
    tried(now, move)


# ---- trees and proofs ---------------------------------------------------------------------------


@attack(texts, lines(), small_memories, anything, anything, anything, anything)
def trees(text, other, memory, seed, depth, seconds, simulations):
    rules, line = quatrefoil.rules(text), line_of(text)
    config = Config.best(rules)
    tree = tried(Tree, memory, evaluator_of(rules), config, seed)
    tree = tree or Tree(100_000, evaluator_of(rules), config, 1)
    tried(tree.run, 3, math.inf, False)
    for each in (other, line):
        tried(tree.begin, each, depth, seconds)
        tried(tree.run, 5, seconds, False)
        tried(tree.run, simulations, now(False) + 0.001, False)
        tried(tree.compact, simulations)
        tried(tree.run, 5, math.inf, seconds)
        tried(tree.variation, depth)
        tree.report()
        tree.proof()
        tree.totals()


@attack(texts, st.one_of(lines(), anything), anything)
def wins_and_turns(text, line, number):
    rules = quatrefoil.rules(text)
    finder = WinFinder(rules)
    tried(finder.winning_moves, line)
    tried(finder.winning_moves, line_of(text), number)
    turns = Turns(rules)
    tried(turns.moves_of, number)
    tried(turns.listed, line)
    position = getattr(line, "position", line)
    tried(turns.listed, position)
    tried(turns.moves_of, number)
    tried(canonical, position)
    tried(numbered_moves, position, number)
    tried(numbered_moves, line_of(text).position, number)


@attack(texts, lines(), anything, anything, memories, anything, anything)
def provers(text, other, seeker, draw, memory, evaluations, deadline):
    rules, position = quatrefoil.rules(text), line_of(text).position
    prover = tried(Prover, rules, seeker, draw, memory) or tried(Prover, rules, 0, False, 1)
    assume(prover is not None)
    for each in (other.position, position):
        tried(prover.prove, each, 2, deadline)
        tried(prover.prove, each, evaluations, 0.0)
        tried(prover.prove, each, 2, 1e18)
    prover.proof_numbers()
    extractor = StrategyExtractor(prover)
    for each in (other.position, seeker):
        tried(extractor.add_turn, each, deadline)
    if prover.prove(position, 2) is True:
        tried(extractor.extract, position)


@attack(lines(), anything, anything, st.dictionaries(numbers, anything, max_size=3))
def strategies(line, seeker, draw, chosen):
    strategy = tried(Strategy.of, seeker, draw, chosen) or Strategy.of(0, False, {})
    tried(strategy.move, line.position)
    tried(strategy.joined, strategy)
    tried(strategy.move, seeker)
    solution = Solution(line.position.rules, {"claims": []}, (strategy,))
    tried(solution.move, line.position)
    tried(solution.whole, seeker, draw)
    verifier = tried(Verifier, strategy, line)
    if verifier:
        tried(verifier.verify, 30)
    verifier = Verifier(strategy, late_line(quatrefoil.rules("blinq(size=3)"), 1, 2))
    tried(verifier.verify, seeker)


@attack(st.binary(max_size=40), st.integers(0, 400), st.booleans())
def files(noise, place, cut):
    rules = quatrefoil.rules("blinq(size=3)")
    domain = domains_of(quatrefoil.rules(TABLED))[0]
    for file, read in (
        (
            rules.game.resource("solved") / solution_name(rules),
            lambda data: read_solution(rules, data),
        ),
        (
            domain.rules.game.resource("solved") / table_name(domain),
            lambda data: read_table(domain, data),
        ),
    ):
        data = bytes_of(file)
        tried(read, noise)
        tried(read, data[:place] + noise + (b"" if cut else data[place + len(noise) :]))


@cache
def bytes_of(file):
    return file.read_bytes()


# ---- what is proven -----------------------------------------------------------------------------


@attack(st.one_of(lines(), anything), anything)
def tables(line, number):
    table = tables_of(quatrefoil.rules(TABLED))[0]
    position = getattr(line, "position", line)
    tried(table.bounds, position)
    tried(table.domain.holds, position)
    tried(table.domain.number_of, position)
    inside = next(table.domain.positions())
    tried(table.derived_bounds, inside, number)
    tried(table.derived_bounds, position, 0)
    tried(EndgameProbe, number)
    tried(probe_of, number)


@attack(st.one_of(lines(), anything))
def knowledge(line):
    for text in ("trifoil", "blinq(size=3)", TABLED):
        known = knowledge_of(text)
        position = getattr(line, "position", line)
        tried(known.move, position)
        tried(known.bounds, position)


@cache
def knowledge_of(text):
    return Knowledge(quatrefoil.rules(text))


@attack(lines(), anything, anything, anything)
def solvers(line, number, enough, sweeps):
    domain = domains_of(quatrefoil.rules(TABLED))[0]
    solver = EndgameSolver(domain)
    inside = next(domain.positions())
    tried(solver.guaranteed, inside, 0)
    tried(solver.iterate, enough, 3, lambda *_: None)
    tried(solver.explore, [line.position], lambda _: None)
    tried(solver.guaranteed, line.position, number)
    tried(solver.guaranteed, number, 0)
