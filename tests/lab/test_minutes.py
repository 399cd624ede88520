"""A minute of measuring beside the long run, on the smallest board and with a short minute."""

import sys

import pytest

import quatrefoil
from quatrefoil.arena.processes import ProcessPool
from quatrefoil.arena.statistics import Average
from quatrefoil.lab import minutes
from quatrefoil.lab.minutes import Comparison, Minute, Minutes
from quatrefoil.study.measure import Sums

RULES = quatrefoil.rules("blinq(size=3)")


def shares(first, games=1_000):
    return Sums(of={"first": Average(games, first * games, first * games)})


def test_a_minute_ends_goes_on_and_is_not_played_twice(tmp_path):
    kept, pool = tmp_path / "minutes.json", ProcessPool(1)
    Minutes(kept).play("blinq:tiny", RULES, pool, 0.05)
    before = Minutes(kept).of["blinq:tiny"]
    assert before.spent >= 0.05
    assert before.sums.games > 0
    Minutes(kept).play("blinq:tiny", RULES, pool, 0.05)
    assert Minutes(kept).of["blinq:tiny"] == before
    # A longer part goes on with the same games.
    Minutes(kept).play("blinq:tiny", RULES, pool, before.spent + 0.05)
    after = Minutes(kept).of["blinq:tiny"]
    assert after.sums.games > before.sums.games
    assert after.spent > before.spent


@pytest.mark.parametrize(("long", "far"), [(0.52, []), (0.54, ["blinq:tiny: first by 4.0"])])
def test_what_is_too_far_off_is_told(tmp_path, monkeypatch, capsys, long, far):
    compared = Comparison("blinq:tiny", Minute(shares(0.5), [120.0, 0.0]), shares(long, 10_000))
    assert compared.is_whole
    assert compared.off == {"first": pytest.approx(0.5 - long)}
    assert compared.bars["first"] == pytest.approx(1.96 * (0.25 / 1_000) ** 0.5, rel=0.01)
    monkeypatch.setattr(minutes, "presets", lambda wanted: [("blinq:tiny", RULES, None)])
    monkeypatch.setattr(minutes, "Comparison", lambda *given: compared)
    monkeypatch.setattr(sys, "argv", ["minutes", "--show", "--work", str(tmp_path / "none")])
    assert minutes.main() == len(far)
    out = capsys.readouterr().out
    assert all(line in out for line in far)
    assert f"{1 - len(far)} of 1 shares are within 3 points" in out


def test_a_quarter_of_a_minute_says_what_the_whole_one_would():
    """Four times the games, and intervals of half the width; it is not compared."""
    part = Comparison("blinq:tiny", Minute(shares(0.5), [30.0, 0.0]), shares(0.5))
    assert not part.is_whole
    assert str(part).startswith("| blinq:tiny (25%) | 4,000 + 0 | 1,000 + 0 | 32 s | ± 1.5 |")


def test_a_beginning_with_as_many_games_of_each_kind_misleads_nobody():
    """Games about skill take ten times as long here, but a quarter as many are enough."""
    long = shares(0.5)
    long.of["skill"] = Average(1_000, 933.0, 933.0)  # a variance of a sixteenth
    begun = shares(0.5, 10)
    begun.of["skill"] = Average(10, 9.0, 9.0)
    part = Comparison("blinq:tiny", Minute(begun, [1.0, 10.0]), long)
    # A quarter times 0.1 s, and a sixteenth times 1 s: what one of each needs for its certainty.
    assert part.games(False) == pytest.approx(120 * 0.25 / 0.0875, rel=0.02)
    assert part.games(True) == pytest.approx(120 * 0.0625 / 0.0875, rel=0.02)
    assert part.needed == pytest.approx((1.96 / 0.03) ** 2 * 0.0875, rel=0.02)
