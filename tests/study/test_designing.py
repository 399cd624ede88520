"""A board is drawn by hand: Blinks, shapes that spin, and all that is wrong with it (TF-4)."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quatrefoil
from quatrefoil.study import designing
from quatrefoil.view.data import json_text
from quatrefoil.view.editing import Draft

TRIFOIL = quatrefoil.game("trifoil")
TOOLS = designing.design_of(TRIFOIL).TOOLS


def judged(blinks, **shapes):
    layers = {name: dict.fromkeys(members.split(), "blink") for name, members in shapes.items()}
    draft = Draft(dict.fromkeys(blinks.split(), "blink"), {"chain": 3, "links": 5}, layers)
    return designing.judge(TRIFOIL, {}, draft)


def reasons(found):
    return [fault.reason for fault in found.faults]


@pytest.mark.parametrize("preset", [preset.name for preset in TRIFOIL.presets])
def test_every_board_can_be_drawn_and_is_then_the_same(preset):
    rules = TRIFOIL.preset(preset)
    found = designing.open_design(rules)
    assert not found.faults
    assert found.rules.board.places == rules.board.places
    assert found.rules.board.shapes == rules.board.shapes
    assert designing.read_drawing(TRIFOIL, found.draft.to_json()) == found.draft


def test_a_board_of_the_designers_goes_by_its_name():
    assert designing.open_design(TRIFOIL.rules({"board": "8"})).value == "8"


def test_what_was_drawn_anywhere_begins_at_the_top_left():
    found = judged("4:6 5:7")
    assert found.value["blinks"] == [[0, 0], [1, 1]]
    assert found.rules.board.names == ["a1", "b1"]


def test_all_that_is_wrong_is_said():
    assert reasons(judged("")) == ["board-size"]
    assert reasons(judged("0:0 4:4")) == ["board-apart"]
    found = judged("0:0 0:2 1:1 0:4", delta="0:0 0:2 0:4", bad="0:0 0:2 1:1 0:4", far="6:6 0:0")
    assert reasons(found) == ["spin-fixed", "spin-stray"]


def test_a_shape_that_spins_and_what_the_board_is_like():
    found = judged("0:0 0:2 1:1", delta="0:0 0:2 1:1")
    assert not found.faults
    assert [spin.token for spin in found.rules.board.spins] == ["delta+", "delta-"]
    assert [(fact.key, dict(fact.values)) for fact in found.canvas.facts] == [
        ("design.blinks", {"count": 3, "most": 37}),
        ("design.turns", {"degrees": 120}),
        ("design.mirrors", {"count": 3}),
    ]
    assert judged("0:0 0:2 1:1 2:0").canvas.facts[-1].key == "design.plain"


def test_other_options_must_go_with_the_board():
    draft = designing.open_design(TRIFOIL.rules()).draft
    found = designing.judge(TRIFOIL, {"actions": 9}, draft)
    assert reasons(found) == ["option"]
    assert found.rules is None


@settings(max_examples=60)
@given(data=st.data())
def test_whatever_is_drawn_is_judged_as_the_rules_do(data):
    """There are faults exactly where the option would refuse it, and the canvas shows all of it."""
    near = [place for place in TOOLS.places if all(-2 < int(n) < 8 for n in place.split(":"))]
    layer = st.dictionaries(st.sampled_from(near), st.just("blink"), max_size=9)
    shapes = data.draw(st.dictionaries(st.sampled_from(TOOLS.names[:4]), layer, max_size=3))
    draft = Draft(data.draw(layer), {"chain": 3, "links": 9}, shapes)
    found = designing.judge(TRIFOIL, {}, draft)
    drawn = {piece.place for piece in found.canvas.scene.pieces}
    assert drawn == set(draft.pieces)
    assert drawn <= {place.id for place in found.canvas.board.places}
    json.loads(json_text(found.canvas))
    if found.faults:
        with pytest.raises(quatrefoil.OptionError):
            TRIFOIL.rules({"board": found.value})
    else:
        assert TRIFOIL.rules({"board": found.value}) == found.rules


def test_no_canvas_is_immense():
    far = f"{TOOLS.places[0]} {TOOLS.places[-1]}"
    with pytest.raises(quatrefoil.FormatError, match="within 38 columns"):
        judged(far)
    with pytest.raises(quatrefoil.FormatError, match="no place"):
        designing.read_drawing(TRIFOIL, {"pieces": {"999:999": "blink"}})


def test_a_game_without_a_designer_says_so():
    with pytest.raises(quatrefoil.MissingPartError, match="board designer"):
        designing.design_of(quatrefoil.game("blinq"))
