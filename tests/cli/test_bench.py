"""The benchmark: not how fast it is here, but that it measures and checks what it says."""

import importlib.util
import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil.cli.bench import table
from quatrefoil.core.registry import BUILT_IN
from quatrefoil.lab import (
    bench,
    bench_adapters,
    bench_levels,
    bench_threads,
    footprint,
    speed,
    yardstick,
)
from quatrefoil.lab.bench import Measurement
from quatrefoil.search import LEVELS

ROOT = Path(__file__).parent.parent.parent


def test_every_speed_is_measured_between_two_yardsticks():
    log = []

    def measured(name, values):
        values = iter(values)

        def measure():
            log.append(name)
            return next(values)

        return measure

    one = measured("one", [10.0, 30.0, 20.0])
    two = measured("two", [100.0, 100.0, 100.0])
    stick = measured("stick", [1.0, 3.0, 2.0, 2.0, 2.0, 2.0, 2.0])
    found = yardstick.compare(stick, [one, two], rounds=3)
    assert log == ["stick", *["one", "stick", "two", "stick"] * 3]
    assert found[0] == yardstick.Compared(20.0, 2.0)
    assert found[0].ratio == 10.0


def test_the_yardstick_compiles_and_tells_its_speed(tmp_path):
    source = tmp_path / "stick.cpp"
    source.write_text(
        """
        #include <cstdio>
        #include <ctime>
        int main() {
            while (std::clock() < CLOCKS_PER_SEC / 5) {}
            std::puts("yardstick 3 playouts/s 1000 moves/s");
        }
        """
    )
    program = yardstick.compile_yardstick(source, tmp_path / "build")
    # On a machine that others use, it had less time than passed, and is faster than it thinks.
    assert yardstick.run_yardstick(program) >= 100
    source.write_text("nonsense")
    with pytest.raises(quatrefoil.QuatrefoilError, match="does not compile"):
        yardstick.compile_yardstick(source, tmp_path / "build")
    with pytest.raises(quatrefoil.QuatrefoilError, match="run this in a clone"):
        yardstick.compile_yardstick(tmp_path / "absent.cpp", tmp_path)


@pytest.mark.parametrize("name", quatrefoil.names())
def test_playouts_are_checked_against_play(name):
    assert speed.check_playouts(quatrefoil.rules(name), 2) > 10


@pytest.mark.parametrize("name", quatrefoil.names())
def test_speeds_are_measured(name):
    rules = quatrefoil.rules(name)
    assert speed.playout_speed(rules, 0.01) > 1000
    assert speed.loop_speed(rules, 0.01) > 1000


def test_sizes_and_import_time():
    for game in quatrefoil.all_games():
        assert 32 < footprint.position_bytes(game) < 1024
    assert 0 < footprint.import_seconds(1) < 30


def spent_by(work):
    """Return the processor's seconds of the processes that something starts and waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_a_new_server_has_its_page_soon_after_what_it_stands_on_is_loaded():
    """Relative to that, and of the processor: so it says the same on every machine."""
    stands_on = "import prometheus_client, sqlalchemy, starlette.applications, uvicorn"
    script = [sys.executable, "-c", stands_on]
    loaded = min(spent_by(lambda: subprocess.run(script, check=True)) for _ in range(2))
    served = min(spent_by(lambda: footprint.page_seconds(1)) for _ in range(2))
    assert loaded < served < 4 * loaded, (loaded, served)


@pytest.mark.parametrize("name", quatrefoil.names())
def test_waits_are_those_of_whole_turns(name):
    found = bench_levels.waits(quatrefoil.rules(name), 3, 0.05)
    assert len(found.seconds) > 1
    assert 0 < found.mean <= found.longest < 5


def test_targets_are_met_or_missed():
    fast = Measurement("speed", "x", 3.0, "×", at_least=2)
    slow = Measurement("speed", "y", 1.0, "×", at_least=2)
    large = Measurement("size", "x", 2000, "bytes", at_most=1023, note="all of it")
    other = Measurement("other", "x", 1.0, "s")
    assert [each.fine for each in (fast, slow, large, other)] == [True, False, False, True]
    assert table([fast, slow, large, other]).split("\n") == [
        "measured  game  value       target",
        "speed     x     3 ×         ≥ 2     fine",
        "speed     y     1 ×         ≥ 2     MISSED",
        "size      x     2000 bytes  ≤ 1023  MISSED  all of it",
        "other     x     1 s",
    ]


def test_every_game_has_a_target():
    targets = json.loads((ROOT / "bench" / "targets.json").read_text(encoding="utf-8"))
    assert set(targets["playouts"]) == set(BUILT_IN)
    assert targets["pettingzoo"] >= 3
    assert targets["openspiel"] >= 0.7
    promised = [
        range(low, high + 1) for low, high in (each["levels"] for each in targets["answers"])
    ]
    assert [number for numbers in promised for number in numbers] == [
        level.number for level in LEVELS
    ]


def test_without_open_spiel_the_rest_is_measured(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    told = []
    assert bench._python_loops({}, bench.QUICK, bench.Tell(print, told.append)) == []
    assert "quatrefoil[openspiel]" in told[0]


def test_adapters_are_compared_with_what_is_installed():
    found = {each.key: each for each in bench_adapters.comparisons(lambda: 1e6, 0.01, print)}
    assert set(found) == {"vector", "pettingzoo", "openspiel"}
    for each in found.values():
        assert len(each.speeds) == len(BUILT_IN)
        assert each.speeds[0]() > 1000
        assert each.yardstick() > 1000
    assert "pygame" not in sys.modules or importlib.util.find_spec("pygame")


def test_adapters_that_are_not_installed_are_left_out(monkeypatch):
    for name, foreign in (("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel")):
        monkeypatch.delitem(sys.modules, f"quatrefoil.adapters.{name}", raising=False)
        monkeypatch.delattr(f"quatrefoil.adapters.{name}", raising=False)
        monkeypatch.setitem(sys.modules, foreign, None)
    told = []
    found = [each.key for each in bench_adapters.comparisons(lambda: 1e6, 0.01, told.append)]
    assert found == ["vector"]
    assert [text.split("'")[1] for text in told] == [
        "quatrefoil[pettingzoo]",
        "quatrefoil[openspiel]",
    ]


def test_the_slow_form_is_refused(run, monkeypatch):
    monkeypatch.setattr("quatrefoil.core.COMPILED", False)
    code, out, err = run("bench", "--quick")
    assert (code, out) == (1, "")
    assert err.endswith("quatrefoil: this needs the compiled core: run `make install`\n")


def test_outside_a_clone_it_says_what_is_missing(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("bench")
    assert (code, out) == (1, "")
    assert "bench/targets.json is not here: run this in a clone" in err


@pytest.mark.skipif(not quatrefoil.compiled(), reason="measured in the compiled form")
@pytest.mark.parametrize("name", ["trickle", "blinq"])
def test_two_threads_do_what_one_did(name):
    gain = bench_threads.thread_gain(quatrefoil.rules(name), seconds=0.05)
    assert gain.goal.startswith("nodes ")
    assert gain.two.nodes >= gain.one.nodes > 0
    assert gain.by_clock > 0
    assert 0 < gain.on_free_cores <= 20
