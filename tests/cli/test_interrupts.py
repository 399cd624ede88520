"""Ctrl-C ends every command that takes a while: at once, without a word of Python, and for good."""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import quatrefoil

ROOT = Path(__file__).parents[2]
#: Generous: a busy machine takes its time.
PATIENCE = 120
THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for processes")

#: What works for long, and what waits for somebody; what is left out ends by itself in no time.
WORKING = {
    "perft": ("perft", "blinq", "9"),
    "arena": ("arena", "level3", "level3", "trickle", "--games", "100000"),
    "arena on one core": ("arena", "level3", "level3", "blinq", "--games", "9999", "--cores", "1"),
    "solve": ("solve", "trickle", "--time", "600"),
    "tables": ("tables", "triotrio(quiet_turns=0)", "--output", "endings"),
    "measure": ("measure", "trickle", "--seconds", "600"),
    "openings": ("openings", "make", "trickle", "--games", "100000", "--output", "book.json"),
    "puzzles make": ("puzzles", "make", "trickle", "--output", "puzzles.json"),
    "puzzles check": ("puzzles", "check", "triotrio"),
    "analyse": ("analyse", "record.json", "--time", "600"),
    "analyse a position": ("analyse", "trickle", "--nodes", "1000000000"),
    "explore": ("explore", "trifoil", "--moves", "b1-a1 a1-a2 b1-b2", "--prove", "600"),
    "bench": ("bench",),
    "strength": ("strength", "--only", "blinq"),
    "draw": ("draw", "record.json", "--size", "1400", "-o", "film.gif"),
}
WAITING = {
    "show": ("show", "-"),
    "replay": ("replay", "-"),
    "draw": ("draw", "-"),
    "analyse": ("analyse", "-"),
    "verify-dice": ("verify-dice", "-"),
    "ugi": ("ugi",),
    "play": ("play", "blinq", "--computer", "2"),
}


@pytest.fixture
def start(tmp_path):
    running = []

    def start(*arguments, python=(), errors=subprocess.PIPE):
        files(tmp_path)
        process = subprocess.Popen(
            [sys.executable, *python, "-m", "quatrefoil", *arguments],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )
        running.append(process)
        return process

    yield start
    for process in running:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def files(folder):
    """Put there what commands are given: a random game, and what two of them want of a clone."""
    if (folder / "record.json").exists():
        return
    shutil.copytree(ROOT / "bench", folder / "bench")
    (folder / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "strength.md", folder / "docs")
    line = quatrefoil.Line(quatrefoil.rules("trickle").start())
    rng = quatrefoil.Rng(5)
    while not line.position.is_over and len(line) < 120:
        line.push(line.position.random_move(rng))
    (folder / "record.json").write_text(quatrefoil.Record.of(line).dumps())


