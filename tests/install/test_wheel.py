"""The wheel that people get, in an environment without a compiler and without the checkout.

Its dependencies are those of this environment, lent by their path; the package is the wheel's.
Only `make proof-install` runs this: building takes longer than a few seconds.
"""

import json
import os
import pty
import re
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
import tomllib
import urllib.request
import venv
import zipfile
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

import quatrefoil

ROOT = Path(__file__).parents[2]
#: Generous: a busy machine takes its time.
PATIENCE = 120

pytestmark = [
    pytest.mark.skipif(
        os.environ.get("QUATREFOIL_TESTS") != "thorough", reason="make proof-install runs this"
    ),
    pytest.mark.skipif(not quatrefoil.compiled(), reason="builds the compiled package"),
    pytest.mark.skipif(sys.platform != "linux", reason="a wheel for any Linux"),
    pytest.mark.skipif(
        find_spec("auditwheel") is None and not os.environ.get("CI"),
        reason="auditwheel is not installed: make wheel does it",
    ),
]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "wheel", folder], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (made,) = folder.glob("*.whl")
    return made


class Place:
    """A folder far from the checkout, with an environment that has the wheel."""

    def __init__(self, folder, wheel):
        self.folder = folder / "work"
        self.folder.mkdir()
        environment = folder / "venv"
        venv.create(environment, with_pip=False, symlinks=True)
        python = environment / "bin" / "python"
        pip = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps"]
        subprocess.run([*pip, "--no-index", wheel], check=True, cwd=folder)
        (packages,) = (environment / "lib").glob("python3*/site-packages")
        # Of a folder that is lent so, the .pth files are not read: ours would lead to the checkout.
        (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
        self.python = python
        self.program = environment / "bin" / "quatrefoil"
        self.environment = {
            "PATH": f"{environment / 'bin'}:/usr/bin:/bin",
            "HOME": str(folder),
            "CC": "false",
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
        }
        for name in ("match.json", "position.json"):
            shutil.copy(ROOT / "examples" / name, self.folder)

    def run(self, *command, patience=PATIENCE, **options):
        done = subprocess.run(
            [str(word) for word in command],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            timeout=patience,
            check=False,
            **options,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def script(self, text):
        return self.run(self.python, "-c", text).decode()

    def command(self, *arguments, **options):
        return self.run(self.program, *arguments, **options)


@pytest.fixture(scope="session")
def place(wheel, tmp_path_factory):
    return Place(tmp_path_factory.mktemp("place"), wheel)


def test_it_is_for_any_linux_and_carries_what_it_needs(wheel):
    assert "manylinux" in wheel.name or "musllinux" in wheel.name
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    assert any(name.endswith(".so") for name in names)
    # What reads them is in the package, so they must be, too.
    for ending in ("web/index.html", "texts/fi.json", "sheet.typ", "record.schema.json", ".pxd"):
        assert any(name.endswith(ending) for name in names), ending
    assert not any(name.startswith(("tests/", "docs/", "tools/")) for name in names)


def test_it_is_the_wheel_that_runs_compiled(place):
    where = place.script("import quatrefoil; print(quatrefoil.compiled(), quatrefoil.__file__)")
    form, file = where.split()
    assert form == "True"
    assert Path(file).is_relative_to(place.python.parent.parent)


def test_positions_pictures_and_print(place):
    assert "Trickle" in place.command("games").decode()
    assert b"3822" in place.command("perft", "trickle", "2")
    assert "%" in place.command("analyse", "position.json", "--nodes", "50").decode()
    place.command("draw", "match.json", "-o", "end.png")
    place.command("draw", "match.json", "-o", "match.gif", "--to", "3")
    place.command("print", "blinq", "--only", "boards", "--output", "blinq.pdf")
    for name, begins in (("end.png", b"\x89PNG"), ("match.gif", b"GIF89a"), ("blinq.pdf", b"%PDF")):
        assert (place.folder / name).read_bytes().startswith(begins)
    report = json.loads(place.command("show", "match.json", "--json"))
    assert report["result"] == [1, 0]


def test_play_line_by_line(place):
    typed = b"1a1N\nquit\n"
    said = place.command("play", "blinq(size=3)", "--computer", "2", input=typed).decode()
    assert said.endswith("Goodbye.\n")


def test_the_terminal(place):
    master, end = pty.openpty()
    running = subprocess.Popen(
        [place.program, "terminal"],
        cwd=place.folder,
        env={**place.environment, "COLUMNS": "120", "LINES": "40"},
        stdin=end,
        stdout=end,
        stderr=end,
        start_new_session=True,
    )
    os.close(end)
    try:
        wait_for(master, "Trickle")
        running.send_signal(signal.SIGINT)
        # What it still writes has to be read, or it would wait for ever.
        ends = time.monotonic() + PATIENCE
        while running.poll() is None and time.monotonic() < ends:
            os.write(master, b"\x11")
            read(master)
        assert running.wait(1) in (0, 130, -signal.SIGINT)
    finally:
        running.kill()
        running.wait()
        os.close(master)


def read(master):
    if not select.select([master], [], [], 0.2)[0]:
        return ""
    with suppress(OSError):  # the other end is closed
        return os.read(master, 65536).decode(errors="replace")
    return ""


def wait_for(master, wanted):
    seen, ends = "", time.monotonic() + PATIENCE
    while wanted not in seen:
        assert time.monotonic() < ends, seen[-2000:]
        seen += read(master)


def test_the_page_and_a_match_on_it(place):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    begun = time.monotonic()
    running = subprocess.Popen(
        [place.program, "serve", "--port", str(port), "--database", "matches.db"],
        cwd=place.folder,
        env=place.environment,
        stdout=subprocess.DEVNULL,
    )
    try:
        page = ""
        while "<title" not in page:
            assert time.monotonic() < begun + PATIENCE
            with suppress(OSError):
                page = urllib.request.urlopen(f"{address}/", timeout=10).read().decode()
        print(f"{time.monotonic() - begun:.2f} s from the command to the page")
        seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
        body = json.dumps({"game": "trickle", "seats": seats}).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{address}/api/matches", body, headers)
        assert json.load(urllib.request.urlopen(request, timeout=30))["id"]
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE) in (0, 130)
    finally:
        running.kill()
        running.wait()


@pytest.mark.parametrize(
    "script",
    [
        "from quatrefoil.adapters.vector import Batch; b = Batch('trickle', 8, seed=1);"
        " b.step(b.random_actions())",
        "from quatrefoil.adapters.pettingzoo import env; e = env('blinq'); e.reset(seed=1);"
        " assert e.agents",
        "from quatrefoil.adapters.openspiel import load; g = load('trifoil');"
        " assert g.new_initial_state().legal_actions()",
    ],
    ids=["arrays", "PettingZoo", "OpenSpiel"],
)
def test_adapters(place, script):
    place.script(script)


def test_the_rulebooks_hold_for_it(place):
    """The tests that are run for the wheel of every system, as `pyproject.toml` says."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    command = settings["tool"]["cibuildwheel"]["test-command"].replace("{project}", str(ROOT))
    program, *arguments = shlex.split(command)
    assert program == "python"
    parallel = ("-n", str(os.cpu_count()))
    told = place.run(place.python, *arguments, *parallel, patience=1800).decode()
    assert re.search(r"\d{3,} passed", told), told
