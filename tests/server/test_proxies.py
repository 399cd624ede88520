"""Who a client is, where proxies stand in front."""

import pytest

from quatrefoil.core.errors import FormatError
from quatrefoil.server.proxies import Proxies, counted_as


def client_of(trusted, peer, *lines, kind="http", **headers):
    """Return the address and the scheme of a request that comes with some X-Forwarded-For."""
    found = [(b"x-forwarded-for", line.encode()) for line in lines]
    found += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": kind, "client": (peer, 1), "headers": found, "scheme": "http"}
    Proxies(trusted).unveil(scope)
    return scope["client"][0], scope["scheme"]


@pytest.mark.parametrize(
    ("trusted", "peer", "lines", "client"),
    [
        # Nobody is trusted, or not who asks: what is forwarded does not count.
        ("", "192.0.2.1", ["198.51.100.7"], "192.0.2.1"),
        ("127.0.0.1", "192.0.2.1", ["198.51.100.7"], "192.0.2.1"),
        # The first from the right that is no trusted proxy.
        ("127.0.0.1", "127.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("127.0.0.1", "127.0.0.1", ["6.6.6.6, 198.51.100.7"], "198.51.100.7"),
        ("127.0.0.1", "127.0.0.1", ["6.6.6.6", "198.51.100.7"], "198.51.100.7"),
        ("127.0.0.1, 10.0.0.0/8", "127.0.0.1", ["6.6.6.6,198.51.100.7,10.1.2.3"], "198.51.100.7"),
        ("127.0.0.1", "127.0.0.1", ["198.51.100.7, 10.1.2.3"], "10.1.2.3"),
        # Everybody who asks directly is a proxy, and the only one.
        ("*", "172.17.0.1", ["6.6.6.6, 198.51.100.7"], "198.51.100.7"),
        ("*", "172.17.0.1", ["198.51.100.7, 172.17.0.1"], "172.17.0.1"),
        ("*", "172.17.0.1", [], "172.17.0.1"),
        # A proxy that says nothing, or nothing that is an address, is counted itself.
        ("127.0.0.1", "127.0.0.1", [""], "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", ["6.6.6.6, unknown"], "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", ["6.6.6.6, \xff"], "127.0.0.1"),
        ("127.0.0.1,10.0.0.1", "127.0.0.1", ["6.6.6.6, what, 10.0.0.1"], "10.0.0.1"),
        # Ports and IPv6, also as a proxy that listens on both writes IPv4.
        ("127.0.0.1", "::ffff:127.0.0.1", ["198.51.100.7:4711"], "198.51.100.7"),
        ("::1", "::1", ["[2001:db8::1]:4711"], "2001:db8::1"),
        ("2001:db8:5::/48", "2001:db8:5::2", ["2001:db8::1"], "2001:db8::1"),
    ],
)
def test_the_client_is_whom_a_trusted_proxy_saw(trusted, peer, lines, client):
    assert client_of(trusted, peer, *lines)[0] == client


def test_the_scheme_is_the_one_that_the_nearest_proxy_saw():
    given = {"x_forwarded_proto": "http, https"}
    assert client_of("*", "10.0.0.1", **given)[1] == "https"
    assert client_of("*", "10.0.0.1", kind="websocket", **given)[1] == "wss"
    assert client_of("10.0.0.2", "10.0.0.1", **given)[1] == "http"
    assert client_of("*", "10.0.0.1", x_forwarded_proto="gopher")[1] == "http"


@pytest.mark.parametrize("trusted", ["localhost", "10.0.0.0/99", "*, 10.0.0.1", "a b"])
def test_what_is_no_proxy_is_refused_with_a_sentence(trusted):
    with pytest.raises(FormatError, match="a trusted proxy is an address"):
        Proxies(trusted)


def test_an_ipv6_network_is_one_client():
    assert counted_as("2001:db8:1:2::1") == counted_as("2001:db8:1:2:ffff::9")
    assert counted_as("2001:db8:1:2::1") != counted_as("2001:db8:1:3::1")
    assert counted_as("::ffff:192.0.2.1") == counted_as("192.0.2.1") == "192.0.2.1"
    assert counted_as("fe80::1%eth0") == counted_as("fe80::2%eth0")
    assert counted_as("") == ""
    assert counted_as("testclient") == "testclient"
