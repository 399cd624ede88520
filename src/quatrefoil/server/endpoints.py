"""Every request of the HTTP API, declared once: routes, validation and OpenAPI come from this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quatrefoil.draw.print.paper import PAPERS
from quatrefoil.match.errors import CODES
from quatrefoil.match.messages import (
    JOIN,
    MATCH_ID,
    MAX_EVENT,
    MAX_ID,
    MAX_NAME_SENT,
    MAX_SECRET,
    MAX_TOKEN,
    MESSAGES,
    new_match,
)
from quatrefoil.match.schema import Choice, Field, Form, Forms, Object, Schema, Strings, Text, Whole
from quatrefoil.search import LEVELS
from quatrefoil.view.words import LANGUAGES

#: How well the computer can play.
LEVEL_NUMBERS = tuple(level.number for level in LEVELS)
#: The level of an analysis, where none is asked for.
ANALYSIS_LEVEL = 6
#: How long `events?wait=1` waits, in seconds.
WAIT_SECONDS = 25
#: How many steps are given at a time, and how many tokens `look` takes.
MAX_STEPS = 100
#: How many events are given at a time.
MAX_EVENTS = 1000
#: How many matches one asks about at a time.
MAX_MINE = 40
#: How many positions a moving picture shows: each takes some 60 ms to draw.
MAX_FRAMES = 200
#: Characters of an address that is drawn as a QR code.
MAX_QR = 300

_POSITION = Object()
_RECORD = Object()

RULES = Form(
    "the request",
    (
        Field("game", Text(MAX_NAME_SENT), help="the name of a game"),
        Field("options", Object(), {}, help="options of the rules that differ from the usual"),
    ),
)
NEW_MATCH = new_match(LEVEL_NUMBERS)
ANALYSE = Form(
    "the request",
    (
        Field("record", _RECORD, None, help="a record; its last position is looked at"),
        Field("position", _POSITION, None, help="or a position"),
        Field("level", Whole(LEVEL_NUMBERS[0], LEVEL_NUMBERS[-1]), ANALYSIS_LEVEL),
    ),
)
LOOK = Form(
    "the request",
    (
        Field("position", _POSITION),
        Field("tokens", Strings(MAX_STEPS, MAX_TOKEN), [], help="moves to make from there"),
        Field("place", Text(MAX_TOKEN), "", help="a place of the board: `words` are then about it"),
    ),
)
MINE = Form(
    "the request",
    (
        Field(
            "matches",
            Forms(
                Form(
                    "a match",
                    (
                        Field("id", Text(MAX_ID)),
                        Field("secret", Text(MAX_SECRET), None, help="of the seats there"),
                    ),
                ),
                MAX_MINE,
            ),
        ),
    ),
)
QR = Form("the request", (Field("text", Text(MAX_QR), help="an address of this server"),))

#: Characters of an address at a push service: the longest that are known have some 600.
MAX_ENDPOINT = 1000
_DEVICE = Field("endpoint", Text(MAX_ENDPOINT), help="the address of a device at its push service")
SUBSCRIBE = Form(
    "the request",
    (
        _DEVICE,
        Field("p256dh", Text(100), help="the device's public key in base64"),
        Field("auth", Text(40), help="its secret in base64"),
        Field("language", Choice(LANGUAGES), LANGUAGES[0]),
    ),
)
UNSUBSCRIBE = Form("the request", (_DEVICE,))

_STEP = Whole(0, MAX_EVENT)
EVENTS = Form(
    "the query",
    (
        Field(
            "after",
            Whole(0, MAX_EVENT),
            0,
            help=f"the last event already known; at most {MAX_EVENTS} later ones are given",
        ),
        Field("wait", Whole(0, 1), 0, help=f"1 waits up to {WAIT_SECONDS} seconds for an event"),
    ),
    ignores_others=True,
)
STEPS = Form(
    "the query",
    (
        Field("from", _STEP, 0, help="the first step; 0 is the start"),
        Field("to", _STEP, MAX_EVENT, help=f"the last step; at most {MAX_STEPS} are given"),
    ),
    ignores_others=True,
)


_AT = Field("at", _STEP, MAX_EVENT, help="after how many moves; by default after all of them")
_DARK = Field("dark", Whole(0, 1), 0, help="1 is in dark colours")
PICTURE = Form(
    "the query",
    (_AT, _DARK, Field("flipped", Whole(0, 1), 0, help="1 is from the other side")),
    ignores_others=True,
)
_LANGUAGE = Field("language", Choice(LANGUAGES), LANGUAGES[0])
CARD = Form("the query", (_AT, _LANGUAGE), ignores_others=True)
GAME_CARD = Form("the query", (_LANGUAGE,), ignores_others=True)
FILM = Form(
    "the query",
    (
        Field("from", _STEP, 0, help="the first position; 0 is the start"),
        Field("to", _STEP, MAX_EVENT, help=f"the last one; at most {MAX_FRAMES} positions"),
        _DARK,
    ),
    ignores_others=True,
)
SHEET = Form(
    "the query",
    (Field("paper", Choice(tuple(PAPERS)), "a4"), _LANGUAGE),
    ignores_others=True,
)


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
        if "{match}" in self.path:
            common.add("not-found")
        if self.body is not None:
            common |= {"too-large", "bad-type"}
        return [code for code in CODES if code in common]


_MATCH = "/api/matches/{match}"

ENDPOINTS = (
    Endpoint("GET", "/api/games", "games", "List the games", ("games", "levels", "server")),
    Endpoint(
        "POST",
        "/api/rules",
        "rules",
        "Check options, and get the board",
        ("game", "rules", "options", "changed", "players", "player_names", "has_dice", "board"),
        RULES,
        refusals=("not-found",),
    ),
    Endpoint(
        "POST",
        "/api/matches",
        "make_match",
        "Make a match",
        ("id", "secret", "seats", "link", "take_along"),
        NEW_MATCH,
        status=201,
        refusals=("not-found",),
    ),
    Endpoint(
        "GET",
        _MATCH,
        "match",
        "Show a match",
        ("id", "game", "rules", "options", "mine", "last", "history", "state"),
        secret=True,
    ),
    Endpoint(
        "POST",
        f"{_MATCH}/join",
        "join",
        "Take an open seat",
        ("id", "secret", "seats", "take_along"),
        JOIN,
        secret=True,
        refusals=("taken", "over"),
    ),
    Endpoint(
        "POST",
        f"{_MATCH}/do",
        "do",
        "Do what a message of the socket says",
        ("ok",),
        Messages(),
        secret=True,
        refusals=tuple(CODES),
    ),
    Endpoint(
        "POST",
        f"{_MATCH}/subscribe",
        "subscribe",
        "Be told on this device when it is one's turn",
        ("ok",),
        SUBSCRIBE,
        secret=True,
        refusals=("not-your-seat", "over"),
    ),
    Endpoint(
        "POST",
        f"{_MATCH}/unsubscribe",
        "unsubscribe",
        "Be told no more on this device",
        ("ok",),
        UNSUBSCRIBE,
        secret=True,
        refusals=("not-your-seat",),
    ),
    Endpoint(
        "GET",
        f"{_MATCH}/events",
        "events",
        "Show the log after an event",
        ("events", "last"),
        query=EVENTS,
    ),
    Endpoint(
        "GET",
        f"{_MATCH}/steps",
        "steps",
        "Show a match move by move",
        ("steps", "total"),
        query=STEPS,
    ),
    Endpoint(
        "GET",
        f"{_MATCH}/record",
        "record",
        "Show the record",
        ("format", "version", "game", "options", "moves", "result"),
        refusals=("not-allowed",),
    ),
    Endpoint(
        "GET",
        f"{_MATCH}/review",
        "review",
        "Say what every move of a finished match was worth",
        ("points",),
        refusals=("not-allowed",),
    ),
    Endpoint(
        "GET",
        f"{_MATCH}/picture.svg",
        "picture",
        "Draw a match after some moves",
        (),
        query=PICTURE,
        kind="image/svg+xml",
    ),
    Endpoint(
        "GET",
        f"{_MATCH}/card.png",
        "card",
        "Draw a match as a card for link previews",
        (),
        query=CARD,
        kind="image/png",
        for_anyone=True,
    ),
    Endpoint(
        "GET",
        f"{_MATCH}/film.gif",
        "film",
        "Draw a match as a picture that moves",
        (),
        query=FILM,
        kind="image/gif",
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/card.png",
        "game_card",
        "Draw a game as a card for link previews",
        (),
        query=GAME_CARD,
        kind="image/png",
        refusals=("not-found",),
        for_anyone=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/sheet.pdf",
        "sheet",
        "Print a game: boards, pieces and rules to cut out",
        (),
        query=SHEET,
        kind="application/pdf",
        refusals=("not-found",),
    ),
    Endpoint(
        "POST",
        "/api/mine",
        "mine",
        "Say how matches stand in which one has seats",
        ("matches", "missing", "now"),
        MINE,
    ),
    Endpoint(
        "POST",
        "/api/records",
        "load_record",
        "Look at a record as a match",
        ("id", "link"),
        _RECORD,
        status=201,
        refusals=("not-found",),
    ),
    Endpoint(
        "POST",
        "/api/analyse",
        "analyse",
        "Say which moves are good",
        ("turn", "best", "value", "values", "moves"),
        ANALYSE,
        refusals=("not-allowed", "not-found"),
    ),
    Endpoint(
        "POST",
        "/api/look",
        "look",
        "Show a position after some moves",
        ("position", "scene", "paths", "turn", "over"),
        LOOK,
        refusals=("not-found",),
    ),
    Endpoint(
        "POST",
        "/api/qr",
        "qr",
        "Draw an address of this server as a QR code",
        (),
        QR,
        kind="image/svg+xml",
        refusals=("not-allowed",),
    ),
)

_REFUSAL: Schema = {
    "type": "object",
    "required": ["ok", "code", "message"],
    "properties": {
        "ok": {"const": False},
        "code": {"enum": list(CODES)},
        "message": {"type": "string"},
        "retry_after": {"type": "integer"},
        "reason": {"type": "string"},
        "values": {"type": "object"},
    },
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
    parameters = [_parameter(field) for field in endpoint.query.fields] if endpoint.query else []
    if "{match}" in endpoint.path:
        id_schema = {"type": "string", "pattern": f"^{MATCH_ID}$"}
        parameters.append({"name": "match", "in": "path", "required": True, "schema": id_schema})
    if "{game}" in endpoint.path:
        name_schema = {"type": "string"}
        parameters.append({"name": "game", "in": "path", "required": True, "schema": name_schema})
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        content = {"application/json": {"schema": endpoint.body.json_schema()}}
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.secret:
        operation["security"] = [{"secret": []}, {}]
    return operation


def _parameter(field: Field) -> Schema:
    schema = field.kind.json_schema()
    return {"name": field.name, "in": "query", "description": field.help, "schema": schema}


def _responses(endpoint: Endpoint) -> Schema:
    refusal = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    found: dict[str, Any] = {}
    for code in sorted(endpoint.codes, key=lambda code: CODES[code].status):
        status, meaning = CODES[code]
        response = found.setdefault(str(status), {"description": "", "content": refusal})
        response["description"] += f"{'; ' if response['description'] else ''}{code}: {meaning}"
    return {str(endpoint.status): {"description": "done", "content": _content(endpoint)}} | found


def _content(endpoint: Endpoint) -> Schema:
    schema: Schema = {"type": "string"}
    if endpoint.kind == "application/json":
        schema = {"type": "object", "required": list(endpoint.answer)}
    return {endpoint.kind: {"schema": schema}}
