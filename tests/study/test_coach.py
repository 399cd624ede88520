"""Verdicts on single turns: for who tries again, and for the coach."""

import pytest

import quatrefoil
from quatrefoil.core.errors import IllegalMoveError
from quatrefoil.core.line import Line
from quatrefoil.search import Limit
from quatrefoil.study.coach import COACHES, MARGIN, Judge, Verdict

LIMIT = Limit(nodes=3_000)
compiled_only = pytest.mark.skipif(not quatrefoil.compiled(), reason="slow uncompiled")


def verdict(loss, players=2):
    return Verdict(loss, players, (0.5, 0.5), (), (), (), (), None)


def test_a_margin_and_two_coaches():
    assert verdict(MARGIN).accepted
    assert not verdict(MARGIN + 0.01).accepted
    told = {
        name: [loss for loss in (0.1, 0.2, 0.4) if verdict(loss).warns(name)] for name in COACHES
    }
    assert told == {"gentle": [0.4], "strict": [0.2, 0.4]}
    assert verdict(0.07, 6).warns("strict"), "among six a share counts three times as much"


@compiled_only
def test_a_win_that_is_missed():
    record = quatrefoil.Record.load("examples/match.json")
    line = record.line_at(10)
    assert Judge().judge(line, ["2a1E"], LIMIT).accepted
    other = next(token for token in line.position.legal_tokens() if token not in ("2a1E",))
    found = Judge().judge(line, [other], LIMIT)
    if not found.accepted:
        assert found.best != (other,)
        assert found.mark


@compiled_only
def test_a_turn_is_judged_up_to_the_roll():
    line = Line(quatrefoil.rules("triotrio(first=yellow)").start())
    assert Judge().judge(line, ["keep", "roll"], LIMIT).played == ("keep", "roll")
    with pytest.raises(IllegalMoveError, match="not a whole turn"):
        Judge().judge(line, ["keep"], LIMIT)
    with pytest.raises(IllegalMoveError, match="after a roll"):
        Judge().judge(line, ["keep", "roll", "!3"], LIMIT)
