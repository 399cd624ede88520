"""A client that writes its own X-Forwarded-For is counted all the same, as one.

Once a server with `--trusted-proxies '*'`, as our own docs had it, believed the leftmost address,
which the client wrote. And each address of an IPv6 network was a client for itself.
"""

import time

import pytest
from attack_tools import AS_SERVED, ask, note, scale, serving

MATCH = {"game": "trickle", "seats": [{"kind": "me"}, {"kind": "open"}]}
#: What the proxy adds to the right, and what the client forges: another one for each request.
FORWARDED = {
    "forged addresses": "10.9.{high}.{low}, 198.51.100.7",
    "a forged proxy": "10.9.{high}.{low}, 127.0.0.1, 198.51.100.8",
    "addresses of one IPv6 network": "2001:db8:1:2::{high:x}:{low:x}",
}


@pytest.fixture(scope="module", params=scale(["*"], ["*", "127.0.0.1"]))
def server(request, tmp_path_factory):
    options = (*AS_SERVED, "--trusted-proxies", request.param)
    with serving(tmp_path_factory.mktemp("forwarded"), *options) as running:
        yield running


@pytest.mark.parametrize("what", FORWARDED)
def test_whoever_forges_addresses_is_one_client(server, what):
    wanted = scale(66, 300)
    began, made = time.monotonic(), 0
    for number in range(wanted):
        address = FORWARDED[what].format(high=number // 250, low=number % 250)
        status, _ = ask(server, "/api/matches", MATCH, {"X-Forwarded-For": address})
        made += status == 201
    took = time.monotonic() - began
    other, _ = ask(server, "/api/matches", MATCH, {"X-Forwarded-For": "203.0.113.9"})
    note(f"matches made with {what}, trusting {server.options[-1]}", f"{made} of {wanted}")
    assert made <= 60 + 1 + took  # 60 at once, one more each second
    assert other == 201
