"""Tags of records: what is written is read again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conformance.variants import PLAYER_COUNTS

import quatrefoil
from quatrefoil import Record
from quatrefoil.core.tags import player_names, player_tags

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
