"""Live analysis: who is told what, and when."""

import asyncio
import json

import pytest

import quatrefoil
from quatrefoil.play import live
from quatrefoil.play.live import RESTING, THINKING, LiveAnalysis
from quatrefoil.play.thinkers import Kind, Thinkers
from quatrefoil.search import Limit
from quatrefoil.study.threats import ThreatAnalyst


@pytest.fixture
def thinkers():
    found = Thinkers(1)
    yield found
    found.close()


@pytest.fixture
def slices(monkeypatch):
    """Let slices end early, and count them."""
    found = []

    class Hasty(ThreatAnalyst):
        def go_on(self, limit, halt=None, sure=True):
            found.append(limit)
            return super().go_on(Limit(nodes=20), halt, sure=False)

    monkeypatch.setattr(live, "ThreatAnalyst", Hasty)
    return found


def states_told(thinkers, seconds=0.3):
    """Think about a position; return the states of all updates."""
    line = quatrefoil.Line(quatrefoil.rules("trickle").start())
    told = []

    def tell(update, state):
        assert json.loads(update)["state"] == state
        told.append(state)

    asyncio.run(LiveAnalysis(line, 3, False, "a").think(thinkers, seconds, tell, "somebody"))
    return told


def test_who_is_alone_is_told_after_each_slice_however_soon_it_ends(thinkers, slices):
    told = states_told(thinkers)
    assert len(told) == len(slices) > 2
    assert told == [*[THINKING] * (len(told) - 1), RESTING]


def test_where_others_wait_slices_are_short_and_not_all_are_told(thinkers, slices, monkeypatch):
    monkeypatch.setattr(thinkers, "waiting", lambda kind: int(kind == Kind.STUDY))
    told = states_told(thinkers)
    assert 2 <= len(told) < len(slices)
    assert max(limit.time for limit in slices) < 0.1
