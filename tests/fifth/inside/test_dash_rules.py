"""The rulebook of Dash, and what its manifest says."""

from collections import Counter
from fractions import Fraction

import pytest

import quatrefoil
from quatrefoil import Line, MissingPartError, Record, Rng


def at(cells, made=0, **more):
    head = {"game": "dash", "options": {"players": len(cells)} if len(cells) > 2 else {}}
    return quatrefoil.position(head | {"cells": cells, "made": made, "rolling": False} | more)


def after(position, *tokens):
    for token in tokens:
        position.play(token)
    return position


def test_a_walk_goes_one_cell_and_a_roll_what_the_die_says():
    assert after(at([0, 0]), "walk").to_json()["cells"] == [1, 0]
    for face in (0, 1, 4):
        assert after(at([0, 0]), "walk", "roll", f"!{face}").to_json()["cells"] == [1, face]


def test_the_last_cell_wins_at_once():
    outcome = after(at([4, 5], made=4), "roll", "!4").outcome()
    assert (outcome.scores, outcome.winners) == ((6, 5), (0,))
    assert outcome.reason == "a runner reached the end"


def test_after_all_turns_the_farthest_wins_and_equals_share():
    assert after(at([3, 3], made=7), "walk").outcome().winners == (1,)
    outcome = after(at([3, 2, 3], made=11), "roll", "!0").outcome()
    assert (outcome.winners, outcome.reason) == ((0, 2), "all turns are made")


def test_the_die_is_loaded():
    rolling = after(at([0, 0]), "roll")
    odds = {rolling.token(move): odds for move, odds in rolling.chance_outcomes()}
    assert odds == {"!0": Fraction(1, 2), "!1": Fraction(1, 3), "!4": Fraction(1, 6)}


def test_playouts_roll_the_loaded_die():
    drawn, rng = Counter(), Rng(3)
    for _ in range(300):
        line = Line(quatrefoil.rules("dash").start())
        while not line.position.is_over:
            line.push(line.position.random_move(rng))
        drawn.update(token for token in line.tokens if token.startswith("!"))
    total = sum(drawn.values())
    assert drawn["!0"] / total == pytest.approx(1 / 2, abs=0.06)
    assert drawn["!4"] / total == pytest.approx(1 / 6, abs=0.06)


def test_what_no_race_comes_to_is_refused():
    for cells, made, rolling in [([5, 0], 1, False), ([6, 0], 2, False), ([6, 0], 3, True)]:
        with pytest.raises(quatrefoil.FormatError):
            at(cells, made, rolling=rolling)


def test_records_come_back():
    line = Line(quatrefoil.rules("dash(players=3)").start())
    rng = Rng(5)
    while not line.position.is_over:
        line.push(line.position.random_move(rng))
    record = Record.of(line)
    assert Record.loads(record.dumps()) == record


def test_it_has_a_view_and_english_and_says_what_it_lacks():
    game = quatrefoil.game("dash")
    assert game.part("view").__name__ == "dash.view"
    assert game.manifest.languages == ("en",)
    assert game.manifest.missing == (
        *("lessons", "rules page", "evaluation", "encoder", "print sheet"),
        *("style", "terminal look", "Finnish texts"),
    )
    with pytest.raises(MissingPartError, match=r"^dash has no encoder \(encode\)$"):
        game.part("encode")
