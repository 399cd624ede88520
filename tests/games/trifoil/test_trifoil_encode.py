"""What planes of Trifoil show: links by face and colour, now and before, and the turn."""

from tests.conformance.looks import everywhere, planes_of

import quatrefoil

PAST = "before the latest action, where a return is possible"


def position(**data):
    return quatrefoil.position(
        {
            "game": "trifoil",
            "options": {},
            "red": [],
            "blue": [],
            "previous": None,
            "turn": "red",
            "actions_left": 2,
            "acted": False,
            **data,
        }
    )


def test_links_by_face_and_colour():
    here = position(red=["a1.SE", "c1.N"], blue=["b2.S"])
    red, blue = planes_of(here, 0), planes_of(here, 1)
    assert red["my links on face SE"] == {(0, 0): 1}
    assert red["my links on face N"] == {(0, 2): 1}
    assert red["the opponent's links on face S"] == {(1, 1): 1}
    assert blue["my links on face S"] == {(1, 1): 1}
    assert set(red["Blinks"]) == {(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)}


def test_the_past_shows_where_a_return_is_possible():
    """After a push TF-9 forbids to go back; a link that was placed never leaves."""
    pushed = position(
        red=["b1.NW"], previous={"red": ["a1.SE"], "blue": []}, actions_left=1, acted=True
    )
    assert planes_of(pushed)[f"my links on face SE {PAST}"] == {(0, 0): 1}
    placed = position(
        red=["a1.SE", "b1.NW"], previous={"red": ["a1.SE"], "blue": []}, actions_left=1, acted=True
    )
    assert planes_of(placed)[f"my links on face SE {PAST}"] == {}


def test_how_far_the_turn_is():
    fresh = planes_of(position())
    assert everywhere(fresh["actions left of the turn, of the most there can be"]) == 1
    assert everywhere(fresh["an action of the turn was made"]) == 0
    begun = position(red=["a1.SE"], actions_left=1, acted=True)
    look = planes_of(begun, viewer=1)
    assert everywhere(look["actions left of the turn, of the most there can be"]) == 0.5
    assert everywhere(look["an action of the turn was made"]) == 1
    assert everywhere(look["it is the opponent's turn"]) == 1
