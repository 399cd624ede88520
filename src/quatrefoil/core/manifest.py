"""What a game consists of: its manifest lists the parts and the resources, and nothing is guessed.

A *part* is a module of the game's package, a *resource* is a file of it. Rules, position and
notation come with the game's `rules_type`. A view and English texts make the game playable
everywhere. Everything else is optional: front ends ask (`has`) before they offer something.
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from quatrefoil.core.errors import MissingPartError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

#: The parts that a game may have, and what each is in words.
PARTS = {
    "view": "view",
    "evaluate": "evaluation",
    "encode": "encoder",
    "endings": "endgame domains",
    "sheet": "print sheet",
    "passing": "threats",
    "edit": "position editor",
    "design": "board designer",
    "facts": "facts for reviews",
    "themes": "themes of puzzles",
}

#: The resources that a game may have; `*` stands for the name of the game.
RESOURCES = {
    "texts/en.json": "English texts",
    "texts/fi.json": "Finnish texts",
    "position.schema.json": "schema of its positions",
    "learn.json": "lessons",
    "learn.en.json": "English words of the lessons",
    "learn.fi.json": "Finnish words of the lessons",
    "glance.md": "rules at a glance",
    "glance.fi.md": "Finnish rules at a glance",
    "rules.md": "rules page",
    "rules.fi.md": "Finnish rules page",
    "web/*.css": "style",
    "terminal.json": "terminal look",
    "print.css": "style on paper",
    "sheet.md": "rules on one page",
    "sheet.fi.md": "Finnish rules on one page",
    "solved": "proofs and endgame tables",
    "strength.json": "goals of the computer's strength",
    "openings.json": "book of openings",
    "measured.json": "figures of its presets",
    "puzzles.json": "puzzles",
}

#: Without these nobody can play the game.
REQUIRED = ("view", "texts/en.json")

#: What players may look for and miss, in the order in which it is told.
_MISSED = (
    "learn.json",
    "rules.md",
    "evaluate",
    "encode",
    "sheet",
    "web/*.css",
    "terminal.json",
    "texts/fi.json",
)


@dataclass(frozen=True)
class Manifest:
    """The parts and resources in the package of one game."""

    game: str
    package: str
    parts: tuple[str, ...]
    resources: tuple[str, ...]

    def check(self) -> None:
        """Raise unless all names are known and nothing is missing that playing takes."""
        for given, known in ((self.parts, PARTS), (self.resources, RESOURCES)):
            names = [self._named(name) for name in known]
            for name in given:
                if name not in names:
                    raise ValueError(f"{self.game} lists {name!r}; known are {', '.join(names)}")
        for name in REQUIRED:
            self.require(name)

    def look_for_all(self) -> None:
        """Raise a MissingPartError if something is listed that is not there."""
        for name in self.parts:
            if importlib.util.find_spec(f"{self.package}.{name}") is None:
                raise MissingPartError(f"it lists {name}, and {self.package} has no such module")
        for name in self.resources:
            found = self.resource(name)
            if not found.is_file() and not found.is_dir():
                raise MissingPartError(f"it lists {name}, and {self.package} has no such file")

    def has(self, name: str) -> bool:
        """Whether the game has a part or a resource of that name."""
        return name in self.parts or name in self.resources

    def require(self, name: str) -> None:
        """Raise a MissingPartError unless the game has a part or a resource of that name."""
        if not self.has(name):
            raise MissingPartError(f"{self.game} has no {self._in_words(name)} ({name})")

    def part(self, name: str) -> ModuleType:
        """Return a part, imported when first asked for."""
        self.require(name)
        return importlib.import_module(f"{self.package}.{name}")

    def resource(self, name: str) -> Traversable:
        """Return a resource: a file, or the folder of what is solved."""
        from importlib import resources  # slow to load, and seldom needed

        self.require(name)
        return resources.files(self.package).joinpath(*name.split("/"))

    def localized(self, name: str, language: str) -> str:
        """Return the name of a resource in a language, or in English where it has no other."""
        stem, dot, suffix = name.rpartition(".")
        translated = f"{stem}.{language}{dot}{suffix}"
        return translated if self.has(translated) else name

    @property
    def style(self) -> str:
        """The resource that is the game's style sheet."""
        return self._named("web/*.css")

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the game's texts."""
        return tuple(
            name.removeprefix("texts/").removesuffix(".json")
            for name in self.resources
            if name.startswith("texts/")
        )

    @property
    def missing(self) -> tuple[str, ...]:
        """What the game does not have and players may look for, in words."""
        return tuple(
            self._in_words(name) for name in map(self._named, _MISSED) if not self.has(name)
        )

    def _named(self, name: str) -> str:
        return name.replace("*", self.game)

    def _in_words(self, name: str) -> str:
        words = {self._named(known): text for known, text in {**PARTS, **RESOURCES}.items()}
        return words.get(name, "such part")
