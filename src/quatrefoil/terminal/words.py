"""Texts in the reader's language: the front end's own, and those of each game."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from quatrefoil.core.game import Rules
from quatrefoil.core.view import Phrase

LANGUAGES = ("en", "fi")
_VALUE = re.compile(r"\{(\w+)\}")
_OWN = "quatrefoil.terminal"

Text = str | Mapping[str, str]


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment asks for, as far as it is spoken here."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if asked := environment.get(name):
            return asked[:2] if asked[:2] in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


class Words:
    """All texts that one folder has, in one language."""

    def __init__(self, folder: str, language: str) -> None:
        self._texts = _load(folder, language)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __call__(self, key: str, /, **values: Any) -> str:
        """Return a text; a key that has none is shown as it is, so that its lack is seen."""
        text = self._texts.get(key, key)
        chosen = text if isinstance(text, str) else text[_form(values.get("count"))]
        return _VALUE.sub(lambda found: self._shown(values.get(found[1], found[0])), chosen)

    def say(self, phrase: Phrase) -> str:
        """Return a phrase of a view as a sentence."""
        return self(phrase.key, **phrase.values)

    def letter(self, text: str) -> str:
        """Return a text of a sheet: `@key` is the first letter of that text."""
        return re.sub(r"@([\w.:-]+)", lambda found: self(found[1])[:1].upper(), text)

    def _shown(self, value: Any) -> str:
        text = f"{value:g}" if isinstance(value, float) else str(value)
        return self(text[1:]) if text.startswith("@") else text


def own_words(language: str) -> Words:
    """Return the words of the front end itself."""
    return Words(_OWN, language)


def words_of(rules: Rules, language: str) -> Words:
    """Return the words of a game."""
    return Words(type(rules).__module__.rpartition(".")[0], language)


@cache
def _load(folder: str, language: str) -> dict[str, Text]:
    file = resources.files(folder).joinpath("texts").joinpath(f"{language}.json")
    texts: dict[str, Text] = json.loads(file.read_text(encoding="utf-8"))
    return texts


def _form(count: Any) -> str:
    """Return the plural that a number takes: the same in all languages spoken here."""
    return "one" if count == 1 else "other"
