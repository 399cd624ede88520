"""The protocol under attack on two processes: everybody comes back at one or the other."""

from itertools import cycle

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule, run_state_machine_as_test
from many_tools import processes
from test_protocol import THOROUGH, WHO, Attack
from tests.postgres_tools import new_database, postgres_or_skip

WHERE = st.sampled_from([0, 1])


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    folder = tmp_path_factory.mktemp("two")
    with postgres_or_skip() as postgres, processes(new_database(postgres), folder, 2) as found:
        yield found


class AttackOnTwo(Attack):
    """The same attacks; whoever asks or comes back does so at one process or the other."""

    servers = ()
    turns_of_servers = cycle([0])
    kills_left = 0

    @property
    def server(self):
        """A process: each time it is the next one."""
        return self.servers[next(self.turns_of_servers)]

    @rule(who=WHO, where=WHERE)
    def lose_a_socket(self, who, where):
        self.peers[who].server = self.servers[where]
        self.peers[who].come_back()

    @rule(where=WHERE)
    def kill_the_server(self, where):
        if AttackOnTwo.kills_left > 0:
            AttackOnTwo.kills_left -= 1
            killed = self.servers[where]
            killed.kill()
            try:
                for peer in self.peers:
                    if peer.server is killed:
                        peer.server = self.servers[1 - where]
                        peer.come_back()
            finally:
                killed.start()


def test_seats_hold_and_nothing_is_lost_on_two_processes(servers):
    AttackOnTwo.servers = servers
    AttackOnTwo.turns_of_servers = cycle([0, 1])
    AttackOnTwo.kills_left = 20 if THOROUGH else 1
    examples = 200 if THOROUGH else 12
    run_state_machine_as_test(
        AttackOnTwo, settings=settings(max_examples=examples, stateful_step_count=25)
    )
