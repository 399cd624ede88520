"""Web Push: who is told of their turn and when, what leaves the server, and where it may go."""

import asyncio
import base64
import http.server
import ipaddress
import json
import queue
import socket
import ssl
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import py_vapid
import pytest
from server_tools import Seated, app_client, bearer, new_duel
from tests.postgres_tools import new_database, postgres_or_skip
from tests.push_tools import Device, HostileService, new_authority

from quatrefoil.cli import main
from quatrefoil.server.push import delivery, pusher
from quatrefoil.server.push.keys import PushError, PushKeys

CONTACT = "mailto:host@example.org"
HERE = "127.0.0.1/32"


class PushService(http.server.BaseHTTPRequestHandler):
    """A push service: keeps what it is sent, and answers by the address."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.put((self.path, dict(self.headers), body))
        self.send_response(int(self.path.rpartition("/")[2]))
        self.send_header("Location", "/elsewhere/201")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return new_authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def service(authority, monkeypatch):
    """A running push service that is trusted."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), PushService)
    server.daemon_threads = True
    server.got = queue.Queue()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.url = f"https://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def keys(tmp_path):
    file = tmp_path / "push.pem"
    assert main(["push-keys", str(file)]) == 0
    return file


@pytest.fixture
def client(tmp_path, keys, monkeypatch):
    monkeypatch.setattr(pusher, "GRACE", 0.0)
    how = {"push_keys": keys, "push_contact": CONTACT, "push_networks": HERE}
    with app_client(tmp_path, **how) as opened:
        yield opened


def ask(client, match, secret, what, body):
    return client.post(f"/api/matches/{match}/{what}", json=body, headers=bearer(secret)).json()


def play(client, match, secret, token):
    at = client.get(f"/api/matches/{match}").json()["last"]
    message = {"do": "play", "tokens": [token], "at": at}
    answer = client.post(f"/api/matches/{match}/do", json=message, headers=bearer(secret)).json()
    assert answer["ok"], answer


def told(client):
    text = client.get("/metrics").text
    names = ("quatrefoil_pushes_total", "quatrefoil_push_failures_total")
    return [float(text.partition(f"\n{name} ")[2].split("\n")[0]) for name in names]


def wait_until_told(client, counts):
    """Wait until so many devices were told, and so many could not be."""
    deadline = time.monotonic() + 60
    while told(client) != counts:
        assert time.monotonic() < deadline, (told(client), counts)
        time.sleep(0.05)


def test_who_looks_elsewhere_is_told_and_only_they_can_read_it(client, service, keys):
    match, ada, bob = new_duel(client)
    device = Device(f"{service.url}/bob/201")
    assert ask(client, match, bob, "subscribe", {**device.body, "language": "fi"}) == {"ok": True}
    play(client, match, ada, "f8-f9")
    path, headers, body = service.got.get(timeout=60)
    assert path == "/bob/201"
    assert device.read(body) == {
        "match": match,
        "title": "Sinun vuorosi: Trickle",
        "body": "Ada on siirtänyt.",
    }
    assert b"Trickle" not in body
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "86400")
    # It is signed by the server's own keys, for this very service.
    assert py_vapid.Vapid02.verify(headers["Authorization"])
    public = client.get("/api/games").json()["server"]["push"]
    assert public == PushKeys(keys, CONTACT).public
    assert f"k={public}" in headers["Authorization"]
    claims = headers["Authorization"].partition("t=")[2].split(".")[1]
    said = json.loads(base64.urlsafe_b64decode(claims + "=="))
    assert (said["aud"], said["sub"]) == (service.url, CONTACT)


def test_a_device_is_told_by_whichever_process_stored_the_move(
    tmp_path, keys, service, monkeypatch
):
    """The device asked one process, and Ada moves at another."""
    monkeypatch.setattr(pusher, "GRACE", 0.0)
    how = {"push_keys": keys, "push_contact": CONTACT, "push_networks": HERE}
    with postgres_or_skip() as postgres:
        how["database"] = new_database(postgres)
        with app_client(tmp_path, **how) as one, app_client(tmp_path, **how) as other:
            match, ada, bob = new_duel(one)
            device = Device(f"{service.url}/bob/201")
            assert ask(one, match, bob, "subscribe", device.body) == {"ok": True}
            play(other, match, ada, "f8-f9")
            path, _, body = service.got.get(timeout=60)
            assert (path, device.read(body)["match"]) == ("/bob/201", match)
            wait_until_told(other, [1, 0])
            assert told(one) == [0, 0]


