"""TF-10: chains."""

import random

import pytest
from tests.games.game_tools import scaled
from trifoil_reference import FACES, longest_chain
from trifoil_tools import FLOWER, LARGEST, endless_flower, position, random_links

import quatrefoil


def longest(red: str, **options) -> int:
    open_ended = {"chain": 222, "links": 0}
    return position(red=red, turn="blue", **{**open_ended, **options}).longest_chain_of(0)


def test_tf_10_the_example_that_wins():
    play = position(red="c1.SW b2.NE b2.N b1.S b1.NE")
    assert play.is_over
    assert play.scores() == (1, 0)
    assert play.longest_chain_of(0) == 5


def test_tf_10_the_example_that_does_not():
    play = position(blue="a1.S a1.SE b1.NW b1.SW b1.S b1.SE")
    assert not play.is_over
    assert play.longest_chain_of(1) == 4


def test_tf_10_no_links_no_chain():
    assert longest("") == 0


def test_tf_10_links_of_one_blink_are_joined():
    assert longest("a1.N") == 1
    assert longest("a1.N a1.S") == 2
    assert longest("a1.N a1.S a1.SE") == 2
    assert longest("a1.N a1.S a1.SE", per_blink=3) == 3


def test_tf_10_touching_links_are_joined_and_others_are_not():
    assert longest("a1.S a2.N") == 2
    assert longest("a1.SE a2.NE") == 1


def test_tf_10_only_links_of_one_colour():
    assert position(red="a1.S a1.SE", blue="a2.N a2.S").longest_chain_of(0) == 2


def test_tf_10_a_chain_may_be_a_ring():
    assert longest("a1.S a2.N a2.NE b1.SW b1.NW a1.SE") == 6


@pytest.mark.parametrize(("per_blink", "length"), [(2, 6), (3, 12), (4, 16), (5, 20), (6, 24)])
def test_tf_10_each_bridge_takes_a_link_of_the_limit(per_blink, length):
    # Six petals around b2, joined through b2 alone; every petal has two more links outwards. So
    # b2 contributes as many links as it may, with a petal at each, and a petal has three at most.
    petals = {"b1": "S N NE", "c1": "SW NE SE", "c2": "NW SE S"}
    petals |= {"b3": "N S SW", "a2": "NE SW NW", "a1": "SE NW N"}
    red = [f"{blink}.{face}" for blink, faces in petals.items() for face in faces.split()]
    red += [f"b2.{face}" for face in FACES]
    assert longest(" ".join(red), per_blink=per_blink, board=FLOWER) == length


@pytest.mark.parametrize("per_blink", [2, 3, 4, 5, 6])
def test_tf_10_all_sets_of_links_give_the_same(per_blink):
    rng = random.Random(per_blink)
    rules = endless_flower(per_blink)
    play = rules.start()
    board = rules.board
    for _ in range(scaled(60, 15)):
        bits = random_links(rules, rng, 0.35)
        while bits.bit_count() > 13:
            bits &= ~(1 << rng.randrange(42))
        play.arrange((bits, 0), None, 1, 2, False)
        faces = [face for bit, face in enumerate(board.faces) if bits >> bit & 1]
        literal = frozenset((board.places[blink], FACES[face]) for blink, face in faces)
        assert play.longest_chain_of(0) == longest_chain(literal, per_blink)


@pytest.mark.parametrize("per_blink", [2, 3, 4, 5, 6])
def test_tf_10_the_longest_chain_does_not_depend_on_the_way_one_looks(per_blink):
    # On 37 Blinks no set of links can be tried; but the board has 12 ways to be swept.
    rng = random.Random(per_blink)
    board = {**LARGEST, "spins": {}}
    rules = quatrefoil.rules("trifoil", {"board": board, "chain": 222, "per_blink": per_blink})
    assert len(rules.symmetries) == 24
    play = rules.start()
    for _ in range(scaled(12, 1)):
        bits = random_links(
            rules, rng, rng.choice([0.3, 0.45, 0.6]) if quatrefoil.compiled() else 0.25
        )
        play.arrange((bits, 0), None, 1, 2, False)
        lengths = {play.image(symmetry).longest_chain_of(0) for symmetry in range(12)}
        assert len(lengths) == 1
        enough = lengths.pop()
        for chain, won in ((enough, True), (enough + 1, False)):
            decided = quatrefoil.rules(
                "trifoil", {"board": board, "chain": max(chain, 2), "per_blink": per_blink}
            ).start()
            decided.arrange((bits, 0), None, 1, 2, False)
            assert decided.is_over == won


def test_tf_10_a_long_board_full_of_links():
    column = {"blinks": [[0, 2 * y] for y in range(37)], "chain": 222, "links": 0}
    red = " ".join(f"a{y}.{face}" for y in range(1, 38) for face in FACES)
    assert longest(red, board=column) == 74
    assert longest(red, board=column, per_blink=5) == 185
    assert longest(red, board=column, per_blink=6) == 222


@pytest.mark.parametrize(("per_blink", "length"), [(2, 74), (3, 111), (4, 148), (5, 185), (6, 222)])
def test_tf_10_the_largest_board_full_of_links(per_blink, length):
    red = " ".join(quatrefoil.rules("trifoil", {"board": LARGEST}).face_bits)
    if length < 222:
        assert longest(red, board=LARGEST, per_blink=per_blink) == length
    else:
        assert position(red=red, board=LARGEST, chain=222, per_blink=6).scores() == (1, 0)
