"""Search with a loaded die finds what trying everything finds."""

import pytest
from dash.domain import WholeRace
from tests.fifth.inside import dash_model as model

import quatrefoil
from quatrefoil import Line
from quatrefoil.core.evaluate import Advice
from quatrefoil.search import AlphaBeta, Config, Limit, Mcts
from quatrefoil.search.endgame.solve import EndgameSolver
from quatrefoil.study.threats import ThreatAnalyst

RULES = quatrefoil.rules("dash")
#: Some races at the start of a turn, the first one among them.
RACES = [((0, 0), 0), *list(model.turns())[5::29]]


def position_of(cells, made, rolling=False):
    data = {"game": "dash", "cells": list(cells), "made": made, "rolling": rolling}
    return quatrefoil.position(data)


def test_the_load_matters():
    """Else the tests below would not see it."""
    assert model.share((0, 0), 0) != model.share((0, 0), 0, model.HONEST)
    assert model.rolled_share((0, 0), 0) != model.rolled_share((0, 0), 0, model.HONEST)


@pytest.mark.parametrize(("cells", "made"), RACES)
@pytest.mark.parametrize("rolling", [False, True])
def test_expectimax_to_the_end_is_exact(cells, made, rolling):
    config = Config(Advice(method="alphabeta"), memory=8)
    line = Line(position_of(cells, made, rolling))
    result = AlphaBeta(RULES, config).search(line, Limit(depth=model.TURNS + 1))
    expected = model.rolled_share(cells, made) if rolling else model.share(cells, made)
    assert result.values[0] == pytest.approx(float(expected), abs=1e-9)


@pytest.mark.parametrize(("cells", "made"), RACES[::4])
def test_mcts_comes_to_the_same_value_and_move(cells, made):
    result = Mcts(RULES, Config.best(RULES, memory=32, seed=1)).search(
        Line(position_of(cells, made)), Limit(nodes=30_000)
    )
    assert result.values[0] == pytest.approx(float(model.share(cells, made)), abs=0.03)
    walked = model.share(*model.after(cells, made, 1))
    rolled = model.rolled_share(cells, made)
    if abs(walked - rolled) > 0.05:
        better = (walked > rolled) == (made % 2 == 0)
        assert RULES.start().token(result.best) == ("walk" if better else "roll")


def test_mcts_takes_the_mean_where_the_die_rolls():
    for cells, made in RACES[::3]:
        result = Mcts(RULES, Config.best(RULES, memory=32, seed=2)).search(
            Line(position_of(cells, made, rolling=True)), Limit(nodes=30_000)
        )
        expected = float(model.rolled_share(cells, made))
        assert result.values[0] == pytest.approx(expected, abs=0.03)


@pytest.mark.parametrize("rolling", [False, True])
def test_an_analyst_needs_no_evaluator(rolling):
    """It analyses by playouts, and says that this game cannot tell what a pass leads to."""
    for cells, made in RACES[::4]:
        line = Line(position_of(cells, made, rolling))
        analyst = ThreatAnalyst(line, memory=16, seed=1)
        first, found = analyst.go_on(Limit(nodes=5_000)), analyst.go_on(Limit(nodes=25_000))
        assert found.nodes > first.nodes or first.finished
        expected = model.rolled_share(cells, made) if rolling else model.share(cells, made)
        assert found.values[0] == pytest.approx(float(expected), abs=0.03)
        assert (analyst.threats, analyst.why_not) == (None, "game")
        if rolling:
            assert sum(outcome.odds for outcome in found.outcomes) == pytest.approx(1)
        else:
            assert {turn.tokens[0] for turn in found.turns} <= {"walk", "roll"}


def test_the_endgame_solver_is_exact():
    """It counts a draw as lost for both, so that each player has a bound of her own."""
    solver = EndgameSolver(WholeRace(RULES))
    solver.explore(list(solver.domain.positions()), lambda done: None)
    solver.iterate(0.0, 50, lambda sweeps, change: None)
    for cells, made in model.turns():
        position = position_of(cells, made)
        red, blue = model.share(cells, made, draw=0), 1 - model.share(cells, made, draw=1)
        assert solver.guaranteed(position, 0) == pytest.approx(float(red), abs=1e-12)
        assert solver.guaranteed(position, 1) == pytest.approx(float(blue), abs=1e-12)
