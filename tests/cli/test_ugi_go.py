"""`go` and `stop` of the machine interface."""

import io
import queue
import time

import pytest

import quatrefoil
from quatrefoil.cli import ugi
from quatrefoil.search import level


def serve(*lines):
    """Return the lines that the program writes for those that it reads."""
    sink = io.BytesIO()
    ugi.serve(io.BytesIO("\n".join(lines).encode()), sink)
    return sink.getvalue().decode().splitlines()


@pytest.mark.parametrize("budget", ["nodes 50", "movetime 20", "depth 1", "level 2"])
@pytest.mark.parametrize("game", quatrefoil.names())
def test_every_budget_ends_with_a_legal_best_move(game, budget):
    session = [f"new {game}"]
    if quatrefoil.rules(game).start().turn == quatrefoil.CHANCE:
        session.append("play !yellow")
    answers = serve(*session, "legal", f"go {budget}")
    legal = next(line for line in answers if line.startswith("legal")).split()[1:]
    assert answers[-1].split()[0] == "bestmove"
    assert answers[-1].split()[1] in legal


def test_infos_tell_values_nodes_speed_and_variation():
    answers = serve("new blinq", "go nodes 200")
    words = answers[-2].split()
    assert words[:2] == ["info", "value"]
    assert float(words[2]) + float(words[3]) == pytest.approx(1, abs=1e-3)
    for key in ("nodes", "nps", "time", "pv"):
        assert key in words


def test_stop_and_quit_end_a_long_search():
    answers = serve(
        "new blinq", "go movetime 600000", "isready", "stop", "go movetime 600000", "quit"
    )
    assert sum(line.startswith("bestmove") for line in answers) == 2
    assert "readyok" in answers
    assert answers[-1] == "bye"


def test_one_search_at_a_time():
    answers = serve("new blinq", "go movetime 600000", "go nodes 1", "stop")
    assert any("running already" in line for line in answers)


def test_the_position_can_change_while_it_is_searched():
    answers = serve("new blinq", "go movetime 600000", "play 1a1N", "stop", "undo")
    assert answers.count("ok") == 3


def test_chance_and_the_end_have_no_best_move():
    assert serve("new triotrio", "go nodes 1")[-1].startswith("error it is chance's turn")


def test_memory_is_an_option():
    answers = serve("ugi", "setoption name Memory value 8", "new trifoil", "go nodes 200")
    assert any(line.startswith("option name Memory default 256") for line in answers)
    assert answers[-1].startswith("bestmove")


def test_threads_are_an_option():
    asked = ("ugi", "setoption name Threads value 2", "new trickle", "go nodes 200")
    answers = serve(*asked)
    assert any(line.startswith("option name Threads default 1") for line in answers)
    assert answers[-1].startswith("bestmove")
    for wrong in ("name Threads value 0", "name Hash value 2", "Threads 2", "name Memory value 0"):
        (answer,) = serve(f"setoption {wrong}")
        assert answer.startswith("error")


@pytest.mark.skipif(not quatrefoil.compiled(), reason="takes too long in the slow form")
@pytest.mark.parametrize("tell", ["position startpos moves {}", "play {latest}"])
def test_the_actions_of_a_turn_share_the_time_of_a_level(tell):
    """Each action is asked for with a `go` of its own, as programs do."""
    answers: queue.Queue[str] = queue.Queue()
    session = ugi.Session(lambda lines: [answers.put(line) for line in lines])
    line = quatrefoil.Line(quatrefoil.rules("trifoil(actions=4,chain=9)").start())
    session.ask('new trifoil {"actions": 4, "chain": 9}')
    line.push(line.position.legal_moves()[0])
    session.ask(f"play {line.tokens[0]}")
    started, actions = time.monotonic(), 0
    while line.position.turn == 1:
        session.ask("go level 7")
        while not (answer := answers.get(timeout=10)).startswith("bestmove"):
            pass
        session.finish()
        line.play(answer.split()[1])
        assert session.ask(tell.format(" ".join(line.tokens), latest=line.tokens[-1])) == ["ok"]
        actions += 1
    assert actions == 4
    assert time.monotonic() - started < 1.5 * level(7).seconds
