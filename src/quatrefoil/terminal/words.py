"""The language that a terminal asks for, the front end's own words, and letters for its signs."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache

from quatrefoil.view.words import LANGUAGES, Words


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment asks for, as far as it is spoken here."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if asked := environment.get(name):
            return asked[:2] if asked[:2] in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


def own_words(language: str) -> Words:
    """Return the words of the front end itself."""
    return Words("quatrefoil.terminal", language)


def phrase_text(phrase: str, language: str) -> str:
    """Return what somebody says without typing; a newer server may know more than we do."""
    words, key = _page_words(language), f"phrase.{phrase}"
    return words(key) if key in words else phrase


@cache
def _page_words(language: str) -> Words:
    """Return the page's words: people who talk to each other use both front ends."""
    return Words("quatrefoil.web", language)


def lettered(text: str, words: Words) -> str:
    """Return a text of a board's style: `@key` is the first letter of that text."""
    return re.sub(r"@([\w.:-]+)", lambda found: words(found[1])[:1].upper(), text)
