"""Rules as text: what `format_rules` writes, `parse_rules_text` reads."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quatrefoil import FormatError
from quatrefoil.core.ruletext import format_rules, parse_rules_text

NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_.-]*", fullmatch=True)
KEYS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
#: A string of digits is written bare and read as a number: options that allow it take both.
TEXTS = KEYS.filter(lambda text: not text.isdecimal())
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | TEXTS
    | st.sampled_from(["true", "null", "a,b", "\\"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)


@dataclass
class FakeRules:
    game: SimpleNamespace
    changed: dict


@given(st.from_regex(r"[a-z]{1,9}", fullmatch=True), st.dictionaries(NAMES, VALUES, max_size=5))
def test_rules_text_comes_back(name, options):
    text = format_rules(FakeRules(SimpleNamespace(name=name), options))
    assert parse_rules_text(text) == (name, "", options)


@given(st.text() | st.text(alphabet='a1=,()[]{}"\\ :').map("x({})".format))
def test_any_text_is_rules_or_a_format_error(text):
    try:
        name, *_ = parse_rules_text(text)
    except FormatError:
        return
    assert name in text


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("toy", {}),
        ("toy()", {}),
        (" toy ( ) ", {}),
        ("toy(a=1)", {"a": 1}),
        ("toy( a = 1 , b = word )", {"a": 1, "b": "word"}),
        ("toy(a=true,b=false,c=null)", {"a": True, "b": False, "c": None}),
        ('toy(a="true",b="1,2")', {"a": "true", "b": "1,2"}),
        ('toy(a={"x":[1,2],"y":{"z":")"}},b=2)', {"a": {"x": [1, 2], "y": {"z": ")"}}, "b": 2}),
        (r'toy(a="\\",b="\"")', {"a": "\\", "b": '"'}),
        ("toy(a=-1,b=1.5)", {"a": -1, "b": 1.5}),
    ],
)
def test_forms_that_are_read(text, options):
    assert parse_rules_text(text) == ("toy", "", options)


def test_a_preset_has_a_name_of_its_own():
    assert parse_rules_text("toy:small") == ("toy", "small", {})
    assert parse_rules_text(" toy:8-wide (a=1)") == ("toy", "8-wide", {"a": 1})


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "(", "3toy", "toy(", "toy)", "toy(a)", "toy(=1)", "toy(a=)", "toy(a=1"),
        *("toy a=1", "toy(a=1,)", "toy(,)", "toy(a b=1)", "toy:", "toy:a:b", "x" * 200_000),
    ],
    ids=lambda text: text[:12],
)
def test_refusals_show_how_it_is_written(text):
    with pytest.raises(FormatError, match=r"rules are written like trifoil, trifoil\(board"):
        parse_rules_text(text)


def test_an_option_stands_once():
    with pytest.raises(FormatError, match="option a stands twice in 'toy"):
        parse_rules_text("toy(a=1,a=2)")


@pytest.mark.parametrize(
    "value", ["[1", "{", "1.2.3", '"', "[" * 50_000, "-Infinity"], ids=lambda v: v[:5]
)
def test_values_are_words_or_json(value):
    with pytest.raises(FormatError):
        parse_rules_text(f"toy(a={value})")
