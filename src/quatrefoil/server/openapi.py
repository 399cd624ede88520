"""The OpenAPI description of the HTTP API, made from its declarations."""

from __future__ import annotations

from typing import Any

from quatrefoil.match.errors import CODES
from quatrefoil.match.messages import MATCH_ID
from quatrefoil.match.schema import Field, Schema
from quatrefoil.server.endpoint import Endpoint
from quatrefoil.server.endpoints import ENDPOINTS

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
    id_schema = {"type": "string", "pattern": f"^{MATCH_ID}$"}
    for name in ("match", "study"):
        if f"{{{name}}}" in endpoint.path:
            parameters.append({"name": name, "in": "path", "required": True, "schema": id_schema})
    for name in ("game", "puzzle"):
        if f"{{{name}}}" in endpoint.path:
            schema = {"type": "string"}
            parameters.append({"name": name, "in": "path", "required": True, "schema": schema})
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
