"""Three processes on one PostgreSQL: whatever happens to one, matches go on at the others."""

import signal
import time

import pytest
from live_tools import ConnectionClosed, Peer
from many_tools import Duel, a_turn, processes, until
from tests.postgres_tools import name_of, new_database, postgres_or_skip

import quatrefoil
from quatrefoil.server.stalls import SILENCE

AGAINST_COMPUTER = [{"kind": "me", "name": "Ada"}, {"kind": "computer", "level": 8}]


@pytest.fixture(scope="module")
def postgres():
    with postgres_or_skip() as found:
        yield found


@pytest.fixture(scope="module")
def servers(postgres, tmp_path_factory):
    folder = tmp_path_factory.mktemp("many")
    with processes(new_database(postgres), folder, 3) as found:
        yield found


def test_players_of_a_match_are_at_different_processes(servers):
    duel = Duel(*servers[:2])
    for number in range(6):
        duel.play(number % 2)
    log = duel.agree(servers[2])
    assert [event["type"] for event in log].count("turn") == 6
    texts = [peer.told[len(log)] for peer in duel.peers]
    for text in texts:
        text["state"].pop("paths", None)
        text["state"].pop("draft", None)
    assert texts[0] == texts[1], "an event is told in the same words everywhere"
    duel.close()


def test_a_match_with_dice_begins_and_goes_on_across_processes(servers):
    duel = Duel(*servers[1:], game="triotrio")
    for _ in range(6):
        peer = duel.peers[0]
        last = servers[0].ask(f"/api/matches/{duel.match}")["last"]
        for each in duel.peers:
            each.catch_up(last)
        if peer.state["turn"] is None:
            break
        duel.play(peer.state["turn"])
    duel.agree(servers[0])
    duel.close()


def test_a_killed_process_loses_nothing_and_its_players_go_on_elsewhere(servers):
    duel = Duel(*servers[:2])
    duel.play(0)
    duel.play(1)
    servers[0].kill()
    ada = duel.peers[0]
    ada.server = servers[2]
    ada.come_back()
    duel.play(0)
    duel.play(1)
    duel.agree(servers[1])
    servers[0].start()
    assert servers[0].ask(f"/api/matches/{duel.match}")["last"] == ada.last
    duel.close()


def test_a_stopped_process_catches_up_and_writes_over_nobody(servers):
    duel = Duel(*servers[:2])
    ada, bob = duel.peers
    duel.play(0)
    ada.catch_up(bob.last)
    servers[0].signal(signal.SIGSTOP)
    # What she sends there is not heard. She comes back elsewhere and sends something else.
    late = {"id": "late", "do": "name", "name": "Too late"}
    ada.send(late)
    duel.play(1)
    again = Peer(servers[2], duel.match, ada.secret)
    duel.peers[0] = again
    duel.play(0)
    duel.play(1)
    servers[0].signal(signal.SIGCONT)
    assert ada.answer("late")["ok"], "it is decided on the match as it is now"
    log = duel.agree(servers[1])
    ada.catch_up(len(log))
    assert [event["type"] for event in log].count("turn") == 4
    assert [event["type"] for event in log].count("named") == 1
    ada.go_away()
    duel.close()


def test_without_news_everybody_hears_by_looking(servers):
    duel = Duel(*servers[:2])
    for server in servers:
        server.signal(signal.SIGUSR2)
    try:
        for number in range(4):
            duel.play(number % 2)
    finally:
        for server in servers:
            server.signal(signal.SIGUSR2)
    duel.agree(servers[2])
    duel.close()


def test_a_clock_runs_out_though_the_process_that_watched_it_is_dead(postgres, servers):
    clock = {"kind": "realtime", "base": 2, "increment": 0}
    duel = Duel(servers[0], servers[0], clock=clock)
    duel.close()
    servers[0].kill()
    # Whoever asked a server for the match would have it read, and its clock watched.
    phase = f"SELECT phase FROM matches WHERE id = '{duel.match}'"
    until(lambda: postgres.sql(phase, name_of(servers[1].database)) == [["over"]])
    state = servers[1].ask(f"/api/matches/{duel.match}")["state"]
    assert state["over"]["how"] == "time"
    servers[0].start()


def test_the_computer_moves_though_the_process_that_thought_is_dead(servers):
    made = servers[0].ask("/api/matches", {"game": "trickle", "seats": AGAINST_COMPUTER})
    ada = Peer(servers[0], made["id"], made["secret"])

    tokens = a_turn(ada)
    ada.send({"id": "one", "do": "play", "tokens": tokens, "at": ada.last})
    assert ada.answer("one")["ok"]
    servers[0].kill()
    ada.go_away()
    ada.server = servers[1]
    ada.come_back()
    while ada.state["turn"] != 0:
        ada.catch_up(ada.last + 1)
    log = servers[2].ask(f"/api/matches/{made['id']}/events")["events"]
    assert [event["seat"] for event in log if event["type"] == "turn"] == [0, 1]
    ada.go_away()
    servers[0].start()