def test_who_looks_is_not_told(client, service):
    match, ada, bob = new_duel(client)
    ask(client, match, bob, "subscribe", Device(f"{service.url}/bob/201").body)
    with Seated(client, match, bob) as seated:
        play(client, match, ada, "f8-f9")
        seated.event("turn")
        # What is in a hidden tab is not seen; by now the first turn would have been told.
        play(client, match, bob, "f4-f3")
        assert seated.ask(do="looking", looking=0)["ok"]
        assert seated.ask(do="looking", looking=2)["code"] == "bad-request"
        play(client, match, ada, "h6-i5")
        service.got.get(timeout=60)
    wait_until_told(client, [1, 0])
    assert service.got.empty()


def test_a_device_that_is_gone_is_forgotten(client, service):
    match, ada, bob = new_duel(client)
    for status in (410, 201):
        ask(client, match, bob, "subscribe", Device(f"{service.url}/bob/{status}").body)
    play(client, match, ada, "f8-f9")
    assert {service.got.get(timeout=60)[0] for _ in range(2)} == {"/bob/410", "/bob/201"}
    wait_until_told(client, [1, 1])
    play(client, match, bob, "f4-f3")
    play(client, match, ada, "h6-i5")
    assert service.got.get(timeout=60)[0] == "/bob/201"
    wait_until_told(client, [2, 1])
    assert service.got.empty()


def test_a_device_can_say_no_more(client, service):
    match, ada, bob = new_duel(client)
    one, other = Device(f"{service.url}/one/201"), Device(f"{service.url}/other/201")
    for device in (one, other):
        ask(client, match, bob, "subscribe", device.body)
    body = {"endpoint": one.body["endpoint"]}
    assert ask(client, match, bob, "unsubscribe", body) == {"ok": True}
    play(client, match, ada, "f8-f9")
    assert service.got.get(timeout=60)[0] == "/other/201"
    wait_until_told(client, [1, 0])
    assert service.got.empty()


def test_redirects_are_not_followed(client, service):
    match, ada, bob = new_duel(client)
    ask(client, match, bob, "subscribe", Device(f"{service.url}/bob/307").body)
    play(client, match, ada, "f8-f9")
    assert service.got.get(timeout=60)[0] == "/bob/307"
    wait_until_told(client, [0, 1])
    assert service.got.empty()


def test_only_who_holds_a_seat_subscribes_and_only_to_https(client):
    match, _, bob = new_duel(client)
    device = Device("https://push.example.org/x").body
    assert ask(client, match, "stranger", "subscribe", device)["code"] == "not-your-seat"
    for endpoint in ("http://push.example.org/x", "ftp://x", "https://", "https://u:p@x.org/", "x"):
        refused = ask(client, match, bob, "subscribe", {**device, "endpoint": endpoint})
        assert refused["code"] == "bad-request", endpoint
    assert ask(client, match, bob, "subscribe", {**device, "auth": "AA"})["code"] == "bad-request"


def test_nothing_is_sent_unless_the_host_set_it_up(tmp_path):
    with app_client(tmp_path) as client:
        assert client.get("/api/games").json()["server"]["push"] is None
        match, _, bob = new_duel(client)
        refused = ask(client, match, bob, "subscribe", Device("https://push.example.org/x").body)
        assert refused["code"] == "not-allowed"


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1"),
        *("0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1"),
        *("::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:53aa::1"),
    ],
)
def test_addresses_that_are_not_public_are_not_written_to(address):
    found = ipaddress.ip_address(address)
    assert not delivery.is_public(found)
    assert delivery.is_public(found, [ipaddress.ip_network(found)])


def test_public_addresses_are():
    for address in ("8.8.8.8", "2606:4700::1111"):
        assert delivery.is_public(ipaddress.ip_address(address))


def deliver(endpoint, allowed=()):
    """Send something, in a thread: other tests may have left an event loop in this one."""
    with ThreadPoolExecutor(1) as threads:
        sending = lambda: asyncio.run(delivery.post(endpoint, {}, b"x", allowed))
        return threads.submit(sending).result()


def test_a_name_that_leads_inside_gets_nothing(service):
    for host in ("localhost", "127.0.0.1"):
        endpoint = f"https://{host}/x/201"
        with pytest.raises(PushError, match="a push service has a public address"):
            deliver(endpoint)
    with pytest.raises(PushError, match="port 443"):
        deliver(f"{service.url}/x/201")
    assert service.got.empty()


