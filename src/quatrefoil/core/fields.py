"""Reading JSON that somebody else wrote: bounded, typed, with errors that say where.

`read_file` gets text, `read_json` turns it into plain data, and `Fields` takes an object apart,
key by key; at the end it refuses what nobody asked for. `core/text.py` says which texts are taken.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from math import isinf
from pathlib import Path
from typing import Any

from quatrefoil.core.errors import FormatError, QuatrefoilError, shortened
from quatrefoil.core.text import fault_in, fault_of

#: The longest JSON text that is read at all; a long record has some 100 KB.
MAX_JSON = 4_000_000

#: Instead of a default: the key must be there.
REQUIRED: Any = object()


def read_file(path: str | Path, error: type[FormatError] = FormatError) -> str:
    """Return the text of a file; refuse what cannot be read or is too long to be ours."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(MAX_JSON + 1)
    except OSError as problem:
        raise error(f"cannot read {path}: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise error(f"{path} is not UTF-8 text") from None
    except ValueError:
        raise error(f"{shortened(str(path))} is no path: it holds a null character") from None
    if len(text) > MAX_JSON:
        raise error(f"{path} is too long: at most {MAX_JSON} characters are read")
    return text


def read_json(text: str, error: type[FormatError] = FormatError) -> Any:
    """Return the data of a JSON text; refuse what is too long, too deep, ambiguous or no text."""
    if len(text) > MAX_JSON:
        raise error(f"the JSON has {len(text)} characters; at most {MAX_JSON} are read")
    try:
        data = _DECODER.decode(text)
    except json.JSONDecodeError as problem:
        raise error(
            f"not JSON: {problem.msg} at line {problem.lineno} column {problem.colno}"
        ) from None
    except FormatError as problem:
        raise error(str(problem)) from None
    except (RecursionError, ValueError):
        # ValueError: a number of more digits than Python converts.
        raise error("the JSON is nested too deeply or holds an immense number") from None
    # Without an escape a text of JSON holds no null character, and none worse than itself.
    if ("\\u" in text or fault_of(text)) and (fault := fault_in(data)):
        raise error(f"the JSON has a text that holds {fault}")
    return data


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        twice = next(k for k, _ in pairs if k in seen or seen.add(k))  # type: ignore[func-returns-value]
        raise FormatError(f"the key {shortened(twice)} stands twice in one JSON object")
    return result


def _constant(name: str) -> Any:
    raise FormatError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise FormatError(f"the number {shortened(text)} is immense")
    return number


#: Made once: to make one takes longer than to read a short message.
_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_constant, parse_float=_finite
)


class Fields:
    """The keys of one JSON object, taken one by one."""

    def __init__(self, data: Any, what: str, error: type[QuatrefoilError] = FormatError) -> None:
        self.what = what
        self.error = error
        if type(data) is not dict and not isinstance(data, Mapping):
            raise error(f"{what} is a JSON object, not {shortened(data)}")
        self._left: dict[str, Any] = dict(data)
        self._asked: list[str] = []

    def refuse(self, name: str, wanted: str, value: Any) -> QuatrefoilError:
        """Return the error for a key whose value is not what is wanted."""
        return self.error(f"{name!r} of {self.what} is {wanted}, not {shortened(value)}")

    def take(self, name: str, default: Any = REQUIRED) -> Any:
        """Return the raw value of a key."""
        self._asked.append(name)
        if name in self._left:
            return self._left.pop(name)
        if default is REQUIRED:
            raise self.error(f"{self.what} has no {name!r}")
        return default

    def string(self, name: str, default: Any = REQUIRED) -> str:
        """Take a string."""
        value = self.take(name, default)
        if not isinstance(value, str):
            raise self.refuse(name, "a string", value)
        return self.sound(name, value)

    def sound(self, name: str, value: str) -> str:
        """Return a string that can be taken: `core/text.py` says which can."""
        # Nothing that is printable is at fault, and that is quickly known.
        if not value.isprintable() and (fault := fault_of(value)):
            raise self.refuse(name, f"a text without {fault}", value)
        return value

    def choice(self, name: str, choices: Collection[str], default: Any = REQUIRED) -> str:
        """Take one of a few strings."""
        value = self.take(name, default)
        if not isinstance(value, str) or value not in choices:
            raise self.refuse(name, "one of " + ", ".join(choices), value)
        return value

    def whole(self, name: str, low: int, high: int, default: Any = REQUIRED) -> int:
        """Take a whole number in a range."""
        value = self.take(name, default)
        if not is_whole(value, low, high):
            raise self.refuse(name, f"a whole number from {low} to {high}", value)
        return int(value)

    def flag(self, name: str, default: Any = REQUIRED) -> bool:
        """Take true or false."""
        value = self.take(name, default)
        if not isinstance(value, bool):
            raise self.refuse(name, "true or false", value)
        return value

    def mapping(self, name: str, default: Any = REQUIRED) -> dict[str, Any]:
        """Take an object with string keys."""
        value = self.take(name, default)
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise self.refuse(name, "an object", value)
        if fault := fault_in(value):
            raise self.refuse(name, f"an object without {fault}", value)
        return dict(value)

    def array(self, name: str, longest: int, default: Any = REQUIRED) -> list[Any]:
        """Take a list with at most `longest` entries."""
        value = self.take(name, default)
        if not isinstance(value, list | tuple) or len(value) > longest:
            raise self.refuse(name, f"a list of at most {longest} entries", value)
        return list(value)

    def strings(self, name: str, longest: int, default: Any = REQUIRED) -> list[str]:
        """Take a list of strings."""
        values = self.array(name, longest, default)
        for value in values:
            if not isinstance(value, str):
                raise self.refuse(name, "a list of strings", value)
            self.sound(name, value)
        return values

    def finish(self) -> None:
        """Refuse keys that nobody asked for."""
        for name in self._left:
            raise self.error(
                f"{self.what} has no key {shortened(name)}; its keys are {', '.join(self._asked)}"
            )


def is_whole(value: Any, low: int, high: int) -> bool:
    """Whether a value is a whole number (true and false are not) in a range."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
