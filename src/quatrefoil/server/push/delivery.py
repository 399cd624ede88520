"""One request to a push service.

The address comes from a stranger's browser, so that it must not lead us anywhere else: https alone,
every address that its name has must be public, the connection goes to the very address that was
checked, redirects are not followed, and it all takes bounded time and memory.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from urllib.parse import urlsplit

import h11

from quatrefoil.server.push.keys import PushError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

#: Seconds for all of it, and bytes of an answer that are read: we want its first line.
_SECONDS = 10.0
_MOST_BYTES = 16_384
#: The push services that browsers use, and everything below these names. Others may be anything.
KNOWN_SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)
#: Names are looked up in threads of their own: whose name server never answers holds a thread for
#: long, and the loop's own threads read matches. Those that are known wait for no others.
_THREADS = {True: ThreadPoolExecutor(4, "push"), False: ThreadPoolExecutor(8, "push")}
#: IPv6 addresses that stand for one of IPv4 behind a translator.
_TRANSLATED = ipaddress.ip_network("64:ff9b::/32")


def networks(text: str) -> list[Network]:
    """Read networks with commas between."""
    try:
        return [ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip()]
    except ValueError as problem:
        raise PushError(f"a network is written like 10.0.0.0/8: {problem}") from None


def check_endpoint(endpoint: str) -> tuple[str, int]:
    """Return host and port of a push service; refuse what is no https address."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port or 443
        host.encode("ascii")
    except ValueError:
        host = ""
    else:
        plain = not parts.username and not parts.password and not parts.fragment
        if parts.scheme == "https" and host and plain and endpoint.isascii():
            return host, port
    raise PushError("a push service has an https address")


def is_known(endpoint: str) -> bool:
    """Whether an address is at a push service that browsers use."""
    host = check_endpoint(endpoint)[0]
    return any(f".{host}".endswith(f".{service}") for service in KNOWN_SERVICES)


def is_public(address: Address, allowed: Sequence[Network] = ()) -> bool:
    """Whether messages may go to an address: a public one, or one that the host allows."""
    if any(address in network for network in allowed):
        return True
    if isinstance(address, ipaddress.IPv6Address):
        hidden = address.ipv4_mapped or address.sixtofour or address.teredo
        if hidden or address in _TRANSLATED:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


async def post(
    endpoint: str, headers: Mapping[str, str], body: bytes, allowed: Sequence[Network] = ()
) -> int:
    """Send a message to a push service; return the status of its answer."""
    try:
        async with asyncio.timeout(_SECONDS):
            host, port = check_endpoint(endpoint)
            if port != 443 and not allowed:
                raise PushError("a push service listens on port 443")
            threads = _THREADS[is_known(endpoint)]
            address, trust = await _checked_address(threads, host, port, allowed)
            return await _exchange(endpoint, host, address, port, trust, headers, body)
    except (OSError, ssl.SSLError, h11.ProtocolError, TimeoutError, ValueError) as problem:
        # A ValueError is a host that cannot be any: Python has many words for them.
        raise PushError(f"not delivered: {type(problem).__name__}") from problem


async def _checked_address(
    threads: ThreadPoolExecutor, host: str, port: int, allowed: Sequence[Network]
) -> tuple[str, ssl.SSLContext]:
    """Return an address of a host, all of whose addresses are public, and whom to trust there."""
    addresses, trust = await asyncio.get_running_loop().run_in_executor(
        threads, _looked_up, host, port
    )
    for text in addresses:
        if not is_public(ipaddress.ip_address(text.partition("%")[0]), allowed):
            raise PushError("a push service has a public address")
    return addresses[0], trust


def _looked_up(host: str, port: int) -> tuple[list[str], ssl.SSLContext]:
    """Return the addresses of a host, and the certificates of the system; for a thread."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    file, day = os.environ.get("SSL_CERT_FILE"), int(time.time()) // 86_400
    return [str(place[4][0]) for place in found], _certificates(file, day)


@lru_cache(maxsize=2)
def _certificates(file: str | None, day: int) -> ssl.SSLContext:
    """Return whom to trust: read once a day, as that takes longer than hundreds of moves."""
    return ssl.create_default_context()


async def _exchange(
    endpoint: str,
    host: str,
    address: str,
    port: int,
    trust: ssl.SSLContext,
    headers: Mapping[str, str],
    body: bytes,
) -> int:
    parts = urlsplit(endpoint)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    # The name is what the certificate must be for; the connection goes where we looked.
    reader, writer = await asyncio.open_connection(address, port, ssl=trust, server_hostname=host)
    try:
        wire = h11.Connection(h11.CLIENT, max_incomplete_event_size=_MOST_BYTES)
        all_headers = {
            "Host": parts.netloc,
            "Content-Length": str(len(body)),
            "Connection": "close",
            **headers,
        }
        request = h11.Request(method="POST", target=target, headers=list(all_headers.items()))
        writer.write(wire.send(request) or b"")
        writer.write(wire.send(h11.Data(data=body)) or b"")
        writer.write(wire.send(h11.EndOfMessage()) or b"")
        await writer.drain()
        left = _MOST_BYTES
        while True:
            event = wire.next_event()
            if isinstance(event, h11.Response):
                return int(event.status_code)
            if isinstance(event, h11.ConnectionClosed):
                raise PushError("not delivered: the connection was closed")
            if event is h11.NEED_DATA:
                if not left:
                    raise PushError("not delivered: the answer is too long")
                piece = await reader.read(min(left, 4096))
                left -= len(piece)
                wire.receive_data(piece)
    finally:
        # Nobody waits for a farewell: who never says it would be waited for.
        writer.transport.abort()
