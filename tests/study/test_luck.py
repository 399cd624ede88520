"""Luck and skill add up to the result, whatever happens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quatrefoil.core.constants import CHANCE
from quatrefoil.study.luck import Slide, Step, account, steepest


def walk(start, *steps):
    values, found = start, []
    for mover, after in steps:
        found.append(Step(mover, values, after))
        values = after
    return found


def test_by_hand():
    steps = walk((0.5, 0.5), (0, (0.4, 0.6)), (CHANCE, (0.7, 0.3)), (1, (0.9, 0.1)))
    found = account((0.5, 0.5), steps, (1.0, 0.0))
    assert found.rolls == pytest.approx((0.3, -0.3))
    assert found.choices[0] == pytest.approx((-0.1, 0.1))
    assert found.choices[1] == pytest.approx((0.2, -0.2))
    assert found.of_others(0) == pytest.approx(0.2)
    assert found.end == pytest.approx((0.1, -0.1))
    assert found.result == pytest.approx((1, 0))


def test_a_match_that_goes_on_ends_with_what_is_expected():
    found = account((0.5, 0.5), walk((0.5, 0.5), (0, (0.4, 0.6))))
    assert found.end == (0, 0)
    assert found.result == pytest.approx((0.4, 0.6))


def test_a_slide_is_where_turns_in_a_row_cost_most():
    costs = [0.25, -0.5, 0.125, 0.25, 0.25, 0.125, 0.125, 0.125, 0.0625, -0.5]
    assert steepest(costs) == Slide(2, 7, 1.0), "six turns at most"
    assert steepest([0.5, 0.25]) == Slide(0, 1, 0.75)
    assert steepest([0.5]) is None, "one turn is no slide"


values = st.tuples(*[st.floats(0, 1)] * 3)


@given(values, st.lists(st.tuples(st.sampled_from([CHANCE, 0, 1, 2]), values)), values)
def test_luck_and_choices_add_up_to_the_result(start, steps, result):
    found = account(start, walk(start, *steps), result)
    for player in range(3):
        own, others = found.choices[player][player], found.of_others(player)
        total = found.start[player] + found.rolls[player] + own + others + found.end[player]
        assert total == pytest.approx(result[player])
        assert found.result[player] == pytest.approx(result[player])
