"""Fitting priors: what the search looks into is foretold better than by chance."""

import pytest

import quatrefoil
from quatrefoil.lab.fitting import Example, examples, fit, main


def test_weights_that_made_the_visits_are_found_again():
    features = ((0,), (1,), (2,))
    fitted = fit([Example(features, (0.7, 0.2, 0.1))] * 10)
    assert fitted.loss == pytest.approx(fitted.least, abs=0.01)
    assert fitted.weights[0] > fitted.weights[1] > fitted.weights[2]
    assert fitted.even == pytest.approx(1.0986, abs=0.001)


def test_blinq_is_foretold_better_than_by_chance():
    small = quatrefoil.rules("blinq(size=4)")
    known = [example for seed in range(12) for example in examples(small, seed, nodes=300)]
    assert all(sum(example.shares) == pytest.approx(1) for example in known)
    fitted = fit(known)
    assert fitted.least < fitted.loss < fitted.even


def test_weights_are_printed_by_feature(capsys):
    assert main(["blinq(size=3)", "--games", "2", "--nodes", "50"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("cross entropy ")
    assert printed[1].split()[0] == "0"


def test_a_game_without_features_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["trickle"])
    assert "trickle has no features" in capsys.readouterr().err


def test_nothing_played_is_said(capsys):
    assert main(["blinq", "--games", "0"]) == 1
    assert "nothing to fit" in capsys.readouterr().err
