"""Trickle's view: what is shown and said of positions from the rulebook.

What every view owes to every front end is tested for all games in tests/conformance.
"""

from math import hypot

import pytest

import quatrefoil
from quatrefoil.view.data import view_of
from quatrefoil.view.words import words_of

VIEW = view_of(quatrefoil.rules("trickle"))
ENGLISH = words_of("trickle", "en")


def position(beads, turn=1, last=None, off=None, **options):
    """Return a position with beads on cells: of value 1, or with their values."""
    if isinstance(beads, str):
        beads = dict.fromkeys(beads.split(), 1)
    data = {"game": "trickle", "options": options, "beads": beads, "turn": turn, "last": last}
    return quatrefoil.position({**data, **({"off": off} if off else {})})


def paths(play):
    return {path.token: path.clicks for path in VIEW.paths(play)}


def facts(play):
    return [(fact.player, ENGLISH.say(fact.words)) for fact in VIEW.scene(play).facts]


def marks(play, kind):
    return [mark for mark in VIEW.scene(play).marks if mark.kind == kind]


def described(play):
    return [ENGLISH.say(phrase) for phrase in VIEW.describe(play)]


def change(play, token):
    (found,) = VIEW.changes(play, play.parse(token))
    return found.how, found.start, found.via, found.end


def said(play, token):
    phrase = VIEW.say(play, play.parse(token))
    return phrase.key, dict(phrase.values)


#: The second diagram of the rules: a jump, a bead that may not go back, and one at rest.
DIAGRAM = {"beads": "d7 c7 g5 j2 k3", "last": ["j3", "j2"]}


# ---- the board ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("rings", "cells"), [(3, 37), (5, 91), (8, 217)])
def test_the_board_is_a_hexagon_of_hexagons(rings, cells):
    board = VIEW.board(quatrefoil.rules("trickle", {"rings": rings, "bead_rings": 1}))
    assert len(board.places) == cells
    assert all(0 < place.x < board.width and 0 < place.y < board.height for place in board.places)


def test_neighbours_are_a_cell_apart_and_rows_begin_at_the_bottom():
    places = {place.id: place for place in VIEW.board(quatrefoil.rules("trickle")).places}
    centre = places["f6"]
    for name in ("f5", "f7", "g5", "g6", "e5", "e6"):
        there = places[name]
        assert hypot(there.x - centre.x, there.y - centre.y) == pytest.approx(100)
    assert places["a1"].y > centre.y > places["k1"].y
    assert places["f5"].x < centre.x < places["f7"].x


@pytest.mark.parametrize(
    ("players", "owners"),
    [(2, "010101"), (3, "012012"), (4, "01-23-"), (6, "012345")],
)
def test_every_edge_has_the_colour_of_its_owner(players, owners):
    backdrop = VIEW.board(quatrefoil.rules("trickle", {"players": players})).backdrop
    bands = [str(s.attributes["class"]) for s in backdrop if "band" in str(s.attributes["class"])]
    wanted = ["nobody" if owner == "-" else f"p{owner}" for owner in owners]
    assert bands == [f"band {owner}" for owner in wanted]
    # The owner's number stands beside each of the four cells of an edge: colour is not all.
    signs = [s.text for s in backdrop if str(s.attributes["class"]).startswith("sign")]
    assert signs == [str(int(owner) + 1) for owner in owners if owner != "-" for _ in range(4)]


def test_edges_can_be_clicked_only_where_beads_leave_the_board():
    edges = {"N", "NE", "SE", "S", "SW", "NW"}
    for bear_off in (False, True):
        board = VIEW.board(quatrefoil.rules("trickle", {"bear_off": bear_off}))
        assert edges & {place.id for place in board.places} == (edges if bear_off else set())


# ---- scenes -------------------------------------------------------------------------------------


def test_the_start_has_nineteen_beads():
    play = quatrefoil.rules("trickle").start()
    pieces = VIEW.scene(play).pieces
    assert len(pieces) == 19
    assert {(piece.symbol, piece.player, piece.text) for piece in pieces} == {("bead", None, "")}
    assert facts(play) == [(0, "0 points"), (1, "0 points"), (None, "19 beads still on their way")]


def test_facts_are_scores_and_beads_on_their_way():
    # k2 and k3 are on player 1's north edge, a3 on player 2's south edge, k1 is a corner (TK-10).
    play = position("k2 k3 a3 k1 f6", turn=2)
    assert facts(play) == [(0, "2 points"), (1, "1 point"), (None, "1 bead still on its way")]


def test_beads_show_their_values_where_they_differ():
    play = position({"f6": 5, "k3": 2, "a1": 1}, bead_values="symmetric")
    shown = {piece.place: piece.text for piece in VIEW.scene(play).pieces}
    assert shown == {"f6": "5", "k3": "2", "a1": "1"}


def test_a_bead_does_not_hide_what_its_cell_counts():
    # With `middle` the middle cells of an edge count three times: k3 does, k2 and corners do not.
    play = position("k2 k3 k1 f6", goal_values="middle")
    (mark,) = marks(play, "worth")
    assert [shape.text for shape in mark.shapes] == ["×3"]
    place = next(p for p in VIEW.board(play.rules).places if p.id == "k3")
    (shape,) = mark.shapes
    assert hypot(shape.attributes["x"] - place.x, shape.attributes["y"] - place.y) < 50
    assert not marks(position("k2 k3 f6"), "worth")


