"""Messages and frames at random on sockets: each is answered or closes its own socket alone."""

import json
import struct

from attack_tools import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    Wire,
    bystanders,
    complaints,
    frame,
    new_duel,
    note,
    scale,
    serving,
    whole_logs,
)
from fuzzing import mutated, sample, seeded, spoilt, written
from tests.sharing_tools import join_match, make_match

import quatrefoil
from quatrefoil.match.errors import CODES
from quatrefoil.match.messages import HELLO, MESSAGES, SEAT

GAMES = ("trickle", "blinq", "trifoil", "triotrio")
#: Messages that are sent before the answers are read, and those that one match gets.
BATCH, A_MATCH = 40, 400


class Fuzzer:
    """One client after another, in one match after another."""

    def __init__(self, server, rng):
        self.server = server
        self.rng = rng
        #: Messages sent, those answered, and why sockets were closed.
        self.sent = self.answered = 0
        self.closed = {}
        self.wire = None
        self.number = 0

    def enter_match(self):
        """Make a match; its tokens are what some messages are made of."""
        game = self.rng.choice(GAMES)
        if game == "triotrio":  # it has dice, in which both have shared
            seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
            made, share = make_match(self.server.ask, {"game": game, "seats": seats})
            joined, _ = join_match(self.server.ask, made["id"], {made["secret"]: share})
            self.match, self.secrets = made["id"], [made["secret"], joined["secret"]]
        else:
            self.match, *self.secrets = new_duel(self.server, game)
        legal = quatrefoil.rules(game).start().legal_tokens() or ["!1"]
        self.words = ["x", "Ada", "rock", *self.rng.sample(legal, min(4, len(legal)))]
        self.leave()

    def connect(self):
        secret = self.rng.choice([*self.secrets, *self.secrets, None, "made-up"])
        self.wire = Wire(self.server, self.match, secret)
        if self.rng.random() < 0.1:  # a second hello, or one that is none
            self.wire.send(self.text(mutated({"do": "hello", **sample(HELLO, self.rng)}, self.rng)))

    def leave(self):
        if self.wire:
            self.wire.close()
            self.wire = None

    def text(self, data):
        self.sent += 1
        found = written(data, self.rng, torn=0.001)
        kind = BINARY if self.rng.random() < 0.02 else TEXT
        if self.rng.random() < 0.03 and len(found) > 3:
            cut = self.rng.randrange(len(found))
            return frame(found[:cut], kind, last=False) + frame(found[cut:], 0)
        return frame(found, kind)

    def message(self):
        """Return a frame with a message that may mean something."""
        verb = self.rng.choice(list(MESSAGES))
        data = {"do": verb, **sample(MESSAGES[verb], self.rng, self.words)}
        self.number += 1
        if self.rng.random() < 0.9:
            data["id"] = f"f{self.number}"
        if self.rng.random() < 0.3:
            data["seat"] = sample(SEAT.kind, self.rng)
        return self.text(mutated(data, self.rng))

    def nonsense(self):
        """Return bytes that are no message, and perhaps no frame."""
        self.sent += 1
        how = self.rng.randrange(8)
        some = self.rng.randbytes(self.rng.choice([0, 1, 2, 125, 126, 300]))
        if how == 0:
            return frame(some[:125], PING)
        if how == 1:
            return frame(some[:125], PONG)
        if how == 2:
            return frame(some, CLOSE)
        if how == 3:
            return frame(some, self.rng.randrange(16), self.rng.random() < 0.5)
        if how == 4:  # reserved bits, and no mask
            return bytes([self.rng.randrange(256), len(some[:125])]) + some[:125]
        if how == 5:  # far too large
            return struct.pack("!BBQ", 0x81, 0xFF, self.rng.getrandbits(64)) + some
        if how == 6:  # a code that comes back as it is, or is none
            code = self.rng.choice([0, 999, 1004, 1005, 1006, 1015, 3000, 4999, 5000, 65535])
            return frame(struct.pack("!H", code) + some[:100], CLOSE)
        return spoilt(frame({"do": "ping"}), self.rng)

    def send_batch(self):
        """Send some messages, and hear all until a question after them is answered."""
        if self.wire is None:
            self.connect()
        frames = [
            self.nonsense() if self.rng.random() < 0.004 else self.message() for _ in range(BATCH)
        ]
        end = f"end{self.sent}"
        try:
            self.wire.send(b"".join(frames) + frame({"id": end, "do": "describe"}))
            while self.hear(end):
                pass
        except ConnectionError:
            self.note_closed("reset")

    def hear(self, end):
        """Take one frame; return whether more are to come."""
        kind, data = self.wire.hear()
        if kind == TEXT:
            heard = json.loads(data)
            if "ok" in heard:
                self.answered += 1
                assert heard["ok"] or heard["code"] in CODES, heard
                assert heard.get("code") != "unavailable", heard
            return heard.get("re") != end
        if kind == CLOSE:
            self.note_closed(struct.unpack("!H", data[:2])[0] if data else 1005)
            return False
        if kind is None:
            self.note_closed("nothing said")
            return False
        if kind == PING:
            self.wire.send(frame(data, PONG))
        return True

    def note_closed(self, why):
        self.closed[why] = self.closed.get(why, 0) + 1
        self.leave()


def test_fuzzed_messages_disturb_nobody(tmp_path):
    rng = seeded()
    with serving(tmp_path, "--unlimited", "--log-level", "warning") as server:
        fuzzer = Fuzzer(server, rng)
        with bystanders(server) as others:
            while fuzzer.sent < scale(2_000, 1_000_000):
                fuzzer.enter_match()
                for _ in range(A_MATCH // BATCH):
                    fuzzer.send_batch()
        fuzzer.leave()
        note("fuzzed messages", fuzzer.sent)
        note("fuzzed messages: answers", fuzzer.answered)
        note("fuzzed messages: sockets closed, by code", fuzzer.closed)
        note("fuzzed messages: bystanders' p99 in ms", round(others.p99, 1))
        assert others.saw_nothing()
        assert complaints(server) == []
        assert fuzzer.answered > fuzzer.sent / 2
        assert fuzzer.closed.get(1011, 0) == 0
        assert server.process.poll() is None
    assert whole_logs(server.database)
