"""Phrases of a view as sentences, in the languages that a game's `texts/` has.

The page does the same in its own way (`web/js/texts.js`): a text is a string with `{values}`, or
its forms by the plural of `count`; a value of a phrase that begins with `@` is a key to look up
first, or several with commas between them (`@player.0, @player.2`).
`{click}` and `{Click}` need no value: they are what one does with a mouse (a finger taps).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib import resources

from quatrefoil.core.errors import FormatError, shortened
from quatrefoil.core.registry import game
from quatrefoil.view.data import Phrase

LANGUAGES = ("en", "fi")

#: What can stand in a text.
Value = str | int | float

#: The decimal point of a language, and what it writes between thousands.
_NUMBERS = {"en": (".", ","), "fi": (",", "\N{NO-BREAK SPACE}")}
#: What one does with a mouse.
_CLICK = {"en": "click", "fi": "napsauta"}


class Words:
    """The texts of one game, or of another package, in one language."""

    def __init__(self, package: str, language: str) -> None:
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise FormatError(f"there are texts in {known}, not in {shortened(language)}")
        path = resources.files(package) / "texts" / f"{language}.json"
        self._texts = json.loads(path.read_text(encoding="utf-8"))
        self.language = language
        click = _CLICK[language]
        self._click = {"click": click, "Click": click.capitalize()}

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __call__(self, key: str, /, **values: Value) -> str:
        """Return a text; where it is missing, return the key, so that somebody notices.

        Values stand in it as they are: they may be names that people gave themselves.
        """
        return self._with(key, values, lambda value: value)

    def say(self, phrase: Phrase) -> str:
        """Return a phrase as a sentence; those of its values that are keys are looked up."""
        return self._with(phrase.key, phrase.values, self._looked_up)

    def tell(self, phrase: Phrase, asked: bool) -> str:
        """Return how things stand, for the player to move, who may be asked for it, or for others.

        Others have their own words for it, `<key>.theirs`, where a game has them.
        """
        theirs = f"{phrase.key}.theirs"
        return self._with(
            phrase.key if asked or theirs not in self._texts else theirs,
            phrase.values,
            self._looked_up,
        )

    def _with(self, key: str, values: Mapping[str, Value], read: Callable[[str], str]) -> str:
        text = self._texts.get(key, key)
        if not isinstance(text, str):
            # English and Finnish have the same two forms: one, and any other number.
            text = text["one" if values.get("count") == 1 else "other"]
        known = {**self._click, **values}
        return re.sub(r"\{(\w+)\}", lambda found: self._shown(known[found[1]], read), text)

    def _looked_up(self, value: str) -> str:
        if not value.startswith("@"):
            return value
        return ", ".join(self(key.removeprefix("@")) for key in value.split(", "))

    def _shown(self, value: Value, read: Callable[[str], str]) -> str:
        if isinstance(value, str):
            return read(value)
        point, thousands = _NUMBERS[self.language]
        written = f"{round(value, 3):,}".removesuffix(".0")
        return written.translate({ord("."): point, ord(","): thousands})


@cache
def shared_words(language: str) -> Words:
    """Return the words that all front ends share: names of levels, sentences of reviews."""
    return Words("quatrefoil.view", language)


def level_name(level: int, language: str) -> str:
    """Return what the computer is called when it plays a level."""
    return shared_words(language)(f"level.{level}")


@lru_cache(maxsize=32)
def words_of(game_name: str, language: str) -> Words:
    """Return a game's words in a language, English where it lacks that; always the same ones."""
    found = game(game_name)
    lacks = language in LANGUAGES and language not in found.manifest.languages
    return Words(found.package, "en" if lacks else language)