def test_the_cell_that_a_bead_may_not_go_back_to_is_marked_on_demand():
    (mark,) = marks(position(**DIAGRAM), "no-return")
    assert mark.places == ("j3",)
    assert mark.on_demand
    assert ENGLISH.say(mark.words) == "The bead on j2 may not go straight back to j3."


def test_nothing_forbids_a_return_at_the_start_and_after_the_end():
    assert not marks(quatrefoil.rules("trickle").start(), "no-return")
    assert not marks(position("k2 k3", last=["j2", "k2"]), "no-return")


# ---- clicks -------------------------------------------------------------------------------------


def test_a_move_is_a_click_on_the_bead_and_one_on_where_it_goes():
    found = paths(position(**DIAGRAM))
    assert found["d7-b7"] == ("d7", "b7")
    assert found["g5-h5"] == ("g5", "h5")
    assert "j2-j3" not in found, "it just came from there (TK-8)"
    assert not any(clicks[0] == "k3" for clicks in found.values()), "it is at rest (TK-7)"


def test_a_chain_is_clicked_landing_by_landing():
    found = paths(position("f6 f7 f9", chain_jumps=True))
    assert found["f6-f8"] == ("f6", "f8")
    assert found["f6-f8-f10"] == ("f6", "f8", "f10")


def test_a_bead_on_a_corner_may_leave_over_either_edge():
    found = paths(position("k1 f6", bear_off=True))
    assert found["k1-N"] == ("k1", "N")
    assert found["k1-NW"] == ("k1", "NW")


def test_a_game_that_is_over_has_no_clicks():
    assert paths(position("k2 a3")) == {}


# ---- changes and words --------------------------------------------------------------------------


def test_a_step_slides():
    play = position(**DIAGRAM)
    assert change(play, "d7-d8") == ("slides", "d7", (), "d8")
    values = {"player": "@player.0", "start": "d7", "end": "d8"}
    assert said(play, "d7-d8") == ("say.step", values)


def test_a_jump_hops_and_the_other_bead_stays():
    play = position(**DIAGRAM)
    assert change(play, "d7-b7") == ("hops", "d7", (), "b7")
    values = {"player": "@player.0", "start": "d7", "end": "b7"}
    assert said(play, "d7-b7") == ("say.jump", values)
    play.play("d7-b7")
    assert "c7" in {piece.place for piece in VIEW.scene(play).pieces}


def test_a_jump_over_the_centre_to_the_same_ring_is_a_jump():
    play = position("f5 f6", turn=2)
    assert change(play, "f5-f7") == ("hops", "f5", (), "f7")
    assert said(play, "f5-f7")[0] == "say.jump"
    assert said(play, "f5-f7")[1]["player"] == "@player.1"


def test_a_chain_hops_from_landing_to_landing():
    play = position("f6 f7 f9", chain_jumps=True)
    assert change(play, "f6-f8-f10") == ("hops", "f6", ("f8",), "f10")
    key, values = said(play, "f6-f8-f10")
    assert (key, values["via"], values["end"]) == ("say.chain", "f8", "f10")


def test_a_chain_round_a_corner_is_no_single_jump():
    # f6 could reach h4 straight over g5; here it goes over g6 to h6, and over h5.
    play = position("f6 g6 h5", chain_jumps=True)
    assert change(play, "f6-h6-h4") == ("hops", "f6", ("h6",), "h4")
    assert said(play, "f6-h6-h4")[0] == "say.chain"


def test_a_bead_that_leaves_the_board_vanishes():
    play = position("k3 f6", bear_off=True)
    assert change(play, "k3-N") == ("vanishes", "k3", (), "")
    assert ENGLISH.say(VIEW.say(play, play.parse("k3-N"))) == ("Orange: k3 leaves the board, north")


@pytest.mark.parametrize("token", ["d7-d8", "d7-b7"])
def test_changes_lead_to_the_next_scene(token):
    play = position(**DIAGRAM)
    _, start, _, end = change(play, token)
    before = {piece.place for piece in VIEW.scene(play).pieces}
    play.play(token)
    assert {piece.place for piece in VIEW.scene(play).pieces} == before - {start} | {end}


# ---- positions in words -------------------------------------------------------------------------


def test_a_position_in_words():
    assert described(position("k3 k2 a3 k1 f6 g5", turn=2)) == [
        "Blue to move.",
        "Orange has 2 points.",
        "Blue has 1 point.",
        "On the north edge: k2, k3.",
        "On the south edge: a3.",
        "On corners: k1.",
        "Beads on their way: f6, g5.",
    ]


def test_values_are_told_where_they_differ():
    play = position({"f6": 5, "k3": 2}, bead_values="symmetric")
    assert described(play)[-2:] == ["On the north edge: k3 (2).", "Beads on their way: f6 (5)."]


def test_beads_that_left_count_for_the_owner_of_the_edge():
    play = position("k3 f6", bear_off=True, off=[2, 1])
    assert described(play)[1:3] == ["Orange has 2 points.", "Blue has 1 point."]


def test_the_end_in_words():
    assert described(position("k2 k3 a3"))[0] == "Orange has won."
    assert described(position("k2 a3"))[0] == "Shared by Orange, Blue."
