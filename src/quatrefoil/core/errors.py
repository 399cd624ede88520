"""Every error that quatrefoil raises on purpose.

    QuatrefoilError
    ├── UnknownGameError     no game of that name
    ├── MissingPartError     something that a game does not have, such as lessons
    ├── ReasonedError        whose reason has a name, for other languages
    │   ├── OptionError      … an option that does not exist, or a value out of range
    │   └── FormatError      … JSON or text that does not describe a position or rules
    │       └── RecordError  … or a record
    ├── MoveError            a token that is not a legal move here
    │   ├── TokenError       … because it is not even the form of a move
    │   └── IllegalMoveError … because the rules forbid it in this position
    ├── PictureError         a picture that cannot be drawn as asked
    ├── MissingExtraError    a package that is not installed
    └── NotCompiledError     the slow form is running where the fast one is required

A message says what was wrong, where, and what would have been right, in one sentence.
"""

import json
from typing import Self

from quatrefoil.core.text import on_one_line


class QuatrefoilError(Exception):
    """The root: catch this to catch everything that bad input can cause."""


class UnknownGameError(QuatrefoilError):
    """No game has that name."""


class MissingPartError(QuatrefoilError):
    """A game does not have an optional part or resource that was asked for."""


class ReasonedError(QuatrefoilError):
    """Something is wrong for a reason that has a name.

    `reason` and `values` let front ends say the same in other languages: a reason is a `refusal.`
    text of the game.
    """

    def __init__(self, message: str, reason: str = "", **values: object) -> None:
        super().__init__(message)
        self.reason = reason
        self.values = values


class OptionError(ReasonedError):
    """An option is unknown, its value is not allowed, or two options exclude each other.

    The reason `option` is about one option's value.
    """


class MoveError(QuatrefoilError):
    """A token cannot be played; the position is unchanged."""


class TokenError(MoveError):
    """A token does not have the form of a move of this game."""


class IllegalMoveError(MoveError):
    """A token is well formed, but the rules forbid it in this position."""


class FormatError(ReasonedError):
    """JSON or text does not describe a position or rules."""


class RecordError(FormatError):
    """JSON does not describe a record, or its moves cannot be replayed."""


class PictureError(QuatrefoilError):
    """A picture cannot be drawn as asked: a place that is not there, a size without bounds."""


class MissingExtraError(QuatrefoilError, ImportError):
    """Something needs a package that is not installed."""

    @classmethod
    def of(cls, extra: str, problem: ImportError) -> Self:
        """Return the error for an import that failed, naming the extra that would help.

        Without an extra, a plain install brings the package: somebody installed without it.
        """
        if isinstance(problem, cls):
            return problem
        package = f"'quatrefoil[{extra}]'" if extra else "quatrefoil"
        return cls(f"{problem.name} is not installed: pip install {package} brings it")


class NotCompiledError(QuatrefoilError):
    """The uncompiled form is running where only the compiled one will do."""


def shortened(value: object, limit: int = 60) -> str:
    """Return a value as its writer knows it, cut so that a message stays one readable sentence.

    Texts stand in single quotes; anything else looks as in JSON, where nearly all input comes from.
    """
    text = repr(value) if isinstance(value, str) else on_one_line(_as_json(value))
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _as_json(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        pass
    try:
        return repr(value)
    except (ValueError, RecursionError):
        # Python writes no integer of more than 4,300 digits.
        return f"an immense {type(value).__name__}"
