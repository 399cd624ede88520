"""The server's keys for Web Push (VAPID, RFC 8292), and messages encrypted for one device.

The extra `push` brings the cryptography; it is imported when keys are read or made.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from quatrefoil.core.errors import MissingExtraError, QuatrefoilError
from quatrefoil.server.store.contract import Subscription


class PushError(QuatrefoilError):
    """Push cannot be set up, or a device cannot be told."""


#: Seconds for which a push service may keep a message for a device that is away, and for which it
#: may take our signature.
_KEPT = 86_400
_SIGNED = 12 * 3600


def make_keys(file: Path) -> str:
    """Write a new pair of keys to a file that only its owner can read; return the public one."""
    vapid = _library().Vapid02()
    vapid.generate_keys()
    pem = vapid.private_pem()
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as opened:
        opened.write(pem)
    return PushKeys(file, "mailto:nobody@example.org").public


class PushKeys:
    """The keys, and whom a push service may write to about us."""

    def __init__(self, file: Path, contact: str) -> None:
        if not contact.startswith(("mailto:", "https://")):
            raise PushError(
                "push services want to know whom to write to: give --push-contact"
                " mailto:you@example.org, or an https address"
            )
        library = _library()
        try:
            self._vapid = library.Vapid02.from_pem(file.read_bytes())
        except (ValueError, library.VapidException) as problem:
            raise PushError(
                f"{file} has no keys: make some with quatrefoil push-keys ({problem})"
            ) from None
        self._contact = contact
        self.public = _base64(_point(self._vapid.public_key))

    def request(
        self, to: Subscription, message: dict[str, Any], topic: str, now: float
    ) -> tuple[dict[str, str], bytes]:
        """Return headers and body that bring a message to a device; for a thread."""
        from pywebpush import WebPusher

        info = {"endpoint": to.endpoint, "keys": {"p256dh": to.p256dh, "auth": to.auth}}
        try:
            body = bytes(WebPusher(info).encode(json.dumps(message).encode())["body"])
        except Exception as problem:  # the keys are a stranger's, and so is what is wrong with them
            raise PushError(f"no message can be encrypted for this device: {problem}") from None
        parts = urlsplit(to.endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(now) + _SIGNED,
            "sub": self._contact,
        }
        return {
            **self._vapid.sign(claims),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(_KEPT),
            "Urgency": "high",
            # A message that is not delivered yet gives way to the next about the same match.
            "Topic": topic,
        }, body


def check_device(p256dh: str, auth: str) -> None:
    """Refuse keys of a device that cannot be any."""
    for name, text, length in (("p256dh", p256dh, 65), ("auth", auth, 16)):
        try:
            found = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        except (ValueError, binascii.Error):
            found = b""
        if len(found) != length:
            raise PushError(f"{name} is {length} bytes in base64")


def _point(key: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return bytes(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _library() -> Any:
    try:
        import py_vapid
        import pywebpush  # noqa: F401  # both come with the extra
    except ImportError as problem:
        raise MissingExtraError.of("push", problem) from None
    return py_vapid
