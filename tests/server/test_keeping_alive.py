"""Who has said something is there: only the silent are asked."""

from tests.wire import frame
from uvicorn.server import ServerState

from quatrefoil.server import direct
from quatrefoil.server.serve import config_of
from quatrefoil.server.settings import Settings


class Clock:
    """A clock that is set by hand, and an event loop that only remembers what is due."""

    def __init__(self):
        self.now = 100.0
        self.due = []

    def time(self):
        """Return the time."""
        return self.now

    def call_later(self, seconds, call):
        """Remember what is to be called."""
        self.due.append((self.now + seconds, call))

    def run_next(self):
        """Go on to what is due next."""
        self.now, call = self.due.pop(0)
        call()


class Transport:
    """What is written is kept."""

    def __init__(self):
        self.written = []

    def write(self, data):
        """Keep it."""
        self.written.append(data)

    def is_closing(self):
        """Say that it is open."""
        return False


def test_only_a_silent_client_is_asked_whether_it_is_there(monkeypatch, tmp_path):
    clock = Clock()
    monkeypatch.setattr(direct, "monotonic", clock.time)
    config = config_of(Settings(database=tmp_path / "x.db"))
    wire = direct.DirectProtocol(config, ServerState(), {}, clock)
    wire.transport, wire.handshake_initiated, wire._in_step = Transport(), True, True
    wire.conn.state = direct.State.OPEN
    heard = []
    wire.listen(lambda text, arrived: heard.append((text, arrived)))
    wire.start_keepalive()
    clock.now += 5
    wire.data_received(frame(b"{}"))
    assert heard == [("{}", 105.0)]
    clock.run_next()
    assert not wire.transport.written
    assert [when for when, _ in clock.due] == [105.0 + config.ws_ping_interval]
    clock.run_next()
    (ping,) = wire.transport.written
    assert ping[0] == 0x89
