"""JSON that clients send, declared once: the same declaration reads it and describes it.

A `Form` lists the keys of an object, each with the kind of value that it takes.

>>> POINT = Form("a point", (Field("x", Whole(0, 9)), Field("label", Text(20), "")))
>>> POINT.read({"x": 3})
{'x': 3, 'label': ''}
>>> POINT.read({"x": 12})
Traceback (most recent call last):
...
quatrefoil.core.errors.FormatError: 'x' of a point is a whole number from 0 to 9, not 12
>>> POINT.json_schema()["properties"]["x"]
{'type': 'integer', 'minimum': 0, 'maximum': 9}
>>> POINT.keys()
'{x, label?}'

A key without a default is required. Where the default is None, null may be sent too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from quatrefoil.core.fields import REQUIRED, Fields, is_whole

Schema = dict[str, Any]


class Kind(Protocol):
    """What a value must be."""

    @property
    def words(self) -> str:
        """What is wanted, as an error says it: "'x' of a point is …"."""

    def read(self, value: Any, fields: Fields, name: str) -> Any:
        """Return the value of a key, or raise the error of its object."""

    def json_schema(self) -> Schema:
        """Return the same as JSON Schema."""


@dataclass(frozen=True)
class Text:
    """A string."""

    longest: int
    shortest: int = 0

    @property
    def words(self) -> str:
        """What is wanted."""
        if self.shortest:
            return f"a string of {self.shortest} to {self.longest} characters"
        return f"a string of at most {self.longest} characters"

    def read(self, value: Any, fields: Fields, name: str) -> str:
        """Return the string."""
        if not isinstance(value, str) or not self.shortest <= len(value) <= self.longest:
            raise fields.refuse(name, self.words, value)
        return fields.sound(name, value)

    def json_schema(self) -> Schema:
        """Return the schema of a string."""
        shortest = {"minLength": self.shortest} if self.shortest else {}
        return {"type": "string", **shortest, "maxLength": self.longest}


@dataclass(frozen=True)
class Label(Text):
    """A string that may stand in a log: on one line, without what cannot be seen."""

    @property
    def words(self) -> str:
        """What is wanted."""
        return f"{super().words}, all visible"

    def read(self, value: Any, fields: Fields, name: str) -> str:
        """Return the string."""
        text = super().read(value, fields, name)
        if not text.isprintable():
            raise fields.refuse(name, self.words, value)
        return text


@dataclass(frozen=True)
class Hex:
    """Bytes as hexadecimal digits, in small letters: one text for the same bytes."""

    digits: int

    @property
    def words(self) -> str:
        """What is wanted."""
        return f"a string of {self.digits} hexadecimal digits (0-9, a-f)"

    def read(self, value: Any, fields: Fields, name: str) -> str:
        """Return the string."""
        if (
            not isinstance(value, str)
            or len(value) != self.digits
            or not set(value) <= set("0123456789abcdef")
        ):
            raise fields.refuse(name, self.words, value)
        return value

    def json_schema(self) -> Schema:
        """Return the schema of a string of digits."""
        return {"type": "string", "pattern": f"^[0-9a-f]{{{self.digits}}}$"}


@dataclass(frozen=True)
class Whole:
    """A whole number in a range; `noun` says what is counted, where that is clearer."""

    low: int
    high: int
    noun: str = "a whole number from"

    @property
    def words(self) -> str:
        """What is wanted."""
        return f"{self.noun} {self.low} to {self.high}"

    def read(self, value: Any, fields: Fields, name: str) -> int:
        """Return the number."""
        if not is_whole(value, self.low, self.high):
            raise fields.refuse(name, self.words, value)
        return int(value)

    def json_schema(self) -> Schema:
        """Return the schema of an integer."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Choice:
    """One of a few strings."""

    choices: tuple[str, ...]

    @property
    def words(self) -> str:
        """What is wanted."""
        return "one of " + ", ".join(self.choices)

    def read(self, value: Any, fields: Fields, name: str) -> str:
        """Return the string."""
        if not isinstance(value, str) or value not in self.choices:
            raise fields.refuse(name, self.words, value)
        return value

    def json_schema(self) -> Schema:
        """Return the schema of an enumeration."""
        return {"enum": list(self.choices)}


