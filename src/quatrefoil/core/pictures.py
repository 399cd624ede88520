"""The picture methods of positions, lines and records: named here, and written in `draw`.

`core` knows nothing of drawing. The package's `__init__` registers where the functions are; they
are loaded when the first picture is wanted, and it is they whose parameters `help` shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MethodType
from typing import Any, Generic, Protocol, TypedDict, TypeVar, Unpack, cast

from quatrefoil.core.errors import PictureError


class LookOptions(TypedDict, total=False):
    """What a picture can be asked for, for type checkers; `draw.look.Look` explains each."""

    theme: str
    size: int
    coordinates: bool
    last: str | Sequence[str]
    highlights: Sequence[str]
    arrows: Sequence[tuple[str, str]]
    notes: Mapping[str, str]
    flipped: bool
    details: bool
    contrast: bool
    language: str


class Picture(Protocol):
    """How `to_svg` of a position or a line is called."""

    def __call__(self, **look: Unpack[LookOptions]) -> str:
        """Return a picture as SVG."""


class PictureOfRecord(Protocol):
    """How `to_svg` of a record is called."""

    def __call__(self, at: int | None = None, **look: Unpack[LookOptions]) -> str:
        """Return a picture of how it ended, or `at` a number of moves."""


class MovingPicture(Protocol):
    """How `to_animated_svg` of a record is called."""

    def __call__(
        self,
        start: int = 0,
        stop: int | None = None,
        seconds: float = 1.0,
        **look: Unpack[LookOptions],
    ) -> str:
        """Return a picture that shows the positions after `start` to `stop` moves in turn."""


Called = TypeVar("Called", covariant=True)


class DrawnMethod(Generic[Called]):
    """A method whose function is registered under a name by a layer above."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type | None = None) -> Called:
        function = _functions()[self._name]
        return cast(Called, function if instance is None else MethodType(function, instance))


#: What `DrawnMethod` finds: a function for each of these names.
position_to_svg = DrawnMethod[Picture]("position_to_svg")
line_to_svg = DrawnMethod[Picture]("line_to_svg")
record_to_svg = DrawnMethod[PictureOfRecord]("record_to_svg")
record_to_animated_svg = DrawnMethod[MovingPicture]("record_to_animated_svg")

Functions = Mapping[str, Callable[..., str]]


def _nothing() -> Functions:
    raise PictureError("nothing that draws is registered: `import quatrefoil` does that")


_load: Callable[[], Functions] = _nothing


def register(load: Callable[[], Functions]) -> None:
    """Say how to get the functions that draw; it is asked whenever one is wanted."""
    global _load
    if not callable(load):
        raise TypeError(f"what loads the functions that draw is called, and {load!r} cannot be")
    _load = load


def _functions() -> Any:
    return _load()
