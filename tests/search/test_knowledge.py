"""What is proven goes before what a search estimates: in analysis, and at the highest level."""

import pytest
from tests.search.exact import by_form

import quatrefoil
from quatrefoil.search import Config, Limit, MoveReport, SearchResult, player, searcher
from quatrefoil.search.knowledge import Informed, Knowledge

compiled_only = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="takes too long in the slow form"
)
TRIFOIL = quatrefoil.rules("trifoil")
LIMIT = Limit(nodes=by_form(2_000, 200))


@pytest.fixture(scope="module")
def knowledge():
    return Knowledge(TRIFOIL)


def played(tokens):
    line = quatrefoil.Line(TRIFOIL.start())
    for token in tokens.split():
        line.play(token)
    return line


def informed(rules=TRIFOIL):
    return Informed(rules, searcher(rules, Config.best(rules, memory=16)))


@pytest.mark.parametrize(
    ("tokens", "bounds"),
    [
        ("", (0.5, 0.5)),
        ("a1-b1", (1.0, 1.0)),
        ("a1-b1 b1-a1", (1.0, 1.0)),
        # A player who is lost has no strategy: it is the opponent's that shows it.
        ("a1-b1 b1-a1 a1-a2", (0.0, 0.0)),
        ("a2-b1 a1-b1 a1-a2", (0.5, 0.5)),
        ("a2-b1 a1-b1 b1-c1", (1.0, 1.0)),
    ][: by_form(None, 5)],
)
def test_bounds_come_from_both_players_strategies(knowledge, tokens, bounds):
    assert knowledge.bounds(played(tokens).position) == bounds


def test_nothing_is_known_where_nothing_is_proven():
    rules = quatrefoil.rules("trifoil(board=8)")
    assert Knowledge(rules).bounds(rules.start()) is None
    line = quatrefoil.Line(rules.start())
    found = informed(rules).search(line, LIMIT)
    assert not found.proven
    assert found == Knowledge(rules).corrected(line, found)


def test_an_analysis_says_what_is_proven(knowledge):
    start = informed().search(played(""), LIMIT)
    assert (start.values, start.proven) == ((0.5, 0.5), True)
    reply = informed().search(played("a1-b1"), LIMIT)
    assert (reply.values, reply.proven) == ((0.0, 1.0), True)
    best = played("a1-b1").position.token(reply.best)
    assert knowledge.bounds(played(f"a1-b1 {best}").position) == (1.0, 1.0)
    assert reply.moves[0] == MoveReport(reply.best, reply.moves[0].visits, 1.0, True)
    assert reply.principal_variation[0] == reply.best


def test_estimates_are_kept_within_what_is_proven(knowledge):
    """A search that likes a lost move best is told better."""
    line = played("a2-b1 a1-b1")
    lost = line.position.parse("b1-c1")
    others = [move for move in line.position.legal_moves() if move != lost]
    reports = (
        MoveReport(lost, 9, 0.9, False),
        *(MoveReport(move, 9, 0.6, False) for move in others),
    )
    wrong = SearchResult(lost, (0.1, 0.9), reports, (lost,), False, 9, 0.1)
    right = knowledge.corrected(line, wrong)
    assert (right.values, right.proven) == ((0.5, 0.5), True)
    assert line.position.token(right.best) == "a1-a2"
    assert right.best == right.moves[0].move == right.principal_variation[0]
    assert right.moves[0].proven
    assert all(report.value <= 0.5 for report in right.moves)
    told = {report.move: report for report in right.moves}
    assert (told[lost].value, told[lost].proven) == (0.0, True)


@compiled_only
def test_the_top_level_takes_more_than_it_was_sure_of():
    """Its strategy holds the draw; but the opponent has just thrown the game away."""
    line = played(
        "a2-b1 a1-a2 a1-b1 a2-a3 a3-a2 a2-a1 a1>a2 a1-a2"
        " a3-b2 b1-b2 b1-a1 theta- b1-a2 a2>a1 omega-"
    )
    oak, other = player(TRIFOIL, 8, timed=False), player(TRIFOIL, 3, seed=34, timed=False)
    red = line.position.turn
    while not line.position.is_over:
        line.push((oak if line.position.turn == red else other).choose(line))
    assert line.position.outcome().winners == (red,)


def test_boards_that_somebody_made_up_have_no_proof():
    """Their rules make longer names than a file can have."""
    places = [[column, 2 * row + column % 2] for column in range(6) for row in range(6)]
    board = {"blinks": places, "chain": 5, "links": 9}
    spins = {
        f"spin{number}": [f"a{number}", f"a{number + 1}", f"b{number}"] for number in range(1, 6)
    }
    rules = quatrefoil.rules("trifoil", {"board": board | {"spins": spins}})
    assert len(str(rules)) > 255
    assert Knowledge(rules).move(rules.start()) is None


def test_what_the_proof_says_of_a_first_move_is_said_of_all_its_images():
    """Six of Trifoil's first moves lose, twelve draw: nothing is left to be estimated."""
    line = played("")
    found = informed().search(line, LIMIT)
    assert all(report.proven for report in found.moves)
    worth = {line.position.token(report.move): report.value for report in found.moves}
    assert sorted(worth.values()) == [0.0] * 6 + [0.5] * 12
    assert worth["a1-b1"] == worth["a3-b2"] == worth["c1-b2"] == 0
