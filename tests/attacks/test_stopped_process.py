"""The process stands still while a move waits: a stop, many stops. It is nobody's loss.

A player has some seconds left and sends her move while the process is stopped. Before, the first
thing that the server did afterwards was to count the stop as her time: she had lost.
"""

import signal
import time

import pytest
from attack_tools import THOROUGH, TimedDuel, note, outage_credits, scale, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("stopped")) as found:
        yield found


def stop(server, seconds, meanwhile=lambda: None):
    server.signal(signal.SIGSTOP)
    meanwhile()
    time.sleep(seconds)
    server.signal(signal.SIGCONT)


def test_a_move_sent_during_a_stop_counts(server):
    has, stopped = scale((2, 2.5), (9, 12))
    with TimedDuel(server, has) as duel:
        move, request = duel.a_move()
        before = duel.left[0]
        stop(server, stopped, lambda: duel.wires[0].send(move))
        answer = duel.wires[0].answer(request)
        note(f"a move sent with {before / 1000} s left in a stop of {stopped} s", answer)
        assert answer["ok"], answer
        state = duel.snapshot["state"]
        charged = before - state["clock"]["left"][0]
        note("milliseconds that she was charged in the stop", charged)
        # Nobody is credited more than the stop, and the moments in which it was noticed.
        credited = sum(outage_credits(server.database, duel.match))
        assert 1000 * stopped - 100 < credited < 1000 * stopped + 2000
        # Nobody's flag falls for the stop afterwards either.
        assert state["phase"] == "playing"


@pytest.mark.skipif(not THOROUGH, reason="one stop shows it; many take half a minute")
def test_stops_in_a_row_take_nobodys_time(server):
    """Nobody does anything: the flag's timer alone could end it. Stops take more than she has."""
    stops, seconds, between = 10, 3, 0.3
    with TimedDuel(server, 5) as duel:
        before = duel.left[0]
        for _ in range(stops):
            stop(server, seconds)
            time.sleep(between)
        state = duel.snapshot["state"]
        note(f"{stops} stops of {seconds} s", state["over"] or f"{state['clock']['left'][0]} ms")
        assert state["phase"] == "playing"
        # The time between the stops was hers, but for the moments in which a stop was noticed.
        assert state["clock"]["left"][0] <= before - stops * (1000 * between - 250)
