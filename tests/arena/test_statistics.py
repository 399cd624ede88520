"""Scores, error bars and the sequential test."""

import math

import pytest

import quatrefoil
from quatrefoil.arena.statistics import Quota, Sprt, Tally, elo


def tally(wins, draws, losses):
    found = Tally()
    for score, count in ((1, wins), (0.5, draws), (0, losses)):
        for _ in range(count):
            found.add(score)
    return found


def test_a_tally_counts():
    found = tally(6, 2, 2)
    assert (found.games, found.wins, found.draws, found.losses) == (10, 6, 2, 2)
    assert found.mean == 0.7


def test_the_interval_is_wilsons():
    low, high = tally(8, 0, 2).interval
    assert (low, high) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert tally(10, 0, 0).interval[1] == pytest.approx(1)


@pytest.mark.parametrize("games", [25, 60])
def test_the_interval_holds_where_the_point_is_shared(games):
    """Shares lie closer together than wins and losses: it is narrower then, and as reliable."""
    shares, covered = (0, 0.25, 0.4, 0.4, 0.5, 0.6, 0.6, 0.75, 1), 0
    truth = sum(shares) / len(shares)
    for seed in range(400):
        rng, found = quatrefoil.Rng(seed), Tally()
        for _ in range(games):
            found.add(shares[rng.draw(len(shares))])
        low, high = found.interval
        covered += low <= truth <= high
        assert high - low < 0.8 * (2 * 1.96 * math.sqrt(0.25 / games))
    assert 0.92 <= covered / 400 <= 0.99


def test_elo():
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(1) == math.inf
    assert elo(0) == -math.inf


@pytest.mark.parametrize(("score", "expected"), [(0.5, 0.5), (0.6, 0.6)])
def test_the_sequential_test_is_rarely_wrong(score, expected):
    sprt, wrong = Sprt(0.5, 0.6), 0
    for seed in range(200):
        rng, found = quatrefoil.Rng(seed), Tally()
        while (verdict := sprt.verdict(found)) is None:
            found.add(float(rng.draw(1000) < score * 1000))
        wrong += verdict != expected
    assert wrong <= 200 * 0.09


def test_a_quota_is_decided_when_nothing_can_change_it():
    quota = Quota(10, 0.5)
    assert quota.verdict(tally(4, 1, 4)) is None
    assert quota.verdict(tally(4, 1, 0)) is None
    assert quota.verdict(tally(4, 2, 0)) == 0.5
    assert quota.verdict(tally(0, 0, 5)) is None
    assert quota.verdict(tally(0, 1, 5)) == 0
    assert quota.verdict(tally(5, 0, 5)) == 0.5
