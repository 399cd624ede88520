"""Measuring a variant: few games, counted by hand."""

import json
import math
from importlib import resources
from itertools import islice

import pytest

import quatrefoil
from quatrefoil.arena.statistics import Average, Tally
from quatrefoil.core.registry import BUILT_IN
from quatrefoil.study import measured
from quatrefoil.study.measure import (
    FIGURES,
    LEVEL,
    STRONGER,
    WEAKER,
    Measured,
    MeasuredGame,
    Planned,
    Sums,
    _decided,
    measure,
    play_measured,
)
from quatrefoil.study.measured import MeasuredPreset, read_measured, write_measured


def test_an_average_and_its_interval_by_hand():
    """2, 4, 4, 4, 5, 5, 7, 9: the mean is 5, the sample's variance 32/7."""
    average = Average()
    for value in (2, 4, 4, 4, 5, 5, 7, 9):
        average.add(value)
    assert average.mean == 5
    bar = 1.96 * math.sqrt(32 / 7 / 8)
    assert average.interval == pytest.approx((5 - bar, 5 + bar))
    assert Average(1, 3.0, 9.0).interval == (-math.inf, math.inf)


def test_figures_are_means_of_what_games_say():
    sums = Sums()
    for number, (first, shared) in enumerate([(1.0, 0.0), (0.0, 0.0), (0.5, 1.0), (1.0, 0.0)]):
        sums.add(Measured({"first": first, "draws": shared, "length": 10.0 + number}))
    first, draws, length = sums.figures()
    assert (first.name, first.value, first.games) == ("first", 0.625, 4)
    assert draws.value == 0.25
    assert length.value == 11.5
    by_tally = Tally()
    for score in (1.0, 0.0, 0.5, 1.0):
        by_tally.add(score)
    assert (first.low, first.high) == by_tally.interval
    assert 0 <= draws.low < draws.value < draws.high <= 1


def test_a_measurement_is_as_uncertain_as_its_least_certain_share():
    sums = Sums()
    assert sums.uncertainty == 0.5, "nothing is known"
    for _ in range(100):
        sums.add(Measured({"first": 1.0, "draws": 0.0}))
    assert sums.uncertainty == 0.5, "nothing is known about skill"
    for number in range(100):
        sums.add(Measured({"skill": float(number % 2)}))
    low, high = Tally(100, 50.0, 50.0).interval
    assert sums.uncertainty == pytest.approx((high - low) / 2)


def test_when_a_game_is_decided():
    assert _decided([0.5, 0.6, 0.95, 0.8, 0.92, 0.99, 1.0, 1.0]) == 0.5
    assert _decided([0.95, 0.95]) == 0.0
    assert _decided([0.1, 0.2]) == 1.0
    assert _decided([]) == 0.0


def test_games_depend_on_seed_and_number_alone():
    rules = quatrefoil.rules("blinq(size=3)")
    first = measure(rules, 5, seed=3)
    assert first == measure(rules, 5, seed=3)
    assert first.of != measure(rules, 5, seed=4).of
    # Carried on, the sums are the same as in one go.
    part = Sums.from_json(json.loads(json.dumps(measure(rules, 2, seed=3).to_json())))
    for planned in islice(part.planned(), 3):
        part.add(play_measured(rules, 3, planned))
    assert part == first


@pytest.mark.parametrize("text", ["trifoil", "trickle(rings=3,players=3)", "triotrio(size=7)"])
def test_every_kind_of_game_gives_figures(text):
    """Some games are about skill; the rest give all other figures."""
    rules = quatrefoil.rules(text)
    sums = measure(rules, 3)
    names = [figure.name for figure in sums.figures()]
    assert [name for name in FIGURES if name in names] == names
    assert {"first", "draws", "length", "choices", "skill"} <= set(names)
    assert (sums.games_of(False), sums.games_of(True), sums.games) == (2, 1, 3)
    for figure in sums.figures():
        if figure.to_json()["share"]:
            assert 0 <= figure.low <= figure.value <= figure.high <= 1


