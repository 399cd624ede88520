"""Options of rules: what they may be, what they are by default, and how to say what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quatrefoil.core.errors import OptionError, shortened


@dataclass(frozen=True, kw_only=True)
class Option:
    """One option of a game. Subclasses know what values are allowed."""

    name: str
    #: A value, or a function that makes one of the options before it.
    default: Any
    help: str
    #: What the default is, in words, where it depends on other options.
    default_text: str = ""

    @property
    def allowed(self) -> str:
        """The allowed values, in words that complete "takes …"."""
        raise TypeError(f"{type(self).__name__} does not say what it allows")

    @property
    def suggestions(self) -> tuple[str, ...]:
        """Values that most will want, where more are allowed than a menu can list."""
        return ()

    def check(self, value: Any) -> Any:
        """Return the value in its one canonical form, or raise an OptionError."""
        raise TypeError(f"{type(self).__name__} checks nothing")

    def default_for(self, chosen: Mapping[str, Any]) -> Any:
        """Return the default, given the options that stand before this one."""
        return self.default(chosen) if callable(self.default) else self.default

    def describe_default(self) -> str:
        """Return the default in words."""
        return self.default_text or _shown(self.default)

    def refuse(self, value: Any) -> OptionError:
        """Return the error for a value that is not allowed."""
        message = f"option {self.name} takes {self.allowed}, not {shortened(value)}"
        return OptionError(message, "option", option=self.name)


@dataclass(frozen=True, kw_only=True)
class Flag(Option):
    """True or false."""

    default: Any = False

    @property
    def allowed(self) -> str:
        return "true or false"

    def check(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self.refuse(value)
        return value


@dataclass(frozen=True, kw_only=True)
class Whole(Option):
    """A whole number in a range, or one of a few outside it (0 for "off")."""

    low: int
    high: int
    also: tuple[int, ...] = ()

    @property
    def allowed(self) -> str:
        extra = "".join(f"{value} or " for value in self.also)
        return f"{extra}a whole number from {self.low} to {self.high}"

    def check(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refuse(value)
        if not (self.low <= value <= self.high or value in self.also):
            raise self.refuse(value)
        return value


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """One of a few values, all words or all whole numbers."""

    choices: tuple[str | int, ...]

    @property
    def allowed(self) -> str:
        *most, last = [str(choice) for choice in self.choices]
        return f"{', '.join(most)} or {last}" if most else last

    def check(self, value: Any) -> str | int:
        for choice in self.choices:
            if type(value) is type(choice) and value == choice:
                return choice
        raise self.refuse(value)


def repetition_option(default: int, rule: str, consequence: str) -> Whole:
    """Return the option that all games with repetition share."""
    return Whole(
        name="repetition",
        default=default,
        low=2,
        high=1000,
        also=(0,),
        help=f"When a position occurs this many times, {consequence} ({rule}); 0 is off.",
    )


def resolve(
    options: tuple[Option, ...], given: Mapping[str, Any], game: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Check what was given; return all values, and those that differ from their defaults."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise OptionError(
                f"{game} has no option {shortened(name)}; it has {', '.join(known) or 'none'}"
            )
    values: dict[str, Any] = {}
    changed: dict[str, Any] = {}
    for option in options:
        default = option.default_for(values)
        values[option.name] = option.check(given[option.name]) if option.name in given else default
        if values[option.name] != default:
            changed[option.name] = values[option.name]
    return values, changed


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
