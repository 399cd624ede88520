"""What protects browsers: headers of every HTTP answer, and which pages may ask here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quatrefoil.match import RefusedError

#: Only our own files, no inline scripts or styles, no frames; sockets to ourselves.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

#: Where the page is that other sites may show in a frame: a study to read, without a secret. No
#: other page may be, or somebody's click on another site could be one here.
_EMBEDDED = re.compile(r"/embed/s/[\w-]+")

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Links to matches carry their ids: other sites must not see them.
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


_FRAMED = {
    **{name: value for name, value in HEADERS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": CONTENT_SECURITY_POLICY.replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    ),
    "Cross-Origin-Resource-Policy": "cross-origin",
}


class SecurityHeaders:
    """Adds the headers to every HTTP answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        wanted = _FRAMED if _EMBEDDED.fullmatch(scope["path"]) else HEADERS

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=_holder(message))
                for name, value in wanted.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, guarded)


def _holder(message: Message) -> dict[str, Any]:
    """Return the message with a list of headers, which Starlette can edit."""
    message.setdefault("headers", [])
    return message  # type: ignore[return-value]


def must_be_own_page(method: str, headers: Mapping[str, str], public_url: str) -> None:
    """Refuse what a page of another site asks in a visitor's name; programs say nothing of a page.

    An Origin decides: every POST and every socket of a browser has one. Where there is none, as
    with pictures and hidden requests, the browser says whether another site asks. A link from
    elsewhere is fine.
    """
    origin = headers.get("origin")
    if origin is None:
        elsewhere = headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
        is_own = not elsewhere or (method == "GET" and headers.get("sec-fetch-mode") == "navigate")
    else:
        is_own = _is_own_origin(origin, headers.get("host", ""), public_url)
    if not is_own:
        raise RefusedError("not-allowed", "pages of other sites may not ask here")


def must_be_json(headers: Mapping[str, str]) -> None:
    """Refuse a body that is not said to be JSON: forms of other sites cannot say that."""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError("bad-type", "a body needs Content-Type: application/json")


def _is_own_origin(origin: str, host: str, public_url: str) -> bool:
    site = _site(origin)
    # Behind a proxy we do not know by which scheme people come, but the host they asked for.
    return site is not None and (site == _site(public_url) or site[1] == host.lower())


def _site(url: str) -> tuple[str, str] | None:
    """Return the scheme and the host of an address; None if it has none, or is no address."""
    try:
        parts = urlsplit(url)
    except ValueError:  # such as http://[
        return None
    return (parts.scheme, parts.netloc.lower()) if parts.netloc else None
