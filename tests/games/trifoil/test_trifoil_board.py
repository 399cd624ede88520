"""TF-1 to TF-4: Blinks, faces, the five boards and custom ones."""

import pytest
from trifoil_tools import FLOWER, LARGEST, PAIR, hexagon

import quatrefoil
from quatrefoil.games.trifoil.layouts import BOARDS


def custom(**changes):
    return {"board": {**PAIR, **changes}}


def test_tf_1_blinks_are_named_by_column_and_place():
    board = quatrefoil.rules("trifoil").board
    assert board.names == ["a1", "a2", "a3", "b1", "b2", "c1"]
    assert board.places == [(0, 0), (0, 2), (0, 4), (1, 1), (1, 3), (2, 2)]


def test_tf_1_faces_touch_their_opposites():
    board = quatrefoil.rules("trifoil").board

    def neighbours(name):
        return [other and board.names[other] for other in board.across[board.blink[name]]]

    #                           N     NE    SE    S     SW    NW
    assert neighbours("a2") == [0, "b1", "b2", "a3", None, None]
    assert neighbours("b2") == ["b1", "c1", None, None, "a3", "a2"]
    for (blink, face), (other, near) in board.edges:
        assert board.across[blink][face] == other
        assert board.across[other][near] == blink
        assert near == (face + 3) % 6


def test_tf_2_links_are_written_with_their_faces():
    assert "b1.SE" in quatrefoil.rules("trifoil").face_bits
    assert len(quatrefoil.rules("trifoil").face_bits) == 36


@pytest.mark.parametrize(
    ("name", "blinks", "edges", "chain", "links", "spins"),
    [
        ("6", 6, 9, 5, 9, "delta+ delta- omega+ omega- theta+ theta-"),
        ("8", 8, 13, 5, 11, "delta+ delta- omega+ omega- theta+ theta- beta+ beta-"),
        ("9", 9, 16, 6, 12, "delta+ delta- omega+ omega- theta+ theta-"),
        ("10", 10, 18, 6, 13, "delta+ delta- omega+ omega- theta+ theta-"),
        ("12", 12, 24, 7, 15, "delta+ delta- omega+ omega- theta+ theta-"),
    ],
)
def test_tf_3_the_five_boards(name, blinks, edges, chain, links, spins):
    rules = quatrefoil.rules("trifoil", {"board": name})
    assert len(rules.board.names) == blinks
    assert len(rules.board.edges) == edges
    assert (rules.options["chain"], rules.options["links"]) == (chain, links)
    assert [spin.token for spin in rules.board.spins] == spins.split()
    assert len(rules.start().legal_moves()) == 2 * edges


def test_tf_4_a_board_is_named_by_its_number_too():
    assert quatrefoil.rules("trifoil", {"board": 8}) is quatrefoil.rules("trifoil(board=8)")
    assert quatrefoil.rules("trifoil", {"board": 8}).changed == {"board": "8"}
    assert quatrefoil.rules("trifoil", {"board": "6"}).changed == {}


@pytest.mark.parametrize("name", BOARDS)
def test_tf_4_a_named_board_can_be_given_as_a_custom_one(name):
    given = quatrefoil.rules("trifoil", {"board": BOARDS[name].to_json()})
    named = quatrefoil.rules("trifoil", {"board": name})
    assert given.board.places[0] == (0, BOARDS[name].places[0][1])
    assert given.start().legal_tokens() == named.start().legal_tokens()
    assert (given.options["chain"], given.options["links"]) == (
        named.options["chain"],
        named.options["links"],
    )


def test_tf_4_a_custom_board_may_stand_anywhere_in_any_order():
    here = {**PAIR, "blinks": [[0, 0], [0, 2]]}
    there = {**PAIR, "blinks": [[-7, 103], [-7, 101]]}
    assert quatrefoil.rules("trifoil", {"board": here}) is quatrefoil.rules(
        "trifoil", {"board": there}
    )


def test_tf_4_after_z_come_aa_and_ab():
    zigzag = {"blinks": [[x, x % 2] for x in range(37)], "chain": 5, "links": 9}
    names = quatrefoil.rules("trifoil", {"board": zigzag}).board.names
    assert names[:2] == ["a1", "b1"]
    assert names[25:29] == ["z1", "aa1", "ab1", "ac1"]


def test_tf_4_spins_are_optional_and_need_not_be_connected():
    without = {key: value for key, value in PAIR.items() if key != "spins"}
    assert quatrefoil.rules("trifoil", {"board": without}).board.spins == []
    apart = {"blinks": hexagon(1), "chain": 5, "links": 9, "spins": {"far_2": ["a1", "c2"]}}
    spins = quatrefoil.rules("trifoil", {"board": apart}).board.spins
    assert [spin.token for spin in spins] == ["far_2+"]


