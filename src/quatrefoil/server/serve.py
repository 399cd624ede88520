"""Running the server: how uvicorn is set up, and what the terminal says."""

from __future__ import annotations

import asyncio
import gc
import logging.config
import socket
import sys
import webbrowser
from dataclasses import replace

import segno
import uvicorn

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.server import addresses
from quatrefoil.server.addresses import bracketed, is_loopback, local_url
from quatrefoil.server.app import make_app
from quatrefoil.server.connections import HttpProtocol, ServerConfig
from quatrefoil.server.direct import DirectProtocol
from quatrefoil.server.logs import log_config
from quatrefoil.server.open_files import fit_to_open_files
from quatrefoil.server.push.pusher import check_push
from quatrefoil.server.settings import Settings
from quatrefoil.server.store.opening import locked, prepare

#: How many ports above the usual one are tried, where no port was asked for.
_SPARE_PORTS = 20
#: Bytes that the system may keep for one connection, each way; Linux takes twice of it.
_KERNEL_BUFFER = 131_072


class ServeError(QuatrefoilError):
    """The server cannot start."""


def serve(settings: Settings, open_path: str | None = None, spare_ports: bool = False) -> None:
    """Serve until told to stop; `open_path` is what the browser is to show at once."""
    check_push(settings)
    with locked(settings.database):
        asyncio.run(prepare(settings.database))  # what is wrong is said before anybody is served
        _serve(settings, open_path, spare_ports)


def _serve(settings: Settings, open_path: str | None, spare_ports: bool) -> None:
    listener = _listen(settings, _SPARE_PORTS if spare_ports else 0)
    logging.config.dictConfig(log_config(settings.log_level))  # the first lines are logged here
    limits = fit_to_open_files(settings.limits)
    settings = replace(settings, port=listener.getsockname()[1], limits=limits)
    server = _Server(config_of(settings), settings, open_path)
    # Thousands of live matches make every full collection slow, and there are hardly any cycles:
    # to collect less often saves a quarter of the cost of a move. `freeze` keeps what is loaded
    # by now out of every collection.
    gc.set_threshold(50_000, 20, 50)
    gc.freeze()
    server.run(sockets=[listener])


def config_of(settings: Settings) -> ServerConfig:
    """Return how uvicorn is run."""
    limits = settings.limits
    if settings.trusted_proxies:
        # All connections come from there; proxies have limits of their own.
        limits = replace(limits, connections_per_address=limits.connections)
    return ServerConfig(
        make_app(settings),
        limits,
        http=HttpProtocol,
        ws=DirectProtocol,
        # Deflate would halve the throughput, and messages are short.
        ws_per_message_deflate=False,
        ws_max_size=settings.limits.frame,
        ws_ping_interval=8,
        ws_ping_timeout=8,
        # With '*' uvicorn believes what a client wrote itself: server/proxies.py does it instead.
        proxy_headers=False,
        log_config=log_config(settings.log_level),
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )


class _Server(uvicorn.Server):
    """Prints its address once it answers, and ends connections that take too long."""

    config: ServerConfig

    def __init__(self, config: ServerConfig, settings: Settings, open_path: str | None) -> None:
        super().__init__(config)
        self._settings = settings
        self._open_path = open_path

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            sys.stdout.write(greeting(self._settings))
            sys.stdout.flush()
            if self._open_path:
                webbrowser.open(local_url(self._settings) + self._open_path)

    async def on_tick(self, counter: int) -> bool:
        """Look through the connections every second, besides what uvicorn does."""
        if counter % 10 == 0:
            self.config.connections.sweep(self.server_state.connections)  # type: ignore[arg-type]
        return await super().on_tick(counter)


def greeting(settings: Settings) -> str:
    """Return what the terminal says: where the server is, and for whom."""
    if settings.public_url:
        return f"Quatrefoil is at {settings.public_url}\n"
    lines = [f"Quatrefoil is at {local_url(settings)}"]
    if is_loopback(settings.host):
        lines.append("Links from there work on this machine only.")
        if lan := addresses.lan_address():
            lines.append(f"To play with others in your network: quatrefoil serve --lan  ({lan})")
    elif url := addresses.lan_url(settings):
        lines += [f"In your network: {url}", qr_text(url)]
    lines.append("Stop it with Ctrl-C; nothing is lost.")
    return "\n".join(lines) + "\n"


def qr_text(url: str) -> str:
    """Return a QR code in half blocks: two rows of squares a line, readable on dark and light."""
    rows = [list(row) for row in segno.make(url, error="m", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    # A square of the code is dark; most terminals are too, so blocks draw the light ones.
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    lines = (
        zip(upper, lower, strict=True) for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
    return "\n".join("".join(blocks[int(a), int(b)] for a, b in line) for line in lines)


def _listen(settings: Settings, spare: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in range(settings.port, settings.port + spare + 1):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Every connection inherits these. The system would grow them to megabytes for a client that
        # does not read or that floods us.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KERNEL_BUFFER)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _KERNEL_BUFFER)
        try:
            listener.bind((settings.host, port))
        except OSError as found:
            listener.close()
            problem = found
        else:
            return listener
    raise ServeError(
        f"cannot listen on {bracketed(settings.host)}:{settings.port}: {problem.strerror};"
        " --port and --host choose another address"
    )
