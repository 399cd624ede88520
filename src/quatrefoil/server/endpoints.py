"""Every request of the HTTP API, once: routes and the OpenAPI description are made from this."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from quatrefoil.core.constants import MAX_PLAYERS

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_NAME: Schema = {"type": "string", "maxLength": 200}
_OBJECT: Schema = {"type": "object"}
_TOKENS: Schema = {
    "type": "array",
    "items": {"type": "string", "maxLength": 200},
    "maxItems": 64,
}
_SEATS: Schema = {
    "type": "array",
    "maxItems": MAX_PLAYERS,
    "items": {
        "type": "object",
        "required": ["kind"],
        "additionalProperties": False,
        "properties": {
            "kind": {"enum": ["me", "open", "computer"]},
            "name": _NAME,
            "level": {"type": ["integer", "null"], "minimum": 1, "maximum": 8},
        },
    },
}
_CLOCK: Schema = {
    "oneOf": [
        {"type": "null"},
        {
            "type": "object",
            "required": ["kind", "base"],
            "additionalProperties": False,
            "properties": {
                "kind": {"const": "realtime"},
                "base": {"type": "integer", "minimum": 0, "maximum": 86_400},
                "increment": {"type": "integer", "minimum": 0, "maximum": 3_600},
            },
        },
        {
            "type": "object",
            "required": ["kind", "days"],
            "additionalProperties": False,
            "properties": {
                "kind": {"const": "correspondence"},
                "days": {"type": "integer", "minimum": 1, "maximum": 60},
            },
        },
    ]
}
_GAME: Schema = {"type": "string", "examples": ["trickle"]}


def _body(required: list[str], **properties: Schema) -> Schema:
    return {
        "type": "object",
        "required": required,
        "additionalProperties": False,
        "properties": properties,
    }


def _answer(*required: str, **properties: Schema) -> Schema:
    return {"type": "object", "required": list(required), "properties": properties}


def _number(name: str, words: str, high: int = 10**9) -> Schema:
    return {
        "name": name,
        "in": "query",
        "description": words,
        "schema": {"type": "integer", "minimum": 0, "maximum": high},
    }


@dataclass(frozen=True)
class Endpoint:
    """One request: its handler is the method of `Api` with that name."""

    method: str
    path: str
    handler: str
    summary: str
    answer: Schema
    body: Schema | None = None
    query: tuple[Schema, ...] = ()
    status: int = 200
    kind: str = "application/json"
    #: Whether a secret may come along, to be more than a guest.
    secret: bool = False
    #: Codes of refusals, besides those that every request can get.
    refusals: tuple[int, ...] = field(default=())


_MATCH = "/api/matches/{match}"

ENDPOINTS = (
    Endpoint("GET", "/api/games", "games", "List the games", _answer("games", "levels", "server")),
    Endpoint(
        "POST",
        "/api/rules",
        "rules",
        "Check options, and get the board",
        _answer(
            "game", "rules", "options", "changed", "players", "player_names", "has_dice", "board"
        ),
        _body(["game"], game=_GAME, options=_OBJECT),
        refusals=(404,),
    ),
    Endpoint(
        "POST",
        "/api/matches",
        "make_match",
        "Make a match",
        _answer("id", "secret", "seats", "link", "take_along", id=_TEXT, secret=_TEXT),
        _body(
            ["seats"],
            game=_GAME,
            options=_OBJECT,
            seats=_SEATS,
            clock=_CLOCK,
            first={"enum": ["rules", "roll", "rps"]},
            position=_OBJECT,
        ),
        status=201,
        refusals=(404,),
    ),
    Endpoint(
        "GET",
        _MATCH,
        "match",
        "Show a match",
        _answer("id", "game", "rules", "options", "mine", "last", "history", "state"),
        secret=True,
    ),
    Endpoint(
        "POST",
        f"{_MATCH}/join",
        "join",
        "Take an open seat",
        _answer("id", "secret", "seats", "take_along"),
        _body([], name=_NAME, seat={"type": "integer", "minimum": 0, "maximum": 5}),
        secret=True,
        refusals=(409,),
    ),
    Endpoint(
        "POST",
        f"{_MATCH}/do",
        "do",
        "Do what a message of the socket says",
        _answer("ok"),
        {
            "type": "object",
            "required": ["do"],
            "properties": {
                "do": _TEXT,
                "id": {"type": "string", "minLength": 1, "maxLength": 64},
                "seat": {"type": "integer", "minimum": 0, "maximum": 5},
                "tokens": _TOKENS,
                "at": {"type": "integer", "minimum": 0},
                "sign": {"enum": ["rock", "paper", "scissors"]},
                "name": _NAME,
                "text": {"type": "string", "maxLength": 64},
            },
        },
        secret=True,
        refusals=(403, 409, 422),
    ),
    Endpoint(
        "GET",
        f"{_MATCH}/events",
        "events",
        "Show the log after an event",
        _answer("events", "last"),
        query=(
            _number("after", "the last event already known"),
            _number("wait", "1 waits up to 25 seconds for an event", 1),
        ),
    ),
    Endpoint(
        "GET",
        f"{_MATCH}/steps",
        "steps",
        "Show a match move by move",
        _answer("steps", "total"),
        query=(
            _number("from", "the first step; 0 is the start"),
            _number("to", "the last step; at most 100 are given"),
        ),
    ),
    Endpoint(
        "GET",
        f"{_MATCH}/record",
        "record",
        "Show the record",
        _answer("format", "version", "game", "options", "moves", "result"),
        refusals=(403,),
    ),
    Endpoint(
        "GET",
        f"{_MATCH}/review",
        "review",
        "Say what every move of a finished match was worth",
        _answer("points"),
        refusals=(403,),
    ),
    Endpoint(
        "POST",
        "/api/records",
        "load_record",
        "Look at a record as a match",
        _answer("id", "link"),
        _OBJECT,
        status=201,
        refusals=(404,),
    ),
    Endpoint(
        "POST",
        "/api/analyse",
        "analyse",
        "Say which moves are good",
        _answer("turn", "best", "value", "values", "moves"),
        _body(
            [],
            record=_OBJECT,
            position=_OBJECT,
            level={"type": "integer", "minimum": 1, "maximum": 8},
        ),
        refusals=(403, 404),
    ),
    Endpoint(
        "POST",
        "/api/look",
        "look",
        "Show a position after some moves",
        _answer("position", "scene", "paths", "turn", "over"),
        _body(["position"], position=_OBJECT, tokens=_TOKENS),
        refusals=(404,),
    ),
    Endpoint(
        "POST",
        "/api/qr",
        "qr",
        "Draw an address of this server as a QR code",
        _TEXT,
        _body(["text"], text={"type": "string", "maxLength": 300}),
        kind="image/svg+xml",
        refusals=(403,),
    ),
)

_REFUSAL: Schema = {
    "type": "object",
    "required": ["ok", "code", "message"],
    "properties": {
        "ok": {"const": False},
        "code": _TEXT,
        "message": _TEXT,
        "retry_after": {"type": "integer"},
        "reason": _TEXT,
        "values": _OBJECT,
    },
}
_REASONS = {
    400: "not of the form that is asked for",
    403: "not allowed",
    404: "no such match or game",
    409: "not in this state of the match",
    413: "too large",
    422: "not a legal move",
    429: "too many requests; Retry-After says how many seconds to wait",
    503: "could not be stored; try again",
}


def openapi(version: str) -> Schema:
    """Return the OpenAPI description of the HTTP API."""
    paths: dict[str, Schema] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Quatrefoil",
            "version": version,
            "description": "Make, find and play matches. Live play is over the WebSocket"
            " /api/matches/{match}/socket; docs/protocol.md describes its messages.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": {"Refusal": _REFUSAL},
            "securitySchemes": {"secret": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint) -> Schema:
    operation: Schema = {
        "operationId": endpoint.handler,
        "summary": endpoint.summary,
        "responses": _responses(endpoint),
    }
    parameters = list(endpoint.query)
    if "{match}" in endpoint.path:
        id_schema = {"type": "string", "pattern": "^[A-Za-z0-9_-]{16}$"}
        parameters.append({"name": "match", "in": "path", "required": True, "schema": id_schema})
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        content = {"application/json": {"schema": endpoint.body}}
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.secret:
        operation["security"] = [{"secret": []}, {}]
    return operation


def _responses(endpoint: Endpoint) -> Schema:
    statuses = {400, 429, 503, *endpoint.refusals}
    if "{match}" in endpoint.path:
        statuses.add(404)
    if endpoint.body is not None:
        statuses.add(413)
    refusal = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    found: Schema = {
        str(status): {"description": _REASONS[status], "content": refusal}
        for status in sorted(statuses)
    }
    content = {endpoint.kind: {"schema": endpoint.answer}}
    return {str(endpoint.status): {"description": "done", "content": content}} | found
