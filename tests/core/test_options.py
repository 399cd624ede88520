import pytest

from quatrefoil import OptionError
from quatrefoil.core.options import Choice, Flag, Option, Whole, repetition_option, resolve

FLAG = Flag(name="fast", help="Faster.")
SIZE = Whole(name="size", low=3, high=8, default=5, help="How large.")
LIMIT = Whole(
    name="limit",
    low=2,
    high=9,
    also=(0,),
    default=lambda chosen: chosen["size"] - 1,
    default_text="one less than size",
    help="At most.",
)
COLOUR = Choice(name="colour", choices=("red", "blue", "green"), default="red", help="Which.")
COUNT = Choice(name="count", choices=(2, 3, 6), default=2, help="How many.")
ALL = (FLAG, SIZE, LIMIT, COLOUR, COUNT)


def test_defaults_may_depend_on_earlier_options():
    values, changed = resolve(ALL, {}, "toy")
    assert values == {"fast": False, "size": 5, "limit": 4, "colour": "red", "count": 2}
    assert changed == {}
    values, changed = resolve(ALL, {"size": 7}, "toy")
    assert values["limit"] == 6
    assert changed == {"size": 7}


def test_what_equals_its_default_has_not_changed():
    _, changed = resolve(ALL, {"size": 7, "limit": 6, "colour": "red"}, "toy")
    assert changed == {"size": 7}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"fast": 1}, "option fast takes true or false, not 1"),
        ({"fast": "true"}, "option fast takes true or false, not 'true'"),
        ({"size": True}, "option size takes a whole number from 3 to 8, not true"),
        ({"size": 2}, "from 3 to 8, not 2"),
        ({"size": 9}, "from 3 to 8, not 9"),
        ({"size": 5.0}, r"from 3 to 8, not 5\.0"),
        ({"size": None}, "from 3 to 8, not null"),
        ({"limit": 1}, "option limit takes 0 or a whole number from 2 to 9, not 1"),
        ({"limit": -1}, "option limit takes 0 or a whole number from 2 to 9, not -1"),
        ({"colour": "pink"}, "option colour takes red, blue or green, not 'pink'"),
        ({"colour": ["red"]}, "option colour takes red, blue or green"),
        ({"count": 4}, "option count takes 2, 3 or 6, not 4"),
        ({"count": "2"}, "option count takes 2, 3 or 6, not '2'"),
        ({"count": 2.0}, r"option count takes 2, 3 or 6, not 2\.0"),
        ({"colours": "red"}, "toy has no option 'colours'; it has fast, size, limit, colour"),
    ],
    ids=str,
)
def test_refusals_say_what_is_allowed(given, message):
    with pytest.raises(OptionError, match=message):
        resolve(ALL, given, "toy")


def test_a_game_without_options_says_so():
    with pytest.raises(OptionError, match="toy has no option 'x'; it has none"):
        resolve((), {"x": 1}, "toy")


def test_zero_stands_for_off():
    assert LIMIT.check(0) == 0


def test_defaults_in_words():
    described = {option.name: option.describe_default() for option in ALL}
    assert described == {
        "fast": "false",
        "size": "5",
        "limit": "one less than size",
        "colour": "red",
        "count": "2",
    }


def test_a_choice_of_one():
    assert Choice(name="x", choices=("only",), default="only", help="").allowed == "only"


def test_all_games_share_one_repetition_option():
    option = repetition_option(3, "XX-1", "the game is drawn")
    assert [option.check(value) for value in (0, 2, 1000)] == [0, 2, 1000]
    assert "XX-1" in option.help
    for value in (1, 1001, -1, True):
        with pytest.raises(OptionError, match="0 or a whole number from 2 to 1000"):
            option.check(value)


def test_a_bare_option_allows_nothing():
    bare = Option(name="x", default=None, help="")
    with pytest.raises(TypeError):
        bare.check(1)
    with pytest.raises(TypeError):
        _ = bare.allowed
