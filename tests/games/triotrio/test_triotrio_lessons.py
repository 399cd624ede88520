"""What the lessons say about rolls, counted by the rules."""

import json

import pytest

import quatrefoil
from quatrefoil.study.puzzles.odds import Odds


def lessons():
    text = quatrefoil.game("triotrio").resource("learn.json").read_text(encoding="utf-8")
    return json.loads(text)["lessons"]


def played(position, *tokens):
    after = position.copy()
    for token in tokens:
        after.play(token)
    return after


def dangerous_rolls(position):
    """Count the rolls by which Blue captures something without changing a piece first (TT-10)."""
    kept = played(position, "keep")
    hunted = len(kept.to_json()["yellow"])
    rolled = [played(kept, "roll", f"!{face}") for face in range(1, 7)]
    return sum(
        any(len(played(one, token).to_json()["yellow"]) < hunted for token in one.legal_tokens())
        for one in rolled
    )


def test_the_safe_ground_is_safe_and_no_other_square_is():
    (lesson,) = [lesson for lesson in lessons() if lesson.get("claim") == "safest"]
    position = quatrefoil.position(lesson["position"])
    rolls = {token: dangerous_rolls(played(position, token)) for token in position.legal_tokens()}
    ((safe,),) = lesson["accept"]
    assert rolls.pop(safe) == 0
    assert min(rolls.values()) == 3, "the text says: at least three rolls in six"


def test_only_one_capture_costs_nothing():
    lesson = lessons()[9]
    position = quatrefoil.position(lesson["position"])
    costs = {}
    for token in position.legal_tokens():
        after = played(position, token).to_json()
        if len(after["blue"]) < 3:
            costs[token] = 3 - len(after["yellow"])
    assert costs == {"c3-e4": 0, "f7-d6": 1}


@pytest.mark.skipif(not quatrefoil.compiled(), reason="slow uncompiled")
def test_pressing_the_attack_wins_every_other_time():
    """Exact odds over Blue's turn, played as well as it can be, and Yellow's next one."""
    (lesson,) = [lesson for lesson in lessons() if lesson.get("claim") == "odds"]
    position = quatrefoil.position(lesson["position"])
    # Where nothing is captured Yellow has two of the three pieces.
    odds = Odds(position.rules, 0)
    wins = {
        token: 3 * odds.expected(played(position, token), 1, 2) - 2
        for token in position.legal_tokens()
    }
    ((best,),) = lesson["accept"]
    assert wins.pop(best) == pytest.approx(1 / 2)
    assert max(wins.values()) < 1 / 4
    # "Blue's Rock can't leave the corner": whatever is rolled, it stays.
    rolled = [played(position, best, "keep", "roll", f"!{face}") for face in range(1, 7)]
    assert all(one.legal_tokens() == ["stay"] for one in rolled)
