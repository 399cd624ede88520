"""Completion: what the program offers, and what real shells make of it."""

import fcntl
import os
import pty
import select
import shutil
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil.cli import app
from quatrefoil.cli.completion import SCRIPTS, answer, split

PROGRAM = Path(sys.executable).parent / "quatrefoil"


def offered(line):
    """Return the kind of an answer, and the candidates without their descriptions."""
    first, *rest = answer(line)
    return first.partition("\t")[0], [text.partition("\t")[0] for text in rest]


# ---- what is offered ----------------------------------------------------------------------------


def test_every_command_is_offered():
    kind, words = offered("quatrefoil ")
    (commands,) = (action for action in app.parser()._actions if action.dest == "==SUPPRESS==")
    assert kind == "words"
    assert {*words} == {*commands.choices}


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        ("quatrefoil rep", "words", ["replay"]),
        ("quatrefoil measure tri", "words", ["trifoil", "trickle", "triotrio"]),
        ("quatrefoil measure blinq:ba", "words", ["blinq:basic", "blinq:basic-neutral"]),
        ("quatrefoil measure 'blinq(", "words", ["blinq(size=", "blinq(neutral="]),
        ("quatrefoil measure 'blinq(si", "words", [f"blinq(size={n})" for n in range(3, 9)]),
        ("quatrefoil measure 'blinq(size=4", "words", ["blinq(size=4)"]),
        (
            "quatrefoil measure 'trickle(rings=3,bear_off=f",
            "words",
            ["trickle(rings=3,bear_off=false)"],
        ),
        ("quatrefoil measure 'blinq(nonsense=", "words", []),
        ("quatrefoil show blin", "files", ["blinq"]),
        ("quatrefoil replay ", "files", []),
        ("quatrefoil draw trickle --theme ", "words", ["light", "dark", "print"]),
        ("quatrefoil draw trickle --theme=d", "words", ["--theme=dark"]),
        ("quatrefoil draw trickle --arrow f4 f3 --ani", "words", ["--animate"]),
        ("quatrefoil draw trickle --output ", "files", []),
        ("quatrefoil arena level4 level4 tric", "words", ["trickle"]),
        ("quatrefoil arena gr", "words", ["greedy"]),
        ("quatrefoil arena a b trickle --records ", "folders", []),
        ("quatrefoil schema rec", "words", ["record"]),
        ("quatrefoil puzzles check trio", "words", ["triotrio"]),
        ("quatrefoil games blinq tric", "words", ["trickle"]),
        ("quatrefoil completion ", "words", ["bash", "zsh", "fish"]),
        ("quatrefoil show blinq:ba", "words", ["blinq:basic", "blinq:basic-neutral"]),
        ("quatrefoil show 'blinq(size=4", "words", ["blinq(size=4)"]),
        ("quatrefoil show 'picture(4", "files", []),
        ("quatrefoil terminal bli", "words", ["blinq"]),
        ("quatrefoil terminal --level 8", "words", ["8"]),
        ("quatrefoil print trifoil --board 8 --board 1", "words", ["10", "12"]),
        ("quatrefoil print blinq:basic --board ", "words", []),
        ("quatrefoil puzzles solve trio", "words", ["triotrio"]),
        ("quatrefoil puzzles show ", "words", []),
        ("quatrefoil puzzles list blinq --theme bri", "words", ["bridge"]),
        ("quatrefoil show nonsense --moves ", "words", []),
    ],
)
def test_what_fits_is_offered(line, kind, words):
    assert offered(line) == (kind, words)


def test_moves_are_the_legal_ones_after_those_before():
    _, words = offered("quatrefoil show blinq:basic --moves 1a1N ")
    line = quatrefoil.Line(quatrefoil.rules("blinq:basic").start())
    line.play("1a1N")
    assert words == line.position.legal_tokens()


@pytest.mark.parametrize(
    ("line", "words", "current"),
    [
        ("a b", ["a"], "b"),
        ("a b ", ["a", "b"], ""),
        ("a 'b c", ["a"], "b c"),
        ('a "b \\" c" ', ["a", 'b " c'], ""),
        ("a b\\ c", ["a"], "b c"),
        ("a '' ", ["a", ""], ""),
        ("", [], ""),
    ],
)
def test_an_unfinished_line_is_split_as_a_shell_would(line, words, current):
    assert split(line) == (words, current)


# ---- in real shells -----------------------------------------------------------------------------


SHELLS = {
    "bash": ("bash", "--noprofile", "--norc", "-i"),
    "zsh": ("zsh", "-f", "-i"),
    "fish": ("fish", "--no-config", "-i"),
}


class Shell:
    """A shell on a terminal of its own, with our completion."""

    def __init__(self, name, folder):
        self.folder = folder
        bin_folder = folder / "bin"
        bin_folder.mkdir()
        (bin_folder / "quatrefoil").symlink_to(PROGRAM)
        script = folder / f"completion.{name}"
        script.write_text(SCRIPTS[name].lstrip("\n"), encoding="utf-8")
        self.terminal, end = pty.openpty()
        environment = {
            "PATH": f"{bin_folder}:{os.environ['PATH']}",
            "HOME": str(folder),
            "TERM": "dumb",
            "LANG": "C.UTF-8",
            "PS1": "READY> ",
            "INPUTRC": "/dev/null",
        }
        self.process = subprocess.Popen(
            SHELLS[name],
            stdin=end,
            stdout=end,
            stderr=end,
            cwd=folder,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # fish wants to own it
        )
        os.close(end)
        self._script = script

    def begin(self):
        """Load our completion."""
        self.type(f"source {self._script}; echo so''urced\n")
        self.wait_for("sourced\r")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def wait_for(self, wanted, seconds=60):
        """Return all that the shell wrote until it wrote what is wanted."""
        seen, end = "", time.monotonic() + seconds
        while wanted not in seen:
            assert time.monotonic() < end, seen
            if select.select([self.terminal], [], [], 0.2)[0]:
                seen += os.read(self.terminal, 65536).decode(errors="replace")
        return seen

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)


@pytest.fixture(params=SHELLS)
def shell(request, tmp_path):
    if not shutil.which(request.param):
        pytest.skip(f"{request.param} is not installed")
    started = Shell(request.param, tmp_path)
    try:
        started.begin()
        yield started
    finally:
        started.close()


def test_a_shell_completes_what_the_handbook_shows(shell):
    shutil.copy("examples/match.json", shell.folder / "a match of mine.json")
    shell.type("quatrefoil perf\ttrickle 1\n")
    assert "60" in shell.wait_for("60")
    shell.type("quatrefoil show blinq:adv\t--json\n")
    shell.wait_for('"rules": "blinq"')
    # A quote stays open until the rules are whole.
    shell.type('quatrefoil show "blinq(si\t3)" --json\n')
    shell.wait_for('"rules": "blinq(size=3)"')
    shell.type("quatrefoil show trickle --moves f8-f\t--json\n")
    shell.wait_for('"f9"')
    for begun in ("a\\ ma", "~/a\\ ma"):
        shell.type(f"quatrefoil show {begun}\t--json\n")
        shell.wait_for('"result": [1, 0]')
