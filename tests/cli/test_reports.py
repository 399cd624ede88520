"""What programs read with `--json`, how all commands are told what to work on, and progress."""

import argparse
import io
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest
from tests.cli.conftest import SCHEMA, read_report

import quatrefoil
from quatrefoil.cli import app, main
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.solve import listed
from quatrefoil.lab.bench import Measurement

ROOT = Path(__file__).parents[2]
SMALL = "blinq(size=3)"


def subparsers(parser):
    """Yield every parser below one, with the words that lead to it."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield (name,), below
                yield from (((name, *words), each) for words, each in subparsers(below))


def test_one_schema_has_the_reports_of_all_commands():
    """The option, the schema, the handbook and the README name the same commands."""
    with_json = {
        words[0]
        for words, each in subparsers(app.parser())
        if "--json" in each._option_string_actions
    }
    assert with_json == set(SCHEMA["properties"]["command"]["enum"])
    assert {f"report_of_{name}" for name in with_json} <= set(SCHEMA["$defs"])
    branches = [each["if"]["properties"]["command"]["const"] for each in SCHEMA["allOf"]]
    assert set(branches) == with_json
    formats = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    table = formats.partition("## Reports")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.M)) == with_json
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = re.search(r"With `--json`, (.*?) print", readme, re.DOTALL)
    assert set(re.findall(r"`(\w+)`", listed[1])) == with_json


def test_the_schema_refuses_what_is_no_report():
    fine = {"format": "quatrefoil-report", "version": 1, "command": "perft", "quatrefoil": "1"}
    checker = jsonschema.Draft202012Validator(SCHEMA)
    assert checker.is_valid(fine | {"rules": "blinq", "depth": 1, "count": 2})
    assert not checker.is_valid(fine), "what perft says is missing"
    assert not checker.is_valid(fine | {"rules": "blinq", "depth": 1, "count": "2"})
    assert not checker.is_valid(fine | {"command": "serve"})
    assert not checker.is_valid(fine | {"command": "puzzles", "action": "list", "puzzle": None})


def test_games(report):
    found = report("games", "blinq")
    (blinq,) = found["games"]
    assert blinq["name"] == "blinq"
    assert {"name": "basic", "rules": "blinq(size=4)"}.items() <= blinq["presets"][1].items()


def test_show(report):
    found = report("show", SMALL, "--moves", "1a1N")
    position = quatrefoil.position(found["position"])
    assert (found["turn"], found["to_move"]) == (1, "Black")
    assert found["legal"] == position.legal_tokens()
    assert found["result"] is None


def test_show_takes_a_record(report):
    found = report("show", "examples/match.json")
    assert (found["turn"], found["to_move"]) == (None, None)
    assert (found["legal"], found["result"]) == ([], [1, 0])


def test_chance_has_a_name_and_no_number(report):
    found = report("show", "triotrio")
    assert (found["turn"], found["to_move"]) == (None, "Chance")


def test_perft(report):
    assert report("perft", SMALL, "2")["count"] == 896
    divided = report("perft", SMALL, "2", "--divide")["divided"]
    assert sum(divided.values()) == 896
    assert report("perft", SMALL, "0")["count"] == 1


def test_perft_and_explore_take_what_show_takes(report, tmp_path):
    position = tmp_path / "position.json"
    position.write_text(json.dumps(report("show", SMALL, "--moves", "1a1N")["position"]))
    after = report("perft", SMALL, "2", "--moves", "1a1N")["count"]
    assert report("perft", str(position), "2")["count"] == after
    explored = report("explore", SMALL, "--moves", "1a1N")
    assert report("explore", str(position))["tablebase"] == explored["tablebase"]
    assert report("perft", "examples/match.json", "3")["count"] == 0, "a match that is over"


def test_explore(report):
    found = report("explore", SMALL, "--moves", "1a1N")
    assert (found["turn"], found["to_move"], found["over"]) == (1, "Black", False)
    assert found["tablebase"]["player"] == 1
    assert found["tablebase"]["turns"]
    assert report("explore", "trickle")["book"]["entries"]
    assert report("explore", "triotrio")["to_move"] == "Chance"
    over = report("explore", "examples/match.json")
    assert (over["turn"], over["to_move"], over["over"]) == (None, None, True)


def test_bench(run, monkeypatch):
    """What is measured is stood in for: a real run takes minutes."""

    def measured(folder, build, effort, tell):
        tell.doing("something")
        tell.left_out("another program is not installed")
        return [
            Measurement("speed", "blinq", 3.0, "×", at_least=2),
            Measurement("size", "", 9.0, "bytes", at_most=8, note="of all"),
        ]

    monkeypatch.setattr("quatrefoil.lab.bench.run", measured)
    code, out, err = run("bench", "--json")
    assert (code, err) == (1, "quatrefoil: another program is not installed\n")
    found = read_report(out, "bench")
    assert found["fine"] is False
    assert [each["fine"] for each in found["measured"]] == [True, False]


def test_replay(report):
    found = report("replay", "examples/match.json")
    record = quatrefoil.Record.load("examples/match.json")
    assert [move["move"] for move in found["moves"]] == list(record.moves)
    assert found["moves"][0]["by"] == "Red"
    assert int(found["moves"][-1]["key"], 16) == record.replay().position.key
    assert found["result"] == [1, 0]


def test_arena(report):
    found = report("arena", "random", "random", SMALL, "--games", "4", "--cores", "1")
    assert found["games"] == found["wins"] + found["draws"] + found["losses"] == 4
    low, high = found["interval"]
    assert low <= found["score"] <= high


def test_solve(report):
    found = report("solve", SMALL, "--time", "60")
    assert found["proven"] == [1.0, 1.0]
    assert found["turns"]


def test_solve_names_few_replies_unless_all_are_asked_for():
    replies = [SimpleNamespace(tokens=[str(number)]) for number in range(5)]
    assert listed(replies, 3) == "0, 1, 2, and 2 more"
    assert listed(replies, 5) == listed(replies, None) == "0, 1, 2, 3, 4"


def test_presets_are_rules_everywhere(run):
    basic = quatrefoil.game("blinq").preset("basic")
    assert quatrefoil.rules("blinq:basic") == basic
    assert quatrefoil.rules("blinq:basic(size=3)") == quatrefoil.rules(SMALL)
    assert run("show", "blinq:basic") == (0, f"{basic.start()}\n", "")
    code, _, err = run("show", "blinq:vast")
    assert code == 1
    assert "blinq has no preset 'vast'; it has" in err


def test_a_tree_that_begins_in_mid_game_is_drawn_and_analysed_at_its_end(run, report, tmp_path):
    line = quatrefoil.Line(quatrefoil.rules(SMALL).start(), ["1a1N"])
    tree = quatrefoil.Tree(line.position.rules, line.position)
    path = tmp_path / "tree.json"
    path.write_text(json.dumps(tree.to_json()))
    assert report("analyse", str(path), "--nodes", "50")["to_move"] == "Black"
    position = tmp_path / "position.json"
    position.write_text(json.dumps(line.position.to_json()))
    drawn = run("draw", str(path))
    assert drawn == run("draw", str(position))
    assert drawn[0] == 0


def test_what_is_no_document_is_named(run, monkeypatch, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("dear diary")
    for command in ("show", "replay", "draw", "analyse", "print", "explore", "verify-dice"):
        code, out, err = run(command, str(path))
        assert (code, out) == (1, "")
        assert err == f"quatrefoil: {path}: not JSON: Expecting value at line 1 column 1\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run("show", "-")[2].startswith("quatrefoil: standard input: not JSON: ")
    assert "the record of a match" in run("verify-dice", "examples/position.json")[2]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is full")
@pytest.mark.parametrize("argv", [("games",), ("show", "trickle", "--json"), ("draw", "blinq")])
def test_a_disk_that_is_full_is_said_in_a_sentence(argv):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "quatrefoil", *argv],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "quatrefoil: cannot write: No space left on device\n"


def test_what_is_no_rules_and_no_file_says_so(run):
    code, _, err = run("show", "absent.json")
    assert code == 1
    assert "absent.json" in err
    code, _, err = run("show", "blinq[size=4]")
    assert code == 1
    assert "rules are written like" in err


def test_progress_is_for_terminals(monkeypatch, capsys):
    with Progress("half", pause=0.01) as progress:
        time.sleep(0.05)
        progress.print("a result")
    assert capsys.readouterr() == ("a result\n", "")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "12")
    with Progress("half of it", pause=0.01) as progress:
        time.sleep(0.1)
        progress.show("whole")
        time.sleep(0.1)
    shown = capsys.readouterr().err
    assert shown.startswith("\rhalf of it,\r"), "cut to the width: it could not be written over"
    assert "\rwhole, 0 s \r" in shown
    assert shown.endswith(f"\r{' ' * 10}\r"), "the line is clean again"


def test_a_line_that_stays_begins_on_a_clean_one(monkeypatch, capfd):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Progress("counting", pause=0.01) as progress:
        time.sleep(0.1)
        progress.print("a1 12")
    out, err = capfd.readouterr()
    assert out == "a1 12\n"
    assert err.endswith("\r")


def test_a_sheet_goes_to_standard_output(capfdbinary):
    pytest.importorskip("typst")
    assert main(["print", "triotrio", "--only", "rules", "--output", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"%PDF")


def test_analyse_a_position(report, tmp_path):
    path = tmp_path / "position.json"
    line = quatrefoil.Line(quatrefoil.rules("trifoil(board=8)").start(), ["a1-b1"])
    path.write_text(json.dumps(line.position.to_json()))
    found = report("analyse", str(path), "--nodes", "2000", "--best", "2", "--threats")
    assert (found["turn"], found["to_move"]) == (1, "Blue")
    assert abs(sum(found["values"]) - 1) < 0.001
    assert len(found["turns"]) == len(found["threats"]["turns"]) == 2
    best = found["turns"][0]
    assert {"tokens", "value", "loss", "proven", "then"} <= set(best)
    assert "changes" not in best
    for token in best["tokens"]:
        line.play(token)


def test_analyse_a_record(report):
    found = report("analyse", "examples/match.json", "--nodes", "2000")
    record = quatrefoil.Record.load("examples/match.json")
    assert [token for turn in found["turns"] for token in turn["tokens"]] == list(record.moves)
    assert [player["result"] for player in found["players"]] == [1, 0]
    assert all(0 <= player["accuracy"] <= 100 for player in found["players"])


def test_measure(report):
    found = report("measure", SMALL, "--games", "6", "--cores", "1")
    assert (found["rules"], found["games"]) == (SMALL, 6)
    assert {figure["name"] for figure in found["figures"]} >= {"first", "draws", "length"}


def test_measure_until_it_is_certain_enough(report, capsys):
    found = report("measure", SMALL, "--points", "12", "--cores", "1")
    widths = {each["name"]: each["high"] - each["low"] for each in found["figures"]}
    assert max(widths[name] for name in ("first", "draws", "skill")) <= 0.24
    fewer = report("measure", SMALL, "--points", "24", "--cores", "1")["games"]
    assert 0 < fewer < found["games"], "it ends as soon as it may"
    for wrong in (("--points", "0"), ("--points", "three"), ("--points", "3", "--games", "9")):
        with pytest.raises(SystemExit):
            main(["measure", SMALL, *wrong])
    assert "points from 0.1 to 50, not 'three'" in capsys.readouterr().err
