"""One request of the HTTP API, as it is declared."""

from __future__ import annotations

from dataclasses import dataclass

from quatrefoil.match.errors import CODES
from quatrefoil.match.messages import MESSAGES
from quatrefoil.match.schema import Form, Object, Schema


@dataclass(frozen=True)
class Messages:
    """The body of `do`: any message of the socket."""

    def json_schema(self) -> Schema:
        """Return the schemas of all messages."""
        return {"oneOf": [message.json_schema(do=verb) for verb, message in MESSAGES.items()]}


@dataclass(frozen=True)
class Endpoint:
    """One request: its handler is the method with that name, of `Api` or another of them."""

    method: str
    path: str
    handler: str
    summary: str
    #: Keys that the answer has; what it is if it is not JSON.
    answer: tuple[str, ...]
    body: Form | Object | Messages | None = None
    query: Form | None = None
    status: int = 200
    kind: str = "application/json"
    #: Whether a secret may come along, to be more than a guest.
    secret: bool = False
    #: Whether pages of other sites may show the answer, as they do with pictures of links.
    for_anyone: bool = False
    #: Codes of refusals, besides those that every request can get.
    refusals: tuple[str, ...] = ()

    @property
    def codes(self) -> list[str]:
        """Every code of a refusal that the request can get."""
        common = {"bad-request", "not-allowed", "too-many", "unavailable", *self.refusals}
        if "{match}" in self.path or "{study}" in self.path:
            common.add("not-found")
        if self.body is not None:
            common |= {"too-large", "bad-type"}
        return [code for code in CODES if code in common]
