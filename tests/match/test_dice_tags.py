"""Tags about dice: what is written is read again, and what nobody wrote is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quatrefoil import RecordError
from quatrefoil.core.tags import read_tags
from quatrefoil.match.dice_tags import DiceTags, EventDiceTags, read_dice_tags

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40)
PARTS = st.none() | st.text("0123456789abcdef", min_size=64, max_size=64)


@given(
    match=TEXTS,
    seed=st.binary(max_size=32),
    parts=st.lists(st.tuples(PARTS, PARTS), max_size=6),
    first=st.none() | st.tuples(st.integers(1, 6), st.integers(0, 5)),
    throws=st.lists(st.text("rps", min_size=2, max_size=2), max_size=300),
    throwers=st.lists(st.integers(0, 1), max_size=2),
)
def test_what_is_told_about_dice_survives(match, seed, parts, first, throws, throwers):
    hashes, values = zip(*parts, strict=True) if parts else ((), ())
    throwers = tuple(throwers) if throws else ()
    told = DiceTags(match, "ab" * 32, seed, hashes, values, first, tuple(throws), throwers)
    tags = told.to_tags()
    assert read_dice_tags(tags) == told
    assert read_tags(tags) == tags


@given(
    match=TEXTS,
    seed=st.binary(max_size=32),
    shared=st.dictionaries(st.integers(0, 5), TEXTS, max_size=6),
    gaps=st.lists(st.integers(0, 999_999_999), max_size=600),
    first=st.none() | st.tuples(st.integers(0, 99), st.integers(1, 6), st.integers(0, 5)),
)
def test_what_older_records_tell_survives(match, seed, shared, gaps, first):
    events = tuple(sum(gaps[: number + 1]) for number in range(len(gaps)))
    told = EventDiceTags(match, "ab" * 32, seed, shared, events, first)
    tags = told.to_tags()
    assert read_dice_tags(tags) == told
    if len(gaps) < 300:
        assert read_tags(tags) == tags


SHARED = DiceTags("m", "", b"seed", ("ab" * 32, None), ("cd" * 32, None), (2, 0), ("rp",), (1,))
BY_EVENTS = EventDiceTags("m", "", b"seed", {}, (1, 2), (1, 2, 0))


@pytest.mark.parametrize(
    ("told", "changes", "message"),
    [
        (BY_EVENTS, {"dice.seed": "xy"}, "not of the form"),
        (BY_EVENTS, {"dice.shared": "7"}, "not of the form"),
        (BY_EVENTS, {"dice.shared": "[" * 1000}, "not of the form"),
        (BY_EVENTS, {"dice.shared": '[[1e999,"x"]]'}, "not of the form"),
        (BY_EVENTS, {"dice.events": "1 -2"}, "list of whole numbers"),
        (BY_EVENTS, {"dice.events.2": "x"}, "list of whole numbers"),
        (BY_EVENTS, {"dice.first": "1 0 0"}, "an event, a number of players and who won"),
        (BY_EVENTS, {"dice.first": "1 2"}, "an event, a number of players and who won"),
        (SHARED, {"dice.scheme": "3"}, "schemes 1 and 2, not '3'"),
        (SHARED, {"dice.seed": "xy"}, "not of the form"),
        (SHARED, {"dice.first": "0 0"}, "not of the form"),
        (SHARED, {"dice.first": "2"}, "not of the form"),
        (SHARED, {"dice.first": "٣ ٣"}, "not of the form"),
        (SHARED, {"dice.first": "9" * 500 + " 1"}, "not of the form"),
        (SHARED, {"dice.hashes": "ab" * 32}, "not of the form"),
        (SHARED, {"dice.hashes": "AB" * 32 + " -"}, "not of the form"),
        (SHARED, {"dice.values": "- x"}, "not of the form"),
        (SHARED, {"dice.throwers": "one"}, "not of the form"),
    ],
)
def test_tags_about_dice_that_nobody_wrote_are_refused(told, changes, message):
    tags = told.to_tags()
    with pytest.raises(RecordError, match=message):
        read_dice_tags(tags | changes)
    with pytest.raises(RecordError, match=r"no tag 'dice\.seed'"):
        read_dice_tags({tag: text for tag, text in tags.items() if tag != "dice.seed"})
