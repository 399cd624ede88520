"""What planes of Blinq show: quarters as seen from above, levels, sides."""

from tests.conformance.looks import everywhere, planes_of

import quatrefoil


def position(*blocks, size=3, turn="red"):
    options = {"size": size, "neutral": "none"}
    return quatrefoil.position(
        {"game": "blinq", "options": options, "blocks": list(blocks), "turn": turn}
    )


def test_quarters_show_colours():
    look = planes_of(position("1a1N", "1c1E"))
    assert set(look["quarters that show my colour"]) == {(1, 0), (1, 1), (0, 5), (1, 5)}
    assert set(look["quarters that show the opponent's colour"]) == {(0, 0), (0, 1), (0, 4), (1, 4)}
    swapped = planes_of(position("1a1N", "1c1E"), viewer=1)
    assert (
        swapped["quarters that show the opponent's colour"] == look["quarters that show my colour"]
    )


def test_levels_lie_where_their_blocks_do():
    look = planes_of(position("1a1N", "1b1N", "1a2N", "1b2N", "2a1S"))
    square = {(row, column) for row in range(4) for column in range(4)}
    assert set(look["blocks of level 1"]) == square
    assert set(look["blocks of level 2"]) == {(1, 1), (1, 2), (2, 1), (2, 2)}
    assert look["blocks of level 3"] == {}
    # The block on top shows red in the south and hides what was there.
    assert {(1, 1), (1, 2)} <= set(look["quarters that show my colour"])
    assert {(2, 1), (2, 2)} <= set(look["quarters that show the opponent's colour"])


def test_sides_and_turns():
    red, black = (planes_of(position(turn="black"), viewer) for viewer in (0, 1))
    edge = range(6)
    assert set(red["quarters along my two sides"]) == {(row, c) for row in (0, 5) for c in edge}
    assert set(black["quarters along my two sides"]) == {
        (r, column) for column in (0, 5) for r in edge
    }
    assert everywhere(red["it is the opponent's turn"]) == 1
    assert everywhere(black["it is the opponent's turn"]) == 0


def test_the_neutral_block_is_a_block():
    look = planes_of(quatrefoil.rules("blinq(size=3)").start())
    assert set(look["blocks of level 1"]) == {(2, 2), (2, 3), (3, 2), (3, 3)}
    assert set(look["quarters that show my colour"]) == {(3, 2), (2, 3)}
