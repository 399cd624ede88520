"""Addresses of the server: which work on this machine only, and which work for others."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from urllib.parse import urlsplit

from quatrefoil.server.settings import Settings

#: Hosts that mean all addresses of a machine.
_EVERYWHERE = ("0.0.0.0", "::", "")


def local_url(settings: Settings) -> str:
    """Return the address at which this machine itself reaches the server."""
    return _url("127.0.0.1" if settings.host in _EVERYWHERE else settings.host, settings.port)


def lan_url(settings: Settings) -> str | None:
    """Return the address for others in the network, if the server listens there."""
    lan = lan_address() if settings.host in _EVERYWHERE else None
    return _url(lan, settings.port) if lan else None


def shared_url(asked: str, client: str, settings: Settings) -> str:
    """Return the address for others, where somebody at `client` asked for the address `asked`.

    Somebody at this machine shares its address in the network. In a container no client is at
    this machine: the operator knows the outside address, and gives it as `public_url`.
    """
    if settings.public_url:
        return settings.public_url
    is_local = is_local_url(asked) and is_loopback(client)
    return (lan_url(settings) if is_local else None) or asked


def lan_address() -> str | None:
    """Return the address of this machine in its network; nothing is sent to find out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        address: str = probe.getsockname()[0]
        if not is_loopback(address) and address != "0.0.0.0":
            return address
    return None


def is_local_url(url: str) -> bool:
    """Whether an address works on this machine only."""
    return is_loopback(urlsplit(url).hostname or "")


def is_loopback(host: str) -> bool:
    """Whether a host is a loopback address or `localhost`."""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def bracketed(host: str) -> str:
    """Return a host as it is written before a port: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def _url(host: str, port: int) -> str:
    return f"http://{bracketed(host)}:{port}"
