"""One process or several: which figures are compared, and with what."""

from dataclasses import replace

from quatrefoil.lab.load import Plan, Result
from quatrefoil.lab.scaling import APART, POSTGRESQL, SQLITE, plans, ratios

NOTHING = Result(*[0] * 17)


def results(costs, p99):
    """Return two rounds; in a third the machine was busy."""
    found = {}
    for name, cost in costs.items():
        one = replace(NOTHING, us_a_move=cost, p99=p99.get(name, 10))
        found[name] = [one, replace(one, us_a_move=9 * cost, p99=990), one]
    return found


def test_every_form_differs_from_the_first_as_its_name_says():
    found = plans(Plan(matches=7, rate=1.0))
    assert {each.matches for each in found.values()} == {7}
    assert not found[SQLITE].postgresql
    assert [found[name].processes for name in POSTGRESQL.values()] == list(POSTGRESQL)
    assert [name for name, each in found.items() if each.apart] == [APART]


def test_ratios_are_of_the_rounds_in_the_middle():
    costs = dict(zip([SQLITE, *POSTGRESQL.values(), APART], [100, 120, 126, 110, 200], strict=True))
    found = ratios(results(costs, {SQLITE: 8, APART: 20}))
    assert [round(each.found, 3) for each in found] == [1.2, round(126 / 110, 3), 2.5]
    assert not any("MISSED" in str(each) for each in found)
    slow = ratios(results(costs | {POSTGRESQL[4]: 150}, {SQLITE: 8, APART: 25}))
    assert [("MISSED" in str(each)) for each in slow] == [False, True, True]
