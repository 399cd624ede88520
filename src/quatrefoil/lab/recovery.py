"""A rehearsal of the worst: the disk of the database is lost while people play.

A server on PostgreSQL is played on. Its backups are made as docs/hosting.md says: `pg_basebackup`
for the whole, `pg_receivewal` for all that happens after it, which PostgreSQL waits for before a
move is acknowledged. Then PostgreSQL is killed and its folder deleted, twice over a new one is made
of the backups, and the logs of all matches are compared with what players were told:

    play ── backup ── play ── a moment is noted ── play ── kill -9, rm -r
                                     │                          │
              restored to it: this and nothing after it      restored: all of it

    python -m quatrefoil.lab.recovery
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.line import Line
from quatrefoil.core.record import Record
from quatrefoil.core.registry import rules
from quatrefoil.lab.postgres_process import NOTHING, PostgresProcess
from quatrefoil.lab.scripts import games_without_dice
from quatrefoil.lab.server_process import ServerProcess

_DATABASE = "quatrefoil"
#: The name by which PostgreSQL knows the receiver of its log.
_RECEIVER = "quatrefoil_backup"
#: Seconds in which what was started must run.
_SECONDS = 60.0

#: What was acknowledged: the number of the last event of each match.
Acknowledged = dict[str, int]


class RecoveryError(QuatrefoilError):
    """What was restored is not what it should be."""


@dataclass(frozen=True)
class Rehearsal:
    """What became of it."""

    matches: int
    acknowledged: int
    #: Acknowledged events that the newest backup lacks.
    lost: int
    #: Acknowledged events before the moment, and those that lack when it is restored to it.
    before: int
    lost_before: int
    #: Events after the moment that came back all the same.
    after: int
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.matches} matches were played, {self.acknowledged} events acknowledged;"
            " then the disk was lost\n"
            f"restored to the end: {self.lost} acknowledged events lost\n"
            f"restored to a moment: {self.lost_before} lost of the {self.before} before it,"
            f" {self.after} came back of those after it\n"
            f"{self.seconds:.1f} s until the first of them was served again"
        )


def rehearse(matches: int = 8, turns: int = 40, settings: Mapping[str, str] = NOTHING) -> Rehearsal:
    """Play, back up, play on, lose the disk, and restore; `settings` are PostgreSQL's."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(_folder()))
        postgres = PostgresProcess(settings)
        stack.callback(postgres.close)
        postgres.make()
        postgres.start()
        address = postgres.create(_DATABASE)
        _give(folder, postgres.data)
        receiver = stack.enter_context(_receiving(postgres, folder))
        server = ServerProcess(address, log=folder / "server.log")
        server.start()
        stack.callback(server.stop)

        players = _Players(server, matches)
        with players.playing(turns):  # a backup is made while the server runs
            where = ("-D", str(folder / "base"), "-d", postgres.address())
            # It is restored at once: nobody pulls the plug before.
            postgres.run("pg_basebackup", *where, "-c", "fast", "--no-sync")
        with players.playing(turns):
            pass
        ((moment,),) = postgres.sql("SELECT clock_timestamp()")
        before = dict(players.acknowledged)
        with players.playing(turns):
            players.wait(turns)
            postgres.kill()
            server.kill()
        everything = dict(players.acknowledged)
        receiver.terminate()
        receiver.wait(_SECONDS)
        shutil.rmtree(postgres.data)

        started = time.monotonic()
        found = _restored(folder, "end", settings)
        seconds = time.monotonic() - started
        earlier = _restored(folder, "moment", {**settings, "recovery_target_time": moment})
        return Rehearsal(
            matches=matches,
            acknowledged=sum(everything.values()),
            lost=_missing(everything, found),
            before=sum(before.values()),
            lost_before=_missing(before, earlier),
            after=_missing(earlier, before),
            seconds=seconds,
        )


def _missing(wanted: Acknowledged, found: Acknowledged) -> int:
    """Return how many events of some logs others do not have."""
    return sum(max(0, last - found.get(match, 0)) for match, last in wanted.items())


@contextmanager
def _folder() -> Iterator[str]:
    name = tempfile.mkdtemp(prefix="quatrefoil-recovery-")
    try:
        yield name
    finally:
        shutil.rmtree(name, ignore_errors=True)


# ---- backups ----------------------------------------------------------------------------------


