"""A game, and its rules with their options chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol
from weakref import WeakValueDictionary

from quatrefoil.core.arguments import whole
from quatrefoil.core.constants import MAX_PLAYERS
from quatrefoil.core.errors import OptionError, shortened
from quatrefoil.core.manifest import Manifest
from quatrefoil.core.options import Option, resolve
from quatrefoil.core.position import Position

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

#: More moves than a position of any game has.
MOST_MOVES = 10_000_000


@dataclass(frozen=True)
class Preset:
    """A variant with a name: options that somebody proposed to play with."""

    name: str
    options: Mapping[str, Any]
    help: str


@dataclass(frozen=True)
class Symmetry:
    """A way to look at the board that changes nothing in the rules.

    `players[p]` is who takes player p's part in the image.
    """

    name: str
    players: tuple[int, ...]


class Notation(Protocol):
    """What a game's `notation` module offers: every parser with its formatter."""

    def format_move(self, position: Any, move: int) -> str:
        """Return the token of a move that is legal in the position."""

    def parse_move(self, position: Any, token: str) -> int:
        """Return the move that a token names, legal or not, or raise a TokenError."""

    def to_json(self, position: Any) -> dict[str, Any]:
        """Return the position as plain data, without game and options."""

    def from_json(self, rules: Any, fields: Any) -> Position:
        """Read what `to_json` wrote; refuse what cannot be with a FormatError."""

    def draw(self, position: Any) -> str:
        """Return the board as text."""


class Rules:
    """A game with its options, frozen. A game subclasses this in its `rules.py`."""

    #: The game that these are rules of; set by `Game`.
    game: ClassVar[Game]
    #: Tokens, JSON and drawings: the game's `notation` module.
    notation: ClassVar[Notation]
    #: Why a game of this kind can end; `Position.reason` is an index.
    reasons: ClassVar[tuple[str, ...]]

    #: How many players there are, and what each is called.
    players: int
    player_names: tuple[str, ...]
    #: The most moves that any position can have.
    max_moves: int
    #: The most moves that a game can have, where that is known.
    longest: int | None = None
    #: The game ends when a position occurs this many times; 0 where it has no such rule.
    repetition: int = 0
    #: Whether chance ever moves.
    has_dice: bool = False
    #: The identity first.
    symmetries: tuple[Symmetry, ...]

    def __init__(self, given: Mapping[str, Any]) -> None:
        values, changed = resolve(self.game.options, given, self.game.name)
        #: Every option with its value; and only those that differ from their defaults.
        self.options: Mapping[str, Any] = MappingProxyType(values)
        self.changed: Mapping[str, Any] = MappingProxyType(changed)
        self.prepare()
        # Arrays of C have this much room.
        whole(self.players, "the number of players", 2, MAX_PLAYERS)
        whole(self.max_moves, "max_moves", 1, MOST_MOVES)
        whole(self.repetition, "repetition", 0, MOST_MOVES)
        self._is_frozen = True

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse any change: all positions of these rules share their tables as memory of C."""
        if "_is_frozen" in self.__dict__:
            raise TypeError(f"rules are frozen: {name} cannot be set")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise TypeError(f"rules are frozen: {name} cannot be deleted")

    def prepare(self) -> None:
        """Check the options against each other and make the tables that positions share."""
        raise TypeError(f"{type(self).__name__} prepares nothing")

    def start(self) -> Position:
        """Return the first position."""
        raise TypeError(f"{type(self).__name__} has no first position")

    def options_to_begin(self, player: int) -> Mapping[str, Any] | None:
        """Return the options with which a player begins; None where no option decides that."""
        return None

    @cached_property
    def _text(self) -> str:
        from quatrefoil.core.ruletext import format_rules

        return format_rules(self)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"quatrefoil.rules({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and str(self) == str(other)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(str(self))

    def __copy__(self) -> Rules:
        return self

    def __deepcopy__(self, memo: object) -> Rules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from quatrefoil.core.registry import rules

        return (rules, (self.game.name, dict(self.changed)))


#: Rules by their text, for as long as somebody holds them.
_IN_USE: WeakValueDictionary[str, Rules] = WeakValueDictionary()


@dataclass(frozen=True)
class Game:
    """One of the games: what it is called, who made it, how it can be played, what it has."""

    name: str
    title: str
    authors: str
    summary: str
    #: Goes up when a change of the rules makes old records replay differently.
    rules_version: int
    rules_type: type[Rules]
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    #: The package of the game, and what of it others may use: see `Manifest`.
    package: str
    parts: tuple[str, ...]
    resources: tuple[str, ...]

    def __post_init__(self) -> None:
        self.manifest.check()
        owner: Game | None = vars(self.rules_type).get("game")
        if owner is not None and owner.name != self.name:
            raise ValueError(f"{self.rules_type.__name__} are rules of {owner.name} already")
        self.rules_type.game = self

    @cached_property
    def manifest(self) -> Manifest:
        """What the game consists of."""
        return Manifest(self.name, self.package, self.parts, self.resources)

    def has(self, name: str) -> bool:
        """Whether the game has a part or a resource of that name."""
        return self.manifest.has(name)

    def part(self, name: str) -> ModuleType:
        """Return a part of the game, or raise a MissingPartError."""
        return self.manifest.part(name)

    def resource(self, name: str) -> Traversable:
        """Return a resource of the game, or raise a MissingPartError."""
        return self.manifest.resource(name)

    def rules(self, options: Mapping[str, Any] | None = None) -> Rules:
        """Return the rules with these options, or raise an OptionError.

        Equal rules that are in use are one object: positions can be copied between them.
        """
        made = self.rules_type(options or {})
        return _IN_USE.setdefault(str(made), made)

    def preset(self, name: str) -> Rules:
        """Return the rules of a named variant."""
        for preset in self.presets:
            if preset.name == name:
                return self.rules(preset.options)
        known = ", ".join(preset.name for preset in self.presets)
        raise OptionError(f"{self.name} has no preset {shortened(name)}; it has {known}")

    def page(self, language: str = "en") -> str:
        """Return the rules in our own words, as Markdown, or raise a MissingPartError."""
        name = self.manifest.localized("rules.md", language)
        return self.resource(name).read_text(encoding="utf-8")

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from quatrefoil.core.registry import game

        return (game, (self.name,))
