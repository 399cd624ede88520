"""Pools: results in order, lost workers, interruption."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil.arena import pool as pools
from quatrefoil.arena.contest import Standing
from quatrefoil.arena.pool import LostWorkerError
from quatrefoil.arena.processes import ProcessPool
from quatrefoil.arena.statistics import Tally

compiled_only = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="takes too long in the slow form"
)


def double(number):
    return 2 * number


def die_once(folder, number):
    """Kill the worker the first time that piece 3 is done, as a lack of memory would."""
    marker = Path(folder) / "died"
    if number == 3 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number):
    os.kill(os.getpid(), signal.SIGKILL)


def fail(number):
    raise ValueError(f"piece {number}")


def test_results_come_in_the_order_of_the_pieces_whatever_the_chunks():
    pool = ProcessPool(2)
    assert list(pool.run(double, iter(range(9)))) == list(range(0, 18, 2))
    assert list(pool.run(double, range(9), chunk=4)) == list(range(0, 18, 2))


def test_a_lost_worker_costs_its_chunk_alone(tmp_path):
    pool = ProcessPool(2)
    assert list(pool.run(partial(die_once, str(tmp_path)), range(8))) == list(range(8))
    assert pool.losses > 0


def test_a_chunk_that_loses_every_worker_is_given_up(monkeypatch):
    monkeypatch.setattr(pools, "_MOST_LOSSES", 1)
    with pytest.raises(LostWorkerError):
        list(ProcessPool(2).run(die, range(2)))


def test_what_the_work_raises_is_raised_here():
    with pytest.raises(ValueError, match="piece 0"):
        list(ProcessPool(2).run(fail, range(2)))


@compiled_only
@pytest.mark.parametrize("whom", ["all", "the first"])
def test_an_interrupted_arena_ends_at_once_and_without_a_traceback(whom):
    """From a terminal Ctrl-C reaches all processes, from `kill` the first alone."""
    command = [sys.executable, "-m", "quatrefoil", "arena", "level8", "level8", "trickle"]
    process = subprocess.Popen(
        [*command, "--cores", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline = time.monotonic() + 120
    # The tracker of resources and two workers, which may still be starting.
    while len(children.read_text().split()) < 3 and time.monotonic() < deadline:
        time.sleep(0.02)
    started = children.read_text().split()
    if whom == "all":
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    try:
        _, err = process.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # or it plays beside all other tests
        raise
    assert process.returncode == 130
    assert "Traceback" not in err
    # The tracker ends when it sees that the others have.
    while any(Path(f"/proc/{each}").exists() for each in started):
        assert time.monotonic() < deadline, "a worker goes on"
        time.sleep(0.02)


def test_a_standing_counts_in_words():
    tally = Tally()
    tally.add(1.0)
    assert str(Standing(tally, None)).startswith("1 game: +1 =0 -0")
    tally.add(0.0)
    assert "2 games" in str(Standing(tally, None))
    assert "Elo +0 [" in str(Standing(tally, None))


def test_bars_end_where_all_is_won():
    for games in range(1, 200):
        won, lost = Tally(), Tally()
        for _ in range(games):
            won.add(1.0)
            lost.add(0.0)
        assert won.interval[1] == 1
        assert lost.interval[0] == 0
