"""Ways to name a game, its rules or a position."""

import pytest

import quatrefoil
from quatrefoil import FormatError, OptionError, UnknownGameError


def test_games_have_their_own_names():
    assert [game.name for game in quatrefoil.all_games()] == list(quatrefoil.names())


@pytest.mark.parametrize("name", ["", "chess", "Blinq", "blinq ", "../core", "quatrefoil"])
def test_unknown_games(name):
    with pytest.raises(UnknownGameError, match=r"no game is called '.*'; there are trifoil, "):
        quatrefoil.game(name)


def test_options_in_text_and_beside_it():
    rules = quatrefoil.rules("blinq(size=4)")
    assert rules == quatrefoil.rules("blinq", {"size": 4})
    assert rules == quatrefoil.rules("blinq(size=4)", {"neutral": "none"})
    assert rules != quatrefoil.rules("blinq")
    assert quatrefoil.rules("blinq(size=4)", {"size": 5}) == quatrefoil.rules("blinq")


def test_equal_rules_are_one_object():
    """Positions can be copied only within one rules object."""
    rules = quatrefoil.rules("blinq")
    for other in (
        quatrefoil.rules("blinq()"),
        quatrefoil.rules("blinq(size=5)"),
        quatrefoil.rules("blinq(neutral=centre)"),
        quatrefoil.position(rules.start().to_json()).rules,
        quatrefoil.Record.loads(quatrefoil.Record(rules).dumps()).rules,
    ):
        assert other is rules
        assert hash(other) == hash(rules)


def test_rules_do_not_change():
    rules = quatrefoil.rules("blinq(size=4)")
    with pytest.raises(TypeError):
        rules.options["size"] = 3
    assert rules.options == {"size": 4, "neutral": "none"}
    assert rules.changed == {"size": 4}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, b"5"], ids=repr)
def test_options_are_plain_json(value):
    with pytest.raises(OptionError, match="plain JSON"):
        quatrefoil.rules("blinq", {"size": value})


def test_options_nested_without_end():
    loop = []
    loop.append(loop)
    with pytest.raises(OptionError, match="plain JSON"):
        quatrefoil.rules("blinq", {"size": loop})


@pytest.mark.parametrize(
    "data", ["", "[]", "3", '{"game": 3}', "{}", '{"game":"blinq","options":[]}']
)
def test_what_is_no_position(data):
    with pytest.raises(FormatError):
        quatrefoil.position(data)
