"""Two versions under the same load: which figures are compared."""

from dataclasses import replace

from quatrefoil.lab.load import Result
from quatrefoil.lab.versions import AFTER, BEFORE, ratios, summary

NOTHING = Result(*[0] * 17)


def rounds(*costs):
    """Return rounds in which a move cost as much as is said, and p99 a tenth of it."""
    return [replace(NOTHING, us_a_move=cost, p99=cost / 10, moves_a_second=1) for cost in costs]


def test_the_rounds_in_the_middle_are_compared():
    found = {BEFORE: rounds(200, 210, 900), AFTER: rounds(190, 217, 205)}
    assert [round(each.found, 3) for each in ratios(found)] == [round(205 / 210, 3)] * 2
    assert not any("MISSED" in str(each) for each in ratios(found))


def test_a_dearer_move_is_said():
    found = {BEFORE: rounds(200, 200, 200), AFTER: rounds(260, 260, 200)}
    assert all("MISSED" in str(each) for each in ratios(found))


def test_the_summary_has_the_median_and_the_spread():
    (line,) = summary({AFTER: rounds(190, 217, 205)})
    assert line == (
        "this version: µs a move 205 (190 to 217), moves a second 1 (1 to 1),"
        " p99 in ms 20 (19 to 22)"
    )
