"""TK-1 to TK-4, TK-16 and TK-17: the board, its owners, the beads; and every option."""

from collections import Counter
from importlib.resources import files

import pytest
from trickle_tools import position, rules, start

import quatrefoil
from quatrefoil import OptionError
from quatrefoil.games.trickle.board import EDGES


def test_tk1_a_centre_and_five_rings():
    board = rules().board
    assert len(board.names) == 91
    assert [len(row) for row in board.rows] == [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]
    assert board.names[0] == "a1"
    assert board.names[-1] == "k6"
    assert board.ring[board.cells_by_name["f6"]] == 0
    assert Counter(board.ring) == {0: 1, 1: 6, 2: 12, 3: 18, 4: 24, 5: 30}


@pytest.mark.parametrize(("rings", "cells"), [(3, 37), (4, 61), (6, 127), (7, 169), (8, 217)])
def test_tk1_other_sizes(rings, cells):
    board = rules(rings=rings).board
    assert len(board.names) == len(set(board.names)) == cells


def test_tk2_nineteen_beads():
    beads = start().to_json()["beads"]
    assert " ".join(beads) == "d4 d5 d6 e4 e5 e6 e7 f4 f5 f6 f7 f8 g4 g5 g6 g7 h4 h5 h6"
    assert set(beads.values()) == {1}


def test_tk2_seven_on_the_smallest_board():
    assert " ".join(start(rings=3).to_json()["beads"]) == "c3 c4 d3 d4 d5 e3 e4"


@pytest.mark.parametrize(
    ("options", "beads"),
    [
        ({"bead_rings": 1}, 7),
        ({"rings": 7, "bead_rings": 3}, 37),
        ({"rings": 5, "bead_rings": 3, "bear_off": True}, 37),
        ({"rings": 8, "bead_rings": 6, "bear_off": True}, 127),
    ],
)
def test_tk2_other_numbers_of_beads(options, beads):
    assert len(start(**options).to_json()["beads"]) == beads


def test_tk3_edges_lie_between_corners():
    board = rules().board
    edges = [" ".join(board.names[cell] for cell in cells) for cells in board.edge_cells]
    assert dict(zip(EDGES, edges, strict=True)) == {
        "N": "k1 k2 k3 k4 k5 k6",
        "NE": "k6 j7 i8 h9 g10 f11",
        "SE": "f11 e10 d9 c8 b7 a6",
        "S": "a6 a5 a4 a3 a2 a1",
        "SW": "a1 b1 c1 d1 e1 f1",
        "NW": "f1 g1 h1 i1 j1 k1",
    }


#: One cell of each edge, clockwise from N.
ONE_EACH = "k2 j7 e10 a5 b1 g1"


@pytest.mark.parametrize(
    ("players", "owned"),
    [
        (2, {1: "N SE SW", 2: "NE S NW"}),
        (3, {1: "N S", 2: "NE SW", 3: "SE NW"}),
        (4, {1: "N", 2: "NE", 3: "S", 4: "SW"}),
        (6, {1: "N", 2: "NE", 3: "SE", 4: "S", 5: "SW", 6: "NW"}),
    ],
)
def test_tk4_owners(players, owned):
    for edge, cell in zip(EDGES, ONE_EACH.split(), strict=True):
        scores = position(cell, players=players).scores()
        assert scores == tuple(edge in owned[p + 1].split() for p in range(players))


def test_tk4_players_are_called_by_their_colours():
    assert rules(players=3).player_names == ("Orange", "Blue", "Green")


def test_tk16_symmetric_values():
    rows = {
        "h": [1, 1, 2],
        "g": [1, 2, 3, 1],
        "f": [2, 3, 5, 2, 1],
        "e": [1, 2, 3, 1],
        "d": [1, 1, 2],
    }
    expected = {
        f"{row}{4 + i}": value for row, values in rows.items() for i, value in enumerate(values)
    }
    assert start(bead_values="symmetric").to_json()["beads"] == expected


def test_tk16_random_values_are_a_shuffle_that_the_seed_fixes():
    layouts = [start(bead_values="random", seed=seed).to_json()["beads"] for seed in (1, 1, 2)]
    for beads in layouts:
        assert Counter(beads.values()) == {1: 9, 2: 6, 3: 3, 5: 1}
        assert beads.keys() == start().to_json()["beads"].keys()
    assert layouts[0] == layouts[1] != layouts[2]


def test_tk16_any_bead_can_become_the_five():
    fives = set()
    for seed in range(-150, 150):
        beads = start(bead_values="random", seed=seed).to_json()["beads"]
        fives |= {cell for cell, value in beads.items() if value == 5}
    assert len(fives) == 19


