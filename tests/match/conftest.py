"""Matches at hand for the tests of the match layer."""

import pytest
from match_tools import BOB, CY, Game


@pytest.fixture
def duel():
    """Ada against Bob, begun."""
    game = Game()
    game.do(BOB, "join", name="Bob")
    return game


@pytest.fixture
def three():
    """Ada, Bob and Cy at Trickle."""
    game = Game(
        options={"players": 3},
        seats=[{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}],
    )
    game.do(BOB, "join", name="Bob")
    game.do(CY, "join", name="Cy")
    return game
