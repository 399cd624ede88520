"""Rules as one word of text: `trifoil(board=8,actions=3)`, or a preset by name: `blinq:basic`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from quatrefoil.core.errors import FormatError, shortened
from quatrefoil.core.fields import read_json

if TYPE_CHECKING:
    from quatrefoil.core.game import Rules

#: A string that needs no quotes: it cannot be taken for JSON or for the end of a value.
_BARE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
#: Words that are JSON, and no strings.
JSON_WORDS = ("true", "false", "null")
_HEAD = re.compile(r"\s*([A-Za-z][A-Za-z0-9_-]*)(?::([A-Za-z0-9][A-Za-z0-9_-]*))?\s*")
_LONGEST = 100_000


class RulesText(NamedTuple):
    """What a text says; none of it is checked yet. Options win over those of the preset."""

    game: str
    preset: str
    options: dict[str, Any]


def format_rules(rules: Rules) -> str:
    """Return the text of rules: the game, and the options that differ from their defaults."""
    if not rules.changed:
        return rules.game.name
    inside = ",".join(f"{name}={_format_value(value)}" for name, value in rules.changed.items())
    return f"{rules.game.name}({inside})"


def parse_rules_text(text: str) -> RulesText:
    """Return the game's name, the preset and the options that a text gives."""
    head = _HEAD.match(text[:_LONGEST])
    if len(text) > _LONGEST or not head:
        raise _refusal(text)
    name, preset, rest = head[1], head[2] or "", text[head.end() :].strip()
    if not rest:
        return RulesText(name, preset, {})
    if not (rest.startswith("(") and rest.endswith(")")):
        raise _refusal(text)
    options: dict[str, Any] = {}
    for part in _split(rest[1:-1]):
        key, equals, value = part.partition("=")
        if not equals or not _BARE.fullmatch(key.strip()):
            raise _refusal(text)
        if key.strip() in options:
            raise FormatError(f"option {key.strip()} stands twice in {shortened(text)}")
        options[key.strip()] = _parse_value(value.strip(), text)
    return RulesText(name, preset, options)


def _format_value(value: Any) -> str:
    if isinstance(value, str) and _BARE.fullmatch(value) and value not in JSON_WORDS:
        return value
    # A number in quotes reads better bare, and every option that allows it takes both.
    if isinstance(value, str) and value.isdecimal():
        return value
    return json.dumps(value, separators=(",", ":"))


def _parse_value(value: str, text: str) -> Any:
    if _BARE.fullmatch(value) and value not in JSON_WORDS:
        return value
    if not value:
        raise _refusal(text)
    return read_json(value)


def _split(inside: str) -> list[str]:
    """Split at the commas that are not inside brackets or quotes."""
    if not inside.strip():
        return []
    parts, depth, start = [], 0, 0
    quoted = escaped = False
    for index, char in enumerate(inside):
        if quoted:
            quoted = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            quoted = True
        elif char in "[{(":
            depth += 1
        elif char in ")}]":
            depth -= 1
        elif depth == 0 and char == ",":
            parts.append(inside[start:index])
            start = index + 1
    return [*parts, inside[start:]]


def _refusal(text: str) -> FormatError:
    return FormatError(
        "rules are written like trifoil, trifoil(board=8,actions=3) or blinq:basic,"
        f" not {shortened(text)}"
    )