def test_who_is_here_is_known_everywhere_and_ends_with_a_process(servers):
    duel = Duel(*servers[:2])
    guest = Peer(servers[2], duel.match, None)

    def seen(server):
        found = server.ask(f"/api/matches/{duel.match}")
        return found["here"], found["guests"]

    for server in servers:
        until(lambda server=server: seen(server) == ([True, True], 1))
    servers[1].kill()
    for server in (servers[0], servers[2]):
        until(lambda server=server: seen(server) == ([True, False], 1))
    guest.go_away()
    until(lambda: seen(servers[0]) == ([True, False], 0))
    servers[1].start()
    duel.close()


def test_two_devices_of_a_player_share_the_draft(servers):
    duel = Duel(*servers[:2], game="trifoil")
    first = duel.peers[0]
    second = Peer(servers[2], duel.match, first.secret)
    token = duel.turn(first)["tokens"][0]
    first.send({"id": "d", "do": "draft", "tokens": [token]})
    assert first.answer("d")["ok"]
    while True:
        heard = second.hear()
        if heard.get("type") == "draft":
            break
    assert heard["tokens"] == [token]
    third = Peer(servers[1], duel.match, first.secret)
    assert third.state["draft"] == [token]
    for peer in (second, third):
        peer.go_away()
    duel.close()


def test_a_planned_answer_is_played_once_wherever_the_move_came(servers):
    """Bob plans at one process, Ada moves at another; the log is the only thing they share."""
    duel = Duel(*servers[:2])
    ada, bob = duel.peers
    ada.catch_up(bob.last)
    hers = a_turn(ada)
    line = quatrefoil.Line(quatrefoil.position(ada.state["position"]), hers)
    his = [line.position.legal_tokens()[0]]
    bob.send({"id": "plan", "do": "plan", "lines": [{"turns": [" ".join(hers), " ".join(his)]}]})
    assert bob.answer("plan")["ok"]
    duel.play(0)
    log = duel.agree(servers[2])
    turns = [(event["seat"], event["tokens"]) for event in log if event["type"] == "turn"]
    assert turns == [(0, list(hers)), (1, his)]
    assert his[0] not in str([event for event in log if event["type"] == "planned"])
    duel.close()


def test_a_rolling_restart_is_a_reconnect_and_no_more(servers):
    duel = Duel(*servers[:2])
    for number, server in enumerate(servers):
        duel.play(0)
        server.stop()
        other = servers[(number + 1) % 3]
        for peer in duel.peers:
            if peer.server is server:
                with pytest.raises(ConnectionClosed) as closed:
                    peer.catch_up(10**9)
                assert closed.value.rcvd.code in (1001, 1012, 1013), "come again, at once"
                peer.server = other
                peer.come_back()
        duel.play(1)
        server.start()
    duel.agree(servers[0])
    duel.close()


def test_clocks_stop_only_while_no_process_can_store(postgres, servers):
    """One stalls while others store: nobody's loss. The database stalls: given back once."""
    clock = {"kind": "realtime", "base": 600, "increment": 0}
    duel = Duel(*servers[:2], clock=clock)
    duel.play(0)
    servers[0].signal(signal.SIGSTOP)
    time.sleep(SILENCE / 1000 + 1)
    duel.play(1)
    servers[0].signal(signal.SIGCONT)
    duel.play(0)
    # On a machine that is busy enough, all of them may have stalled.
    assert _lost(duel.agree(servers[2])) == 0 or _outages(postgres, servers)
    before = _lost(duel.agree(servers[2]))
    postgres.signal(signal.SIGSTOP)
    time.sleep(SILENCE / 1000 + 1.5)
    postgres.signal(signal.SIGCONT)
    for number in range(4):
        duel.play(1 - number % 2)
    lost = _lost(duel.agree(servers[2]))
    assert lost - before > SILENCE - 1000, "what nobody could use is given back"
    # Heartbeats are a second apart, and so may be what two processes think of one outage.
    assert lost < sum(_outages(postgres, servers)) + 2000, "and only once"
    duel.close()


def _lost(log):
    return sum(event["lost"] for event in log if event["type"] == "resumed")


def _outages(postgres, servers):
    rows = postgres.sql('SELECT "end" - begin FROM outages', name_of(servers[0].database))
    return [int(milliseconds) for (milliseconds,) in rows]
