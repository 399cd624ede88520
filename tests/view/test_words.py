"""Phrases as sentences, as the page would say them."""

import json
import re
from importlib import resources

import pytest

import quatrefoil
from quatrefoil.view.data import Phrase
from quatrefoil.view.words import LANGUAGES, words_of


def test_values_and_names_are_put_in():
    words = words_of("trickle", "en")
    phrase = Phrase("describe.score", {"player": "@player.0", "count": 2})
    assert words.say(phrase) == "Orange has 2 points."


def test_what_asks_the_player_to_move_is_told_to_others_in_other_words():
    words = words_of("triotrio", "en")
    step = Phrase("fact.step.move", {"count": 1})
    assert words.tell(step, asked=True) == "Rolled 1: move one piece exactly 1 step."
    assert words.tell(step, asked=False) == "Rolled 1: one piece moves exactly 1 step."
    plain = Phrase("fact.step.first")
    assert words.tell(plain, asked=False) == words.say(plain)


def test_one_is_singular():
    words = words_of("trickle", "en")
    phrase = Phrase("describe.score", {"player": "@player.1", "count": 1})
    assert words.say(phrase) == "Blue has 1 point."


@pytest.mark.parametrize(
    ("language", "value", "text"),
    [
        ("en", 1234, "1,234"),
        ("fi", 1234, "1\N{NO-BREAK SPACE}234"),
        ("en", 0.5, "0.5"),
        ("fi", 0.5, "0,5"),
        ("en", 2.0, "2"),
        ("fi", 1234.25, "1\N{NO-BREAK SPACE}234,25"),
    ],
)
def test_numbers_are_written_as_in_the_language(language, value, text):
    assert text in words_of("trickle", language).say(
        Phrase("describe.score", {"player": "x", "count": value})
    )


def test_a_key_without_text_is_shown():
    assert words_of("trickle", "fi")("no.such.key") == "no.such.key"


def test_an_unknown_language_is_refused():
    with pytest.raises(quatrefoil.FormatError, match="texts in en, fi, not in 'sv'"):
        words_of("trickle", "sv")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", quatrefoil.names())
def test_every_game_speaks_every_language(game, language):
    assert words_of(game, language)("title")


@pytest.mark.parametrize("package", ["quatrefoil.draw.print", "quatrefoil.terminal"])
def test_both_languages_have_the_same_texts_with_the_same_values(package):
    english, finnish = (_texts(package, language) for language in LANGUAGES)
    assert english.keys() == finnish.keys()
    for key, text in english.items():
        assert _values(text) == _values(finnish[key]), key


def _texts(package, language):
    path = resources.files(package).joinpath("texts", f"{language}.json")
    return json.loads(path.read_text(encoding="utf-8"))


def _values(text):
    return set(re.findall(r"\{\w+\}", json.dumps(text)))
