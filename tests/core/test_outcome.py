import pytest

from quatrefoil import Outcome
from quatrefoil.core.outcome import plain


@pytest.mark.parametrize(
    ("scores", "winners", "shares"),
    [
        ((1.0, 0.0), (0,), (1, 0)),
        ((0.5, 0.5), (0, 1), (0.5, 0.5)),
        ((3.0, 8.0, 8.0), (1, 2), (0, 0.5, 0.5)),
        ((0.0, 0.0, 0.0, 0.0), (0, 1, 2, 3), (0.25, 0.25, 0.25, 0.25)),
    ],
)
def test_the_highest_score_wins_and_equals_share(scores, winners, shares):
    outcome = Outcome(scores, "because")
    assert outcome.winners == winners
    assert outcome.shares == shares


def test_plain_scores_are_whole_where_they_can_be():
    assert plain((1.0, 0.5, 0.0)) == [1, 0.5, 0]
    assert [type(score) for score in plain((1.0, 0.5))] == [int, float]