@contextmanager
def _receiving(postgres: PostgresProcess, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Have the log of PostgreSQL written to another place; commits wait until it is there."""
    wal = folder / "wal"
    wal.mkdir()
    _give(wal, postgres.data)
    address = f"{postgres.address()}?application_name={_RECEIVER}"
    where = ("-D", str(wal), "-d", address, "-S", _RECEIVER)
    postgres.run("pg_receivewal", *where, "--create-slot")
    receiver = postgres.spawn("pg_receivewal", *where, "--synchronous")
    try:
        postgres.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{_RECEIVER}'")
        postgres.sql("SELECT pg_reload_conf()")
        ends = time.monotonic() + _SECONDS
        while postgres.sql("SELECT sync_state FROM pg_stat_replication") != [["sync"]]:
            if time.monotonic() > ends or receiver.poll() is not None:
                raise RecoveryError(f"the log is not received: {postgres.log.read_text()[-500:]}")
            time.sleep(0.05)
        yield receiver
    finally:
        if receiver.poll() is None:
            receiver.kill()
            receiver.wait()


def _give(folder: Path, like: Path) -> None:
    """Let a folder belong to whom another one does: root runs PostgreSQL as somebody else."""
    if sys.platform != "win32":
        shutil.chown(folder, like.owner())


def _restored(folder: Path, name: str, settings: Mapping[str, str]) -> Acknowledged:
    """Make a new PostgreSQL of the backups, and return where the logs end there.

    Where it is restored to its end a server starts on it.
    """
    wal, place = folder / "wal", folder / name
    place.mkdir()
    restored = PostgresProcess(
        {
            # The last piece of the log was still being written.
            "restore_command": f"cp {wal}/%f %p 2>/dev/null || cp {wal}/%f.partial %p",
            "recovery_target_action": "promote",
            "hot_standby": "off",  # it answers once it is whole
            "synchronous_standby_names": "",
            **settings,
        },
        place,
    )
    _give(place, folder / "base")
    # Plain copies keep their owner and may be read by nobody else, as PostgreSQL wants it.
    subprocess.run(["cp", "-a", str(folder / "base"), str(restored.data)], check=True)
    (restored.data / "recovery.signal").touch()
    try:
        restored.start()
        rows = restored.sql(
            "SELECT match, max(number), count(*) FROM events GROUP BY match", _DATABASE
        )
        for match, last, count in rows:
            if last != count:
                raise RecoveryError(f"the log of {match} has {count} events and ends at {last}")
        if "recovery_target_time" not in settings:
            _serve(restored.address(_DATABASE), folder / f"{name}.log", [row[0] for row in rows])
        return {match: int(last) for match, last, _ in rows}
    finally:
        restored.stop()


def _serve(address: str, log: Path, matches: Iterable[str]) -> None:
    """Serve what was restored; every match must be playable on."""
    server = ServerProcess(address, log=log)
    server.start()
    try:
        for match in matches:
            Record.from_json(server.ask(f"/api/matches/{match}/record"))
    finally:
        server.stop()


# ---- players ----------------------------------------------------------------------------------


class _Players:
    """Two people a match, who play turn after turn and note what they are told."""

    def __init__(self, server: ServerProcess, matches: int) -> None:
        self._server = server
        self.acknowledged: Acknowledged = {}
        self._secrets: dict[str, list[str]] = {}
        self._turns = 0
        for _ in range(matches):
            seats = [{"kind": "me"}, {"kind": "open"}]
            made = server.ask("/api/matches", {"game": _simple_game(), "seats": seats})
            joined = server.ask(f"/api/matches/{made['id']}/join", {})
            self._secrets[made["id"]] = [made["secret"], joined["secret"]]
            self.acknowledged[made["id"]] = self._look(made["id"])["last"]

    @contextmanager
    def playing(self, turns: int) -> Iterator[None]:
        """Play beside a block: a few turns at least, and until it ends or the server is gone."""
        ended = threading.Event()
        goal = self._turns + turns

        def play() -> None:
            for match in itertools.cycle(self._secrets):
                if ended.is_set() and self._turns >= goal:
                    return
                try:
                    self._play(match)
                except (OSError, http.client.HTTPException):
                    return

        thread = threading.Thread(target=play)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def wait(self, turns: int) -> None:
        """Wait until some turns more were played."""
        goal, ends = self._turns + turns, time.monotonic() + _SECONDS
        while self._turns < goal:
            if time.monotonic() > ends:
                raise RecoveryError("nobody plays")
            time.sleep(0.01)

    def _look(self, match: str) -> dict[str, Any]:
        return dict(self._server.ask(f"/api/matches/{match}", secret=self._secrets[match][0]))

    def _play(self, match: str) -> None:
        """Play one turn and note its number, once it is answered."""
        now = self._look(match)
        turn = now["state"]["turn"]
        if turn is None:
            return
        secret = self._secrets[match][turn]
        shown = self._server.ask(f"/api/matches/{match}", secret=secret)
        self._turns += 1
        message = {
            "id": f"t{self._turns}",
            "do": "play",
            "tokens": [shown["state"]["paths"][0]["token"]],
            "at": shown["last"],
        }
        answer = self._server.ask(f"/api/matches/{match}/do", message, secret=secret)
        self.acknowledged[match] = answer["event"]


def _simple_game() -> str:
    """Return a game in which every turn is one move."""
    for name in games_without_dice():
        line, movers = Line(rules(name).start()), []
        for _ in range(4):
            movers.append(line.position.turn)
            line.play(line.position.legal_tokens()[0])
        if all(before != after for before, after in itertools.pairwise(movers)):
            return name
    raise RecoveryError("no game has turns of one move")


def main() -> None:
    """Rehearse, and say what became of it."""
    parser = argparse.ArgumentParser(
        prog="quatrefoil.lab.recovery", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--matches", type=int, default=8)
    parser.add_argument("--turns", type=int, default=40)
    done = rehearse(**vars(parser.parse_args()))
    print(done)
    if done.lost or done.lost_before or done.after:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
