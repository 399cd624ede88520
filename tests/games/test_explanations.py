"""Why something can or can't be done at a place: the words of each view, from the position."""

import pytest

import quatrefoil
from quatrefoil.view.data import view_of
from quatrefoil.view.words import words_of

TRIFOIL = {
    "game": "trifoil",
    "red": ["c1.SW", "a1.S"],
    "blue": ["b1.S", "b2.N", "a2.N"],
    "turn": "red",
    "actions_left": 2,
    "acted": False,
}
TRIOTRIO = {
    "game": "triotrio",
    "yellow": {"a1": "rock", "e1": "paper"},
    "blue": {"c9": "rock"},
    "turn": "yellow",
    "phase": "move",
    "roll": 1,
}
BEADS = {"k3": 1, "f6": 1, "k1": 1}
TRICKLE = {
    "game": "trickle",
    "options": {},
    "beads": BEADS,
    "turn": 1,
    "last": None,
    "off": [0, 0],
}
#: Who owns an edge may move beads along it; the north is Orange's.
OWN_EDGES = {**TRICKLE, "options": {"own_edge_moves": True}, "turn": 2}
#: As a game begins: the bead in the middle has no way out yet.
CROWDED = quatrefoil.rules("trickle").start().to_json()
BLINQ = {"game": "blinq", "options": {"size": 4}, "blocks": ["1a1N"], "turn": "black"}


@pytest.mark.parametrize(
    ("position", "place", "part"),
    [
        (TRIFOIL, "spin:theta", "Red 1, Blue 2. Red has fewer"),
        (TRIFOIL, "a1.SE", "can place a link"),
        (TRIFOIL, "b1.S", "opponent's"),
        (TRIFOIL, "c1.NE", "no other Blink"),
        (TRIOTRIO, "e5", "Golden Cow"),
        (TRIOTRIO, "c9", "Rock takes Scissors and is taken by Paper"),
        (TRIOTRIO, "c5", "permanent Paper"),
        (TRIOTRIO, "e2", "in exactly 1 step from e1"),
        (TRIOTRIO, "g4", "No piece gets to g4 in exactly 1 step"),
        ({**TRIOTRIO, "phase": "decide", "roll": None}, "e1", "Roll first"),
        (TRICKLE, "k3", "counts for"),
        (TRICKLE, "k3", "on the rim and stays there for good"),
        (TRICKLE, "f7", "A bead can move to f7 from f6"),
        (TRICKLE, "b3", "No bead can move to b3 now"),
        (OWN_EDGES, "k3", "Only Orange may move the bead on k3"),
        (CROWDED, "f6", "neither beside it nor behind a bead"),
        (TRICKLE, "k1", "counts for nobody"),
        (BLINQ, "1a1", "already"),
        (BLINQ, "2a1", "four blocks"),
    ],
)
def test_a_place_is_explained(position, place, part):
    found = quatrefoil.position(position)
    view = view_of(found.rules)
    words = words_of(position["game"], "en")
    assert part in " ".join(words.say(phrase) for phrase in view.explain(found, place))


@pytest.mark.parametrize("position", [TRIFOIL, TRIOTRIO, TRICKLE, OWN_EDGES, CROWDED, BLINQ])
def test_every_place_has_words_or_none(position):
    """No place of a board, and nothing that is none, makes a view stumble."""
    found = quatrefoil.position(position)
    view = view_of(found.rules)
    for language in ("en", "fi"):
        words = words_of(position["game"], language)
        for place in view.board(found.rules).places:
            for phrase in view.explain(found, place.id):
                assert "{" not in words.say(phrase)
                assert words.say(phrase) != phrase.key
    assert view.explain(found, "nowhere") == []
