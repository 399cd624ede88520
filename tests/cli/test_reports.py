"""What programs read with `--json`, how all commands are told what to work on, and progress."""

import json
from types import SimpleNamespace

import pytest

import quatrefoil
from quatrefoil.cli import main
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.solve import listed

SMALL = "blinq(size=3)"


@pytest.fixture
def report(run):
    """Run a command with --json; return what it printed."""

    def report(*argv):
        code, out, err = run(*argv, "--json")
        assert (code, err) == (0, "")
        found = json.loads(out)
        assert found["format"] == "quatrefoil-report"
        assert (found["command"], found["version"]) == (argv[0], 1)
        assert found["quatrefoil"] == quatrefoil.__version__
        return found

    return report


def test_games(report):
    found = report("games", "blinq")
    (blinq,) = found["games"]
    assert blinq["name"] == "blinq"
    assert {"name": "basic", "rules": "blinq(size=4)"}.items() <= blinq["presets"][1].items()


def test_show(report):
    found = report("show", SMALL, "--moves", "1a1N")
    position = quatrefoil.position(found["position"])
    assert found["turn"] == "Black"
    assert found["legal"] == position.legal_tokens()
    assert found["result"] is None


def test_show_takes_a_record(report):
    found = report("show", "examples/match.json")
    assert (found["turn"], found["legal"], found["result"]) == (None, [], [1, 0])


def test_perft(report):
    assert report("perft", SMALL, "2")["count"] == 896
    divided = report("perft", SMALL, "2", "--divide")["divided"]
    assert sum(divided.values()) == 896
    assert report("perft", SMALL, "0")["count"] == 1


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


def test_what_is_no_rules_and_no_file_says_so(run):
    code, _, err = run("show", "absent.json")
    assert code == 1
    assert "absent.json" in err
    code, _, err = run("show", "blinq[size=4]")
    assert code == 1
    assert "rules are written like" in err


def test_progress_is_for_terminals(monkeypatch, capsys):
    progress = Progress(pause=0)
    progress.show("half")
    progress.clear()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Progress(pause=0) as progress:
        progress.show("half of it")
        progress.show("whole")
    shown = capsys.readouterr().err
    assert shown.startswith("\rhalf of it\rwhole     ")
    assert shown.endswith("\r"), "the line is clean again"


def test_a_sheet_goes_to_standard_output(capfdbinary):
    pytest.importorskip("typst")
    assert main(["print", "triotrio", "--only", "rules", "--output", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"%PDF")


def test_analyse_a_position(report, tmp_path):
    path = tmp_path / "position.json"
    line = quatrefoil.Line(quatrefoil.rules("trifoil(board=8)").start(), ["a1-b1"])
    path.write_text(json.dumps(line.position.to_json()))
    found = report("analyse", str(path), "--nodes", "2000", "--best", "2", "--threats")
    assert found["turn"] == 1
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


def test_measure(run):
    code, out, _ = run("measure", SMALL, "--games", "6", "--cores", "1", "--json")
    found = json.loads(out)
    assert (code, found["format"], found["command"]) == (0, "quatrefoil-report", "measure")
    assert (found["rules"], found["games"]) == (SMALL, 6)
    assert {figure["name"] for figure in found["figures"]} >= {"first", "draws", "length"}
