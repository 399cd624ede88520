"""A cluster of Ray as workers: the same games as here, also when a node is lost."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil.arena.contest import Pairing, play
from quatrefoil.cli import main

#: Long enough games that the node which is lost has one that is not finished.
PAIRING = Pairing("best:300n", "best:200n", "blinq", seed=3)
THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
GAMES = 200 if THOROUGH else 24
ENVIRONMENT = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0"}
PATIENCE = 300


@pytest.fixture
def cluster():
    """A cluster of two nodes; a line to it kills the second one."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("ray_cluster.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=ENVIRONMENT,
    )
    with process:
        yield process
        process.stdin.close()
        process.wait(PATIENCE)


def quatrefoil_process(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "quatrefoil", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )


@pytest.mark.skipif(not quatrefoil.compiled(), reason="takes too long in the slow form")
def test_a_cluster_plays_the_same_games_although_it_loses_a_node(cluster, tmp_path):
    address = cluster.stdout.readline().strip()
    asked = [PAIRING.first, PAIRING.second, PAIRING.rules, "--games", GAMES, "--seed", PAIRING.seed]
    arena = quatrefoil_process("arena", *asked, "--ray", address, "--records", tmp_path)
    # One chunk is there, so that both nodes are at work; most of it is still to be done.
    deadline = time.monotonic() + PATIENCE
    while not any(tmp_path.iterdir()):
        assert arena.poll() is None, arena.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    cluster.stdin.write("\n")
    cluster.stdin.flush()
    assert cluster.stdout.readline() == "lost\n"
    out, err = arena.communicate(timeout=PATIENCE)
    assert arena.returncode == 0, err
    assert f"{GAMES} games" in out
    if THOROUGH:  # a quick machine may have played all games before the node was gone
        assert "A worker was lost" in err
    records = [quatrefoil.Record.load(path) for path in sorted(tmp_path.iterdir())]
    assert len(records) == GAMES
    for number in (0, 1, GAMES // 2, GAMES - 1):
        assert records[number].moves == play(PAIRING, number).moves
    # What is left of the cluster has time for nothing, and says so as this machine does.
    solving = quatrefoil_process("solve", "trifoil", "--time", 0.1, "--memory", 8, "--ray", address)
    out, err = solving.communicate(timeout=PATIENCE)
    assert solving.returncode == 0, err
    assert "has no result yet" in out


def test_where_no_cluster_answers_a_sentence_says_so(capsys):
    pytest.importorskip("ray")
    code = main(["arena", "random", "random", "blinq(size=3)", "--ray", "nonsense://here"])
    assert code == 1
    assert "no cluster of Ray answers at 'nonsense://here'" in capsys.readouterr().err


def test_without_the_extra_a_sentence_says_what_to_install(capsys, monkeypatch):
    monkeypatch.delitem(sys.modules, "quatrefoil.arena.cluster", raising=False)
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["arena", "random", "random", "blinq(size=3)", "--ray", "auto"]) == 1
    assert "pip install 'quatrefoil[ray]'" in capsys.readouterr().err
