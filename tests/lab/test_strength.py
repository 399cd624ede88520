"""Measuring strength: resumable, and written where it belongs."""

from quatrefoil.lab.statistics import Sprt
from quatrefoil.lab.strength import Study, run, stand, studies, table, write

STUDY = Study("chance", "greedy", "random", "blinq(size=3)", 6, wanted=0.5)


def test_a_study_goes_on_where_it_was(tmp_path):
    path = tmp_path / f"{STUDY.name}.jsonl"
    path.write_text('{"game": 0, "score": 1.0}\n{"game": 3, "sco')
    assert stand(STUDY, tmp_path).tally.games == 1
    path.write_text('{"game": 0, "score": 1.0}\n')
    assert run(STUDY, tmp_path, cores=1).tally.games == 6
    assert run(STUDY, tmp_path, cores=1).tally.games == 6
    assert len(path.read_text().splitlines()) == 6


def test_a_decided_study_plays_no_more(tmp_path):
    study = Study("x", "greedy", "random", "blinq(size=3)", 500, test=Sprt(0.5, 0.6))
    games = run(study, tmp_path, cores=1).tally.games
    assert games < 500
    assert run(study, tmp_path, cores=1).tally.games == games


def test_the_table_takes_its_place(tmp_path):
    run(STUDY, tmp_path, cores=1)
    document = tmp_path / "strength.md"
    document.write_text("before\n<!-- measured -->\nold\n<!-- end of measured -->\nafter\n")
    for _ in range(2):
        write(document, table(tmp_path, [STUDY]))
    text = document.read_text()
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert "old" not in text
    assert text.count("| blinq(size=3) | greedy | random | 6 |") == 1


def test_every_study_has_a_file_of_its_own():
    found = list(studies())
    assert len({study.name for study in found}) == len(found)
