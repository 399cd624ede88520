"""Positions and boards that are being put together, as data for every front end.

A game's `edit.py` answers five questions with the types below, and no editor has to know a rule:

    tools(rules)           what can be put where, and what else a position consists of
    read(rules, rough)     a draft of JSON that may be wrong in any way
    write(rules, draft)    the JSON of a draft, without game and options
    faults(rules, draft)   all the reasons why a draft is no position
    doubts(rules, draft)   why it could not come up in play, though it can be played on

Faults are those for which `from_json` refuses: a game states each of them once, in its notation.
A draft always has the JSON that it was made of, so that what is impossible can be written down,
looked at and mended. Words are texts of the game: `refusal.<reason>` for faults and doubts,
`edit.<control>` (with `.help` and `.<value>`) for controls, `edit.layer.<layer>` for layers.

A game's `design.py` does the same for the value of one option, such as a board; `Design` below
says how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from quatrefoil.core.errors import FormatError, ReasonedError, shortened
from quatrefoil.core.fields import Fields, is_whole
from quatrefoil.view.data import Board, Phrase, Scene, ViewData

T = TypeVar("T")


@dataclass(frozen=True)
class Brush(ViewData):
    """Something to put on a place: the piece that it makes, as in `data.Piece`."""

    id: str
    symbol: str
    player: int | None = None
    text: str = ""


@dataclass(frozen=True)
class Control(ViewData):
    """A part of a position that does not stand on the board: whose turn it is, a count, a roll.

    `kind` is "player" (`choices` in the order of the players), "choice", "whole" (from `low` to
    `high`), "flag", "place" or "places" (`count` of them, one after another). `optional` ones may
    be nothing. Of `each` there is one for every player: the value is a list. `when` names another
    control and the values of that with which this one matters; `initial` is what it then is at
    first.
    """

    name: str
    kind: str
    choices: tuple[str | int, ...] = ()
    low: int = 0
    high: int = 0
    count: int = 0
    optional: bool = False
    each: bool = False
    when: tuple[str, tuple[str | int, ...]] | None = None
    initial: str | int | None = None


@dataclass(frozen=True)
class Tools(ViewData):
    """What a draft can consist of.

    `places` are where brushes can be put, the lower ones first; `rests` says which places must be
    full before something can lie on one. `layers` are other boards that belong to a position,
    each of them optional. `shapes` is the most layers that somebody may add and name, and `names`
    are what to call the first ones.
    """

    brushes: tuple[Brush, ...]
    places: tuple[str, ...]
    controls: tuple[Control, ...] = ()
    layers: tuple[str, ...] = ()
    rests: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    shapes: int = 0
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Draft:
    """What somebody has put together: brushes by place, the values of controls, other layers."""

    pieces: Mapping[str, str]
    values: Mapping[str, Any] = field(default_factory=dict)
    layers: Mapping[str, Mapping[str, str] | None] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the draft as plain data."""
        layers = {name: None if on is None else dict(on) for name, on in self.layers.items()}
        return {"pieces": dict(self.pieces), "values": dict(self.values), "layers": layers}

    @classmethod
    def from_json(cls, tools: Tools, data: Any) -> Draft:
        """Read what `to_json` wrote; refuse what these tools cannot have made."""
        fields = Fields(data, "a draft")
        pieces = _read_pieces(tools, fields.mapping("pieces"))
        given = fields.mapping("values", default={})
        layers = fields.mapping("layers", default={})
        fields.finish()
        if len(layers) > len(tools.layers) + tools.shapes:
            raise FormatError(f"a draft has no {len(layers)} layers")
        for name in () if tools.shapes else layers:
            if name not in tools.layers:
                raise FormatError(f"a draft has no layer {shortened(name)}")
        values = {control.name: _read_value(tools, control, given) for control in tools.controls}
        for name in given:
            if name not in values:
                raise FormatError(f"a draft has no control {shortened(name)}")
        read = {name: None if on is None else _read_layer(tools, on) for name, on in layers.items()}
        return cls(pieces, values, dict.fromkeys(tools.layers) | read)


def _read_pieces(tools: Tools, given: Mapping[str, Any]) -> dict[str, str]:
    places, brushes = set(tools.places), {brush.id for brush in tools.brushes}
    for place, brush in given.items():
        if place not in places:
            raise FormatError(f"there is no place {shortened(place)}")
        if not isinstance(brush, str) or brush not in brushes:
            raise FormatError(f"there is no brush {shortened(brush)}")
    return dict(given)


