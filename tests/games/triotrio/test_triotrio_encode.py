"""What planes of TrioTrio show, and which piece an action means."""

from tests.conformance.looks import everywhere, planes_of
from triotrio_tools import at

import quatrefoil
from quatrefoil.core.encode import encoder_of


def position(**data):
    return at("Re5 Pa1", "Si9", **{"cow_at_start": False, **data})


def test_pieces_by_kind_and_by_number():
    here = position()
    yellow, blue = planes_of(here, 0), planes_of(here, 1)
    assert yellow["my rock"] == {(4, 4): 1}
    assert yellow["my paper"] == {(0, 0): 1}
    assert yellow["the opponent's scissors"] == {(8, 8): 1}
    assert blue["my scissors"] == {(8, 8): 1}
    assert yellow["the first of my pieces"] == {(0, 0): 1}
    assert yellow["the second of my pieces"] == {(4, 4): 1}
    assert yellow["the third of my pieces"] == {}
    assert yellow["my centre start"] == {(0, 4): 1}
    assert blue["my centre start"] == {(8, 4): 1}


def test_actions_name_pieces_by_their_number():
    here, encoder = position(), encoder_of(quatrefoil.rules("triotrio"))
    labels = {
        here.token(move): encoder.labels[encoder.action(here, move)] for move in here.legal_moves()
    }
    assert labels == {"keep": "keep", "change:a1": "change:first", "change:e5": "change:second"}
    moving = position(phase="move", roll=1)
    labels = {
        moving.token(move): encoder.labels[encoder.action(moving, move)]
        for move in moving.legal_moves()
    }
    assert labels["a1-a2"] == "first-a2"
    assert labels["e5-f6"] == "second-f6"


def test_how_far_the_turn_is():
    rolled = planes_of(position(phase="move", roll=3), viewer=1)
    assert everywhere(rolled["phase move"]) == 1
    assert everywhere(rolled["phase change"]) == 0
    assert everywhere(rolled["the number rolled, sixths"]) == 0.5
    assert everywhere(rolled["it is the opponent's turn"]) == 1
    changing = planes_of(position(phase="change-roll", square="e5"))
    assert changing["the piece that is being changed"] == {(4, 4): 1}


def test_the_cow_and_quiet_turns():
    look = planes_of(position(cow=[2, 0], cow_at_start=True, quiet=50))
    assert everywhere(look["my turns on the Cow, thirds"]) == 0.667
    assert everywhere(look["the player on turn began it on the Cow and has not moved off"]) == 1
    assert everywhere(look["quiet turns, of those that make a draw"]) == 0.25
    leaving = planes_of(position(must_leave=[True, False], cow_at_start=True), viewer=1)
    assert everywhere(leaving["the opponent's piece must leave the Cow"]) == 1
    assert everywhere(leaving["my piece must leave the Cow"]) == 0
