"""Measuring strength: resumable, and written where it belongs."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quatrefoil
from quatrefoil.arena import players
from quatrefoil.arena.processes import ProcessPool
from quatrefoil.arena.statistics import Sprt
from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.evaluate import Advice
from quatrefoil.lab import fingerprint as fingerprints
from quatrefoil.lab.fingerprint import fingerprint
from quatrefoil.lab.report import curve, tables_of, unpublished, write_report
from quatrefoil.lab.strength import Results, run, run_all, seconds_left
from quatrefoil.lab.studies import Study, studies
from quatrefoil.lab.tables import fill, find, read_table, table

DOCS = Path(__file__).parents[2] / "docs"
STUDY = Study("contests", "greedy", "random", "blinq(size=3)", 6, wanted=0.5)
PLAYED = {"game": 0, "score": 1.0, "choices": 10, "seconds": 2.0}
EMPTY = "<!-- contests -->\n<!-- end of contests -->\n"

compiled_only = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="the slow form counts nodes in its own way"
)


@pytest.fixture
def results(tmp_path):
    return Results(tmp_path)


def put(results, study, *entries):
    """Write entries as an earlier run would have."""
    lines = [json.dumps({"fingerprint": study.fingerprint} | entry) + "\n" for entry in entries]
    results.path(study).write_text("".join(lines))


def test_a_study_goes_on_where_it_was(results):
    put(results, STUDY, PLAYED)
    with results.path(STUDY).open("a") as file:
        file.write('{"game": 3, "sco')
    assert results.standing(STUDY).tally.games == 1
    assert run(STUDY, results, ProcessPool(1)).tally.games == 6
    assert run(STUDY, results, ProcessPool(1)).tally.games == 6
    assert sorted(results.entries(STUDY)) == list(range(6))


def test_a_decided_study_plays_no_more(results):
    study = replace(STUDY, games=500, test=Sprt(0.5, 0.6))
    games = run(study, results, ProcessPool(1)).tally.games
    assert games < 500
    assert run(study, results, ProcessPool(1)).tally.games == games


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
    told, kept, shown = [], [], []
    run_all([STUDY], results, ProcessPool(1), told.append, lambda: kept.append(1), shown.append)
    assert len(told) == 1
    assert len(shown) > 1
    assert told[-1].endswith("0.0 h left")
    assert len(kept) == 2


def test_games_of_players_that_choose_otherwise_are_played_anew(results):
    put(results, STUDY, *(PLAYED | {"game": game, "fingerprint": "0ld"} for game in range(6)))
    assert results.standing(STUDY).tally.games == 0
    assert run(STUDY, results, ProcessPool(1)).tally.games == 6


# ---- the document -----------------------------------------------------------------------------


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "strength.md"
    path.write_text(f"before\n{EMPTY}after\n")
    return path


def rows_of(document, name="contests"):
    return read_table(find(document.read_text(), name))[1:]


def age(document, study=STUDY):
    """Let a document have been written when the players chose otherwise."""
    document.write_text(document.read_text().replace(study.fingerprint, "01d01d01"))


def test_the_table_takes_its_place(results, document):
    run(STUDY, results, ProcessPool(1))
    for _ in range(2):
        write_report(document, results, [STUDY])
    text = document.read_text()
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    (row,) = rows_of(document)
    assert row[:4] == ["blinq(size=3)", "greedy", "random", "6"]
    assert row[-1] == f"`{STUDY.fingerprint}`"


def test_a_document_keeps_its_rows_without_the_files_of_results(results, document, tmp_path):
    run(STUDY, results, ProcessPool(1))
    write_report(document, results, [STUDY])
    before = document.read_text()
    other = replace(STUDY, first="random")
    for chosen in ([STUDY], [STUDY, other], [other], []):
        write_report(document, Results(tmp_path / "empty"), chosen)
        assert document.read_text() == before
    assert unpublished([STUDY, other], before) == [other]


def test_stale_rows_are_marked_until_they_are_played_anew(results, document, tmp_path):
    run(STUDY, results, ProcessPool(1))
    write_report(document, results, [STUDY])
    fresh = document.read_text()
    age(document)
    nothing = Results(tmp_path / "empty")
    write_report(document, nothing, [STUDY])
    (row,) = rows_of(document)
    assert row[-1] == "`01d01d01` stale"
    assert unpublished([STUDY], document.read_text()) == [STUDY]
    nothing.folder.mkdir()
    put(nothing, STUDY, PLAYED)
    write_report(document, nothing, [STUDY])
    assert rows_of(document) == [row], "an unfinished study has not taken its place"
    write_report(document, results, [STUDY])
    assert document.read_text() == fresh
    assert not unpublished([STUDY], fresh)


def test_a_row_of_which_nobody_knows_the_players_is_stale(results, document):
    run(STUDY, results, ProcessPool(1))
    write_report(document, results, [STUDY])
    rows = [row[:-1] for row in read_table(find(document.read_text(), "contests"))]
    document.write_text(fill(document.read_text(), {"contests": table(rows[0], rows[1:])}))
    write_report(document, Results(results.folder / "empty"), [STUDY])
    assert rows_of(document) == [[*rows[1], "stale"]]


def test_an_unfinished_study_is_shown_where_there_is_none(results, document):
    put(results, STUDY, PLAYED)
    write_report(document, results, [STUDY])
    put(results, STUDY, PLAYED, PLAYED | {"game": 1})
    write_report(document, results, [STUDY])
    (row,) = rows_of(document)
    assert (row[3], row[8]) == ("2", "50%: yes so far")
    assert unpublished([STUDY], document.read_text()) == [STUDY]


def test_a_broken_table_is_refused_and_left_alone(results, document):
    document.write_text(document.read_text().replace("contests -->\n", "contests -->\n| a |\n", 1))
    before = document.read_text()
    with pytest.raises(QuatrefoilError, match="columns"):
        write_report(document, results, [STUDY])
    assert document.read_text() == before


@compiled_only
def test_a_table_without_an_end_is_refused_and_left_alone(results, document):
    """Else all that follows it in the document would go."""
    run(STUDY, results, ProcessPool(1))
    begun = "# Strength\n\n<!-- levels -->\n\n## What follows\n"
    document.write_text(begun, encoding="utf-8")
    with pytest.raises(QuatrefoilError, match="but no <!-- end of levels --> after it"):
        write_report(document, results, [STUDY])
    assert document.read_text(encoding="utf-8") == begun


def test_a_document_that_is_no_text_is_refused(results, document):
    document.write_bytes(b"\xff\xfe")
    with pytest.raises(QuatrefoilError, match="is not UTF-8 text"):
        write_report(document, results, [STUDY])


def test_a_curve_adds_up_what_doublings_bring(results):
    twice = doublings(results)
    first, second, last = curve(results, twice, "").splitlines()[2:]
    assert first == "| 1 s to 2 s | 75% (21% to 97%), +89 |"
    assert second.startswith("| 2 s to 4 s | 75%")
    assert second.endswith("+177 |")
    assert last == f"| fingerprint | `{twice[0].fingerprint}` |"


def doublings(results):
    """Return two doublings that were played."""
    twice = [
        Study("doublings", f"best:{2 * time:g}s", f"best:{time:g}s", "blinq", 2) for time in (1, 2)
    ]
    for study in twice:
        put(results, study, PLAYED, PLAYED | {"game": 1, "score": 0.5})
    return twice


@compiled_only
def test_a_curve_keeps_a_column_until_all_of_it_is_played_anew(results, tmp_path):
    twice, nothing = doublings(results), Results(tmp_path / "empty")
    whole = curve(results, twice, "")
    assert curve(nothing, twice, whole) == whole
    assert curve(nothing, [], whole).replace("` stale", "`") == whole
    stale = whole.replace(twice[0].fingerprint, "01d01d01")
    marked = curve(nothing, twice, stale)
    assert marked == stale.replace("01d01d01`", "01d01d01` stale")
    nothing.folder.mkdir()
    put(nothing, twice[0], PLAYED, PLAYED | {"game": 1})
    assert curve(nothing, twice, marked) == marked
    assert curve(results, twice, marked) == whole
    text = fill("<!-- doublings --><!-- end of doublings -->", {"doublings": marked})
    assert unpublished(twice, text) == twice


CELLS = st.text(st.characters(exclude_characters="|", exclude_categories=["C", "Z"]), max_size=8)


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1)
    )
)
def test_a_table_is_read_as_it_was_written(rows):
    text = fill("a <!-- x --> b <!-- end of x --> c", {"x": table(rows[0], rows[1:])})
    assert read_table(find(text, "x")) == rows


def test_the_document_has_a_place_for_every_table(results):
    document = (DOCS / "strength.md").read_text()
    for name in tables_of(results, studies(), document):
        assert f"<!-- {name} -->" in document
        assert f"<!-- end of {name} -->" in document


@compiled_only
def test_the_document_marks_the_rows_that_are_stale():
    """If this fails, players choose otherwise than before: `quatrefoil strength --mark` helps."""
    text = (DOCS / "strength.md").read_text()
    marks = {}
    for name in ("levels", "contests", "crowds"):
        for rules, first, second, *_, mark in read_table(find(text, name))[1:]:
            marks[fingerprint(rules, first, second), name, rules, first, second] = mark
    head, *_, last = read_table(find(text, "doublings"))
    for rules, mark in zip(head[1:], last[1:], strict=True):
        marks[fingerprint(rules, "best:1s", "best:1s"), "doublings", rules] = mark
    assert len(marks) > 40
    wrong = {
        row: mark for row, mark in marks.items() if (mark == f"`{row[0]}`") == ("stale" in mark)
    }
    assert not wrong


@compiled_only
def test_the_document_is_what_the_generator_writes(results):
    text = (DOCS / "strength.md").read_text()
    assert fill(text, tables_of(results, studies(), text)) == text


# ---- fingerprints -----------------------------------------------------------------------------


@pytest.fixture
def anew():
    """Forget the fingerprints of other tests, and later those of this one."""
    for function in (fingerprints.fingerprint, fingerprints._choices):
        function.cache_clear()
    yield
    for function in (fingerprints.fingerprint, fingerprints._choices):
        function.cache_clear()


@compiled_only
def test_a_fingerprint_is_the_same_again(anew):
    before = fingerprint("blinq(size=4)", "level2", "best:0.1s")
    fingerprints.fingerprint.cache_clear()
    fingerprints._choices.cache_clear()
    assert fingerprint("blinq(size=4)", "level2", "best:0.1s") == before
    assert fingerprint("blinq(size=4)", "level2", "best:7s") == before


@compiled_only
@pytest.mark.usefixtures("anew")
def test_a_fingerprint_tells_players_and_rules_apart():
    found = {
        fingerprint(rules, first, second)
        for rules in ("blinq(size=4)", "trickle(rings=3)")
        for first, second in [
            ("level2", "greedy"),
            ("greedy", "level2"),
            ("level3", "greedy"),
            ("random", "greedy"),
            ("best:1s", "greedy"),
            ("best:1s,exploration=3", "greedy"),
        ]
    }
    assert len(found) == 12


@pytest.mark.usefixtures("anew")
def test_who_chooses_otherwise_has_another_fingerprint(monkeypatch):
    before = fingerprint("blinq(size=4)", "greedy", "random")
    fingerprints.fingerprint.cache_clear()
    fingerprints._choices.cache_clear()
    monkeypatch.setattr(
        players.GreedyPlayer, "choose", lambda self, line: line.position.legal_moves()[-1]
    )
    assert fingerprint("blinq(size=4)", "greedy", "random") != before


@compiled_only
@pytest.mark.usefixtures("anew")
def test_a_level_with_other_nodes_has_another_fingerprint(monkeypatch):
    """Also where both are more than fingerprints search with."""
    before = fingerprint("blinq(size=4)", "level8", "random")
    fingerprints.fingerprint.cache_clear()
    monkeypatch.setattr(fingerprints, "_choices", lambda rules, player: [])
    with_other_nodes = []
    for nodes in (160_000, 160_004):
        advice = Advice(top_nodes=nodes)
        monkeypatch.setattr(
            fingerprints.Config, "best", lambda rules, advice=advice: fingerprints.Config(advice)
        )
        with_other_nodes.append(fingerprint("blinq(size=4)", "level8", "random"))
        fingerprints.fingerprint.cache_clear()
    assert len({before, *with_other_nodes}) == 3


def test_every_study_has_a_file_of_its_own():
    found = studies()
    assert len({study.name for study in found}) == len(found)
