"""Two servers on one file: the second is refused at its start, whatever way it names the file."""

import os
import subprocess
import sys

from attack_tools import new_duel, note, serving
from databases import sqlite_alone

from quatrefoil.lab.server_process import COMMAND, ServerProcess, free_port


def start_another(database, folder):
    """Start a server on a file from inside a folder."""
    command = [os.environ.get(COMMAND) or sys.executable]
    command += [] if os.environ.get(COMMAND) else ["-m", "quatrefoil"]
    return subprocess.Popen(
        [*command, "serve", "--port", str(free_port()), "--database", str(database)],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def end_of(process):
    """Return how a server ended, and what it said; None if it serves."""
    try:
        _, said = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None, "it serves"
    return process.returncode, said


@sqlite_alone
def test_a_second_server_on_the_same_file(tmp_path):
    with serving(tmp_path) as server:
        match, ada, _ = new_duel(server)
        link = tmp_path / "elsewhere" / "link.db"
        link.parent.mkdir()
        link.symlink_to(server.database)
        ways = [server.database, server.database.name, link]
        found = [end_of(process) for process in [start_another(way, tmp_path) for way in ways]]
        note("second servers that started", sum(code is None for code, _ in found))
        for code, said in found:
            assert code not in (0, None), said
            assert "one file is for one server" in said
            assert "Traceback" not in said
        answer = server.ask(f"/api/matches/{match}/do", {"do": "resign"}, ada)
        assert answer["ok"]
        # Whoever was killed with -9 holds nothing any more.
        server.kill()
        other = ServerProcess(server.database)
        other.start()
        assert other.ask(f"/api/matches/{match}")["state"]["phase"] == "over"
        other.stop()
