"""Text from elsewhere: what cannot be stored is not taken, what cannot be seen is not shown."""

import copy
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quatrefoil
from quatrefoil import FormatError, QuatrefoilError, Record
from quatrefoil.core.fields import read_json
from quatrefoil.core.text import fault_in, fault_of, on_one_line, shown

ANY_TEXT = st.text(
    st.characters(min_codepoint=0, max_codepoint=sys.maxunicode, exclude_categories=())
)


@given(ANY_TEXT)
def test_sound_text_is_utf_8_without_null(text):
    try:
        text.encode()
        sound = "\0" not in text
    except UnicodeEncodeError:
        sound = False
    assert (fault_of(text) == "") is sound
    assert (fault_in([{"key": [text]}]) == "") is sound
    assert (fault_in({text: None}) == "") is sound


@given(ANY_TEXT)
def test_json_is_taken_with_sound_texts_only(text):
    for written in (json.dumps([text]), json.dumps({text: 1}, ensure_ascii=False)):
        if fault_of(text):
            with pytest.raises(FormatError, match=r"surrogate|null|control character"):
                read_json(written)
        else:
            assert read_json(written) == json.loads(written)


@given(ANY_TEXT)
def test_what_is_shown_is_one_line_that_commands_nothing(text):
    shown = on_one_line(text)
    assert shown.isprintable()
    assert len(shown) == len(text)
    shown.encode()


@given(st.recursive(ANY_TEXT | st.integers(), lambda inner: st.dictionaries(ANY_TEXT, inner)))
def test_all_that_a_strange_server_says_is_shown_so(data):
    assert json.dumps(shown(data), ensure_ascii=False).isprintable()
    assert shown({"a": [1, None, "é", {"b": True}]}) == {"a": [1, None, "é", {"b": True}]}


@pytest.mark.parametrize(
    "char",
    [
        *("\x00", "\x07", "\x1b", "\n", "\r", "\x7f", "\x85", "\x9b", "\u2028", "\u2029"),
        *("\u202e", "\u2066", "\u200b", "\ufeff", "\ud800"),
    ],
    ids=lambda char: f"{ord(char):04x}",
)
def test_characters_that_are_never_shown(char):
    assert on_one_line(f"a{char}b") == "a�b"


def places(data, way=()):
    """Yield the way to every text in plain data, and to every key."""
    if isinstance(data, str):
        yield way
    elif isinstance(data, dict):
        for key, value in data.items():
            yield (*way, (key,))
            yield from places(value, (*way, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from places(value, (*way, index))


def spoilt(data, way, char):
    """Return the data with a character more in one text or key."""
    data = copy.deepcopy(data)
    *most, last = way
    inner = data
    for step in most:
        inner = inner[step]
    if isinstance(last, tuple):
        inner[last[0] + char] = inner.pop(last[0])
    else:
        inner[last] += char
    return data


@pytest.mark.parametrize("game", quatrefoil.names())
@pytest.mark.parametrize("char", ["\ud800", "\0"], ids=["surrogate", "null"])
class TestLibrary:
    """Data that Python code hands over, not through JSON."""

    def refused(self, read, data, char):
        for way in places(data):
            with pytest.raises(QuatrefoilError) as found:
                read(spoilt(data, way, char))
            assert not fault_of(str(found.value)), "the refusal itself cannot be sent"

    def test_records(self, game, char):
        line = quatrefoil.Line(quatrefoil.rules(game).start())
        while len(line) < 3:
            line.play(line.position.legal_tokens()[0])
        data = Record.of(line, site="here").to_json()
        assert Record.from_json(data).to_json() == data
        self.refused(Record.from_json, data, char)

    def test_positions(self, game, char):
        self.refused(quatrefoil.position, quatrefoil.rules(game).start().to_json(), char)

    def test_options(self, game, char):
        for option in quatrefoil.game(game).options:
            with pytest.raises(QuatrefoilError) as found:
                quatrefoil.rules(game, {option.name: {"a": char}})
            assert not fault_of(str(found.value))