def group_of(process):
    """Yield the number and the processor's seconds of every process of a group."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            number, _, rest = path.read_text().partition(" ")
            words = rest.rpartition(")")[2].split()
            if int(words[2]) == process.pid and words[0] != "Z":
                seconds = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
                yield int(number), seconds


def interrupt(process, seconds):
    """Press Ctrl-C, which all processes of a terminal get, once it is at work."""
    ends = time.monotonic() + PATIENCE
    while process.poll() is None and sum(spent for _, spent in group_of(process)) < seconds:
        assert time.monotonic() < ends
        time.sleep(0.05)
    assert process.poll() is None, process.communicate()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    while list(group_of(process)):
        assert time.monotonic() < ends + PATIENCE, "something is left behind"
        time.sleep(0.05)
    return out, err


#: Those of `make test`; each takes some seconds. `make proof-install` tries all.
QUICK = ("perft", "arena", "solve", "measure", "show", "ugi", "play")


def chosen(names):
    return [name for name in names if THOROUGH or name in QUICK]


@pytest.mark.parametrize("name", chosen(WORKING))
def test_what_works(start, name):
    process = start(*WORKING[name])
    # Starting takes some tenths of a second of the processor; who has had more is at work.
    has_games = name in ("arena", "measure")
    out, err = interrupt(process, 4.0 if has_games else 2.0)
    # What was found so far is told.
    assert not has_games or " against " in out
    assert process.returncode == (0 if name == "solve" else 130), (out, err)
    assert "Traceback" not in out + err
    assert "Error" not in err


@pytest.mark.parametrize("name", chosen(WORKING))
def test_what_works_shows_how_far_it_is_on_a_terminal(start, name):
    """The line is written over every second, and gone when the command ends."""
    master, terminal = pty.openpty()
    process = start(*WORKING[name], errors=terminal)
    os.close(terminal)
    shown = ""
    try:
        ends = time.monotonic() + PATIENCE
        while len(re.findall(r"\r[^\r\n]*\w[^\r\n]*, \d+ s", shown)) < 2:
            assert time.monotonic() < ends, shown
            shown += read(master)
        os.killpg(process.pid, signal.SIGINT)
        while process.poll() is None:
            assert time.monotonic() < ends + PATIENCE, shown
            shown += read(master)
        shown += read(master)
        process.communicate()
    finally:
        os.close(master)
    assert "Traceback" not in shown
    assert shown.rstrip("\r\n").endswith(" "), "the line was cleaned"


def read(master):
    """Return what a terminal got meanwhile."""
    if not select.select([master], [], [], 0.2)[0]:
        return ""
    with suppress(OSError):  # the other end is closed
        return os.read(master, 65536).decode(errors="replace")
    return ""


def test_a_server(start):
    process = start("serve", "--database", "matches.db", "--port", "0")
    while "http" not in process.stdout.readline():
        assert process.poll() is None
    out, err = interrupt(process, 0)
    assert process.returncode in (0, 130), (out, err)
    assert "Traceback" not in out + err


@pytest.mark.parametrize("name", chosen(WAITING))
def test_what_waits(start, name):
    process = start(*WAITING[name])
    if name == "play":
        process.stdout.readline()
    wait_until_asleep(process)
    out, err = interrupt(process, 0)
    assert process.returncode in ((0, 130) if name == "play" else (130,)), (out, err)
    assert "Traceback" not in out + err


def wait_until_asleep(process):
    """Wait until a process has started and then used no processor for a second: it reads."""
    ends, spent, quiet = time.monotonic() + PATIENCE, 0.0, 0
    while quiet < 20:
        assert time.monotonic() < ends
        time.sleep(0.05)
        now = sum(seconds for _, seconds in group_of(process))
        state = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0]
        quiet = quiet + 1 if now == spent > 0.03 and state == "S" else 0
        spent = now


#: Commands that load much and little; for `make test` one moment each, else many.
BEGINNING = {
    "serve": ("serve", "--database", "matches.db", "--port", "0"),
    "perft": WORKING["perft"],
    "show": WAITING["show"],
    "draw": WORKING["draw"],
    "terminal": ("terminal",),
}
MOMENTS = 30 if THOROUGH else 1


@pytest.mark.parametrize("name", BEGINNING)
def test_what_has_just_begun(start, name, tmp_path):
    """Whatever is being loaded: modules that were half there would have much to say."""
    random = Random(name)
    for _ in range(MOMENTS):
        told = tmp_path / "errors"
        with told.open("w") as errors:
            process = start(*BEGINNING[name], python=("-X", "importtime"), errors=errors)
            # Before our first line an interrupt is Python's.
            ends = time.monotonic() + PATIENCE
            while "quatrefoil.interrupts\n" not in told.read_text():
                assert time.monotonic() < ends
            time.sleep(random.random() * 0.6)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGINT)
            process.communicate(timeout=PATIENCE)
        words = [line for line in told.read_text().splitlines() if "import time:" not in line]
        # Without a terminal `terminal` refuses, if it gets so far.
        refused = name == "terminal" and process.returncode == 1
        assert process.returncode == 130 or refused, words
        assert not any("Traceback" in line or "ignored" in line for line in words), words


def test_a_program_that_uses_the_package_decides_for_itself():
    script = "import signal, quatrefoil; print(signal.getsignal(signal.SIGINT).__name__)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "default_int_handler\n"


def test_who_ignores_interrupts_keeps_ignoring_them(start):
    """As a shell does for what runs in the background."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process = start("perft", "blinq", "3")
    finally:
        signal.signal(signal.SIGINT, before)
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        time.sleep(0.01)
    out, err = process.communicate()
    assert process.returncode == 0, (out, err)
