"""What a log must not tell: the secret of a seat, at any level; nor may it obey a stranger."""

import json

import pytest
from attack_tools import (
    Wire,
    complaints,
    frame,
    http_answer,
    http_request,
    new_duel,
    note,
    scale,
    serving,
)


@pytest.mark.parametrize("level", scale(["debug"], ["debug", "info"]))
def test_no_log_has_a_secret(tmp_path, level):
    with serving(tmp_path, "--unlimited", "--log-level", level) as server:
        match, *secrets = new_duel(server)
        made_up = "a-secret-that-opens-nothing-here"
        path = f"/api/matches/{match}"
        for secret in (*secrets, made_up):
            authorized = f"Authorization: Bearer {secret}"
            ping = {"id": "1", "do": "ping"}
            for request in (
                http_request(path, None, authorized),
                http_request(f"{path}/do", ping, authorized),
                http_request(f"{path}/do", b"{", authorized),
                http_request(f"{path}/join", {}, authorized),
                http_request(f"/m/{match}#{secret}"),  # some programs send the fragment too
                http_request(f"/api/matches/{match}#{secret}"),
                http_request(path, None, authorized, "Upgrade: h2c"),
                http_request(path, None, authorized, "Transfer-Encoding: gzip"),
                http_request(f"{path}/socket", None, authorized, "Upgrade: websocket"),
                http_request(path, None, f"Authorization: Basic {secret}"),
            ):
                http_answer(server, request)
            wire = Wire(server, match, secret)
            wire.ask(id="2", do="snapshot")
            wire.send(frame({"do": "hello", "secret": secret}))
            wire.send(frame(f"{{{secret}".encode()))
            wire.send(frame(secret.encode(), 2))
            wire.send(frame(secret.encode() + b"\xff"))
            wire.farewell()
            wire.close()
            wire = Wire(server, "no-such-match-id", secret, f"Cookie: {secret}\r\n")
            wire.farewell()
            wire.close()
        Wire(server, match, None, "Origin: http://elsewhere\r\n").close()
    log = server.log.read_text()
    told = sum(log.count(secret) for secret in (*secrets, made_up))
    note(f"secrets in the log at level {level}", told)
    assert told == 0


def test_strangers_write_nothing_into_the_log(tmp_path):
    """Neither control characters nor line after line."""
    with serving(tmp_path, "--unlimited", "--log-level", "warning") as server:
        match, ada, _ = new_duel(server)
        for number in range(scale(10, 100)):
            escape = f"\x1b]0;{number}\x07\x9b2J"
            body = {"id": escape, "do": escape, escape: escape}
            http_answer(server, http_request(f"/api/matches/{match}/do", body))
            http_answer(server, http_request("/%1b%5d%07%c2%9b", None, "X-Odd: \x9b2J"))
            http_answer(server, f"GET /{escape} HTTP/1.1\r\n\r\n".encode("latin-1"))
            wire = Wire(server, match, ada, "Origin: http://[\x9b\r\n")
            wire.close()
            wire = Wire(server, match, ada)
            wire.send(frame(escape.encode()) + frame(b"\x1b\xff"))
            wire.farewell()
            wire.close()
    lines = server.log.read_text().split("\n")
    assert all(line.isprintable() for line in lines)
    # On a busy machine the server may say of itself that it was slow.
    caused = [line for line in lines if line and json.loads(line)["logger"].startswith("uvicorn")]
    note("bytes of the log that strangers caused", sum(map(len, caused)))
    assert caused == []
    assert complaints(server) == []
