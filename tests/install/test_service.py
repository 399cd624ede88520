"""The server as a service: how little the unit lets it do, and that it plays under these limits."""

import ctypes.util
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from confined import settings_of

from quatrefoil.cli import app
from quatrefoil.lab.server_process import ServerProcess

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "quatrefoil.service"
CONFINED = Path(__file__).parent / "confined.py"

needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd is not installed"
)
needs_seccomp = pytest.mark.skipif(
    not ctypes.util.find_library("seccomp"), reason="libseccomp is not installed"
)


def test_the_unit_starts_the_server_as_the_command_takes_it():
    (start,) = settings_of(UNIT)["ExecStart"]
    program, *arguments = shlex.split(start)
    assert program == "/opt/quatrefoil/bin/quatrefoil"
    app.parser().parse_args(arguments)


@needs_systemd
def test_the_unit_exposes_little():
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=25", str(UNIT)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@needs_systemd
@needs_seccomp
def test_a_match_is_played_under_the_limits_of_the_unit(tmp_path, monkeypatch):
    command = f"{sys.executable} {CONFINED} {UNIT} {sys.executable} -m quatrefoil"
    monkeypatch.setenv("QUATREFOIL_SERVER", command)
    server = ServerProcess(tmp_path / "confined.db", ("--log-level", "warning"))
    server.start()
    try:
        status = Path(f"/proc/{server.pid}/status").read_text()
        assert "Seccomp:\t2" in status
        assert "NoNewPrivs:\t1" in status
        seats = [{"kind": "me"}, {"kind": "computer", "level": 8}]
        match = server.ask("/api/matches", {"game": "trickle", "seats": seats})
        path = f"/api/matches/{match['id']}"
        state = server.ask(path, secret=match["secret"])
        token = state["state"]["paths"][0]["token"]
        turn = {"id": "1", "do": "play", "tokens": [token], "at": state["last"]}
        played = server.ask(f"{path}/do", turn, match["secret"])
        assert played["ok"]
        # The computer thinks in threads, and its answer is stored.
        last = played["event"]
        assert server.ask(f"{path}/events?after={last}&wait=1")["events"]
        assert b"process_resident_memory_bytes" in server.ask("/metrics", raw=True)
        assert server.ask("/healthz", raw=True)
    finally:
        server.stop()
    assert '"error"' not in server.log.read_text()
    for file in tmp_path.glob("confined.db*"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