# ---- options ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        ("players", [2, 3, 4, 6], [1, 5, 7, 0, "2", 2.0, True, None]),
        ("rings", [3, 4, 5, 6, 7, 8], [2, 9, -3, "5", 5.0, False]),
        ("bead_rings", [1, 2], [0, -1, 7, "1", True]),
        ("repetition", [0, 2, 3, 1000], [1, -1, 1001, True, "3"]),
        ("corner_moves", [True, False], [1, 0, "true", None]),
        ("own_edge_moves", [True, False], [1, 0, "yes"]),
        ("bear_off", [True, False], [1, 0, []]),
        ("chain_jumps", [True, False], [1, 0, {}]),
        ("bead_values", ["plain", "symmetric", "random"], ["Plain", "", 1, True, None]),
        ("seed", [0, -1, 2**63 - 1, -(2**63)], [2**63, -(2**63) - 1, "0", 1.5, True]),
        ("goal_values", ["flat", "middle", "outer"], ["inner", 3, False]),
    ],
)
def test_every_option_takes_good_values_and_names_them_when_it_refuses(option, good, bad):
    for value in good:
        assert rules(**{option: value}).options[option] == value
    known = next(o for o in rules().game.options if o.name == option)
    for value in bad:
        with pytest.raises(OptionError) as refusal:
            rules(**{option: value})
        assert f"option {option} takes {known.allowed}, not " in str(refusal.value)


def test_the_default_of_bead_rings_depends_on_rings():
    assert rules(rings=3).options["bead_rings"] == 1
    assert rules(rings=4).options["bead_rings"] == 2
    assert str(rules(rings=3, bead_rings=1)) == "trickle(rings=3)"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"rings": 3, "bead_rings": 2}, "takes a whole number from 1 to 1 with rings=3, not 2"),
        (
            {"rings": 5, "bead_rings": 4, "bear_off": True},
            "takes a whole number from 1 to 3 with rings=5, not 4",
        ),
        (
            {"bead_rings": 3},
            "bead_rings=3 means 37 beads, but rings=5 has only 30 rim cells: play it with bear_off",
        ),
        ({"rings": 8, "bead_rings": 4}, "means 61 beads, but rings=8 has only 48 rim cells"),
        (
            {"bear_off": True, "corner_moves": True},
            "bear_off and corner_moves exclude each other: choose one",
        ),
        (
            {"bear_off": True, "own_edge_moves": True},
            "bear_off and own_edge_moves exclude each other: choose one",
        ),
        (
            {"rings": 8, "bead_rings": 3, "chain_jumps": True},
            "chain_jumps takes bead_rings of 1 or 2, not 3",
        ),
        (
            {"bead_rings": 1, "bead_values": "symmetric"},
            "bead_values=symmetric takes bead_rings=2, not 1",
        ),
        ({"rings": 3, "bead_values": "random"}, "bead_values=random takes bead_rings=2, not 1"),
        ({"beads": 19}, "trickle has no option 'beads'"),
    ],
)
def test_options_that_exclude_each_other(options, complaint):
    with pytest.raises(OptionError) as refusal:
        rules(**options)
    assert complaint in str(refusal.value)


def test_presets_name_every_variant_of_the_author():
    game = quatrefoil.game("trickle")
    assert len({preset.name for preset in game.presets}) == len(game.presets)
    named = {option for preset in game.presets for option in preset.options}
    variants = "corner_moves own_edge_moves bear_off chain_jumps bead_values goal_values"
    assert named == {"players", "rings", *variants.split()}
    for preset in game.presets:
        assert preset.help.endswith(".")
        assert game.preset(preset.name).start().legal_moves()


def test_the_rules_for_players_name_every_rule_and_option():
    text = (files("quatrefoil.games.trickle") / "rules.md").read_text(encoding="utf-8")
    for number in range(1, 18):
        assert f"**TK-{number}**" in text
    for option in rules().game.options:
        assert f"`{option.name}`" in text
    assert "Jaakko Kemppainen" in text


def test_symmetries_keep_edges_with_their_owners_and_the_order_of_turns():
    assert [len(rules(players=players).symmetries) for players in (2, 3, 4, 6)] == [12, 6, 2, 6]
    for players in (2, 3, 4, 6):
        first = rules(players=players).symmetries[0]
        assert (first.name, first.players) == ("as it is", tuple(range(players)))
    assert rules(players=3).symmetries[1].players == (1, 2, 0)
    assert rules(players=4).symmetries[1].name == "turned 180°"
