"""What is kept as JSON text: in a string, or in a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Self

from quatrefoil.core.errors import RecordError
from quatrefoil.core.fields import read_file, read_json


class Written:
    """Gives what has `to_json` and `from_json` the ways to and from text."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        raise NotImplementedError

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Read what `to_json` wrote, and refuse what does not hold."""
        raise NotImplementedError

    def dumps(self) -> str:
        """Return it as JSON text."""
        return json.dumps(self.to_json(), indent=1)

    @classmethod
    def loads(cls, text: str) -> Self:
        """Read its JSON text."""
        return cls.from_json(read_json(text, RecordError))

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        Path(path).write_text(self.dumps() + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read it from a file."""
        return cls.loads(read_file(path, RecordError))
