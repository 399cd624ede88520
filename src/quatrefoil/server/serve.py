"""Running the server: uvicorn as it is fastest here, and what the terminal says."""

from __future__ import annotations

import uvicorn

from quatrefoil.server.app import make_app
from quatrefoil.server.settings import Settings


def config_of(settings: Settings) -> uvicorn.Config:
    """Return how uvicorn is run."""
    return uvicorn.Config(
        make_app(settings),
        host=settings.host,
        port=settings.port,
        # Deflate would halve the throughput, and messages are short.
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=settings.limits.frame,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        log_level=settings.log_level,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )


def serve(settings: Settings) -> None:
    """Serve until told to stop."""
    uvicorn.Server(config_of(settings)).run()
