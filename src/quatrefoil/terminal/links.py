"""Addresses: the link of a match, with one's seat in it or without; and a server's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from quatrefoil.core.errors import FormatError, shortened


@dataclass(frozen=True)
class Link:
    """The address of a match: the server's, the match's id, and a secret if one's seat is in it.

    Where the dice wait for a value of one's own, that comes along too.
    """

    server: str
    match: str
    secret: str = ""
    value: str = ""

    @classmethod
    def parse(cls, text: str) -> Link:
        """Read `http://host/m/MATCH`, perhaps with `#SECRET` or `#SECRET.VALUE`."""
        try:
            parts = urlsplit(text.strip())
        except ValueError:  # a host in half a bracket
            parts = urlsplit("")
        head, _, match = parts.path.rstrip("/").rpartition("/m/")
        if parts.scheme not in ("http", "https") or not parts.netloc or not match or "/" in match:
            raise FormatError(
                f"a match's link is like http://127.0.0.1:8080/m/MATCH, not {shortened(text)}"
            )
        secret, _, value = parts.fragment.partition(".")
        if value and not re.fullmatch("[0-9a-f]{64}", value):
            raise FormatError("the link was cut off, or has too much at its end")
        return cls(f"{parts.scheme}://{parts.netloc}{head}", match, secret, value)

    def __str__(self) -> str:
        value = f".{self.value}" if self.value else ""
        seat = f"#{self.secret}{value}" if self.secret else ""
        return f"{self.server}/m/{self.match}{seat}"

    @property
    def api(self) -> str:
        """Where requests about the match go."""
        return f"{self.server}/api/matches/{quote(self.match, safe='')}"

    @property
    def socket(self) -> str:
        """Where the match is listened to."""
        return f"{self.api.replace('http', 'ws', 1)}/socket"


def server_of(text: str) -> str:
    """Read the address of a server, such as `http://127.0.0.1:8080`."""
    try:
        parts = urlsplit(text.strip())
    except ValueError:  # a host in half a bracket
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise FormatError(
            f"a server's address is like http://127.0.0.1:8080, not {shortened(text)}"
        )
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
