"""Tags of records: what is written is read again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conformance.variants import PLAYER_COUNTS

import quatrefoil
from quatrefoil import Record, RecordError
from quatrefoil.core.tags import DiceTags, player_names, player_tags, read_tags

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40)


@pytest.mark.parametrize("rules", PLAYER_COUNTS, ids=str)
@given(data=st.data())
def test_names_survive_in_a_record(rules, data):
    names = data.draw(st.lists(TEXTS, min_size=rules.players, max_size=rules.players))
    record = Record(rules, tags=player_tags(rules, names))
    again = Record.loads(record.dumps())
    assert player_names(rules, again.tags) == names


@pytest.mark.parametrize("rules", PLAYER_COUNTS, ids=str)
def test_each_player_has_a_tag_without_spaces(rules):
    tags = player_tags(rules, [str(player) for player in range(rules.players)])
    assert len(tags) == rules.players
    assert not any(" " in tag for tag in tags)


def test_names_written_by_hand_and_missing_names():
    rules = quatrefoil.rules("trickle", {"players": 3})
    assert player_names(rules, {"player 1": "Ada", "player2": "Bob"}) == ["Ada", "Bob", ""]


@given(
    match=TEXTS,
    seed=st.binary(max_size=32),
    shared=st.dictionaries(st.integers(0, 5), TEXTS, max_size=6),
    gaps=st.lists(st.integers(0, 999_999_999), max_size=600),
    first=st.none() | st.tuples(st.integers(0, 99), st.integers(1, 6), st.integers(0, 5)),
)
def test_what_is_told_about_dice_survives(match, seed, shared, gaps, first):
    events = tuple(sum(gaps[: number + 1]) for number in range(len(gaps)))
    told = DiceTags(match, "ab" * 32, seed, shared, events, first)
    tags = told.to_tags()
    assert DiceTags.from_tags(tags) == told
    if len(gaps) < 300:
        assert read_tags(tags) == tags


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"dice.seed": "xy"}, "not of the form"),
        ({"dice.shared": "7"}, "not of the form"),
        ({"dice.events": "1 -2"}, "list of whole numbers"),
        ({"dice.events.2": "x"}, "list of whole numbers"),
        ({"dice.first": "1 0 0"}, "an event, a number of players and who won"),
        ({"dice.first": "1 2"}, "an event, a number of players and who won"),
    ],
)
def test_tags_about_dice_that_nobody_wrote_are_refused(changes, message):
    tags = DiceTags("m", "", b"seed", {}, (1, 2), (1, 2, 0)).to_tags()
    with pytest.raises(RecordError, match=message):
        DiceTags.from_tags(tags | changes)
    with pytest.raises(RecordError, match=r"no tag 'dice\.seed'"):
        DiceTags.from_tags({tag: text for tag, text in tags.items() if tag != "dice.seed"})
