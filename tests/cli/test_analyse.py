"""`quatrefoil analyse`: positions, and records as the page reviews them."""

import asyncio
import json
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil.cli import main
from quatrefoil.play.thinkers import Thinkers

ROOT = Path(__file__).parents[2]


def test_analyse_a_position(tmp_path, capsys):
    path = tmp_path / "position.json"
    path.write_text(json.dumps(quatrefoil.rules("blinq(size=3)").start().to_json()))
    assert main(["analyse", str(path), "--nodes", "300"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Red to move. Red ")
    assert "Then: " in out


def analysed(path, data, capsys, *options):
    path.write_text(json.dumps(data))
    assert main(["analyse", str(path), "--nodes", "3000", *options]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_position_has_whole_turns_and_threats(tmp_path, capsys):
    line = quatrefoil.Line(quatrefoil.rules("trifoil(board=8)").start(), ["a1-b1"])
    path = tmp_path / "position.json"
    first, *rows = analysed(path, line.position.to_json(), capsys, "--best", "2", "--threats")
    assert first.startswith("Blue to move.")
    turns = [row.split("  ")[1].split() for row in rows if row.startswith("  ")]
    assert len(turns) == 4, "two turns, and two threats"
    for tokens in turns[:2]:
        ahead = line.copy()
        for token in tokens:
            ahead.play(token)
        assert ahead.position.turn == 0
    assert any(row.startswith("After a pass: Red ") for row in rows)


def test_a_roll_has_its_outcomes(tmp_path, capsys):
    start = quatrefoil.rules("triotrio").start().to_json()
    first, *rows = analysed(tmp_path / "start.json", start, capsys, "--threats")
    assert first.startswith("Chance to move.")
    assert [row.split()[:2] for row in rows[:2]] == [["!yellow", "50.0%"], ["!blue", "50.0%"]]
    assert rows[-1] == "No threats to show: Nobody can pass here."


def test_analyse_a_record_marks_what_was_given_away(tmp_path, capsys):
    line = quatrefoil.Line(quatrefoil.rules("blinq(size=3)").start())
    rng = quatrefoil.Rng(3)
    while not line.position.is_over:
        line.push(line.position.random_move(rng))
    path = tmp_path / "record.json"
    quatrefoil.Record.of(line).save(path)
    assert main(["analyse", str(path), "--nodes", "3000"]) == 0
    rows = capsys.readouterr().out.splitlines()
    turns = [row for row in rows if row[5:13].strip() in ("Red", "Black")]
    assert len(turns) == len(line.tokens)
    assert "100%" in turns[-1]
    assert any("?" in row for row in turns)
    assert rows[-2].startswith("Red: accuracy ")
    assert rows[-1].startswith("Black: accuracy ")


@pytest.mark.skipif(not quatrefoil.compiled(), reason="takes too long in the slow form")
@pytest.mark.parametrize("name", ["blinq(size=3)", "triotrio"])
def test_a_record_gets_the_verdicts_of_the_page(tmp_path, capsys, name):
    line, rng = quatrefoil.Line(quatrefoil.rules(name).start()), quatrefoil.Rng(4)
    while not line.position.is_over and len(line.moves) < 6:
        line.push(line.position.random_move(rng))
    record = quatrefoil.Record.of(line)
    path = tmp_path / "record.json"
    record.save(path)
    assert main(["analyse", str(path)]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    thinkers, lines = Thinkers(1), []
    try:
        asyncio.run(thinkers.review(record, "", lines.append))
    finally:
        thinkers.close()
    told = [json.loads(line) for line in lines]
    turns = {each["index"]: each for each in told if each["type"] == "turn"}
    found = iter(rows)
    for turn in turns.values():
        row = next(row for row in found if f" {' '.join(turn['tokens'])}{turn['mark']} " in row)
        assert f" {turn['points'][-1]['values'][0]:.0%}, " in row
        if turn["mark"] in ("?!", "?", "??"):
            assert row.endswith(f" better {' '.join(turn['worst']['best']['tokens'])}")


def test_rules_and_moves_are_a_position_too(run):
    code, out, _ = run("analyse", "blinq(size=3)", "--moves", "1a1N", "--nodes", "300")
    assert code == 0
    assert out.startswith("Black to move. ")
    code, out, err = run("analyse", str(ROOT / "examples" / "match.json"), "--moves", "1a1N")
    assert (code, out) == (1, "")
    assert err == "quatrefoil: a record has its own moves: --moves is for positions\n"
