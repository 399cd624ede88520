"""HTTP connections: how long a client may take, how large a head may be, who goes if it is full."""

import socket
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import replace

import pytest
import uvicorn
from tests.attacks.large_board import large_board
from tests.wire import TEXT, Wire, frame

from quatrefoil.lab.server_process import ServerProcess
from quatrefoil.server import open_files, serve
from quatrefoil.server.settings import Limits, Settings

#: Short enough for a test, and longer than a busy machine takes to answer.
HASTY = Limits(head_seconds=1, body_seconds=1.5, answer_seconds=2)
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/rules HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"
ANSWER = b"HTTP/1.1 200"


@contextmanager
def running(folder, limits):
    """Serve in a thread, as `quatrefoil serve` does; give the port."""
    settings = Settings(database=folder / "x.db", limits=limits, log_level="error", port=0)
    with serve._listen(settings, 0) as listener:
        server = serve._Server(serve.config_of(settings), settings, open_path=None)
        thread = threading.Thread(target=uvicorn.Server.run, args=(server, [listener]))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    with running(tmp_path_factory.mktemp("hasty"), HASTY) as found:
        yield found


@contextmanager
def client(port, sent=b""):
    with socket.create_connection(("127.0.0.1", port), timeout=20) as found:
        found.sendall(sent)
        yield found


def answer(sock):
    """Return what comes until the server is done with the connection."""
    found = b""
    try:
        while data := sock.recv(65_536):
            found += data
    except ConnectionError:
        pass
    return found


@pytest.mark.parametrize("sent", [b"", GET, POST], ids=["nothing", "half a head", "half a body"])
def test_a_request_that_does_not_end_is_ended(port, sent):
    with client(port, sent) as slow:
        assert answer(slow) == b""


def test_bytes_that_trickle_in_are_no_excuse(port):
    with client(port, GET) as slow, suppress(ConnectionError):
        for _ in range(300):
            slow.sendall(b"x")
            time.sleep(0.05)
        pytest.fail("it could go on")


def test_a_connection_may_be_used_again_and_again(port):
    with client(port) as busy:
        for _ in range(30):
            busy.sendall(GET + b"\r\n")
            heard = b""
            while not heard.endswith(b"ok\n"):
                heard += busy.recv(65_536)
            assert heard.startswith(ANSWER)
            time.sleep(0.1)


def test_an_answer_that_nobody_reads_is_dropped(port):
    asked = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 40
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", port))
        deaf.sendall(asked)
        ends = time.monotonic() + 20
        while deaf.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == 1:
            assert time.monotonic() < ends
            time.sleep(0.1)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (b"".join(b"X-%d: 1\r\n" % number for number in range(90)), b"200"),
        (b"".join(b"X-%d: 1\r\n" % number for number in range(300)), b"431"),
        (b"X: " + b"x" * 20_000 + b"\r\n", b"431"),
        (b"X: " + b"x" * 200_000 + b"\r\n", b"431"),
        (b"no colon\r\n", b"400"),
        (b"Transfer-Encoding: what\r\n", b"501"),
    ],
    ids=["many", "too many", "too long", "much too long", "none", "unknown"],
)
def test_heads_have_limits(port, headers, status):
    with client(port, GET + headers + b"Connection: close\r\n\r\n") as asked:
        assert answer(asked).split(b" ")[1] == status


@pytest.mark.parametrize(
    "headers", [b"X: 1\r\n" * 300, b"X: " + b"x" * 9_000 + b"\r\n"], ids=["many", "long"]
)
def test_a_socket_with_a_strange_head_is_refused(port, headers):
    head = (
        b"GET /api/matches/x/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        b"Sec-WebSocket-Version: 13\r\n"
    )
    with client(port, head + headers + b"\r\n") as asked:
        assert answer(asked)[:12] in (b"HTTP/1.1 431", b"HTTP/1.1 400")


def test_a_body_that_is_no_body_is_refused(port):
    chunked = POST.replace(b"Content-Length: 1000", b"Transfer-Encoding: chunked")
    with client(port, chunked + b"zz\r\n") as asked:
        assert answer(asked).startswith(b"HTTP/1.1 400")


def test_when_it_is_full_the_oldest_goes_that_waits_for_its_client(tmp_path):
    with (
        running(tmp_path, Limits(connections_per_address=3)) as port,
        client(port, GET) as first,
        client(port, GET) as second,
        client(port, GET),
        client(port, GET + b"\r\n") as newest,
    ):
        assert newest.recv(65_536).startswith(ANSWER)
        assert answer(first) == b""
        second.sendall(b"\r\n")
        assert second.recv(65_536).startswith(ANSWER)


def test_one_large_message_is_not_too_much_for_a_slow_client(tmp_path, monkeypatch):
    monkeypatch.setattr(serve, "_KERNEL_BUFFER", 4096)
    with running(tmp_path, Limits(backlog=1_000)) as port:
        server = ServerProcess(tmp_path / "x.db")
        server.port = port
        setup = {"game": "trifoil", "options": large_board(), "seats": [{"kind": "me"}] * 2}
        made = server.ask("/api/matches", setup)
        slow = Wire(server, made["id"], silent=True)
        slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.send(frame({"do": "hello", "secret": made["secret"]}))
        time.sleep(0.5)
        assert len(slow.next_of(TEXT)) > 30_000
        slow.send(frame({"id": "1", "do": "snapshot"}) * 100)
        time.sleep(0.5)
        assert slow.farewell() == 0
        slow.close()


def test_limits_shrink_to_the_files_that_may_be_open(monkeypatch):
    monkeypatch.setattr(open_files, "raise_open_files", lambda wanted: 1_000)
    fitted = open_files.fit_to_open_files(Limits())
    assert (fitted.connections, fitted.sockets) == (200, 600)
    monkeypatch.setattr(open_files, "raise_open_files", lambda wanted: wanted)
    assert open_files.fit_to_open_files(Limits()) == Limits()
    few = replace(Limits(), sockets=100, connections=10)
    assert open_files.fit_to_open_files(few) == few
