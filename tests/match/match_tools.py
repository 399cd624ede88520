"""A match with its log, for the tests of the match layer."""

import hashlib

import pytest

from quatrefoil.core.fields import Fields
from quatrefoil.match import Match, RefusedError
from quatrefoil.match.dice import hash_of
from quatrefoil.match.events import request_key
from quatrefoil.match.requests import Session, perform, set_draft
from quatrefoil.match.setup import Setup

ADA, BOB, CY = "a" * 64, "b" * 64, "c" * 64
LEVELS = (1, 2, 3)
SEED = bytes(range(32))


def value_of(holder, number=0):
    """Return what somebody shares in the dice, for the how manieth time."""
    return hashlib.sha256(f"{holder} {number}".encode()).hexdigest()


class Game:
    """A match with its log, and a clock that the test turns.

    Its people share in the dice as soon as they can, unless they are not `sharing`.
    """

    def __init__(self, match_id="M" * 16, sharing=True, **setup):
        self.sharing = sharing
        #: How often each holder has committed.
        self.commits = {ADA: 0}
        setup.setdefault("hash", hash_of(value_of(ADA)))
        setup.setdefault("game", "trickle")
        setup.setdefault("seats", [{"kind": "me", "name": "Ada"}, {"kind": "open"}])
        self.now = 1_000_000
        created = Setup.from_json(setup, LEVELS, ADA).created(match_id, SEED, ADA, self.now)
        self.match = Match(created)
        self.log = [created]
        self.settle()

    def settle(self):
        session = Session(self.match, self.now)
        session.settle()
        self.log += session.events
        self.share()

    def share(self):
        """Let everybody do what the dice wait for."""
        while self.sharing and self.match.phase == "sharing":
            holder = self.match.seats[self.match.owing[0]].holder
            if self.match.all_committed:
                self.do(holder, "reveal", value=self.value(holder))
            else:
                self.do(holder, "commit", hash=self.new_hash(holder))

    def value(self, holder):
        return value_of(holder, self.commits[holder])

    def new_hash(self, holder):
        self.commits[holder] = self.commits.get(holder, -1) + 1
        return hash_of(self.value(holder))

    def do(self, holder, verb, request="", **fields):
        """Make a request; return its events."""
        if verb == "join" and "hash" not in fields:
            fields["hash"] = self.new_hash(holder)
        if verb == "rematch" and "hash" not in fields:
            fields["hash"] = hash_of(value_of(holder, "rematch"))
        key = request_key(holder, request) if request else ""
        session = Session(self.match, self.now, holder, key)
        try:
            perform(session, verb, Fields(fields, "a message"))
        finally:
            self.log += session.events
        if verb not in ("reveal", "commit"):
            self.share()
        return session.events

    def play(self, holder, *tokens):
        return self.do(holder, "play", tokens=list(tokens), at=self.match.last)

    def play_any(self, holder):
        """Play the first legal moves until the turn is over."""
        line = self.match.line.copy()
        seat = line.position.turn
        while line.position.turn == seat:
            line.push(line.position.legal_moves()[0])
        return self.play(holder, *line.tokens)

    def draft(self, holder, *tokens):
        session = Session(self.match, self.now, holder)
        set_draft(session, self.match.turn, list(tokens))

    def rebuilt(self):
        """Return the same match from its log alone."""
        return Match.from_events(self.log)


def refused(code):
    """Expect a refusal with a code."""
    return pytest.raises(RefusedError, check=lambda problem: problem.code == code)
