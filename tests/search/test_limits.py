"""What a search promises of time and memory, whichever way it searches."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.search.exact import by_form, random_line

import quatrefoil
from quatrefoil.search import Config, Limit, searcher

THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
compiled_only = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="the slow form promises no time and no memory"
)

#: Each way to search, and each way to be slow: short and long playouts, dice, more players.
SEARCHED = [*quatrefoil.names(), "trickle(players=6)"]


def open_line(rules):
    """Return a line that has more to search than any of these tests has time for."""
    line, rng = random_line(rules, 1, moves=2), quatrefoil.Rng(1)
    while line.position.turn < 0:
        line.push(line.position.random_move(rng))
    return line


def took(search, line, limit, clock):
    """Return the seconds of a search by a clock."""
    started = clock()
    search.search(line, limit)
    return clock() - started


def kept(excess, seconds):
    """Say whether a time is kept: within a twentieth, or 20 ms where that is more."""
    return -0.005 <= excess <= max(0.05 * seconds, 0.02)


@compiled_only
@pytest.mark.parametrize("text", SEARCHED)
@pytest.mark.parametrize("config", [Config.best, lambda rules: Config.uct()], ids=["best", "uct"])
@pytest.mark.parametrize("seconds", [0.05, 0.45])
def test_time_of_the_processor_is_kept(text, config, seconds):
    rules = quatrefoil.rules(text)
    search, line = searcher(rules, config(rules)), open_line(rules)
    limit = Limit(time=seconds, processor=True)
    # Where memory is short, fetching a page costs time of the processor too: three tries.
    tries = (took(search, line, limit, time.thread_time) - seconds for _ in range(3))
    assert any(kept(excess, seconds) for excess in tries)


@compiled_only
def test_time_is_kept_with_much_in_memory():
    """Making room for a new search took longer than the search was allowed."""
    rules = quatrefoil.rules("trickle")
    search, line = searcher(rules), open_line(rules)
    limit = Limit(time=0.01, processor=True)
    tries = []
    for _ in range(3):
        search.search(line, Limit(nodes=60_000))
        tries.append(took(search, line, limit, time.thread_time) - 0.01)
    assert any(kept(excess, 0.01) for excess in tries)


@compiled_only
def test_time_is_kept_where_nothing_is_to_be_remembered():
    """A table took as long to be cleared as it is large."""
    rules = quatrefoil.rules("triotrio")
    search, line = searcher(rules, Config.best(rules, reuse=False)), open_line(rules)
    limit = Limit(time=0.01, processor=True)
    tries = [took(search, line, limit, time.thread_time) - 0.01 for _ in range(3)]
    assert any(kept(excess, 0.01) for excess in tries)


@compiled_only
def test_a_search_that_has_no_time_to_make_room_goes_on_without():
    rules = quatrefoil.rules("trickle")
    search = searcher(rules, Config.best(rules, memory=0.1))
    told = []
    found = search.search(open_line(rules), Limit(time=0.25, processor=True), told.append)
    assert found.nodes > 500
    assert len(told) <= 3


def test_what_is_forgotten_is_not_found():
    """Two searches of a fresh table are alike, node for node."""
    rules = quatrefoil.rules("trifoil")
    line = open_line(rules)
    search = searcher(rules, Config.best(rules, reuse=False, memory=8))
    one, other = (search.search(line, Limit(depth=by_form(4, 2))) for _ in range(2))
    assert one.nodes == other.nodes
    assert one.moves == other.moves


@compiled_only
def test_more_memory_than_there_is_gets_a_clear_answer():
    rules = quatrefoil.rules("trifoil")
    with pytest.raises(quatrefoil.QuatrefoilError, match="no room for 1e\\+12 MB"):
        searcher(rules, Config.best(rules, memory=1e12))


@pytest.mark.parametrize("wrong", [{"nodes": 1.5}, {"nodes": 2**70}, {"depth": 0}, {"time": -1}])
def test_limits_that_make_no_sense_are_refused(wrong):
    with pytest.raises(ValueError, match=r"whole number|seconds"):
        Limit(**wrong)


@pytest.mark.skipif(not THOROUGH, reason="asks for an idle machine")
@pytest.mark.parametrize("text", SEARCHED)
def test_time_on_the_wall_is_kept(text):
    rules = quatrefoil.rules(text)
    search, line = searcher(rules), open_line(rules)
    excess = [took(search, line, Limit(time=0.4), time.monotonic) - 0.4 for _ in range(5)]
    # Other programs may have kept some of them waiting: the promise is about the search.
    assert kept(min(excess), 0.4)


@compiled_only
def test_waiting_costs_no_time_of_the_processor():
    """A listener that sleeps takes from the time on the wall alone."""
    rules = quatrefoil.rules("blinq")
    search, line = searcher(rules), open_line(rules)
    naps = []

    def sleep(result):
        naps.append(result)
        time.sleep(0.1)

    result = search.search(line, Limit(time=0.35, processor=True), sleep)
    assert len(naps) >= 2
    assert result.seconds > 0.3 + 0.1 * len(naps)


MEASURE = """
import re, sys
import quatrefoil
from quatrefoil.search import Config, Limit, searcher

def peak():
    with open("/proc/self/status") as status:
        return 1024 * int(re.search(r"VmHWM:\\s+([0-9]+) kB", status.read())[1])

rules = quatrefoil.rules(sys.argv[1])
line = quatrefoil.Line(rules.start())
searcher(rules, Config.best(rules, memory=1)).search(line, Limit(nodes=50))
before = peak()
config = Config.best(rules, memory=float(sys.argv[2]), threads=int(sys.argv[3]))
searcher(rules, config).search(line, Limit(time=0.4, processor=True))
print(peak() - before)
"""


@compiled_only
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux says what was the most")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("text", ["trickle", "blinq", "trickle(players=6)"])
def test_memory_stays_within_its_bound(text, threads):
    """By what the whole process takes; a small bound, so that the search has to live with it."""
    command = [sys.executable, "-c", MEASURE, text, "20", str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    taken = int(done.stdout)
    # The stacks of threads, lines and reports are not the tree's.
    assert taken <= 20e6 + 3e6 * threads
    assert taken > 5e6
