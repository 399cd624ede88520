"""`quatrefoil puzzles`: lists, one of them, solving at the keyboard, positions, proofs, JSON."""

import io
import json

import pytest

import quatrefoil
from quatrefoil.study.puzzles.puzzle import puzzles_of
from quatrefoil.study.puzzles.tries import judge


@pytest.fixture
def typed(run, monkeypatch):
    """Solve a puzzle by lines that somebody types."""

    def typed(*argv, lines):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code, out, err = run("puzzles", "solve", *argv)
        assert (code, err) == (0, "")
        return out

    return typed


def test_list_and_show(run, report):
    found = report("puzzles", "list", "blinq", "--theme", "bridge", "--grade", "2")["puzzles"]
    assert found
    assert all("bridge" in each["themes"] and each["grade"] == 2 for each in found)
    one = report("puzzles", "show", found[0]["id"])["puzzle"]
    assert one == found[0]
    position = quatrefoil.position(one["position"])
    _, out, _ = run("puzzles", "show", one["id"], "--solution")
    assert str(position) in out
    assert f"Solution: {' '.join(one['solution'])}" in out
    assert out.count("to move:") == 1


def test_unknown_ones_are_refused(run):
    for argv in (["show", "nothing"], ["solve", "nothing"], ["list", "chess"]):
        code, _, err = run("puzzles", *argv)
        assert code == 1
        assert err


def wrong_turn(puzzle):
    """Return a turn of one move that is refuted."""
    tokens = puzzle.start().legal_tokens()
    return next(token for token in tokens if judge(puzzle, [token]).answer)


def test_solving_at_the_keyboard(typed):
    puzzle = next(each for each in puzzles_of("blinq") if each.goal == "win" and each.turns == 3)
    bad = wrong_turn(puzzle)
    right = judge(puzzle, puzzle.solution)
    lines = ["?", "1z9N", bad, "hint", " ".join(puzzle.solution), " ".join(right.then)]
    out = typed(puzzle.id, lines=lines)
    assert "legal moves: " in out
    assert "'1z9N'" in out
    assert "Not quite.\nThe answer to it: " in out
    assert f"A key move: {puzzle.key[0]}" in out
    assert f"Right. The answer: {' '.join(right.answer)}" in out
    assert out.endswith(f"Solved! It is about: {', '.join(puzzle.themes)}.\n")


def test_giving_up_and_leaving(typed):
    first = typed("trifoil", "--seed", "4", lines=["solution"])
    assert "Solution: " in first
    assert typed("trifoil", "--seed", "4", lines=[]).startswith(first[:40]), "the same again"


def test_odds_say_what_a_choice_is_worth(typed):
    puzzle = puzzles_of("triotrio")[0]
    wrong = next(token for token in puzzle.start().legal_tokens() if token not in puzzle.solution)
    found = judge(puzzle, [wrong])
    out = typed(puzzle.id, lines=[wrong, " ".join(puzzle.solution)])
    assert f"leaves you {found.value:.0%} of the pieces, the best choice {puzzle.value:.0%}" in out
    themes = ", ".join(puzzle.themes)
    assert themes not in out.split("Not quite", maxsplit=1)[0], "they say what to look for"
    assert out.endswith(f"Solved! It is about: {themes}.\n")


def test_gains_are_told_in_points(typed):
    puzzle = next(each for each in puzzles_of("trickle") if each.goal == "gain")
    start = puzzle.start()
    wrong = next(token for token in start.legal_tokens() if token not in puzzle.solution)
    lead = round(38 * (puzzle.value - judge(puzzle, [wrong]).value))
    assert f"The best turn comes out {lead} point" in typed(puzzle.id, lines=[wrong])


def test_a_position_is_one_or_not(tmp_path, run, report):
    puzzle = puzzles_of("blinq")[0]
    path = tmp_path / "position.json"
    path.write_text(json.dumps(puzzle.position_json()))
    assert report("puzzles", "find", str(path))["puzzle"]["id"] == puzzle.id
    assert "Solution: " in run("puzzles", "find", str(path))[1]
    none = report("puzzles", "find", "examples/match.json")
    assert (none["puzzle"], none["why"]) == (None, "over")
    assert "The game is over" in run("puzzles", "find", "examples/match.json")[1]


def test_making_and_checking_report(tmp_path, report):
    output = tmp_path / "few.json"
    made = report(
        "puzzles", "make", "blinq(size=4)", "--count", "1", "--cores", "1", "--output", str(output)
    )
    assert made["count"] == sum(made["grades"].values()) == 1
    checked = report("puzzles", "check", "blinq", "--file", str(output))
    assert checked["count"] == 1
    assert checked["slowest"] >= 0
