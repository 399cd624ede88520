"""What planes of Trickle show: beads with their values, edges, the latest move, points."""

from tests.conformance.looks import everywhere, planes_of

import quatrefoil


def shown(position, viewer=0):
    """Return {plane: {cell name: number}}, without what is 0."""
    board = position.rules.board
    names = {
        (board.rings - r, board.rings + q): n
        for n, (q, r) in zip(board.names, board.places, strict=True)
    }
    return {
        plane: {names.get(at): number for at, number in numbers.items()}
        for plane, numbers in planes_of(position, viewer).items()
    }


def position(options, **data):
    filled = {"turn": 1, "last": None, "off": [0, 0], **data}
    return quatrefoil.position({"game": "trickle", "options": options, **filled})


def test_beads_and_the_latest_move():
    look = shown(position({}, beads={"f6": 1, "f8": 1}, last=["f7", "f8"]))
    assert look["beads"] == {"f6": 1, "f8": 1}
    assert look["the cell where the latest move began"] == {"f7": 1}
    assert look["the cell where the latest move ended"] == {"f8": 1}
    assert len(look["cells of the board"]) == 91
    assert everywhere(look["it is the opponent's turn"]) == 0


def test_edges_belong_to_the_viewer_first():
    mine, theirs = "cells that count for me, thirds", "cells that count for the opponent, thirds"
    first, second = (shown(position({"rings": 3}, beads={"d4": 1}), viewer) for viewer in (0, 1))
    assert set(first[mine]) == {"g2", "g3", "c6", "b5", "c1", "b1"}
    assert set(first[mine].values()) == {0.333}
    assert first[mine] == second[theirs]
    assert first[theirs] == second[mine]
    assert everywhere(second["it is the opponent's turn"]) == 1


def test_values_of_beads_and_cells():
    options = {"bead_values": "symmetric", "goal_values": "middle"}
    look = shown(position(options, beads={"f6": 5, "f8": 2, "e4": 1}))
    assert look["what beads count, fifths"] == {"f6": 1, "f8": 0.4, "e4": 0.2}
    assert look["cells that count for me, thirds"]["k3"] == 1
    assert look["cells that count for me, thirds"]["k2"] == 0.333


def test_points_borne_off():
    look = shown(position({"bear_off": True}, beads={"f6": 1}, off=[7, 11]), viewer=1)
    assert everywhere(look["points borne off for me, of all there are"]) == 0.579
    assert everywhere(look["points borne off for the opponent, of all there are"]) == 0.368
    assert "k1" in look["cells that count for me, thirds"]
    assert "k1" in look["cells that count for the opponent, thirds"]
