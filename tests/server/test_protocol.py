"""The protocol under attack: messages doubled, late, lost and forged; sockets and servers gone.

Whatever happens: seats hold, nothing acknowledged is lost, the same request gets the same answer,
and at the end all clients agree with the log.
"""

import os
from itertools import count

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from live_tools import Peer, start_server
from tests.sharing_tools import join_match, make_match

import quatrefoil

THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
WHO = st.sampled_from([0, 1, 2])
FATES = st.sampled_from(["sent", "sent", "sent", "doubled", "late", "lost"])
NUMBERS = count()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = start_server(tmp_path_factory.mktemp("live"))
    yield found
    found.stop()


class Attack(RuleBasedStateMachine):
    """Two players and a guest at one match, and a network that does what it likes."""

    server = None
    kills_left = 0

    @initialize(game=st.sampled_from(quatrefoil.names()))
    def begin(self, game):
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
        made, share = make_match(self.server.ask, {"game": game, "seats": seats})
        self.match = made["id"]
        others = {made["secret"]: share}
        joined, _ = join_match(self.server.ask, self.match, others, name="Bob")
        self.secrets = [made["secret"], joined["secret"], None]
        self.peers = [Peer(self.server, self.match, secret) for secret in self.secrets]
        self.late = []
        self.turns = {}

    def deliver(self, who, message, fate):
        """Let the network do what it does to a message."""
        message = {"id": f"m{next(NUMBERS)}", **message}
        if fate == "lost":
            return
        if fate == "late":
            self.late.append((who, message))
            return
        for _ in range(2 if fate == "doubled" else 1):
            self.send(who, message)

    def send(self, who, message):
        peer = self.peers[who]
        peer.send(message)
        answer = peer.answer(message["id"])
        if message["do"] == "play" and answer["ok"]:
            self.turns[answer["event"]] = (who, message)
        if who == 2:
            assert answer["ok"] is False or message["do"] in ("describe", "ping")

    def a_turn(self, number):
        """Return tokens that are legal now, as far as one client knows."""
        position = quatrefoil.position(self.peers[0].state["position"])
        line = quatrefoil.Line(position)
        seat = position.turn
        while line.position.turn == seat and seat >= 0 and not line.position.is_over:
            legal = line.position.legal_moves()
            line.push(legal[number % len(legal)])
        return line.tokens

    @rule(who=WHO, number=st.integers(0, 1000), fate=FATES, stale=st.booleans())
    def play(self, who, number, fate, stale):
        self.catch_up()
        at = self.peers[who].last - stale
        self.deliver(who, {"do": "play", "tokens": self.a_turn(number), "at": at}, fate)

    @rule(number=st.integers(0, 1000), fate=FATES)
    def play_in_turn(self, number, fate):
        self.catch_up()
        who = self.peers[0].state["turn"]
        if who is not None:
            at = self.peers[who].last
            self.deliver(who, {"do": "play", "tokens": self.a_turn(number), "at": at}, fate)

    @rule(who=WHO, number=st.integers(0, 1000), fate=FATES)
    def forge(self, who, number, fate):
        """Play for somebody else."""
        self.catch_up()
        turn = self.peers[0].state["turn"]
        if turn is None or turn == who:
            return
        tokens, at = self.a_turn(number), self.peers[who].last
        message = {"do": "play", "seat": turn, "tokens": tokens, "at": at}
        before = self.server.ask(f"/api/matches/{self.match}")["last"]
        self.deliver(who, message, "sent" if fate == "late" else fate)
        assert self.server.ask(f"/api/matches/{self.match}")["last"] == before

    @rule(
        who=WHO,
        fate=FATES,
        verb=st.sampled_from(
            [
                *("offer-draw", "decline-draw", "ask-takeback", "accept-takeback"),
                *("decline-takeback", "rematch", "describe", "ping", "nonsense"),
            ]
        ),
    )
    def ask(self, who, verb, fate):
        self.deliver(who, {"do": verb}, fate)

    @rule(who=WHO, number=st.integers(0, 1000))
    def draft(self, who, number):
        self.catch_up()
        self.deliver(who, {"do": "draft", "tokens": self.a_turn(number)[:1]}, "sent")

    @rule(which=st.integers(0, 100))
    def arrive_late(self, which):
        if self.late:
            self.send(*self.late.pop(which % len(self.late)))

    @rule(who=WHO)
    def lose_a_socket(self, who):
        self.peers[who].come_back()

    @rule()
    def kill_the_server(self):
        if Attack.kills_left > 0:
            Attack.kills_left -= 1
            self.server.kill()
            self.server.start()
            for peer in self.peers:
                peer.come_back()

    def catch_up(self):
        last = self.server.ask(f"/api/matches/{self.match}")["last"]
        for peer in self.peers:
            peer.catch_up(last)

    def teardown(self):
        if not hasattr(self, "peers"):
            return
        try:
            self.catch_up()
            self.everybody_agrees()
        finally:
            for peer in self.peers:
                peer.go_away()

    def everybody_agrees(self):
        log = self.server.ask(f"/api/matches/{self.match}/events")["events"]
        assert [event["event"] for event in log] == list(range(1, len(log) + 1))
        by_number = {event["event"]: event for event in log}
        for peer in self.peers:
            for number, told in peer.told.items():
                assert by_number[number].items() <= told.items()
        for number, (who, message) in self.turns.items():
            # The answer names the last event that the turn made: the turn itself or a roll. Offers
            # may have come between what its player saw and the turn, but no other turn.
            since = [by_number[n] for n in range(message["at"] + 1, number + 1)]
            (made,) = [event for event in since if event["type"] == "turn"]
            assert (made["seat"], made["tokens"]) == (who, message["tokens"])
        keys = {peer.state["key"] for peer in self.peers}
        assert keys == {self.server.ask(f"/api/matches/{self.match}")["state"]["key"]}


def test_seats_hold_and_nothing_is_lost(server):
    Attack.server = server
    Attack.kills_left = 30 if THOROUGH else 2
    examples = 300 if THOROUGH else 25
    run_state_machine_as_test(
        Attack, settings=settings(max_examples=examples, stateful_step_count=25)
    )
