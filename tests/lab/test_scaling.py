"""One process or several: which figures are compared, and with what."""

from dataclasses import replace

from quatrefoil.lab.load import Plan, Result
from quatrefoil.lab.scaling import APART, POSTGRESQL, SHARES, SQLITE, plans, ratios

NOTHING = Result(*[0] * 17)


def results(costs, p99):
    """Return two rounds; in a third the machine was busy."""
    found = {}
    for name, cost in costs.items():
        one = replace(NOTHING, us_a_move=cost, p99=p99.get(name, 10))
        found[name] = [one, replace(one, us_a_move=9 * cost, p99=990), one]
    return found


def test_every_form_differs_from_the_first_as_its_name_says():
    found = plans(Plan(matches=8, rate=1.0))
    assert {found[name].matches for name in (SQLITE, POSTGRESQL, APART)} == {8}
    assert [name for name, each in found.items() if not each.postgresql] == [SQLITE]
    assert [found[name].processes for name in SHARES.values()] == list(SHARES)
    assert {found[name].matches / number for number, name in SHARES.items()} == {2}
    assert [name for name, each in found.items() if each.apart] == [APART]


def test_ratios_are_of_the_rounds_in_the_middle():
    names = [SQLITE, POSTGRESQL, *SHARES.values(), APART]
    costs = dict(zip(names, [100, 120, 160, 176, 165, 200], strict=True))
    found = ratios(results(costs, {SQLITE: 8, APART: 20}))
    assert [round(each.found, 3) for each in found] == [1.2, 1.1, 2.5]
    assert not any("MISSED" in str(each) for each in found)
    slow = ratios(results(costs | {SHARES[4]: 190}, {SQLITE: 8, APART: 25}))
    assert [("MISSED" in str(each)) for each in slow] == [False, True, True]
