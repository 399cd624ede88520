"""Who a client is, where a proxy stands in front: the address that a trusted proxy saw.

Each proxy adds to the right of X-Forwarded-For the address that it was asked from. What stands left
of that came with the request, and anybody can have written it:

    X-Forwarded-For: forged, forged, 198.51.100.7     from a proxy that is trusted
                                     └ the client: the first from the right that is no such proxy
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

from starlette.types import Scope

from quatrefoil.core.errors import FormatError, shortened

#: Whoever asks directly is a proxy, and the only one.
ANYBODY = "*"

Address = IPv4Address | IPv6Address


class Proxies:
    """The proxies whose word counts: addresses and networks with commas between, or `*`."""

    def __init__(self, trusted: str) -> None:
        names = [name.strip() for name in trusted.split(",") if name.strip()]
        self._anybody = names == [ANYBODY]
        self._networks = [] if self._anybody else [_network(name) for name in names]

    def __bool__(self) -> bool:
        return self._anybody or bool(self._networks)

    def include(self, peer: str) -> bool:
        """Whether somebody who asks directly is one of them."""
        return self._anybody or self._names(_parsed(peer))

    def unveil(self, scope: Scope) -> None:
        """Put the client's own address and scheme into a request that came by trusted proxies."""
        peer = scope.get("client")
        if not peer or not self.include(peer[0]):
            return
        client = self.client(peer[0], _values(scope, b"x-forwarded-for"))
        if client != peer[0]:
            scope["client"] = (client, 0)
        scheme = next(_values(scope, b"x-forwarded-proto"), "").lower()
        if scheme in ("http", "https"):
            websocket = scope["type"] == "websocket"
            scope["scheme"] = scheme.replace("http", "ws") if websocket else scheme

    def client(self, peer: str, hops: Iterator[str]) -> str:
        """Return who asked a trusted peer; `hops` are those that were forwarded, the last first."""
        found = peer
        for hop in hops:
            address = _parsed(hop)
            if address is None:
                break  # a proxy that does not know: it is counted itself
            found = str(address)
            if not self._names(address):
                break
        return found

    def _names(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._networks)


def counted_as(host: str) -> str:
    """Return what limits count a client by: its address, or its network where it has IPv6.

    Whoever has one IPv6 address has all 2⁶⁴ of its network.
    """
    address = _parsed(host)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return str(address or host)


def _parsed(text: str) -> Address | None:
    """Return an address that may have a port: 192.0.2.1:80, [2001:db8::1]:80."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise FormatError(
            "a trusted proxy is an address or a network such as 127.0.0.1 or 10.0.0.0/8, or all are"
            f" {ANYBODY!r}, not {shortened(text)}"
        ) from None


def _values(scope: Scope, name: bytes) -> Iterator[str]:
    """Return what a header lists, the last first: it may stand there several times."""
    lines = [value for key, value in scope["headers"] if key == name]
    return reversed([item.strip() for item in b",".join(lines).decode("latin-1").split(",")])
