"""Blinq's options: good values, bad ones, and one name for one thing."""

import pytest

import quatrefoil
from quatrefoil import OptionError
from quatrefoil.core.errors import shortened


@pytest.mark.parametrize("size", range(3, 9))
def test_sizes(size):
    rules = quatrefoil.rules("blinq", {"size": size})
    assert rules.size == size
    assert rules.options["neutral"] == ("centre" if size % 2 else "none")
    assert len(rules.places) == sum(width * width for width in range(1, size + 1))


@pytest.mark.parametrize("value", [2, 9, 0, -5, True, 5.0, "5", None, [5], 10**30])
def test_bad_sizes(value):
    with pytest.raises(
        OptionError, match=r"^option size takes a whole number from 3 to 8, not "
    ) as caught:
        quatrefoil.rules("blinq", {"size": value})
    assert str(caught.value).endswith(shortened(value))


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({}, (1, 2, 2)),
        ({"neutral": "centre"}, (1, 2, 2)),
        ({"neutral": "none"}, None),
        ({"neutral": "a1"}, (1, 0, 0)),
        ({"neutral": "e2"}, (1, 4, 1)),
        ({"size": 4}, None),
        ({"size": 4, "neutral": "d4"}, (1, 3, 3)),
        ({"size": 8, "neutral": "h1"}, (1, 7, 0)),
        ({"size": 3, "neutral": "centre"}, (1, 1, 1)),
    ],
)
def test_neutral(options, place):
    rules = quatrefoil.rules("blinq", options)
    assert (None if rules.neutral is None else rules.places[rules.neutral]) == place


@pytest.mark.parametrize(
    "value", [3, True, None, "", "middle", "Centre", "C3", "c", "3c", "a0", "c3 "]
)
def test_what_is_no_cell_at_all(value):
    with pytest.raises(OptionError) as caught:
        quatrefoil.rules("blinq", {"neutral": value})
    assert str(caught.value) == (
        f"option neutral takes none, centre or a cell such as b2, not {shortened(value)}"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"size": 4, "neutral": "centre"},
            "option neutral on size 4 takes none or a cell from a1 to d4, not 'centre'",
        ),
        (
            {"neutral": "f1"},
            "option neutral on size 5 takes none, centre or a cell from a1 to e5, not 'f1'",
        ),
        (
            {"neutral": "a6"},
            "option neutral on size 5 takes none, centre or a cell from a1 to e5, not 'a6'",
        ),
        (
            {"size": 8, "neutral": "i9"},
            "option neutral on size 8 takes none or a cell from a1 to h8, not 'i9'",
        ),
    ],
)
def test_a_neutral_block_that_the_board_has_no_cell_for(options, message):
    with pytest.raises(OptionError) as caught:
        quatrefoil.rules("blinq", options)
    assert str(caught.value) == message


def test_unknown_options():
    with pytest.raises(OptionError, match="blinq has no option 'colour'; it has size, neutral"):
        quatrefoil.rules("blinq", {"colour": "red"})


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "blinq"),
        ({"size": 5, "neutral": "centre"}, "blinq"),
        ({"neutral": "c3"}, "blinq"),
        ({"size": 7, "neutral": "d4"}, "blinq(size=7)"),
        ({"size": 4, "neutral": "none"}, "blinq(size=4)"),
        ({"size": 4, "neutral": "c3"}, "blinq(size=4,neutral=c3)"),
        ({"neutral": "none"}, "blinq(neutral=none)"),
    ],
)
def test_equal_rules_have_one_text(options, text):
    rules = quatrefoil.rules("blinq", options)
    assert str(rules) == text
    assert quatrefoil.rules(text) == rules
    assert quatrefoil.rules(text).options == rules.options


def test_presets():
    game = quatrefoil.game("blinq")
    for preset in game.presets:
        rules = game.preset(preset.name)
        assert rules.start().legal_moves()
    assert {preset.name for preset in game.presets} >= {"basic", "advanced"}
    assert game.preset("basic").size == 4
    assert str(game.preset("advanced")) == "blinq"
    assert len({str(game.preset(preset.name)) for preset in game.presets}) == len(game.presets)