def kinds(sums, games):
    """Return how many of the next games are about skill, and how many are not."""
    planned = list(islice(sums.planned(), games))
    return sum(each.is_about_skill for each in planned), sum(not each[0] for each in planned)


def test_games_are_of_the_kind_that_is_less_certain():
    """Of the other kind come a few: what always ended alike so far need not go on so."""
    assert kinds(Sums(), 10) == (5, 5)
    even, always = Average(100, 50.0, 50.0), Average(100, 100.0, 100.0)
    assert kinds(Sums(of={"first": even, "draws": always, "skill": always}), 100) == (0, 100)
    assert kinds(Sums(of={"first": always, "draws": always, "skill": even}), 100) == (100, 0)
    # Who begins may get the same in every game, while every second one is shared.
    assert kinds(Sums(of={"first": always, "draws": even, "skill": always}), 100) == (0, 100)
    # With four times the games a kind is twice as certain.
    known = Sums(of={"first": Average(400, 200.0, 200.0), "skill": even})
    assert kinds(known, 300) == (300, 0)
    # Each kind has its numbers, which go on where they were.
    assert next(known.planned()) == Planned(True, 100)


def test_page_says_who_plays():
    for language, word in (("en", "level"), ("fi", "taso")):
        text = resources.files("quatrefoil.web").joinpath(f"texts/study.{language}.json")
        texts = json.loads(text.read_text(encoding="utf-8"))
        for number in (LEVEL, STRONGER, WEAKER):
            assert f"{word} {number}" in texts["measure.text"], texts["measure.text"]
        for number in (STRONGER, WEAKER):
            assert str(number) in texts["measure.skill.text"]


def test_a_fair_share_of_odd_seats_is_a_half():
    """With three seats the stronger level has two in every second game: that is no skill."""
    rules = quatrefoil.rules("trickle(rings=3,players=3)")
    strong = [MeasuredGame(rules, Planned(True, number))._strong for number in (0, 1)]
    assert strong == [(0, 2), (1,)]


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        {},
        {"seed": -1, "of": {}},
        {"seed": 0, "of": {"beauty": [1, 1, 1]}},
        {"seed": 0, "of": {"first": [0, 1, 1]}},
        {"seed": 0, "of": {"first": [1, math.inf, 1]}},
        {"seed": 0, "of": {"first": ["1", 1, 1]}},
        {"seed": 0, "of": {"first": [1, 1]}},
        {"seed": 0, "of": [1]},
        {"seed": 0, "of": {"first": [10, 15.0, 100.0]}},
        {"seed": 0, "of": {"first": [256, 200.0, 200.1]}},
        {"seed": 0, "of": {"skill": [2, 1.0, 0.0]}},
        {"seed": 0, "of": {"length": [2, 10.0, 1.0]}},
        {"seed": 0, "of": {"first": [True, 1.0, 1.0]}},
        {"seed": 0, "of": {"first": [1, 10**400, 1.0]}},
        {"seed": 10**400, "of": {}},
        {"seed": True, "of": {}},
    ],
)
def test_sums_that_are_none_are_refused(wrong):
    with pytest.raises(quatrefoil.FormatError, match="no sums"):
        Sums.from_json(wrong)


def test_figures_of_presets_survive_their_file(tmp_path):
    game = quatrefoil.game("blinq")
    rules = game.preset("tiny")
    found = MeasuredPreset("tiny", str(rules), measure(rules, 3))
    write_measured(game, [found], tmp_path / "m.json")
    text = (tmp_path / "m.json").read_text(encoding="utf-8")
    assert read_measured(game, text) == [found]
    other = json.loads(text)
    other["made"]["level"] = 8
    assert read_measured(game, json.dumps(other)) == []
    with pytest.raises(quatrefoil.FormatError):
        read_measured(quatrefoil.game("trickle"), text)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_preset_of_our_games_comes_with_figures(name):
    game = quatrefoil.game(name)
    presets = {preset.name: str(game.preset(preset.name)) for preset in game.presets}
    found = measured.measured_presets(game)
    assert {each.preset: each.rules for each in found} == presets
    for each in found:
        assert each.sums.games >= 300
        assert min(each.sums.games_of(False), each.sums.games_of(True)) >= 15
