"""Any position can be put together by hand, and what is no position is explained, all of it."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.variants import VARIANTS, sampled

import quatrefoil
from quatrefoil.core.fields import Fields
from quatrefoil.study import editing
from quatrefoil.view.editing import Draft

EDITED = [rules for rules in VARIANTS if rules.game.has("edit")]
GAMES = sorted({rules.game.name for rules in EDITED})


def put(draft, place, brush):
    """Click on a place with a brush, as the page does: a second click takes the piece away."""
    pieces = dict(draft.pieces)
    if pieces.get(place) == brush:
        del pieces[place]
    else:
        pieces[place] = brush
    return Draft(pieces, draft.values, draft.layers)


def fitting(tools, control):
    """Return a strategy of values that a control can have."""
    kinds = {
        "player": lambda: st.sampled_from(control.choices),
        "choice": lambda: st.sampled_from(control.choices),
        "whole": lambda: st.integers(control.low, control.high),
        "flag": st.booleans,
        "place": lambda: st.sampled_from(tools.places),
        "places": lambda: st.lists(
            st.sampled_from(tools.places), min_size=control.count, max_size=control.count
        ),
    }
    one = kinds[control.kind]()
    if control.optional:
        one = st.none() | one
    return one


@st.composite
def drafts(draw, rules):
    """Draw anything that clicks and controls can put together."""
    tools = editing.tools_of(rules)
    layer = st.dictionaries(
        st.sampled_from(tools.places), st.sampled_from([b.id for b in tools.brushes]), max_size=30
    )
    values = {}
    for control in tools.controls:
        one = fitting(tools, control)
        count = rules.players
        values[control.name] = draw(
            st.lists(one, min_size=count, max_size=count) if control.each else one
        )
    layers = {name: draw(st.none() | layer) for name in tools.layers}
    return Draft(draw(layer), values, layers)


@pytest.mark.parametrize("rules", EDITED, ids=str)
def test_every_position_of_play_can_be_put_together(rules):
    """From the empty board, click by click and control by control; nobody doubts it."""
    for position in sampled(rules):
        goal = editing.draft_of(position)
        made = editing.empty(rules).draft
        for place, brush in goal.pieces.items():
            made = put(made, place, brush)
        made = Draft(made.pieces, {**made.values, **goal.values}, goal.layers)
        wire = json.loads(json.dumps({"game": rules.game.name, **made.to_json()}))
        found = editing.judge(*editing.read_draft(wire | {"options": dict(rules.changed)}))
        assert found.position is not None, found.faults
        assert found.position.key == position.key
        assert found.to_json() == position.to_json()
        assert found.scene() == editing.view_of(rules).scene(position)
        assert not found.doubts, [str(doubt) for doubt in found.doubts]
        drawn = editing.layer_scene(rules, found.draft.pieces)
        assert set(drawn.pieces) == set(found.scene().pieces)


@pytest.mark.parametrize("rules", EDITED, ids=str)
@settings(max_examples=25)
@given(data=st.data())
def test_whatever_is_put_together_can_be_read_again(rules, data):
    """The JSON of a draft stays what it is, and it is a position unless a fault says why."""
    draft = data.draw(drafts(rules))
    judged = editing.judge(rules, draft)
    text = json.dumps(judged.to_json())
    again = editing.examine(json.loads(text))
    assert again.to_json() == judged.to_json()
    assert list(map(str, again.faults)) == list(map(str, judged.faults))
    assert again.scene().pieces is not None
    if judged.position is None:
        with pytest.raises(quatrefoil.FormatError) as refusal:
            quatrefoil.position(text)
        assert str(refusal.value) in list(map(str, judged.faults))
    else:
        assert not judged.faults
        assert judged.position == quatrefoil.position(text)


def test_every_fault_has_its_words():
    """In every language of the game, with the same values."""
    for name in GAMES:
        game = quatrefoil.game(name)
        sources = [
            Path(quatrefoil.__file__).parent.joinpath("games", name, f"{part}.py")
            for part in ("notation", "edit")
        ]
        texts = [
            json.loads(game.resource(f"texts/{each}.json").read_text(encoding="utf-8"))
            for each in game.manifest.languages
        ]
        reasons = set()
        for rules in [rules for rules in EDITED if rules.game.name == name][:2]:
            for position in sampled(rules, every=40):
                reasons |= {error.reason for error in spoilt(position)}
        for reason in filter(None, reasons):
            written = any(f'"{reason}"' in source.read_text() for source in sources)
            assert written or reason == "field", reason
            for words in texts:
                assert reason == "field" or f"refusal.{reason}" in words, (name, reason)


def spoilt(position):
    """Yield the faults of positions that lack something, or have too much of it."""
    data = position.to_json()
    for key in data:
        for value in (None, {}, [], 7, "x", {"x": "y"}, ["x", "x"]):
            if key != "game":
                found = editing.examine({**data, key: value})
                yield from (*found.faults, *found.doubts)


# ---- hostile JSON --------------------------------------------------------------------------------

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=120)
@given(data=st.data())
def test_no_json_is_too_strange_to_be_explained(game, data):
    """Whatever stands where, the answer is a draft that can be drawn, and why it is no position."""
    good = quatrefoil.rules(game).start().to_json()
    spoiled = copy.deepcopy(good)
    for key in data.draw(st.lists(st.sampled_from(sorted(good)), max_size=4)):
        if key != "game":
            spoiled[key] = data.draw(_JSON)
    found = editing.examine(spoiled)
    assert (found.position is None) == bool(found.faults)
    assert editing.examine(found.to_json()).draft == found.draft
    found.scene()
    read = editing.read_draft(
        {"game": game, "options": dict(found.rules.changed), **found.draft.to_json()}
    )
    assert read[1] == found.draft


@pytest.mark.parametrize("data", [None, [], 7, "x", {}, {"game": None}, {"game": "chess"}])
def test_what_names_no_game_is_refused(data):
    with pytest.raises(quatrefoil.UnknownGameError):
        editing.examine(data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pieces": {"9z9": "N"}}, "no place '9z9'"),
        ({"pieces": {"1a1": "Q"}}, "no brush 'Q'"),
        ({"pieces": {"1a1": 7}}, "no brush 7"),
        ({"values": {}}, "a value of turn"),
        ({"values": {"turn": "green"}}, "turn of a draft cannot be 'green'"),
        ({"values": {"turn": True}}, "turn of a draft cannot be true"),
        ({"values": {"turn": "red", "x": 1}}, "no control 'x'"),
        ({"layers": {"previous": None}}, "no 1 layers"),
        ({"odd": 1}, "no key 'odd'"),
    ],
)
def test_drafts_that_no_editor_makes_are_refused(change, message):
    draft = {"game": "blinq", "pieces": {}, "values": {"turn": "red"}, "layers": {}}
    with pytest.raises(quatrefoil.FormatError, match=message):
        editing.read_draft(draft | change)


# ---- some that people will build -----------------------------------------------------------------


def reasons(data):
    found = editing.examine(data)
    return [each.reason for each in found.faults], [each.reason for each in found.doubts]


def test_all_faults_are_listed_not_the_first_alone():
    """BQ-5, BQ-7: a block in the air lacks four supports, and the neutral block is gone."""
    blinq = {"game": "blinq", "blocks": ["2a1N"], "turn": "red"}
    assert reasons(blinq) == (["neutral-missing", *["support"] * 4], [])


def test_what_cannot_come_up_can_be_played_all_the_same():
    assert reasons({"game": "blinq", "blocks": ["1c3*", "1a1N"], "turn": "red"}) == (
        [],
        ["odd-turn"],
    )
    crowd = {"c1": "rock", "d1": "rock"}
    trio = {"game": "triotrio", "yellow": crowd, "blue": {"e9": "paper"}, "turn": "blue"}
    assert reasons(trio | {"phase": "change"}) == ([], ["odd-piece", "odd-piece"])
    beads = {"game": "trickle", "beads": {"f6": 1}, "turn": 1, "last": ["f6", "f7"]}
    assert reasons(beads) == ([], ["odd-missing", "odd-start", "odd-end"])
    links = {"game": "trifoil", "red": [], "blue": ["a1.S"], "turn": "red"}
    jump = {"previous": {"red": [], "blue": []}, "actions_left": 2, "acted": False}
    assert reasons({**links, **jump}) == ([], ["odd-first"])


def test_a_board_before_must_be_an_action_away():
    """TF-9: the two boards differ by one action."""
    now = {"game": "trifoil", "red": ["a1.S", "b1.S"], "blue": [], "turn": "blue"}
    rest = {"actions_left": 2, "acted": False}
    near, far = {"red": ["a1.S"], "blue": []}, {"red": [], "blue": []}
    assert reasons({**now, **rest, "previous": near}) == ([], [])
    assert reasons({**now, **rest, "previous": far}) == ([], ["odd-previous"])


@pytest.mark.parametrize("rules", [quatrefoil.rules(name) for name in GAMES], ids=str)
def test_turning_and_mirroring(rules):
    position = list(sampled(rules))[2]
    examined = editing.examine(position.to_json())
    assert len(editing.images(rules)) == len(rules.symmetries) - 1
    for entry, symmetry in zip(editing.images(rules), rules.symmetries[1:], strict=True):
        seen = editing.image(examined, entry["number"])
        assert seen.position == position.image(entry["number"])
        assert (f"turned {entry['degrees']}" in symmetry.name) == (entry["degrees"] > 0)
        assert ("mirrored" in symmetry.name) == entry["mirrored"]
        assert Fields(entry, "an image").flag("swapped") == (symmetry.players != (0, 1))
