"""Commands as somebody types them: what they print, where errors go, which code they end with."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil import Ending, Line, Outcome, Record, Rng
from quatrefoil.cli.catalogue import for_terminal
from quatrefoil.cli.common import result_text
from quatrefoil.cli.progress import Progress

SMALL = "blinq(size=3)"


@pytest.fixture
def finished():
    line = Line(quatrefoil.rules(SMALL).start())
    rng = Rng(1)
    while not line.position.is_over:
        line.push(line.position.random_move(rng))
    return Record.of(line, red="Ada", black="\033[2JEve")


@pytest.fixture
def typed(monkeypatch):
    """Let standard input hold a text."""

    def typed(text):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))

    return typed


def refused(result):
    """Whether a command ended with one sentence on standard error and nothing else."""
    code, out, err = result
    return code == 1 and out == "" and err.startswith("quatrefoil: ") and err.count("\n") == 1


# ---- the frame --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        (),
        *(
            (name,)
            for name in [
                "play",
                "games",
                "rules",
                "show",
                "print",
                "perft",
                "replay",
                "bench",
                "ugi",
            ]
        ),
    ],
)
def test_help_has_examples(run, command):
    code, out, err = run(*command, "--help")
    assert (code, err) == (0, "")
    assert "examples:\n  " in out
    assert all(len(line) <= 100 for line in out.split("\n"))


def test_version(run):
    assert run("--version") == (0, f"quatrefoil {quatrefoil.__version__}\n", "")


@pytest.mark.parametrize(
    "argv",
    [
        (),
        ("chess",),
        ("perft", "blinq"),
        ("perft", "blinq", "x"),
        ("perft", "blinq", "-1"),
        ("perft", "blinq", "101"),
        ("perft", "blinq", "٣"),
        ("show",),
        ("show", "blinq", "trickle"),
        ("show", "blinq", "--moves"),
        ("rules",),
        ("play", "blinq", "--computer", "x"),
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_two(run, argv):
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert err.startswith("usage: quatrefoil")


def test_what_a_command_does_not_know_is_told_with_its_usage(run):
    code, _, err = run("perft", "blinq", "1", "--deeper", "2")
    assert code == 2
    assert err.startswith("usage: quatrefoil perft ")
    assert err.endswith("quatrefoil perft: error: unrecognized arguments: --deeper 2\n")


def test_python_dash_m():
    result = subprocess.run(
        [sys.executable, "-m", "quatrefoil", "perft", SMALL, "2"], capture_output=True, text=True
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "896\n", "")


def test_a_reader_that_leaves_is_no_error():
    process = subprocess.Popen(
        [sys.executable, "-m", "quatrefoil", "perft", "blinq", "2", "--divide"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141


def processor_seconds(process):
    """Return the time that the processor gave to a running program, as Linux tells it."""
    user_and_system = (
        Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    )
    return sum(map(int, user_and_system)) / os.sysconf("SC_CLK_TCK")


def test_ctrl_c_stops_a_long_count():
    process = subprocess.Popen(
        [sys.executable, "-m", "quatrefoil", "perft", "blinq", "9", "--divide"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    # Starting takes a fraction of a second of the processor: who has had a whole one is counting.
    while processor_seconds(process) < 1:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "\n")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_who_closed_our_streams_gets_no_traceback(closed):
    command = f"exec {sys.executable} -m quatrefoil games {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert ("trifoil" in done.stdout) == (">&-" not in closed.replace("2>&-", ""))


def test_ctrl_c_within_an_exec_ends_us_with_our_own_code():
    """Making a dataclass is an `exec`: Ctrl-C may come just then."""
    program = (
        "import sys; from quatrefoil.cli import app;"
        "app._run = lambda given: exec('raise KeyboardInterrupt'); sys.exit(app.main([]))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "\n")


# ---- games and rules --------------------------------------------------------------------------


def test_games_lists_every_game_option_and_preset(run):
    code, out, err = run("games")
    assert (code, err) == (0, "")
    for game in quatrefoil.all_games():
        assert f"{game.title} by {game.authors}" in out
        for option in game.options:
            assert f"    {option.name}: " in out
        for preset in game.presets:
            assert f"    {preset.name}: {game.name}" in out


def test_games_lists_one_game(run):
    _, out, _ = run("games", "blinq")
    assert out.startswith("Blinq by Néstor Romeral Andrés\n")
    assert "Trickle" not in out
    assert "    size: a whole number from 3 to 8; by default 5\n" in out


@pytest.mark.parametrize("name", [g.name for g in quatrefoil.all_games() if g.has("rules.md")])
def test_rules_prints_the_page(run, name):
    assert run("rules", name) == (0, quatrefoil.game(name).page().rstrip("\n") + "\n", "")


def test_markdown_in_a_terminal():
    page = (
        "# Title\n\nSome **bold** words.\n- " + "long " * 30 + "\n\n```\n| # code\n```\n| a | b |\n"
    )
    lines = for_terminal(page).split("\n")
    assert lines[0] == "\033[1mTitle\033[0m"
    assert lines[2] == "Some \033[1mbold\033[0m words."
    assert lines[3].startswith("- long long")
    assert lines[4].startswith("  long long")
    assert lines[-2:] == ["| # code", "| a | b |"]


@pytest.mark.parametrize("command", ["rules", "games", "show"])
def test_unknown_games_are_refused(run, command):
    result = run(command, "chess")
    assert refused(result)
    assert f"no game is called 'chess'; there are {', '.join(quatrefoil.names())}" in result[2]


# ---- show, perft, replay ----------------------------------------------------------------------


@pytest.mark.parametrize("name", quatrefoil.names())
def test_show_draws_the_start(run, name):
    assert run("show", name) == (0, f"{quatrefoil.rules(name).start()}\n", "")


def test_show_draws_a_position_after_moves(run):
    position = quatrefoil.rules(SMALL).start()
    position.play("1a1N")
    position.play("1a2E")
    drawn = (0, f"{position}\n", "")
    assert run("show", SMALL, "--moves", "1a1N", "1a2E") == drawn
    assert run("show", SMALL, "--moves", "1a1N 1a2E") == drawn


def test_show_reads_json(run, typed, tmp_path):
    position = quatrefoil.rules(SMALL).start()
    position.play("1a1N")
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position.to_json()), encoding="utf-8")
    assert run("show", str(file)) == (0, f"{position}\n", "")
    typed(file.read_text(encoding="utf-8"))
    assert run("show", "-") == (0, f"{position}\n", "")
    file.write_text("{}", encoding="utf-8")
    assert refused(run("show", str(file)))
    assert refused(run("show", str(tmp_path / "absent.json")))
    assert refused(run("show", "/dev/zero"))


@pytest.mark.parametrize(
    "rules", ["blinq(", "blinq(size=99)", "blinq(odd=1)", "3", "", "blinq(size=[[[[)"]
)
def test_show_refuses_what_is_no_rules(run, rules):
    assert refused(run("show", rules))


def test_show_refuses_illegal_moves(run):
    result = run("show", SMALL, "--moves", "1a1N", "1a1N")
    assert refused(result)
    assert "'1a1N' is not legal here" in result[2]


def test_perft_counts(run):
    assert run("perft", SMALL, "0") == (0, "1\n", "")
    assert run("perft", SMALL, "2") == (0, "896\n", "")
    assert run("perft", SMALL, "1", "--moves", "1a1N") == (0, "28\n", "")


@pytest.mark.parametrize(("game", "depth"), [("trifoil", 3), ("trickle", 3), ("triotrio", 5)])
def test_perft_counts_in_pieces_what_it_would_at_once(run, game, depth):
    whole = quatrefoil.perft(quatrefoil.Line(quatrefoil.rules(game).start()), depth)
    assert run("perft", game, str(depth)) == (0, f"{whole}\n", "")


def test_perft_shows_how_far_it_is_within_the_first_move(run, monkeypatch):
    told = []
    monkeypatch.setattr(Progress, "show", lambda self, text: told.append(text))
    _, out, _ = run("perft", "trickle", "4")
    total = int(out)
    found = re.findall(r"^0 of 60 first moves: (\d+)$", "\n".join(told), re.M)
    shown = [int(count) for count in found]
    assert len(shown) > 5
    assert shown == sorted(set(shown))
    assert shown[-1] < total / 20


def test_perft_divides(run):
    _, out, _ = run("perft", SMALL, "2", "--divide")
    *parts, total = out.splitlines()
    tokens, counts = zip(*(line.split() for line in parts), strict=True)
    assert list(tokens) == quatrefoil.rules(SMALL).start().legal_tokens()
    assert sum(map(int, counts)) == int(total) == 896
    assert run("perft", SMALL, "0", "--divide") == (0, "1\n", "")


def test_replay_shows_every_position(run, typed, finished, tmp_path):
    finished.save(tmp_path / "game.json")
    code, out, err = run("replay", str(tmp_path / "game.json"))
    assert (code, err) == (0, "")
    assert out.startswith(f"{SMALL}, {len(finished.moves)} moves\nred: Ada\nblack: �[2JEve\n")
    place = 0
    for number, line in enumerate(finished.lines()):
        if number:
            place = out.index(f"{number}. ", place)
            assert out[place:].split("\n")[0].endswith(line.tokens[-1])
        place = out.index(str(line.position), place)
    result = result_text(finished.rules, finished.outcome())
    assert out.endswith(f"\n\n{result}\n")
    assert run("replay", str(tmp_path / "game.json"), "--quiet") == (0, f"{result}\n", "")
    typed(finished.dumps())
    assert run("replay", "-", "--quiet") == (0, f"{result}\n", "")


def test_replay_of_what_is_not_finished(run, typed, finished):
    typed(Record(finished.rules, finished.moves[:2]).dumps())
    assert run("replay", "-", "--quiet") == (0, "Not finished after 2 moves.\n", "")
    ending = Ending("resignation", (0.0, 1.0), 0)
    typed(Record(finished.rules, finished.moves[:2], ending).dumps())
    assert run("replay", "-", "--quiet") == (0, "Black wins, 0 : 1 (resignation).\n", "")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format":"quatrefoil-record"}', "x" * 100])
def test_replay_refuses_what_is_no_record(run, typed, text):
    typed(text)
    assert refused(run("replay", "-"))


@pytest.mark.parametrize(
    ("scores", "text"),
    [
        ((1.0, 0.0), "Red wins, 1 : 0 (why)."),
        ((0.5, 0.5), "A draw, ½ : ½ (why)."),
    ],
)
def test_results_in_words(scores, text):
    assert result_text(quatrefoil.rules("blinq"), Outcome(scores, "why")) == text


def test_shared_wins_in_words():
    rules = quatrefoil.rules("trickle(players=3)")
    first, _, third = rules.player_names
    text = result_text(rules, Outcome((8.0, 3.0, 8.0), "why"))
    assert text == f"{first} and {third} share the win, 8 : 3 : 8 (why)."


class TestStrength:
    @pytest.fixture
    def document(self, tmp_path):
        """A document with a place for each table, and a row of a study."""
        path = tmp_path / "strength.md"
        path.write_text(
            "<!-- budgets -->\n<!-- end of budgets -->\n<!-- levels -->\n"
            "| game | player | against | games | + = − | score | 95% | Elo | wanted |\n"
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
            "| blinq | level2 | level1 | 7 | 7 0 0 | 100% | 65% to 100% | +inf | 60%: yes |\n"
            "<!-- end of levels -->\n"
        )
        return path

    @pytest.fixture
    def strength(self, run, document, tmp_path):
        """Measure with that document."""
        where = ("--folder", str(tmp_path / "results"), "--document", str(document))
        return lambda *arguments: run("strength", *arguments, *where)

    def test_rows_are_marked_without_playing(self, strength, document, tmp_path):
        assert strength("--only", "blinq-level", "--mark") == (
            0,
            "0 of 7 results are up to date.\n",
            "",
        )
        text = document.read_text()
        assert "| 8 Oak | 1.8 s |" in text
        assert "| blinq | level2 | level1 | 7 | 7 0 0 |" in text
        assert "60%: yes | stale |" in text
        assert not (tmp_path / "results").exists()

    def test_a_name_that_no_study_has_is_refused_and_changes_nothing(self, strength, document):
        before = document.read_text()
        result = strength("--only", "blink")
        assert refused(result)
        assert "no study has 'blink' in its name" in result[2]
        assert document.read_text() == before

    @pytest.mark.parametrize("arguments", [(), ("--mark",), ("--only", "blinq")])
    def test_outside_a_clone_one_sentence_says_so(self, run, tmp_path, monkeypatch, arguments):
        monkeypatch.chdir(tmp_path)
        result = run("strength", *arguments)
        assert refused(result)
        assert "clone" in result[2]
        assert not list(tmp_path.iterdir())

    def test_a_wrong_expression_is_refused(self, run):
        code, _, err = run("strength", "--only", "(")
        assert code == 2
        assert "regular expression" in err


def test_of_what_is_no_position_all_that_is_wrong_is_said(run, tmp_path):
    path = tmp_path / "hanging.json"
    path.write_text('{"game": "blinq", "blocks": ["1c3*", "2a1N", "1c3*"], "turn": "green"}')
    code, _, complaint = run("show", str(path))
    assert code
    assert "this is no position" in complaint
    for wrong in ("two blocks lie at 1c3", "no block at 1b2", "'turn' of a position"):
        assert wrong in complaint
    assert len(complaint.splitlines()) == 1


def test_a_schema_that_is_not_there_names_those_that_are(run):
    code, out, err = run("schema", "nonsense")
    assert (code, out) == (1, "")
    known = ", ".join(("record", "tree", "report", *quatrefoil.names()))
    assert err == f"quatrefoil: there is no schema 'nonsense'; there are {known}\n"
