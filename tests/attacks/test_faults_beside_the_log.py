"""A full disk, a lock and kills while studies are edited and devices subscribe: nothing is lost.

They are not in the log of a match, and have tables of their own: what was answered is stored.
"""

import http.client
import itertools
import threading
import time
from contextlib import nullcontext, suppress

from attack_tools import AS_SERVED, ask, new_duel, note, scale, serving
from challengers import patience
from databases import ON_POSTGRESQL, ReadOnly, locked, run
from disks import small_disk
from test_hostile_studies import new_study
from tests.push_tools import Device

from quatrefoil import rules
from quatrefoil.cli import main
from quatrefoil.core.tree import Tree

TREE = Tree(rules("trickle")).to_json()
#: Seconds that the server waits before it gives up.
PATIENCE = 1


class Author:
    """Gives a study one title after the other, and makes a device known after the other."""

    def __init__(self, server):
        self.server = server
        self.study = new_study(server, TREE)
        self.match, self.secret, _ = new_duel(server)
        self.device = Device("").body
        self.titles, self.devices, self.refused, self.odd = [-1], [], 0, []

    def run(self, done):
        for number in itertools.count():
            if done.is_set():
                return
            if self.asked(f"/api/studies/{self.study['id']}", self.study, {"title": str(number)}):
                self.titles.append(number)
            device = {**self.device, "endpoint": f"https://push.example.org/{number}"}
            holder = {"secret": self.secret}
            if self.asked(f"/api/matches/{self.match}/subscribe", holder, device):
                self.devices.append(device["endpoint"])
            self.tried = number
            time.sleep(0.03)

    def asked(self, path, holder, body):
        """Return whether something was acknowledged."""
        with suppress(OSError, http.client.HTTPException):
            headers = {"Authorization": f"Bearer {holder['secret']}"}
            status, answer = ask(self.server, path, body, headers)
            if status not in (200, 429, 503):
                self.odd.append((status, answer))
            self.refused += status == 503
            return status == 200
        return False

    def lost(self):
        """Return what was acknowledged and is not there."""
        ((title,),) = run(
            self.server.database, "SELECT title FROM studies WHERE id = ?", self.study["id"]
        )[0]
        rows = run(
            self.server.database, "SELECT endpoint FROM subscriptions WHERE match = ?", self.match
        )[0]
        known = {endpoint for (endpoint,) in rows}
        lost = [] if int(title or -1) >= self.titles[-1] else [title]
        # Of all devices of a holder the last few are kept; one may be there that was not answered.
        return lost + [each for each in self.devices[-4:] if each not in known]


def test_studies_and_devices_in_faults(tmp_path):
    keys = tmp_path / "push.pem"
    assert main(["push-keys", str(keys)]) == 0
    options = ("--push-keys", str(keys), "--push-contact", "mailto:host@example.org")
    tight = nullcontext(ReadOnly(tmp_path)) if ON_POSTGRESQL else small_disk(tmp_path)
    with (
        tight as disk,
        serving(disk.folder, *AS_SERVED, "--unlimited", *patience(PATIENCE), *options) as server,
    ):
        authors = [Author(server) for _ in range(scale(3, 10))]
        done = threading.Event()
        threads = [threading.Thread(target=author.run, args=(done,)) for author in authors]
        for thread in threads:
            thread.start()
        for _ in range(scale(1, 8)):
            disk.fill(server)
            time.sleep(scale(1.1, 2))
            disk.free(server)
            time.sleep(scale(0.3, 1))
            with locked(server.database):
                time.sleep(scale(1.1, 2))
            time.sleep(scale(0.3, 1))
            server.kill()
            server.start()
        time.sleep(0.5)
        done.set()
        for thread in threads:
            thread.join()
        note("titles and devices acknowledged", sum(len(a.titles + a.devices) for a in authors))
        note("refused as unavailable", sum(author.refused for author in authors))
        assert [author.lost() for author in authors] == [[] for _ in authors]
        assert [author.odd for author in authors if author.odd] == []
        assert all(ask(server, f"/api/studies/{a.study['id']}")[0] == 200 for a in authors)
        assert "Traceback" not in server.log.read_text()