def _read_layer(tools: Tools, given: Any) -> dict[str, str]:
    return _read_pieces(tools, Fields({"pieces": given}, "a layer").mapping("pieces"))


def _read_value(tools: Tools, control: Control, given: Mapping[str, Any]) -> Any:
    if control.name not in given:
        raise FormatError(f"a draft has a value of {control.name}")
    value = given[control.name]
    values = value if control.each and isinstance(value, list | tuple) else [value]
    if not all(_fits(tools, control, each) for each in values) or len(values) > 100:
        raise FormatError(f"{control.name} of a draft cannot be {shortened(value)}")
    return value


def _fits(tools: Tools, control: Control, value: Any) -> bool:
    if value is None:
        return control.optional
    if control.kind == "flag":
        return isinstance(value, bool)
    if control.kind == "whole":
        return is_whole(value, control.low, control.high)
    if control.kind == "place":
        return isinstance(value, str) and value in tools.places
    if control.kind == "places":
        return (
            isinstance(value, list)
            and len(value) == control.count
            and all(isinstance(each, str) and each in tools.places for each in value)
        )
    return not isinstance(value, bool) and value in control.choices


class Rough:
    """JSON that may be wrong in any way, taken apart; what cannot be read is noted and left out.

    `fields` takes the keys; `noted` are the reasons.
    """

    def __init__(self, data: Any, what: str = "a position") -> None:
        self.noted: list[ReasonedError] = []
        self.fields = Fields({}, what)
        self.attempt("", self._opened, data)

    def _opened(self, data: Any) -> None:
        self.fields = Fields(data, self.fields.what)

    def attempt(self, name: str, read: Callable[..., T], *given: Any, otherwise: Any = None) -> T:
        """Return what `read` does, or something else where that is refused."""
        try:
            return read(*given)
        except ReasonedError as problem:
            self.note(problem, name)
            return otherwise  # type: ignore[no-any-return]

    def entries(self, name: str, kind: type[T]) -> T:
        """Take a list or an object whose entries will be looked at one by one."""

        def take() -> T:
            value = self.fields.take(name)
            if not isinstance(value, kind):
                raise self.fields.refuse(name, f"a {kind.__name__}", value)
            return value

        return self.attempt(name, take, otherwise=kind())

    def note(self, problem: ReasonedError, name: str = "") -> None:
        """Note what cannot be read; where a field is the reason, by its name."""
        if not problem.reason and name:
            problem = FormatError(str(problem), "field", name=name)
        self.noted.append(problem)

    def finish(self) -> None:
        """Note keys that nobody asked for."""
        self.attempt("", self.fields.finish)


class Edit(Protocol):
    """What a game's `edit` module offers."""

    def tools(self, rules: Any) -> Tools:
        """Return what a position of these rules can consist of."""

    def read(self, rules: Any, rough: Rough) -> Draft:
        """Return what of some JSON can be put on the board; the reader notes the rest."""

    def write(self, rules: Any, draft: Draft) -> dict[str, Any]:
        """Return the JSON of a draft, possible or not, without game and options."""

    def faults(self, rules: Any, draft: Draft) -> Iterable[FormatError]:
        """Return every reason why a draft is no position."""

    def doubts(self, rules: Any, draft: Draft) -> Iterable[FormatError]:
        """Return why a position, which it is, cannot come up in play."""


@dataclass(frozen=True)
class Canvas(ViewData):
    """Where a board is designed: all that can be clicked, what is on it, and what it is like."""

    board: Board
    scene: Scene
    facts: tuple[Phrase, ...] = ()


class Design(Protocol):
    """What a game's `design` module offers: the value of one option, drawn by hand."""

    #: The option that is designed, and what a draft of its value can consist of.
    OPTION: str
    TOOLS: Tools

    def read(self, value: Any) -> Draft:
        """Return a checked value of the option as a draft."""

    def write(self, draft: Draft) -> Any:
        """Return the value that a draft stands for, allowed or not."""

    def canvas(self, draft: Draft) -> Canvas:
        """Return where the draft lies, with room around it, and what can be said about it."""

    def faults(self, draft: Draft) -> Iterable[ReasonedError]:
        """Return every reason why the value of a draft is refused."""