def test_name_servers_that_never_answer_keep_nobody_from_reading(monkeypatch):
    """The loop's own threads read matches from the database."""
    asked, answer = threading.Semaphore(0), threading.Event()

    def never(*given, **more):
        asked.release()
        answer.wait(60)
        raise socket.gaierror

    async def attack():
        waiting = [
            asyncio.create_task(delivery.post(f"https://{n}.example.org/", {}, b""))
            for n in range(50)
        ]
        try:
            while not asked.acquire(blocking=False):
                await asyncio.sleep(0.01)
            return await asyncio.wait_for(asyncio.to_thread(lambda: "read"), 30)
        finally:
            answer.set()
            await asyncio.gather(*waiting, return_exceptions=True)

    monkeypatch.setattr(socket, "getaddrinfo", never)
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(lambda: asyncio.run(attack())).result() == "read"


@pytest.mark.parametrize("host", ["a..b", "a" * 64, ".", "x" * 900, "xn--a-", "-", "%00"])
def test_a_host_that_cannot_be_any_is_an_address_that_nothing_comes_to(host, monkeypatch):
    """Python refuses such names in many ways, and one of them was a fault of the server."""

    def looked_up(host, *_, **__):
        host.encode("idna")  # as Python does before it asks anybody
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    with pytest.raises(PushError):
        deliver(f"https://{host}/x")


@pytest.fixture
def hostile(authority, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(authority))
    service = HostileService(authority)
    yield service
    service.close()


def test_an_answer_without_end_is_not_read_for_long(hostile):
    """Each "100 Continue" is an event of its own, and they took all the time of the loop."""
    with pytest.raises(PushError, match="not delivered: the answer is too long"):
        deliver(f"{hostile.url}/continuing", delivery.networks(HERE))


def test_nobody_waits_for_a_push_service_to_say_farewell(hostile):
    began = time.monotonic()
    assert deliver(f"{hostile.url}/open", delivery.networks(HERE)) == 201
    assert time.monotonic() - began < 0.8 * delivery._SECONDS


def test_push_services_of_browsers_do_not_wait_behind_others(client, service, hostile, monkeypatch):
    monkeypatch.setattr(delivery, "KNOWN_SERVICES", ("localhost",))
    for _ in range(3):  # more than are on their way at once
        match, ada, bob = new_duel(client)
        for number in range(8):
            ask(client, match, bob, "subscribe", Device(f"{hostile.url}/hanging/{number}").body)
        play(client, match, ada, "f8-f9")
    match, ada, bob = new_duel(client)
    known = service.url.replace("127.0.0.1", "localhost")
    ask(client, match, bob, "subscribe", Device(f"{known}/bob/201").body)
    play(client, match, ada, "f8-f9")
    assert service.got.get(timeout=0.8 * delivery._SECONDS)[0] == "/bob/201"


def test_who_left_is_told_however_quick_the_answer_was(client, service, monkeypatch):
    """Bob's turn waits for him while he plays it: Ada's comes meanwhile."""
    match, ada, bob = new_duel(client)
    monkeypatch.setattr(pusher, "GRACE", 2.0)
    ask(client, match, ada, "subscribe", Device(f"{service.url}/ada/201").body)
    play(client, match, ada, "f8-f9")
    play(client, match, bob, "f4-f3")
    assert service.got.get(timeout=60)[0] == "/ada/201"


def test_certificates_are_not_read_for_every_message(service, monkeypatch):
    """That takes tens of milliseconds, in which nobody moves."""
    made, make = [], ssl.create_default_context
    monkeypatch.setattr(ssl, "create_default_context", lambda: made.append(1) or make())
    delivery._certificates.cache_clear()
    for _ in range(3):
        deliver(f"{service.url}/x/201", delivery.networks(HERE))
    assert len(made) == 1


def test_a_certificate_must_be_trusted(service, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    allowed = delivery.networks(HERE)
    with pytest.raises(PushError, match="not delivered: SSLCertVerificationError"):
        deliver(f"{service.url}/x/201", allowed)


def test_keys_are_for_their_owner_alone_and_never_written_over(keys, tmp_path, capsys):
    assert keys.stat().st_mode & 0o777 == 0o600
    assert main(["push-keys", str(keys)]) == 1
    wrong = tmp_path / "wrong.pem"
    wrong.write_text("nothing", encoding="utf-8")
    for how in (["--push-keys", str(wrong)], ["--push-keys", str(keys), "--push-contact", "me"]):
        command = ["serve", "--port", "0", "--database", str(tmp_path / "x.db")]
        if "--push-contact" not in how:
            how = [*how, "--push-contact", CONTACT]
        assert main([*command, *how]) == 1
    errors = capsys.readouterr().err
    assert "has no keys" in errors
    assert "push services want to know whom to write to" in errors
    assert not Path(tmp_path / "x.db").exists()