@dataclass(frozen=True)
class Strings:
    """A list of strings."""

    most: int
    longest: int

    @property
    def words(self) -> str:
        """What is wanted."""
        return f"a list of at most {self.most} strings of at most {self.longest} characters"

    def read(self, value: Any, fields: Fields, name: str) -> list[str]:
        """Return the list."""
        if not isinstance(value, list | tuple) or len(value) > self.most:
            raise fields.refuse(name, self.words, value)
        for entry in value:
            if not isinstance(entry, str) or len(entry) > self.longest:
                raise fields.refuse(name, self.words, value)
            fields.sound(name, entry)
        return list(value)

    def json_schema(self) -> Schema:
        """Return the schema of an array of strings."""
        item = {"type": "string", "maxLength": self.longest}
        return {"type": "array", "items": item, "maxItems": self.most}


@dataclass(frozen=True)
class Object:
    """An object whose keys somebody else reads: options, a position, a record."""

    words: str = "an object"

    def read(self, value: Any, fields: Fields, name: str) -> dict[str, Any]:
        """Return the object."""
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise fields.refuse(name, self.words, value)
        return dict(value)

    def json_schema(self) -> Schema:
        """Return the schema of an object."""
        return {"type": "object"}


@dataclass(frozen=True)
class Forms:
    """A list of objects of the same form."""

    form: Form
    most: int

    @property
    def words(self) -> str:
        """What is wanted."""
        return f"a list of at most {self.most} entries"

    def read(self, value: Any, fields: Fields, name: str) -> list[dict[str, Any]]:
        """Return every object, read by the form."""
        if not isinstance(value, list | tuple) or len(value) > self.most:
            raise fields.refuse(name, self.words, value)
        return [self.form.read(entry) for entry in value]

    def json_schema(self) -> Schema:
        """Return the schema of an array."""
        return {"type": "array", "items": self.form.json_schema(), "maxItems": self.most}


@dataclass(frozen=True)
class OneOf:
    """An object of one of several forms: the value of the key `by` says which."""

    what: str
    by: str
    forms: Mapping[str, Form]

    @property
    def words(self) -> str:
        """What is wanted."""
        return " or ".join(form.keys(**{self.by: name}) for name, form in self.forms.items())

    def read(self, value: Any, fields: Fields | None = None, name: str = "") -> dict[str, Any]:
        """Return the object, read by its form."""
        keys = Fields(value, self.what)
        chosen = Choice(tuple(self.forms)).read(keys.take(self.by), keys, self.by)
        return {self.by: chosen, **self.forms[chosen].take(keys)}

    def json_schema(self) -> Schema:
        """Return the schemas of all forms."""
        return {"oneOf": [form.json_schema(**{self.by: name}) for name, form in self.forms.items()]}


@dataclass(frozen=True)
class Field:
    """One key of an object."""

    name: str
    kind: Kind
    default: Any = REQUIRED
    help: str = ""

    @property
    def required(self) -> bool:
        """Whether the key must be there."""
        return self.default is REQUIRED

    def take(self, fields: Fields) -> Any:
        """Return the value of the key, or its default."""
        default = self.default
        value = fields.take(self.name, default)
        if value is None and default is None:
            return None
        return self.kind.read(value, fields, self.name)

    def json_schema(self) -> Schema:
        """Return what the value may be."""
        schema = self.kind.json_schema()
        if self.default is None:
            schema = {"anyOf": [schema, {"type": "null"}]}
        return schema | ({"description": self.help} if self.help else {})


@dataclass(frozen=True)
class Form:
    """An object with known keys; `what` is what errors call it."""

    what: str
    fields: tuple[Field, ...] = ()
    #: Whether other keys are ignored instead of refused.
    ignores_others: bool = False

    def read(self, data: Any) -> dict[str, Any]:
        """Return the values of all keys of an object."""
        return self.take(Fields(data, self.what))

    def take(self, fields: Fields) -> dict[str, Any]:
        """Return the values of all keys of an object from which others may have been taken."""
        given = {field.name: field.take(fields) for field in self.fields}
        if not self.ignores_others:
            fields.finish()
        return given

    def json_schema(self, **constants: str) -> Schema:
        """Return the schema of the object; `constants` are further keys with their only value."""
        properties: Schema = {name: {"const": value} for name, value in constants.items()}
        properties |= {field.name: field.json_schema() for field in self.fields}
        return {
            "type": "object",
            "required": [*constants, *(field.name for field in self.fields if field.required)],
            "additionalProperties": self.ignores_others,
            "properties": properties,
        }

    def keys(self, **constants: str) -> str:
        """Return the keys as the docs write them; those that may be left out with a "?"."""
        names = [f'{name}: "{value}"' for name, value in constants.items()]
        names += [field.name + "?" * (not field.required) for field in self.fields]
        return "{" + ", ".join(names) + "}"
