"""What a new match may be, and what is refused with a sentence."""

import pytest
from match_tools import ADA, LEVELS

from quatrefoil import QuatrefoilError
from quatrefoil.match.setup import Setup

TWO = [{"kind": "me"}, {"kind": "open"}]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"game": "chess", "seats": TWO}, "no game is called 'chess'"),
        ({"seats": TWO}, "'game' is the name of a game"),
        ({"game": "trickle"}, "has no 'seats'"),
        ({"game": "trickle", "seats": [{"kind": "me"}]}, "has 2 seats, not 1"),
        ({"game": "trickle", "seats": [{"kind": "you"}] * 2}, "one of me, open, computer"),
        ({"game": "trickle", "seats": [{"kind": "computer", "level": 9}] * 2}, "levels 1 to 3"),
        ({"game": "trickle", "seats": [{"kind": "computer", "level": True}] * 2}, "levels 1 to 3"),
        ({"game": "trickle", "seats": TWO, "first": "me"}, "one of rules, roll, rps"),
        ({"game": "trickle", "seats": TWO, "clock": {"kind": "sand"}}, "realtime"),
        (
            {"game": "trickle", "seats": TWO, "clock": {"kind": "realtime", "base": 0}},
            "no time to move",
        ),
        (
            {"game": "trickle", "seats": TWO, "clock": {"kind": "correspondence", "days": 0}},
            "from 1 to 60",
        ),
        ({"game": "trickle", "seats": TWO, "options": {"rings": 99}}, "option rings takes"),
        ({"game": "trickle", "seats": TWO, "colour": "red"}, "has no key 'colour'"),
        (
            {
                "game": "trickle",
                "options": {"players": 3},
                "seats": [*TWO, *TWO[:1]],
                "first": "rps",
            },
            "for two players",
        ),
    ],
)
def test_what_is_wrong_is_said(asked, message):
    with pytest.raises(QuatrefoilError, match=message):
        Setup.from_json(asked, LEVELS, ADA)


def test_the_secret_is_nowhere_in_what_everybody_may_know():
    setup = Setup.from_json({"game": "trickle", "seats": TWO}, LEVELS, ADA)
    created = setup.created("M" * 16, bytes(32), ADA, 0)
    assert ADA not in str(created.public())
    assert bytes(32).hex() not in str(created.public())
