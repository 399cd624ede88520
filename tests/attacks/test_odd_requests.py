"""What no client sends: each gets a proper 4xx or close code, and nobody else notices."""

import pytest
from attack_tools import (
    CLOSE,
    PING,
    TEXT,
    Wire,
    bystanders,
    complaints,
    frame,
    http_answer,
    http_request,
    new_duel,
    note,
    serving,
    whole_logs,
)

UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\n"
)
#: What a match is asked, and what it should say: the rest of a path, a body, the status.
BODIES = {
    "a seat with a point": ("do", b'{"id":"1","do":"name","seat":1.0,"name":"x"}', 400),
    "a seat that is true": ("do", b'{"id":"2","do":"name","seat":true,"name":"x"}', 400),
    "an immense seat": ("do", b'{"id":"3","do":"name","seat":%b,"name":"x"}' % (b"9" * 4000), 400),
    "a number without end": ("do", b'{"id":"4","do":"name","seat":1e999,"name":"x"}', 400),
    "not a number": ("do", b'{"id":"5","do":"name","seat":NaN,"name":"x"}', 400),
    "a key twice": ("do", b'{"id":"6","do":"ping","do":"resign"}', 400),
    "a number for an id": ("do", b'{"id":123456789012345678901234567890,"do":"ping"}', 400),
    "an id of many lines": ("do", b'{"id":"a\\nb","do":"ping"}', 400),
    "a list": ("do", b"[]", 400),
    "nothing": ("do", b"", 400),
    "no UTF-8": ("do", b"\xff\xfe", 400),
    "a zipped body": ("do", b"\x1f\x8b\x08\x00\x00", 400),
    "a hundred thousand brackets": ("do", b"[" * 100_000, 413),
    "brackets that close": ("do", b"[" * 90_000 + b"]" * 90_000, 413),
    "brackets, not too many": ("do", b"[" * 7_000, 400),
    "deep options": ("join", b'{"name":%b"x"%b}' % (b'{"a":' * 900, b"}" * 900), 400),
    "a body past all bounds": ("do", b" " * 1_100_000, 413),
    "a seat that is not there": ("join", b'{"seat":1.0}', 400),
}
#: Whole requests; {match} is the match's path.
REQUESTS = {
    "300 headers": (http_request("{match}", None, *(f"X-{n}: y" for n in range(300))), {200, 431}),
    "an immense header": (http_request("{match}", None, "X: " + "y" * 200_000), {200, 400, 431}),
    "a long path": (http_request("/api/" + "y" * 60_000), {400, 404, 414}),
    "no host": (b"GET {match} HTTP/1.1\r\nConnection: close\r\n\r\n", {400}),
    "two hosts": (http_request("{match}", None, "Host: other"), {400}),
    "a host that is none": (http_request("/api/games", host="["), {200, 400}),
    "a host of bytes": (http_request("/api/games", host="\xe9\xff"), {200, 400}),
    "percent signs": (http_request("/api/matches/%ff%00%zz"), {404}),
    "a path that climbs": (http_request("/static/%2e%2e/server/serve.py"), {404}),
    "another method": (http_request("{match}", None, method="BREW"), {405}),
    "TRACE": (http_request("{match}", None, method="TRACE"), {405}),
    "OPTIONS": (http_request("{match}", None, method="OPTIONS"), {405}),
    "OPTIONS of all": (http_request("*", None, method="OPTIONS"), {400, 404, 405}),
    "HEAD": (http_request("{match}", None, method="HEAD"), {200}),
    "CONNECT": (http_request("x:80", None, method="CONNECT"), {400, 404, 405}),
    "a whole address": (http_request("http://elsewhere{match}"), {404}),
    "a range": (http_request("/", None, "Range: bytes=0-1,9-,x"), {200}),
    "a chunk that is none": (
        b"POST {match}/do HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        {400},
    ),
    "two lengths": (http_request("{match}/do", b"{}", "Content-Length: 3"), {400}),
    "a negative length": (
        b"POST {match}/do HTTP/1.1\r\nHost: x\r\nContent-Length: -3\r\n\r\n",
        {400},
    ),
    "another coding": (http_request("{match}/do", b"", "Transfer-Encoding: gzip"), {400, 501}),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 9, {400}),
    "a version before versions": (b"GET /\r\n\r\n", {400}),
    "an odd secret": (http_request("{match}", None, "Authorization: Bearer \xff\x80"), {200}),
    "another kind of secret": (http_request("{match}", None, "Authorization: Basic x"), {400}),
    "an odd query": (http_request("{match}/events?after=1&after=%ff&&=&wait=x"), {400}),
}
#: Requests for a socket, by the headers that they have besides.
SOCKETS = {
    "an origin that is none": ("Origin: http://[\r\n", 403),
    "an origin of null": ("Origin: null\r\n", 403),
    "two origins": ("Origin: a\r\nOrigin: b\r\n", 400),
    "300 headers": ("".join(f"X-{n}: y\r\n" for n in range(300)), 431),
    "an immense header": ("X: " + "y" * 20_000 + "\r\n", 431),
    "a body": ("Content-Length: 5\r\n\r\nhello", 400),
    "chunks": ("Transfer-Encoding: chunked\r\n", 400),
    "two versions": ("Sec-WebSocket-Version: 12\r\n", 400),
    "a protocol that is none": ("Sec-WebSocket-Protocol: \xff\r\n", 400),
}
#: Frames on a socket, and the code that it is closed with; None if it stays open.
FRAMES = {
    "a frame after the close": (frame(b"\x03\xe8", CLOSE) + frame({"id": "x", "do": "ping"}), 1000),
    "two closes": (frame(b"\x03\xe8", CLOSE) * 2, 1000),
    "half a code": (frame(b"\x03", CLOSE), 1002),
    "a code that is none": (frame(b"\x00\x01", CLOSE), 1002),
    "a reason that is no text": (frame(b"\x03\xe8\xff", CLOSE), 1007),
    "no UTF-8": (frame(b"\xff\xfe"), 1007),
    "an unknown kind": (frame(b"", 3), 1002),
    "reserved bits": (b"\xf1\x80\0\0\0\0", 1002),
    "no mask": (b"\x81\x02{}", 1002),
    "a piece of nothing": (frame(b"x", 0), 1002),
    "a ping in pieces": (frame(b"x", PING, last=False), 1002),
    "a long ping": (frame(b"x" * 200, PING), 1002),
    "an immense frame": (b"\x81\xff" + b"\x7f" + b"\xff" * 7 + bytes(4), 1009),
    "an impossible frame": (b"\x81\xff" + b"\xff" * 8 + bytes(4), 1009),
    "ten thousand brackets": (frame(b"[" * 10_000), None),
    "a second hello": (frame({"do": "hello", "secret": 1}), None),
    "nothing": (frame(b""), None),
    "binary": (frame(b"\xff", 2), None),
    "a list": (frame([{"id": "x", "do": "ping"}]), None),
    "a seat with a point": (frame({"id": "x", "do": "name", "seat": 1.0, "name": "x"}), None),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("odd"), "--unlimited", "--log-level", "warning") as server:
        yield server


