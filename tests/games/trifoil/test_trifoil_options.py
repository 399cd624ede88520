"""Every option with good and bad values, and the named variants."""

import pytest
from trifoil_tools import FLOWER

import quatrefoil
from quatrefoil.core.errors import shortened


def test_defaults():
    rules = quatrefoil.rules("trifoil")
    assert dict(rules.options) == {
        "board": "6",
        "chain": 5,
        "links": 9,
        "actions": 2,
        "first_actions": 1,
        "per_blink": 2,
        "full_blink": 0,
        "repetition": 3,
    }
    assert str(rules) == "trifoil"
    assert rules.player_names == ("Red", "Blue")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("board", ["6", "8", "9", "10", "12", FLOWER]),
        ("chain", [2, 5, 222]),
        ("links", [0, 1, 9, 222]),
        ("actions", [1, 2, 3, 4]),
        ("first_actions", [1, 2, 3, 4]),
        ("per_blink", [2, 3, 4, 5, 6]),
        ("full_blink", [0, 5, 6]),
        ("repetition", [0, 2, 3, 1000]),
    ],
)
def test_good_values_are_kept_and_travel(name, values):
    for value in values:
        rules = quatrefoil.rules("trifoil", {name: value})
        if name != "board":
            assert rules.options[name] == value
        assert quatrefoil.rules(str(rules)) is rules
        start = rules.start()
        assert quatrefoil.position(start.to_json()) == start


@pytest.mark.parametrize(
    ("name", "values", "allowed"),
    [
        ("chain", [1, 223, 5.0, "5", True, None], "a whole number from 2 to 222"),
        ("links", [-1, 223, 9.0, "9", False, None], "a whole number from 0 to 222"),
        ("actions", [0, 5, True, "2"], "a whole number from 1 to 4"),
        ("first_actions", [0, 5, True, "1"], "a whole number from 1 to 4"),
        ("per_blink", [0, 1, 7, True], "a whole number from 2 to 6"),
        ("full_blink", [1, 4, 7, True, False, "6"], "0, 5 or 6"),
        ("repetition", [1, 1001, -1, False, True], "0 or a whole number from 2 to 1000"),
    ],
)
def test_bad_values_are_refused_with_what_is_allowed(name, values, allowed):
    for value in values:
        with pytest.raises(quatrefoil.OptionError) as caught:
            quatrefoil.rules("trifoil", {name: value})
        assert str(caught.value) == f"option {name} takes {allowed}, not {shortened(value)}"


def test_unknown_options_are_refused():
    with pytest.raises(quatrefoil.OptionError, match="trifoil has no option 'size'; it has board,"):
        quatrefoil.rules("trifoil", {"size": 6})


def test_chain_and_links_default_to_the_boards():
    assert quatrefoil.rules("trifoil", {"board": "12"}).options["chain"] == 7
    assert quatrefoil.rules("trifoil", {"board": "12"}).options["links"] == 15
    assert quatrefoil.rules("trifoil", {"board": "12", "chain": 5}).changed == {
        "board": "12",
        "chain": 5,
    }
    assert quatrefoil.rules("trifoil", {"board": FLOWER}).options["links"] == 14
    assert quatrefoil.rules("trifoil", {"board": "8", "links": 11}).changed == {"board": "8"}


@pytest.mark.parametrize("preset", quatrefoil.game("trifoil").presets, ids=lambda p: p.name)
def test_presets_can_be_played(preset):
    rules = quatrefoil.game("trifoil").preset(preset.name)
    assert dict(rules.changed) == dict(preset.options)
    line = quatrefoil.Line(rules.start())
    line.random_playout(quatrefoil.Rng(1))
    assert line.position.is_over


def test_presets_cover_what_the_designers_propose():
    names = {preset.name for preset in quatrefoil.game("trifoil").presets}
    assert names == {
        *("standard", "board-8", "board-9", "board-10", "board-12"),
        *("three-moves", "full-blink-6", "full-blink-5", "no-limit"),
    }
