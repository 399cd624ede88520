"""Measuring strength: resumable, and written where it belongs."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from quatrefoil.arena.statistics import Sprt
from quatrefoil.lab.report import contests, curve, fill, tables_of
from quatrefoil.lab.strength import Results, run, run_all, seconds_left
from quatrefoil.lab.studies import Study, studies

DOCS = Path(__file__).parents[2] / "docs"
STUDY = Study("contests", "greedy", "random", "blinq(size=3)", 6, wanted=0.5)
PLAYED = {"game": 0, "score": 1.0, "choices": 10, "seconds": 2.0}


@pytest.fixture
def results(tmp_path):
    return Results(tmp_path)


def put(results, study, *entries):
    """Write entries as an earlier run would have."""
    results.path(study).write_text("".join(json.dumps(entry) + "\n" for entry in entries))


def test_a_study_goes_on_where_it_was(results):
    put(results, STUDY, PLAYED)
    with results.path(STUDY).open("a") as file:
        file.write('{"game": 3, "sco')
    assert results.standing(STUDY).tally.games == 1
    assert run(STUDY, results, cores=1).tally.games == 6
    assert run(STUDY, results, cores=1).tally.games == 6
    assert sorted(results.entries(STUDY)) == list(range(6))


def test_a_decided_study_plays_no_more(results):
    study = replace(STUDY, games=500, test=Sprt(0.5, 0.6))
    games = run(study, results, cores=1).tally.games
    assert games < 500
    assert run(study, results, cores=1).tally.games == games


def test_what_is_left_is_estimated_by_the_games_that_were_played(results):
    put(results, STUDY, PLAYED)
    assert seconds_left([STUDY], results) == pytest.approx(5 * 2.0)
    alike = replace(STUDY, first="best:0.25s", games=4)
    assert seconds_left([STUDY, alike], results) == pytest.approx(5 * 2.0 + 4 * 10 * 0.125)
    assert seconds_left([replace(STUDY, games=1)], results) == 0


def test_a_test_is_not_expected_to_take_all_its_games(results):
    study = replace(STUDY, games=400, test=Sprt(0.5, 0.6))
    put(results, study, PLAYED)
    assert 0 < seconds_left([study], results) < 100 * 2.0


def test_a_run_says_how_long_it_will_take_and_keeps_the_document(results):
    told, kept = [], []
    run_all([STUDY], results, 1, told.append, lambda: kept.append(1))
    assert told[-1].endswith("0.0 h left")
    assert len(kept) == 2


def test_the_table_takes_its_place(results, tmp_path):
    run(STUDY, results, cores=1)
    document = tmp_path / "strength.md"
    document.write_text("before\n<!-- contests -->\nold\n<!-- end of contests -->\nafter\n")
    for _ in range(2):
        fill(document, {"contests": contests(results, [STUDY])})
    text = document.read_text()
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert "old" not in text
    assert text.count("| blinq(size=3) | greedy | random | 6 |") == 1


def test_a_curve_adds_up_what_doublings_bring(results):
    twice = [
        Study("doublings", f"best:{2 * time:g}s", f"best:{time:g}s", "blinq", 2) for time in (1, 2)
    ]
    for study in twice:
        put(results, study, PLAYED, PLAYED | {"game": 1, "score": 0.5})
    first, second = curve(results, twice).splitlines()[2:]
    assert first == "| 1 s to 2 s | 75% (21% to 97%), +89 |"
    assert second.startswith("| 2 s to 4 s | 75%")
    assert second.endswith("+177 |")


def test_the_document_has_a_place_for_every_table(results):
    document = (DOCS / "strength.md").read_text()
    for name in tables_of(results, studies()):
        assert f"<!-- {name} -->" in document
        assert f"<!-- end of {name} -->" in document


def test_every_study_has_a_file_of_its_own():
    found = studies()
    assert len({study.name for study in found}) == len(found)
