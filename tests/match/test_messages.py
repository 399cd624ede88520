"""Declared requests: what is read and what JSON Schema allows are the same."""

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quatrefoil import FormatError
from quatrefoil.core.constants import MAX_PLAYERS
from quatrefoil.match.messages import CLOCK, HELLO, ID, JOIN, MESSAGES, SEAT, Verb, new_match
from quatrefoil.match.schema import (
    Choice,
    Field,
    Form,
    Forms,
    Hex,
    Object,
    OneOf,
    Strings,
    Text,
    Whole,
)

LEVELS = (1, 2, 3)
NEW_MATCH = new_match(LEVELS)
#: Values that no key takes, or that only some take.
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.just(1.5),
    st.text(max_size=3),
    st.just("x" * 201),
    st.just([]),
    st.just({}),
    st.lists(st.integers(), max_size=2),
    st.just(["x"] * 65),
    st.just(["x" * 201]),
    st.just([{"kind": "me"}] * 13),
)


def values(kind):
    """Return values that a kind takes, up to its limits."""
    match kind:
        case Text():
            return st.integers(kind.shortest, kind.longest).map(lambda size: "x" * size)
        case Hex():
            return st.text("0123456789abcdef", min_size=kind.digits, max_size=kind.digits)
        case Whole():
            return st.integers(kind.low, kind.high)
        case Choice():
            return st.sampled_from(kind.choices)
        case Strings():
            entry = st.integers(0, kind.longest).map(lambda size: "x" * size)
            return st.lists(entry, max_size=4) | st.just(["x"] * kind.most)
        case Object():
            return st.just({"a": 1})
        case Forms():
            return st.lists(objects(kind.form), max_size=kind.most)
        case OneOf():
            return st.one_of(objects(form, {kind.by: name}) for name, form in kind.forms.items())
    raise AssertionError(kind)


def beyond(kind):
    """Return values that are just past a limit of a kind."""
    match kind:
        case Text():
            return st.just("x" * (kind.longest + 1)) | st.just("x" * (kind.shortest - 1))
        case Hex():
            wrong = ["a" * (kind.digits - 1), "a" * (kind.digits + 1), "A" * kind.digits]
            return st.sampled_from([*wrong, "٣" * kind.digits, "a" * kind.digits + "\n"])
        case Whole():
            return st.sampled_from([kind.low - 1, kind.high + 1])
        case Choice():
            return st.just(kind.choices[0] + "x")
        case Strings():
            return st.sampled_from([["x"] * (kind.most + 1), ["x" * (kind.longest + 1)], [1]])
        case Forms():
            return st.just([{"kind": "open"}] * (kind.most + 1))
    return JUNK


@st.composite
def objects(draw, form, constants=()):
    """Return objects of a form: mostly right, sometimes wrong in one key or another."""
    found = dict(constants)
    for field in form.fields:
        fate = draw(st.sampled_from(["right"] * 4 + ["missing", "beyond", "junk"]))
        if fate == "right":
            found[field.name] = draw(values(field.kind))
        elif fate == "beyond":
            found[field.name] = draw(beyond(field.kind))
        elif fate == "junk":
            found[field.name] = draw(JUNK)
    if draw(st.integers(0, 9)) == 0:
        found["surplus"] = 1
    return found


def reads(form, data):
    try:
        form.read(data)
    except FormatError:
        return False
    return True


DECLARED = {
    "a match": NEW_MATCH,
    "join": JOIN,
    "hello": HELLO,
    "every message": Form("a message", (ID, SEAT)),
    **{verb.value: Form("a message", message.fields) for verb, message in MESSAGES.items()},
}


@pytest.mark.parametrize("name", DECLARED)
@settings(max_examples=150)
@given(data=st.data())
def test_what_is_read_is_what_the_schema_allows(name, data):
    form = DECLARED[name]
    validator = jsonschema_rs.validator_for(form.json_schema())
    sent = data.draw(objects(form) | JUNK)
    assert reads(form, sent) == validator.is_valid(sent), sent


@settings(max_examples=100)
@given(sent=values(CLOCK) | JUNK)
def test_clocks_are_read_as_the_schema_allows(sent):
    validator = jsonschema_rs.validator_for(CLOCK.json_schema())
    assert reads(CLOCK, sent) == validator.is_valid(sent), sent


def test_every_key_that_is_left_out_has_its_default():
    read = NEW_MATCH.read({"seats": [{"kind": "open"}]})
    assert read == {
        "game": None,
        "options": {},
        "seats": [{"kind": "open", "name": "", "level": None}],
        "clock": None,
        "first": "rules",
        "moves": [],
        "openings": 0,
        "position": None,
        "hash": None,
    }


def test_errors_say_what_where_and_what_would_have_been_right():
    for data, sentence in [
        ({"tokens": [], "at": -1}, "'at' of a message is a whole number from 0 to 1000000000"),
        (
            {"tokens": "x", "at": 1},
            "'tokens' of a message is a list of at most 64 strings of at most 200 characters, not",
        ),
        ({"at": 1}, "a message has no 'tokens'"),
        ({"tokens": [], "at": 1, "to": 2}, "a message has no key 'to'; its keys are tokens, at"),
        ([], "a message is a JSON object, not"),
    ]:
        with pytest.raises(FormatError) as found:
            MESSAGES[Verb.PLAY].read(data)
        assert str(found.value).startswith(sentence)


def test_a_match_has_no_more_seats_than_a_game_has_players():
    seats = [{"kind": "open"}] * MAX_PLAYERS
    assert reads(NEW_MATCH, {"seats": seats})
    assert not reads(NEW_MATCH, {"seats": [*seats, {"kind": "open"}]})


def test_every_verb_is_declared():
    assert set(MESSAGES) == set(Verb)


def test_a_form_shows_its_keys():
    form = Form("a point", (Field("x", Whole(0, 9)), Field("label", Text(20), "")))
    assert form.keys() == "{x, label?}"
    assert form.keys(kind="dot") == '{kind: "dot", x, label?}'
