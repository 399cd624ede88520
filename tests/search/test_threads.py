"""Every method on one thread and on two: repeatable, stopped at once, within its memory."""

import json
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest
from tests.search.exact import by_form, random_line

import quatrefoil
from quatrefoil.search import Config, Limit, searcher

compiled_only = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="takes too long in the slow form"
)
#: Games that are searched by alpha-beta, by expectimax, and by playouts with and without RAVE.
EVERY_METHOD = ["trifoil(board=8)", "trickle", "triotrio", "blinq", "trickle(players=3)"]
#: Few enough for the slow form too.
NODES = by_form(1_000, 30)
every_method = pytest.mark.parametrize("text", EVERY_METHOD)


def middle(text):
    """Return a line early in a game, with somebody to move."""
    rules = quatrefoil.rules(text)
    line, rng = random_line(rules, 3, moves=7), quatrefoil.Rng(3)
    while line.position.turn < 0 or len(line.position.legal_moves()) == 1:
        line.push(line.position.random_move(rng))
    return line


def made(text, **changes):
    rules = quatrefoil.rules(text)
    return searcher(rules, Config.best(rules, **({"memory": 16} | changes)))


@every_method
def test_same_seed_and_nodes_give_the_same_result_on_one_thread(text):
    once, again = (made(text, seed=5).search(middle(text), Limit(nodes=NODES)) for _ in range(2))
    assert replace(once, seconds=0) == replace(again, seconds=0)


@every_method
def test_without_reuse_a_second_search_is_like_the_first(text):
    one = made(text, reuse=False)
    once, again = (one.search(middle(text), Limit(nodes=NODES)) for _ in range(2))
    assert replace(once, seconds=0) == replace(again, seconds=0)


@every_method
@pytest.mark.parametrize("threads", [1, 2])
def test_nodes_are_shared_between_threads(text, threads):
    result = made(text, threads=threads).search(middle(text), Limit(nodes=NODES))
    assert NODES / 2 <= result.nodes <= NODES + 2 * threads


@compiled_only
@every_method
@pytest.mark.parametrize("threads", [1, 2])
def test_another_thread_stops_it_at_once(text, threads):
    line, search = middle(text), made(text, threads=threads)
    stopped = []

    def stop():
        stopped.append(time.monotonic())
        search.stop()

    threading.Timer(0.15, stop).start()
    result = search.search(line, Limit(time=60))
    assert time.monotonic() - stopped[0] < 1.0  # some milliseconds where a core is free
    assert result.best in line.position.legal_moves()
    assert result.nodes > 0


_GROWTH = """
import json, resource, sys
import quatrefoil
from quatrefoil.search import Config, Limit, searcher

text, megabytes, threads, nodes = json.loads(sys.argv[1])
rules = quatrefoil.rules(text)
line = quatrefoil.Line(rules.start())
while line.position.turn < 0:
    line.push(line.position.legal_moves()[0])
searcher(rules, Config.best(rules, memory=1)).search(line, Limit(nodes=1000))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
config = Config.best(rules, memory=megabytes, threads=threads)
searcher(rules, config).search(line, Limit(nodes=nodes))
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024)
"""


@compiled_only
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is counted otherwise")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("text", "nodes"), [("trickle", 400_000), ("blinq", 15_000)])
def test_memory_stays_below_its_bound(text, nodes, threads):
    """Measured from outside: what the process grew by, with room for some plies and playouts."""
    asked = json.dumps([text, 24, threads, nodes])
    run = [sys.executable, "-c", _GROWTH, asked]
    grown = int(subprocess.run(run, check=True, capture_output=True, timeout=60).stdout)
    assert grown <= 24_000_000 + 3_000_000


# ---- one searcher, two threads ------------------------------------------------------------------

_TWO_THREADS = """
import sys, threading
import quatrefoil
from dataclasses import replace
from quatrefoil.search import Config, Limit, player, searcher
from quatrefoil.search.knowledge import Informed

text, kind = sys.argv[1:]
rules = quatrefoil.rules(text)
line = quatrefoil.Line(rules.start())
while line.position.turn < 0:
    line.push(line.position.legal_moves()[0])
if kind == "player":
    one = player(rules, 5, timed=False)
    use = lambda: one.choose(line)
else:
    config = Config.best(rules, memory=16)
    advice = replace(config.advice, method=kind.removeprefix("informed "))
    one = searcher(rules, replace(config, advice=advice))
    if kind.startswith("informed"):
        one = Informed(rules, one)
    use = lambda: one.search(line, Limit(nodes=1_500))
answers, refusals, begin = [], [], threading.Barrier(3)

def work():
    begin.wait()
    for _ in range(8):
        try:
            answers.append(use())
        except quatrefoil.QuatrefoilError as problem:
            refusals.append(str(problem))

threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert answers, refusals
assert refusals, "three threads never met"
assert all("another thread" in each for each in refusals), refusals
use()
print("fine")
"""


@compiled_only
@pytest.mark.parametrize("kind", ["mcts", "alphabeta", "informed mcts", "player"])
@pytest.mark.parametrize("name", quatrefoil.names())
def test_three_threads_with_one_searcher_get_answers_or_errors(name, kind):
    """In a process of its own: what was meant to be an error was a crash."""
    run = [sys.executable, "-c", _TWO_THREADS, name, kind]
    done = subprocess.run(run, check=False, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "fine\n"), done.stderr


@every_method
def test_a_listener_cannot_search_with_the_searcher_that_it_listens_to(text):
    line, search = middle(text), made(text)
    problems = []

    def again(result):
        with pytest.raises(quatrefoil.QuatrefoilError, match="make another one") as problem:
            search.search(line, Limit(nodes=1))
        problems.append(problem)
        search.stop()

    search.search(line, Limit(time=30), again)
    assert problems


@every_method
def test_after_an_error_a_searcher_can_be_used_again(text):
    line, search = middle(text), made(text)

    def fail(result):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        search.search(line, Limit(time=30), fail)
    assert search.search(line, Limit(nodes=100)).best in line.position.legal_moves()


@every_method
def test_a_line_of_other_rules_is_refused(text):
    other = quatrefoil.Line(quatrefoil.rules("trickle(rings=3)").start())
    with pytest.raises(quatrefoil.QuatrefoilError, match="this is for"):
        made(text).search(other, Limit(nodes=10))