@pytest.fixture(scope="module")
def match(server):
    return new_duel(server)


def answered(server, request):
    """Return the status of the answer; -1 if there is none for long."""
    try:
        return http_answer(server, request, timeout=10)[0]
    except TimeoutError:
        return -1


def judge(what, found, wanted):
    """Compare all answers with those that should be."""
    wrong = {name: found[name] for name in wanted if found[name] not in wanted[name]}
    note(f"odd {what}, answered wrongly of {len(wanted)}", f"{len(wrong)} {wrong}")
    assert wrong == {}


def test_odd_bodies(server, match):
    number, ada, _ = match
    found = {
        name: answered(
            server,
            http_request(f"/api/matches/{number}/{rest}", body, f"Authorization: Bearer {ada}"),
        )
        for name, (rest, body, _) in BODIES.items()
    }
    # What is too large is refused before it is read.
    judge("bodies", found, {name: {400, status} for name, (*_, status) in BODIES.items()})
    assert complaints(server) == []


def test_odd_requests(server, match):
    path = f"/api/matches/{match[0]}".encode()
    with bystanders(server, matches=3) as others:
        found = {
            name: answered(server, request.replace(b"{match}", path))
            for name, (request, _) in REQUESTS.items()
        }
    judge("requests", found, {name: statuses for name, (_, statuses) in REQUESTS.items()})
    assert others.saw_nothing()
    assert complaints(server) == []


def test_odd_requests_for_a_socket(server, match):
    path = f"/api/matches/{match[0]}/socket"
    found = {}
    for name, (headers, _) in SOCKETS.items():
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}{headers}\r\n"
        found[name] = answered(server, request.encode("latin-1"))
    judge("requests for a socket", found, {name: {code} for name, (_, code) in SOCKETS.items()})
    assert complaints(server) == []


def test_odd_frames(server, match):
    number, ada, _ = match
    found = {}
    for name, (frames, wanted) in FRAMES.items():
        wire = Wire(server, number, ada)
        assert wire.hear()[0] == TEXT
        wire.send(frames)
        if wanted is None:
            found[name] = wire.ask(id="still-there", do="describe").get("code")
        else:
            found[name] = wire.farewell()
        wire.close()
    judge("frames", found, {name: {code} for name, (_, code) in FRAMES.items()})
    assert complaints(server) == []


def test_after_all_that_the_match_is_as_it_was(server, match):
    number, ada, _ = match
    seen = server.ask(f"/api/matches/{number}", secret=ada)
    assert [seat["name"] for seat in seen["state"]["seats"]] == ["Ada", "Bob"]
    assert number in whole_logs(server.database)