def test_tf_4_custom_boards_travel_as_text_and_json():
    rules = quatrefoil.rules("trifoil", {"board": FLOWER})
    assert quatrefoil.rules(str(rules)) is rules
    assert quatrefoil.position(rules.start().to_json()).rules is rules


def test_tf_4_sixty_shapes_are_the_most():
    spins = {f"s{number}": ["a1", "a2"] for number in range(60)}
    assert len(quatrefoil.rules("trifoil", custom(spins=spins)).board.spins) == 60
    with pytest.raises(quatrefoil.OptionError, match="at most 60 spins, not 61"):
        quatrefoil.rules("trifoil", custom(spins={**spins, "more": ["a1", "a2"]}))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"board": "7"}, "option board takes 6, 8, 9, 10, 12 or a custom board .*, not '7'"),
        ({"board": 11}, "not 11"),
        ({"board": 6.0}, "not 6.0"),
        ({"board": True}, "not true"),
        ({"board": None}, "not null"),
        ({"board": []}, r"not \[\]"),
        ({"board": {}}, "a custom board has no 'blinks'"),
        (custom(blinks=[[0, 0]]), "2 to 37 Blinks, not 1"),
        (custom(blinks=[]), "2 to 37 Blinks, not 0"),
        (custom(blinks=[[x, x % 2] for x in range(38)]), "a list of at most 37 entries"),
        (custom(blinks=5), "'blinks' of a custom board is a list"),
        (
            custom(blinks=[[0, 0], [0, 2], [0, 0]]),
            r"two Blinks .* are at \[0, 0\]",
        ),
        (custom(blinks=[[0, 0], [1, 0]]), "column . y of all Blinks is even, or of all odd"),
        (custom(blinks=[[0, 0], [0, 4]]), "must form one connected group"),
        (custom(blinks=[[0, 0], [2, 0]]), "must form one connected group"),
        (custom(blinks=[[0, 0], [0, 2.0]]), r"two whole numbers, not \[0, 2.0\]"),
        (custom(blinks=[[0, 0], [0, True]]), r"two whole numbers, not \[0, true\]"),
        (custom(blinks=[[0, 0], [0]]), r"two whole numbers, not \[0\]"),
        (custom(blinks=[[0, 0], "a1"]), "two whole numbers, not 'a1'"),
        (custom(chain=1), "'chain' of a custom board is a whole number from 2 to 222, not 1"),
        (custom(chain=None), "'chain' of a custom board"),
        (custom(links=223), "'links' of a custom board is a whole number from 0 to 222, not 223"),
        (custom(links=-1), "'links' of a custom board"),
        (custom(colour="red"), "a custom board has no key 'colour'"),
        (custom(spins=[]), "'spins' of a custom board is an object"),
        (custom(spins={"2x": ["a1", "a2"]}), "not named by a letter"),
        (custom(spins={"": ["a1", "a2"]}), "not named by a letter"),
        (custom(spins={"Δ": ["a1", "a2"]}), "not named by a letter"),
        (custom(spins={"x-y": ["a1", "a2"]}), "not named by a letter"),
        (custom(spins={"x": "a1"}), "the spin 'x' is a list of Blinks, not 'a1'"),
        (custom(spins={"x": ["a1", "a3"]}), "the spin 'x' has no Blink 'a3'"),
        (custom(spins={"x": ["a1", 2]}), "the spin 'x' has no Blink 2"),
        (custom(spins={"x": ["a1"]}), "two or more Blinks, each once"),
        (custom(spins={"x": []}), "two or more Blinks, each once"),
        (custom(spins={"x": ["a1", "a2", "a2"]}), "two or more Blinks, each once"),
        ({"board": {**FLOWER, "spins": {"x": ["a1", "a2", "b3"]}}}, "'x' cannot be spun"),
    ],
)
def test_tf_4_what_is_no_board_is_refused(options, message):
    with pytest.raises(quatrefoil.OptionError, match=message):
        quatrefoil.rules("trifoil", options)


def test_the_sweep_passes_each_blink_once_and_is_never_wide():
    star = [[0, 0]]
    for x, y in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)):
        star += [[x * step, y * step] for step in range(1, 7)]
    for blinks in (LARGEST["blinks"], star, [[x, x % 2] for x in range(37)]):
        board = quatrefoil.rules(
            "trifoil", {"board": {"blinks": blinks, "chain": 5, "links": 0}}
        ).board
        assert sorted(board.sweep) == list(range(37))
        assert max(board.widths(board.sweep)) <= 14
        for time, blink in enumerate(board.sweep):
            before = [other for other in board.across[blink] if other in board.sweep[:time]]
            assert len(before) <= 3
